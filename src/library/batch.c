/* The library: many games of the same terms, stepped together. */
#include <stdlib.h>

#include "core/lots.h"
#include "games/storage.h"
#include "library/indices.h"

/* Actions kept from one look to the next step; longer lists, which are rare, are made again. */
enum { LANES_MAX = 65536, KEPT = 256 };

struct lane {
    union bv_state state;
    struct bv_random random;
    int seat; /* who is to act: never chance */
    uint32_t count;
    bv_action kept[KEPT];
};

struct bivouac_batch {
    const struct bv_terms *terms;
    uint64_t plies;
    uint32_t lanes;
    struct lane *lane;
    struct bv_past *past; /* of each lane; NULL in games without repetition */
    bv_action *list;      /* scratch, as long as any list */
    struct claim *claim;  /* the same */
    union bv_state *view; /* scratch */
};

static struct bv_past *past_of(const struct bivouac_batch *batch, uint32_t at)
{
    return batch->past ? &batch->past[at] : NULL;
}

/* ---- Playing ---------------------------------------------------------------------------------------------------- */

static const bv_action *legal_of(const struct bivouac_batch *batch, const struct lane *lane)
{
    if (lane->count <= KEPT) return lane->kept;
    batch->terms->game->legal(batch->terms, &lane->state, lane->seat, batch->list);
    return batch->list;
}

/* Games lie far apart, and each is touched for a moment only: the one after the next is called to mind in time. */
static void prepare(const struct bivouac_batch *batch, uint32_t at, uint32_t place)
{
    const struct lane *lane = &batch->lane[at];
    __builtin_prefetch(&lane->seat);
    for (uint32_t line = 0; line < batch->terms->game->state_size; line += 64)
        __builtin_prefetch((const char *)&lane->state + line);
    __builtin_prefetch(&lane->kept[place % KEPT]);
    if (batch->past) __builtin_prefetch(&batch->past[at].count);
}

/* Chance acts until somebody is to choose; false if the game is over instead. */
static bool go_on(struct bivouac_batch *batch, uint32_t at)
{
    const struct bv_terms *terms = batch->terms;
    struct lane *lane = &batch->lane[at];
    for (;;) {
        bv_seats acting = terms->game->to_act(terms, &lane->state);
        if (!acting) return false;
        lane->seat = bv_draw_seat(acting, &lane->random);
        if (lane->seat != BV_CHANCE) break;
        bv_action drawn = bv_draw_outcome(terms, &lane->state, &lane->random);
        bv_apply(terms, &lane->state, BV_CHANCE, drawn, past_of(batch, at));
        batch->plies++;
    }
    bv_action *list = terms->game->list_cap <= KEPT ? lane->kept : batch->list;
    lane->count = terms->game->legal(terms, &lane->state, lane->seat, list);
    if (list != lane->kept && lane->count <= KEPT)
        bv_copy(lane->kept, list, lane->count * sizeof(bv_action));
    return true;
}

static void begin(struct bivouac_batch *batch, uint32_t at)
{
    if (batch->past) batch->past[at].count = 0;
    batch->terms->game->start(batch->terms, &batch->lane[at].state);
    bool goes_on = go_on(batch, at);
    BV_ASSERT(goes_on);
    (void)goes_on;
}

void bivouac_batch_begin(bivouac_batch *batch, uint64_t seed)
{
    struct bv_random seeds = bv_random_seeded(seed);
    batch->plies = 0;
    for (uint32_t i = 0; i < batch->lanes; i++) {
        batch->lane[i].random = bv_random_seeded(bv_random_word(&seeds));
        begin(batch, i);
    }
}

