#include "table/table.h"

#include "core/hash.h"
#include "core/menu.h"
#include "core/record.h"
#include "table/messages.h"
#include "table/names.h"
#include "table/replies.h"
#include "util/memory.h"

enum { GRACE = 60 * 1000 };

struct table *table_new(const struct table_setup *setup, const char *id)
{
    struct table *table = memory_new(sizeof *table);
    table->setup = *setup;
    bv_copy_text(table->id, sizeof table->id, id);
    bv_state_copy(setup->terms->game, &table->state, &setup->start);
    if (setup->terms->game->flags & BV_HAS_REPETITION)
        table->past = memory_new(sizeof *table->past);
    bv_copy(table->dice.seed, setup->seed, BV_SEED_SIZE);
    table_clock_set(&table->clock, &setup->time);
    table->offering = table->asking = -1;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        table->proposal[side].seat = -1;
        table->grace[side] = GRACE;
    }
    return table;
}

void table_free(struct table *table)
{
    free(table->past);
    free(table->move);
    free(table->key);
    free(table->rejected);
    replies_clear(table);
    free(table);
}

/* ---- Queries --------------------------------------------------------------------------------- */

int table_holder_at(const struct table *table, int seat, const char *person)
{
    const struct table_occupant *occupant = &table->occupant[seat];
    for (int i = 0; i < occupant->holders; i++)
        if (bv_equal(occupant->holder[i].person, person)) return i;
    return -1;
}

bool table_holds(const struct table *table, int seat, const char *person)
{
    return table_holder_at(table, seat, person) >= 0;
}

int table_joining_at(const struct table *table, int seat, const char *person)
{
    for (int i = 0; i < table->joinings; i++)
        if (table->joining[i].seat == seat && bv_equal(table->joining[i].who.person, person))
            return i;
    return -1;
}

/* A hash of a text that belongs to a seat: the key of a token, or the id of a player. */
static uint64_t hash_of(int seat, const char *text)
{
    return bv_hash_text(bv_mix((uint64_t)seat, 0), text);
}

bool table_is_rejected(const struct table *table, int seat, const char *person)
{
    uint64_t hash = hash_of(seat, person);
    size_t at = table->rejections;
    while (at > 0 && table->rejected[at - 1] != hash) at--;
    return at > 0;
}

bv_seats table_seats_held(const struct table *table, const char *person)
{
    bv_seats seats = 0;
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        if (table_holds(table, seat, person)) seats |= bv_seat_bit(seat);
    return seats;
}

bool table_holds_side(const struct table *table, int side, const char *person)
{
    return table_seats_held(table, person) & bv_seats_of_side(table_terms(table), side);
}

bool table_side_is_computer(const struct table *table, int side)
{
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        if (bv_side_of(table_terms(table), seat) == side && !table->occupant[seat].level)
            return false;
    return true;
}

bool table_has_played(const struct table *table, int side)
{
    bv_seats seats = bv_seats_of_side(table_terms(table), side);
    for (size_t i = 0; i < table->moves; i++)
        if (seats & bv_seat_bit(table->move[i].seat)) return true;
    return false;
}

int table_people_of_side(const struct table *table, int side)
{
    int people = 0;
    const struct bv_terms *terms = table_terms(table);
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (bv_side_of(terms, seat) != side) continue;
        for (int i = 0; i < table->occupant[seat].holders; i++) {
            const char *person = table->occupant[seat].holder[i].person;
            bv_seats held = table_seats_held(table, person) & bv_seats_of_side(terms, side);
            people += __builtin_ctz(held) == seat; /* counted at the first of the player's seats */
        }
    }
    return people;
}

/* Whether all players see everything here: no take-back can reveal a secret. */
static bool nothing_secret(const struct bv_terms *terms, const union bv_state *state)
{
    union bv_state view;
    if (!(terms->game->flags & BV_HAS_SECRETS)) return true;
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        if (channel >= terms->form->seats && channel < BV_SEATS_MAX) continue;
        bv_view(terms, state, table_seat_of_channel(channel), &view);
        if (!bv_state_same(terms->game, &view, state)) return false;
    }
    return true;
}

bv_seats table_to_act(const struct table *table)
{
    if (table->stage != TABLE_PLAYING) return 0;
    return table_terms(table)->game->to_act(table_terms(table), &table->state);
}

