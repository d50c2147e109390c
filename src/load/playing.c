/* How the players of the load client react to messages. */
#include <stdlib.h>
#include <string.h>

#include "client/message.h"
#include "core/menu.h"
#include "load/command_text.h"
#include "util/clock.h"
#include "util/fields.h"

enum { NUMBER_MAX = 1 << 30 };

static struct load_player *other_of(const struct load_player *player)
{
    return &player->table->player[!player->side];
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Longer than any game takes, unless a clock of the server is wrong. */
#define TIME ",\"time\":{\"seconds\":120,\"increment\":2}"

static bool is_timed(const struct load_clients *clients, const struct load_table *table)
{
    return clients->settings.timed && (table - clients->table) / (ptrdiff_t)clients->sessions % 2;
}

static void open_table(struct load_clients *clients, struct load_player *player)
{
    struct load_command command;
    const struct bv_terms *terms = &player->table->session->terms;
    if (clients->settings.games_most && clients->opened >= clients->settings.games_most) return;
    if (!player->greeted) return;
    clients->opened++;
    player->opening = load_command_begin(player, &command, "open");
    load_command_field(&command, "game", terms->game->id);
    bv_put(&command.out, ",\"seats\":2,\"chairs\":{");
    for (int seat = 0; seat < terms->form->seats; seat++) {
        bv_put(&command.out, seat ? ",\"" : "\"");
        bv_put(&command.out, bv_seat_name(terms, seat));
        bv_put(&command.out, bv_side_of(terms, seat) == player->side ? "\":\"me\"" : "\":\"open\"");
    }
    bv_put_char(&command.out, '}');
    if (is_timed(clients, player->table)) bv_put(&command.out, TIME);
    load_command_end(clients, player, &command);
}

/* Sits down at the seat of this player; sending it twice does no harm. */
static void sit_down(struct load_clients *clients, struct load_player *player)
{
    struct load_command command;
    const struct bv_terms *terms = &player->table->session->terms;
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (bv_side_of(terms, seat) != player->side) continue;
        load_command_begin(player, &command, "sit");
        load_command_field(&command, "seat", bv_seat_name(terms, seat));
        load_command_end(clients, player, &command);
    }
}

/* The first player opened the table and is seated already; the second sits down and starts,
 * repeatedly until the game has begun. */
static void subscribe(struct load_clients *clients, struct load_player *player)
{
    struct load_command command;
    bool starts = player->side == 1 && !player->begun;
    if (!player->greeted) return; /* it will subscribe once it is greeted */
    if (starts) sit_down(clients, player);
    load_command_begin(player, &command, "subscribe");
    bv_put(&command.out, ",\"since\":");
    bv_put_number(&command.out, player->heard);
    load_command_end(clients, player, &command);
    if (!starts) return;
    load_command_begin(player, &command, "start");
    load_command_end(clients, player, &command);
}

static void forget_table(struct load_player *player)
{
    player->heard = 0;
    player->shown = false;
    player->begun = player->over = false;
    player->chosen = false;
    player->playing = 0;
    player->sent = player->acknowledged = 0;
    player->told[0] = player->told[1] = 0;
}

/* Both leave, and the first opens the next table. */
static void next_table(struct load_clients *clients, struct load_table *table)
{
    struct load_command command;
    const struct load_observer *observer = clients->settings.observer;
    if (observer) observer->leaves(observer->context, table);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        load_command_begin(&table->player[side], &command, "leave");
        load_command_end(clients, &table->player[side], &command);
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
    struct load_command command;
    player->playing = load_command_begin(player, &command, "play");
    load_command_field(&command, "seat",
                       bv_seat_name(&player->table->session->terms, player->last.seat));
    load_command_field(&command, "token", player->last.token);
    bv_put(&command.out, ",\"key\":\"");
    bv_put_number(&command.out, player->connection.number);
    bv_put_char(&command.out, '.');
    bv_put_number(&command.out, player->moves);
    bv_put_char(&command.out, '"');
    load_command_end(clients, player, &command);
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
    if (!player->chosen || player->playing || player->told[0] != player->sent) return;
    if (clients->settings.rate <= 0) {
        load_player_move(clients, player);
        return;
    }
    if (player->queued) return;
    player->queued = true;
    clients->queue[(clients->queue_first + clients->queue_length++) % clients->queue_size] = player;
}

