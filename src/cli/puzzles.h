/* Files of puzzles: web/books/GAME/puzzles.json. */
#ifndef CLI_PUZZLES_H
#define CLI_PUZZLES_H

#include <cjson/cJSON.h>

#include "cli/cli.h"
#include "match/puzzle_search.h"

/* Prints the first `chosen` puzzles, one on each line. */
void print_puzzles(const struct bv_terms *terms, const struct puzzle_search *search,
                   uint32_t chosen, uint32_t count);

struct puzzle_file {
    const char *path;
    const struct bv_game *game;
    cJSON *json;
    const cJSON *list;
    uint32_t count;
    struct session *session; /* of the puzzle read last */
};

/* NULL after printing an error. */
struct puzzle_file *open_puzzle_file(const char *path);
void close_puzzle_file(struct puzzle_file *file);

/* Reads a puzzle and plays it through, so that it follows the rules. The terms last until the next
 * is read. */
bool read_puzzle(struct puzzle_file *file, uint32_t at, const struct bv_terms **terms,
                 struct puzzle *puzzle, struct bv_error *error);

#endif
