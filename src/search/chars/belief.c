#include "search/chars/belief.h"

#include "search/chars/reach.h"
#include "search/chars/worth.h"

/* How behaviour speaks about a rank: moderate weights, since people bluff. */
static const float let_prey_go = 0.6F; /* a tank that beats what it could reach, and did not */
static const float walked_into =
    0.65F; /* a tank that ends where a stronger one that it knows of can come */
/* each rank more: few players send their best against a gun */
static const float risked_on_gun = 0.9F;

enum { EVEN = 1, NEAR_DEPOT = 1 };

void chars_belief_begin(struct chars_belief *belief)
{
    bv_clear(belief, sizeof *belief);
}

int chars_belief_tank(const struct chars_belief *belief, int square)
{
    for (int i = 0; i < CHARS_TANKS; i++)
        if (belief->square[i] == square) return i;
    return -1;
}

/* ---- Ranks ----------------------------------------------------------------------------------- */

/* Of the tanks that are gone, one whose rank is still open. */
static int open_loss(const struct chars_belief *b)
{
    for (int i = 0; i < CHARS_TANKS; i++)
        if (b->square[i] == CHARS_GONE && b->fixed[i] == CHARS_UNKNOWN) return i;
    return -1;
}

static bool is_fixed(const struct chars_belief *b, int rank)
{
    for (int i = 0; i < CHARS_TANKS; i++)
        if (b->fixed[i] == rank) return true;
    return false;
}

/* C32: ranks announced since; `lost` is the tank that fell at the same moment, or -1. */
static void note_announcements(struct chars_belief *b, const struct chars_state *view, int lost)
{
    int enemy = chars_other(b->side);
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        if (!(view->announced[enemy] >> rank & 1) || is_fixed(b, rank)) continue;
        int square = view->where[enemy][rank];
        int tank = square == CHARS_GONE ? lost : chars_belief_tank(b, square);
        if (tank < 0 || b->fixed[tank] != CHARS_UNKNOWN) tank = open_loss(b);
        if (tank >= 0) b->fixed[tank] = (uint8_t)rank;
    }
}

static bool allowed(const struct chars_belief *b, int tank, int rank)
{
    if (b->fixed[tank] != CHARS_UNKNOWN) return b->fixed[tank] == rank;
    return !is_fixed(b, rank);
}

static void add_order(struct chars_belief *b, const uint8_t rank[CHARS_TANKS], float odds)
{
    for (int i = 0; i < CHARS_TANKS; i++) {
        b->order[b->orders][i] = rank[i];
        b->chance[i][rank[i]] += odds;
    }
    b->odds[b->orders++] = odds;
    b->total += odds;
}

/* All orders, tank by tank. */
static void make_orders(struct chars_belief *b, int tank, unsigned used, float odds,
                        uint8_t rank[CHARS_TANKS])
{
    if (tank == CHARS_TANKS) {
        add_order(b, rank, odds);
        return;
    }
    for (int r = 0; r < CHARS_TANKS; r++) {
        if (used >> r & 1 || !allowed(b, tank, r)) continue;
        rank[tank] = (uint8_t)r;
        make_orders(b, tank + 1, used | 1U << r, odds * b->trust[tank][r], rank);
    }
}

static void weigh_orders(struct chars_belief *b)
{
    uint8_t rank[CHARS_TANKS];
    b->orders = 0;
    b->total = 0;
    bv_clear(b->chance, sizeof b->chance);
    make_orders(b, 0, 0, 1, rank);
    BV_ASSERT(b->orders > 0 && b->total > 0);
    for (int i = 0; i < CHARS_TANKS; i++)
        for (int r = 0; r < CHARS_TANKS; r++) b->chance[i][r] /= b->total;
}

/* ---- Mines ----------------------------------------------------------------------------------- */

static int distance(int a, int b)
{
    int files = a % CHARS_WIDTH - b % CHARS_WIDTH;
    int ranks = a / CHARS_WIDTH - b / CHARS_WIDTH;
    if (files < 0) files = -files;
    if (ranks < 0) ranks = -ranks;
    return files > ranks ? files : ranks;
}

static void weigh_mines(const struct chars_tables *t, struct chars_belief *b,
                        const struct chars_state *view)
{
    int enemy = chars_other(b->side);
    bv_bits128 possible = view->mines_left[enemy] ? t->camp[enemy] & ~view->swept : 0;
    float sum = 0;
    bv_clear(b->mine, sizeof b->mine);
    for (bv_bits128 left = possible; left;) {
        int square = bv_take128(&left);
        float weight = EVEN;
        for (int i = 0; i < CHARS_DEPOTS; i++) {
            int depot = view->depot[enemy][i];
            if (depot != CHARS_GONE && distance(square, depot) == 1) weight += NEAR_DEPOT;
        }
        b->mine[square] = weight;
        sum += weight;
    }
    for (bv_bits128 left = possible; left;)
        b->mine[bv_take128(&left)] *= (float)view->mines_left[enemy] / sum;
}

