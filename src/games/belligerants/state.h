/*
 * Les Belligérants: where the thirty pawns are, and whose word it is.
 *
 * A pawn is a slot: 0–14 are Yellow's army in the order of the board's army table, 15–29 Pink's. A
 * slot keeps its first owner for ever; who holds it now is a bit of held[side], so a set of pawns
 * is one 32-bit word and a pawn under a flat counter (B16) is one whose slot belongs to the other
 * side. `place` says where each pawn is: a square, or one of the codes below. Pawns of the same
 * kind and first owner cannot be told apart: their places stand in increasing order, so equal
 * positions are equal bytes.
 *
 * Squares are numbered file × 16 + rank: by file, then rank, the order of the set-up (B5). A set of
 * squares in four neighbouring files is one 64-bit word, sixteen bits a file.
 *
 * All moves are static but for the pawns in the way, so they are worked out when a board is loaded:
 * from each square all paths of one to five steps, turning at crossroads. The squares that a path
 * passes over lie in at most four files, so one AND tells whether it is free. Paths that water
 * stops (B19) stand behind the others.
 */
#pragma once

#include "core/game.h"

/* ---- Material -------------------------------------------------------------------------------- */

enum { BELL_J, BELL_R };

/* The kinds of pawns, in the order of B2. */
enum belligerants_kind {
    BELL_EM,
    BELL_BO,
    BELL_AC,
    BELL_DC,
    BELL_MI,
    BELL_CN,
    BELL_TK,
    BELL_OF,
    BELL_AM,
    BELL_ES,
    BELL_PA,
    BELL_SE,
    BELL_SO,
    BELL_KINDS,
};

enum {
    BELL_ARMY = 15, /* pawns of a side, and squares of its camp */
    BELL_SLOTS = 2 * BELL_ARMY,
    BELL_FILES_MAX = 15,
    BELL_RANKS_MAX = 16,
    BELL_STRIDE = 16, /* from a square to the next of its rank */
    BELL_SQUARES_MAX = BELL_FILES_MAX * BELL_STRIDE,
    BELL_DIRECTIONS = 8, /* clockwise from north */
    BELL_LONGEST = 5,    /* steps of the longest move */
    BELL_DEVIL = 6,      /* as a number on the die */
    BELL_PATHS_MAX = 32768,
    BELL_LIST_CAP = 8192,  /* `load` refuses a board whose lists could be longer */
    BELL_PRICE_UNIT = 100, /* B28 */
    BELL_PRICE_MOST = 200, /* B28: in units */
};

/* Where a pawn is that stands on no square. */
enum { BELL_PRISONER_OF_J = 252, BELL_PRISONER_OF_R, BELL_DESTROYED, BELL_IN_HAND };

/* What a square is, one bit each; brown is open ground with no other bit. */
enum belligerants_ground {
    BELL_CAMP_J = 1, /* BELL_CAMP_J << side is a side's own camp */
    BELL_CAMP_R = 2,
    BELL_OPEN = 4, /* outside both camps */
    BELL_BLUE = 8,
    BELL_GREEN = 16,
    BELL_GREY = 32,
    BELL_WHITE = 64,
    BELL_BLACK = 128,
};

/* What a pawn is besides its kind, one bit each. */
enum belligerants_trait {
    BELL_FLIES = 1, /* BO AC: passes over pawns */
    BELL_WET = 2,   /* BO AC ES AM: crosses water */
    BELL_HARDY = 4, /* ES AM: may end on blue, is not hurt by white, grey and black */
};

/* ---- State ----------------------------------------------------------------------------------- */

enum belligerants_phase {
    BELL_SETUP,   /* both sides place their pawns */
    BELL_LOTS,    /* chance says who starts */
    BELL_ASK,     /* `turn` rolls or asks for an armistice */
    BELL_PRICE,   /* the other side names the indemnity */
    BELL_ANSWER,  /* `turn` accepts or refuses */
    BELL_ROLL,    /* chance rolls */
    BELL_MOVE,    /* `turn` moves by `number` */
    BELL_FORFEIT, /* the other side picks one of `forfeit` */
    BELL_OVER,
};

