/* Kernels without a GPU: which lane the next call of a kernel is for. */
#include "gpu/target.h"

uint32_t gpu_this_lane;
