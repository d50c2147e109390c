/* How the players of the load client react to messages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load/clients.h"
#include "util/clock.h"

static struct load_player *other_of(const struct load_player *player)
{
    return &player->table->player[!player->side];
}

int load_channel_of_player(const struct load_player *player)
{
    return __builtin_ctz(bv_seats_of_side(&player->table->session->terms, player->side));
}

uint32_t load_request_begin(struct load_player *player, struct client_message *request,
                            enum request_verb verb)
{
    client_message_begin(request, verb, ++player->requests, player->table->id);
    return player->requests;
}

void load_request_send(struct load_clients *clients, struct load_player *player,
                       struct client_message *request)
{
    if (player->connection.stage != CLIENT_CONNECTED) return;
    if (!player->unanswered++) player->waiting_since = clock_microseconds();
    bool sent = client_message_send(&clients->loop, &player->connection, request);
    BV_ASSERT(sent);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool is_timed(const struct load_clients *clients, const struct load_table *table)
{
    return clients->settings.timed && (table - clients->table) / (ptrdiff_t)clients->sessions % 2;
}

static void open_table(struct load_clients *clients, struct load_player *player)
{
    struct client_message request;
    const struct bv_terms *terms = &player->table->session->terms;
    if (clients->settings.games_most && clients->opened >= clients->settings.games_most) return;
    if (!player->greeted) return;
    clients->opened++;
    player->opening = load_request_begin(player, &request, VERB_OPEN);
    bv_json_text(&request.out, FIELD_GAME, terms->game->id);
    bv_json_number(&request.out, FIELD_SEATS, 2);
    bv_json_open(&request.out, FIELD_OCCUPANTS, '{');
    for (int seat = 0; seat < terms->form->seats; seat++)
        if (bv_side_of(terms, seat) == player->side)
            bv_json_text(&request.out, bv_seat_name(terms, seat), "me");
    bv_json_close(&request.out, '}');
    if (is_timed(clients, player->table)) {
        /* Longer than any game takes, unless a clock of the server is wrong. */
        bv_json_open(&request.out, FIELD_TIME, '{');
        bv_json_number(&request.out, "seconds", 120);
        bv_json_number(&request.out, "increment", 2);
        bv_json_close(&request.out, '}');
    }
    load_request_send(clients, player, &request);
}

/* A request without fields. */
static void ask(struct load_clients *clients, struct load_player *player, enum request_verb verb)
{
    struct client_message request;
    load_request_begin(player, &request, verb);
    load_request_send(clients, player, &request);
}

/* Sits down at the seat of this player; sending it twice does no harm. */
static void sit_down(struct load_clients *clients, struct load_player *player)
{
    struct client_message request;
    const struct bv_terms *terms = &player->table->session->terms;
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (bv_side_of(terms, seat) != player->side) continue;
        load_request_begin(player, &request, VERB_SIT);
        bv_json_text(&request.out, FIELD_SEAT, bv_seat_name(terms, seat));
        load_request_send(clients, player, &request);
    }
}

/* The first player opened the table and is seated already; the second sits down and starts,
 * repeatedly until the game has begun. */
static void subscribe(struct load_clients *clients, struct load_player *player)
{
    struct client_message request;
    bool starts = player->side == 1 && !player->begun;
    if (!player->greeted) return; /* it will subscribe once it is greeted */
    if (starts) sit_down(clients, player);
    load_request_begin(player, &request, VERB_SUBSCRIBE);
    bv_json_number(&request.out, FIELD_SINCE, player->received);
    load_request_send(clients, player, &request);
    if (starts) ask(clients, player, VERB_START);
}

static void forget_table(struct load_player *player)
{
    player->received = 0;
    player->shown = false;
    player->begun = player->over = false;
    player->chosen = false;
    player->playing = 0;
    player->sent = player->acknowledged = 0;
    player->delivered[0] = player->delivered[1] = 0;
}

