/*
 * Bataille de Chars: what a state is.
 *
 * Squares are counted from nought: square n of the board is bit n-1, so that a step of Green ahead
 * is +10, a step to the left (as Green sees it) +1. Grey's ahead is -10.
 *
 *     99 98 … 91 90     Grey's back rank
 *      …
 *     19 18 … 11 10
 *      9  8 …  1  0     Green's back rank
 *
 * Guns, installations (here: depots) and mines never leave their side's camp: one set serves both
 * sides. Tanks are a set per side, and `where` tells on which square each rank stands. A rank that
 * has been announced is known to both players from then on, for every later step is seen.
 *
 * What a player has learned is in the state, so that a view needs nothing else: `announced`,
 * `swept` (squares that cannot hold a mine of the side whose camp it is) and `mines_left`. A view
 * is a state in which the other side's ranks are CHARS_UNKNOWN, its mines are gone from `mines`
 * (but not from mines_left), and its plot is as it was when it began. Whites are taken off `whites`
 * when the plot is shown, so that nothing betrays them.
 *
 *     set-up ──▶ move (blank) ──▶ … ──▶ plot ──▶ move ──▶ fight ⇄ roll ──▶ plot ──▶ … ──▶ over
 */
#pragma once

#include "core/bits.h"
#include "core/game.h"

enum {
    CHARS_WIDTH = 10,
    CHARS_SQUARES = 100,
    CHARS_TANKS = 6,
    CHARS_DEPOTS = 3,
    CHARS_LIST_CAP = 2 * CHARS_SQUARES + 8, /* every square red or white, `.`, and room to write */
};

/* In place of a square: nothing there (not set up, or destroyed); or not known to a view's seat. */
enum { CHARS_GONE = 255, CHARS_UNKNOWN = 254 };

enum chars_side { CHARS_GREEN, CHARS_GREY };

enum chars_phase {
    CHARS_SETUP, /* both sides place their pieces */
    CHARS_PLOT,  /* the side that is not to move plots its shots */
    CHARS_MOVE,
    CHARS_FIGHT, /* the mover chooses the next fight */
    CHARS_ROLL,  /* chance decides a fight against a gun */
    CHARS_OVER,
    CHARS_PHASES,
};

enum chars_depot { CHARS_HEADQUARTERS, CHARS_AMMUNITION, CHARS_FUEL };

/* The order of the set-up: three depots, six tanks by rank, guns, mines. */
enum { CHARS_THING_TANK = CHARS_DEPOTS, CHARS_THING_GUN = 9, CHARS_THING_MINE = 10 };

/* Index into the game's pieces; the depots follow the order of enum chars_depot. */
enum chars_piece {
    CHARS_PIECE_TANK,
    CHARS_PIECE_COMMAND,
    CHARS_PIECE_DEPOT,
    CHARS_PIECE_GUN = CHARS_PIECE_DEPOT + CHARS_DEPOTS,
    CHARS_PIECE_MINE,
    CHARS_PIECE_RED,
    CHARS_PIECE_WHITE,
    CHARS_PIECES,
};

enum chars_reason { CHARS_ELIMINATION, CHARS_STALEMATE };

enum chars_option { CHARS_OWN_FIRE };

/*
 * An action:
 *
 *     bits   field
 *     0–7    to     a square; of the die: 0 red, 1 black
 *     8–15   from   the square of the tank that steps or fights; in the set-up what is placed:
 *                   0–2 depot A–C, 3–8 tank of rank 1–6, 9 gun, 10 mine
 *     16–18  kind   enum chars_kind
 */
enum chars_kind {
    CHARS_SET,
    CHARS_RED,
    CHARS_WHITE,
    CHARS_STOP, /* `.` */
    CHARS_STEP,
    CHARS_ATTACK,
    CHARS_DIE,
};

static inline bv_action chars_action(enum chars_kind kind, int from, int to)
{
    return (bv_action)kind << 16 | (bv_action)from << 8 | (bv_action)to;
}

static inline enum chars_kind chars_kind_of(bv_action action)
{
    return (enum chars_kind)(action >> 16);
}

