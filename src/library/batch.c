/* The library: many games of the same terms, stepped together. */
#include <stdlib.h>

#include "core/lots.h"
#include "games/storage.h"
#include "library/action_index.h"
#include "library/action_number.h"

/* Actions kept from one look to the next step; longer lists, which are rare, are computed again. */
enum { LANES_MAX = 65536, KEPT = 256, PREFETCHED = 40, HOME_SLOTS = 1 << 18 };

struct lane {
    union bv_state state;
    struct bv_random random;
    int seat; /* that is to act: never chance */
    uint32_t count;
    bv_action kept[KEPT];
};

struct bivouac_batch {
    const struct bv_terms *terms;
    uint64_t plies;
    uint32_t lanes;
    struct lane *lane;
    /* of each lane, once more: games are far apart in memory, and callers ask for these every time */
    int32_t *seat;
    uint32_t *count;
    struct bv_past *past; /* of each lane; NULL in games without repetition */
    bv_action *list;      /* scratch, as long as any list */
    struct claim *claim;  /* the same */
    union bv_state *view; /* scratch */
    struct action_index
        /* from the first look on; when out of memory, everything still works, slower */
        *cache;
    bool looked;       /* `index` and `offset` match the current positions */
    uint32_t *index;   /* of all legal actions, game after game */
    uint32_t capacity; /* capacity of `index` */
    uint32_t *offset;  /* where those of each game begin, and the end */
    uint32_t *place;   /* scratch: of each game */
};

static struct bv_past *past_of(const struct bivouac_batch *batch, uint32_t at)
{
    return batch->past ? &batch->past[at] : NULL;
}

/* ---- Playing --------------------------------------------------------------------------------- */

static const bv_action *legal_of(const struct bivouac_batch *batch, const struct lane *lane)
{
    if (lane->count <= KEPT) return lane->kept;
    batch->terms->game->legal(batch->terms, &lane->state, lane->seat, batch->list);
    return batch->list;
}

static void assign(const struct bivouac_batch *batch, const struct lane *lane, uint32_t *indices)
{
    const bv_action *list = legal_of(batch, lane);
    if (actions_are_numbered(batch->terms->game))
        action_numbers(batch->terms->game, list, lane->count, indices);
    else if (batch->cache)
        action_index_assign(batch->cache, list, lane->count, batch->claim, indices);
    else
        indices_assign(batch->terms, list, lane->count, batch->claim, indices);
}

/* Computes the indices of a game after all those before it; false when out of memory. */
static bool look_at(struct bivouac_batch *batch, uint32_t at)
{
    const struct lane *lane = &batch->lane[at];
    uint32_t begin = batch->offset[at], end = begin + lane->count;
    if (end > batch->capacity) {
        uint32_t *larger = realloc(batch->index, 2 * (size_t)end * sizeof *larger);
        if (!larger) return false;
        batch->index = larger;
        batch->capacity = 2 * end;
    }
    assign(batch, lane, batch->index + begin);
    batch->offset[at + 1] = end;
    return true;
}

static bool look(struct bivouac_batch *batch)
{
    if (!batch->cache && !actions_are_numbered(batch->terms->game))
        batch->cache = action_index_open(batch->terms, HOME_SLOTS);
    for (uint32_t i = 0; i < batch->lanes && !batch->looked; i++)
        if (!look_at(batch, i)) return false;
    batch->looked = true;
    return true;
}

/* Games are far apart in memory and touched briefly: the one after the next is prefetched. */
static void prepare(const struct bivouac_batch *batch, uint32_t at, uint32_t place)
{
    const struct lane *lane = &batch->lane[at];
    __builtin_prefetch(&lane->seat);
    for (uint32_t line = 0; line < batch->terms->game->state_size; line += 64)
        __builtin_prefetch((const char *)&lane->state + line);
    __builtin_prefetch(&lane->kept[place % KEPT]);
    for (uint32_t action = 0; action < PREFETCHED; action += 8)
        __builtin_prefetch(&lane->kept[action], 1);
    if (batch->past) __builtin_prefetch(&batch->past[at].count);
}

