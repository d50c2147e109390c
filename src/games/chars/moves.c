/*
 * Steps and fights as sets: shifting the set of open squares back by one step gives, for a
 * direction, all the squares from which a tank could take it.
 *
 *                        left +1   ahead +10 (Green) or -10 (Grey)   right -1
 *
 * Two kinds of tanks may step: those that have not moved yet, and the active one, which may go on.
 * The active tank must also keep off the squares it has stood on. Command tanks have five more
 * directions.
 */
#include "games/chars/state.h"

enum { UP = CHARS_WIDTH, DOWN = -CHARS_WIDTH, LEFT = 1, RIGHT = -1 };

/* The file at the right edge: squares 1, 11, 21 … 91. */
static inline bv_bits128 right_file(void)
{
    return (bv_bits128)0x04010040U << 64 | 0x1004010040100401U;
}

static inline bv_bits128 leftwards(bv_bits128 set)
{
    return (set & ~(right_file() << (CHARS_WIDTH - 1))) << 1;
}

static inline bv_bits128 rightwards(bv_bits128 set)
{
    return (set & ~right_file()) >> 1;
}

/* One step back as `side` sees it; what leaves the board is masked off by the caller. */
static inline bv_bits128 back(bv_bits128 set, int side)
{
    return side == CHARS_GREEN ? set >> CHARS_WIDTH : set << CHARS_WIDTH; /* C17 */
}

static inline int ahead_by(int side)
{
    return side == CHARS_GREEN ? UP : DOWN; /* C17 */
}

struct movers {
    bv_bits128 fresh, tank;           /* those that have not moved; the active one */
    bv_bits128 fresh_open, tank_open; /* where they may go */
    int side;
    bool commands; /* there are command tanks among them */
};

bv_bits128 chars_open(const struct chars_tables *t, const struct chars_state *s)
{
    bv_bits128 own_depots = s->depots & t->camp[s->side];                /* C17 */
    bv_bits128 taken = s->tanks[0] | s->tanks[1] | s->guns | own_depots; /* C17 C26 */
    return chars_board() & ~taken;
}

static inline struct movers movers(const struct chars_tables *t, const struct chars_state *s)
{
    struct movers m;
    m.side = s->side;
    m.fresh = s->tanks[m.side] & ~s->moved;                      /* C19 */
    m.tank = s->active == CHARS_GONE ? 0 : bv_bit128(s->active); /* C19 */
    m.fresh_open = chars_open(t, s);
    m.tank_open = m.fresh_open & ~s->stood;               /* C20 */
    m.commands = ((m.fresh | m.tank) & s->commands) != 0; /* C25 */
    return m;
}

/* The movers among `tanks` whose destination, already shifted back, is open. */
static inline bv_bits128 able(const struct movers *m, bv_bits128 fresh_open, bv_bits128 tank_open)
{
    return (m->fresh & fresh_open) | (m->tank & tank_open);
}

static inline bv_bits128 able_ahead(const struct movers *m)
{
    return able(m, back(m->fresh_open, m->side), back(m->tank_open, m->side));
}

static inline bv_bits128 able_leftwards(const struct movers *m)
{
    return able(m, rightwards(m->fresh_open), rightwards(m->tank_open));
}

static inline bv_bits128 able_rightwards(const struct movers *m)
{
    return able(m, leftwards(m->fresh_open), leftwards(m->tank_open));
}

/* Command tanks, diagonally towards `front`'s ahead. */
static bv_bits128 able_left_diagonally(const struct movers *m, int front)
{
    return able(m, back(rightwards(m->fresh_open), front), back(rightwards(m->tank_open), front));
}

static bv_bits128 able_right_diagonally(const struct movers *m, int front)
{
    return able(m, back(leftwards(m->fresh_open), front), back(leftwards(m->tank_open), front));
}

static bv_bits128 able_back(const struct movers *m)
{
    int front = chars_other(m->side);
    return able(m, back(m->fresh_open, front), back(m->tank_open, front));
}

bool chars_is_few(const struct chars_tables *t, const struct chars_state *s)
{
    return s->live[s->side] <= t->few_tanks; /* C23 */
}

int chars_points(const struct chars_tables *t, const struct chars_state *s, int side)
{
    bool dry = s->depot[side][CHARS_FUEL] == CHARS_GONE; /* C16 */
    return dry ? t->points_without_fuel : t->points;     /* C16 */
}

bool chars_can_step(const struct chars_tables *t, const struct chars_state *s)
{
    struct movers m = movers(t, s);
    if (able_ahead(&m)) return true;
    if (able_leftwards(&m) | able_rightwards(&m)) return true;
    if (!m.commands) return false;
    bv_bits128 able_otherwise = able_back(&m);
    for (int front = 0; front < 2; front++)
        able_otherwise |= able_left_diagonally(&m, front) | able_right_diagonally(&m, front);
    return (able_otherwise & s->commands) != 0; /* C25 */
}

/* Steps or attacks by `by`, one from each square of a set. */
static uint32_t list_by(bv_bits128 from, int by, enum chars_kind kind, bv_action *list,
                        uint32_t count)
{
    while (from) {
        int square = bv_take128(&from);
        list[count++] = chars_action(kind, square, square + by);
    }
    return count;
}

/* C25: the steps of command tanks only; `diagonals` count as forward, the way back does not. */
static uint32_t list_diagonals(const struct movers *m, bv_bits128 commands, bv_action *list)
{
    uint32_t count = 0;
    for (int front = 0; front < 2; front++) { /* C25 */
        bv_bits128 left = able_left_diagonally(m, front) & commands;
        bv_bits128 right = able_right_diagonally(m, front) & commands;
        count = list_by(left, ahead_by(front) + LEFT, CHARS_STEP, list, count);
        count = list_by(right, ahead_by(front) + RIGHT, CHARS_STEP, list, count);
    }
    return count;
}

