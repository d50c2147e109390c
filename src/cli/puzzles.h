/* Files of puzzles: web/books/GAME/puzzles.json. */
#ifndef BIVOUAC_PUZZLES_H
#define BIVOUAC_PUZZLES_H

#include <cjson/cJSON.h>

#include "cli/cli.h"
#include "contest/harvest.h"

/* Prints the first `chosen` puzzles, one on each line. */
void print_puzzles(const struct bv_terms *terms, const struct bv_harvest *harvest, uint32_t chosen,
                   uint32_t count);

struct puzzle_file {
    const char *path;
    const struct bv_game *game;
    cJSON *json;
    const cJSON *list;
    uint32_t count;
    struct session *session; /* of the puzzle read last */
};

/* NULL after complaining. */
struct puzzle_file *open_puzzle_file(const char *path);
void close_puzzle_file(struct puzzle_file *file);

/* Reads a puzzle and plays it through: whatever is read follows the rules. The terms last until the next is read. */
bool read_puzzle(struct puzzle_file *file, uint32_t at, const struct bv_terms **terms,
                 struct bv_puzzle *puzzle, struct bv_error *error);

#endif