/* The legal actions of the seat that is to act. */
static void list_choices(const struct bivouac_batch *batch, uint32_t at)
{
    const struct bv_game *game = batch->terms->game;
    struct lane *lane = &batch->lane[at];
    bv_action *list = game->list_cap <= KEPT ? lane->kept : batch->list;
    lane->count = game->legal(batch->terms, &lane->state, lane->seat, list);
    if (list != lane->kept && lane->count <= KEPT)
        bv_copy(lane->kept, list, lane->count * sizeof(bv_action));
    batch->seat[at] = lane->seat;
    batch->count[at] = lane->count;
}

/* Lets chance act until a seat is to choose; false if the game is over instead. */
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
    list_choices(batch, at);
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
    batch->looked = false;
    for (uint32_t i = 0; i < batch->lanes; i++) {
        batch->lane[i].random = bv_random_seeded(bv_random_word(&seeds));
        begin(batch, i);
    }
}

/* Plays in each game the action at its place. `looking`: the new lists are computed too. */
static void step(struct bivouac_batch *batch, const uint32_t *places, int8_t *half_points,
                 bool looking)
{
    const struct bv_terms *terms = batch->terms;
    for (uint32_t i = 0; i < batch->lanes; i++) {
        struct lane *lane = &batch->lane[i];
        if (i + 2 < batch->lanes) prepare(batch, i + 2, places[i + 2]);
        bv_apply(terms, &lane->state, lane->seat, legal_of(batch, lane)[places[i]],
                 past_of(batch, i));
        batch->plies++;
        if (go_on(batch, i)) {
            half_points[2 * i] = half_points[2 * i + 1] = BIVOUAC_GOES_ON;
        } else {
            struct bv_result result = terms->game->result(terms, &lane->state);
            for (int side = 0; side < BV_SIDES_MAX; side++)
                half_points[2 * i + (uint32_t)side] = (int8_t)result.half_points[side];
            begin(batch, i);
        }
        looking = looking && look_at(batch, i);
    }
    batch->looked = looking;
}

/* What is wrong with a game of the batch. */
static bool refuse_choice(uint32_t at, const char *what, uint32_t number, bivouac_error *error)
{
    struct bv_error reason;
    struct bv_out out = bv_error_begin(&reason);
    bv_putf(&out, "game %u of the batch has no legal action %s%u", at, what, number);
    return refuse(BIVOUAC_ERROR_RANGE, reason.text, error);
}

bool bivouac_batch_step(bivouac_batch *batch, const uint32_t *places, int8_t *half_points,
                        bivouac_error *error)
{
    for (uint32_t i = 0; i < batch->lanes; i++)
        if (places[i] >= batch->count[i]) return refuse_choice(i, "at place ", places[i], error);
    step(batch, places, half_points, false);
    return true;
}

bool bivouac_batch_step_indices(bivouac_batch *batch, const uint32_t *indices, int8_t *half_points,
                                bivouac_error *error)
{
    if (!look(batch)) return refuse(BIVOUAC_ERROR_MEMORY, "out of memory", error);
    for (uint32_t i = 0; i < batch->lanes; i++) {
        uint32_t from = batch->offset[i], count = batch->offset[i + 1] - from, place = count;
        /* No early exit: so the compiler compares several at once. */
        for (uint32_t j = 0; j < count; j++)
            if (batch->index[from + j] == indices[i]) place = j;
        if (place == count) return refuse_choice(i, "of index ", indices[i], error);
        batch->place[i] = place;
    }
    step(batch, batch->place, half_points, true);
    return true;
}

/* ---- Looking --------------------------------------------------------------------------------- */

void bivouac_batch_choices(const bivouac_batch *batch, int32_t *seats, uint32_t *counts)
{
    bv_copy(seats, batch->seat, batch->lanes * sizeof *seats);
    bv_copy(counts, batch->count, batch->lanes * sizeof *counts);
}

void bivouac_batch_indices(const bivouac_batch *batch, uint32_t *indices)
{
    for (uint32_t i = 0; i < batch->lanes; i++) {
        assign(batch, &batch->lane[i], indices);
        indices += batch->lane[i].count;
    }
}