/* ---- Following the tanks --------------------------------------------------------------------- */

static void begin_anew(struct chars_belief *b, const struct chars_state *view, int side)
{
    int tanks = 0;
    b->begun = true;
    b->side = side;
    for (int i = 0; i < CHARS_TANKS; i++) {
        b->square[i] = CHARS_GONE;
        b->fixed[i] = CHARS_UNKNOWN;
        for (int r = 0; r < CHARS_TANKS; r++) b->trust[i][r] = 1;
    }
    for (bv_bits128 left = view->tanks[chars_other(side)]; left;)
        b->square[tanks++] = (uint8_t)bv_take128(&left);
    note_announcements(b, view, -1);
    bv_copy(b->from, b->square, sizeof b->from);
    b->before = *view;
}

/*
 * Of the tanks that left their squares, the one that went on to the new square: a tank that has
 * done with its walk can only have been destroyed (C19).
 */
static int find_walker(const struct chars_belief *b, bv_bits128 left_squares)
{
    bv_bits128 done = b->seen.moved;
    if (b->seen.active != CHARS_GONE) done &= ~bv_bit128(b->seen.active);
    bv_bits128 walkers = left_squares & ~done;
    return walkers ? chars_belief_tank(b, bv_low128(walkers)) : -1;
}

/* Whether the tanks are where the view has them, with the ranks it announces. */
static bool agrees(const struct chars_belief *b, const struct chars_state *view)
{
    int enemy = chars_other(b->side);
    bv_bits128 tanks = 0;
    for (int i = 0; i < CHARS_TANKS; i++) {
        if (b->square[i] != CHARS_GONE) tanks |= bv_bit128(b->square[i]);
        int rank = b->fixed[i];
        if (rank == CHARS_UNKNOWN) continue;
        if (!(view->announced[enemy] >> rank & 1) || view->where[enemy][rank] != b->square[i])
            return false;
    }
    return tanks == view->tanks[enemy];
}

/* Follows one action; false if the two views are not one action apart. */
static bool follow(struct chars_belief *b, const struct chars_state *view)
{
    int enemy = chars_other(b->side);
    bv_bits128 left_squares = b->seen.tanks[enemy] & ~view->tanks[enemy];
    bv_bits128 new_squares = view->tanks[enemy] & ~b->seen.tanks[enemy];
    int lost = -1;
    if (bv_count128(new_squares) > 1) return false;
    if (new_squares) {
        int walker = find_walker(b, left_squares);
        if (walker < 0) return false;
        left_squares &= ~bv_bit128(b->square[walker]);
        b->square[walker] = (uint8_t)bv_low128(new_squares);
    }
    while (left_squares) {
        lost = chars_belief_tank(b, bv_take128(&left_squares));
        if (lost < 0) return false;
        b->square[lost] = CHARS_GONE;
    }
    note_announcements(b, view, lost);
    return agrees(b, view);
}

/* ---- Conduct --------------------------------------------------------------------------------- */

/* A tank that could have fought a weaker one and stayed away is likelier not to be stronger. */
static void judge_missed_prey(const struct chars_tables *t, struct chars_belief *b, int tank)
{
    const struct chars_state *then = &b->before;
    int enemy = chars_other(b->side);
    int from = b->from[tank];
    struct chars_gait gait = chars_gait_of(t, then, enemy, bv_has128(then->commands, from));
    for (bv_bits128 left = then->tanks[b->side]; left;) {
        int prey = bv_take128(&left);
        int rank = chars_announced_rank_at(then, b->side, prey);
        if (rank < 0 || !chars_threatens(gait, from, prey)) continue;
        for (int r = rank + 1; r < CHARS_TANKS; r++) b->trust[tank][r] *= let_prey_go;
    }
}

/* A tank that went where a stronger one, known to it, can come is likelier not to be weaker. */
static void judge_courage(const struct chars_tables *t, struct chars_belief *b,
                          const struct chars_state *view, int tank)
{
    for (bv_bits128 left = view->tanks[b->side]; left;) {
        int hunter = bv_take128(&left);
        int rank = chars_announced_rank_at(view, b->side, hunter);
        struct chars_gait gait = chars_gait_of(t, view, b->side, bv_has128(view->commands, hunter));
        if (rank < 0 || !chars_threatens(gait, hunter, b->square[tank])) continue;
        for (int r = 0; r < rank; r++) b->trust[tank][r] *= walked_into;
    }
}

