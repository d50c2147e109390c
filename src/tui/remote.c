/* A table of a server: what we send, and the connection. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "play/local_game.h"
#include "play/saved_games.h"
#include "tui/choices.h"
#include "tui/game_screen.h"
#include "tui/list.h"
#include "tui/remote_internal.h"
#include "util/clock.h"

/* ---- Requests -------------------------------------------------------------------------------- */

static void begin_request(struct remote *remote, struct client_message *request,
                          enum request_verb verb)
{
    client_message_begin(request, verb, ++remote->last_id, remote->id);
}

static void send_request(struct remote *remote, struct client_message *request)
{
    if (!client_message_send(&remote->loop, &remote->connection, request))
        tui_game_say(&remote->game, true, SAY("C'est trop long.", "That is too long."));
}

/* The seat that sends: one that is to act, or the first of ours. */
static void put_seat(const struct remote *remote, struct client_message *request)
{
    bv_seats seats = remote->game.acting ? remote->game.acting : remote_seats(remote);
    if (seats && remote->game.terms)
        bv_json_text(&request->out, FIELD_SEAT, bv_seat_name(&remote->terms, __builtin_ctz(seats)));
}

void remote_subscribe(struct remote *remote)
{
    struct client_message request;
    begin_request(remote, &request, VERB_SUBSCRIBE);
    if (remote->channel[0]) {
        bv_json_open(&request.out, FIELD_SINCE, '{');
        bv_json_number(&request.out, remote->channel, remote->received);
        bv_json_close(&request.out, '}');
    }
    send_request(remote, &request);
}

static void sit_on(struct remote *remote, int seat)
{
    struct client_message request;
    begin_request(remote, &request, VERB_SIT);
    bv_json_text(&request.out, FIELD_SEAT, remote->terms.form->seat[seat].name);
    send_request(remote, &request);
}

static void sit_by_key(struct remote *remote)
{
    struct client_message request;
    begin_request(remote, &request, VERB_SIT);
    bv_json_text(&request.out, FIELD_KEY, remote->plan->key);
    send_request(remote, &request);
}

/* Asks for the seat of the key, for all that were named, or for the first that is open. */
void remote_sit(struct remote *remote)
{
    const char *named = remote->plan->side;
    struct bv_error error;
    bv_seats wanted = BV_EVERYBODY;
    if (remote->sat) return;
    if (named && !seats_named(&remote->terms, named, &wanted, &error)) {
        tui_game_error(&remote->game, &error);
        return;
    }
    if (remote->plan->key) sit_by_key(remote);
    remote->sat = remote->plan->key;
    for (int seat = 0; seat < remote->terms.form->seats; seat++) {
        if (!remote->occupant[seat].open || !(wanted & bv_seat_bit(seat))) continue;
        if (remote->sat && !named) break;
        sit_on(remote, seat);
        remote->sat = true;
    }
}

void remote_rename(struct remote *remote)
{
    char headers[CLIENT_COOKIE_SIZE + 64];
    char body[CLIENT_MESSAGE_MAX / 2];
    char path[HTTP_CLIENT_PATH_SIZE + 32];
    char *text = NULL;
    size_t length = 0;
    int status = 0;
    struct bv_error error;
    struct bv_out out = bv_out_into(body, sizeof body);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "name", remote->plan->name);
    bv_json_close(&out, '}');
    snprintf(headers, sizeof headers, "Cookie: bivouac=%s\r\nContent-Type: application/json\r\n",
             remote->connection.cookie);
    snprintf(path, sizeof path, "%s/api/v1/me", remote->address.path);
    struct client_request request = {"PATCH", path, headers, body};
    bool answered =
        http_client_exchange(&remote->address, &request, &status, &text, &length, &error);
    if (!answered || status != 200)
        tui_game_notice(&remote->game, true,
                        SAY("Le nom « %.60s » est refusé ; vous gardez l'ancien.",
                            "The name '%.60s' is refused; you keep the old one."),
                        remote->plan->name);
    free(text);
}

static void remote_command(struct remote *remote, enum request_verb verb)
{
    struct client_message request;
    begin_request(remote, &request, verb);
    put_seat(remote, &request);
    send_request(remote, &request);
}

static void remote_command_at(struct remote *remote, enum request_verb verb, const char *seat)
{
    struct client_message request;
    begin_request(remote, &request, verb);
    bv_json_text(&request.out, FIELD_SEAT, seat);
    send_request(remote, &request);
}

/* The next token of a draft. After a reconnection it is sent again unchanged: the server recognises
 * its key. */
