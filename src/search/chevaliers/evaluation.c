#include "search/chevaliers/evaluation.h"

#include "search/chevaliers/geometry.h"

/* What a piece is worth on a rank, counted from its own side's first one. */
static const int16_t man_on_rank[CHEVALIERS_RANKS] = {
    85, 90, 95, 100, 103, 106, 109, 112, 116, 121, 128, 136, 145, 150,
};
static const int16_t knight_on_rank[CHEVALIERS_RANKS] = {
    240, 243, 246, 250, 254, 258, 262, 266, 271, 278, 288, 300, 315, 330,
};
static const int8_t on_file[CHEVALIERS_STRIDE] = {-4, -1, 1, 3, 1, -1, -4, 0};

enum { THREAT = 25, SECOND_THREAT = 35, EXPOSED = 5, TEMPO = 8, CASTLE_NEAR = 25, GUARD = 12 };

static int32_t worth(bv_bits128 set, const int16_t *on_rank, int side)
{
    int32_t sum = 0;
    while (set) {
        int square = bv_take128(&set);
        int rank = chevaliers_rank(square);
        sum += on_rank[side == CHEVALIERS_SILVER ? rank : CHEVALIERS_RANKS - 1 - rank] +
               on_file[chevaliers_file(square)];
    }
    return sum;
}

static int32_t standing_of(const struct bv_terms *terms, const struct chevaliers_state *s, int side)
{
    const struct chevaliers_tables *tables = &terms->tables->chevaliers;
    bv_bits128 free = chevaliers_free(terms, s);
    return worth(chevaliers_men_of(s, side), man_on_rank, side) +
           worth(chevaliers_knights_of(s, side), knight_on_rank, side) -
           EXPOSED * bv_count128(chevaliers_exposed(s->pieces[side], free)) +
           CASTLE_NEAR * bv_count128(s->pieces[side] & chevaliers_around(tables->castle[!side])) +
           GUARD * (bv_count128(s->pieces[side] & chevaliers_around(tables->castle[side])) > 0);
}

int32_t chevaliers_evaluate(const struct bv_terms *terms, const union bv_state *state, int side)
{
    const struct chevaliers_state *s = &state->chevaliers;
    int threats = bv_count128(chevaliers_preyed(terms, s, !s->side));
    int32_t score = standing_of(terms, s, s->side) - standing_of(terms, s, !s->side) + TEMPO;
    if (threats) score -= THREAT + SECOND_THREAT * (threats - 1);
    return side == s->side ? score : -score;
}
