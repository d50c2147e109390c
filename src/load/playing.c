/* What the players of a crowd do when they hear something. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "call/fields.h"
#include "core/menu.h"
#include "load/patience.h"
#include "load/saying.h"

enum { NUMBER_MAX = 1 << 30 };

static struct bv_player *other_of(const struct bv_player *player)
{
    return &player->table->player[!player->side];
}

/* ---- Tables ------------------------------------------------------------------------------------------------------- */

/* Long enough for anybody, unless a clock of the house is wrong. */
#define TIME ",\"time\":{\"seconds\":120,\"increment\":2}"

/* A witness has every second table play against the clock. */
static bool is_timed(const struct bv_crowd *crowd, const struct bv_crowd_table *table)
{
    return crowd->wishes.witnesses && (table - crowd->table) / (ptrdiff_t)crowd->gamblers % 2;
}

static void open_table(struct bv_crowd *crowd, struct bv_player *player)
{
    struct bv_saying saying;
    const struct bv_terms *terms = &player->table->gambler->terms;
    if (crowd->wishes.games_most && crowd->opened >= crowd->wishes.games_most) return;
    if (!player->greeted) return;
    crowd->opened++;
    player->opening = bv_say_begin(player, &saying, "open");
    bv_say_field(&saying, "game", terms->game->id);
    bv_put(&saying.out, ",\"seats\":2,\"chairs\":{");
    for (int seat = 0; seat < terms->form->seats; seat++) {
        bv_put(&saying.out, seat ? ",\"" : "\"");
        bv_put(&saying.out, bv_seat_name(terms, seat));
        bv_put(&saying.out, bv_side_of(terms, seat) == player->side ? "\":\"me\"" : "\":\"open\"");
    }
    bv_put_char(&saying.out, '}');
    if (is_timed(crowd, player->table)) bv_put(&saying.out, TIME);
    bv_say_end(crowd, player, &saying);
}

/* Sits down where it belongs; said twice it does no harm. */
static void sit_down(struct bv_crowd *crowd, struct bv_player *player)
{
    struct bv_saying saying;
    const struct bv_terms *terms = &player->table->gambler->terms;
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (bv_side_of(terms, seat) != player->side) continue;
        bv_say_begin(player, &saying, "sit");
        bv_say_field(&saying, "seat", bv_seat_name(terms, seat));
        bv_say_end(crowd, player, &saying);
    }
}

/* The first opened the table and sits there already; the second sits down and starts, again until it has begun. */
static void attend(struct bv_crowd *crowd, struct bv_player *player)
{
    struct bv_saying saying;
    bool starts = player->side == 1 && !player->begun;
    if (!player->greeted) return; /* it will attend when it is */
    if (starts) sit_down(crowd, player);
    bv_say_begin(player, &saying, "attend");
    bv_put(&saying.out, ",\"since\":");
    bv_put_number(&saying.out, player->heard);
    bv_say_end(crowd, player, &saying);
    if (!starts) return;
    bv_say_begin(player, &saying, "start");
    bv_say_end(crowd, player, &saying);
}

static void forget_table(struct bv_player *player)
{
    player->heard = 0;
    player->shown = false;
    player->begun = player->over = false;
    player->chosen = false;
    player->playing = 0;
    player->told[0] = player->told[1] = 0;
}

/* Both go, and the first opens the next table. */
static void next_table(struct bv_crowd *crowd, struct bv_crowd_table *table)
{
    struct bv_saying saying;
    struct bv_ledger *ledger = table->ledger;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        struct bv_player *player = &table->player[side];
        bv_say_begin(player, &saying, "leave");
        bv_say_end(crowd, player, &saying);
        ledger->over |= player->over;
        forget_table(player);
    }
    table->ledger = bv_ledger_new(ledger->terms);
    memcpy((void *)table->ledger->cookie, (const void *)ledger->cookie, sizeof ledger->cookie);
    crowd->finished++;
    crowd->figures.games++;
    if (crowd->wishes.keeps_ledgers) {
        ledger->next = crowd->past;
        crowd->past = ledger;
    } else {
        bv_ledger_free(ledger);
    }
    open_table(crowd, &table->player[0]);
}