/* A set in words that a square selects; squares 128–255, CHARS_GONE among them, are in no set. */
struct words {
    uint64_t word[4];
};

static inline struct words words_of(bv_bits128 set)
{
    return (struct words){{(uint64_t)set, (uint64_t)(set >> 64), 0, 0}};
}

static inline uint32_t holds(const struct words *set, int square)
{
    return (uint32_t)(set->word[square >> 6] >> (square & 63) & 1);
}

/* The steps that every tank knows. All are written, only the good ones kept: no branch. */
static uint32_t list_common(const struct chars_state *s, struct words ahead, struct words left,
                            struct words right, bv_action *list, uint32_t count)
{
    bv_action ahead_step = (bv_action)(int64_t)ahead_by(s->side);
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        int from = s->where[s->side][rank];
        bv_action stay = chars_action(CHARS_STEP, from, from);
        list[count] = stay + ahead_step;
        count += holds(&ahead, from);
        list[count] = stay + LEFT;
        count += holds(&left, from);
        list[count] = stay - LEFT;
        count += holds(&right, from);
    }
    return count;
}

uint32_t chars_list_steps(const struct chars_tables *t, const struct chars_state *s,
                          bv_action *list)
{
    struct movers m = movers(t, s);
    bv_bits128 ahead = able_ahead(&m);
    bv_bits128 left = able_leftwards(&m);
    bv_bits128 right = able_rightwards(&m);
    uint32_t count = m.commands ? list_diagonals(&m, s->commands, list) : 0;
    bool forward = ahead || count;              /* C21 C25 */
    bool last = s->points == 1;                 /* C21 */
    bool must = last && !s->forward && forward; /* C21 */
    if (must) left = right = 0;                 /* C21 */
    count = list_common(s, words_of(ahead), words_of(left), words_of(right), list, count);
    if (m.commands && !must) /* C21 C25 */
        count = list_by(able_back(&m) & s->commands, -ahead_by(m.side), CHARS_STEP, list, count);
    if (chars_is_few(t, s) && (s->forward || !forward)) /* C22 C23 */
        list[count++] = chars_action(CHARS_STOP, 0, 0);
    return count;
}

bool chars_is_forward(int side, bv_action action)
{
    int by = chars_to(action) - chars_from(action);
    bool sideways = by == LEFT || by == RIGHT; /* C21 */
    bool backward = by == -ahead_by(side);     /* C21 */
    return !sideways && !backward;             /* C21 C25 */
}

/* The active tank goes on, or another becomes active and the former has done. */
static void make_active(struct chars_state *s, int from, int to)
{
    bool goes_on = from == s->active;                                  /* C19 */
    s->steps = (uint8_t)((goes_on ? s->steps : 0) + 1);                /* C19 */
    s->stood = (goes_on ? s->stood : bv_bit128(from)) | bv_bit128(to); /* C20 */
    s->moved = (s->moved & ~bv_bit128(from)) | bv_bit128(to);
    s->active = (uint8_t)to;
}

void chars_step(const struct chars_tables *t, struct chars_state *s, bv_action action,
                struct bv_event_list *log)
{
    int side = s->side;
    int from = chars_from(action);
    int to = chars_to(action);
    bv_bits128 change = bv_bit128(from) | bv_bit128(to);
    bool command = bv_has128(s->commands, from);
    if (log)
        bv_add_piece_event(log, BV_EVENT_MOVED, side,
                           command ? CHARS_PIECE_COMMAND : CHARS_PIECE_TANK, from, to, 0);
    s->where[side][chars_rank_at(s, side, from)] = (uint8_t)to;
    s->tanks[side] ^= change;
    if (command) s->commands ^= change;
    make_active(s, from, to);
    if (chars_is_forward(side, action)) s->forward = 1;            /* C21 */
    s->points--;                                                   /* C16 */
    bool spent = s->steps == t->tank_steps && !chars_is_few(t, s); /* C19 C23 */
    bool arrived = bv_has128(s->depots, to);                       /* C18 */
    if (spent || arrived) {                                        /* C18 C19 */
        s->active = CHARS_GONE;
        s->steps = 0;
        s->stood = 0;
    }
}

/* ---- Fights: every mover's tank next to an enemy tank or gun --------------------------------- */

static bv_bits128 targets(const struct chars_tables *t, const struct chars_state *s)
{
    int enemy = chars_other(s->side);
    return s->tanks[enemy] | (s->guns & t->camp[enemy]); /* C31 */
}

bool chars_has_fight(const struct chars_tables *t, const struct chars_state *s)
{
    bv_bits128 enemies = targets(t, s);
    bv_bits128 near = enemies << CHARS_WIDTH | enemies >> CHARS_WIDTH; /* C31 */
    near |= leftwards(enemies) | rightwards(enemies);                  /* C31 */
    return (s->tanks[s->side] & near) != 0;                            /* C31 */
}

uint32_t chars_list_fights(const struct chars_tables *t, const struct chars_state *s,
                           bv_action *list)
{
    bv_bits128 tanks = s->tanks[s->side];
    bv_bits128 enemies = targets(t, s);
    uint32_t count = list_by(tanks & enemies >> CHARS_WIDTH, UP, CHARS_ATTACK, list, 0); /* C31 */
    count = list_by(tanks & enemies << CHARS_WIDTH, DOWN, CHARS_ATTACK, list, count);    /* C31 */
    count = list_by(tanks & rightwards(enemies), LEFT, CHARS_ATTACK, list, count);       /* C31 */
    return list_by(tanks & leftwards(enemies), RIGHT, CHARS_ATTACK, list, count);        /* C31 */
}
