/*
 * Steps and fights as sets: shifting the set of tanks by one square gives all destinations of a direction at
 * once; the square a step came from is its destination less the shift.
 *
 *                        left +1   ahead +10 (Green) or -10 (Grey)   right -1
 *
 * Two kinds of tanks may step: those that have not moved yet, and the active one, which may go on. The active
 * tank must also keep off the squares it has stood on. Command tanks have five more directions.
 */
#include "games/chars/state.h"

enum { UP = CHARS_WIDTH, DOWN = -CHARS_WIDTH, LEFT = 1, RIGHT = -1 };

/* The files at the edges: squares 1, 11, 21 … and 10, 20, 30 … */
static const uint64_t right_file_low = 0x1004010040100401U;
static const uint64_t right_file_high = 0x04010040U;

static inline bv_bits128 right_file(void)
{
    return (bv_bits128)right_file_high << 64 | right_file_low;
}

static inline bv_bits128 leftwards(bv_bits128 set)
{
    return (set & ~(right_file() << (CHARS_WIDTH - 1))) << 1;
}

static inline bv_bits128 rightwards(bv_bits128 set)
{
    return (set & ~right_file()) >> 1;
}

/* Ahead as `side` sees it; Green's last rank leaves the board upwards and is masked off by the caller. */
static inline bv_bits128 ahead(bv_bits128 set, int side)
{
    return side == CHARS_GREEN ? set << CHARS_WIDTH : set >> CHARS_WIDTH; /* C17 */
}

static inline int ahead_by(int side)
{
    return side == CHARS_GREEN ? UP : DOWN;
}

struct movers {
    bv_bits128 fresh, tank; /* those that have not moved; the active one */
    bv_bits128 open;        /* where they may go */
    bv_bits128 unstood;     /* where the active tank has not stood */
    bv_bits128 fresh_commands, tank_command;
    int side;
};

static inline struct movers movers(const struct chars_tables *t, const struct chars_state *s)
{
    struct movers m;
    bv_bits128 own_depots = s->depots & t->camp[s->side]; /* C17 */
    m.side = s->side;
    m.fresh = s->tanks[m.side] & ~s->moved;                                       /* C19 */
    m.tank = s->active == CHARS_GONE ? 0 : bv_bit128(s->active);                  /* C19 */
    m.open = chars_board() & ~(s->tanks[0] | s->tanks[1] | s->guns | own_depots); /* C17 C26 */
    m.unstood = ~s->stood;                                                        /* C20 */
    m.fresh_commands = m.fresh & s->commands;                                     /* C25 */
    m.tank_command = m.tank & s->commands;                                        /* C25 */
    return m;
}

/* Destinations of a direction; `fresh` and `tank` are already shifted. */
static inline bv_bits128 reached(const struct movers *m, bv_bits128 fresh, bv_bits128 tank)
{
    return (fresh | (tank & m->unstood)) & m->open;
}

static inline bv_bits128 reached_ahead(const struct movers *m)
{
    return reached(m, ahead(m->fresh, m->side), ahead(m->tank, m->side));
}

static inline bv_bits128 reached_leftwards(const struct movers *m)
{
    return reached(m, leftwards(m->fresh), leftwards(m->tank));
}

static inline bv_bits128 reached_rightwards(const struct movers *m)
{
    return reached(m, rightwards(m->fresh), rightwards(m->tank));
}

static inline bool has_commands(const struct movers *m)
{
    return (m->fresh_commands | m->tank_command) != 0;
}

static bv_bits128 reached_back(const struct movers *m)
{
    int front = chars_other(m->side);
    return reached(m, ahead(m->fresh_commands, front), ahead(m->tank_command, front));
}

/* Diagonals towards `front`'s ahead: to the left and to the right. */
static bv_bits128 reached_left_diagonal(const struct movers *m, int front)
{
    return reached(m, ahead(leftwards(m->fresh_commands), front),
                   ahead(leftwards(m->tank_command), front));
}

static bv_bits128 reached_right_diagonal(const struct movers *m, int front)
{
    return reached(m, ahead(rightwards(m->fresh_commands), front),
                   ahead(rightwards(m->tank_command), front));
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
    if (reached_ahead(&m) | reached_leftwards(&m) | reached_rightwards(&m)) return true;
    if (!has_commands(&m)) return false;
    for (int front = 0; front < 2; front++)
        if (reached_left_diagonal(&m, front) | reached_right_diagonal(&m, front)) return true;
    return reached_back(&m) != 0;
}

/* Steps by `by`, one for each destination. */
static inline uint32_t list_by(bv_bits128 to, int by, enum chars_kind kind, bv_action *list,
                               uint32_t count)
{
    bv_action base = chars_action(kind, 0, 0) - ((bv_action)(int64_t)by << 8);
    return chars_list_squares(to, base, 0x101, list, count);
}

