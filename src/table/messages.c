#include "table/messages.h"

#include "core/describe.h"
#include "core/ids.h"
#include "table/replies.h"

enum { ALL_CHANNELS = (1 << TABLE_CHANNELS) - 1 };

/* The names of a verb's amount and text in messages; keys never leave the server. */
static const struct {
    const char *amount;
    const char *text;
} labels[TABLE_VERBS] = {
    [TABLE_SIT] = {NULL, "name"},       [TABLE_COMPUTER] = {"level", NULL},
    [TABLE_RESERVE] = {"people", NULL}, [TABLE_JOIN] = {NULL, "name"},
    [TABLE_WORD] = {NULL, "word"},      [TABLE_PLAY] = {NULL, "token"},
    [TABLE_ROLL] = {NULL, "token"},     [TABLE_PROPOSE] = {NULL, "token"},
    [TABLE_VACATION] = {"days", NULL},  [TABLE_SAY] = {NULL, "text"},
    [TABLE_NEXT] = {NULL, "next"},      [TABLE_CREDIT] = {"milliseconds", NULL},
};

/* ---- Which channels get a message ------------------------------------------------------------ */

static uint32_t channels_of_side(const struct table *table, int side)
{
    return bv_seats_of_side(table_terms(table), side);
}

static bool has_channel(const struct table *table, int channel)
{
    return channel == BV_SEATS_MAX || channel < table_terms(table)->form->seats;
}

/* What a channel sees of a state of this table: everything once the game is over. */
static void view_of(const struct table *table, const union bv_state *state, int channel,
                    union bv_state *view)
{
    if (table->stage == TABLE_OVER)
        bv_state_copy(table_terms(table)->game, view, state);
    else
        bv_view(table_terms(table), state, table_seat_of_channel(channel), view);
}

static uint32_t events_of(const struct table *table, const struct table_effect *effect,
                          struct bv_event *list)
{
    const struct bv_terms *terms = table_terms(table);
    return terms->game->events(terms, &effect->before, effect->seat, effect->action, &table->state,
                               list);
}

static bool may_know(const struct table *table, const struct bv_event *event, int channel)
{
    return table->stage == TABLE_OVER ||
           event->audience & bv_seat_bit(table_seat_of_channel(channel));
}

/* In a game with secrets a channel gets a message about a token if it sees an event or a change of
 * the position. */
static bool sees_token(const struct table *table, const struct table_effect *effect, int channel)
{
    struct bv_event event[BV_EVENTS_MAX];
    union bv_state before;
    union bv_state after;
    uint32_t count = events_of(table, effect, event);
    for (uint32_t i = 0; i < count; i++)
        if (may_know(table, &event[i], channel)) return true;
    view_of(table, &effect->before, channel, &before);
    view_of(table, &table->state, channel, &after);
    return !bv_state_same(table_terms(table)->game, &before, &after);
}

static uint32_t channels_of_token(const struct table *table, const struct table_effect *effect)
{
    uint32_t channels = 0;
    if (!(table_terms(table)->game->flags & BV_HAS_SECRETS) || table->stage == TABLE_OVER)
        return ALL_CHANNELS;
    for (int channel = 0; channel < TABLE_CHANNELS; channel++)
        if (has_channel(table, channel) && sees_token(table, effect, channel))
            channels |= 1u << channel;
    return channels;
}

uint32_t messages_channels(const struct table *table, const struct table_event *event,
                           const struct table_effect *effect)
{
    switch (event->verb) {
    case TABLE_PLAY:
    case TABLE_ROLL: return channels_of_token(table, effect);
    case TABLE_SAY:
        return event->side == TABLE_AUDIENCE_ALL ? (uint32_t)ALL_CHANNELS
                                                 : channels_of_side(table, event->side);
    case TABLE_PROPOSE: return channels_of_side(table, bv_side_of(table_terms(table), event->seat));
    case TABLE_AGREE:
    case TABLE_OBJECT:
    case TABLE_PREPARE: return channels_of_side(table, event->side);
    default: return ALL_CHANNELS;
    }
}

/* ---- Parts of messages ----------------------------------------------------------------------- */

static void put_head(const struct table *table, const char *type, int channel, struct bv_out *out)
{
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "type", type);
    bv_json_text(out, "table", table->id);
    bv_json_text(out, "as",
                 channel == BV_SEATS_MAX ? "watcher" : bv_seat_name(table_terms(table), channel));
    bv_json_number(out, "n", table->messages[channel]);
}

