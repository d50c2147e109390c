#include "tui/list.h"

#include <stdlib.h>
#include <string.h>

#include "tui/layout.h"
#include "tui/wrap.h"

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* ---- A list ---------------------------------------------------------------------------------- */

enum { ABOUT_LINES = 3, WIDEST = 76 };

struct window {
    struct bv_box box;
    int rows; /* of items */
    int top;  /* the first item shown */
    int chosen;
};

static const char *foot_of(const struct list *list)
{
    return list->foot
               ? list->foot
               : SAY("↑↓ choisir   ⏎ prendre   Échap revenir", "↑↓ choose   ⏎ take   Esc back");
}

static void place(struct window *window, const struct list *list)
{
    int width = larger(screen_width(list->title) + 8, screen_width(foot_of(list)) + 4);
    bool about = false;
    for (int i = 0; i < list->count; i++) {
        width = larger(width, screen_width(list->item[i].text) + 6);
        if (list->item[i].about && *list->item[i].about) {
            about = true;
            width = larger(width, smaller(screen_width(list->item[i].about) + 6, WIDEST));
        }
    }
    int rows = screen_rows();
    int extra = 3 + (about ? ABOUT_LINES + 1 : 0);
    width = smaller(larger(width, 40), screen_columns());
    window->rows = smaller(list->count, rows - extra - 2);
    int height = window->rows + extra;
    window->box =
        (struct bv_box){(screen_columns() - width) / 2, (rows - height) / 2, width, height};
    if (window->chosen < window->top) window->top = window->chosen;
    if (window->chosen >= window->top + window->rows)
        window->top = window->chosen - window->rows + 1;
}

static void show_list(const struct window *window, const struct list *list)
{
    const struct bv_box *box = &window->box;
    const char *foot = foot_of(list);
    screen_clear();
    if (list->behind) list->behind(list->context);
    screen_frame(*box, list->title);
    for (int i = 0; i < window->rows; i++) {
        int at = window->top + i;
        bool chosen = at == window->chosen;
        screen_put_line(box->y + 1 + i, box->x + 1, box->width - 2, "",
                        chosen ? LOOK_CHOSEN : LOOK_PLAIN);
        screen_put(box->y + 1 + i, box->x + 2, 1, chosen ? "▸" : " ",
                   chosen ? LOOK_CHOSEN : LOOK_PLAIN);
        screen_put(box->y + 1 + i, box->x + 4, box->width - 6, list->item[at].text,
                   chosen ? LOOK_CHOSEN : LOOK_PLAIN);
    }
    const char *about = list->count ? list->item[window->chosen].about : NULL;
    if (about)
        wrap_put(
            (struct bv_box){box->x + 4, box->y + window->rows + 2, box->width - 7, ABOUT_LINES},
            about, LOOK_DIM);
    screen_put(box->y + box->height - 2, box->x + 2, box->width - 4, foot, LOOK_DIM);
    screen_caret(-1, -1);
    screen_show(false);
}

/* The item that a key selects; -1: the window stays open, -2: it is closed. */
static int answer(struct window *window, const struct list *list, const struct press *press)
{
    int row = press->y - window->box.y - 1;
    switch (press->key) {
    case PRESS_ABOVE:
    case PRESS_PREVIOUS: window->chosen = (window->chosen + list->count - 1) % list->count; break;
    case PRESS_BELOW:
    case PRESS_NEXT: window->chosen = (window->chosen + 1) % list->count; break;
    case PRESS_BACK_PAGE: window->chosen = larger(window->chosen - window->rows, 0); break;
    case PRESS_FORWARD_PAGE:
        window->chosen = smaller(window->chosen + window->rows, list->count - 1);
        break;
    case PRESS_FIRST: window->chosen = 0; break;
    case PRESS_LAST: window->chosen = list->count - 1; break;
    case PRESS_WHEEL:
        window->chosen = larger(0, smaller(list->count - 1, window->chosen + press->number));
        break;
    case PRESS_RETURN: return window->chosen;
    case PRESS_LEAVE: return -2;
    case PRESS_CLICKED:
        if (!box_has(&window->box, press->x, press->y)) return -2;
        if (row >= 0 && row < window->rows) return window->top + row;
        break;
    case PRESS_LETTER:
        if (strcmp(press->letter, "q") == 0) return -2;
        /* A digit chooses by number, 1 the first. */
        if (press->letter[0] >= '1' && press->letter[0] <= '9' &&
            press->letter[0] - '1' < list->count)
            window->chosen = press->letter[0] - '1';
        break;
    default: break;
    }
    return -1;
}

int list_choose(const struct list *list)
{
    struct window window = {.chosen = list->chosen};
    if (!list->count) return -1;
    for (;;) {
        place(&window, list);
        show_list(&window, list);
        struct press press = screen_wait();
        if (screen_is_leaving()) return -1;
        int meant = answer(&window, list, &press);
        if (meant >= 0) return meant;
        if (meant == -2) return -1;
    }
}

bool list_confirm(const char *question, void (*behind)(void *), void *context)
{
    const struct list_item item[] = {{SAY("Non", "No"), NULL}, {SAY("Oui", "Yes"), NULL}};
    struct list list = {
        .title = question, .item = item, .count = 2, .behind = behind, .context = context};
    return list_choose(&list) == 1;
}

/* ---- A text ---------------------------------------------------------------------------------- */

static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

static void show_text(struct bv_box box, const char *title, const char *text, int top)
{
    screen_frame(box, title);
    for (int y = 0; *text; y++) {
        const char *end = strchr(text, '\n');
        char line[256];
        size_t length = end ? (size_t)(end - text) : strlen(text);
        if (length >= sizeof line) length = sizeof line - 1;
        memcpy(line, text, length);
        line[length] = '\0';
        if (y >= top && y < top + box.height - 3) {
            /* A line that begins with a blank is an explanation; any other is a heading. */
            enum look look = line[0] == ' ' ? LOOK_PLAIN : LOOK_STRONG;
            screen_put(box.y + 1 + y - top, box.x + 2, box.width - 4, line, look);
        }
        if (!end) break;
        text = end + 1;
    }
    screen_put(box.y + box.height - 2, box.x + 2, box.width - 4,
               SAY("↑↓ défiler   Échap revenir", "↑↓ scroll   Esc back"), LOOK_DIM);
}

void list_read(const char *title, const char *text, void (*behind)(void *), void *context)
{
    int top = 0;
    int lines = count_lines(text);
    for (;;) {
        int height = smaller(screen_rows() - 2, lines + 3);
        int width = smaller(screen_columns(), 80);
        struct bv_box box = {(screen_columns() - width) / 2, (screen_rows() - height) / 2, width,
                             height};
        int most = larger(0, lines - (height - 3));
        top = larger(0, smaller(top, most));
        screen_clear();
        if (behind) behind(context);
        show_text(box, title, text, top);
        screen_caret(-1, -1);
        screen_show(false);
        struct press press = screen_wait();
        if (screen_is_leaving()) return;
        switch (press.key) {
        case PRESS_ABOVE: top--; break;
        case PRESS_BELOW: top++; break;
        case PRESS_WHEEL: top += 3 * press.number; break;
        case PRESS_BACK_PAGE: top -= height - 4; break;
        case PRESS_FORWARD_PAGE: top += height - 4; break;
        case PRESS_NEWS:
        case PRESS_RESIZED: break;
        default: return;
        }
    }
}
