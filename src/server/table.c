#include "server/table.h"

#include "core/hash.h"
#include "core/menu.h"
#include "core/record.h"
#include "server/memory.h"
#include "server/people/names.h"
#include "server/tell.h"

enum { GRACE = 60 * 1000 };

struct bv_table *bv_table_new(const struct bv_setup *setup, const char *id)
{
    struct bv_table *table = bv_new(sizeof *table);
    table->setup = *setup;
    struct bv_out out = bv_out_into(table->id, sizeof table->id);
    bv_put(&out, id);
    bv_state_copy(setup->terms->game, &table->state, &setup->start);
    if (setup->terms->game->flags & BV_HAS_REPETITION) table->past = bv_new(sizeof *table->past);
    bv_copy(table->dice.seed, setup->seed, BV_SEED_SIZE);
    bv_clock_set(&table->clock, &setup->time);
    table->offering = table->asking = -1;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        table->proposal[side].seat = -1;
        table->grace[side] = GRACE;
    }
    return table;
}

void bv_table_free(struct bv_table *table)
{
    free(table->past);
    free(table->move);
    free(table->key);
    free(table->rejected);
    free(table);
}

/* ---- Questions -------------------------------------------------------------------------------------------- */

int bv_holder_at(const struct bv_table *table, int seat, const char *person)
{
    const struct bv_chair *chair = &table->chair[seat];
    for (int i = 0; i < chair->holders; i++)
        if (bv_equal(chair->holder[i].person, person)) return i;
    return -1;
}

bool bv_holds(const struct bv_table *table, int seat, const char *person)
{
    return bv_holder_at(table, seat, person) >= 0;
}

int bv_joining_at(const struct bv_table *table, int seat, const char *person)
{
    for (int i = 0; i < table->joinings; i++)
        if (table->joining[i].seat == seat && bv_equal(table->joining[i].who.person, person))
            return i;
    return -1;
}

/* A short sign of a text that belongs to a seat: the key of a token, or somebody's id. */
static uint64_t print_of(int seat, const char *text)
{
    return bv_hash_text(bv_mix((uint64_t)seat, 0), text);
}

bool bv_is_rejected(const struct bv_table *table, int seat, const char *person)
{
    uint64_t print = print_of(seat, person);
    size_t at = table->rejections;
    while (at > 0 && table->rejected[at - 1] != print) at--;
    return at > 0;
}

bv_seats bv_seats_held(const struct bv_table *table, const char *person)
{
    bv_seats seats = 0;
    for (int seat = 0; seat < bv_table_terms(table)->form->seats; seat++)
        if (bv_holds(table, seat, person)) seats |= bv_seat_bit(seat);
    return seats;
}

bool bv_holds_side(const struct bv_table *table, int side, const char *person)
{
    return bv_seats_held(table, person) & bv_seats_of_side(bv_table_terms(table), side);
}

bool bv_side_is_computer(const struct bv_table *table, int side)
{
    for (int seat = 0; seat < bv_table_terms(table)->form->seats; seat++)
        if (bv_side_of(bv_table_terms(table), seat) == side && !table->chair[seat].level)
            return false;
    return true;
}

bool bv_has_played(const struct bv_table *table, int side)
{
    bv_seats seats = bv_seats_of_side(bv_table_terms(table), side);
    for (size_t i = 0; i < table->moves; i++)
        if (seats & bv_seat_bit(table->move[i].seat)) return true;
    return false;
}

int bv_people_of_side(const struct bv_table *table, int side)
{
    int people = 0;
    const struct bv_terms *terms = bv_table_terms(table);
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (bv_side_of(terms, seat) != side) continue;
        for (int i = 0; i < table->chair[seat].holders; i++) {
            const char *person = table->chair[seat].holder[i].person;
            bv_seats held = bv_seats_held(table, person) & bv_seats_of_side(terms, side);
            people += __builtin_ctz(held) == seat; /* counted at the first of their seats */
        }
    }
    return people;
}

bool bv_nothing_secret(const struct bv_terms *terms, const union bv_state *state)
{
    union bv_state view;
    if (!(terms->game->flags & BV_HAS_SECRETS)) return true;
    for (int channel = 0; channel < BV_CHANNELS; channel++) {
        if (channel >= terms->form->seats && channel < BV_SEATS_MAX) continue;
        bv_view(terms, state, bv_seat_of_channel(channel), &view);
        if (!bv_state_same(terms->game, &view, state)) return false;
    }
    return true;
}

