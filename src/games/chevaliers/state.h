/* Échec aux Chevaliers: state, tables and actions. The squares are those of squares.h. */
#pragma once

#include "core/game.h"
#include "games/chevaliers/squares.h"

enum { CHEVALIERS_SILVER, CHEVALIERS_GOLD, CHEVALIERS_SIDES };
enum { CHEVALIERS_KNIGHT, CHEVALIERS_MAN };
enum { CHEVALIERS_KNIGHTS = 5, CHEVALIERS_MEN = 12, CHEVALIERS_PONDS = 4 };

/* RuleOptions, and their values that differ from the default. */
enum {
    CHEVALIERS_BOARD,
    CHEVALIERS_MEN_CAPTURE,
    CHEVALIERS_OBLIGATION,
    CHEVALIERS_OVERSIGHT,
    CHEVALIERS_OPTIONS
};
enum { CHEVALIERS_NO_RETREAT = 1, CHEVALIERS_ANY = 1, CHEVALIERS_TABLE = 1 };

/* How a game stands: it goes on, or is over for a reason (the game's reasons, in this order). */
enum {
    CHEVALIERS_RUNNING,
    CHEVALIERS_CASTLE,
    CHEVALIERS_ELIMINATION,
    CHEVALIERS_BLOCKED,
    CHEVALIERS_REPETITION,
    CHEVALIERS_STALEMATE,
    CHEVALIERS_STANDINGS
};

/*
 * No legal list is longer. Steps and canters are few, but the ways of capturing know no small bound: seventeen
 * enemies in a lattice of three by four squares are captured in some six hundred ways from a single square, and a
 * drawn position with five Knights about to charge them has 14 176 moves. The list has room for twice that, and the
 * generator stops there. Random play has not met two hundred.
 */
enum { CHEVALIERS_LIST_CAP = BV_LIST_MAX };

/*
 * An action:
 *
 *     bits    field
 *     0–6     from       the square the piece leaves
 *     7–13    stop       where its step or canter ends; `from` if it captures at once
 *     14–18   captures   how many, 0 to 17
 *     19–52   path       the way of each capture in turn, two bits each, the first lowest
 *     56–58   kind
 *
 * A pass and a call have no other field. A charge is a canter with captures.
 */
enum chevaliers_kind {
    CHEVALIERS_STEP,
    CHEVALIERS_CANTER,
    CHEVALIERS_CAPTURE,
    CHEVALIERS_PASS,
    CHEVALIERS_CALL
};

enum {
    CHEVALIERS_STOP_AT = 7,
    CHEVALIERS_COUNT_AT = 14,
    CHEVALIERS_PATH_AT = 19,
    CHEVALIERS_KIND_AT = 56
};

static inline bv_action chevaliers_action(enum chevaliers_kind kind, int from, int stop)
{
    return (bv_action)kind << CHEVALIERS_KIND_AT | (bv_action)stop << CHEVALIERS_STOP_AT |
           (bv_action)from;
}

static inline enum chevaliers_kind chevaliers_kind_of(bv_action action)
{
    return (enum chevaliers_kind)(action >> CHEVALIERS_KIND_AT);
}

static inline int chevaliers_from(bv_action action)
{
    return (int)(action & 127);
}

static inline int chevaliers_stop(bv_action action)
{
    return (int)(action >> CHEVALIERS_STOP_AT & 127);
}

static inline int chevaliers_captures(bv_action action)
{
    return (int)(action >> CHEVALIERS_COUNT_AT & 31);
}

/* What the capture number `at` (from nought) adds to the square of the piece: once the prey, twice the landing. */
static inline int chevaliers_leap(bv_action action, int at)
{
    return chevaliers_step((int)(action >> (CHEVALIERS_PATH_AT + 2 * at) & 3));
}

/*
 * Who stands where, whose turn it is, and what the rules must remember. A faulty move (E15) never captures, so
 * the two squares and the count of quiet moves before it are all that taking it back needs.
 */
struct chevaliers_state {
    bv_bits128 pieces[CHEVALIERS_SIDES];
    bv_bits128 knights; /* of both sides */
    uint8_t side;       /* to move */
    uint8_t quiet;      /* moves since the last capture or Man's move forward */
    uint8_t standing;
    bool passed; /* the last move was a pass */
    bool called; /* a fault was called: the side to move must capture */
    bool fault;  /* the last move was faulty and may be called now; if not, these are nought: */
    uint8_t fault_from;   /* the squares it led from */
    uint8_t fault_to;     /* and to */
    uint8_t fault_before; /* `quiet` before it */
    uint8_t unused[7];
};

_Static_assert(sizeof(struct chevaliers_state) == 64, "a state has no padding");

struct chevaliers_tables {
    bv_bits128 squares; /* where a piece may stand: no ponds, no guards */
    bv_bits128 pieces[CHEVALIERS_SIDES];
    bv_bits128 knights;
    /* By the pattern of free neighbours: what each step there adds to the action of not moving, and how many
     * there are; entries beyond that mean nothing. */
    uint64_t step[CHEVALIERS_PATTERNS][8];
    uint8_t steps[CHEVALIERS_PATTERNS];
    uint8_t castle[CHEVALIERS_SIDES];
    uint8_t quiet; /* so many quiet moves are a draw */
    uint8_t unused[13];
};

/* What a seat commands. */
enum { CHEVALIERS_COMMANDS_KNIGHTS = 1, CHEVALIERS_COMMANDS_MEN = 2, CHEVALIERS_COMMANDS_ALL = 3 };

/* moves.c; all of these ask about the side to move. */
uint32_t chevaliers_moves(const struct bv_terms *terms, const struct chevaliers_state *s,
                          int commands, bv_action *list);
int chevaliers_able(const struct bv_terms *terms, const struct chevaliers_state *s);
bool chevaliers_obliged(const struct bv_terms *terms, const struct chevaliers_state *s);
bool chevaliers_must_capture(const struct bv_terms *terms, const struct chevaliers_state *s);
bv_bits128 chevaliers_capturers(const struct bv_terms *terms, const struct chevaliers_state *s);
bool chevaliers_reaches(const struct bv_terms *terms, const struct chevaliers_state *s, int from,
                        int to);

/* rules.c */
void chevaliers_take_back(struct chevaliers_state *s);
int chevaliers_commands(const struct bv_terms *terms, int seat);

/* events.c */
enum { CHEVALIERS_EVENT_CALLED = BV_EVENT_OWN }; /* a fault: the last move is taken back */
enum { CHEVALIERS_EVENT_WORDS = 1 };
extern const struct bv_event_words chevaliers_event_words[CHEVALIERS_EVENT_WORDS];

/* text.c */
char chevaliers_letter(const struct bv_terms *terms, const struct chevaliers_state *s, int square);

/* help.c */
enum { CHEVALIERS_THINGS = 4 };
BV_DECLARE(chevaliers, thing);
BV_DECLARE(chevaliers, things_at);
BV_DECLARE(chevaliers, why_not);

BV_DECLARE_GAME(chevaliers);
