/*
 * The rule books of the games, as the program carries them: a text in each language, and diagrams,
 * which are positions that the game draws. The text is a small part of Markdown (web/src/books/book.ts
 * describes it): the build puts it into the program (tools/embed-books).
 */
#pragma once

#include "core/canvas.h"
#include "core/game.h"

struct rule_book_diagram {
    const char *name;
    struct bv_text caption;
    const char *position; /* NULL: where the game starts */
    const char *seat;     /* who looks at it; NULL: everything is shown */
    int seats;            /* 0: the default form */
    const char *options;  /* `axis=both` */
    const char *tokens;   /* played from there, for the reader; "": none */
};

struct rule_book {
    const char *game;
    const char *const *fr; /* lines; NULL after the last */
    const char *const *en;
    const struct rule_book_diagram *diagram;
    size_t diagrams;
};

extern const struct rule_book rule_books[];
extern const size_t rule_book_count;

enum rule_book_part {
    RULE_BOOK_TITLE,
    RULE_BOOK_CHAPTER,
    RULE_BOOK_SECTION,
    RULE_BOOK_PARAGRAPH,
    RULE_BOOK_ITEM, /* of a list, with its bullet or number */
    RULE_BOOK_DRAWING,
    RULE_BOOK_CAPTION, /* below the drawing */
};

/* Handles one part: a text in one line, or the drawing. */
typedef void rule_book_reader(void *context, enum rule_book_part part, const char *text,
                              const struct bv_canvas *drawing);

/* Reads the book of a game from cover to cover. */
void rule_book_read(const struct bv_game *game, bool french, rule_book_reader *read, void *context);