bv_seats bv_table_to_act(const struct bv_table *table)
{
    if (table->stage != BV_TABLE_PLAYING) return 0;
    return bv_table_terms(table)->game->to_act(bv_table_terms(table), &table->state);
}

bv_seats bv_seen_to_act(const struct bv_table *table, int seat)
{
    union bv_state view;
    const struct bv_terms *terms = bv_table_terms(table);
    if (table->stage != BV_TABLE_PLAYING) return 0;
    bv_view(terms, &table->state, seat, &view);
    return terms->game->to_act(terms, &view);
}

uint8_t bv_sides_among(const struct bv_terms *terms, bv_seats seats)
{
    uint8_t sides = 0;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (seats & bv_seats_of_side(terms, side)) sides |= (uint8_t)(1 << side);
    return sides;
}

bool bv_acts_in_secret(const struct bv_table *table)
{
    const struct bv_terms *terms = bv_table_terms(table);
    uint8_t sides = bv_sides_among(terms, bv_seen_to_act(table, BV_WATCHER));
    return terms->game->flags & BV_HAS_SECRETS && sides & (sides - 1);
}

int64_t bv_take_back_to(const struct bv_table *table, int side)
{
    int64_t to = -1;
    const struct bv_terms *terms = bv_table_terms(table);
    for (size_t i = table->moves; i-- > 0 && !table->move[i].fixed;) {
        bool own = bv_side_of(terms, table->move[i].seat) == side;
        if (!own && to >= 0) break; /* the side's last turn begins here */
        if (own) to = (int64_t)i;
    }
    return to;
}

void bv_table_result(const struct bv_table *table, struct bv_out *out)
{
    char line[96];
    struct bv_out whole = bv_out_into(line, sizeof line);
    if (table->stage != BV_TABLE_OVER) return;
    bv_record_result(bv_table_terms(table), &table->state, table->outcome, &whole);
    struct bv_span result = {line, whole.length - 1}; /* without its newline */
    struct bv_span word = {0};
    bv_take_word(&result, &word); /* nor `result` */
    bv_put_span(out, result);
}

bool bv_both_have_played(const struct bv_table *table)
{
    return bv_has_played(table, 0) && bv_has_played(table, 1);
}

int bv_table_half_points(const struct bv_table *table, int side)
{
    const struct bv_terms *terms = bv_table_terms(table);
    struct bv_span rest = bv_span_of(table->outcome);
    struct bv_span word = {0};
    if (bv_is_over(terms, &table->state))
        return terms->game->result(terms, &table->state).half_points[side];
    for (int i = 0; i < 2 * (side + 1); i++)
        if (!bv_take_word(&rest, &word)) return -1;
    return bv_span_is(word, "1") ? 2 : bv_span_is(word, "1/2");
}

/* ---- Chairs ------------------------------------------------------------------------------------------------ */

static void use_invitation(struct bv_chair *chair)
{
    if (chair->invitation.people > 1)
        chair->invitation.people--;
    else
        chair->invitation = (struct bv_invitation){0};
}

static void forget_joining(struct bv_table *table, int at)
{
    if (at < 0) return;
    table->joinings--;
    for (int i = at; i < table->joinings; i++) table->joining[i] = table->joining[i + 1];
}

static bool is_like_another(const struct bv_table *table, const struct bv_holder *holder)
{
    for (int seat = 0; seat < bv_table_terms(table)->form->seats; seat++)
        for (int i = 0; i < table->chair[seat].holders; i++) {
            const struct bv_holder *other = &table->chair[seat].holder[i];
            if (!bv_equal(other->person, holder->person) &&
                bv_names_are_alike(other->name, holder->name))
                return true;
        }
    return false;
}

/* Two people at one table do not look alike: who comes later has a number behind the name. */
static struct bv_holder holder_of(const struct bv_table *table, const struct bv_deed *deed)
{
    struct bv_holder holder;
    char name[BV_TABLE_NAME_MAX + 1];
    struct bv_out out = bv_out_into(name, sizeof name);
    bv_put_span(&out, deed->text);
    bv_copy(holder.person, deed->person, sizeof holder.person);
    bv_copy(holder.name, name, sizeof name);
    for (int number = 2; is_like_another(table, &holder); number++) {
        char mark[16];
        struct bv_out end = bv_out_into(mark, sizeof mark);
        bv_put(&end, " (");
        bv_put_number(&end, number);
        bv_put_char(&end, ')');
        bv_copy(holder.name, name, sizeof name);
        bv_name_mark(holder.name, mark);
    }
    return holder;
}

