/*
 * Files of self-play, in little-endian numbers: a head, then one game after another as they were
 * finished. The end of a file that was cut off is ignored, and overwritten by the next game.
 *
 *     head   "BVGAMES1", length of the id (1 byte), id of the game
 *     game   bytes that follow (4), number (4), half points of each side (2), plies (4),
 *            length of the terms (2), terms; then for each ply
 *              seat (1; 128 more in an aside), score (2; 65535: drawn by lot), action (seven bits
 *              a byte, the lowest first; every byte but the last has its highest bit set)
 */
#pragma once

#include "core/game.h"

enum { SELFPLAY_NO_SCORE = UINT16_MAX, SELFPLAY_TERMS_MAX = 256 };

struct selfplay_ply {
    bv_action action;
    uint16_t score; /* of the side that acts, in thousandths of a point */
    uint8_t seat;
    bool aside; /* tried from the position before the next ply of the game, and taken back */
};

struct selfplay_game {
    uint32_t number;
    uint8_t half_points[BV_SIDES_MAX];
    char terms[SELFPLAY_TERMS_MAX];
    uint32_t plies;
    size_t capacity;
    struct selfplay_ply *ply;
};

void selfplay_game_add(struct selfplay_game *game, struct selfplay_ply ply);
void selfplay_game_free(struct selfplay_game *game);

struct selfplay_file;

/* Opens a file of this game to add to it, or makes one. */
struct selfplay_file *selfplay_file_open(const char *path, const char *id, struct bv_error *error);
uint32_t selfplay_file_count(const struct selfplay_file *file);
bool selfplay_file_has(const struct selfplay_file *file, uint32_t number);
bool selfplay_file_add(struct selfplay_file *file, const struct selfplay_game *game,
                       struct bv_error *error);
void selfplay_file_close(struct selfplay_file *file);

/* Opens a file to read it; `id` is the game's. */
enum { SELFPLAY_ID_MAX = 32 };
struct selfplay_file *selfplay_file_read(const char *path, char id[SELFPLAY_ID_MAX],
                                         struct bv_error *error);

/* The next game; false at the end. */
bool selfplay_file_next(struct selfplay_file *file, struct selfplay_game *game);
