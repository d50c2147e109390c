/* Allocation that never returns NULL: without memory the program aborts. What is on disk is
 * safe. */
#pragma once

#include <stdlib.h>
#include <string.h>

static inline void *memory_new(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory) abort();
    return memory;
}

static inline void *memory_grown(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return array;
    *capacity = *capacity ? 2 * *capacity : 8;
    void *larger = realloc(array, *capacity * size);
    if (!larger) abort();
    return larger;
}

/* Makes space for one more element; the capacity doubles. */
#define MEMORY_GROW(array, count, capacity)                                                        \
    ((array) =                                                                                     \
         (__typeof__(array))memory_grown((void *)(array), count, &(capacity), sizeof *(array)))

static inline char *memory_copy_text(const char *text, size_t length)
{
    char *copy = memory_new(length + 1);
    memcpy(copy, text, length);
    return copy;
}
