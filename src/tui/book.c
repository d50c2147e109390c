#include "tui/book.h"

#include <stdio.h>
#include <string.h>

#include "play/rule_book.h"
#include "tui/screen.h"

enum { CHAPTERS_MAX = 64, WIDEST = 80 };

/* What of the book is on the screen. The book is read anew for each frame: it is short, and so
 * nothing depends on the size of the window. */
struct book {
    struct bv_box place;
    int top;    /* the first line shown */
    int left;   /* the first column of a drawing that is wider than the window */
    int line;   /* where reading is */
    int widest; /* drawing */
    int chapters;
    int chapter[CHAPTERS_MAX]; /* the lines where they begin */
};

static bool is_shown(const struct book *book)
{
    return book->line >= book->top && book->line < book->top + book->place.height;
}

static int screen_line(const struct book *book)
{
    return book->place.y + book->line - book->top;
}

static void put_lines(struct book *book, const char *text, int indent, int hanging, enum look look)
{
    for (const char *rest = text; *rest; book->line++) {
        char line[512];
        int width = book->place.width - indent;
        size_t length = screen_wrap(rest, width);
        memcpy(line, rest, length);
        line[length] = '\0';
        if (is_shown(book))
            screen_put(screen_line(book), book->place.x + indent, width, line, look);
        rest += length;
        while (*rest == ' ') rest++;
        indent = hanging;
    }
}

static void put_drawing(struct book *book, const struct bv_canvas *canvas)
{
    if (canvas->width > book->widest) book->widest = canvas->width;
    for (int y = 0; y < canvas->height; y++, book->line++)
        for (int x = 0; is_shown(book) && x < book->place.width; x++)
            if (x + book->left < canvas->width)
                screen_cell(screen_line(book), book->place.x + x, &canvas->cell[y][x + book->left],
                            0, BADGE_NONE);
}

static void put_part(void *context, enum rule_book_part part, const char *text,
                     const struct bv_canvas *drawing)
{
    struct book *book = context;
    switch (part) {
    case RULE_BOOK_TITLE: return; /* the bar above shows it */
    case RULE_BOOK_CHAPTER:
        if (book->chapters < CHAPTERS_MAX) book->chapter[book->chapters++] = book->line;
        put_lines(book, text, 0, 0, LOOK_STRONG);
        break;
    case RULE_BOOK_SECTION: put_lines(book, text, 0, 0, LOOK_STRONG); break;
    case RULE_BOOK_PARAGRAPH: put_lines(book, text, 0, 0, LOOK_PLAIN); break;
    case RULE_BOOK_ITEM: put_lines(book, text, 1, 3, LOOK_PLAIN); break;
    case RULE_BOOK_DRAWING: put_drawing(book, drawing); return;
    case RULE_BOOK_CAPTION: put_lines(book, text, 2, 2, LOOK_DIM); break;
    }
    book->line++;
}

static void show(struct book *book, const struct bv_game *game)
{
    int columns = screen_columns();
    int rows = screen_rows();
    int width = columns < WIDEST ? columns : WIDEST;
    char bar[128];
    const char *keys = SAY("Espace : page suivante  b : précédente  n, p : chapitre  q : fermer",
                           "Space: next page  b: previous  n, p: chapter  q: close");
    int foot = screen_lines(keys, columns - 2);
    book->place = (struct bv_box){(columns - width) / 2 + 1, 1, width - 2, rows - 1 - foot};
    screen_clear();
    book->line = book->chapters = book->widest = 0;
    rule_book_read(game, language_is_french(), put_part, book);
    int page = book->top / book->place.height + 1;
    int pages = (book->line + book->place.height - 1) / book->place.height;
    screen_put_line(0, 0, columns, "", LOOK_TITLE);
    snprintf(bar, sizeof bar, "page %d/%d", page, pages > page ? pages : page);
    int right = columns - 1 - screen_width(bar);
    screen_put(0, right, columns, bar, LOOK_TITLE);
    snprintf(bar, sizeof bar, SAY("%s : les règles", "%s: the rules"), say(game->name));
    screen_put(0, 1, right - 2, screen_width(bar) > right - 2 ? say(game->name) : bar, LOOK_TITLE);
    screen_fill((struct bv_box){0, rows - foot, columns, foot}, LOOK_TITLE);
    screen_put_wrapped((struct bv_box){1, rows - foot, columns - 2, foot}, keys, LOOK_TITLE);
    screen_caret(-1, -1);
    screen_show(false);
}

/* The first line of the chapter after (or before) the one at the top. */
static int other_chapter(const struct book *book, int by)
{
    int at = 0;
    while (at + 1 < book->chapters && book->chapter[at + 1] <= book->top) at++;
    if (by < 0 && book->chapters && book->chapter[at] < book->top) return book->chapter[at];
    at += by;
    if (at < 0 || !book->chapters) return 0;
    return book->chapter[at < book->chapters ? at : book->chapters - 1];
}

/* False: the key closes the book. */
static bool answer(struct book *book, const struct press *press)
{
    int page = book->place.height;
    switch (press->key) {
    case PRESS_ABOVE: book->top--; break;
    case PRESS_BELOW: book->top++; break;
    case PRESS_WHEEL: book->top += 3 * press->number; break;
    case PRESS_BEFORE: book->left -= 8; break;
    case PRESS_AFTER: book->left += 8; break;
    case PRESS_BACK_PAGE: book->top -= page; break;
    case PRESS_RETURN:
    case PRESS_FORWARD_PAGE: book->top += page; break;
    case PRESS_FIRST: book->top = 0; break;
    case PRESS_LAST: book->top = book->line; break;
    case PRESS_NEXT: book->top = other_chapter(book, 1); break;
    case PRESS_PREVIOUS: book->top = other_chapter(book, -1); break;
    case PRESS_LETTER:
        if (strcmp(press->letter, "q") == 0) return false;
        if (strcmp(press->letter, " ") == 0) book->top += page;
        if (strcmp(press->letter, "b") == 0) book->top -= page;
        if (strcmp(press->letter, "n") == 0) book->top = other_chapter(book, 1);
        if (strcmp(press->letter, "p") == 0) book->top = other_chapter(book, -1);
        break;
    case PRESS_FUNCTION:
    case PRESS_LEAVE: return false;
    default: break;
    }
    int last = book->line - page;
    int right = book->widest - book->place.width;
    if (book->top > last) book->top = last;
    if (book->top < 0) book->top = 0;
    if (book->left > right) book->left = right;
    if (book->left < 0) book->left = 0;
    return true;
}

void book_open(const struct bv_game *game)
{
    struct book book = {0};
    struct press press;
    do {
        show(&book, game);
        press = screen_wait();
    } while (!screen_is_leaving() && answer(&book, &press));
}
