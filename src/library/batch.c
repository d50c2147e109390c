/* The library: many games of the same terms, stepped together. */
#include <stdlib.h>
#include <string.h>

#include "core/lots.h"
#include "games/storage.h"
#include "library/indices.h"

/* Longer lists, which are rare, are not kept from one step to the next but made again. */
enum { LANES_MAX = 65536, KEPT_MOST = 1024 };

#define NOWHERE UINT32_MAX

struct lane {
    union bv_state state;
    struct bv_random random;
};

struct bivouac_batch {
    const struct bv_terms *terms;
    uint64_t plies;
    uint32_t lanes;
    struct lane *lane;
    struct bv_past *past; /* of each lane; NULL in games without repetition */
    int32_t *seat;        /* of each lane: who is to choose, never chance */
    uint32_t *count;      /* among so many legal actions, */
    uint32_t *begin;      /* which begin there in `kept`; NOWHERE: they are not kept */
    bv_action *kept;      /* of all lanes, one after another */
    bv_action *next;      /* the same after the step that is being made, */
    uint32_t used;        /* so many so far */
    bv_action *list;      /* scratch, as long as any list */
    union bv_state *view; /* scratch */
    uint32_t *place;      /* scratch: of each lane */
    uint32_t *given;      /* the indices that were last given out one by one, */
    uint32_t *given_at;   /* and of which places */
    struct indices *indices;
    bool looked;       /* `index` and `offset` match the current positions */
    uint32_t *index;   /* of all legal actions, lane after lane */
    uint32_t capacity; /* of `index` */
    uint32_t *offset;  /* where those of each lane begin, and the end */
};

static struct bv_past *past_of(const struct bivouac_batch *batch, uint32_t at)
{
    return batch->past ? &batch->past[at] : NULL;
}

/* ---- Playing --------------------------------------------------------------------------------- */

static const bv_action *legal_of(const struct bivouac_batch *batch, uint32_t at)
{
    if (batch->begin[at] != NOWHERE) return batch->kept + batch->begin[at];
    batch->terms->game->legal(batch->terms, &batch->lane[at].state, batch->seat[at], batch->list);
    return batch->list;
}

/* Lanes are touched briefly: the one after the next is prefetched, and the end of its past, once
 * it is known where that is. */
static void prepare(const struct bivouac_batch *batch, uint32_t at)
{
    for (uint32_t line = 0; line < batch->terms->game->state_size; line += 64)
        __builtin_prefetch((const char *)&batch->lane[at].state + line, 1);
    __builtin_prefetch(&batch->lane[at].random, 1);
    if (batch->past) __builtin_prefetch(&batch->past[at].key[batch->past[at].count], 1);
    if (batch->past && at + 2 < batch->lanes) __builtin_prefetch(&batch->past[at + 2].count);
}

/* The legal actions of the seat that is to act, after those of the lanes before it. */
static void list_choices(struct bivouac_batch *batch, uint32_t at)
{
    uint32_t count = batch->terms->game->legal(batch->terms, &batch->lane[at].state,
                                               batch->seat[at], batch->next + batch->used);
    bool kept = count <= KEPT_MOST;
    batch->count[at] = count;
    batch->begin[at] = kept ? batch->used : NOWHERE;
    batch->used += kept ? count : 0;
}

/* Positions have changed. */
static void forget_indices(struct bivouac_batch *batch)
{
    batch->looked = false;
    memset(batch->given, 0xff, batch->lanes * sizeof *batch->given); /* no index is so large */
}

/* All lanes have their new lists. */
static void turn_over(struct bivouac_batch *batch)
{
    bv_action *spare = batch->kept;
    batch->kept = batch->next;
    batch->next = spare;
    batch->used = 0;
    forget_indices(batch);
}

