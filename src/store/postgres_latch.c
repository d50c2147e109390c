#include "store/postgres_latch.h"

#include <stdlib.h>

/* FNV-1a. */
static uint32_t hash(uint32_t before, struct bv_span text)
{
    for (size_t i = 0; i < text.length; i++)
        before = (before ^ (unsigned char)text.text[i]) * 16777619U;
    return before;
}

static bool latch_of(const struct bv_batch *batch, const struct bv_change *change, int32_t *latch)
{
    switch (change->kind) {
    case BV_CHANGE_NEW_PAPER:
    case BV_CHANGE_PAPER:
    case BV_CHANGE_PAPER_GONE:
        *latch = (int32_t)hash(hash(2166136261U, bv_change_text(batch, change, 0)),
                               bv_change_text(batch, change, 1));
        return true;
    default:
        *latch = (int32_t)(uint32_t)change->table; /* keys rise: no two are alike for long */
        return change->table != 0;
    }
}

static int compare(const void *a, const void *b)
{
    int32_t one = *(const int32_t *)a;
    int32_t two = *(const int32_t *)b;
    return (one > two) - (one < two);
}

/* Those of a batch behind those that are there, but for the one that was just put; false: too many. */
static bool add_latches(int32_t *latches, size_t *count, const struct bv_batch *batch)
{
    for (size_t i = 0; i < batch->changes; i++) {
        int32_t latch = 0;
        if (!latch_of(batch, &batch->change[i], &latch)) continue;
        if (*count && latches[*count - 1] == latch) continue;
        if (*count == BV_LATCHES) return false;
        latches[(*count)++] = latch;
    }
    return true;
}

void bv_put_latches(struct bv_out *out, const struct bv_batch *const *batch, size_t count)
{
    int32_t latches[BV_LATCHES];
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (!add_latches(latches, &found, batch[i])) return;
    qsort(latches, found, sizeof *latches, compare);
    for (size_t i = 0; i < found; i++) {
        if (i && latches[i] == latches[i - 1]) continue;
        if (i) bv_put(out, ",");
        bv_put_number(out, latches[i]);
    }
}
