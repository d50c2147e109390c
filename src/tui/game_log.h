/* The log of a game: what happened, line by line, and who may read it. */
#pragma once

#include "core/game.h"
#include "tui/screen.h"

struct log_line {
    char *text;
    bv_seats audience;
    enum look look;
};

struct game_log {
    struct log_line *line;
    size_t count, capacity;
    size_t back; /* lines scrolled back */
};

/* A line is dropped when out of memory: the game itself is saved elsewhere. */
void game_log_add(struct game_log *log, bv_seats audience, enum look look, const char *text);

/* A move of a seat (or chance), and what it did in words. `token` may be NULL: it is secret. */
void game_log_add_move(struct game_log *log, const struct bv_terms *terms, bv_seats audience,
                       int seat, const char *token);

/* Removes the last lines, down to `count`. */
void game_log_shorten(struct game_log *log, size_t count);

void game_log_scroll(struct game_log *log, int lines);

/* Shows the last lines that this viewer may read, as many as fit, wrapped at blanks. */
void game_log_show(struct game_log *log, struct bv_box place, int viewer);

void game_log_clear(struct game_log *log);
