/* What has happened, line by line, and who may read it: the move list of a game. */
#ifndef BIVOUAC_LOGBOOK_H
#define BIVOUAC_LOGBOOK_H

#include "core/game.h"
#include "tui/screen.h"

struct log_line {
    char *text;
    bv_seats audience;
    enum look look;
};

struct logbook {
    struct log_line *line;
    size_t count, room;
    size_t back; /* lines of the pane that one has scrolled back */
};

/* A line that does not fit into memory is lost: the game itself is kept elsewhere. */
void logbook_add(struct logbook *book, bv_seats audience, enum look look, const char *text);

/* A move of a seat (or chance), and what it did in words. `token` may be NULL: it is nobody's business. */
void logbook_add_move(struct logbook *book, const struct bv_terms *terms, bv_seats audience,
                      int seat, const char *token);

/* Takes the last lines off again, down to `count`. */
void logbook_shorten(struct logbook *book, size_t count);

void logbook_scroll(struct logbook *book, int lines);

/* The last lines that this onlooker may read, as many as fit, broken at blanks. */
void logbook_show(struct logbook *book, struct bv_box place, int onlooker);

void logbook_clear(struct logbook *book);

#endif