static void put_seats(const struct bv_terms *terms, const char *name, bv_seats seats,
                      struct bv_out *out)
{
    bv_json_open(out, name, '[');
    for (int seat = 0; seat <= BV_CHANCE; seat++)
        if (seats & bv_seat_bit(seat)) bv_json_text(out, NULL, bv_seat_name(terms, seat));
    bv_json_close(out, ']');
}

static void put_position(const struct table *table, int channel, struct bv_out *out)
{
    char text[BV_POSITION_MAX];
    union bv_state view;
    const struct bv_terms *terms = table_terms(table);
    struct bv_out position = bv_out_into(text, sizeof text);
    view_of(table, &table->state, channel, &view);
    terms->game->write(terms, &view, &position);
    bv_json_text(out, "position", text);
    put_seats(terms, "toAct", table_seen_to_act(table, table_seat_of_channel(channel)), out);
}

static void put_sides(const struct table *table, const char *name, uint8_t sides,
                      struct bv_out *out)
{
    bv_json_open(out, name, '[');
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (sides & 1 << side) bv_json_text(out, NULL, table_terms(table)->game->side[side].name);
    bv_json_close(out, ']');
}

/* The sides that are to act, as the channel sees it. */
static uint8_t sides_to_act(const struct table *table, int channel)
{
    bv_seats acting = table_seen_to_act(table, table_seat_of_channel(channel));
    if (acting == bv_seat_bit(BV_CHANCE)) return table->clock.running;
    return table_sides_among(table_terms(table), acting);
}

/* The remaining days of vacation, and until when a side is away. */
static void put_vacations(const struct table *table, struct bv_out *out)
{
    const struct bv_side *side = table_terms(table)->game->side;
    bv_json_open(out, "vacation", '{');
    for (int i = 0; i < BV_SIDES_MAX; i++)
        bv_json_number(out, side[i].name, table->clock.vacation_left[i] / TABLE_DAY);
    bv_json_close(out, '}');
    bv_json_open(out, "awayUntil", '{');
    for (int i = 0; i < BV_SIDES_MAX; i++)
        if (table->clock.away_until[i])
            bv_json_number(out, side[i].name, table->clock.away_until[i]);
    bv_json_close(out, '}');
}

/* The remaining time of each side at that moment, as far as the channel may know: a turn that was
 * completed in secret stays secret until it is shown, so its clock seems to run on. */
static void put_clock(const struct table *table, int channel, int64_t at, struct bv_out *out)
{
    const struct table_clock *clock = &table->clock;
    if (clock->control.mode == TABLE_TIME_NONE) return;
    uint8_t acting = sides_to_act(table, channel);
    int64_t now = table_time(table, at);
    bv_json_open(out, "clock", '{');
    bv_json_number(out, "at", at);
    bv_json_open(out, "left", '{');
    for (int side = 0; side < BV_SIDES_MAX; side++)
        bv_json_number(out, table_terms(table)->game->side[side].name,
                       acting & 1 << side ? table_clock_seems_left(clock, side, now)
                                          : table_clock_left(clock, side, now));
    bv_json_close(out, '}');
    put_sides(table, "running", acting, out);
    if (clock->control.mode == TABLE_TIME_DAYS) put_vacations(table, out);
    bv_json_close(out, '}');
}

/* Writes the events that a channel may know; returns whether these are all, and at least one. */
static bool put_events(const struct table *table, const struct table_effect *effect, int channel,
                       struct bv_out *out)
{
    struct bv_event event[BV_EVENTS_MAX];
    uint32_t count = events_of(table, effect, event);
    uint32_t known = 0;
    bv_json_open(out, "events", '[');
    for (uint32_t i = 0; i < count; i++) {
        if (!may_know(table, &event[i], channel)) continue;
        known++;
        bv_describe_event(table_terms(table), &event[i], out);
    }
    bv_json_close(out, ']');
    return count && known == count;
}

/* The result, and with it the seed of the dice. */
static void put_end(const struct table *table, struct bv_out *out)
{
    char text[96];
    if (table->stage != TABLE_OVER) return;
    struct bv_out result = bv_out_into(text, sizeof text);
    table_result(table, &result);
    bv_json_text(out, "result", text);
    bv_json_hex(out, "seed", table->setup.seed, BV_SEED_SIZE);
}

