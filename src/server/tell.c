#include "server/tell.h"

#include "core/describe.h"
#include "core/menu.h"
#include "server/people/people.h"

enum { ALL_CHANNELS = (1 << BV_CHANNELS) - 1, WATCHERS = 1 << BV_SEATS_MAX };

static const char *const stages[] = {
    [BV_TABLE_OPEN] = "open", [BV_TABLE_PLAYING] = "playing", [BV_TABLE_OVER] = "over"};

/* What a verb's amount and text are called in messages; keys never leave the house. */
static const struct {
    const char *amount;
    const char *text;
} labels[BV_VERBS] = {
    [BV_SIT] = {NULL, "name"},      [BV_COMPUTER] = {"level", NULL},
    [BV_KEEP] = {"people", NULL},   [BV_JOIN] = {NULL, "name"},
    [BV_WORD] = {NULL, "word"},     [BV_PLAY] = {NULL, "token"},
    [BV_ROLL] = {NULL, "token"},    [BV_PROPOSE] = {NULL, "token"},
    [BV_VACATION] = {"days", NULL}, [BV_SAY] = {NULL, "text"},
    [BV_NEXT] = {NULL, "next"},     [BV_CREDIT] = {"milliseconds", NULL},
};

/* ---- Who hears ------------------------------------------------------------------------------------------------ */

static uint32_t channels_of_side(const struct bv_table *table, int side)
{
    return bv_seats_of_side(bv_table_terms(table), side);
}

static bool has_channel(const struct bv_table *table, int channel)
{
    return channel == BV_SEATS_MAX || channel < bv_table_terms(table)->form->seats;
}

/* What a channel sees of a state of this table: everything once the game is over. */
static void look(const struct bv_table *table, const union bv_state *state, int channel,
                 union bv_state *view)
{
    if (table->stage == BV_TABLE_OVER)
        bv_state_copy(bv_table_terms(table)->game, view, state);
    else
        bv_view(bv_table_terms(table), state, bv_seat_of_channel(channel), view);
}

static uint32_t events_of(const struct bv_table *table, const struct bv_effect *effect,
                          struct bv_event *list)
{
    const struct bv_terms *terms = bv_table_terms(table);
    return terms->game->events(terms, &effect->before, effect->seat, effect->action, &table->state,
                               list);
}

static bool may_know(const struct bv_table *table, const struct bv_event *event, int channel)
{
    return table->stage == BV_TABLE_OVER ||
           event->audience & bv_seat_bit(bv_seat_of_channel(channel));
}

/* In a game with secrets a token is heard of where it shows: in an event, or in the position. */
static bool hears_token(const struct bv_table *table, const struct bv_effect *effect, int channel)
{
    struct bv_event event[BV_EVENTS_MAX];
    union bv_state before;
    union bv_state after;
    uint32_t count = events_of(table, effect, event);
    for (uint32_t i = 0; i < count; i++)
        if (may_know(table, &event[i], channel)) return true;
    look(table, &effect->before, channel, &before);
    look(table, &table->state, channel, &after);
    return !bv_state_same(bv_table_terms(table)->game, &before, &after);
}

static uint32_t hear_token(const struct bv_table *table, const struct bv_effect *effect)
{
    uint32_t heard = 0;
    if (!(bv_table_terms(table)->game->flags & BV_HAS_SECRETS) || table->stage == BV_TABLE_OVER)
        return ALL_CHANNELS;
    for (int channel = 0; channel < BV_CHANNELS; channel++)
        if (has_channel(table, channel) && hears_token(table, effect, channel))
            heard |= 1u << channel;
    return heard;
}

uint32_t bv_heard_by(const struct bv_table *table, const struct bv_deed *deed,
                     const struct bv_effect *effect)
{
    switch (deed->verb) {
    case BV_PLAY:
    case BV_ROLL: return hear_token(table, effect);
    case BV_SAY:
        return deed->side == BV_ROOM_TABLE ? (uint32_t)ALL_CHANNELS
                                           : channels_of_side(table, deed->side);
    case BV_PROPOSE: return channels_of_side(table, bv_side_of(bv_table_terms(table), deed->seat));
    case BV_AGREE:
    case BV_OBJECT: return channels_of_side(table, deed->side);
    default: return ALL_CHANNELS;
    }
}

/* ---- Pieces of messages ----------------------------------------------------------------------------------------- */