bool bivouac_batch_step(bivouac_batch *batch, const uint32_t *places, int8_t *half_points,
                        bivouac_error *error)
{
    const struct bv_terms *terms = batch->terms;
    for (uint32_t i = 0; i < batch->lanes; i++) {
        if (places[i] < batch->lane[i].count) continue;
        struct bv_error reason;
        struct bv_out out = bv_error_begin(&reason);
        bv_put(&out, "game ");
        bv_put_number(&out, i);
        bv_put(&out, " of the batch has no legal action at place ");
        bv_put_number(&out, places[i]);
        bv_put(&out, ", but ");
        bv_put_number(&out, batch->lane[i].count);
        return refuse(&reason, error);
    }
    for (uint32_t i = 0; i < batch->lanes; i++) {
        struct lane *lane = &batch->lane[i];
        if (i + 2 < batch->lanes) prepare(batch, i + 2, places[i + 2]);
        bv_apply(terms, &lane->state, lane->seat, legal_of(batch, lane)[places[i]],
                 past_of(batch, i));
        batch->plies++;
        if (go_on(batch, i)) {
            half_points[2 * i] = half_points[2 * i + 1] = BIVOUAC_GOES_ON;
            continue;
        }
        struct bv_result result = terms->game->result(terms, &lane->state);
        for (int side = 0; side < BV_SIDES_MAX; side++)
            half_points[2 * i + (uint32_t)side] = (int8_t)result.half_points[side];
        begin(batch, i);
    }
    return true;
}

/* ---- Looking ---------------------------------------------------------------------------------------------------- */

void bivouac_batch_choices(const bivouac_batch *batch, int32_t *seats, uint32_t *counts)
{
    for (uint32_t i = 0; i < batch->lanes; i++) {
        seats[i] = batch->lane[i].seat;
        counts[i] = batch->lane[i].count;
    }
}

void bivouac_batch_indices(const bivouac_batch *batch, uint32_t *indices)
{
    for (uint32_t i = 0; i < batch->lanes; i++) {
        const struct lane *lane = &batch->lane[i];
        indices_assign(batch->terms, legal_of(batch, lane), lane->count, batch->claim, indices);
        indices += lane->count;
    }
}

void bivouac_batch_views(const bivouac_batch *batch, char *texts, size_t size)
{
    for (uint32_t i = 0; i < batch->lanes; i++) {
        bv_view(batch->terms, &batch->lane[i].state, batch->lane[i].seat, batch->view);
        bivouac_position_write(batch->terms, batch->view, texts + i * size, size);
    }
}

const bivouac_state *bivouac_batch_state(const bivouac_batch *batch, uint32_t at)
{
    return at < batch->lanes ? &batch->lane[at].state : NULL;
}

uint64_t bivouac_batch_plies(const bivouac_batch *batch)
{
    return batch->plies;
}

/* ---- Memory ----------------------------------------------------------------------------------------------------- */

bivouac_batch *bivouac_batch_new(const bivouac_terms *terms, uint32_t games, uint64_t seed,
                                 bivouac_error *error)
{
    if (!games || games > LANES_MAX) {
        refuse_with("a batch has 1 to 65536 games", error);
        return NULL;
    }
    const struct bv_game *game = terms->game;
    struct bivouac_batch *batch = calloc(1, sizeof *batch);
    if (batch) {
        batch->terms = terms;
        batch->lanes = games;
        batch->lane = calloc(games, sizeof *batch->lane);
        if (game->flags & BV_HAS_REPETITION) batch->past = calloc(games, sizeof *batch->past);
        batch->list = calloc(game->list_cap, sizeof *batch->list);
        batch->claim = calloc(game->list_cap, sizeof *batch->claim);
        batch->view = calloc(1, sizeof *batch->view);
    }
    if (!batch || !batch->lane || !batch->list || !batch->claim || !batch->view ||
        ((game->flags & BV_HAS_REPETITION) && !batch->past)) {
        bivouac_batch_free(batch);
        refuse_with("out of memory", error);
        return NULL;
    }
    bivouac_batch_begin(batch, seed);
    return batch;
}

void bivouac_batch_free(bivouac_batch *batch)
{
    if (!batch) return;
    free(batch->lane);
    free(batch->past);
    free(batch->list);
    free(batch->claim);
    free(batch->view);
    free(batch);
}