bv_seats table_seen_to_act(const struct table *table, int seat)
{
    union bv_state view;
    const struct bv_terms *terms = table_terms(table);
    if (table->stage != TABLE_PLAYING) return 0;
    bv_view(terms, &table->state, seat, &view);
    return terms->game->to_act(terms, &view);
}

uint8_t table_sides_among(const struct bv_terms *terms, bv_seats seats)
{
    uint8_t sides = 0;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (seats & bv_seats_of_side(terms, side)) sides |= (uint8_t)(1 << side);
    return sides;
}

bool table_acts_in_secret(const struct table *table)
{
    const struct bv_terms *terms = table_terms(table);
    uint8_t sides = table_sides_among(terms, table_seen_to_act(table, BV_WATCHER));
    return terms->game->flags & BV_HAS_SECRETS && sides & (sides - 1);
}

int64_t table_take_back_to(const struct table *table, int side)
{
    int64_t to = -1;
    const struct bv_terms *terms = table_terms(table);
    for (size_t i = table->moves; i-- > 0 && !table->move[i].fixed;) {
        bool own = bv_side_of(terms, table->move[i].seat) == side;
        if (!own && to >= 0) break; /* the side's last turn begins here */
        if (own) to = (int64_t)i;
    }
    return to;
}

void table_result(const struct table *table, struct bv_out *out)
{
    char line[96];
    struct bv_out whole = bv_out_into(line, sizeof line);
    if (table->stage != TABLE_OVER) return;
    bv_record_result(table_terms(table), &table->state, table->outcome, &whole);
    struct bv_span result = {line, whole.length - 1}; /* without its newline */
    struct bv_span word = {0};
    bv_take_word(&result, &word); /* nor `result` */
    bv_put_span(out, result);
}

bool table_both_have_played(const struct table *table)
{
    return table_has_played(table, 0) && table_has_played(table, 1);
}

int table_half_points(const struct table *table, int side)
{
    const struct bv_terms *terms = table_terms(table);
    struct bv_span rest = bv_span_of(table->outcome);
    struct bv_span word = {0};
    if (bv_is_over(terms, &table->state))
        return terms->game->result(terms, &table->state).half_points[side];
    for (int i = 0; i < 2 * (side + 1); i++)
        if (!bv_take_word(&rest, &word)) return -1;
    return bv_span_is(word, "1") ? 2 : bv_span_is(word, "1/2");
}

/* ---- Seats ----------------------------------------------------------------------------------- */

static void use_invitation(struct table_occupant *occupant)
{
    if (occupant->invitation.people > 1)
        occupant->invitation.people--;
    else
        occupant->invitation = (struct table_invitation){0};
}

static void remove_joining(struct table *table, int at)
{
    if (at < 0) return;
    table->joinings--;
    for (int i = at; i < table->joinings; i++) table->joining[i] = table->joining[i + 1];
}

static bool looks_like_another(const struct table *table, const struct table_holder *holder)
{
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        for (int i = 0; i < table->occupant[seat].holders; i++) {
            const struct table_holder *other = &table->occupant[seat].holder[i];
            if (!bv_equal(other->person, holder->person) && name_is_like(other->name, holder->name))
                return true;
        }
    return false;
}

/* The names at a table must look different: a later player with a similar name gets a number after
 * it. */
static struct table_holder holder_of(const struct table *table, const struct table_event *event)
{
    struct table_holder holder;
    char name[TABLE_NAME_MAX + 1];
    struct bv_out out = bv_out_into(name, sizeof name);
    bv_put_span(&out, event->text);
    bv_copy(holder.person, event->person, sizeof holder.person);
    bv_copy(holder.name, name, sizeof name);
    for (int number = 2; looks_like_another(table, &holder); number++) {
        char mark[16];
        struct bv_out end = bv_out_into(mark, sizeof mark);
        bv_put(&end, " (");
        bv_put_number(&end, number);
        bv_put_char(&end, ')');
        bv_copy(holder.name, name, sizeof name);
        name_mark(holder.name, mark);
    }
    return holder;
}

