/* Memory that is there, or the house closes at once: what is on disk is safe, and a half-made table helps nobody. */
#ifndef BV_MEMORY_H
#define BV_MEMORY_H

#include <stdlib.h>
#include <string.h>

static inline void *bv_new(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory) abort();
    return memory;
}

static inline void *bv_grown(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room) return array;
    *room = *room ? 2 * *room : 8;
    void *larger = realloc(array, *room * size);
    if (!larger) abort();
    return larger;
}

/* Makes room for one more element; the room doubles. */
#define BV_GROW(array, count, room)                                                                \
    ((array) = (__typeof__(array))bv_grown((void *)(array), count, &(room), sizeof *(array)))

static inline char *bv_text_copy(const char *text, size_t length)
{
    char *copy = bv_new(length + 1);
    memcpy(copy, text, length);
    return copy;
}

#endif
