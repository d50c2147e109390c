/*
 * What every file of the rules may use: the compiler's freestanding headers, an assert, and bytes
 * moved or cleared. Nothing here needs a C library, so the same rules run natively, in WebAssembly
 * and on a GPU.
 */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* BV_ASSERT catches errors of ours, never the outside world's; release builds trust the code. */
#if defined(NDEBUG)
#define BV_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#elif __STDC_HOSTED__
#include <assert.h>
#define BV_ASSERT(condition) assert(condition)
#else
#define BV_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#endif

/*
 * Whether this is for a GPU, or for a test of what a GPU runs. There loads, stores and instructions that do not fit into
 * the cache cost more than arithmetic and branches, so a few places do the same in another way.
 */
#if defined(__NVPTX__) || defined(BV_AS_FOR_A_GPU)
#define BV_GPU 1
#else
#define BV_GPU 0
#endif

#define BV_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Marks a condition that is rare, for the compiler. */
#define BV_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

static inline void bv_copy(void *to, const void *from, size_t size)
{
    __builtin_memcpy(to, from, size);
}

static inline void bv_clear(void *at, size_t size)
{
    __builtin_memset(at, 0, size);
}

/* Whether two equally long runs of bytes are the same. */
static inline bool bv_same(const void *a, const void *b, size_t size)
{
    return __builtin_memcmp(a, b, size) == 0;
}