static void sit(struct table *table, const struct table_event *event)
{
    struct table_occupant *occupant = &table->occupant[event->seat];
    int at = table_holder_at(table, event->seat, event->person);
    struct table_holder holder = holder_of(table, event);
    if (at < 0) {
        at = occupant->holders < TABLE_GROUP_MAX ? occupant->holders++ : TABLE_GROUP_MAX - 1;
        use_invitation(occupant);
    }
    occupant->holder[at] = holder;
    occupant->level = 0;
    /* who prepared them plays no longer alone */
    replies_set(table, bv_side_of(table_terms(table), event->seat), "", (struct bv_span){0});
    remove_joining(table, table_joining_at(table, event->seat, event->person));
}

/* No holder is left to answer them. */
static void remove_joinings(struct table *table, int seat)
{
    for (int i = table->joinings; i-- > 0;)
        if (table->joining[i].seat == seat) remove_joining(table, i);
}

static void stand(struct table *table, const struct table_event *event)
{
    struct table_occupant *occupant = &table->occupant[event->seat];
    int at = table_holder_at(table, event->seat, event->person);
    if (at < 0) return;
    occupant->holders--;
    for (int i = at; i < occupant->holders; i++) occupant->holder[i] = occupant->holder[i + 1];
    if (occupant->holders) return;
    table->dice.word[event->seat][0] = '\0';
    remove_joinings(table, event->seat);
}

static void set_occupant(struct table *table, const struct table_event *event)
{
    struct table_occupant *occupant = &table->occupant[event->seat];
    if (event->verb == TABLE_RESERVE) {
        occupant->reserved = true;
        occupant->invitation = (struct table_invitation){.people = (uint8_t)event->amount};
        bv_copy(occupant->invitation.key, event->key, sizeof occupant->invitation.key);
        bv_copy(occupant->invitation.person, event->person, sizeof occupant->invitation.person);
        occupant->level = 0;
        return;
    }
    *occupant = (struct table_occupant){0};
    remove_joinings(table, event->seat);
    if (event->verb == TABLE_COMPUTER) occupant->level = (uint8_t)event->amount;
    table->dice.word[event->seat][0] = '\0';
}

static void join(struct table *table, const struct table_event *event)
{
    if (table->joinings == TABLE_JOINING_MAX) return;
    table->joining[table->joinings++] =
        (struct table_joining){.seat = event->seat, .who = holder_of(table, event)};
}

static void reject(struct table *table, const struct table_event *event)
{
    remove_joining(table, table_joining_at(table, event->seat, event->person));
    MEMORY_GROW(table->rejected, table->rejections, table->rejected_capacity);
    table->rejected[table->rejections++] = hash_of(event->seat, event->person);
}

static void add_word(struct table *table, const struct table_event *event)
{
    struct bv_out out = bv_out_into(table->dice.word[event->seat], sizeof table->dice.word[0]);
    bv_put_span(&out, event->text);
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* The time of a side runs while one of its seats is to act, as all players see it. */
static void run_clock(struct table *table)
{
    const struct bv_terms *terms = table_terms(table);
    bv_seats seen = table_seen_to_act(table, BV_WATCHER);
    if (seen == bv_seat_bit(BV_CHANCE)) return; /* dice take no time and end no turn */
    uint8_t acting = table_sides_among(terms, table_to_act(table));
    table_clock_run(&table->clock, table_sides_among(terms, seen));
    table_clock_done(&table->clock, (uint8_t)~acting);
}

static void close_questions(struct table *table)
{
    table->offering = table->asking = -1;
    for (int side = 0; side < BV_SIDES_MAX; side++) table->proposal[side].seat = -1;
}

/* A token closes the open questions of the sides that are told of it: closing those of others would
 * reveal a secret. */
static void close_heard_questions(struct table *table, const struct table_effect *effect)
{
    const struct bv_terms *terms = table_terms(table);
    bool all = effect->channels >> table_channel_of(BV_WATCHER) & 1;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bool own = effect->seat != BV_CHANCE && bv_side_of(terms, effect->seat) == side;
        bool receives = own || effect->channels & bv_seats_of_side(terms, side);
        if (receives) table->proposal[side].seat = -1;
        all = all && receives;
    }
    if (all) table->offering = table->asking = -1;
}

static void end(struct table *table, const struct table_event *event)
{
    table->stage = TABLE_OVER;
    table->ended = event->at;
    table->joinings = 0;
    close_questions(table);
    replies_clear(table);
    table_clock_run(&table->clock, 0);
}

/* A node that was cut off may deliver a token long after its sender has sent it again to another
 * node. */