void remote_send_token(struct remote *remote)
{
    struct client_message request;
    const struct remote_step *step = &remote->draft.step[remote->draft.sent];
    begin_request(remote, &request, VERB_PLAY);
    bv_json_text(&request.out, FIELD_SEAT, bv_seat_name(&remote->terms, step->seat));
    bv_json_text(&request.out, FIELD_TOKEN, step->token);
    bv_json_text(&request.out, FIELD_KEY, step->key);
    remote->play_id = remote->last_id;
    send_request(remote, &request);
}

static void remote_chat(struct remote *remote, const char *text)
{
    struct client_message request;
    begin_request(remote, &request, VERB_SAY);
    bv_json_text(&request.out, FIELD_TO, "table");
    bv_json_text(&request.out, FIELD_TEXT, text);
    send_request(remote, &request);
}

/* ---- Drafts ---------------------------------------------------------------------------------- */

/*
 * A turn of several tokens stays here, where it can be taken back, until it is complete: chance or
 * another player is next, or the next token could reveal a secret.
 */
static void add_step(struct remote *remote, int seat, const char *token)
{
    struct remote_step *step = &remote->draft.step[remote->draft.count++];
    step->seat = seat;
    snprintf(step->token, sizeof step->token, "%s", token);
    snprintf(step->key, sizeof step->key, "%016llx",
             (unsigned long long)bv_random_word(&remote->loop.random));
    step->before = remote->game.view;
    step->log = remote->game.log.count;
}

static void draft_send(struct remote *remote)
{
    if (!remote->draft.count || remote->draft.sending) return;
    remote->draft.sending = true;
    remote->draft.sent = 0;
    /* The server sends everything again. */
    game_log_shorten(&remote->game.log, remote->draft.step[0].log);
    remote_send_token(remote);
    remote_show(remote);
}

/* Whether the next to act are only our seats. */
static bool goes_on(const struct remote *remote, const union bv_state *after)
{
    bv_seats next = remote->terms.game->to_act(&remote->terms, after);
    return next && !(next & ~remote_seats(remote));
}

static void draft_play(struct remote *remote, int seat, bv_action action, const char *token)
{
    struct tui_game *game = &remote->game;
    const struct bv_terms *terms = &remote->terms;
    union bv_state after = game->view;
    struct bv_event event[BV_EVENTS_MAX];
    bool known = nothing_is_hidden(terms, &game->view, seat);
    add_step(remote, seat, token);
    if (!known) {
        draft_send(remote);
        return;
    }
    bv_apply(terms, &after, seat, action, NULL);
    if (!goes_on(remote, &after) || remote->draft.count == REMOTE_DRAFT) {
        draft_send(remote);
        return;
    }
    uint32_t count = terms->game->events(terms, &game->view, seat, action, &after, event);
    game_log_add_move(&game->log, terms, BV_EVERYBODY, seat, token);
    tui_game_report(game, event, count);
    game->view = after;
    game->version++;
    remote_show(remote);
}

static bool draft_take_back(struct remote *remote)
{
    if (!remote->draft.count || remote->draft.sending) return false;
    const struct remote_step *step = &remote->draft.step[--remote->draft.count];
    remote->game.view = step->before;
    game_log_shorten(&remote->game.log, step->log);
    tui_game_forget_trail(&remote->game);
    remote->game.version++;
    tui_game_say(&remote->game, false, SAY("Repris.", "Taken back."));
    remote_show(remote);
    return true;
}

void draft_granted(struct remote *remote)
{
    remote->play_id = 0;
    if (++remote->draft.sent < remote->draft.count)
        remote_send_token(remote);
    else
        draft_drop(remote);
}

