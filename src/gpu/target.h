/*
 * Where kernels run. On a GPU each thread is a lane, and thirty-two of them, a warp, run quickly only while all do the
 * same. Elsewhere a loop sets gpu_this_lane and calls a kernel for one lane after the other: that is how tests run them.
 */
#pragma once

#include "core/base.h"

#if defined(__NVPTX__)
#define KERNEL __attribute__((nvptx_kernel)) void
/* Memory of a block of lanes, which is much quicker than that of the GPU. */
#define SHARED static __attribute__((address_space(3), loader_uninitialized))
/* python/bivouac/_cuda.py starts as many lanes in a block. */
enum { ALL_LANES_OF_A_WARP = -1, LANES_OF_A_BLOCK = 64 };

static inline uint32_t this_lane(void)
{
    return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
           __nvvm_read_ptx_sreg_tid_x();
}

static inline uint32_t lane_in_block(void)
{
    return __nvvm_read_ptx_sreg_tid_x();
}

/* Whether it is so in any lane of the warp. All of them must ask. */
static inline bool in_any_lane(bool so)
{
    return __nvvm_vote_any_sync(ALL_LANES_OF_A_WARP, so);
}

/* All lanes of the warp go on together from here: a GPU does not see to that by itself. */
static inline void converge(void)
{
    __nvvm_bar_warp_sync(ALL_LANES_OF_A_WARP);
}

#else
#define KERNEL void
#define SHARED static
enum { LANES_OF_A_BLOCK = 1 };

extern uint32_t gpu_this_lane;

static inline uint32_t this_lane(void)
{
    return gpu_this_lane;
}

static inline uint32_t lane_in_block(void)
{
    return 0;
}

static inline bool in_any_lane(bool so)
{
    return so;
}

static inline void converge(void) {}
#endif