/* Both leave, and the first opens the next table. */
static void next_table(struct load_clients *clients, struct load_table *table)
{
    const struct load_observer *observer = clients->settings.observer;
    if (observer) observer->leaves(observer->context, table);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        ask(clients, &table->player[side], VERB_LEAVE);
        forget_table(&table->player[side]);
    }
    table->id[0] = '\0';
    clients->finished++;
    clients->figures.games++;
    open_table(clients, &table->player[0]);
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* Sends the unanswered move. */
static void put_move(struct load_clients *clients, struct load_player *player)
{
    struct client_message request;
    char key[32];
    snprintf(key, sizeof key, "%u.%u", player->connection.number, player->moves);
    player->playing = load_request_begin(player, &request, VERB_PLAY);
    bv_json_text(&request.out, FIELD_SEAT,
                 bv_seat_name(&player->table->session->terms, player->last.seat));
    bv_json_text(&request.out, FIELD_TOKEN, player->last.token);
    bv_json_text(&request.out, FIELD_KEY, key);
    load_request_send(clients, player, &request);
}

/* Whether both players have made as many moves as configured. */
static bool sent_enough(const struct load_clients *clients, const struct load_table *table)
{
    uint32_t most = clients->settings.moves_a_game;
    return most && table->player[0].sent + table->player[1].sent >= most;
}

void load_player_move(struct load_clients *clients, struct load_player *player)
{
    const struct load_observer *observer = clients->settings.observer;
    if (!player->chosen || player->playing || !player->shown || clients->quiet) return;
    if (sent_enough(clients, player->table)) return;
    player->chosen = false;
    player->moves++;
    player->sent_at[player->sent++ % LOAD_SENT_TIMES] = clock_microseconds();
    player->last = player->next;
    if (observer) observer->moved(observer->context, player);
    put_move(clients, player);
}

/* After a reconnection: the key prevents the move from being played twice if the server already has
 * it. */
static void move_again(struct load_clients *clients, struct load_player *player)
{
    if (!load_player_waits(player)) return;
    player->sent_at[(player->sent - 1) % LOAD_SENT_TIMES] = 0;
    put_move(clients, player);
}

/* A chosen move is sent when the previous one is answered and its result was received. */
static void move_or_queue(struct load_clients *clients, struct load_player *player)
{
    if (!player->chosen || player->playing || player->delivered[0] != player->sent) return;
    if (clients->settings.rate <= 0) {
        load_player_move(clients, player);
        return;
    }
    if (player->queued) return;
    player->queued = true;
    clients->queue[(clients->queue_first + clients->queue_length++) % clients->queue_size] = player;
}

/* A seat of this side that is to act; -1: it is not its turn. */
static int seat_to_act(const struct load_player *player, const cJSON *message)
{
    const struct bv_terms *terms = &player->table->session->terms;
    const cJSON *to_act = message_to_act(message);
    for (int seat = 0; seat < terms->form->seats; seat++)
        if (bv_side_of(terms, seat) == player->side &&
            fields_has_text(to_act, bv_seat_name(terms, seat)))
            return seat;
    return -1;
}

/* Writes a random legal token of a seat, which sees only the position that it was sent. False: the
 * position is wrong, by an error of the server or of this client. */
static bool choose_token(struct session *session, struct bv_random *random, int seat,
                         struct bv_span position, struct bv_out *token)
{
    const struct bv_terms *terms = &session->terms;
    struct bv_error error;
    if (!bv_position_read(terms, position, &session->state, &error) ||
        !(terms->game->to_act(terms, &session->state) & bv_seat_bit(seat)))
        return false;
    uint32_t count = terms->game->legal(terms, &session->state, seat, session->menu.list);
    if (count) terms->game->token(terms, session->menu.list[bv_random_below(random, count)], token);
    return count > 0;
}