static void sit(struct bv_table *table, const struct bv_deed *deed)
{
    struct bv_chair *chair = &table->chair[deed->seat];
    int at = bv_holder_at(table, deed->seat, deed->person);
    struct bv_holder holder = holder_of(table, deed);
    if (at < 0) {
        at = chair->holders < BV_GROUP_MAX ? chair->holders++ : BV_GROUP_MAX - 1;
        use_invitation(chair);
    }
    chair->holder[at] = holder;
    chair->level = 0;
    forget_joining(table, bv_joining_at(table, deed->seat, deed->person));
}

/* Nobody is left who could answer. */
static void forget_joinings(struct bv_table *table, int seat)
{
    for (int i = table->joinings; i-- > 0;)
        if (table->joining[i].seat == seat) forget_joining(table, i);
}

static void stand(struct bv_table *table, const struct bv_deed *deed)
{
    struct bv_chair *chair = &table->chair[deed->seat];
    int at = bv_holder_at(table, deed->seat, deed->person);
    if (at < 0) return;
    chair->holders--;
    for (int i = at; i < chair->holders; i++) chair->holder[i] = chair->holder[i + 1];
    if (chair->holders) return;
    table->dice.word[deed->seat][0] = '\0';
    forget_joinings(table, deed->seat);
}

static void set_chair(struct bv_table *table, const struct bv_deed *deed)
{
    struct bv_chair *chair = &table->chair[deed->seat];
    if (deed->verb == BV_KEEP) {
        chair->kept = true;
        chair->invitation = (struct bv_invitation){.people = (uint8_t)deed->amount};
        bv_copy(chair->invitation.key, deed->key, sizeof chair->invitation.key);
        bv_copy(chair->invitation.person, deed->person, sizeof chair->invitation.person);
        chair->level = 0;
        return;
    }
    *chair = (struct bv_chair){0};
    forget_joinings(table, deed->seat);
    if (deed->verb == BV_COMPUTER) chair->level = (uint8_t)deed->amount;
    table->dice.word[deed->seat][0] = '\0';
}

static void join(struct bv_table *table, const struct bv_deed *deed)
{
    if (table->joinings == BV_JOINING_MAX) return;
    table->joining[table->joinings++] =
        (struct bv_joining){.seat = deed->seat, .who = holder_of(table, deed)};
}

static void reject(struct bv_table *table, const struct bv_deed *deed)
{
    forget_joining(table, bv_joining_at(table, deed->seat, deed->person));
    BV_GROW(table->rejected, table->rejections, table->rejected_room);
    table->rejected[table->rejections++] = print_of(deed->seat, deed->person);
}

static void add_word(struct bv_table *table, const struct bv_deed *deed)
{
    struct bv_out out = bv_out_into(table->dice.word[deed->seat], sizeof table->dice.word[0]);
    bv_put_span(&out, deed->text);
}

/* ---- Moves -------------------------------------------------------------------------------------------------- */

/* The time of a side runs while one of its seats is to act, as far as everybody knows. */
static void run_clock(struct bv_table *table)
{
    const struct bv_terms *terms = bv_table_terms(table);
    bv_seats seen = bv_seen_to_act(table, BV_WATCHER);
    if (seen == bv_seat_bit(BV_CHANCE)) return; /* dice take no time and end nobody's turn */
    uint8_t acting = bv_sides_among(terms, bv_table_to_act(table));
    bv_clock_run(&table->clock, bv_sides_among(terms, seen));
    bv_clock_done(&table->clock, (uint8_t)~acting);
}

static void close_questions(struct bv_table *table)
{
    table->offering = table->asking = -1;
    for (int side = 0; side < BV_SIDES_MAX; side++) table->proposal[side].seat = -1;
}

/* A token closes the questions of those who hear of it: one that vanished for others would tell them of a secret. */
static void close_heard_questions(struct bv_table *table, const struct bv_effect *effect)
{
    const struct bv_terms *terms = bv_table_terms(table);
    bool everybody = effect->heard >> bv_channel_of(BV_WATCHER) & 1;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bool own = effect->seat != BV_CHANCE && bv_side_of(terms, effect->seat) == side;
        bool hears = own || effect->heard & bv_seats_of_side(terms, side);
        if (hears) table->proposal[side].seat = -1;
        everybody = everybody && hears;
    }
    if (everybody) table->offering = table->asking = -1;
}

