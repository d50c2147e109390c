#include "search/chevaliers/evaluation.h"

#include "search/chevaliers/geometry.h"

/*
 * What a piece is worth on a square, seen from its own side: ranks from its first one, files from the edge (a and
 * g) to the middle (d).
 */
#define RANK(a, b, c, d) {a, b, c, d, c, b, a}

/* tables */
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
/* end of tables */

enum { THR1 = 25, CHV_OTHER = 47, NEAR1 = 52, NEAR2 = 59, GUARD2 = 0, GUARDANY1 = 40, THR2 = 16 };

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

static bv_bits128 around_widely(int square, bv_bits128 squares)
{
    bv_bits128 near = chevaliers_around(square) & squares;
    bv_bits128 row = near | near << 1 | near >> 1;
    return row | row << CHEVALIERS_STRIDE | row >> CHEVALIERS_STRIDE;
}

/* What a side's pieces around the castles are worth. */
static int32_t castles(const struct chevaliers_tables *tables, const struct chevaliers_state *s,
                       int side)
{
    bv_bits128 own = s->pieces[side];
    int home = tables->castle[side];
    int goal = tables->castle[!side];
    int32_t sum = 0;
    if (own & chevaliers_around(home)) sum += GUARDANY1;
    sum += GUARD2 * bv_count128(own & around_widely(home, tables->squares));
    bv_bits128 near = own & around_widely(goal, tables->squares);
    if (near)
        sum += NEAR2 * bv_count128(near) + NEAR1 * bv_count128(near & chevaliers_around(goal));
    return sum;
}

static bv_bits128 moved(bv_bits128 set, int by)
{
    return by > 0 ? set << by : set >> -by;
}

/* The squares where Knights of a side land with one leap and can capture from (E11). */
static bv_bits128 charging(const struct bv_terms *terms, const struct chevaliers_state *s, int side)
{
    static const int way[] = {8, 1, 9, 7, -8, -1, -9, -7};
    bv_bits128 free = chevaliers_free(terms, s);
    bv_bits128 prey = s->pieces[!side];
    bv_bits128 knights = chevaliers_knights_of(s, side);
    bv_bits128 vantage = (prey >> 1 & free >> 2) | (prey << 1 & free << 2) |
                         (prey >> 8 & free >> 16) | (prey << 8 & free << 16);
    bv_bits128 ends = 0;
    vantage &= free;
    if (!vantage) return 0;
    for (int i = 0; i < 8; i++) ends |= moved(moved(knights, way[i]) & s->pieces[side], way[i]);
    return ends & vantage;
}

int32_t chevaliers_evaluate(const struct bv_terms *terms, const union bv_state *state, int side)
{
    const struct chevaliers_state *s = &state->chevaliers;
    const struct chevaliers_tables *tables = &terms->tables->chevaliers;
    int32_t score =
        worth(s) + castles(tables, s, CHEVALIERS_SILVER) - castles(tables, s, CHEVALIERS_GOLD);
    bv_bits128 preyed = chevaliers_preyed(terms, s, !s->side);
    int32_t danger = 0;
    if (preyed) danger += THR1;
    if (preyed & (preyed - 1)) danger += THR2;
    danger += CHV_OTHER * bv_count128(charging(terms, s, !s->side));
    score -= s->side == CHEVALIERS_SILVER ? danger : -danger;
    return side == CHEVALIERS_SILVER ? score : -score;
}