void messages_ratings(const struct table *table, struct bv_out *out)
{
    if (!table->rating[0].after) return;
    bv_json_open(out, "ratings", '{');
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bv_json_open(out, table_terms(table)->game->side[side].name, '{');
        bv_json_number(out, "before", table->rating[side].before);
        bv_json_number(out, "after", table->rating[side].after);
        bv_json_close(out, '}');
    }
    bv_json_close(out, '}');
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* The token itself is shown to the side that played it, and to channels that may know all its
 * events. */
static bool shows_token(const struct table *table, const struct table_effect *effect, int channel,
                        bool knows_all_events)
{
    const struct bv_terms *terms = table_terms(table);
    if (knows_all_events || !(terms->game->flags & BV_HAS_SECRETS)) return true;
    if (table->stage == TABLE_OVER) return true;
    return channel < BV_SEATS_MAX && effect->seat < BV_SEATS_MAX &&
           bv_side_of(terms, channel) == bv_side_of(terms, effect->seat);
}

static void put_fields(const struct table *table, const struct table_event *event,
                       struct bv_out *out)
{
    const struct bv_terms *terms = table_terms(table);
    unsigned fields = table_verb_fields(event->verb);
    if (fields & TABLE_FIELD_SEAT) bv_json_text(out, "seat", bv_seat_name(terms, event->seat));
    if (fields & TABLE_FIELD_SIDE) bv_json_text(out, "side", terms->game->side[event->side].name);
    if (fields & TABLE_FIELD_AUDIENCE)
        bv_json_text(out, "to",
                     event->side == TABLE_AUDIENCE_ALL ? "table"
                                                       : terms->game->side[event->side].name);
    if (fields & TABLE_FIELD_AMOUNT && labels[event->verb].amount)
        bv_json_number(out, labels[event->verb].amount, event->amount);
    if (fields & TABLE_FIELD_PERSON && event->person[0]) bv_json_text(out, "person", event->person);
}

/* A player who sits down is shown with the name used at this table. */
static struct bv_span text_of(const struct table *table, const struct table_event *event)
{
    int at = event->verb == TABLE_SIT ? table_holder_at(table, event->seat, event->person) : -1;
    return at < 0 ? event->text : bv_span_of(table->occupant[event->seat].holder[at].name);
}

/* When the game ends, for whatever reason, the whole position is shown. */
static bool ends_game(const struct table *table, enum table_event_kind verb)
{
    return verb == TABLE_ACCEPT || verb == TABLE_RESIGN || verb == TABLE_FLAG ||
           verb == TABLE_ABANDON || (verb == TABLE_CANCEL && table->begun);
}

void messages_event(const struct table *table, const struct table_event *event,
                    const struct table_effect *effect, int channel, struct bv_out *out)
{
    bool token = event->verb == TABLE_PLAY || event->verb == TABLE_ROLL;
    bool moved = token || event->verb == TABLE_TAKE_BACK || event->verb == TABLE_START ||
                 ends_game(table, event->verb);
    bool text = table_verb_fields(event->verb) & TABLE_FIELD_TEXT;
    put_head(table, table_verb_name(event->verb), channel, out);
    bv_json_number(out, "at", event->at);
    put_fields(table, event, out);
    if (event->verb == TABLE_ASK)
        bv_json_number(out, "tokens", (int64_t)table->moves - event->amount);
    if (event->verb == TABLE_TAKE_BACK) bv_json_number(out, "tokens", (int64_t)effect->undone);
    if (token) text = shows_token(table, effect, channel, put_events(table, effect, channel, out));
    if (text && labels[event->verb].text)
        bv_json_span(out, labels[event->verb].text, text_of(table, event));
    if (moved) put_position(table, channel, out);
    put_clock(table, channel, event->at, out);
    if (event->verb == TABLE_PREPARE) replies_write(table, event->side, out);
    if (event->verb == TABLE_RATED) messages_ratings(table, out);
    put_end(table, out);
    bv_json_close(out, '}');
}

void messages_muted(const struct table *table, int channel, struct bv_out *out)
{
    put_head(table, table_verb_name(TABLE_SAY), channel, out);
    bv_json_bool(out, "muted", true);
    bv_json_close(out, '}');
}

static void put_person(const struct table_holder *who, struct bv_out *out)
{
    bv_json_text(out, "person", who->person);
    bv_json_text(out, "name", who->name);
    if (person_is_bot(who->person)) bv_json_bool(out, "bot", true);
}