static void end(struct bv_table *table, const struct bv_deed *deed)
{
    table->stage = BV_TABLE_OVER;
    table->ended = deed->at;
    table->joinings = 0;
    close_questions(table);
    bv_clock_run(&table->clock, 0);
}

/* A node that was cut off may bring a token long after its sender has sent it again to another, and has gone on. */
bool bv_has_key(const struct bv_table *table, int seat, const char *key)
{
    uint64_t print = print_of(seat, key);
    size_t at = table->keys;
    while (at > 0 && table->key[at - 1] != print) at--;
    return at > 0;
}

/* A token the rules do not allow here means that the log is damaged or belongs to other rules. */
static bool play(struct bv_table *table, const struct bv_deed *deed, struct bv_effect *effect,
                 struct bv_error *error)
{
    static struct bv_menu shared;
    const struct bv_terms *terms = bv_table_terms(table);
    struct bv_menu *menu = table->menu ? table->menu : &shared;
    effect->seat = deed->verb == BV_ROLL ? BV_CHANCE : deed->seat;
    if (!bv_token_action(terms, &table->state, effect->seat, deed->text, menu, &effect->action,
                         error))
        return false;
    bv_state_copy(terms->game, &effect->before, &table->state);
    bv_apply(terms, &table->state, effect->seat, effect->action, table->past);
    bool fixed = deed->verb == BV_ROLL || !bv_nothing_secret(terms, &effect->before) ||
                 !bv_nothing_secret(terms, &table->state);
    BV_GROW(table->move, table->moves, table->room);
    table->move[table->moves++] = (struct bv_move){effect->action, (uint8_t)effect->seat, fixed};
    if (deed->verb == BV_ROLL) table->dice.thrown++;
    if (deed->key[0]) {
        BV_GROW(table->key, table->keys, table->key_room);
        table->key[table->keys++] = print_of(deed->seat, deed->key);
    }
    run_clock(table);
    if (bv_is_over(terms, &table->state)) end(table, deed);
    return true;
}

static void take_back(struct bv_table *table, size_t to)
{
    const struct bv_terms *terms = bv_table_terms(table);
    bv_state_copy(terms->game, &table->state, &table->setup.start);
    if (table->past) table->past->count = 0;
    table->moves = to < table->moves ? to : table->moves;
    for (size_t i = 0; i < table->moves; i++)
        bv_apply(terms, &table->state, table->move[i].seat, table->move[i].action, table->past);
    table->epoch++;
    close_questions(table);
    run_clock(table);
}

/* ---- Ends that the table gives ------------------------------------------------------------------------------- */

static void put_points(const struct bv_table *table, int loser, const char *reason,
                       struct bv_out *out)
{
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bv_put(out, bv_table_terms(table)->game->side[side].name);
        bv_put(out, loser < 0 ? " 1/2 " : side == loser ? " 0 " : " 1 ");
    }
    bv_put(out, reason);
}

static void decide(struct bv_table *table, const struct bv_deed *deed)
{
    struct bv_out out = bv_out_into(table->outcome, sizeof table->outcome);
    switch (deed->verb) {
    case BV_ACCEPT: put_points(table, -1, "agreed", &out); break;
    case BV_RESIGN: put_points(table, deed->side, "resigned", &out); break;
    case BV_FLAG: put_points(table, deed->side, "time", &out); break;
    case BV_ABANDON: put_points(table, deed->side, "abandoned", &out); break;
    default: bv_put(&out, "*");
    }
    end(table, deed);
}

static void propose(struct bv_table *table, const struct bv_deed *deed)
{
    int side = bv_side_of(bv_table_terms(table), deed->seat);
    struct bv_proposal *proposal = &table->proposal[side];
    proposal->seat = deed->seat;
    bv_copy(proposal->person, deed->person, sizeof proposal->person);
    bv_copy(proposal->key, deed->key, sizeof proposal->key);
    struct bv_out out = bv_out_into(proposal->token, sizeof proposal->token);
    bv_put_span(&out, deed->text);
}

static void start(struct bv_table *table, const struct bv_deed *deed)
{
    table->stage = BV_TABLE_PLAYING;
    table->begun = deed->at;
    table->begun_time = bv_table_time(table, deed->at);
    for (int seat = 0; seat < BV_SEATS_MAX; seat++)
        table->chair[seat].invitation = (struct bv_invitation){0};
    run_clock(table);
}

