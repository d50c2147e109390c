/*
 * What a choice does.
 *
 *   set-up ▶ lots ▶ ┌ turn: (ask ▶ price ▶ answer) ▶ roll ▶ move ▶ (forfeit) ▶ ┐
 *                   │                               ▲ the Devil's second roll ┘│
 *                   └──────────────── the other side's turn ◀──────────────────┘
 *
 * After each move B26 is looked at, then a forfeit may be due, then B29 is looked at; after a
 * forfeit the same.
 */
#include "games/storage.h"

int belligerants_slot_on(const struct belligerants_state *s, int square)
{
    for (int slot = 0; slot < BELL_SLOTS; slot++)
        if (s->place[slot] == square) return slot;
    return -1;
}

bool belligerants_is_through(const struct belligerants_tables *t,
                             const struct belligerants_state *s, int side)
{
    uint8_t enemy_camp = belligerants_camp_of(!side);
    for (uint32_t left = s->held[side]; left; left &= left - 1)
        if (!(t->ground[s->place[__builtin_ctz(left)]] & enemy_camp)) return false; /* B26 */
    return true;
}

/* ---- Pawns ----------------------------------------------------------------------------------- */

static void swap_bits(uint32_t *set, int a, int b)
{
    uint32_t differ = (*set >> a ^ *set >> b) & 1;
    *set ^= differ << a | differ << b;
}

static void swap_slots(struct belligerants_state *s, int a, int b)
{
    uint8_t place = s->place[a];
    s->place[a] = s->place[b];
    s->place[b] = place;
    swap_bits(&s->held[BELL_J], a, b);
    swap_bits(&s->held[BELL_R], a, b);
    swap_bits(&s->forfeit, a, b);
}

void belligerants_put_in_order(const struct belligerants_tables *t, struct belligerants_state *s,
                               int slot)
{
    for (; slot > t->first_alike[slot] && s->place[slot - 1] > s->place[slot]; slot--)
        swap_slots(s, slot - 1, slot);
    for (; slot < t->last_alike[slot] && s->place[slot + 1] < s->place[slot]; slot++)
        swap_slots(s, slot + 1, slot);
}

/* Takes a pawn off the board; its counter, if it had one, is its owner's again (B17). */
static void remove_pawn(struct belligerants_state *s, int slot, int code)
{
    s->held[BELL_J] &= ~belligerants_bit(slot);
    s->held[BELL_R] &= ~belligerants_bit(slot);
    s->place[slot] = (uint8_t)code;
}

/* ---- Turns ----------------------------------------------------------------------------------- */

static void end(struct belligerants_state *s, enum belligerants_reason reason)
{
    s->phase = BELL_OVER;
    s->reason = (uint8_t)reason;
    s->number = 0;
}

static void begin_turn(const struct bv_terms *terms, struct belligerants_state *s, int side)
{
    s->turn = (uint8_t)side;
    s->number = 0;
    if (s->wait[side]) s->wait[side]--;                                              /* B28 */
    s->phase = belligerants_may_ask(terms) && !s->wait[side] ? BELL_ASK : BELL_ROLL; /* B28 */
}

/* After a move and its forfeit: the limits, the Devil's second roll, or the other side's turn. */
static void finish_move(const struct bv_terms *terms, struct belligerants_state *s)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    if (s->quiet >= t->quiet_moves || s->moves >= t->all_moves) { /* B29 */
        end(s, BELL_STALEMATE);
    } else if (s->number == BELL_DEVIL) { /* B7 */
        s->number = 0;
        s->phase = BELL_ROLL;
    } else {
        begin_turn(terms, s, !s->turn);
    }
}

static bool is_decided(const struct belligerants_tables *t, const struct belligerants_state *s)
{
    return belligerants_is_through(t, s, BELL_J) || /* B26 */
           belligerants_is_through(t, s, BELL_R);   /* B26 */
}

