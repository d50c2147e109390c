#include "store/postgres_locks.h"

#include <stdlib.h>

/* FNV-1a. */
static uint32_t hash(uint32_t before, struct bv_span text)
{
    for (size_t i = 0; i < text.length; i++)
        before = (before ^ (unsigned char)text.text[i]) * 16777619U;
    return before;
}

static bool lock_of(const struct batch *batch, const struct batch_change *change, int32_t *lock)
{
    switch (change->kind) {
    case BATCH_CHANGE_NEW_DOCUMENT:
    case BATCH_CHANGE_DOCUMENT:
    case BATCH_CHANGE_DOCUMENT_GONE:
        *lock = (int32_t)hash(hash(2166136261U, batch_change_text(batch, change, 0)),
                              batch_change_text(batch, change, 1));
        return true;
    default:
        *lock = (int32_t)(uint32_t)change->table; /* keys rise: recent ones differ */
        return change->table != 0;
    }
}

static int compare(const void *a, const void *b)
{
    int32_t one = *(const int32_t *)a;
    int32_t two = *(const int32_t *)b;
    return (one > two) - (one < two);
}

/* Appends the locks of a batch, skipping one that equals the last; false: too many. */
static bool add_locks(int32_t *locks, size_t *count, const struct batch *batch)
{
    for (size_t i = 0; i < batch->changes; i++) {
        int32_t lock = 0;
        if (!lock_of(batch, &batch->change[i], &lock)) continue;
        if (*count && locks[*count - 1] == lock) continue;
        if (*count == POSTGRES_LOCKS) return false;
        locks[(*count)++] = lock;
    }
    return true;
}

void postgres_put_locks(struct bv_out *out, const struct batch *const *batch, size_t count)
{
    int32_t locks[POSTGRES_LOCKS];
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (!add_locks(locks, &found, batch[i])) return;
    qsort(locks, found, sizeof *locks, compare);
    for (size_t i = 0; i < found; i++) {
        if (i && locks[i] == locks[i - 1]) continue;
        if (i) bv_put(out, ",");
        bv_put_number(out, locks[i]);
    }
}