/* `1500 1512 1500 1488`: the first side's, then the second's. */
static bool rate(struct bv_table *table, const struct bv_deed *deed, struct bv_error *error)
{
    enum { RATING_MAX = 9999 };
    struct bv_span rest = deed->text;
    struct bv_span word = {0};
    for (int i = 0; i < 2 * BV_SIDES_MAX; i++) {
        struct bv_rating_change *change = &table->rating[i / 2];
        int *value = i % 2 ? &change->after : &change->before;
        if (!bv_take_word(&rest, &word) || !bv_number_of(word, 0, RATING_MAX, value))
            return bv_error_set(error, "a rating in the log of a table cannot be read");
    }
    return true;
}

static bool apply(struct bv_table *table, const struct bv_deed *deed, struct bv_effect *effect,
                  struct bv_error *error)
{
    switch (deed->verb) {
    case BV_SIT: sit(table, deed); break;
    case BV_STAND: stand(table, deed); break;
    case BV_COMPUTER:
    case BV_KEEP:
    case BV_FREE: set_chair(table, deed); break;
    case BV_WORD: add_word(table, deed); break;
    case BV_JOIN: join(table, deed); break;
    case BV_REJECT: reject(table, deed); break;
    case BV_START: start(table, deed); break;
    case BV_PLAY:
    case BV_ROLL: return play(table, deed, effect, error);
    case BV_PROPOSE: propose(table, deed); break;
    case BV_AGREE:
    case BV_OBJECT: table->proposal[deed->side].seat = -1; break;
    case BV_OFFER: table->offering = deed->side; break;
    case BV_DECLINE: table->offering = -1; break;
    case BV_ASK:
        table->asking = deed->side;
        table->asked_to = (uint32_t)deed->amount;
        break;
    case BV_REFUSE: table->asking = -1; break;
    case BV_TAKE_BACK:
        effect->undone = table->moves - (size_t)deed->amount;
        take_back(table, (size_t)deed->amount);
        break;
    case BV_ACCEPT:
    case BV_RESIGN:
    case BV_FLAG:
    case BV_ABANDON:
    case BV_CANCEL: decide(table, deed); break;
    case BV_CREDIT:
        bv_clock_credit(&table->clock, deed->side, deed->amount);
        table->grace[deed->side] -= deed->amount;
        break;
    case BV_VACATION: bv_clock_vacation(&table->clock, deed->side, deed->amount * BV_DAY); break;
    case BV_REMATCH: table->again |= (uint8_t)(1 << deed->side); break;
    case BV_NEXT: {
        struct bv_out next = bv_out_into(table->next, sizeof table->next);
        bv_put_span(&next, deed->text);
        break;
    }
    case BV_RATED: return rate(table, deed, error);
    case BV_RESTART:
    case BV_PAUSE:
    case BV_SAY:
    case BV_VERBS: break;
    }
    return true;
}

static bool is_heard_by_all(const struct bv_table *table, const struct bv_effect *effect)
{
    bv_seats seats = (1u << bv_table_terms(table)->form->seats) - 1;
    return (effect->heard & seats) == seats && effect->heard >> bv_channel_of(BV_WATCHER) & 1;
}

/* Before the game and after it no time is counted. */
static void count_time(struct bv_table *table, const struct bv_deed *deed)
{
    if (deed->game) table->offset = deed->at - deed->game;
    int64_t now = bv_table_time(table, deed->at);
    if (deed->verb == BV_START || deed->verb == BV_RESTART)
        bv_clock_skip(&table->clock, now);
    else if (table->stage == BV_TABLE_PLAYING)
        bv_clock_advance(&table->clock, now);
}

bool bv_table_take(struct bv_table *table, const struct bv_deed *deed, struct bv_effect *effect,
                   struct bv_error *error)
{
    count_time(table, deed);
    if (!apply(table, deed, effect, error)) return false;
    table->deeds++;
    table->latest = deed->at;
    effect->heard = bv_heard_by(table, deed, effect);
    bool token = deed->verb == BV_PLAY || deed->verb == BV_ROLL;
    if (token) close_heard_questions(table, effect);
    if (is_heard_by_all(table, effect)) table->heard_by_all = deed->at;
    for (int channel = 0; channel < BV_CHANNELS; channel++) {
        table->told[channel] += effect->heard >> channel & 1;
        table->beside[channel] += !token && effect->heard >> channel & 1;
    }
    return true;
}