static void count_move(struct belligerants_state *s, bool is_quiet)
{
    s->moves++;                                        /* B29 */
    s->quiet = is_quiet ? (uint8_t)(s->quiet + 1) : 0; /* B29 */
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* Makes the taken pawn a prisoner, or the taker's own piece on the square the taker came from. */
static void take(struct belligerants_state *s, int victim, int from, bool keeps)
{
    if (!keeps) {
        remove_pawn(s, victim, BELL_PRISONER_OF_J + s->turn); /* B12 B17 */
        return;
    }
    s->held[!s->turn] &= ~belligerants_bit(victim);
    s->held[s->turn] |= belligerants_bit(victim);
    s->place[victim] = (uint8_t)from; /* B16 B17 */
}

/* B15: of the pawns that could have taken, those that may be forfeited where they now stand. */
static uint32_t forfeitable(const struct belligerants_tables *t, const struct belligerants_state *s,
                            uint32_t takers)
{
    uint8_t enemy_camp = belligerants_camp_of(!s->turn);
    uint32_t set = 0;
    for (uint32_t left = takers & s->held[s->turn]; left; left &= left - 1) /* B15 */
        if (!(t->ground[s->place[__builtin_ctz(left)]] & enemy_camp))       /* B15 */
            set |= left & -left;
    return set;
}

static void move(const struct bv_terms *terms, struct belligerants_state *s, bv_action action)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    int from = belligerants_square_of(action);
    int to = belligerants_end_of(action);
    int mover = belligerants_slot_on(s, from);
    int other = action & (BELL_TAKES | BELL_CARRIES) ? belligerants_slot_on(s, to) : mover;
    uint8_t enemy_camp = belligerants_camp_of(!s->turn);
    bool enters = t->ground[to] & enemy_camp & ~t->ground[from];
    bool is_destroyed = t->ground[to] & BELL_BLACK && !(t->trait[mover] & BELL_HARDY); /* B22 */
    uint32_t takers = 0;
    if (!(action & BELL_TAKES) && !belligerants_is_forced(terms)) /* B15 */
        takers = belligerants_takers(terms, s);                   /* B15 */

    s->place[mover] = (uint8_t)to;
    if (action & BELL_TAKES) take(s, other, from, action & BELL_KEEPS);
    if (action & BELL_CARRIES) {
        s->place[other] = (uint8_t)belligerants_camp_square_of(action); /* B20 */
        takers &= ~belligerants_bit(other);                             /* B15 */
    }
    if (is_destroyed) remove_pawn(s, mover, BELL_DESTROYED); /* B22 */
    s->forfeit = forfeitable(t, s, takers);
    belligerants_put_in_order(t, s, mover);
    if (other != mover) belligerants_put_in_order(t, s, other);

    count_move(s, !(action & (BELL_TAKES | BELL_CARRIES)) && !enters && !is_destroyed); /* B29 */
    if (is_decided(t, s))
        end(s, BELL_ENTERED); /* B26 */
    else if (s->forfeit)
        s->phase = BELL_FORFEIT; /* B15 */
    else
        finish_move(terms, s);
}

static void forfeit(const struct bv_terms *terms, struct belligerants_state *s, int square)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    int slot = belligerants_slot_on(s, square);
    remove_pawn(s, slot, BELL_PRISONER_OF_J + !s->turn); /* B15 */
    s->forfeit = 0;
    s->quiet = 0; /* B29 */
    belligerants_put_in_order(t, s, slot);
    if (is_decided(t, s))
        end(s, BELL_ENTERED); /* B26 */
    else
        finish_move(terms, s);
}

static void place_pawn(struct belligerants_state *s, int side, int square)
{
    int slot = side * BELL_ARMY + s->placed[side]++;
    s->place[slot] = (uint8_t)square;
    s->held[side] |= belligerants_bit(slot);
    if (s->placed[BELL_J] == BELL_ARMY && s->placed[BELL_R] == BELL_ARMY) /* B5 B6 */
        s->phase = BELL_LOTS;
}

void belligerants_apply(const struct bv_terms *terms, union bv_state *state, int seat,
                        bv_action action, struct bv_past *past)
{
    struct belligerants_state *s = &state->belligerants;
    int square = belligerants_square_of(action);
    int number = belligerants_number_of(action);
    (void)past;
    switch (belligerants_action_kind(action)) {
    case BELL_DO_PLACE: place_pawn(s, seat, square); break;
    case BELL_DO_LOTS: begin_turn(terms, s, number); break; /* B6 */
    case BELL_DO_ASK:
        s->phase = BELL_PRICE;
        s->wait[s->turn] = terms->tables->belligerants.ask_again; /* B28 */
        break;
    case BELL_DO_PRICE:
        s->phase = BELL_ANSWER;
        s->price = (uint8_t)number; /* B28 */
        break;
    case BELL_DO_ACCEPT: end(s, BELL_ARMISTICE); break; /* B28 */
    case BELL_DO_REFUSE:
        s->phase = BELL_ROLL; /* B28 */
        s->price = 0;
        break;
    case BELL_DO_ROLL: s->phase = BELL_ROLL; break;
    case BELL_DO_DIE:
        s->phase = BELL_MOVE;
        s->number = (uint8_t)number; /* B7 */
        break;
    case BELL_DO_MOVE: move(terms, s, action); break;
    case BELL_DO_FORFEIT: forfeit(terms, s, square); break;
    case BELL_DO_PASS:
        count_move(s, true); /* B11 B29 */
        finish_move(terms, s);
        break;
    }
}
