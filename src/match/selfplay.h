/*
 * Self-play: games of one player against itself, from varied openings, with a few slips, stored with
 * what the search thought of every position; and what a net learns from, taken out of them. Both
 * formats: docs/nets.md.
 *
 * A search looks at many positions that no game between equals comes to. An aside is one of them: a
 * few actions by lot that the game then does not take, and what the search thinks there.
 *
 * Game n of a seed is always the same game (if budgets are in nodes), on any thread, shard or
 * machine; a file that was begun is continued.
 */
#pragma once

#include <stdio.h>

#include "core/terms.h"
#include "match/player_spec.h"

struct selfplay {
    struct bv_request request;
    const struct player_spec *player;
    uint32_t games;
    uint32_t shard, shards;
    uint32_t opening; /* random actions before the player begins: up to twice as many */
    uint32_t slips;   /* of a thousand actions, how many are drawn by lot */
    uint32_t asides;  /* of a thousand positions, from how many a few actions are tried by lot */
    uint32_t varied;  /* of a hundred games, how many have options drawn by lot */
    uint32_t threads;
    uint64_t seed;
    uint32_t seconds; /* no game begins after that; 0: no limit */
};

/* What became of it. */
struct selfplay_report {
    uint32_t found;  /* games that the file had already */
    uint32_t played; /* and those that were added */
    uint64_t plies;
};

/* Plays the games that the file does not have yet. */
bool selfplay_play(const struct selfplay *selfplay, const char *path,
                   struct selfplay_report *report, struct bv_error *error);

/* A position of a stored game, before an action. */
struct selfplay_position {
    const struct bv_terms *terms;
    const union bv_state *state;
    uint32_t game;       /* its number */
    uint32_t ply, plies; /* those of asides are counted, too */
    bool aside;
    int side;  /* to act */
    int score; /* the search's for that side, in thousandths of a point; -1: none */
    int later; /* the same, as the searches that followed saw it, the later the less */
    uint8_t half_points[BV_SIDES_MAX]; /* in the end */
};

typedef void selfplay_reader(void *context, const struct selfplay_position *position);

/* Plays all games of a file again and shows every position. */
bool selfplay_read(const char *path, const struct bv_game *game, selfplay_reader *read,
                   void *context, struct bv_error *error);
