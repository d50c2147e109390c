/*
 * What a net learns from: positions out of files of self-play, as the features that hold of them,
 * with what the search and the end of the game said. Format: docs/nets.md.
 */
#pragma once

#include "match/selfplay.h"

struct lesson;

/* For a game; of every `every` positions, one is taken on average, with random gaps. */
struct lesson *lesson_begin(const struct bv_game *game, uint32_t every, uint64_t seed);
bool lesson_add_file(struct lesson *lesson, const char *path, struct bv_error *error);
uint32_t lesson_positions(const struct lesson *lesson);
bool lesson_write(const struct lesson *lesson, const char *path, struct bv_error *error);
void lesson_end(struct lesson *lesson);
