/* The log of a game: what happened, line by line, and who may read it. */
#ifndef TUI_LOGBOOK_H
#define TUI_LOGBOOK_H

#include "core/game.h"
#include "tui/screen.h"

struct log_line {
    char *text;
    bv_seats audience;
    enum look look;
};

struct logbook {
    struct log_line *line;
    size_t count, capacity;
    size_t back; /* lines scrolled back */
};

/* A line is dropped when out of memory: the game itself is saved elsewhere. */
void logbook_add(struct logbook *book, bv_seats audience, enum look look, const char *text);

/* A move of a seat (or chance), and what it did in words. `token` may be NULL: it is secret. */
void logbook_add_move(struct logbook *book, const struct bv_terms *terms, bv_seats audience,
                      int seat, const char *token);

/* Removes the last lines, down to `count`. */
void logbook_shorten(struct logbook *book, size_t count);

void logbook_scroll(struct logbook *book, int lines);

/* Shows the last lines that this viewer may read, as many as fit, wrapped at blanks. */
void logbook_show(struct logbook *book, struct bv_box place, int onlooker);

void logbook_clear(struct logbook *book);

#endif
