#include "tui/remote.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "play/saved_games.h"
#include "tui/game_screen.h"
#include "tui/list.h"
#include "tui/remote_internal.h"
#include "util/clock.h"

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
static bool answer_joining(struct remote *remote, const char *verb)
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
        remote_command(remote, "decline");
    else if (others_said(remote, remote->asked))
        remote_command(remote, "refuse");
    else if (!answer_joining(remote, "reject"))
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
        remote_command(remote, others_said(remote, remote->asked) ? "grant" : "ask");
        return true;
    case COMMAND_DRAW:
        remote_command(remote, others_said(remote, remote->offered) ? "accept" : "offer");
        return true;
    case COMMAND_DECLINE: decline(remote); return true;
    case COMMAND_JOIN: remote_command_at(remote, "join", text); return true;
    case COMMAND_ADMIT:
        if (!answer_joining(remote, "admit")) refuse_nothing(remote);
        return true;
    case COMMAND_RESIGN:
        if (list_confirm(SAY("Abandonner la partie ?", "Resign the game?"), NULL, NULL))
            remote_command(remote, "resign");
        return true;
    case COMMAND_START:
        if (remote->draft.count)
            draft_send(remote);
        else
            remote_command(remote, "start");
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
    remote_hear(remote, text);
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

static bool handle(void *context)
{
    struct remote *remote = context;
    struct epoll_event event;
    if (remote->connection.stage == CLIENT_AWAY && clock_microseconds() >= remote->connection.due &&
        !remote->failed)
        client_connect(&remote->loop, &remote->connection);
    while (epoll_wait(remote->loop.epoll, &event, 1, 0) > 0)
        client_serve(&remote->loop, &remote->connection, event.events);
    if (remote->loop.distrust)
        tui_game_notice(&remote->game, true,
                        SAY("Pas de connexion sûre avec ce serveur : %s.",
                            "No secure connection to this server: %s."),
                        say(*remote->loop.distrust));
    else if (remote->loop.complaint[0] && !remote->game.terms)
        tui_game_notice(&remote->game, true, "%.200s", remote->loop.complaint);
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
    *remote = (struct remote){.plan = plan, .joined = -1};
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

enum tui_end remote_play(const struct tui_plan *plan, char farewell[512], struct bv_error *error)
{
    static struct remote remote;
    if (!open_remote(&remote, plan, error)) return TUI_MISUSED;
    game_screen_run(&remote.game);
    if (remote.draft.count && !remote.draft.sending)
        snprintf(
            farewell, 512, "%s",
            SAY("Le tour commencé n'a pas été envoyé. La même commande ramène à votre place.",
                "Your unfinished turn was not sent. The same command leads back to your seat."));
    else if (!remote.game.over && remote.game.mine)
        snprintf(farewell, 512, "%s",
                 SAY("Votre place est gardée : la même commande y ramène.",
                     "Your seat is kept: the same command leads back to it."));
    remote.game.calls->leave(&remote.game);
    return TUI_LEFT;
}
