/*
 * Siege de Paris: what a position is, and the tables made from its board.
 *
 * Squares and circles are points, numbered so that those with marked lines come first:
 *
 *       0 ..   7   the circles of the fortress
 *       8 ..  11   the exit squares
 *      12 .. 163   all other squares; the last are unused where the board has more walls than ours
 *     164          nowhere: a wall that every step off the board leads to, so no step needs a border test
 *
 * The byte board `at` is the truth about the placement; sets, slots, counts and key are derived from it and
 * kept beside it, because every move list begins with "where are my men". All of them are canonical (a pair
 * of slots is sorted), so equal positions are equal bytes.
 */
#pragma once

#include "core/bits.h"
#include "core/game.h"

enum {
    PARIS_FILES = 12,
    PARIS_RANKS = 16,
    PARIS_CIRCLES = 8,
    PARIS_EXITS = 4,
    PARIS_JOINED = PARIS_CIRCLES + PARIS_EXITS, /* points with lines */
    PARIS_POINTS = 164,
    PARIS_NOWHERE = PARIS_POINTS,
    PARIS_WORDS = 3, /* of a set of points */
    PARIS_STEPS = 8, /* of any one man of the garrison; lines of any one circle */
    PARIS_REACH = 3, /* the longest move */
};

/* The armies, which are also the seats. */
enum { PARIS_GARRISON, PARIS_WHITE, PARIS_BLACK, PARIS_ARMIES };

enum paris_rank {
    PARIS_GENERAL,
    PARIS_COLONEL,
    PARIS_CAPTAIN,
    PARIS_LIEUTENANT,
    PARIS_SOLDIER,
    PARIS_RANKS_OF_MEN,
};

/*
 * What stands on a point: army * 8 + rank + 1. So 0 is empty, 1 2 5 are the garrison's men, and bits 3 and 4
 * tell a besieger: the or of several points tells whether any of them holds one.
 */
enum {
    PARIS_EMPTY = 0,
    PARIS_WALL = 7,
    PARIS_BESIEGER_BITS = 24,
    PARIS_PIECES = 24,
};

static inline int paris_piece(int army, int rank)
{
    return army * 8 + rank + 1;
}

static inline int paris_army_of(int piece)
{
    return piece >> 3;
}

static inline int paris_rank_of(int piece)
{
    return (piece & 7) - 1;
}

static inline bool paris_is_besieger(int piece)
{
    return piece >= 8;
}

/*
 * Directions: the opposite of d is d ^ 1. White's heading is 0 and Black's is 1, so that PARIS_UP | heading is
 * forward for either, and the same holds for the two diagonals that begin with UP.
 */
enum {
    PARIS_UP,
    PARIS_DOWN,
    PARIS_LEFT,
    PARIS_RIGHT,
    PARIS_UP_LEFT,
    PARIS_DOWN_RIGHT,
    PARIS_UP_RIGHT,
    PARIS_DOWN_LEFT,
    PARIS_DIRECTIONS,
    PARIS_FIRST_DIAGONAL = PARIS_UP_LEFT,
};

enum paris_phase {
    PARIS_PLACE_GENERAL,
    PARIS_PLACE_COLONEL,
    PARIS_MOVE,
    PARIS_SUMMONS, /* a besieger has moved and may summon */
    PARIS_OVER,
    PARIS_PHASES,
};

enum paris_reason {
    PARIS_STORMED,
    PARIS_IMMOBILISED,
    PARIS_ANNIHILATED,
    PARIS_DENIED,
    PARIS_REPETITION,
    PARIS_LIFTED,
    PARIS_STALEMATE,
    PARIS_REASONS,
};

/* The options, in alphabetical order, and their values. */
enum {
    PARIS_BOARD,
    PARIS_DIAGONALS,
    PARIS_IMPASSE,
    PARIS_PROTECTION,
    PARIS_RETURN,
    PARIS_SORTIE,
    PARIS_SUMMONING,
    PARIS_OPTIONS,
};
enum { PARIS_DIAGONALS_FORWARD, PARIS_DIAGONALS_ANY };
enum { PARIS_IMPASSE_LIFTED, PARIS_IMPASSE_DRAW };
enum {
    PARIS_PROTECTION_ORTHOGONAL,
    PARIS_PROTECTION_ADJACENT,
    PARIS_PROTECTION_REACH,
    PARIS_PROTECTION_EITHER,
};
enum { PARIS_RETURN_NEVER, PARIS_RETURN_FREE, PARIS_RETURNS };
enum { PARIS_SORTIE_BOARD, PARIS_SORTIE_OFFICERS };
enum { PARIS_SUMMONS_ANY, PARIS_SUMMONS_MOVED };

enum {
    PARIS_SLOTS = 8,
    PARIS_OFFICERS = 6,
    PARIS_SOLDIERS = 12,
    PARIS_GARRISON_SOLDIERS = PARIS_CIRCLES - 2
};

