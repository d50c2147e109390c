/*
 * Board files: text that a person can correct.
 *
 *     # a comment
 *     game NAME                    a key and its value
 *     limit 100
 *     map:                         a key and its block: the indented lines that follow
 *         . . . K . . .
 *         . . M M M . .
 *
 * The reader splits a file into entries, in order, each with its line; a block is several entries
 * of the same key. What keys mean is each game's business (its `load`). `game` and `name` belong to
 * every file and are read here. Spans point into the text, which must outlive the board.
 */
#pragma once

#include "core/text.h"

enum { BV_BOARD_ENTRIES = 128, BV_BOARD_TEXT_MAX = 16384 };

struct bv_entry {
    struct bv_span key;
    struct bv_span value; /* without surrounding spaces */
    int line;
};

struct bv_board {
    const char *file; /* for messages */
    struct bv_span game;
    struct bv_span name;
    int lines; /* of the whole file */
    int count; /* entries besides game and name */
    struct bv_entry entry[BV_BOARD_ENTRIES];
};

/* A key a game knows. A block has several lines, other keys one. A key that older files do not have
 * may be left out; every other is needed. */
struct bv_key {
    const char *name;
    bool block;
    bool may_be_left_out;
};

bool bv_board_split(const char *file, struct bv_span text, struct bv_board *board,
                    struct bv_error *error);

/* Every entry has a known key, every known key that is needed is there, and once. */
bool bv_board_keys(const struct bv_board *board, const struct bv_key *keys, size_t count,
                   struct bv_error *error);

/* The first entry of a checked key; *rows (may be NULL) is how many it has. */
const struct bv_entry *bv_board_entry(const struct bv_board *board, const char *key, int *rows);

/* A key whose value is one number in [least, most]; where it is left out *number stays as it is. */
bool bv_board_number(const struct bv_board *board, const char *key, int least, int most,
                     int *number, struct bv_error *error);

/* Begins `file:line: `; the caller writes the reason. */
struct bv_out bv_board_error(const struct bv_board *board, int line, struct bv_error *error);

/* The whole error at once; returns false. */
static inline bool bv_board_fail(const struct bv_board *board, int line, const char *reason,
                                 struct bv_error *error)
{
    struct bv_out out = bv_board_error(board, line, error);
    bv_put(&out, reason);
    return false;
}

/* The boards of boards/, embedded when the program is built. */
struct bv_builtin_board {
    const char *game;
    const char *name;
    const char *text;
};

extern const struct bv_builtin_board bv_builtin_boards[];
extern const size_t bv_builtin_board_count;