static void judge_gun_fight(const struct chars_tables *t, struct chars_belief *b,
                            const struct chars_state *view, int tank)
{
    bv_bits128 guns = view->guns & t->camp[b->side];
    float factor = 1;
    if (!(chars_next_to(b->square[tank]) & guns)) return;
    for (int r = 0; r < CHARS_TANKS; r++) {
        b->trust[tank][r] *= factor;
        factor *= risked_on_gun;
    }
}

/* No rank is ever ruled out by conduct alone. */
static void keep_doubt(struct chars_belief *b, int tank)
{
    float top = 0;
    for (int r = 0; r < CHARS_TANKS; r++)
        if (b->trust[tank][r] > top) top = b->trust[tank][r];
    for (int r = 0; r < CHARS_TANKS; r++) {
        b->trust[tank][r] /= top;
        if (b->trust[tank][r] < 0.1F) b->trust[tank][r] = 0.1F;
    }
}

/* The enemy's movement is over: what does it say about his tanks? */
static void judge_movement(const struct chars_tables *t, struct chars_belief *b,
                           const struct chars_state *view)
{
    b->movements++;
    b->landed = b->seen.moved & ~view->tanks[chars_other(b->side)];
    for (int tank = 0; tank < CHARS_TANKS; tank++) {
        if (b->square[tank] == CHARS_GONE) continue;
        bool moved = b->square[tank] != b->from[tank];
        if (moved) b->landed |= bv_bit128(b->square[tank]);
        if (b->fixed[tank] != CHARS_UNKNOWN) continue;
        bv_bits128 near = chars_next_to(b->square[tank]);
        bool attacks = near & view->tanks[b->side];
        if (!attacks) judge_missed_prey(t, b, tank);
        if (moved && !attacks) judge_courage(t, b, view, tank);
        if (moved) judge_gun_fight(t, b, view, tank);
        keep_doubt(b, tank);
    }
}

void chars_belief_see(const struct chars_tables *t, struct chars_belief *b,
                      const struct chars_state *view, int side)
{
    if (view->phase == CHARS_SETUP || view->phase == CHARS_OVER) return;
    if (b->begun && b->side == side && bv_same(&b->seen, view, sizeof *view)) return;
    int enemy = chars_other(side);
    if (!b->begun || b->side != side || !follow(b, view)) begin_anew(b, view, side);
    bool was_moving = b->seen.phase == CHARS_MOVE && b->seen.side == enemy;
    bool is_moving = view->phase == CHARS_MOVE && view->side == enemy;
    if (was_moving && !is_moving) judge_movement(t, b, view);
    if (is_moving && !view->moved) {
        b->before = *view;
        bv_copy(b->from, b->square, sizeof b->from);
    }
    b->seen = *view;
    weigh_orders(b);
    weigh_mines(t, b, view);
}

/* ---- Drawing a world ------------------------------------------------------------------------- */

static int draw_order(const struct chars_belief *b, struct bv_random *random)
{
    float drawn = chars_random_part(b->total, random);
    int at = 0;
    while (at < b->orders - 1 && (drawn -= b->odds[at]) >= 0) at++;
    return at;
}

static void draw_mines(const struct chars_belief *b, struct chars_state *s, bv_bits128 possible,
                       int count, struct bv_random *random)
{
    while (count-- > 0 && possible) {
        float sum = 0;
        for (bv_bits128 left = possible; left;) sum += b->mine[bv_take128(&left)];
        float drawn = chars_random_part(sum, random);
        bv_bits128 left = possible;
        int at = bv_take128(&left);
        while (left && (drawn -= b->mine[at]) >= 0) at = bv_take128(&left);
        s->mines |= bv_bit128(at);
        possible &= ~bv_bit128(at);
    }
}

void chars_belief_draw(const struct chars_tables *t, const struct chars_belief *b,
                       const struct chars_state *view, struct bv_random *random,
                       struct chars_state *state)
{
    int enemy = chars_other(b->side);
    const uint8_t *rank = b->order[draw_order(b, random)];
    *state = *view;
    for (int i = 0; i < CHARS_TANKS; i++) state->where[enemy][rank[i]] = b->square[i];
    bv_bits128 possible = t->camp[enemy] & ~view->swept;
    draw_mines(b, state, possible, view->mines_left[enemy], random);
}
