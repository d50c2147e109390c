#include "search/chevaliers/features.h"

#include "search/chevaliers/evaluation.h"
#include "search/chevaliers/geometry.h"

/*
 * The features, group after group, as the side to move sees the board, its own first rank lowest:
 * who stands where, who could be captured next, from where either side could charge; then counts,
 * each a row of features of which one holds; then the options.
 */
enum { CELLS = CHEVALIERS_RANKS * CHEVALIERS_STRIDE, LEFT = 32, NEAR = 6 };

enum {
    AT_OWN_MEN,
    AT_OWN_KNIGHTS = AT_OWN_MEN + CELLS,
    AT_MEN = AT_OWN_KNIGHTS + CELLS,
    AT_KNIGHTS = AT_MEN + CELLS,
    AT_PREYED = AT_KNIGHTS + CELLS,
    AT_CHARGED = AT_PREYED + CELLS,
    AT_CHARGING = AT_CHARGED + CELLS,
    AT_OWN_MEN_LEFT = AT_CHARGING + CELLS,
    AT_MEN_LEFT = AT_OWN_MEN_LEFT + CHEVALIERS_MEN + 1,
    AT_OWN_KNIGHTS_LEFT = AT_MEN_LEFT + CHEVALIERS_MEN + 1,
    AT_KNIGHTS_LEFT = AT_OWN_KNIGHTS_LEFT + CHEVALIERS_KNIGHTS + 1,
    AT_OWN_GUARDS = AT_KNIGHTS_LEFT + CHEVALIERS_KNIGHTS + 1,
    AT_GUARDS = AT_OWN_GUARDS + NEAR,
    AT_OWN_NEAR = AT_GUARDS + NEAR,
    AT_NEAR = AT_OWN_NEAR + NEAR,
    AT_LEFT = AT_NEAR + NEAR,
    AT_MEN_CAPTURE = AT_LEFT + LEFT,
    AT_OBLIGATION = AT_MEN_CAPTURE + 2,
    FEATURES = AT_OBLIGATION + 2,
};

_Static_assert(FEATURES <= 64 * NET_WORDS, "the features fit into a set");

/* A set of squares as the side to move sees it: for Gold the lowest rank becomes the highest. */
static bv_bits128 seen_by(int side, bv_bits128 squares)
{
    if (side == CHEVALIERS_SILVER) return squares;
    uint64_t low = __builtin_bswap64((uint64_t)squares);
    uint64_t high = __builtin_bswap64((uint64_t)(squares >> 64));
    return ((bv_bits128)low << 64 | high) >> (128 - CHEVALIERS_BITS); /* a rank is a byte */
}

/* One of a row of features, the last of which stands for all beyond. */
static void add_of(struct net_set *set, int first, int number, int row)
{
    net_set_add(set, (unsigned)(first + (number < row ? number : row - 1)));
}

/* Pieces of a side near a castle. */
static int near(const struct chevaliers_tables *tables, const struct chevaliers_state *s, int side,
                int castle)
{
    bv_bits128 beside = chevaliers_around(tables->castle[castle]) & tables->squares;
    return bv_count128(s->pieces[side] & chevaliers_widened(beside));
}

static int guards(const struct chevaliers_tables *tables, const struct chevaliers_state *s,
                  int side)
{
    return bv_count128(s->pieces[side] & chevaliers_around(tables->castle[side]));
}

static void add_counts(struct net_set *set, const struct chevaliers_tables *tables,
                       const struct chevaliers_state *s)
{
    int own = s->side;
    int left = tables->quiet - s->quiet;
    add_of(set, AT_OWN_MEN_LEFT, bv_count128(chevaliers_men_of(s, own)), CHEVALIERS_MEN + 1);
    add_of(set, AT_MEN_LEFT, bv_count128(chevaliers_men_of(s, !own)), CHEVALIERS_MEN + 1);
    add_of(set, AT_OWN_KNIGHTS_LEFT, bv_count128(chevaliers_knights_of(s, own)),
           CHEVALIERS_KNIGHTS + 1);
    add_of(set, AT_KNIGHTS_LEFT, bv_count128(chevaliers_knights_of(s, !own)),
           CHEVALIERS_KNIGHTS + 1);
    add_of(set, AT_OWN_GUARDS, guards(tables, s, own), NEAR);
    add_of(set, AT_GUARDS, guards(tables, s, !own), NEAR);
    add_of(set, AT_OWN_NEAR, near(tables, s, own, !own), NEAR);
    add_of(set, AT_NEAR, near(tables, s, !own, own), NEAR);
    add_of(set, AT_LEFT, left > 0 ? left * LEFT / (tables->quiet + 1) : 0, LEFT);
}

void chevaliers_features(const struct bv_terms *terms, const union bv_state *state,
                         struct net_set *set)
{
    const struct chevaliers_state *s = &state->chevaliers;
    int own = s->side;
    *set = (struct net_set){0};
    net_set_add_all(set, AT_OWN_MEN, seen_by(own, chevaliers_men_of(s, own)));
    net_set_add_all(set, AT_OWN_KNIGHTS, seen_by(own, chevaliers_knights_of(s, own)));
    net_set_add_all(set, AT_MEN, seen_by(own, chevaliers_men_of(s, !own)));
    net_set_add_all(set, AT_KNIGHTS, seen_by(own, chevaliers_knights_of(s, !own)));
    net_set_add_all(set, AT_PREYED, seen_by(own, chevaliers_preyed(terms, s, !own)));
    net_set_add_all(set, AT_CHARGED, seen_by(own, chevaliers_charging(terms, s, !own)));
    net_set_add_all(set, AT_CHARGING, seen_by(own, chevaliers_charging(terms, s, own)));
    add_counts(set, &terms->tables->chevaliers, s);
    net_set_add(set, AT_MEN_CAPTURE + terms->option[CHEVALIERS_MEN_CAPTURE]);
    net_set_add(set, AT_OBLIGATION + terms->option[CHEVALIERS_OBLIGATION]);
}

/* ---- For training ---------------------------------------------------------------------------- */

static uint32_t list(const struct bv_terms *terms, const union bv_state *state, uint16_t *list)
{
    struct net_set set;
    chevaliers_features(terms, state, &set);
    return net_set_list(&set, list);
}

static int side(const union bv_state *state)
{
    return state->chevaliers.side;
}

static int32_t guess(const struct bv_terms *terms, const union bv_state *state)
{
    return chevaliers_evaluate(terms, state, state->chevaliers.side);
}

/* The search follows captures that must be made to their end before it evaluates. */
static bool asked(const struct bv_terms *terms, const union bv_state *state)
{
    const struct chevaliers_state *s = &state->chevaliers;
    return !s->called && !s->fault && !chevaliers_must_capture(terms, s);
}

const struct net_input chevaliers_input = {
    .features = FEATURES,
    .list = list,
    .guess = guess,
    .side = side,
    .asked = asked,
};