/* ---- Moves ---------------------------------------------------------------------------------------------------------- */

static int64_t time_of_day(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Sends the move that the ledger knows as not answered. */
static void put_move(struct bv_crowd *crowd, struct bv_player *player)
{
    struct bv_saying saying;
    struct bv_span token = bv_ledger_open_move(player->table->ledger, player->side);
    struct bv_span seat;
    bv_take_word(&token, &seat);
    bv_take_char(&token, ' ');
    player->playing = bv_say_begin(player, &saying, "play");
    bv_put(&saying.out, ",\"seat\":\"");
    bv_put_span(&saying.out, seat);
    bv_put(&saying.out, "\",\"token\":\"");
    bv_put_span(&saying.out, token);
    bv_put(&saying.out, "\",\"key\":\"");
    bv_put_number(&saying.out, player->caller.number);
    bv_put_char(&saying.out, '.');
    bv_put_number(&saying.out, player->moves);
    bv_put_char(&saying.out, '"');
    bv_say_end(crowd, player, &saying);
}

/* Whether the two have made as many moves as they were asked to. */
static bool sent_enough(const struct bv_crowd *crowd, const struct bv_ledger *ledger)
{
    uint32_t most = crowd->wishes.moves_a_game;
    return most && ledger->side[0].count + ledger->side[1].count >= most;
}

void bv_player_move(struct bv_crowd *crowd, struct bv_player *player)
{
    struct bv_ledger *ledger = player->table->ledger;
    const struct bv_sent *sent = &ledger->side[player->side];
    if (!player->chosen || player->playing || !player->shown || crowd->quiet) return;
    if (sent_enough(crowd, ledger)) return;
    player->chosen = false;
    player->moves++;
    player->moved = player->sent_at[sent->count % BV_SENT_TIMES] = bv_load_now();
    player->moved_at = time_of_day();
    bv_ledger_send(ledger, player->seat, bv_span_of(player->token));
    put_move(crowd, player);
}

/* After a lost connection: whether the server knows the move or not, its key keeps it from being played twice. */
static void move_again(struct bv_crowd *crowd, struct bv_player *player)
{
    const struct bv_sent *sent = &player->table->ledger->side[player->side];
    if (sent->acknowledged == sent->count) return;
    player->sent_at[(sent->count - 1) % BV_SENT_TIMES] = 0;
    put_move(crowd, player);
}

/* A chosen move goes out when the one before was answered and we have seen what came of it. */
static void move_or_queue(struct bv_crowd *crowd, struct bv_player *player)
{
    const struct bv_sent *sent = &player->table->ledger->side[player->side];
    if (!player->chosen || player->playing || player->told[0] != sent->count) return;
    if (crowd->wishes.rate <= 0) {
        bv_player_move(crowd, player);
        return;
    }
    if (player->queued) return;
    player->queued = true;
    crowd->queue[(crowd->queue_first + crowd->queue_length++) % crowd->queue_size] = player;
}

static void choose(struct bv_crowd *crowd, struct bv_player *player, struct bv_span position,
                   struct bv_span to_act)
{
    struct bv_out token = bv_out_into(player->token, sizeof player->token);
    int seat = bv_gamble(player->table->gambler, &crowd->board.random, position, to_act,
                         player->side, &token);
    player->chosen = seat >= 0;
    player->seat = seat;
    if (seat < -1) crowd->figures.astray++;
    move_or_queue(crowd, player);
}

/* ---- The end ----------------------------------------------------------------------------------------------------- */

/* Goes on to the next table when both have seen the end, or all moves they were asked for are answered. */
static void look_for_end(struct bv_crowd *crowd, struct bv_crowd_table *table)
{
    const struct bv_player *player = table->player;
    const struct bv_ledger *ledger = table->ledger;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (ledger->side[side].count != ledger->side[side].acknowledged) return;
    if (sent_enough(crowd, ledger) || (player[0].over && player[1].over)) next_table(crowd, table);
}

/* ---- Hearing --------------------------------------------------------------------------------------------------------- */

enum { TYPE, RE, TABLE, AS, N, AT, SEAT, TOKEN, POSITION, TO_ACT, STAGE, RESULT, CLOCK, FIELDS };

static const char *const names[FIELDS] = {
    [TYPE] = "type",    [RE] = "re",       [TABLE] = "table",   [AS] = "as",
    [N] = "n",          [SEAT] = "seat",   [TOKEN] = "token",   [POSITION] = "position",
    [TO_ACT] = "toAct", [STAGE] = "stage", [RESULT] = "result", [AT] = "at",
    [CLOCK] = "clock",
};

static void was_opened(struct bv_crowd *crowd, struct bv_player *player, struct bv_span id)
{
    struct bv_ledger *ledger = player->table->ledger;
    player->opening = 0;
    if (!id.length || id.length >= sizeof ledger->table) return;
    memcpy(ledger->table, id.text, id.length);
    ledger->table[id.length] = '\0';
    attend(crowd, player);
    attend(crowd, other_of(player));
}

/* ---- Answers ------------------------------------------------------------------------------------------------------ */

static void was_done(struct bv_crowd *crowd, struct bv_player *player)
{
    struct bv_ledger *ledger = player->table->ledger;
    const struct bv_sent *sent = &ledger->side[player->side];
    int64_t from = player->sent_at[(sent->count - 1) % BV_SENT_TIMES];
    player->playing = 0;
    player->setbacks = 0;
    bv_ledger_acknowledge(ledger, player->side);
    crowd->figures.moves++;
    if (from) bv_histogram_add(&crowd->figures.done, (uint64_t)(bv_load_now() - from));
    bv_player_count_back(crowd, player);
    move_or_queue(crowd, player);
    look_for_end(crowd, player->table);
}

/* The first refusal is kept, to be shown. */
static void keep_refusal(struct bv_crowd *crowd, const struct bv_player *player, int64_t request,
                         struct bv_span text)
{
    if (crowd->refusal[0]) return;
    struct bv_out out = bv_out_into(crowd->refusal, sizeof crowd->refusal);
    bv_put(&out, request == player->playing ? "a move of " : "a wish of ");
    bv_put(&out, player->table->gambler->terms.game->id);
    bv_put(&out, " was refused: ");
    bv_put_span(&out, bv_field_of(text, "code"));
    bv_put_char(&out, ' ');
    bv_put_span(&out, bv_field_of(text, "detail"));
}

/* The house cannot do it now: nothing is known of a move until it is answered otherwise, so it stays what it is. */
static void was_put_off(struct bv_crowd *crowd, struct bv_player *player, int64_t request)
{
    if (request == player->opening) crowd->opened--;
    if (request == player->opening) player->opening = 0;
    if (request == player->playing) player->playing = 0;
    if (request == player->proving) player->proving = 0;
    bv_player_put_off(crowd, player);
}

static void was_refused(struct bv_crowd *crowd, struct bv_player *player, int64_t request,
                        struct bv_span text)
{
    struct bv_span code = bv_field_of(text, "code");
    if (bv_span_is(code, "begun")) return; /* we started it before a loss */
    if (crowd->wishes.witnesses && bv_is_trouble(code)) {
        was_put_off(crowd, player, request);
        return;
    }
    crowd->figures.refused++;
    keep_refusal(crowd, player, request, text);
    if (request == player->opening) player->opening = 0;
    if (request == player->proving) player->proving = 0;
    if (request != player->playing) return;
    /* Something else is chosen once the table was shown again. */
    player->playing = 0;
    bv_ledger_take_back(player->table->ledger, player->side);
    attend(crowd, player);
}

static void was_stored(struct bv_crowd *crowd, struct bv_player *player)
{
    player->proving = 0;
    player->setbacks = 0;
    player->said = true;
    bv_player_count_back(crowd, player);
}

static void hear_answer(struct bv_crowd *crowd, struct bv_player *player,
                        const struct bv_field *field, struct bv_span text)
{
    int64_t request = 0;
    bool good = bv_span_is(field[TYPE].value, "done");
    if (!bv_field_number(&field[RE], NUMBER_MAX, &request) || !request) return;
    if (player->unanswered) player->unanswered--;
    player->waiting_since = bv_load_now();
    if (!good)
        was_refused(crowd, player, request, text);
    else if (request == player->opening)
        was_opened(crowd, player, field[TABLE].value);
    else if (request == player->playing)
        was_done(crowd, player);
    else if (request == player->proving)
        was_stored(crowd, player);
}

/* ---- News of the table ---------------------------------------------------------------------------------------------- */

/* How many of a player's moves everybody who hears of them was told. What a side plots in secret the other may not
 * hear of at all, so there only the player itself counts. */
static uint32_t told_all(const struct bv_player *mover)
{
    bool secrets = mover->table->gambler->terms.game->flags & BV_HAS_SECRETS;
    uint32_t least = mover->told[0] < mover->told[1] ? mover->told[0] : mover->told[1];
    return secrets ? mover->told[0] : least;
}

/* A move of ours bears the time at which we made it, whatever the clocks of the nodes say. */
static void check_time(struct bv_crowd *crowd, const struct bv_player *player,
                       const struct bv_field *at)
{
    enum { LEEWAY = 2000 }; /* milliseconds */
    const struct bv_sent *sent = &player->table->ledger->side[player->side];
    int64_t moment = 0;
    if (!crowd->wishes.witnesses || sent->heard_count != sent->count) return;
    bv_field_number(at, INT64_MAX, &moment);
    if (moment < player->moved_at - LEEWAY || moment > time_of_day() + LEEWAY)
        crowd->figures.mistimed++;
}

static void hear_move(struct bv_crowd *crowd, struct bv_player *player,
                      const struct bv_field *field)
{
    struct bv_span seat = field[SEAT].value;
    struct bv_span token = field[TOKEN].value;
    const struct bv_terms *terms = &player->table->gambler->terms;
    int number = bv_seat_named(terms, seat);
    if (number < 0 || number >= terms->form->seats) return;
    struct bv_player *mover = &player->table->player[bv_side_of(terms, number)];
    uint32_t before = told_all(mover);
    if (mover == player && !bv_ledger_hear(player->table->ledger, player->side, seat, token))
        crowd->figures.astray++;
    if (mover == player) check_time(crowd, player, &field[AT]);
    mover->told[mover != player]++;
    int64_t from = mover->sent_at[before % BV_SENT_TIMES];
    if (told_all(mover) > before && from)
        bv_histogram_add(&crowd->figures.told, (uint64_t)(bv_load_now() - from));
}

/* The first such message is kept, to be shown. */
static void went_astray(struct bv_crowd *crowd, const struct bv_player *player,
                        const struct bv_field *field, int64_t expected)
{
    crowd->figures.astray++;
    if (crowd->figures.astray > 1) return;
    struct bv_out out = bv_out_into(crowd->refusal, sizeof crowd->refusal);
    bv_put(&out, "out of order at table ");
    bv_put(&out, player->table->ledger->table);
    bv_put(&out, ", side ");
    bv_put_number(&out, player->side);
    bv_put(&out, ", node ");
    bv_put_number(&out, player->caller.door);
    bv_put(&out, ": ");
    bv_put_span(&out, field[TYPE].value);
    bv_put(&out, " of number ");
    bv_put_span(&out, field[N].value);
    bv_put(&out, " where it should be ");
    bv_put_number(&out, expected);
}

/* Messages are numbered without a gap, across lost connections and restarts; whatever is not is the server's error.
 * False: we know this one already. */
static bool count_message(struct bv_crowd *crowd, struct bv_player *player,
                          const struct bv_field *field, bool whole)
{
    int64_t number = 0;
    bv_field_number(&field[N], NUMBER_MAX, &number);
    int64_t expected = (int64_t)player->heard + !whole;
    if (number != expected) went_astray(crowd, player, field, expected);
    bool news = whole || number > player->heard;
    if (news) player->heard = (uint32_t)number;
    return news;
}

/* For the proof. */
static void keep_told(struct bv_crowd *crowd, struct bv_player *player,
                      const struct bv_field *field, int channel, bool whole, struct bv_span text)
{
    struct bv_told told = {.channel = (uint8_t)channel, .whole = whole};
    struct bv_field at = {.name = "at"};
    int64_t number = 0;
    if (!crowd->wishes.witnesses || !bv_field_number(&field[N], NUMBER_MAX, &number)) return;
    told.number = (uint32_t)number;
    if (whole && bv_fields_find(field[CLOCK].value, &at, 1))
        bv_field_number(&at, INT64_MAX, &told.clock);
    bv_told_keep(&player->table->ledger->told[player->side], told, text, &crowd->texts);
}

static void hear_news(struct bv_crowd *crowd, struct bv_player *player,
                      const struct bv_field *field, struct bv_span text)
{
    struct bv_span type = field[TYPE].value;
    bool whole = bv_span_is(type, "table");
    if (!bv_has_table(player) || !bv_span_is(field[TABLE].value, player->table->ledger->table) ||
        !field[AS].value.length)
        return;
    bool watches = bv_span_is(field[AS].value, "watcher"); /* until we sit there */
    int seat = bv_seat_named(&player->table->gambler->terms, field[AS].value);
    keep_told(crowd, player, field, watches ? BV_SEATS_MAX : seat, whole, text);
    if (watches) return;
    if (seat != bv_channel_of_player(player)) {
        crowd->figures.misdirected++;
        return;
    }
    if (!count_message(crowd, player, field, whole)) return;
    if (whole) player->shown = player->settled = true;
    if (whole && crowd->fault_over) bv_player_prove(crowd, player);
    if (bv_span_is(type, "play")) hear_move(crowd, player, field);
    player->begun |= field[POSITION].value.length && !bv_span_is(field[STAGE].value, "open");
    player->over |= field[RESULT].value.length || bv_span_is(field[STAGE].value, "over");
    if (player->over) player->chosen = false;
    if (player->over)
        look_for_end(crowd, player->table);
    else if (player->begun && field[POSITION].value.length)
        choose(crowd, player, field[POSITION].value, field[TO_ACT].value);
}

static void was_greeted(struct bv_crowd *crowd, struct bv_player *player)
{
    player->greeted = true;
    bv_player_resume(crowd, player);
}

void bv_player_resume(struct bv_crowd *crowd, struct bv_player *player)
{
    if (bv_has_table(player)) {
        attend(crowd, player);
        move_again(crowd, player);
    } else if (player->side == 0 && !player->opening) {
        open_table(crowd, player);
    }
}

void bv_player_hears(void *context, struct bv_caller *caller, struct bv_span text)
{
    struct bv_crowd *crowd = context;
    struct bv_field field[FIELDS];
    for (int i = 0; i < FIELDS; i++) field[i].name = names[i];
    if (caller->number > 2 * crowd->wishes.tables) return; /* it only stays connected */
    struct bv_player *player = (struct bv_player *)caller;
    if (!bv_fields_find(text, field, FIELDS)) {
        crowd->figures.astray++;
        return;
    }
    if (bv_span_is(field[TYPE].value, "hello"))
        was_greeted(crowd, player);
    else if (bv_span_is(field[TYPE].value, "done") || bv_span_is(field[TYPE].value, "refused"))
        hear_answer(crowd, player, field, text);
    else
        hear_news(crowd, player, field, text);
}

void bv_player_lost(void *context, struct bv_caller *caller)
{
    struct bv_crowd *crowd = context;
    if (caller->number > 2 * crowd->wishes.tables) return;
    struct bv_player *player = (struct bv_player *)caller;
    if (player->opening) crowd->opened--;
    player->opening = player->playing = player->proving = 0;
    player->unanswered = 0;
    player->again = 0;
    player->greeted = player->settled = player->shown = player->chosen = false;
}