/* Lets chance act until a seat is to choose; false if the game is over instead. */
static bool go_on(struct bivouac_batch *batch, uint32_t at)
{
    const struct bv_terms *terms = batch->terms;
    struct lane *lane = &batch->lane[at];
    for (;;) {
        bv_seats acting = terms->game->to_act(terms, &lane->state);
        if (!acting) return false;
        batch->seat[at] = bv_draw_seat(acting, &lane->random);
        if (batch->seat[at] != BV_CHANCE) break;
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
    for (uint32_t i = 0; i < batch->lanes; i++) {
        batch->lane[i].random = bv_random_seeded(bv_random_word(&seeds));
        begin(batch, i);
    }
    turn_over(batch);
}

/* Plays in each lane the action at its place, which exists. */
static void step(struct bivouac_batch *batch, const uint32_t *places, int8_t *half_points)
{
    const struct bv_terms *terms = batch->terms;
    for (uint32_t i = 0; i < batch->lanes; i++) {
        struct lane *lane = &batch->lane[i];
        if (i + 2 < batch->lanes) prepare(batch, i + 2);
        bv_apply(terms, &lane->state, batch->seat[i], legal_of(batch, i)[places[i]],
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
    }
    turn_over(batch);
}

/* What is wrong with a game of the batch. */
static bool refuse_choice(uint32_t at, const char *what, uint32_t number, bivouac_error *error)
{
    struct bv_error reason;
    struct bv_out out = bv_error_begin(&reason);
    bv_putf(&out, "game %u of the batch has no legal action %s%u", at, what, number);
    return refuse(BIVOUAC_ERROR_RANGE, reason.text, error);
}

static bool are_places(const struct bivouac_batch *batch, const uint32_t *places,
                       bivouac_error *error)
{
    for (uint32_t i = 0; i < batch->lanes; i++)
        if (places[i] >= batch->count[i]) return refuse_choice(i, "at place ", places[i], error);
    return true;
}

bool bivouac_batch_step(bivouac_batch *batch, const uint32_t *places, int8_t *half_points,
                        bivouac_error *error)
{
    if (!are_places(batch, places, error)) return false;
    step(batch, places, half_points);
    return true;
}

/* ---- Indices --------------------------------------------------------------------------------- */

/* The indices of a lane after all those before it; false when out of memory. */
static bool look_at(struct bivouac_batch *batch, uint32_t at)
{
    uint32_t begin = batch->offset[at], end = begin + batch->count[at];
    if (end > batch->capacity) {
        uint32_t *larger = realloc(batch->index, 2 * (size_t)end * sizeof *larger);
        if (!larger) return false;
        batch->index = larger;
        batch->capacity = 2 * end;
    }
    indices_assign(batch->indices, legal_of(batch, at), batch->count[at], batch->index + begin);
    batch->offset[at + 1] = end;
    return true;
}

static bool look(struct bivouac_batch *batch)
{
    for (uint32_t i = 0; i < batch->lanes && !batch->looked; i++)
        if (!look_at(batch, i)) return false;
    batch->looked = true;
    return true;
}

/* The place of an index in the list of a lane; the number of its actions if it is not there. */
static uint32_t place_of_index(const struct bivouac_batch *batch, uint32_t at, uint32_t index)
{
    const uint32_t *own = batch->index + batch->offset[at];
    uint32_t count = batch->count[at], place = count;
    /* No early exit: so the compiler compares several at once. */
    for (uint32_t i = 0; i < count; i++)
        if (own[i] == index) place = i;
    return place;
}

/* The same where actions are numbered, without the indices of the others. */
static uint32_t place_of_number(const struct bivouac_batch *batch, uint32_t at, uint32_t number)
{
    const bv_action *list = legal_of(batch, at);
    uint32_t count = batch->count[at], place = 0;
    if (number >= batch->terms->game->numbers) return count;
    bv_action action = batch->terms->game->numbered(batch->terms, number);
    while (place < count && list[place] != action) place++;
    return place;
}

/* Either; NOWHERE when out of memory. */
static uint32_t place_of(struct bivouac_batch *batch, uint32_t at, uint32_t index)
{
    if (batch->terms->game->numbers && !batch->looked) return place_of_number(batch, at, index);
    return look(batch) ? place_of_index(batch, at, index) : NOWHERE;
}

bool bivouac_batch_step_indices(bivouac_batch *batch, const uint32_t *indices, int8_t *half_points,
                                bivouac_error *error)
{
    for (uint32_t i = 0; i < batch->lanes; i++) {
        batch->place[i] =
            indices[i] == batch->given[i] ? batch->given_at[i] : place_of(batch, i, indices[i]);
        if (batch->place[i] == NOWHERE) return refuse(BIVOUAC_ERROR_MEMORY, "out of memory", error);
        if (batch->place[i] == batch->count[i])
            return refuse_choice(i, "of index ", indices[i], error);
    }
    step(batch, batch->place, half_points);
    return true;
}

bool bivouac_batch_indices_at(bivouac_batch *batch, const uint32_t *places, uint32_t *indices,
                              bivouac_error *error)
{
    if (!are_places(batch, places, error)) return false;
    for (uint32_t i = 0; i < batch->lanes; i++) {
        uint32_t index =
            indices_of_one(batch->indices, legal_of(batch, i), batch->count[i], places[i]);
        batch->given[i] = indices[i] = index;
        batch->given_at[i] = places[i];
    }
    return true;
}

/* ---- Looking --------------------------------------------------------------------------------- */

void bivouac_batch_choices(const bivouac_batch *batch, int32_t *seats, uint32_t *counts)
{
    bv_copy(seats, batch->seat, batch->lanes * sizeof *seats);
    bv_copy(counts, batch->count, batch->lanes * sizeof *counts);
}

void bivouac_batch_draw(const bivouac_batch *batch, uint64_t seed, uint32_t *places)
{
    struct bv_random random = bv_random_seeded(seed);
    for (uint32_t i = 0; i < batch->lanes; i++)
        places[i] = bv_random_below(&random, batch->count[i]);
}

void bivouac_batch_indices(const bivouac_batch *batch, uint32_t *indices)
{
    for (uint32_t i = 0; i < batch->lanes; i++) {
        indices_assign(batch->indices, legal_of(batch, i), batch->count[i], indices);
        indices += batch->count[i];
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
        bv_view(batch->terms, &batch->lane[i].state, batch->seat[i], batch->view);
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
    batch->seat[at] = seat;
    batch->count[at] = terms->game->legal(terms, state, seat, batch->list);
    batch->begin[at] = NOWHERE;
    if (batch->past && past) bv_past_copy(&batch->past[at], past);
    if (batch->past && !past) batch->past[at].count = 0;
    forget_indices(batch);
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
    size_t kept = (size_t)games * KEPT_MOST + game->list_cap;
    struct bivouac_batch *batch = calloc(1, sizeof *batch);
    if (batch) {
        batch->terms = terms;
        batch->lanes = games;
        batch->lane = calloc(games, sizeof *batch->lane);
        if (game->flags & BV_HAS_REPETITION) batch->past = calloc(games, sizeof *batch->past);
        batch->seat = calloc(games, sizeof *batch->seat);
        batch->count = calloc(games, sizeof *batch->count);
        batch->begin = calloc(games, sizeof *batch->begin);
        batch->kept = calloc(kept, sizeof *batch->kept);
        batch->next = calloc(kept, sizeof *batch->next);
        batch->list = calloc(game->list_cap, sizeof *batch->list);
        batch->view = calloc(1, sizeof *batch->view);
        batch->place = calloc(games, sizeof *batch->place);
        batch->given = calloc(games, sizeof *batch->given);
        batch->given_at = calloc(games, sizeof *batch->given_at);
        batch->offset = calloc(games + 1, sizeof *batch->offset);
        batch->indices = indices_open(terms);
    }
    if (!batch || !batch->lane || !batch->seat || !batch->count || !batch->begin || !batch->kept ||
        !batch->next || !batch->list || !batch->view || !batch->place || !batch->offset ||
        !batch->given || !batch->given_at || !batch->indices ||
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
    free(batch->past);
    free(batch->seat);
    free(batch->count);
    free(batch->begin);
    free(batch->kept);
    free(batch->next);
    free(batch->list);
    free(batch->view);
    free(batch->place);
    free(batch->given);
    free(batch->given_at);
    free(batch->offset);
    indices_close(batch->indices);
    free(batch->index);
    free(batch);
}
