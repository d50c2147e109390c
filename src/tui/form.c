#include "tui/form.h"

#include <stdio.h>
#include <string.h>

enum { WIDEST = 76, NAME_WIDTH = 18, ABOUT_LINES = 3 };

/* Where things are: on a low screen the sentence about the game gives way, and the rows scroll. */
struct form_window {
    struct bv_box box;
    int about;   /* lines above the rows */
    int shown;   /* rows */
    int top;     /* the first of them */
    int meaning; /* lines below them */
    int foot;
};

static const char *foot_text(void)
{
    return SAY("↑↓ ligne   ←→ changer   ⏎ commencer   F1 règles   Échap revenir",
               "↑↓ row   ←→ change   ⏎ begin   F1 rules   Esc back");
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void place(struct form_window *window, const char *about, int rows, int at)
{
    int width = smaller(WIDEST, screen_columns());
    int space = screen_rows();
    window->foot = screen_lines(foot_text(), width - 6);
    window->meaning = ABOUT_LINES;
    int left = space - 2 - window->foot - window->meaning - 1;
    window->about = screen_lines(about, width - 6);
    if (left < rows + window->about + 1) window->about = 0;
    window->shown = smaller(rows, left - window->about - (window->about > 0));
    if (window->shown < 1) window->shown = 1;
    if (at < window->top) window->top = at;
    if (at >= window->top + window->shown) window->top = at - window->shown + 1;
    int height = 2 + window->about + (window->about > 0) + window->shown + 1 + window->meaning +
                 window->foot;
    window->box = (struct bv_box){(screen_columns() - width) / 2, (space - height) / 2, width,
                                  smaller(height, space)};
}

static int first_row(const struct form_window *window)
{
    return window->box.y + 1 + window->about + (window->about > 0);
}

static void show_row(const struct form_window *window, const struct form_row *row, int y,
                     enum look look)
{
    const struct bv_box *box = &window->box;
    char value[128];
    int name = smaller(NAME_WIDTH, box->width / 3);
    snprintf(value, sizeof value, "%s %s %s", row->count > 1 ? "◂" : " ", row->value[row->chosen],
             row->count > 1 ? "▸" : " ");
    screen_put_line(y, box->x + 2, box->width - 4, "", look);
    screen_put(y, box->x + 3, name, row->name, look);
    screen_put(y, box->x + 4 + name, box->width - name - 7, value, look);
}

static void show(const struct form_window *window, const char *title, const char *about,
                 const struct form_row *row, int at)
{
    const struct bv_box *box = &window->box;
    char meaning[512];
    const struct form_row *chosen = &row[at];
    struct bv_out out = bv_out_into(meaning, sizeof meaning);
    screen_clear();
    screen_frame(*box, title);
    screen_put_wrapped((struct bv_box){box->x + 3, box->y + 1, box->width - 6, window->about},
                       about, LOOK_DIM);
    for (int i = 0; i < window->shown; i++)
        show_row(window, &row[window->top + i], first_row(window) + i,
                 window->top + i == at ? LOOK_CHOSEN : LOOK_PLAIN);
    /* A value that its row cuts off is repeated below it. */
    if (screen_width(chosen->value[chosen->chosen]) > box->width - NAME_WIDTH - 11)
        bv_put_all(&out, chosen->value[chosen->chosen], "  ");
    if (chosen->about[chosen->chosen]) bv_put(&out, chosen->about[chosen->chosen]);
    screen_put_wrapped((struct bv_box){box->x + 3, first_row(window) + window->shown + 1,
                                       box->width - 6, window->meaning},
                       meaning, LOOK_DIM);
    screen_put_wrapped((struct bv_box){box->x + 3, box->y + box->height - 1 - window->foot,
                                       box->width - 6, window->foot},
                       foot_text(), LOOK_STRONG);
    screen_caret(-1, -1);
    screen_show(false);
}

static void change(struct form_row *row, int by)
{
    row->chosen = (row->chosen + by + row->count) % row->count;
}

bool form_fill(const char *title, const char *about, struct form_row *row, int rows,
               void (*help)(void *), void *context)
{
    struct form_window window = {0};
    int at = 0;
    for (;;) {
        place(&window, about, rows, at);
        show(&window, title, about, row, at);
        struct press press = screen_wait();
        int clicked = press.y - first_row(&window);
        if (screen_is_leaving()) return false;
        switch (press.key) {
        case PRESS_ABOVE:
        case PRESS_PREVIOUS: at = (at + rows - 1) % rows; break;
        case PRESS_BELOW:
        case PRESS_NEXT: at = (at + 1) % rows; break;
        case PRESS_BEFORE: change(&row[at], -1); break;
        case PRESS_AFTER: change(&row[at], 1); break;
        case PRESS_CLICKED:
            if (press.y >= window.box.y + window.box.height - 1 - window.foot) return true;
            if (clicked < 0 || clicked >= window.shown) break;
            at = window.top + clicked;
            change(&row[at], 1);
            break;
        case PRESS_FUNCTION:
            if (press.number == 1) help(context);
            break;
        case PRESS_RETURN: return true;
        case PRESS_LEAVE: return false;
        case PRESS_LETTER:
            if (strcmp(press.letter, "q") == 0) return false;
            if (strcmp(press.letter, " ") == 0) change(&row[at], 1);
            break;
        default: break;
        }
    }
}