bool table_has_key(const struct table *table, int seat, const char *key)
{
    uint64_t hash = hash_of(seat, key);
    size_t at = table->keys;
    while (at > 0 && table->key[at - 1] != hash) at--;
    return at > 0;
}

/* A token that the rules do not allow here means that the log is damaged or belongs to other
 * rules. */
static bool play(struct table *table, const struct table_event *event, struct table_effect *effect,
                 struct bv_error *error)
{
    static struct bv_menu shared;
    const struct bv_terms *terms = table_terms(table);
    struct bv_menu *menu = table->menu ? table->menu : &shared;
    effect->seat = event->verb == TABLE_ROLL ? BV_CHANCE : event->seat;
    effect->action = event->action;
    if (!event->has_action && !bv_token_action(terms, &table->state, effect->seat, event->text,
                                               menu, &effect->action, error))
        return false;
    bv_state_copy(terms->game, &effect->before, &table->state);
    bv_apply(terms, &table->state, effect->seat, effect->action, table->past);
    bool fixed = event->verb == TABLE_ROLL || !nothing_secret(terms, &effect->before) ||
                 !nothing_secret(terms, &table->state);
    MEMORY_GROW(table->move, table->moves, table->capacity);
    table->move[table->moves++] = (struct table_move){effect->action, (uint8_t)effect->seat, fixed};
    if (event->verb == TABLE_ROLL) table->dice.thrown++;
    if (event->key[0]) {
        MEMORY_GROW(table->key, table->keys, table->key_capacity);
        table->key[table->keys++] = hash_of(event->seat, event->key);
    }
    replies_advance(table, event->text);
    run_clock(table);
    if (bv_is_over(terms, &table->state)) end(table, event);
    return true;
}

static void take_back(struct table *table, size_t to)
{
    const struct bv_terms *terms = table_terms(table);
    bv_state_copy(terms->game, &table->state, &table->setup.start);
    if (table->past) table->past->count = 0;
    table->moves = to < table->moves ? to : table->moves;
    for (size_t i = 0; i < table->moves; i++)
        bv_apply(terms, &table->state, table->move[i].seat, table->move[i].action, table->past);
    table->epoch++;
    close_questions(table);
    replies_clear(table);
    run_clock(table);
}

/* ---- Results that the table decides ---------------------------------------------------------- */

static void put_points(const struct table *table, int loser, const char *reason, struct bv_out *out)
{
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bv_put_all(out, table_terms(table)->game->side[side].name,
                   loser < 0       ? " 1/2 "
                   : side == loser ? " 0 "
                                   : " 1 ");
    }
    bv_put(out, reason);
}

static void decide(struct table *table, const struct table_event *event)
{
    struct bv_out out = bv_out_into(table->outcome, sizeof table->outcome);
    switch (event->verb) {
    case TABLE_ACCEPT: put_points(table, -1, "agreed", &out); break;
    case TABLE_RESIGN: put_points(table, event->side, "resigned", &out); break;
    case TABLE_FLAG: put_points(table, event->side, "time", &out); break;
    case TABLE_ABANDON: put_points(table, event->side, "abandoned", &out); break;
    default: bv_put(&out, "*");
    }
    end(table, event);
}

static void propose(struct table *table, const struct table_event *event)
{
    int side = bv_side_of(table_terms(table), event->seat);
    struct table_proposal *proposal = &table->proposal[side];
    proposal->seat = event->seat;
    bv_copy(proposal->person, event->person, sizeof proposal->person);
    bv_copy(proposal->key, event->key, sizeof proposal->key);
    proposal->has_action = event->has_action;
    proposal->action = event->action;
    struct bv_out out = bv_out_into(proposal->token, sizeof proposal->token);
    bv_put_span(&out, event->text);
}

static void prepare(struct table *table, const struct table_event *event)
{
    bool none = bv_span_is(event->text, "-");
    replies_set(table, event->side, event->person, none ? (struct bv_span){0} : event->text);
}

static void start(struct table *table, const struct table_event *event)
{
    table->stage = TABLE_PLAYING;
    table->begun = event->at;
    table->begun_time = table_time(table, event->at);
    for (int seat = 0; seat < BV_SEATS_MAX; seat++)
        table->occupant[seat].invitation = (struct table_invitation){0};
    run_clock(table);
}