struct paris_state {
    uint64_t placement;                /* derived: hash of `at` */
    uint64_t soldiers[2][PARIS_WORDS]; /* derived: the besiegers', by heading */
    uint8_t at[PARIS_POINTS + 1];      /* at[PARIS_NOWHERE] is a wall */
    uint8_t phase;                     /* of enum paris_phase */
    uint8_t reason;                    /* of enum paris_reason, when over; else 0 */
    uint8_t summoned;                  /* the point the garrison must capture on; else nowhere */
    uint16_t moves;                    /* made so far; moves % 4 is the turn of the cycle G B G N */
    uint16_t quiet;                    /* moves since the last capture, entry or advance (P25) */
    uint16_t since;                    /* moves back to which a position can recur at most */
    uint16_t joined[2];                /* derived: besiegers on the points with lines, by heading */
    /* derived: besiegers G C K K L L, garrison G C S S S S S S; each rank sorted, nowhere last */
    uint8_t slot[PARIS_ARMIES][PARIS_SLOTS];
    uint8_t moved;         /* who may be summoned under summons=moved */
    uint8_t outside[2];    /* derived: garrison Soldiers on white and on black squares */
    uint8_t soldiers_left; /* derived: of both besieging armies */
    uint8_t officers_left; /* derived: the same */
    uint8_t pad[1];
};

_Static_assert(sizeof(struct paris_state) == 264, "no padding left to chance");

/* The squares met from a square in every direction, each as the action of moving there. */
typedef uint16_t paris_rays[PARIS_DIRECTIONS][PARIS_REACH + 1];

/* The steps of a man of the garrison, lines and exits included, as actions. */
typedef uint16_t paris_steps[PARIS_STEPS];

/* Where the garrison goes, by the value of the option `return`. The rest of a row leads nowhere. */
struct paris_garrison {
    paris_steps general[PARIS_POINTS + 1];
    paris_steps colonel[PARIS_POINTS + 1];
    paris_steps soldier[4][PARIS_POINTS + 1]; /* by the set of colours that are full (P15) */
};

struct paris_tables {
    paris_rays ray[PARIS_POINTS + 1]; /* to nowhere beyond edge and wall, and from circles */
    struct paris_garrison garrison[PARIS_RETURNS];
    bool wide; /* some row of a Colonel or Soldier has more than four steps */
    uint8_t line[PARIS_JOINED][PARIS_STEPS + 1]; /* along a point's lines; ends with nowhere */
    uint8_t black[PARIS_POINTS];                 /* 1: a black square */
    uint8_t file[PARIS_POINTS];                  /* of a circle: where it is drawn */
    uint8_t rank[PARIS_POINTS];
    uint8_t point[PARIS_RANKS][PARIS_FILES]; /* the point drawn there; nowhere: wall */
    uint8_t start[PARIS_POINTS];             /* the besiegers as they stand before play */
    char circle[PARIS_CIRCLES][3];           /* names */
    uint8_t points; /* so many there are; the rest up to nowhere is unused */
    uint8_t soldiers_per_colour;
    uint8_t storm_soldiers;
    uint8_t storm_officers;
    uint8_t officers;
    uint16_t quiet_moves;
    uint16_t lift_moves;
    uint16_t all_moves;
};

/*
 * An action:
 *
 *     bits   0..7    from: the point left (move, capture), or the point summoned, or the circle taken
 *     bits   8..15   to: the point reached (move, capture); else 0
 *     bits  16..18   kind, of enum paris_action_kind
 */
enum paris_action_kind {
    PARIS_DO_MOVE,
    PARIS_DO_CAPTURE,
    PARIS_DO_SUMMON,
    PARIS_DO_END, /* of the turn, with or without a move */
    PARIS_DO_GENERAL,
    PARIS_DO_COLONEL,
};

static inline bv_action paris_action(int kind, int from, int to)
{
    return (bv_action)from | (bv_action)to << 8 | (bv_action)kind << 16;
}

static inline int paris_from(bv_action action)
{
    return (int)(action & 0xff);
}

static inline int paris_to(bv_action action)
{
    return (int)(action >> 8 & 0xff);
}

static inline int paris_action_kind(bv_action action)
{
    return (int)(action >> 16 & 7);
}

static inline bool paris_is_circle(int point)
{
    return point < PARIS_CIRCLES;
}

/* The army whose turn it is. */
static inline int paris_turn(const struct paris_state *state)
{
    static const uint8_t cycle[4] = {PARIS_GARRISON, PARIS_WHITE, PARIS_GARRISON, PARIS_BLACK};
    return cycle[state->moves % 4]; /* P18 */
}

/* 0: up the board, 1: down. */
static inline int paris_heading(int army)
{
    return army - PARIS_WHITE;
}

/* Soldiers and Lieutenants keep to the colour of their army's squares. */
static inline bool paris_keeps_colour(int piece)
{
    return paris_rank_of(piece) >= PARIS_LIEUTENANT;
}

static inline int paris_colour_of(int army)
{
    return army - PARIS_WHITE;
}

/* Besiegers inside the fortress, of either army (P22). */
static inline uint64_t paris_inside(uint64_t points)
{
    return points & ((1U << PARIS_CIRCLES) - 1);
}