/* C21, C25: diagonals of command tanks are forward steps too. */
static uint32_t list_forward(const struct movers *m, bv_action *list)
{
    uint32_t count = list_by(reached_ahead(m), ahead_by(m->side), CHARS_STEP, list, 0);
    if (!has_commands(m)) return count;
    for (int front = 0; front < 2; front++) { /* C25 */
        int by = ahead_by(front);
        count = list_by(reached_left_diagonal(m, front), by + LEFT, CHARS_STEP, list, count);
        count = list_by(reached_right_diagonal(m, front), by + RIGHT, CHARS_STEP, list, count);
    }
    return count;
}

uint32_t chars_list_steps(const struct chars_tables *t, const struct chars_state *s,
                          bv_action *list)
{
    struct movers m = movers(t, s);
    uint32_t forward = list_forward(&m, list);
    uint32_t count = forward;
    bool may_stop = s->forward || forward == 0;       /* C23 */
    bool last = s->points == 1;                       /* C21 */
    if (last && !s->forward && forward) return count; /* C21 */
    count = list_by(reached_leftwards(&m), LEFT, CHARS_STEP, list, count);
    count = list_by(reached_rightwards(&m), RIGHT, CHARS_STEP, list, count);
    if (has_commands(&m)) /* C25 */
        count = list_by(reached_back(&m), -ahead_by(m.side), CHARS_STEP, list, count);
    if (chars_is_few(t, s) && may_stop) /* C22 C23 */
        list[count++] = chars_action(CHARS_STOP, 0, 0);
    return count;
}

static bool is_forward(int side, int by)
{
    bool sideways = by == LEFT || by == RIGHT; /* C21 */
    bool back = by == -ahead_by(side);         /* C21 */
    return !sideways && !back;                 /* C21 C25 */
}

/* The active tank goes on, or another becomes active and the former has done. */
static void make_active(struct chars_state *s, int from, int to)
{
    bv_bits128 bit = bv_bit128(to);
    if (from == s->active) {
        s->moved &= ~bv_bit128(from);
        s->steps++;
        s->stood |= bit; /* C20 */
    } else {
        s->steps = 1;
        s->stood = bv_bit128(from) | bit; /* C20 */
    }
    s->moved |= bit;
    s->active = (uint8_t)to;
}

void chars_step(const struct chars_tables *t, struct chars_state *s, bv_action action,
                struct chars_log *log)
{
    int side = s->side;
    int from = chars_from(action);
    int to = chars_to(action);
    bv_bits128 change = bv_bit128(from) | bv_bit128(to);
    bool command = bv_has128(s->commands, from);
    if (log) {
        struct bv_event event = chars_event(BV_EVENT_MOVED, side);
        event.piece = command ? CHARS_PIECE_COMMAND : CHARS_PIECE_TANK;
        event.from = (int16_t)from;
        event.to = (int16_t)to;
        chars_note(log, event);
    }
    s->where[side][chars_rank_at(s, side, from)] = (uint8_t)to;
    s->tanks[side] ^= change;
    if (command) s->commands ^= change;
    make_active(s, from, to);
    if (is_forward(side, to - from)) s->forward = 1;               /* C21 */
    s->points--;                                                   /* C16 */
    bool spent = s->steps == t->tank_steps && !chars_is_few(t, s); /* C19 C23 */
    bool arrived = bv_has128(s->depots, to);                       /* C18 */
    if (spent || arrived) {                                        /* C18 C19 */
        s->active = CHARS_GONE;
        s->steps = 0;
        s->stood = 0;
    }
}

/* ---- Fights: every mover's tank next to an enemy tank or gun ------------------------------------------- */

static bv_bits128 targets(const struct chars_tables *t, const struct chars_state *s)
{
    int enemy = chars_other(s->side);
    return s->tanks[enemy] | (s->guns & t->camp[enemy]); /* C31 */
}

bool chars_has_fight(const struct chars_tables *t, const struct chars_state *s)
{
    bv_bits128 tanks = s->tanks[s->side];
    bv_bits128 near = tanks << CHARS_WIDTH | tanks >> CHARS_WIDTH;               /* C31 */
    return ((near | leftwards(tanks) | rightwards(tanks)) & targets(t, s)) != 0; /* C31 */
}

uint32_t chars_list_fights(const struct chars_tables *t, const struct chars_state *s,
                           bv_action *list)
{
    bv_bits128 tanks = s->tanks[s->side];
    bv_bits128 enemies = targets(t, s);
    uint32_t count = list_by(tanks << CHARS_WIDTH & enemies, UP, CHARS_ATTACK, list, 0); /* C31 */
    count = list_by(tanks >> CHARS_WIDTH & enemies, DOWN, CHARS_ATTACK, list, count);    /* C31 */
    count = list_by(leftwards(tanks) & enemies, LEFT, CHARS_ATTACK, list, count);        /* C31 */
    return list_by(rightwards(tanks) & enemies, RIGHT, CHARS_ATTACK, list, count);       /* C31 */
}