static void put_head(const struct bv_table *table, const char *type, int channel,
                     struct bv_out *out)
{
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "type", type);
    bv_json_text(out, "table", table->id);
    bv_json_text(out, "as",
                 channel == BV_SEATS_MAX ? "watcher"
                                         : bv_seat_name(bv_table_terms(table), channel));
    bv_json_number(out, "n", table->told[channel]);
}

static void put_seats(const struct bv_terms *terms, const char *name, bv_seats seats,
                      struct bv_out *out)
{
    bv_json_open(out, name, '[');
    for (int seat = 0; seat <= BV_CHANCE; seat++)
        if (seats & bv_seat_bit(seat)) bv_json_text(out, NULL, bv_seat_name(terms, seat));
    bv_json_close(out, ']');
}

static void put_position(const struct bv_table *table, int channel, struct bv_out *out)
{
    char text[BV_POSITION_MAX];
    union bv_state view;
    const struct bv_terms *terms = bv_table_terms(table);
    struct bv_out position = bv_out_into(text, sizeof text);
    look(table, &table->state, channel, &view);
    terms->game->write(terms, &view, &position);
    bv_json_text(out, "position", text);
    put_seats(terms, "toAct", bv_seen_to_act(table, bv_seat_of_channel(channel)), out);
}

static void put_sides(const struct bv_table *table, const char *name, uint8_t sides,
                      struct bv_out *out)
{
    bv_json_open(out, name, '[');
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (sides & 1 << side)
            bv_json_text(out, NULL, bv_table_terms(table)->game->side[side].name);
    bv_json_close(out, ']');
}

/* The sides that a channel takes to be at their turn. */
static uint8_t sides_to_act(const struct bv_table *table, int channel)
{
    bv_seats acting = bv_seen_to_act(table, bv_seat_of_channel(channel));
    if (acting == bv_seat_bit(BV_CHANCE)) return table->clock.running;
    return bv_sides_among(bv_table_terms(table), acting);
}

/* Days of vacation that are left, and until when a side is away. */
static void put_vacations(const struct bv_table *table, struct bv_out *out)
{
    const struct bv_side *side = bv_table_terms(table)->game->side;
    bv_json_open(out, "vacation", '{');
    for (int i = 0; i < BV_SIDES_MAX; i++)
        bv_json_number(out, side[i].name, table->clock.vacation_left[i] / BV_DAY);
    bv_json_close(out, '}');
    bv_json_open(out, "awayUntil", '{');
    for (int i = 0; i < BV_SIDES_MAX; i++)
        if (table->clock.away_until[i])
            bv_json_number(out, side[i].name, table->clock.away_until[i]);
    bv_json_close(out, '}');
}

/* What each side has left at that moment, as far as the channel may know: a secret turn that is completed is a secret
 * until it is shown, so its clock seems to run on. */
static void put_clock(const struct bv_table *table, int channel, int64_t at, struct bv_out *out)
{
    const struct bv_clock *clock = &table->clock;
    if (clock->control.mode == BV_TIME_NONE) return;
    uint8_t acting = sides_to_act(table, channel);
    int64_t now = bv_table_time(table, at);
    bv_json_open(out, "clock", '{');
    bv_json_number(out, "at", at);
    bv_json_open(out, "left", '{');
    for (int side = 0; side < BV_SIDES_MAX; side++)
        bv_json_number(out, bv_table_terms(table)->game->side[side].name,
                       acting & 1 << side ? bv_clock_seems_left(clock, side, now)
                                          : bv_clock_left(clock, side, now));
    bv_json_close(out, '}');
    put_sides(table, "running", acting, out);
    if (clock->control.mode == BV_TIME_DAYS) put_vacations(table, out);
    bv_json_close(out, '}');
}

/* The events that a channel may know; whether that is all of them, and there are some. */
static bool put_events(const struct bv_table *table, const struct bv_effect *effect, int channel,
                       struct bv_out *out)
{
    struct bv_event event[BV_EVENTS_MAX];
    uint32_t count = events_of(table, effect, event);
    uint32_t known = 0;
    bv_json_open(out, "events", '[');
    for (uint32_t i = 0; i < count; i++) {
        if (!may_know(table, &event[i], channel)) continue;
        known++;
        bv_describe_event(bv_table_terms(table), &event[i], out);
    }
    bv_json_close(out, ']');
    return count && known == count;
}

/* The end, and with it the seed of the dice. */
static void put_end(const struct bv_table *table, struct bv_out *out)
{
    char text[96];
    if (table->stage != BV_TABLE_OVER) return;
    struct bv_out result = bv_out_into(text, sizeof text);
    bv_table_result(table, &result);
    bv_json_text(out, "result", text);
    bv_json_hex(out, "seed", table->setup.seed, BV_SEED_SIZE);
}