static inline int paris_soldiers_inside(const struct paris_state *state)
{
    return bv_count64(paris_inside(state->soldiers[0][0] | state->soldiers[1][0]));
}

static inline int paris_officers_inside(const struct paris_state *state)
{
    uint64_t soldiers = state->soldiers[0][0] | state->soldiers[1][0];
    return bv_count64(paris_inside((uint64_t)(state->joined[0] | state->joined[1]) & ~soldiers));
}

/* men.c: pieces set down, taken off and moved, with all that is derived from where they stand. */
void paris_clear(struct paris_state *state);
void paris_put(const struct paris_tables *tables, struct paris_state *state, int piece, int point);
void paris_remove(const struct paris_tables *tables, struct paris_state *state, int point);
void paris_shift(const struct paris_tables *tables, struct paris_state *state, int from, int to);

/*
 * moves.c: where men may go. No list is longer than PARIS_MOVES_MAX: an army has at most 15 + 6 + 2 * 3 + 2 * 8 +
 * 12 * 4 = 91 moves over squares and 8 * 8 + 4 = 68 along lines, the garrison 8 * 8. One place more is written to,
 * past the end of a list.
 */
enum { PARIS_MOVES_MAX = 192 };
uint32_t paris_besieger_moves(const struct bv_terms *terms, const struct paris_state *state,
                              int army, bv_action *list);
/* Every move of the garrison, as if nothing bound it: neither summons nor sortie. */
uint32_t paris_garrison_moves(const struct bv_terms *terms, const struct paris_state *state,
                              bv_action *list);

/* Whether a besieger on a point is safe from capture. */
bool paris_is_protected(const struct bv_terms *terms, const struct paris_state *state, int point);

/* Its captures alone. */
uint32_t paris_garrison_captures(const struct bv_terms *terms, const struct paris_state *state,
                                 bv_action *list);

/* duties.c: what binds the garrison, and what the besiegers may ask. */
bool paris_is_immobilised(const struct bv_terms *terms, const struct paris_state *state);
uint32_t paris_bound_moves(const struct bv_terms *terms, const struct paris_state *state,
                           bv_action *list);
uint32_t paris_summonses(const struct bv_terms *terms, const struct paris_state *state,
                         bv_action *list);
bool paris_may_summon(const struct bv_terms *terms, const struct paris_state *state);

/* rules.c */
void paris_start(const struct bv_terms *terms, union bv_state *state);
bv_seats paris_to_act(const struct bv_terms *terms, const union bv_state *state);
int paris_order(const union bv_state *state);
uint32_t paris_legal(const struct bv_terms *terms, const union bv_state *state, int seat,
                     bv_action *list);
void paris_apply(const struct bv_terms *terms, union bv_state *state, int seat, bv_action action,
                 struct bv_past *past);
struct bv_result paris_result(const struct bv_terms *terms, const union bv_state *state);

/* After so many quiet moves the game is over: drawn, or the siege is lifted (P25). */
int paris_quiet_limit(const struct bv_terms *terms);

/* Whether the men left and the men inside end the game (P22 to P24); *reason says how. */
bool paris_is_decided(const struct paris_tables *tables, const struct paris_state *state,
                      uint8_t *reason);

bool paris_load(const struct bv_board *board, union bv_tables *tables, struct bv_error *error);

/* events.c */
enum { PARIS_EVENT_SUMMONED = BV_EVENT_OWN }; /* the piece at `to` must be captured */
enum { PARIS_EVENT_WORDS = 1 };
extern const struct bv_event_words paris_event_words[PARIS_EVENT_WORDS];
uint8_t paris_index(int piece); /* among the game's pieces */
uint32_t paris_events(const struct bv_terms *terms, const union bv_state *before, int seat,
                      bv_action action, const union bv_state *after, struct bv_event *event);

/* text.c, draw.c, check.c */
void paris_token(const struct bv_terms *terms, bv_action action, struct bv_out *out);
void paris_point(const struct bv_terms *terms, int point, struct bv_out *out);
void paris_write(const struct bv_terms *terms, const union bv_state *state, struct bv_out *out);
bool paris_read(const struct bv_terms *terms, struct bv_span text, union bv_state *state,
                struct bv_error *error);
void paris_draw(const struct bv_terms *terms, const union bv_state *state,
                struct bv_canvas *canvas);
const char *paris_check(const struct bv_terms *terms, const union bv_state *state);

/* The letter of a piece on maps and in positions: `G`, `s`, `@`. */
char paris_letter(int piece);

/* The piece of that letter, or PARIS_EMPTY. */
int paris_piece_of(char letter);

/* facts.c */
void paris_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
                 struct bv_facts *facts);

/* help.c */
enum { PARIS_THINGS = 11 };
BV_DECLARE(paris, thing);
BV_DECLARE(paris, things_at);
BV_DECLARE(paris, why_not);

extern const struct bv_game paris_game;
extern const struct bv_sign paris_sign[];
