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

struct listing {
    uint16_t *list;
    uint32_t count;
    bool turned; /* Gold moves, and the board is turned over */
};

static void add(struct listing *listing, int feature)
{
    listing->list[listing->count++] = (uint16_t)feature;
}

/* One of a row of features, the last of which stands for all beyond. */
static void add_of(struct listing *listing, int first, int number, int row)
{
    add(listing, first + (number < row ? number : row - 1));
}

static void add_set(struct listing *listing, int first, bv_bits128 set)
{
    while (set) {
        int square = bv_take128(&set);
        int rank = chevaliers_rank(square);
        if (listing->turned) rank = CHEVALIERS_RANKS - 1 - rank;
        add(listing, first + rank * CHEVALIERS_STRIDE + chevaliers_file(square));
    }
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

static void add_counts(struct listing *listing, const struct chevaliers_tables *tables,
                       const struct chevaliers_state *s)
{
    int own = s->side;
    int left = tables->quiet - s->quiet;
    add_of(listing, AT_OWN_MEN_LEFT, bv_count128(chevaliers_men_of(s, own)), CHEVALIERS_MEN + 1);
    add_of(listing, AT_MEN_LEFT, bv_count128(chevaliers_men_of(s, !own)), CHEVALIERS_MEN + 1);
    add_of(listing, AT_OWN_KNIGHTS_LEFT, bv_count128(chevaliers_knights_of(s, own)),
           CHEVALIERS_KNIGHTS + 1);
    add_of(listing, AT_KNIGHTS_LEFT, bv_count128(chevaliers_knights_of(s, !own)),
           CHEVALIERS_KNIGHTS + 1);
    add_of(listing, AT_OWN_GUARDS, guards(tables, s, own), NEAR);
    add_of(listing, AT_GUARDS, guards(tables, s, !own), NEAR);
    add_of(listing, AT_OWN_NEAR, near(tables, s, own, !own), NEAR);
    add_of(listing, AT_NEAR, near(tables, s, !own, own), NEAR);
    add_of(listing, AT_LEFT, left > 0 ? left * LEFT / (tables->quiet + 1) : 0, LEFT);
}

uint32_t chevaliers_features(const struct bv_terms *terms, const union bv_state *state,
                             uint16_t *list)
{
    const struct chevaliers_state *s = &state->chevaliers;
    int own = s->side;
    struct listing listing = {.list = list, .turned = own == CHEVALIERS_GOLD};
    add_set(&listing, AT_OWN_MEN, chevaliers_men_of(s, own));
    add_set(&listing, AT_OWN_KNIGHTS, chevaliers_knights_of(s, own));
    add_set(&listing, AT_MEN, chevaliers_men_of(s, !own));
    add_set(&listing, AT_KNIGHTS, chevaliers_knights_of(s, !own));
    add_set(&listing, AT_PREYED, chevaliers_preyed(terms, s, !own));
    add_set(&listing, AT_CHARGED, chevaliers_charging(terms, s, !own));
    add_set(&listing, AT_CHARGING, chevaliers_charging(terms, s, own));
    add_counts(&listing, &terms->tables->chevaliers, s);
    add(&listing, AT_MEN_CAPTURE + terms->option[CHEVALIERS_MEN_CAPTURE]);
    add(&listing, AT_OBLIGATION + terms->option[CHEVALIERS_OBLIGATION]);
    BV_ASSERT(listing.count <= NET_ACTIVE_MAX);
    return listing.count;
}

/* ---- For training ---------------------------------------------------------------------------- */

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
    .list = chevaliers_features,
    .guess = guess,
    .side = side,
    .asked = asked,
};