void bv_tell_ratings(const struct bv_table *table, struct bv_out *out)
{
    if (!table->rating[0].after) return;
    bv_json_open(out, "ratings", '{');
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bv_json_open(out, bv_table_terms(table)->game->side[side].name, '{');
        bv_json_number(out, "before", table->rating[side].before);
        bv_json_number(out, "after", table->rating[side].after);
        bv_json_close(out, '}');
    }
    bv_json_close(out, '}');
}

/* ---- Messages ------------------------------------------------------------------------------------------------------ */

/* A token itself is told to one's own side, and to those who may know all that it did. */
static bool tells_token(const struct bv_table *table, const struct bv_effect *effect, int channel,
                        bool knows_all_events)
{
    const struct bv_terms *terms = bv_table_terms(table);
    if (knows_all_events || !(terms->game->flags & BV_HAS_SECRETS)) return true;
    if (table->stage == BV_TABLE_OVER) return true;
    return channel < BV_SEATS_MAX && effect->seat < BV_SEATS_MAX &&
           bv_side_of(terms, channel) == bv_side_of(terms, effect->seat);
}

static void put_fields(const struct bv_table *table, const struct bv_deed *deed, struct bv_out *out)
{
    const struct bv_terms *terms = bv_table_terms(table);
    unsigned fields = bv_verb_fields(deed->verb);
    if (fields & BV_FIELD_SEAT) bv_json_text(out, "seat", bv_seat_name(terms, deed->seat));
    if (fields & BV_FIELD_SIDE) bv_json_text(out, "side", terms->game->side[deed->side].name);
    if (fields & BV_FIELD_ROOM)
        bv_json_text(out, "room",
                     deed->side == BV_ROOM_TABLE ? "table" : terms->game->side[deed->side].name);
    if (fields & BV_FIELD_AMOUNT && labels[deed->verb].amount)
        bv_json_number(out, labels[deed->verb].amount, deed->amount);
    if (fields & BV_FIELD_PERSON && deed->person[0]) bv_json_text(out, "person", deed->person);
}

/* Who sits down is told of by the name that they have at this table. */
static struct bv_span text_of(const struct bv_table *table, const struct bv_deed *deed)
{
    int at = deed->verb == BV_SIT ? bv_holder_at(table, deed->seat, deed->person) : -1;
    return at < 0 ? deed->text : bv_span_of(table->chair[deed->seat].holder[at].name);
}

/* With the end of the game, however it comes, the whole position is shown. */
static bool ends_game(const struct bv_table *table, enum bv_verb verb)
{
    return verb == BV_ACCEPT || verb == BV_RESIGN || verb == BV_FLAG || verb == BV_ABANDON ||
           (verb == BV_CANCEL && table->begun);
}

void bv_tell_deed(const struct bv_table *table, const struct bv_deed *deed,
                  const struct bv_effect *effect, int channel, struct bv_out *out)
{
    bool token = deed->verb == BV_PLAY || deed->verb == BV_ROLL;
    bool moved = token || deed->verb == BV_TAKE_BACK || deed->verb == BV_START ||
                 ends_game(table, deed->verb);
    bool text = bv_verb_fields(deed->verb) & BV_FIELD_TEXT;
    put_head(table, bv_verb_name(deed->verb), channel, out);
    bv_json_number(out, "at", deed->at);
    put_fields(table, deed, out);
    if (deed->verb == BV_ASK) bv_json_number(out, "tokens", (int64_t)table->moves - deed->amount);
    if (deed->verb == BV_TAKE_BACK) bv_json_number(out, "tokens", (int64_t)effect->undone);
    if (token) text = tells_token(table, effect, channel, put_events(table, effect, channel, out));
    if (text && labels[deed->verb].text)
        bv_json_span(out, labels[deed->verb].text, text_of(table, deed));
    if (moved) put_position(table, channel, out);
    put_clock(table, channel, deed->at, out);
    if (deed->verb == BV_RATED) bv_tell_ratings(table, out);
    put_end(table, out);
    bv_json_close(out, '}');
}

void bv_tell_muted(const struct bv_table *table, int channel, struct bv_out *out)
{
    put_head(table, bv_verb_name(BV_SAY), channel, out);
    bv_json_bool(out, "muted", true);
    bv_json_close(out, '}');
}

static void put_person(const struct bv_holder *who, struct bv_out *out)
{
    bv_json_text(out, "person", who->person);
    bv_json_text(out, "name", who->name);
    if (bv_is_bot(who->person)) bv_json_bool(out, "bot", true);
}

