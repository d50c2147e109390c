/* The kernels: what a program starts on a GPU, once for every lane of a batch. */
#pragma once

#include "gpu/batch.h"
#include "gpu/target.h"

/* play.c */
KERNEL gpu_play(const struct gpu_batch *batch, uint64_t seed, uint64_t plies);

/*
 * step.c: what bivouac_batch does, lane by lane. `places` and `actions` have four or eight bytes each (`width`).
 * Where a choice does not exist, `wrong` becomes the number of lanes from the first such one on; else it stays 0.
 */
KERNEL gpu_seed(const struct gpu_batch *batch, uint64_t seed, uint64_t *seeds);
KERNEL gpu_begin(const struct gpu_batch *batch, const uint64_t *seeds);
KERNEL gpu_find_place(const struct gpu_batch *batch, const void *places, uint32_t width,
                      uint32_t *found, uint32_t *wrong);
KERNEL gpu_step(const struct gpu_batch *batch, const uint32_t *places, int8_t *half_points,
                float *rewards, uint8_t *ended);

/* look.c: what a lane can choose and what its seat sees. Rows of `indices` and `keys` are as long as a list may be. */
KERNEL gpu_indices(const struct gpu_batch *batch, uint32_t all, uint64_t *keys, uint32_t *indices);
KERNEL gpu_find_index(const struct gpu_batch *batch, const uint32_t *indices, const void *actions,
                      uint32_t width, uint32_t *found, uint32_t *wrong);
KERNEL gpu_gather(const struct gpu_batch *batch, const uint32_t *indices, const uint32_t *offsets,
                  uint32_t *gathered);
KERNEL gpu_masks(const struct gpu_batch *batch, const uint32_t *indices, uint32_t all,
                 int8_t *masks);
KERNEL gpu_views(const struct gpu_batch *batch, char *texts);
KERNEL gpu_planes(const struct gpu_batch *batch, const char *texts, const struct gpu_lens *lens,
                  uint8_t *planes);
