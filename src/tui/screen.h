/*
 * The terminal as a screen: opened and always given back, text and cells put on it, keys and the mouse read from it. The
 * one file that knows ncurses is screen.c.
 */
#ifndef BIVOUAC_SCREEN_H
#define BIVOUAC_SCREEN_H

#include "core/canvas.h"

/* ---- Opening and closing ---------------------------------------------------------------------------------- */

struct screen_wishes {
    bool french;
    bool ascii;         /* no character beyond ASCII */
    bool colour;        /* if the terminal has any */
    const char *type;   /* NULL: as the environment says */
    const char *output; /* NULL: the terminal; else a file, and no keys are read (for measuring) */
};

/* False and a reason where there is no terminal that can do it. */
bool screen_open(const struct screen_wishes *wishes, struct bv_error *error);
void screen_close(void);

/* Somebody has asked the program to end (SIGTERM, SIGHUP, Ctrl-C), or the terminal is gone. */
bool screen_is_leaving(void);

/* A text in the language of the screen. */
const char *say_in(struct bv_text text);
bool screen_is_french(void);
bool screen_is_ascii(void);
#define SAY(french, english) say_in((struct bv_text){french, english})

/* ---- Showing ------------------------------------------------------------------------------------------------ */

enum look {
    LOOK_PLAIN,
    LOOK_TITLE,  /* bars */
    LOOK_KEY,    /* a key's name in a bar */
    LOOK_STRONG, /* what matters now */
    LOOK_DIM,
    LOOK_FRAME,
    LOOK_ALARM,
    LOOK_CHOSEN, /* the chosen line of a list */
    LOOK_FIRST,  /* the two sides */
    LOOK_SECOND,
    LOOKS,
};

/* What is going on at a point of the board. */
enum mark {
    MARK_CURSOR = 1,
    MARK_HELD = 2,     /* touched already */
    MARK_NEXT = 4,     /* can be touched next */
    MARK_END = 8,      /* a choice ends there, further on */
    MARK_MOVABLE = 16, /* a choice begins there */
    MARK_TRAIL = 32,   /* something happened there lately */
};

int screen_rows(void);
int screen_columns(void);

void screen_clear(void);

/* UTF-8 text, at most `width` columns of it; returns the columns it took. */
int screen_put(int y, int x, int width, const char *text, enum look look);

/* The same, and blanks up to `width`. */
void screen_put_line(int y, int x, int width, const char *text, enum look look);
void screen_fill(struct bv_box box, enum look look);

/* A frame around a box, blank inside, with a title on its upper edge. */
void screen_frame(struct bv_box box, const char *title);

/* How many columns a text takes. */
int screen_width(const char *text);

/* One cell of a board; `badge` stands in it instead of a blank (nought: nothing does). */
enum badge { BADGE_NONE, BADGE_HELD, BADGE_NEXT, BADGE_END };
void screen_cell(int y, int x, const struct bv_cell *cell, unsigned marks, enum badge badge);

/* Where the terminal's own cursor stands; -1: nowhere. */
void screen_caret(int y, int x);

/* Everything that was put appears. `whole`: what the terminal shows is not trusted. */
void screen_show(bool whole);

/* ---- Keys --------------------------------------------------------------------------------------------------- */

enum key {
    PRESS_NEWS, /* no key: the guest below has something new, or the program is to end */
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
};

struct press {
    enum key key;
    char letter[8]; /* UTF-8 */
    int number;
    int x, y;
};

/* Somebody else who is waited for besides the keys: a server, a thinking computer. */
struct guest {
    void *context;
    int (*descriptor)(void *context);   /* readable when there is news; -1: none */
    int (*milliseconds)(void *context); /* to wait at most; -1: for ever */
    bool (*stir)(void *context); /* looks at what has come; true: the screen must be drawn again */
};

/* NULL: nobody. */
void screen_receive(const struct guest *guest);

/* Waits for a key or for news. */
struct press screen_wait(void);

#endif
