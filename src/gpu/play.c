/* Random play: each lane plays whole games, one after the other, as `bivouac bench` does. */
#include "gpu/game.h"
#include "gpu/kernels.h"

/*
 * A small position fits into registers. Larger ones lie side by side in the shared memory of a block: an odd number of
 * the largest words that a position is made of keeps the same field of different lanes in different banks.
 */
typedef struct GPU_NAME(GAME_ID, _state) game_state;
enum {
    IS_SMALL = sizeof(game_state) < 64,
    WORD = _Alignof(game_state),
    STRIDE = IS_SMALL ? WORD : (sizeof(game_state) / WORD | 1) * WORD
};
SHARED _Alignas(WORD) unsigned char positions[LANES_OF_A_BLOCK * STRIDE];

/* A lane while it plays. */
struct player {
    union bv_state *state;
    struct bv_random random;
    struct bv_past *past;
    bv_action *list;
    uint64_t plies, games, fingerprint;
    uint64_t half_points[BV_SIDES_MAX];
};

/* Notes a game that is over, and begins the next one. */
static void end_game(const struct bv_terms *terms, struct player *p)
{
    struct bv_result result = GAME.result(terms, p->state);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        p->half_points[side] += result.half_points[side];
    p->fingerprint = p->fingerprint * 31 + bv_hash_bytes(p->state, GAME.state_size);
    p->games++;
    gpu_start(terms, p->state, p->past);
}

/*
 * While one lane lists the moves of a whole army, the others of its warp wait, whatever they have to do. So the lanes
 * with little to do play on until they, too, have much to do, and then all do it at once.
 */
enum { ORDERS = 3 };

static int order_of(const union bv_state *state)
{
    return GAME.order ? GAME.order(state) : 0;
}

/* The first order in which a lane of the warp is. */
static int first_order(int order)
{
    for (int first = 0; first < ORDERS; first++)
        if (in_any_lane(order == first)) return first;
    return ORDERS;
}

static bv_action choose(const struct bv_terms *terms, struct player *p, int seat)
{
    uint32_t count = GAME.legal(terms, p->state, seat, p->list);
    return p->list[bv_random_below(&p->random, count)];
}

/* Lane n has the seed `seed` + n, and plays until so many plies are played and a game has just ended. */
KERNEL gpu_play(const struct gpu_batch *batch, uint64_t seed, uint64_t plies)
{
    const uint32_t at = this_lane();
    const bool is_lane = at < batch->lanes;
    const struct bv_terms terms = gpu_terms_of(batch, NULL);
    union bv_state small;
    struct player p = {.state = IS_SMALL ? &small
                                         : (union bv_state *)&positions[lane_in_block() * STRIDE],
                       .random = bv_random_seeded(seed + at)};
    if (is_lane) {
        p.past = gpu_past_of(batch, at);
        p.list = gpu_list_of(batch, at);
        gpu_start(&terms, p.state, p.past);
    }
    for (bool playing = is_lane; in_any_lane(playing);) {
        bv_seats acting = playing ? GAME.to_act(&terms, p.state) : 0;
        if (playing && !acting) {
            end_game(&terms, &p);
            playing = p.plies < plies;
            acting = GAME.to_act(&terms, p.state);
        }
        int order = playing ? order_of(p.state) : ORDERS;
        bool acts = first_order(order) == order && playing;
        int seat = acts ? bv_draw_seat(acting, &p.random) : BV_WATCHER;
        bv_action action = 0;
        if (seat == BV_CHANCE) action = gpu_draw_outcome(&terms, p.state, &p.random);
        converge();
        if (acts && seat != BV_CHANCE) action = choose(&terms, &p, seat);
        converge();
        if (acts) {
            GAME.apply(&terms, p.state, seat, action, p.past);
            p.plies++;
        }
    }
    if (!is_lane) return;
    struct gpu_lane *lane = &batch->lane[at];
    lane->plies = p.plies;
    lane->games = p.games;
    lane->fingerprint = p.fingerprint;
    bv_copy(lane->half_points, p.half_points, sizeof lane->half_points);
}