static void put_occupant(const struct table *table, int seat, struct bv_out *out)
{
    const struct bv_terms *terms = table_terms(table);
    const struct table_occupant *occupant = &table->occupant[seat];
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "seat", terms->form->seat[seat].name);
    bv_json_text(out, "side", terms->game->side[bv_side_of(terms, seat)].name);
    bv_json_number(out, "level", occupant->level);
    bv_json_bool(out, "reserved", occupant->reserved);
    bv_json_number(out, "invited", occupant->invitation.people);
    bv_json_open(out, "people", '[');
    for (int i = 0; i < occupant->holders; i++) {
        bv_json_open(out, NULL, '{');
        put_person(&occupant->holder[i], out);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
    if (table->dice.word[seat][0]) bv_json_text(out, "word", table->dice.word[seat]);
    bv_json_close(out, '}');
}

static void put_occupants(const struct table *table, struct bv_out *out)
{
    bv_json_open(out, "occupants", '[');
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        put_occupant(table, seat, out);
    bv_json_close(out, ']');
}

static void put_joinings(const struct table *table, struct bv_out *out)
{
    bv_json_open(out, "joining", '[');
    for (int i = 0; i < table->joinings; i++) {
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "seat", bv_seat_name(table_terms(table), table->joining[i].seat));
        put_person(&table->joining[i].who, out);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
}

static void put_proposal(const struct table *table, int channel, struct bv_out *out)
{
    if (channel == BV_SEATS_MAX) return;
    const struct bv_terms *terms = table_terms(table);
    const struct table_proposal *proposal = &table->proposal[bv_side_of(terms, channel)];
    if (proposal->seat < 0) return;
    bv_json_open(out, "proposal", '{');
    bv_json_text(out, "seat", bv_seat_name(terms, proposal->seat));
    bv_json_text(out, "person", proposal->person);
    bv_json_text(out, "token", proposal->token);
    bv_json_close(out, '}');
}

static void put_replies(const struct table *table, int channel, struct bv_out *out)
{
    if (channel == BV_SEATS_MAX) return;
    int side = bv_side_of(table_terms(table), channel);
    if (table->replies[side]) replies_write(table, side, out);
}

void messages_table(const struct table *table, int channel, int64_t now, struct bv_out *out)
{
    uint8_t commitment[BV_COMMITMENT_SIZE];
    put_head(table, "table", channel, out);
    bv_json_text(out, "stage", table_stage_name(table->stage));
    table_setup_write(&table->setup, out);
    table_setup_write_board(&table->setup, out);
    bv_json_bool(out, "fromPosition", table->setup.from_position);
    bv_json_text(out, "owner", table->setup.owner);
    bv_dice_commitment(table->setup.seed, commitment);
    bv_json_hex(out, "commitment", commitment, sizeof commitment);
    put_occupants(table, out);
    put_position(table, channel, out);
    put_clock(table, channel, now, out);
    put_sides(table, "offer", table->offering < 0 ? 0 : (uint8_t)(1 << table->offering), out);
    put_sides(table, "ask", table->asking < 0 ? 0 : (uint8_t)(1 << table->asking), out);
    put_sides(table, "rematch", table->again, out);
    put_joinings(table, out);
    put_proposal(table, channel, out);
    put_replies(table, channel, out);
    if (table->next[0]) bv_json_text(out, "next", table->next);
    messages_ratings(table, out);
    put_end(table, out);
    bv_json_close(out, '}');
}

void messages_summary(const struct table *table, struct bv_out *out)
{
    bv_json_text(out, "table", table->id);
    bv_json_text(out, "stage", table_stage_name(table->stage));
    table_setup_write(&table->setup, out);
    put_occupants(table, out);
}

void messages_legal(const struct table *table, int seat, struct bv_out *out)
{
    static bv_action list[BV_LIST_MAX];
    union bv_state view;
    const struct bv_terms *terms = table_terms(table);
    uint32_t count = 0;
    view_of(table, &table->state, seat, &view);
    if (table_to_act(table) & bv_seat_bit(seat))
        count = terms->game->legal(terms, &view, seat, list);
    bv_json_bool(out, "all", count <= MESSAGES_LEGAL_MAX);
    bv_json_open(out, "legal", '[');
    for (uint32_t i = 0; i < count && i < MESSAGES_LEGAL_MAX; i++) {
        char text[BV_TOKEN_MAX];
        struct bv_out token = bv_out_into(text, sizeof text);
        terms->game->token(terms, list[i], &token);
        bv_json_text(out, NULL, text);
    }
    bv_json_close(out, ']');
}