/* `1500 1512 1500 1488`: the first side's, then the second's. */
static bool rate(struct table *table, const struct table_event *event, struct bv_error *error)
{
    enum { RATING_MAX = 9999 };
    struct bv_span rest = event->text;
    struct bv_span word = {0};
    for (int i = 0; i < 2 * BV_SIDES_MAX; i++) {
        struct table_rating_change *change = &table->rating[i / 2];
        int *value = i % 2 ? &change->after : &change->before;
        if (!bv_take_word(&rest, &word) || !bv_number_of(word, 0, RATING_MAX, value))
            return bv_error_set(error, "a rating in the log of a table cannot be read");
    }
    return true;
}

static bool apply(struct table *table, const struct table_event *event, struct table_effect *effect,
                  struct bv_error *error)
{
    switch (event->verb) {
    case TABLE_SIT: sit(table, event); break;
    case TABLE_STAND: stand(table, event); break;
    case TABLE_COMPUTER:
    case TABLE_RESERVE:
    case TABLE_FREE: set_occupant(table, event); break;
    case TABLE_WORD: add_word(table, event); break;
    case TABLE_JOIN: join(table, event); break;
    case TABLE_REJECT: reject(table, event); break;
    case TABLE_START: start(table, event); break;
    case TABLE_PLAY:
    case TABLE_ROLL: return play(table, event, effect, error);
    case TABLE_PROPOSE: propose(table, event); break;
    case TABLE_AGREE:
    case TABLE_OBJECT: table->proposal[event->side].seat = -1; break;
    case TABLE_OFFER: table->offering = event->side; break;
    case TABLE_DECLINE: table->offering = -1; break;
    case TABLE_ASK:
        table->asking = event->side;
        table->asked_to = (uint32_t)event->amount;
        break;
    case TABLE_REFUSE: table->asking = -1; break;
    case TABLE_TAKE_BACK:
        effect->undone = table->moves - (size_t)event->amount;
        take_back(table, (size_t)event->amount);
        break;
    case TABLE_ACCEPT:
    case TABLE_RESIGN:
    case TABLE_FLAG:
    case TABLE_ABANDON:
    case TABLE_CANCEL: decide(table, event); break;
    case TABLE_CREDIT:
        table_clock_credit(&table->clock, event->side, event->amount);
        table->grace[event->side] -= event->amount;
        break;
    case TABLE_VACATION:
        table_clock_vacation(&table->clock, event->side, event->amount * TABLE_DAY);
        break;
    case TABLE_PREPARE: prepare(table, event); break;
    case TABLE_REMATCH: table->again |= (uint8_t)(1 << event->side); break;
    case TABLE_NEXT: {
        struct bv_out next = bv_out_into(table->next, sizeof table->next);
        bv_put_span(&next, event->text);
        break;
    }
    case TABLE_RATED: return rate(table, event, error);
    case TABLE_RESTART:
    case TABLE_PAUSE:
    case TABLE_SAY:
    case TABLE_VERBS: break;
    }
    return true;
}

static bool is_public(const struct table *table, const struct table_effect *effect)
{
    bv_seats seats = (1u << table_terms(table)->form->seats) - 1;
    return (effect->channels & seats) == seats &&
           effect->channels >> table_channel_of(BV_WATCHER) & 1;
}

/* No time is counted before and after the game. */
static void count_time(struct table *table, const struct table_event *event)
{
    if (event->game) table->offset = event->at - event->game;
    int64_t now = table_time(table, event->at);
    if (event->verb == TABLE_START || event->verb == TABLE_RESTART)
        table_clock_skip(&table->clock, now);
    else if (table->stage == TABLE_PLAYING)
        table_clock_advance(&table->clock, now);
}

bool table_apply(struct table *table, const struct table_event *event, struct table_effect *effect,
                 struct bv_error *error)
{
    count_time(table, event);
    if (!apply(table, event, effect, error)) return false;
    table->events++;
    table->latest = event->at;
    effect->channels = messages_channels(table, event, effect);
    bool token = event->verb == TABLE_PLAY || event->verb == TABLE_ROLL;
    if (token) close_heard_questions(table, effect);
    if (is_public(table, effect)) table->last_public = event->at;
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        table->messages[channel] += effect->channels >> channel & 1;
        table->other_messages[channel] += !token && effect->channels >> channel & 1;
    }
    return true;
}
