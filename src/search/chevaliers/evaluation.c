#include "search/chevaliers/evaluation.h"

#include "search/chevaliers/features.h"
#include "search/chevaliers/geometry.h"

/*
 * The values were fitted to some 300 000 positions of games that the search played against itself:
 * each should foretell what the search thought of the positions that followed, the later the less.
 *
 * What a piece is worth on a square, seen from its own side: ranks from its first one, files from
 * the edge (a and g) to the middle (d). Men are worth more the further they have come, Knights at
 * home, as guards.
 */
#define RANK(a, b, c, d) {a, b, c, d, c, b, a}

static const int16_t man_on[CHEVALIERS_RANKS][CHEVALIERS_STRIDE] = {
    RANK(81, 83, 91, 102),    RANK(78, 78, 82, 104),    RANK(84, 79, 81, 92),
    RANK(95, 90, 92, 90),     RANK(103, 104, 100, 98),  RANK(112, 104, 106, 109),
    RANK(100, 102, 99, 103),  RANK(148, 117, 94, 97),   RANK(147, 127, 118, 100),
    RANK(138, 138, 127, 112), RANK(150, 143, 142, 134), RANK(148, 142, 150, 147),
    RANK(155, 143, 147, 153), RANK(143, 137, 147, 150),
};
static const int16_t knight_on[CHEVALIERS_RANKS][CHEVALIERS_STRIDE] = {
    RANK(177, 177, 176, 189), RANK(168, 177, 179, 177), RANK(166, 174, 171, 175),
    RANK(157, 164, 164, 168), RANK(155, 154, 157, 159), RANK(153, 152, 149, 153),
    RANK(152, 150, 145, 146), RANK(154, 152, 145, 141), RANK(147, 145, 141, 141),
    RANK(143, 131, 138, 140), RANK(138, 138, 138, 142), RANK(143, 147, 147, 146),
    RANK(157, 156, 151, 150), RANK(159, 156, 153, 151),
};

/* Castles: a guard beside the own one, attackers within two squares of the enemy's, beside it. */
enum { GUARDED = 40, ATTACKER = 59, ATTACKER_BESIDE = 52 };

/* What the other side threatens: a capture, several, each square from which it may charge. */
enum { THREAT = 25, MORE_THREATS = 16, CHARGE = 47 };

static int32_t worth_of_silver(bv_bits128 set, const int16_t on[][CHEVALIERS_STRIDE])
{
    int32_t sum = 0;
    while (set) {
        int square = bv_take128(&set);
        sum += on[chevaliers_rank(square)][chevaliers_file(square)];
    }
    return sum;
}

static int32_t worth_of_gold(bv_bits128 set, const int16_t on[][CHEVALIERS_STRIDE])
{
    int32_t sum = 0;
    while (set) {
        int square = bv_take128(&set);
        sum += on[CHEVALIERS_RANKS - 1 - chevaliers_rank(square)][chevaliers_file(square)];
    }
    return sum;
}

static int32_t worth(const struct chevaliers_state *s)
{
    return worth_of_silver(chevaliers_men_of(s, CHEVALIERS_SILVER), man_on) +
           worth_of_silver(chevaliers_knights_of(s, CHEVALIERS_SILVER), knight_on) -
           worth_of_gold(chevaliers_men_of(s, CHEVALIERS_GOLD), man_on) -
           worth_of_gold(chevaliers_knights_of(s, CHEVALIERS_GOLD), knight_on);
}

static int32_t castles(const struct chevaliers_tables *tables, const struct chevaliers_state *s,
                       int side)
{
    bv_bits128 own = s->pieces[side];
    bv_bits128 beside = chevaliers_around(tables->castle[!side]) & tables->squares;
    bv_bits128 near = own & chevaliers_widened(beside);
    int32_t sum = own & chevaliers_around(tables->castle[side]) ? GUARDED : 0;
    if (near) sum += ATTACKER * bv_count128(near) + ATTACKER_BESIDE * bv_count128(near & beside);
    return sum;
}

/* What the side to move has to fear. */
static int32_t danger(const struct bv_terms *terms, const struct chevaliers_state *s)
{
    bv_bits128 preyed = chevaliers_preyed(terms, s, !s->side);
    int32_t sum = CHARGE * bv_count128(chevaliers_charging(terms, s, !s->side));
    if (preyed) sum += THREAT;
    if (preyed & (preyed - 1)) sum += MORE_THREATS;
    return sum;
}

/* What lies above a draw, which the player wants to avoid. */
enum { AMBITION = 120 };

int32_t chevaliers_evaluate(const struct bv_terms *terms, const union bv_state *state, int side)
{
    const struct chevaliers_state *s = &state->chevaliers;
    const struct chevaliers_tables *tables = &terms->tables->chevaliers;
    int32_t score =
        worth(s) + castles(tables, s, CHEVALIERS_SILVER) - castles(tables, s, CHEVALIERS_GOLD);
    score += s->side == CHEVALIERS_SILVER ? -danger(terms, s) : danger(terms, s);
    return side == CHEVALIERS_SILVER ? score : -score;
}

/* Quiet moves let a lead melt away: what is left of it (E19). */
static int32_t melted(const struct bv_terms *terms, const union bv_state *state, int32_t lead)
{
    int32_t quiet = terms->tables->chevaliers.quiet;
    return lead * (quiet - state->chevaliers.quiet) / quiet;
}

int32_t chevaliers_ambition(const struct bv_terms *terms, const union bv_state *state, int thinker)
{
    (void)thinker;
    return melted(terms, state, AMBITION);
}

/* By hand, or as the net corrects it. */
static int32_t lead_of(const struct bv_terms *terms, const union bv_state *state, int side,
                       struct net_evaluator *evaluator)
{
    struct net_set set;
    int mover = state->chevaliers.side;
    if (!evaluator->net) return chevaliers_evaluate(terms, state, side);
    int32_t guess = evaluator->net->guess_weight ? chevaliers_evaluate(terms, state, mover) : 0;
    chevaliers_features(terms, state, &set);
    int32_t score = net_evaluator_score(evaluator, mover, &set, guess, CHEVALIERS_WINNING);
    return side == mover ? score : -score;
}

int32_t chevaliers_evaluate_for(const struct bv_terms *terms, const union bv_state *state, int side,
                                int thinker, struct net_evaluator *evaluator)
{
    int32_t score = melted(terms, state, lead_of(terms, state, thinker, evaluator) + AMBITION);
    return side == thinker ? score : -score;
}

/* ---- The beginner ---------------------------------------------------------------------------- */

enum { NAIVE_MAN = 80, NAIVE_KNIGHT = 240, NAIVE_RANK = 6 };

static int32_t naive_worth(const struct chevaliers_state *s, int side)
{
    int32_t sum = NAIVE_MAN * bv_count128(chevaliers_men_of(s, side)) +
                  NAIVE_KNIGHT * bv_count128(chevaliers_knights_of(s, side));
    for (bv_bits128 left = s->pieces[side]; left;) {
        int rank = chevaliers_rank(bv_take128(&left));
        sum += NAIVE_RANK * (side == CHEVALIERS_SILVER ? rank : CHEVALIERS_RANKS - 1 - rank);
    }
    return sum;
}

int32_t chevaliers_evaluate_naively(const struct bv_terms *terms, const union bv_state *state,
                                    int side)
{
    const struct chevaliers_state *s = &state->chevaliers;
    (void)terms;
    return naive_worth(s, side) - naive_worth(s, !side);
}
