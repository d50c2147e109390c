/*
 * What a lane can choose, as fixed indices (docs/python.md), and what its seat sees, as text and as planes. Whatever a
 * kernel here tells of a position it makes from the view of the seat to choose.
 */
#include "gpu/game.h"
#include "gpu/kernels.h"

/* What texts of a game are made of. */
static struct bv_game words_of_game(void)
{
    return (struct bv_game){
        .side = GAME.side, .reason = GAME.reason, .state_size = GAME.state_size};
}

/* ---- Indices --------------------------------------------------------------------------------- */

/*
 * Hashed indices (src/library/indices.h): each action gets its home, the upper bits of its key, or the next free one, in
 * the order of the keys. `order` and in the end the indices are the same memory.
 */
static void assign(uint64_t *key, uint32_t *order, uint32_t count, uint32_t all)
{
    const int bits = __builtin_ctz(all);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = i;
        for (; to > 0 && key[order[to - 1]] > key[i]; to--) order[to] = order[to - 1];
        order[to] = i;
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t home = (uint32_t)(key[order[i]] >> (64 - bits));
        if (home < next) home = next;
        key[order[i]] = home;
        next = home + 1;
    }
    for (uint32_t i = count, end = all; i-- && key[order[i]] >= end;) key[order[i]] = --end;
    for (uint32_t i = 0; i < count; i++) order[i] = (uint32_t)key[i];
}

KERNEL gpu_indices(const struct gpu_batch *batch, uint32_t all, uint64_t *keys, uint32_t *indices)
{
    uint32_t at = this_lane();
    if (at >= batch->lanes) return;
    const struct bv_terms terms = gpu_terms_of(batch, NULL);
    const bv_action *list = gpu_list_of(batch, at);
    uint32_t count = batch->count[at];
    uint64_t *key = keys + (size_t)at * batch->stride;
    uint32_t *index = indices + (size_t)at * batch->stride;
    if (GAME.numbers) {
        for (uint32_t i = 0; i < count; i++) index[i] = GAME.number(&terms, list[i]);
        return;
    }
    for (uint32_t i = 0; i < count; i++) key[i] = list[i] * 0x9e3779b97f4a7c15U;
    assign(key, index, count, all);
}

/* The rows of all lanes one after another; those of a lane begin at its offset. */
KERNEL gpu_gather(const struct gpu_batch *batch, const uint32_t *indices, const uint32_t *offsets,
                  uint32_t *gathered)
{
    uint32_t at = this_lane();
    if (at >= batch->lanes) return;
    const uint32_t *row = indices + (size_t)at * batch->stride;
    for (uint32_t i = 0; i < batch->count[at]; i++) gathered[offsets[at] + i] = row[i];
}

/* `masks` is all 0 before. */
KERNEL gpu_masks(const struct gpu_batch *batch, const uint32_t *indices, uint32_t all,
                 int8_t *masks)
{
    uint32_t at = this_lane();
    if (at >= batch->lanes) return;
    const uint32_t *row = indices + (size_t)at * batch->stride;
    for (uint32_t i = 0; i < batch->count[at]; i++) masks[(size_t)at * all + row[i]] = 1;
}

/* ---- Views ----------------------------------------------------------------------------------- */

KERNEL gpu_views(const struct gpu_batch *batch, char *texts)
{
    uint32_t at = this_lane();
    if (at >= batch->lanes) return;
    const struct bv_game words = words_of_game();
    const struct bv_terms terms = gpu_terms_of(batch, &words);
    struct bv_out out = bv_out_into(texts + (size_t)at * BV_POSITION_MAX, BV_POSITION_MAX);
    union bv_state view = batch->lane[at].state;
    if (GAME.view) GAME.view(&terms, &batch->lane[at].state, batch->seat[at], &view);
    GAME.write(&terms, &view, &out);
}

/* `planes` is all 0 before. The board is the text up to the first blank. */
KERNEL gpu_planes(const struct gpu_batch *batch, const char *texts, const struct gpu_lens *lens,
                  uint8_t *planes)
{
    uint32_t at = this_lane();
    if (at >= batch->lanes) return;
    const unsigned char *text = (const unsigned char *)texts + (size_t)at * BV_POSITION_MAX;
    uint32_t size = lens->rows * lens->columns;
    uint8_t *own = planes + (size_t)at * lens->planes * size;
    uint32_t characters = 0; /* of the board so far, without the ends of rows */
    int square = -1;
    for (; *text && *text != ' '; text++) {
        uint32_t part = 0;
        if (*text == '/') continue;
        if (lens->width) {
            square = (int)(characters / lens->width);
            part = characters % lens->width;
        } else {
            square += lens->begins[*text];
        }
        characters++;
        int plane = lens->plane[part][*text];
        if (plane < 0) continue;
        own[(uint32_t)plane * size + lens->row[square] * lens->columns + lens->column[square]] = 1;
    }
}
