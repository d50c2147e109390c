/*
 * The terminal as a screen: opened and always restored, text and cells drawn on it, keys and the
 * mouse read from it. Only screen.c uses ncurses.
 */
#pragma once

#include "core/canvas.h"
#include "play/language.h"

/* ---- Opening and closing --------------------------------------------------------------------- */

struct screen_looks {
    bool ascii;         /* no character beyond ASCII */
    bool colour;        /* if the terminal has any */
    const char *type;   /* NULL: from the environment */
    const char *output; /* NULL: the terminal; else a file, and no keys are read (for benchmarks) */
};

/* False and a reason if the terminal cannot do it. */
bool screen_open(const struct screen_looks *looks, struct bv_error *error);
void screen_close(void);

/* Whether the program was asked to end (SIGTERM, SIGHUP, Ctrl-C), or the terminal is gone. */
bool screen_is_leaving(void);

bool screen_is_ascii(void);

/* Whether boards are drawn with their rich signs: in colour, and beyond ASCII. */
bool screen_is_rich(void);

/* ---- Showing --------------------------------------------------------------------------------- */

enum look {
    LOOK_PLAIN,
    LOOK_TITLE,  /* title bars */
    LOOK_KEY,    /* a key's name in a bar */
    LOOK_STRONG, /* emphasis */
    LOOK_DIM,
    LOOK_FRAME,
    LOOK_ALARM,
    LOOK_CHOSEN, /* the chosen line of a list */
    LOOK_FIRST,  /* the two sides */
    LOOK_SECOND,
    LOOKS,
};

/* The marks of a point of the board. */
enum mark {
    MARK_CURSOR = 1,
    MARK_HELD = 2,     /* touched already */
    MARK_NEXT = 4,     /* can be touched next */
    MARK_END = 8,      /* a choice ends there, further on */
    MARK_MOVABLE = 16, /* a choice begins there */
    MARK_TRAIL = 32,   /* something happened there lately */
    MARK_REPLY = 64,   /* the reply that a hint fears goes there */
};

int screen_rows(void);
int screen_columns(void);

void screen_clear(void);

/* Draws UTF-8 text, at most `width` columns of it; returns the columns it took. */
int screen_put(int y, int x, int width, const char *text, enum look look);

/* The same, padded with blanks to `width`. */
void screen_put_line(int y, int x, int width, const char *text, enum look look);

/* The number of bytes of a text that fit on a first line of so many columns: up to a blank, if there
 * is one. */
size_t screen_wrap(const char *text, int width);

/* How many lines a text takes, wrapped at blanks. */
int screen_lines(const char *text, int width);

/* Draws at most so many lines of a text, wrapped at blanks. */
void screen_put_wrapped(struct bv_box place, const char *text, enum look look);

void screen_fill(struct bv_box box, enum look look);

/* A frame around a box, blank inside, with a title on its upper edge. */
void screen_frame(struct bv_box box, const char *title);

/* How many columns a text takes. */
int screen_width(const char *text);

/* One cell of a board; `badge` replaces a blank (0: no badge). */
enum badge { BADGE_NONE, BADGE_HELD, BADGE_NEXT, BADGE_END, BADGE_REPLY };
void screen_cell(int y, int x, const struct bv_cell *cell, unsigned marks, enum badge badge);

/* Places the terminal's cursor; -1: hides it. */
void screen_caret(int y, int x);

/* Shows everything that was drawn. `whole`: redraws the whole terminal. */
void screen_show(bool whole);

/* ---- Keys ------------------------------------------------------------------------------------ */

enum key {
    PRESS_NEWS, /* no key: the event source below has something new, or the program is to end */
    PRESS_LETTER,
    PRESS_RETURN,
    PRESS_LEAVE, /* Escape */
    PRESS_ERASE,
    PRESS_NEXT, /* Tab */
    PRESS_PREVIOUS,
    PRESS_ABOVE,
    PRESS_BELOW,
    PRESS_BEFORE,
    PRESS_AFTER,
    PRESS_BACK_PAGE,
    PRESS_FORWARD_PAGE,
    PRESS_FIRST,
    PRESS_LAST,
    PRESS_FUNCTION, /* number: F1 to F12 */
    PRESS_CLICKED,  /* x, y */
    PRESS_WHEEL,    /* number: -1 up, 1 down; x, y */
    PRESS_RESIZED,
    PRESS_TURN, /* Ctrl-T */
};

struct press {
    enum key key;
    char letter[8]; /* UTF-8 */
    int number;
    int x, y;
};

/* An event source besides the keys: a server, a thinking computer. */
struct event_source {
    void *context;
    int (*descriptor)(void *context);   /* readable when there is something new; -1: none */
    int (*milliseconds)(void *context); /* the longest time to wait; NULL: no limit */
    bool (*handle)(void *context); /* handles what has arrived; true: the screen must be redrawn */
};

/* NULL: none. */
void screen_watch(const struct event_source *source);

/* Waits for a key or for the event source. */
struct press screen_wait(void);