void draft_drop(struct remote *remote)
{
    remote->play_id = 0;
    remote->draft.count = remote->draft.sent = 0;
    remote->draft.sending = false;
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void play(struct tui_game *game, int seat, bv_action action, const char *token)
{
    draft_play((struct remote *)game, seat, action, token);
}

/* Whether the other side has offered or asked the same. */
static bool others_said(const struct remote *remote, const bool said[BV_SIDES_MAX])
{
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (said[side] && !(remote->game.mine & bv_seats_of_side(&remote->terms, side)))
            return true;
    return false;
}

/* Answers the player that has waited longest to share a seat of ours; false: there is none. */
static bool answer_joining(struct remote *remote, enum request_verb verb)
{
    if (remote->joined < 0) return false;
    remote_command_at(remote, verb, bv_seat_name(&remote->terms, remote->joined));
    return true;
}

static void refuse_nothing(struct remote *remote)
{
    tui_game_say(&remote->game, true,
                 SAY("Aucune demande en attente.", "There is no request to answer."));
}

static void decline(struct remote *remote)
{
    if (others_said(remote, remote->offered))
        remote_command(remote, VERB_DECLINE);
    else if (others_said(remote, remote->asked))
        remote_command(remote, VERB_REFUSE);
    else if (!answer_joining(remote, VERB_REJECT))
        refuse_nothing(remote);
}

static bool command(struct tui_game *game, enum command command, const char *text)
{
    struct remote *remote = (struct remote *)game;
    if (!game->terms) return false;
    switch (command) {
    case COMMAND_UNDO:
    case COMMAND_ASK:
        if (draft_take_back(remote)) return true;
        remote_command(remote, others_said(remote, remote->asked) ? VERB_GRANT : VERB_ASK);
        return true;
    case COMMAND_DRAW:
        remote_command(remote, others_said(remote, remote->offered) ? VERB_ACCEPT : VERB_OFFER);
        return true;
    case COMMAND_DECLINE: decline(remote); return true;
    case COMMAND_JOIN: remote_command_at(remote, VERB_JOIN, text); return true;
    case COMMAND_ADMIT:
        if (!answer_joining(remote, VERB_ADMIT)) refuse_nothing(remote);
        return true;
    case COMMAND_RESIGN:
        if (list_confirm(SAY("Abandonner la partie ?", "Resign the game?"), NULL, NULL))
            remote_command(remote, VERB_RESIGN);
        return true;
    case COMMAND_START:
        if (remote->draft.count)
            draft_send(remote);
        else
            remote_command(remote, VERB_START);
        return true;
    case COMMAND_REMATCH:
        if (!game->over) return false;
        remote_command(remote, VERB_REMATCH);
        tui_game_say(game, false,
                     SAY("Revanche demandée : on attend l'autre camp.",
                         "Rematch requested: waiting for the other side."));
        return true;
    case COMMAND_SAY: remote_chat(remote, text); return true;
    default: return false;
    }
}

/* The name under which the cookie is saved: https and http are kept apart, and so are servers of
 * one machine. */
static void name_server(const struct server_address *address, char name[REMOTE_SERVER])
{
    snprintf(name, REMOTE_SERVER, "%s%s%s", address->https ? "https+" : "", address->host,
             address->path);
    for (char *at = name; *at; at++)
        if (*at == '/') *at = '+';
}

/* ---- The connection -------------------------------------------------------------------------- */

static void message(void *context, struct client_connection *connection, struct bv_span text)
{
    struct remote *remote = context;
    (void)connection;
    remote_receive(remote, text);
    if (remote->me[0]) saved_cookie_write(remote->server, remote->connection.cookie);
}

static void lost(void *context, struct client_connection *connection)
{
    struct remote *remote = context;
    (void)connection;
    remote->away = true;
    tui_game_say(&remote->game, true,
                 SAY("La connexion est perdue ; reconnexion dès que possible.",
                     "The connection is lost; reconnecting as soon as possible."));
    remote_show(remote);
}

static int descriptor(void *context)
{
    const struct remote *remote = context;
    return remote->loop.epoll;
}

/* Until the next attempt to reconnect, or the next second of a clock. */
static int milliseconds(void *context)
{
    const struct remote *remote = context;
    if (remote->connection.stage != CLIENT_AWAY) return 1000;
    int64_t wait = (remote->connection.due - clock_microseconds()) / 1000;
    return wait < 0 ? 0 : wait > 1000 ? 1000 : (int)wait + 1;
}

/* Why the server could not be reached, in a few words. */
static const char *reason_of(int error)
{
    switch (error) {
    case 0: return SAY("aucune réponse", "no answer");
    case ECONNREFUSED:
        return SAY("connexion refusée, aucun serveur n'écoute à cette adresse",
                   "connection refused, no server listens at that address");
    case ENETUNREACH:
    case EHOSTUNREACH: return SAY("réseau inaccessible", "the network is unreachable");
    case ETIMEDOUT: return SAY("délai dépassé", "timed out");
    default: return strerror(error);
    }
}

/* Says what is wrong with a server that has not shown the table yet, and what to do. */
static void explain_silence(struct remote *remote)
{
    enum { CONNECT_TIMEOUT = 2000000 }; /* microseconds */
    const struct client_loop *loop = &remote->loop;
    bool connected = remote->connection.stage == CLIENT_CONNECTED;
    if (loop->distrust)
        tui_game_notice(&remote->game, true,
                        SAY("Pas de connexion sécurisée avec ce serveur : %s.",
                            "No secure connection to this server: %s."),
                        say(*loop->distrust));
    else if (loop->complaint[0])
        tui_game_notice(&remote->game, true,
                        SAY("Ce serveur ne répond pas comme un serveur Bivouac (%.200s). Vérifiez "
                            "l'adresse.",
                            "This server does not answer as a Bivouac server does (%.200s). Check "
                            "the address."),
                        loop->complaint);
    else if (!connected &&
             (loop->error || clock_microseconds() - remote->opened >= CONNECT_TIMEOUT))
        tui_game_notice(
            &remote->game, true,
            SAY("Le serveur %.100s ne répond pas : %s. Vérifiez l'adresse, et que le "
                "serveur tourne. Nouveaux essais en cours ; F10 : sortir.",
                "The server %.100s does not answer: %s. Check the address, and that the "
                "server runs. Trying again all the time; F10: leave."),
            remote->plan->server, reason_of(loop->error));
}

static bool handle(void *context)
{
    struct remote *remote = context;
    struct epoll_event event;
    if (remote->connection.stage == CLIENT_AWAY && clock_microseconds() >= remote->connection.due &&
        !remote->failed)
        client_connect(&remote->loop, &remote->connection);
    while (epoll_wait(remote->loop.epoll, &event, 1, 0) > 0)
        client_serve(&remote->loop, &remote->connection, event.events);
    if (!remote->game.terms) explain_silence(remote);
    remote_show(remote);
    return true;
}

static struct event_source source(struct tui_game *game)
{
    return (struct event_source){game, descriptor, milliseconds, handle};
}

static void leave(struct tui_game *game)
{
    struct remote *remote = (struct remote *)game;
    client_close(&remote->loop, &remote->connection);
    close(remote->loop.epoll);
    free(remote->board_text);
    game_log_clear(&game->log);
}

static const struct tui_game_calls calls = {
    .play = play, .command = command, .source = source, .leave = leave};

/* ---- The whole session ----------------------------------------------------------------------- */

static bool open_remote(struct remote *remote, const struct tui_plan *plan, struct bv_error *error)
{
    const char *user = getenv("USER");
    *remote = (struct remote){.plan = plan, .joined = -1, .opened = clock_microseconds()};
    if (!server_address_read(&remote->address, plan->server, true, error)) return false;
    if (strlen(plan->table) >= sizeof remote->id)
        return bv_error_set(error, "that is not a table's name");
    snprintf(remote->id, sizeof remote->id, "%s", plan->table);
    remote->game.calls = &calls;
    remote->game.hand_to = -1;
    remote->game.is_remote = true;
    remote->game.viewer = BV_WATCHER;
    remote->loop = (struct client_loop){.address = &remote->address,
                                        .name = plan->name      ? plan->name
                                                : user && *user ? user
                                                                : SAY("Quelqu'un", "Somebody"),
                                        .epoll = epoll_create1(EPOLL_CLOEXEC),
                                        .random = bv_random_seeded(plan->seed),
                                        .context = remote,
                                        .message = message,
                                        .lost = lost};
    if (remote->loop.epoll < 0) return bv_error_set(error, strerror(errno));
    name_server(&remote->address, remote->server);
    saved_cookie_read(remote->server, remote->connection.cookie, sizeof remote->connection.cookie);
    client_connect(&remote->loop, &remote->connection);
    remote_show(remote);
    return true;
}

static void put_farewell(const struct remote *remote, char farewell[512])
{
    if (remote->draft.count && !remote->draft.sending)
        snprintf(
            farewell, 512, "%s",
            SAY("Le tour commencé n'a pas été envoyé. La même commande ramène à votre place.",
                "Your unfinished turn was not sent. The same command leads back to your seat."));
    else if (!remote->game.over && remote->game.mine)
        snprintf(farewell, 512, "%s",
                 SAY("Votre place est gardée : la même commande y ramène.",
                     "Your seat is kept: the same command leads back to it."));
}

enum tui_end remote_play(const struct tui_plan *plan, char farewell[512], struct bv_error *error)
{
    static struct remote remote;
    static char table[REMOTE_ID];
    struct tui_plan next = *plan;
    do {
        if (!open_remote(&remote, &next, error)) return TUI_MISUSED;
        game_screen_run(&remote.game);
        put_farewell(&remote, farewell);
        /* A rematch is another table, where our seats are kept. */
        memcpy(table, remote.next, sizeof table);
        next.table = table;
        next.key = NULL;
        remote.game.calls->leave(&remote.game);
    } while (remote.game.closes && !screen_is_leaving());
    return TUI_LEFT;
}