static inline int chars_from(bv_action action)
{
    return (int)(action >> 8 & 0xff);
}

static inline int chars_to(bv_action action)
{
    return (int)(action & 0xff);
}

/* Which bits of a byte are set: so many, and which. */
struct chars_byte {
    uint8_t member[8];
    uint8_t count;
};

struct chars_tables {
    bv_bits128 camp[2];
    bv_bits128 back[2];                  /* the camp's back rank */
    bv_bits128 cross[CHARS_SQUARES];     /* the rank and the file of a square */
    uint8_t guns, mines, reds, whites;   /* of each side */
    uint8_t points, points_without_fuel; /* of a side's movement */
    uint8_t tank_steps;                  /* of one tank in a turn */
    uint8_t few_tanks;
    uint8_t quiet_turns;
    uint8_t die_red, die_black;
    uint8_t set_up; /* how many things a side places */
    struct chars_byte byte[256];
};

struct chars_state {
    bv_bits128 tanks[2];
    bv_bits128 guns;
    bv_bits128 depots;
    bv_bits128 mines;
    bv_bits128 swept; /* known to hold no mine of the camp's side; empty for a side without mines */
    bv_bits128 commands;   /* the command tanks of both sides */
    bv_bits128 red, white; /* the plot of the side that is not moving */
    bv_bits128 began;      /* movement: where the mover's tanks stood at its beginning */
    bv_bits128 moved;      /* movement: where the tanks stand that have moved */
    bv_bits128 stood;      /* movement: where the active tank has stood this turn */
    uint8_t where[2][8];   /* the square of rank 1–6 at 0–5; the rest is CHARS_GONE */
    uint8_t depot[2][CHARS_DEPOTS];
    uint8_t placed[2]; /* things set up so far */
    uint8_t live[2];   /* tanks */
    uint8_t mines_left[2];
    uint8_t whites[2];    /* white shots before the plot that is not yet shown */
    uint8_t announced[2]; /* bit r: rank r+1 is known to the other side */
    uint8_t next[2];      /* set-up and plot: the lowest square the next of its kind may have */
    uint8_t phase;
    uint8_t side;             /* whose turn it is */
    uint8_t blanks;           /* turns left without shots */
    uint8_t quiet;            /* turns since something was destroyed */
    uint8_t loud;             /* something was destroyed this turn */
    uint8_t points;           /* movement: squares left to move */
    uint8_t forward;          /* movement: a forward step was made */
    uint8_t active;           /* movement: the tank that may go on, or CHARS_GONE */
    uint8_t steps;            /* movement: steps of the active tank */
    uint8_t reds_left;        /* plot: how many may still be plotted */
    uint8_t whites_left;      /* plot */
    uint8_t attacker, target; /* roll: tank and gun; otherwise CHARS_GONE */
    uint8_t padding;
};

_Static_assert(sizeof(struct chars_state) == 12 * 16 + 16 + 6 + 12 + 14,
               "no padding is left to chance");

/* Events of its own. */
enum { CHARS_EVENT_PLOTTED = BV_EVENT_OWN }; /* a secret shot on `to`; amount 0 red, 1 white */
enum { CHARS_EVENT_WORDS = 2 };
extern const struct bv_event_words chars_event_words[CHARS_EVENT_WORDS];

static inline int chars_other(int side)
{
    return 1 - side;
}

static inline bv_bits128 chars_board(void)
{
    return ((bv_bits128)0xfffffffffU << 64) | UINT64_MAX;
}

/* All that stands on the board; mines do not. */
static inline bv_bits128 chars_pieces(const struct chars_state *s)
{
    return s->tanks[0] | s->tanks[1] | s->guns | s->depots;
}

/* The squares from `at` upwards. */
static inline bv_bits128 chars_from_on(int at)
{
    return -bv_bit128(at);
}

/* The highest member of a set that is not empty. */
static inline int chars_highest(bv_bits128 set)
{
    uint64_t high = (uint64_t)(set >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)set);
}