static void put_chair(const struct bv_table *table, int seat, struct bv_out *out)
{
    const struct bv_terms *terms = bv_table_terms(table);
    const struct bv_chair *chair = &table->chair[seat];
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "seat", terms->form->seat[seat].name);
    bv_json_text(out, "side", terms->game->side[bv_side_of(terms, seat)].name);
    bv_json_number(out, "level", chair->level);
    bv_json_bool(out, "kept", chair->kept);
    bv_json_number(out, "invited", chair->invitation.people);
    bv_json_open(out, "people", '[');
    for (int i = 0; i < chair->holders; i++) {
        bv_json_open(out, NULL, '{');
        put_person(&chair->holder[i], out);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
    if (table->dice.word[seat][0]) bv_json_text(out, "word", table->dice.word[seat]);
    bv_json_close(out, '}');
}

static void put_chairs(const struct bv_table *table, struct bv_out *out)
{
    bv_json_open(out, "chairs", '[');
    for (int seat = 0; seat < bv_table_terms(table)->form->seats; seat++)
        put_chair(table, seat, out);
    bv_json_close(out, ']');
}

static void put_joinings(const struct bv_table *table, struct bv_out *out)
{
    bv_json_open(out, "joining", '[');
    for (int i = 0; i < table->joinings; i++) {
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "seat", bv_seat_name(bv_table_terms(table), table->joining[i].seat));
        put_person(&table->joining[i].who, out);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
}

static void put_proposal(const struct bv_table *table, int channel, struct bv_out *out)
{
    if (channel == BV_SEATS_MAX) return;
    const struct bv_terms *terms = bv_table_terms(table);
    const struct bv_proposal *proposal = &table->proposal[bv_side_of(terms, channel)];
    if (proposal->seat < 0) return;
    bv_json_open(out, "proposal", '{');
    bv_json_text(out, "seat", bv_seat_name(terms, proposal->seat));
    bv_json_text(out, "person", proposal->person);
    bv_json_text(out, "token", proposal->token);
    bv_json_close(out, '}');
}

void bv_tell_table(const struct bv_table *table, int channel, int64_t now, struct bv_out *out)
{
    uint8_t commitment[BV_COMMITMENT_SIZE];
    put_head(table, "table", channel, out);
    bv_json_text(out, "stage", stages[table->stage]);
    bv_setup_write(&table->setup, out);
    bv_setup_write_board(&table->setup, out);
    bv_json_bool(out, "fromPosition", table->setup.from_position);
    bv_json_text(out, "owner", table->setup.owner);
    bv_dice_commitment(table->setup.seed, commitment);
    bv_json_hex(out, "commitment", commitment, sizeof commitment);
    put_chairs(table, out);
    put_position(table, channel, out);
    put_clock(table, channel, now, out);
    put_sides(table, "offer", table->offering < 0 ? 0 : (uint8_t)(1 << table->offering), out);
    put_sides(table, "ask", table->asking < 0 ? 0 : (uint8_t)(1 << table->asking), out);
    put_sides(table, "rematch", table->again, out);
    put_joinings(table, out);
    put_proposal(table, channel, out);
    if (table->next[0]) bv_json_text(out, "next", table->next);
    bv_tell_ratings(table, out);
    put_end(table, out);
    bv_json_close(out, '}');
}

void bv_tell_summary(const struct bv_table *table, struct bv_out *out)
{
    bv_json_text(out, "table", table->id);
    bv_json_text(out, "stage", stages[table->stage]);
    bv_setup_write(&table->setup, out);
    put_chairs(table, out);
}

void bv_tell_legal(const struct bv_table *table, int seat, struct bv_out *out)
{
    static bv_action list[BV_LIST_MAX];
    union bv_state view;
    const struct bv_terms *terms = bv_table_terms(table);
    uint32_t count = 0;
    look(table, &table->state, seat, &view);
    if (bv_table_to_act(table) & bv_seat_bit(seat))
        count = terms->game->legal(terms, &view, seat, list);
    bv_json_bool(out, "all", count <= BV_LEGAL_TOLD);
    bv_json_open(out, "legal", '[');
    for (uint32_t i = 0; i < count && i < BV_LEGAL_TOLD; i++) {
        char text[BV_TOKEN_MAX];
        struct bv_out token = bv_out_into(text, sizeof text);
        terms->game->token(terms, list[i], &token);
        bv_json_text(out, NULL, text);
    }
    bv_json_close(out, ']');
}