enum { BELL_PHASES = BELL_OVER + 1 };

enum belligerants_reason { BELL_ENTERED, BELL_ARMISTICE, BELL_STALEMATE, BELL_REASONS };

struct belligerants_state {
    uint8_t place[BELL_SLOTS]; /* a square or a code */
    uint16_t moves;            /* in all (B29) */
    uint32_t held[2];          /* slots on the board, by present holder */
    uint32_t forfeit;          /* slots that may be forfeited (B15); phase FORFEIT only */
    uint8_t placed[2];         /* pawns set down during the set-up */
    uint8_t wait[2];           /* own turns until the side may ask again (B28) */
    uint8_t phase;
    uint8_t turn;
    uint8_t number; /* rolled: 1–5 or the Devil, until the move and its forfeit are done; else 0 */
    uint8_t quiet;  /* moves since something happened (B29) */
    uint8_t price;  /* of the armistice, in units; phase ANSWER and after an armistice */
    uint8_t reason; /* phase OVER */
    uint8_t zero[2];
};

_Static_assert(sizeof(struct belligerants_state) == 56, "no padding is left to chance");

static inline uint32_t belligerants_bit(int slot)
{
    return (uint32_t)1 << slot;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

struct belligerants_path {
    uint64_t way;    /* the squares between origin and end, bits of four files from `file` on */
    uint32_t move;   /* length and steps: bits 12–34 of an action */
    uint8_t end;     /* the square */
    uint8_t ground;  /* of that square */
    uint8_t touched; /* of all squares entered: which camp, or open ground; of the end: blue */
    uint8_t file;
};

_Static_assert(sizeof(struct belligerants_path) == 16, "two words a path");

/* The paths from a square in ten groups: on dry land, one to five steps long, then the wet ones. */
enum { BELL_GROUPS = 2 * BELL_LONGEST };

struct belligerants_tables {
    struct belligerants_path path[BELL_PATHS_MAX];
    uint16_t group[BELL_SQUARES_MAX][BELL_GROUPS + 1];   /* where each begins, and the last ends */
    uint8_t lengths[BELL_SQUARES_MAX][BELL_SQUARES_MAX]; /* bit n: a path of n steps leads there */
    uint32_t victims[BELL_KINDS]; /* slots that a kind takes, the ambulance: if wounded */
    uint32_t counters;            /* slots of the kinds that have a flat counter */
    uint32_t sentinels;
    uint16_t value[BELL_KINDS];
    uint8_t count[BELL_KINDS];
    uint8_t ground[UINT8_MAX + 1]; /* codes of `place` are no ground */
    bool crossroads[BELL_SQUARES_MAX];
    uint8_t camp[2][BELL_ARMY];           /* in increasing order */
    uint8_t camp_place[BELL_SQUARES_MAX]; /* of a camp square in that order */
    uint8_t kind[BELL_SLOTS];
    uint8_t trait[BELL_SLOTS];
    uint8_t first_alike[BELL_SLOTS]; /* the slots of the same kind and first owner: first … */
    uint8_t last_alike[BELL_SLOTS];  /* … and last */
    uint8_t files;
    uint8_t ranks;
    uint8_t quiet_moves; /* B29 */
    uint8_t ask_again;   /* B28: own turns between two askings */
    uint16_t all_moves;  /* B29 */
};

/* From a square's number to its neighbour's. */
static const int8_t belligerants_delta[BELL_DIRECTIONS] = {
    1,  BELL_STRIDE + 1,  BELL_STRIDE,  BELL_STRIDE - 1,
    -1, -BELL_STRIDE - 1, -BELL_STRIDE, -BELL_STRIDE + 1,
};

static inline int belligerants_owner(int slot)
{
    return slot >= BELL_ARMY;
}

static inline uint8_t belligerants_camp_of(int side)
{
    return (uint8_t)(BELL_CAMP_J << side);
}

/* ---- Actions --------------------------------------------------------------------------------- */

/*
 *   bits    field
 *   0– 3    kind      what it is (enum belligerants_action_kind)
 *   4–11    square    set down on, moved from, forfeited on
 *  12–19    number    kind set down, side drawn, die, price in units, length of a move
 *  20–34    steps     of a move: 3 bits a direction, the first step lowest
 *  35       takes     the move ends on an enemy: `x`
 *  36       keeps     who is kept in use: `+`
 *  37       carries   the move ends on an own wounded pawn: `@`
 *  38–45    camp      the square it is brought to
 *
 * Bits 12–34 are a path's `move`.
 */
enum {
    BELL_SQUARE_SHIFT = 4,
    BELL_NUMBER_SHIFT = 12,
    BELL_STEPS_SHIFT = 20,
    BELL_TAKES_SHIFT = 35,
    BELL_KEEPS_SHIFT = 36,
    BELL_CARRIES_SHIFT = 37,
    BELL_CAMP_SHIFT = 38,
    BELL_MOVE_STEPS_SHIFT = BELL_STEPS_SHIFT - BELL_NUMBER_SHIFT, /* within a path's `move` */
};

#define BELL_TAKES ((bv_action)1 << BELL_TAKES_SHIFT)
#define BELL_KEEPS ((bv_action)1 << BELL_KEEPS_SHIFT)
#define BELL_CARRIES ((bv_action)1 << BELL_CARRIES_SHIFT)

enum belligerants_action_kind {
    BELL_DO_PASS,
    BELL_DO_PLACE,
    BELL_DO_LOTS,
    BELL_DO_ASK,
    BELL_DO_ROLL,
    BELL_DO_PRICE,
    BELL_DO_ACCEPT,
    BELL_DO_REFUSE,
    BELL_DO_DIE,
    BELL_DO_MOVE,
    BELL_DO_FORFEIT,
};

static inline bv_action belligerants_action(enum belligerants_action_kind kind, int square,
                                            int number)
{
    return (bv_action)kind | (bv_action)square << BELL_SQUARE_SHIFT |
           (bv_action)number << BELL_NUMBER_SHIFT;
}

static inline enum belligerants_action_kind belligerants_action_kind(bv_action action)
{
    return (enum belligerants_action_kind)(action & 15);
}

static inline int belligerants_square_of(bv_action action)
{
    return (int)(action >> BELL_SQUARE_SHIFT & UINT8_MAX);
}

static inline int belligerants_number_of(bv_action action)
{
    return (int)(action >> BELL_NUMBER_SHIFT & UINT8_MAX);
}

static inline int belligerants_step_of(bv_action action, int step)
{
    return (int)(action >> (BELL_STEPS_SHIFT + 3 * step) & 7);
}

static inline int belligerants_camp_square_of(bv_action action)
{
    return (int)(action >> BELL_CAMP_SHIFT & UINT8_MAX);
}

/* Where a move ends. */
static inline int belligerants_end_of(bv_action action)
{
    int square = belligerants_square_of(action);
    int length = belligerants_number_of(action);
    for (int i = 0; i < length; i++) square += belligerants_delta[belligerants_step_of(action, i)];
    return square;
}

/* ---- Rule options -------------------------------------------------------------------------------- */

enum { BELL_READ_ARMISTICE, BELL_READ_BOARD, BELL_READ_CAMP, BELL_READ_COMPULSION, BELL_OPTIONS };

static inline bool belligerants_may_ask(const struct bv_terms *terms)
{
    return terms->option[BELL_READ_ARMISTICE] == 0; /* B28: on */
}

static inline bool belligerants_is_camp_open(const struct bv_terms *terms)
{
    return terms->option[BELL_READ_CAMP] == 1; /* B24: open */
}

static inline bool belligerants_is_forced(const struct bv_terms *terms)
{
    return terms->option[BELL_READ_COMPULSION] == 1; /* B15: forced */
}

/* ---- Between the files ----------------------------------------------------------------------- */

extern const char belligerants_code[BELL_KINDS][3];

/* The slot that stands on a square; -1 if it is empty. */
int belligerants_slot_on(const struct belligerants_state *state, int square);

/* Whether a held pawn is hurt by the ground it stands on: wounded on white, encircled on grey. */
static inline bool belligerants_stands_hurt(const struct belligerants_tables *tables, int slot,
                                            uint8_t ground, uint8_t colour)
{
    return (ground & colour) && !(tables->trait[slot] & BELL_HARDY); /* B20 B21 */
}

/* The pawns in four files from each on, from the set of their squares; a fifth word is 0. */
static inline void belligerants_windows(const uint64_t pawns[5], uint64_t window[BELL_FILES_MAX])
{
    for (int file = 0; file < BELL_FILES_MAX; file++) {
        int word = file / 4;
        int shift = file % 4 * BELL_STRIDE;
        window[file] = pawns[word] >> shift | pawns[word + 1] << 1 << (63 - shift);
    }
}

/* The enemy camp as long as a side, whose pawns stand on this ground, may not enter it: the camp
 * opens when the own is empty, and stays open once a pawn is inside (B23; moves.c). */
uint8_t belligerants_closed_camp(int side, uint8_t stood_on);

/* All ground that pawns of a side stand on (moves.c). */
uint8_t belligerants_ground_under(const struct belligerants_tables *tables,
                                  const struct belligerants_state *state, int side);

/* The camps, or all outside, that are closed to a pawn that starts its move on this ground, where
 * that camp is closed to its side (B23–B25; moves.c). */
uint8_t belligerants_closed_ground(bool camp_is_open, int side, uint8_t ground, uint8_t closed);

/* Whether an unhurt sentinel of a side stands next to a square (B13, B14; moves.c). */
bool belligerants_is_guarded(const struct belligerants_tables *tables,
                             const struct belligerants_state *state, int side, int square);

/* All moves by the number rolled, takes and others; none if the side cannot move (moves.c). */
uint32_t belligerants_moves(const struct bv_terms *terms, const struct belligerants_state *state,
                            bv_action *list);

/* The slots that can take with the number rolled (moves.c). */
uint32_t belligerants_takers(const struct bv_terms *terms, const struct belligerants_state *state);

/* Puts a pawn whose place has changed back in order among those like it (turn.c). */
void belligerants_put_in_order(const struct belligerants_tables *tables,
                               struct belligerants_state *state, int slot);

/* Whether all that a side still has is inside the enemy camp (turn.c). */
bool belligerants_is_through(const struct belligerants_tables *tables,
                             const struct belligerants_state *state, int side);

int belligerants_score(const struct belligerants_tables *tables,
                       const struct belligerants_state *state, int side);

/* events.c */
enum {
    BELL_EVENT_ASKED = BV_EVENT_OWN,
    BELL_EVENT_PRICED,
    BELL_EVENT_ACCEPTED,
    BELL_EVENT_REFUSED
};
enum { BELL_EVENT_WORDS = 4 };
extern const struct bv_event_words belligerants_event_words[BELL_EVENT_WORDS];

/* help.c */
enum { BELL_THINGS = 23 };
BV_DECLARE(belligerants, thing);
BV_DECLARE(belligerants, things_at);
BV_DECLARE(belligerants, why_not);
BV_DECLARE(belligerants, warning);

extern const char *const belligerants_phase_names[BELL_PHASES]; /* text.c */

BV_DECLARE(belligerants, order);
BV_DECLARE_GAME(belligerants);
BV_DECLARE(belligerants, chance);
BV_DECLARE(belligerants, view);
BV_DECLARE(belligerants, determinise);