const uint32_t *bivouac_batch_look(bivouac_batch *batch, uint32_t *offsets)
{
    if (!look(batch)) return NULL;
    bv_copy(offsets, batch->offset, (batch->lanes + 1) * sizeof *offsets);
    return batch->index;
}

void bivouac_batch_views(const bivouac_batch *batch, char *texts, size_t size)
{
    for (uint32_t i = 0; i < batch->lanes; i++) {
        bv_view(batch->terms, &batch->lane[i].state, batch->lane[i].seat, batch->view);
        bivouac_state_write(batch->terms, batch->view, texts + i * size, size);
    }
}

const bivouac_state *bivouac_batch_state(const bivouac_batch *batch, uint32_t at)
{
    return at < batch->lanes ? &batch->lane[at].state : NULL;
}

const bivouac_past *bivouac_batch_past(const bivouac_batch *batch, uint32_t at)
{
    return at < batch->lanes ? past_of(batch, at) : NULL;
}

bivouac_random bivouac_batch_random(const bivouac_batch *batch, uint32_t at)
{
    bivouac_random random = {{0}};
    if (at < batch->lanes) bv_copy(&random, &batch->lane[at].random, sizeof random);
    return random;
}

bool bivouac_batch_put(bivouac_batch *batch, uint32_t at, const bivouac_state *state, int seat,
                       const bivouac_random *random, const bivouac_past *past, bivouac_error *error)
{
    const struct bv_terms *terms = batch->terms;
    if (at >= batch->lanes) return refuse(BIVOUAC_ERROR_RANGE, "the batch has no such game", error);
    if (seat < 0 || seat >= terms->form->seats ||
        !(terms->game->to_act(terms, state) & bv_seat_bit(seat)))
        return refuse(BIVOUAC_ERROR_SEAT, "that seat is not to act", error);
    struct lane *lane = &batch->lane[at];
    bv_state_copy(terms->game, &lane->state, state);
    bv_copy(&lane->random, random, sizeof lane->random);
    lane->seat = seat;
    if (batch->past && past) bv_past_copy(&batch->past[at], past);
    if (batch->past && !past) batch->past[at].count = 0;
    list_choices(batch, at);
    batch->looked = false;
    return true;
}

uint64_t bivouac_batch_plies(const bivouac_batch *batch)
{
    return batch->plies;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

bivouac_batch *bivouac_batch_new(const bivouac_terms *terms, uint32_t games, uint64_t seed,
                                 bivouac_error *error)
{
    if (!games || games > LANES_MAX) {
        refuse(BIVOUAC_ERROR_RANGE, "a batch has 1 to 65536 games", error);
        return NULL;
    }
    const struct bv_game *game = terms->game;
    struct bivouac_batch *batch = calloc(1, sizeof *batch);
    if (batch) {
        batch->terms = terms;
        batch->lanes = games;
        batch->lane = calloc(games, sizeof *batch->lane);
        batch->seat = calloc(games, sizeof *batch->seat);
        batch->count = calloc(games, sizeof *batch->count);
        if (game->flags & BV_HAS_REPETITION) batch->past = calloc(games, sizeof *batch->past);
        batch->list = calloc(game->list_cap, sizeof *batch->list);
        batch->claim = calloc(game->list_cap, sizeof *batch->claim);
        batch->view = calloc(1, sizeof *batch->view);
        batch->offset = calloc(games + 1, sizeof *batch->offset);
        batch->place = calloc(games, sizeof *batch->place);
    }
    if (!batch || !batch->lane || !batch->list || !batch->claim || !batch->view || !batch->offset ||
        !batch->place || !batch->seat || !batch->count ||
        ((game->flags & BV_HAS_REPETITION) && !batch->past)) {
        bivouac_batch_free(batch);
        refuse(BIVOUAC_ERROR_MEMORY, "out of memory", error);
        return NULL;
    }
    bivouac_batch_begin(batch, seed);
    return batch;
}

void bivouac_batch_free(bivouac_batch *batch)
{
    if (!batch) return;
    free(batch->lane);
    free(batch->seat);
    free(batch->count);
    free(batch->past);
    free(batch->list);
    free(batch->claim);
    free(batch->view);
    action_index_close(batch->cache);
    free(batch->index);
    free(batch->offset);
    free(batch->place);
    free(batch);
}