static void choose(struct load_clients *clients, struct load_player *player, const cJSON *message)
{
    struct bv_out token = bv_out_into(player->next.token, sizeof player->next.token);
    int seat = random_player_choose(player->table->session, &clients->loop.random, message,
                                    player->side, &token);
    player->chosen = seat >= 0;
    player->next.seat = seat;
    if (seat < -1) clients->figures.astray++;
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
    if (!id.length || id.length >= sizeof table->id) return;
    memcpy(table->id, id.text, id.length);
    table->id[id.length] = '\0';
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
    bv_put(&out, request == player->playing ? "a move of " : "a command of ");
    bv_put(&out, player->table->session->terms.game->id);
    bv_put(&out, " was refused: ");
    bv_put_span(&out, fields_span(message, "code"));
    bv_put_char(&out, ' ');
    bv_put_span(&out, fields_span(message, "detail"));
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

static void hear_answer(struct load_clients *clients, struct load_player *player,
                        const cJSON *message)
{
    const struct load_observer *observer = clients->settings.observer;
    int64_t request = 0;
    bool good = message_type_of(message) == MESSAGE_DONE;
    struct bv_span code = good ? (struct bv_span){NULL, 0} : fields_span(message, "code");
    if (!fields_number(message, "re", 1, NUMBER_MAX, &request)) return;
    if (player->unanswered) player->unanswered--;
    player->waiting_since = clock_microseconds();
    if (bv_span_is(code, "begun")) return; /* we started it before we lost the connection */
    if (observer && observer->answered(observer->context, player, (uint32_t)request, code))
        was_put_off(clients, player, request);
    else if (!good)
        was_refused(clients, player, request, message);
    else if (request == player->opening)
        was_opened(clients, player, fields_span(message, "table"));
    else if (request == player->playing)
        was_done(clients, player);
}

/* ---- Messages about the table ---------------------------------------------------------------- */

/* How many of a player's moves all who may see them were sent. The opponent may not learn of secret
 * plots at all, so for those only the player itself counts. */
static uint32_t told_all(const struct load_player *mover)
{
    bool secrets = mover->table->session->terms.game->flags & BV_HAS_SECRETS;
    uint32_t least = mover->told[0] < mover->told[1] ? mover->told[0] : mover->told[1];
    return secrets ? mover->told[0] : least;
}

static int64_t number_of(const cJSON *message)
{
    int64_t number = 0;
    fields_number(message, "n", 0, NUMBER_MAX, &number);
    return number;
}

/* Keeps the first such message, to be shown. */
static void went_astray(struct load_clients *clients, const struct load_player *player,
                        const cJSON *message, const char *why)
{
    clients->figures.astray++;
    if (clients->figures.astray > 1) return;
    struct bv_out out = bv_out_into(clients->refusal, sizeof clients->refusal);
    bv_put(&out, "wrong at table ");
    bv_put(&out, player->table->id);
    bv_put(&out, ", side ");
    bv_put_number(&out, player->side);
    bv_put(&out, ", node ");
    bv_put_number(&out, player->connection.node);
    bv_put(&out, ", after message ");
    bv_put_number(&out, player->heard);
    bv_put(&out, ": ");
    bv_put_span(&out, fields_span(message, "type"));
    bv_put(&out, " of number ");
    bv_put_number(&out, number_of(message));
    bv_put(&out, ": ");
    bv_put(&out, why);
}

/* Whether a move of its own that the player hears of is the one that must come next: a player sends
 * a move when it has heard of all before. */
static bool is_next(const struct load_player *player, int seat, struct bv_span token)
{
    return player->told[0] < player->sent && player->last.seat == seat &&
           bv_span_is(token, player->last.token);
}

static void hear_move(struct load_clients *clients, struct load_player *player,
                      const cJSON *message)
{
    const struct bv_terms *terms = &player->table->session->terms;
    int seat = bv_seat_named(terms, fields_span(message, "seat"));
    if (seat < 0 || seat >= terms->form->seats) return;
    struct load_player *mover = &player->table->player[bv_side_of(terms, seat)];
    uint32_t before = told_all(mover);
    if (mover == player && !is_next(player, seat, fields_span(message, "token")))
        went_astray(clients, player, message, "a move that was not sent");
    mover->told[mover != player]++;
    int64_t from = mover->sent_at[before % LOAD_SENT_TIMES];
    if (told_all(mover) > before && from)
        histogram_add(&clients->figures.told, (uint64_t)(clock_microseconds() - from));
}

/* Messages are numbered without a gap, across reconnections and restarts; anything else is an error
 * of the server. False: this message is already known. */
static bool count_message(struct load_clients *clients, struct load_player *player,
                          const cJSON *message, bool whole)
{
    int64_t number = number_of(message);
    int64_t expected = (int64_t)player->heard + !whole;
    if (number != expected) went_astray(clients, player, message, "out of order");
    bool news = whole || number > player->heard;
    if (news) player->heard = (uint32_t)number;
    return news;
}

static void hear_news(struct load_clients *clients, struct load_player *player,
                      const cJSON *message, struct bv_span text)
{
    const struct load_observer *observer = clients->settings.observer;
    enum message_type type = message_type_of(message);
    struct bv_span as = fields_span(message, "as");
    struct bv_span stage = fields_span(message, "stage");
    bool position = fields_span(message, "position").length > 0;
    bool whole = type == MESSAGE_TABLE;
    if (!load_has_table(player) || !bv_span_is(fields_span(message, "table"), player->table->id) ||
        !as.length)
        return;
    bool watches = bv_span_is(as, "watcher"); /* before we are seated */
    int seat = watches ? -1 : bv_seat_named(&player->table->session->terms, as);
    if (observer) observer->told(observer->context, player, seat, message, text);
    if (watches) return;
    if (seat != load_channel_of_player(player)) {
        went_astray(clients, player, message, "for another seat");
        return;
    }
    if (!count_message(clients, player, message, whole)) return;
    if (whole) player->shown = player->settled = true;
    if (type == MESSAGE_PLAY) hear_move(clients, player, message);
    player->begun |= position && !bv_span_is(stage, "open");
    player->over |= fields_span(message, "result").length || bv_span_is(stage, "over");
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
    if (load_has_table(player)) {
        subscribe(clients, player);
        move_again(clients, player);
    } else if (player->side == 0 && !player->opening) {
        open_table(clients, player);
    }
}

void load_player_hears(void *context, struct client_connection *connection, struct bv_span text)
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
        hear_answer(clients, player, message);
    else
        hear_news(clients, player, message, text);
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