static void choose(struct load_clients *clients, struct load_player *player, const cJSON *message)
{
    struct bv_out token = bv_out_into(player->next.token, sizeof player->next.token);
    int seat = seat_to_act(player, message);
    player->next.seat = seat;
    player->chosen = seat >= 0 && choose_token(player->table->session, &clients->loop.random, seat,
                                               message_position(message), &token);
    if (seat >= 0 && !player->chosen) clients->figures.astray++;
    move_or_queue(clients, player);
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Moves on to the next table when both players have seen the end, or all configured moves are
 * answered. */
static void look_for_end(struct load_clients *clients, struct load_table *table)
{
    const struct load_player *player = table->player;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (load_player_waits(&player[side])) return;
    if (sent_enough(clients, table) || (player[0].over && player[1].over))
        next_table(clients, table);
}

/* ---- Receiving ------------------------------------------------------------------------------- */

static void was_opened(struct load_clients *clients, struct load_player *player, struct bv_span id)
{
    struct load_table *table = player->table;
    player->opening = 0;
    if (!id.length || !bv_keep(table->id, sizeof table->id, id)) return;
    subscribe(clients, player);
    subscribe(clients, other_of(player));
}

/* ---- Responses ------------------------------------------------------------------------------- */

static void was_done(struct load_clients *clients, struct load_player *player)
{
    int64_t from = player->sent_at[(player->sent - 1) % LOAD_SENT_TIMES];
    player->playing = 0;
    player->acknowledged = player->sent;
    clients->figures.moves++;
    if (from) histogram_add(&clients->figures.done, (uint64_t)(clock_microseconds() - from));
    move_or_queue(clients, player);
    look_for_end(clients, player->table);
}

/* Keeps the first refusal, to be shown. */
static void keep_refusal(struct load_clients *clients, const struct load_player *player,
                         int64_t request, const cJSON *message)
{
    if (clients->refusal[0]) return;
    struct bv_out out = bv_out_into(clients->refusal, sizeof clients->refusal);
    bv_putf(&out, "a %s of %s was refused: %.*s %.*s",
            request == player->playing ? "move" : "command", player->table->session->terms.game->id,
            BV_SPAN(refused_code(message)), BV_SPAN(refused_detail(message)));
}

static void was_refused(struct load_clients *clients, struct load_player *player, int64_t request,
                        const cJSON *message)
{
    clients->figures.refused++;
    keep_refusal(clients, player, request, message);
    if (request == player->opening) player->opening = 0;
    if (request != player->playing) return;
    /* Another move is chosen once the table was shown again. */
    player->playing = 0;
    player->sent--;
    subscribe(clients, player);
}

/* The server cannot execute it now. The fate of a move is unknown until it is answered otherwise,
 * so it stays unanswered. */
static void was_put_off(struct load_clients *clients, struct load_player *player, int64_t request)
{
    if (request == player->opening) clients->opened--;
    if (request == player->opening) player->opening = 0;
    if (request == player->playing) player->playing = 0;
}

static void receive_answer(struct load_clients *clients, struct load_player *player,
                           const cJSON *message)
{
    const struct load_observer *observer = clients->settings.observer;
    int64_t request = done_re(message);
    bool good = message_type_of(message) == MESSAGE_DONE;
    struct bv_span code = good ? (struct bv_span){NULL, 0} : refused_code(message);
    if (!request) return;
    if (player->unanswered) player->unanswered--;
    player->waiting_since = clock_microseconds();
    if (bv_span_is(code, "begun")) return; /* we started it before we lost the connection */
    if (observer && observer->answered(observer->context, player, (uint32_t)request, code))
        was_put_off(clients, player, request);
    else if (!good)
        was_refused(clients, player, request, message);
    else if (request == player->opening)
        was_opened(clients, player, done_table(message));
    else if (request == player->playing)
        was_done(clients, player);
}

/* ---- Messages about the table ---------------------------------------------------------------- */

/* How many of a player's moves all who may see them were sent. The opponent may not learn of secret
 * plots at all, so for those only the player itself counts. */
static uint32_t delivered_to_all(const struct load_player *mover)
{
    bool secrets = mover->table->session->terms.game->flags & BV_HAS_SECRETS;
    uint32_t least =
        mover->delivered[0] < mover->delivered[1] ? mover->delivered[0] : mover->delivered[1];
    return secrets ? mover->delivered[0] : least;
}

/* Keeps the first such message, to be shown. */
static void went_astray(struct load_clients *clients, const struct load_player *player,
                        const cJSON *message, const char *why)
{
    clients->figures.astray++;
    if (clients->figures.astray > 1) return;
    struct bv_out out = bv_out_into(clients->refusal, sizeof clients->refusal);
    bv_putf(&out, "wrong at table %s, side %d, node %u, after message %u: %.*s of number %d: %s",
            player->table->id, player->side, player->connection.node, player->received,
            BV_SPAN(fields_span(message, "type")), (int)message_n(message), why);
}

/* Whether a move of its own that the player receives is the one that must come next: a player sends
 * a move when it has received all before. */
static bool is_next(const struct load_player *player, int seat, struct bv_span token)
{
    return player->delivered[0] < player->sent && player->last.seat == seat &&
           bv_span_is(token, player->last.token);
}

static void receive_move(struct load_clients *clients, struct load_player *player,
                         const cJSON *message)
{
    const struct bv_terms *terms = &player->table->session->terms;
    int seat = bv_seat_named(terms, message_seat(message));
    if (seat < 0 || seat >= terms->form->seats) return;
    struct load_player *mover = &player->table->player[bv_side_of(terms, seat)];
    uint32_t before = delivered_to_all(mover);
    if (mover == player && !is_next(player, seat, message_token(message)))
        went_astray(clients, player, message, "a move that was not sent");
    mover->delivered[mover != player]++;
    int64_t from = mover->sent_at[before % LOAD_SENT_TIMES];
    if (delivered_to_all(mover) > before && from)
        histogram_add(&clients->figures.delivered, (uint64_t)(clock_microseconds() - from));
}

/* Messages are numbered without a gap, across reconnections and restarts; anything else is an error
 * of the server. False: this message is already known. */
static bool count_message(struct load_clients *clients, struct load_player *player,
                          const cJSON *message, bool whole)
{
    int64_t number = message_n(message);
    int64_t expected = (int64_t)player->received + !whole;
    if (number != expected) went_astray(clients, player, message, "out of order");
    bool news = whole || number > player->received;
    if (news) player->received = (uint32_t)number;
    return news;
}

static void receive_event(struct load_clients *clients, struct load_player *player,
                          const cJSON *message, struct bv_span text)
{
    const struct load_observer *observer = clients->settings.observer;
    enum message_type type = message_type_of(message);
    struct bv_span as = message_as(message);
    struct bv_span stage = message_stage(message);
    bool position = message_position(message).length > 0;
    bool whole = type == MESSAGE_TABLE;
    if (!player->table->id[0] || !bv_span_is(message_table(message), player->table->id) ||
        !as.length)
        return;
    bool watches = bv_span_is(as, "watcher"); /* before we are seated */
    int seat = watches ? -1 : bv_seat_named(&player->table->session->terms, as);
    if (observer) observer->received(observer->context, player, seat, message, text);
    if (watches) return;
    if (seat != load_channel_of_player(player)) {
        went_astray(clients, player, message, "for another seat");
        return;
    }
    if (!count_message(clients, player, message, whole)) return;
    if (whole) player->shown = player->settled = true;
    if (type == MESSAGE_PLAY) receive_move(clients, player, message);
    player->begun |= position && !bv_span_is(stage, "open");
    player->over |= message_result(message).length || bv_span_is(stage, "over");
    if (player->over) player->chosen = false;
    if (player->over)
        look_for_end(clients, player->table);
    else if (player->begun && position)
        choose(clients, player, message);
}

static void was_greeted(struct load_clients *clients, struct load_player *player)
{
    player->greeted = true;
    load_player_resume(clients, player);
}

void load_player_resume(struct load_clients *clients, struct load_player *player)
{
    if (player->table->id[0]) {
        subscribe(clients, player);
        move_again(clients, player);
    } else if (player->side == 0 && !player->opening) {
        open_table(clients, player);
    }
}

void load_player_receives(void *context, struct client_connection *connection, struct bv_span text)
{
    struct load_clients *clients = context;
    if (connection->number > 2 * clients->settings.tables) return; /* it only stays connected */
    struct load_player *player = (struct load_player *)connection;
    cJSON *message = fields_json_parse(text);
    enum message_type type = message_type_of(message);
    if (!message)
        clients->figures.astray++;
    else if (type == MESSAGE_HELLO)
        was_greeted(clients, player);
    else if (type == MESSAGE_DONE || type == MESSAGE_REFUSED)
        receive_answer(clients, player, message);
    else
        receive_event(clients, player, message, text);
    cJSON_Delete(message);
}

void load_player_lost(void *context, struct client_connection *connection)
{
    struct load_clients *clients = context;
    if (connection->number > 2 * clients->settings.tables) return;
    struct load_player *player = (struct load_player *)connection;
    const struct load_observer *observer = clients->settings.observer;
    if (observer) observer->lost(observer->context, player);
    if (player->opening) clients->opened--;
    player->opening = player->playing = 0;
    player->unanswered = 0;
    player->greeted = player->settled = player->shown = player->chosen = false;
}
