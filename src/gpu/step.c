/* Batches, stepped from outside: begin, play one choice in every lane, begin again where a game has ended. */
#include "gpu/game.h"
#include "gpu/kernels.h"

enum { GOES_ON = -1 }; /* half points of a game that is not over */

/* Lets chance act until a seat is to choose, and lists its actions; false if the game is over instead. */
static bool go_on(const struct gpu_batch *batch, const struct bv_terms *terms, uint32_t at,
                  union bv_state *state)
{
    struct gpu_lane *lane = &batch->lane[at];
    for (;;) {
        bv_seats acting = GAME.to_act(terms, state);
        if (!acting) return false;
        int seat = bv_draw_seat(acting, &lane->random);
        batch->seat[at] = seat;
        if (seat != BV_CHANCE) break;
        bv_action drawn = gpu_draw_outcome(terms, state, &lane->random);
        GAME.apply(terms, state, BV_CHANCE, drawn, gpu_past_of(batch, at));
        lane->plies++;
    }
    batch->count[at] = GAME.legal(terms, state, batch->seat[at], gpu_list_of(batch, at));
    return true;
}

/* The seeds of all lanes, drawn from one as bivouac_batch_begin draws them; by the first lane alone. */
KERNEL gpu_seed(const struct gpu_batch *batch, uint64_t seed, uint64_t *seeds)
{
    struct bv_random random = bv_random_seeded(seed);
    if (this_lane()) return;
    for (uint32_t i = 0; i < batch->lanes; i++) seeds[i] = bv_random_word(&random);
}

KERNEL gpu_begin(const struct gpu_batch *batch, const uint64_t *seeds)
{
    uint32_t at = this_lane();
    if (at >= batch->lanes) return;
    const struct bv_terms terms = gpu_terms_of(batch, NULL);
    struct gpu_lane *lane = &batch->lane[at];
    bv_clear(lane, sizeof *lane);
    lane->random = bv_random_seeded(seeds[at]);
    gpu_start(&terms, &lane->state, gpu_past_of(batch, at));
    go_on(batch, &terms, at, &lane->state);
}

/* A number that a caller gave: negative ones become too large. */
static uint64_t given(const void *numbers, uint32_t width, uint32_t at)
{
    return width == sizeof(uint64_t) ? ((const uint64_t *)numbers)[at]
                                     : ((const uint32_t *)numbers)[at];
}

/* Of several wrong choices the first counts, whichever lane comes first. */
static void note_wrong(const struct gpu_batch *batch, uint32_t at, uint32_t *wrong)
{
    __atomic_fetch_max(wrong, batch->lanes - at, __ATOMIC_RELAXED);
}

KERNEL gpu_find_place(const struct gpu_batch *batch, const void *places, uint32_t width,
                      uint32_t *found, uint32_t *wrong)
{
    uint32_t at = this_lane();
    if (at >= batch->lanes) return;
    uint64_t place = given(places, width, at);
    found[at] = (uint32_t)place;
    if (place >= batch->count[at]) note_wrong(batch, at, wrong);
}

KERNEL gpu_find_index(const struct gpu_batch *batch, const uint32_t *indices, const void *actions,
                      uint32_t width, uint32_t *found, uint32_t *wrong)
{
    uint32_t at = this_lane();
    if (at >= batch->lanes) return;
    const uint32_t *row = indices + (size_t)at * batch->stride;
    uint64_t wanted = given(actions, width, at);
    uint32_t place = 0;
    while (place < batch->count[at] && row[place] != wanted) place++;
    found[at] = place;
    if (place == batch->count[at]) note_wrong(batch, at, wrong);
}

/* Writes the half points of both sides if the game ended, and what they are worth as rewards. */
KERNEL gpu_step(const struct gpu_batch *batch, const uint32_t *places, int8_t *half_points,
                float *rewards, uint8_t *ended)
{
    uint32_t at = this_lane();
    if (at >= batch->lanes) return;
    const struct bv_terms terms = gpu_terms_of(batch, NULL);
    struct gpu_lane *lane = &batch->lane[at];
    struct bv_past *past = gpu_past_of(batch, at);
    union bv_state state = lane->state;
    GAME.apply(&terms, &state, batch->seat[at], gpu_list_of(batch, at)[places[at]], past);
    lane->plies++;
    bool over = !go_on(batch, &terms, at, &state);
    struct bv_result result = {.half_points = {1, 1}};
    if (over) {
        result = GAME.result(&terms, &state);
        lane->games++;
        gpu_start(&terms, &state, past);
        go_on(batch, &terms, at, &state);
    }
    lane->state = state;
    ended[at] = over;
    for (size_t side = 0; side < BV_SIDES_MAX; side++) {
        int points = result.half_points[side];
        half_points[BV_SIDES_MAX * at + side] = (int8_t)(over ? points : GOES_ON);
        rewards[BV_SIDES_MAX * at + side] = (float)(points - 1);
    }
}
