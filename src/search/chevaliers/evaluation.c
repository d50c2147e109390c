#include "search/chevaliers/evaluation.h"

#include "search/chevaliers/geometry.h"

/*
 * What a piece is worth on a square, seen from its own side: ranks from its first one, files from the edge (a and
 * g) to the middle (d).
 */
#define RANK(a, b, c, d) {a, b, c, d, c, b, a}

static const int16_t man_on[CHEVALIERS_RANKS][CHEVALIERS_STRIDE] = {
    RANK(64, 73, 99, 130),    RANK(54, 55, 63, 94),     RANK(59, 47, 73, 81),
    RANK(42, 65, 94, 87),     RANK(75, 79, 83, 82),     RANK(108, 82, 78, 74),
    RANK(70, 84, 61, 69),     RANK(153, 126, 78, 70),   RANK(171, 137, 130, 83),
    RANK(138, 167, 154, 134), RANK(166, 175, 187, 179), RANK(191, 182, 220, 219),
    RANK(184, 175, 183, 210), RANK(158, 110, 158, 185),
};
static const int16_t knight_on[CHEVALIERS_RANKS][CHEVALIERS_STRIDE] = {
    RANK(166, 148, 161, 202), RANK(154, 156, 147, 152), RANK(155, 146, 170, 154),
    RANK(128, 110, 130, 126), RANK(152, 115, 122, 119), RANK(123, 139, 122, 120),
    RANK(136, 126, 135, 158), RANK(123, 110, 115, 135), RANK(124, 122, 83, 111),
    RANK(97, 135, 127, 127),  RANK(109, 148, 162, 165), RANK(141, 164, 186, 186),
    RANK(169, 165, 160, 182), RANK(163, 125, 162, 172),
};

enum { NEAR1 = 106, NEAR2 = 139, GUARD2 = 21, GUARDANY1 = 75, THR2 = 64 };

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

int32_t chevaliers_evaluate(const struct bv_terms *terms, const union bv_state *state, int side)
{
    const struct chevaliers_state *s = &state->chevaliers;
    const struct chevaliers_tables *tables = &terms->tables->chevaliers;
    int32_t score =
        worth(s) + castles(tables, s, CHEVALIERS_SILVER) - castles(tables, s, CHEVALIERS_GOLD);
    bv_bits128 preyed = chevaliers_preyed(terms, s, !s->side);
    if (preyed & (preyed - 1)) score -= s->side == CHEVALIERS_SILVER ? THR2 : -THR2;
    return side == CHEVALIERS_SILVER ? score : -score;
}