/* Which rank (counted from nought) stands on a square; -1 in a view that does not know. */
static inline int chars_rank_at(const struct chars_state *s, int side, int square)
{
    int found = -1;
    for (int rank = 0; rank < CHARS_TANKS; rank++)
        found = s->where[side][rank] == square ? rank : found;
    return found;
}

/* The same of a rank that the other side knows; else -1. */
static inline int chars_announced_rank_at(const struct chars_state *s, int side, int square)
{
    int rank = chars_rank_at(s, side, square);
    return rank >= 0 && s->announced[side] >> rank & 1 ? rank : -1;
}

/*
 * Writes one action for each square of a set and returns the new length of the list. Eight squares
 * at a time are looked up and written, and only as many kept as there are: there is no branch to
 * guess.
 */
static inline uint32_t chars_list_squares(const struct chars_tables *t, bv_bits128 squares,
                                          bv_action base, bv_action *list, uint32_t count)
{
    if (!squares) return count;
    int first = bv_low128(squares) & ~7;
    base += (bv_action)first;
    for (squares >>= first; squares; squares >>= 8, base += 8) {
        const struct chars_byte byte = t->byte[(uint8_t)squares];
        bv_action *at = list + count;
        for (int i = 0; i < 8; i++) at[i] = base + byte.member[i];
        count += byte.count;
    }
    return count;
}

/* setup.c: C4–C9 */
int chars_next_thing(const struct chars_tables *t, const struct chars_state *s, int side);
int chars_piece_of(int thing); /* of enum chars_piece */
uint32_t chars_list_setup(const struct chars_tables *t, const struct chars_state *s, int side,
                          bv_action *list);
void chars_set(const struct chars_tables *t, struct chars_state *s, int side, bv_action action,
               struct bv_event_list *log);

/* moves.c: C16–C26 */
bv_bits128 chars_open(const struct chars_tables *t, const struct chars_state *s); /* to steps */
bool chars_can_step(const struct chars_tables *t, const struct chars_state *s);
uint32_t chars_list_steps(const struct chars_tables *t, const struct chars_state *s,
                          bv_action *list);
void chars_step(const struct chars_tables *t, struct chars_state *s, bv_action action,
                struct bv_event_list *log);
bool chars_is_forward(int side, bv_action step); /* C21 */
bool chars_is_few(const struct chars_tables *t, const struct chars_state *s);
int chars_points(const struct chars_tables *t, const struct chars_state *s, int side);
bool chars_has_fight(const struct chars_tables *t, const struct chars_state *s);
uint32_t chars_list_fights(const struct chars_tables *t, const struct chars_state *s,
                           bv_action *list);

/* turn.c: C10, C11, C27–C36 */
void chars_begin_turn(const struct chars_tables *t, struct chars_state *s,
                      struct bv_event_list *log);
void chars_begin_movement(const struct chars_tables *t, struct chars_state *s,
                          struct bv_event_list *log);
void chars_settle(const struct chars_tables *t, struct chars_state *s, struct bv_event_list *log);
void chars_attack(const struct chars_tables *t, struct chars_state *s, bv_action action,
                  struct bv_event_list *log);
void chars_roll(const struct chars_tables *t, struct chars_state *s, bv_action action,
                struct bv_event_list *log);
int chars_red_limit(const struct chars_tables *t, const struct chars_state *s, int side);

/* rules.c */
void chars_play(const struct bv_terms *terms, struct chars_state *s, int seat, bv_action action,
                struct bv_event_list *log);
void chars_clear_side(const struct chars_tables *t, struct chars_state *s, int side);

/* check.c */
void chars_derive(const struct chars_tables *t, struct chars_state *s);
bv_bits128 chars_least_swept(const struct chars_tables *t, const struct chars_state *s);

/* help.c */
enum { CHARS_THINGS = 10 };
BV_DECLARE(chars, thing);
BV_DECLARE(chars, things_at);
BV_DECLARE(chars, why_not);

extern const char *const chars_phase_names[CHARS_PHASES]; /* text.c */

BV_DECLARE_GAME(chars);
BV_DECLARE(chars, chance);
BV_DECLARE(chars, view);
BV_DECLARE(chars, determinise);
