#include "tui/list.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tui/layout.h"

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* ---- A list ---------------------------------------------------------------------------------- */

enum { ABOUT_LINES = 3, WIDEST = 76, NARROWEST = 30 };

struct window {
    struct bv_box box;
    int rows; /* of items */
    int top;  /* the first item shown */
    int chosen;
    int about; /* lines below the items */
};

static const char *foot_of(const struct list *list)
{
    return list->foot
               ? list->foot
               : SAY("↑↓ choisir   ⏎ valider   Échap revenir", "↑↓ choose   ⏎ take   Esc back");
}

/* The widest that anything in the list would be. */
static int wanted_width(const struct list *list, bool *about)
{
    int width = larger(screen_width(list->title) + 8, screen_width(foot_of(list)) + 4);
    for (int i = 0; i < list->count; i++) {
        width = larger(width, screen_width(list->item[i].text) + 6);
        if (!list->item[i].about || !*list->item[i].about) continue;
        *about = true;
        width = larger(width, smaller(screen_width(list->item[i].about) + 6, WIDEST));
    }
    return larger(width, NARROWEST);
}

static void put_about(const struct list *list, int at, int width, char *text, size_t size)
{
    const struct list_item *item = &list->item[at];
    struct bv_out out = bv_out_into(text, size);
    /* What does not fit its line is repeated below, where it is wrapped. */
    if (screen_width(item->text) > width - 6) bv_put_all(&out, item->text, "  ");
    if (item->about) bv_put(&out, item->about);
}

static void place(struct window *window, const struct list *list)
{
    char text[1024];
    bool about = false;
    int rows = screen_rows();
    int width = wanted_width(list, &about);
    if (width > screen_columns()) about = true;
    width = smaller(width, screen_columns());
    put_about(list, window->chosen, width, text, sizeof text);
    window->about =
        about ? larger(smaller(ABOUT_LINES, rows / 6), screen_lines(text, width - 7)) : 0;
    int foot = screen_lines(foot_of(list), width - 4);
    int extra = 2 + foot + (window->about ? window->about + 1 : 0);
    window->rows = larger(1, smaller(list->count, rows - extra));
    int height = smaller(window->rows + extra, rows);
    window->box =
        (struct bv_box){(screen_columns() - width) / 2, (rows - height) / 2, width, height};
    if (window->chosen < window->top) window->top = window->chosen;
    if (window->chosen >= window->top + window->rows)
        window->top = window->chosen - window->rows + 1;
}

static void show_list(const struct window *window, const struct list *list)
{
    const struct bv_box *box = &window->box;
    char about[1024];
    int foot = screen_lines(foot_of(list), box->width - 4);
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
    put_about(list, window->chosen, box->width, about, sizeof about);
    screen_put_wrapped(
        (struct bv_box){box->x + 4, box->y + window->rows + 2, box->width - 7, window->about},
        about, LOOK_DIM);
    screen_put_wrapped(
        (struct bv_box){box->x + 2, box->y + box->height - 1 - foot, box->width - 4, foot},
        foot_of(list), LOOK_DIM);
    screen_caret(-1, -1);
    screen_show(false);
}

/* The item that a key selects; -1: the window stays open, -2: it is closed. */
static int answer(struct window *window, const struct list *list, const struct press *press,
                  char *letter)
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
    case PRESS_FUNCTION:
        if (press->number != 1 || !list->letters || !strchr(list->letters, '?')) break;
        *letter = '?';
        return window->chosen;
    case PRESS_LETTER:
        if (list->letters && strchr(list->letters, press->letter[0])) {
            *letter = press->letter[0];
            return window->chosen;
        }
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

int list_choose_by(const struct list *list, char *letter)
{
    struct window window = {.chosen = list->chosen};
    *letter = 0;
    if (!list->count) return -1;
    for (;;) {
        place(&window, list);
        show_list(&window, list);
        struct press press = screen_wait();
        if (screen_is_leaving()) return -1;
        int meant = answer(&window, list, &press, letter);
        if (meant >= 0) return meant;
        if (meant == -2) return -1;
    }
}

int list_choose(const struct list *list)
{
    char letter = 0;
    return list_choose_by(list, &letter);
}

bool list_confirm(const char *question, const char *about, const char *yes)
{
    const struct list_item item[] = {{SAY("Non", "No"), about},
                                     {yes ? yes : SAY("Oui", "Yes"), about}};
    struct list list = {.title = question, .item = item, .count = 2};
    return list_choose(&list) == 1;
}

/* ---- A line ---------------------------------------------------------------------------------- */

static void erase_letter(char *text)
{
    size_t length = strlen(text);
    while (length && (text[--length] & 0xc0) == 0x80) continue;
    text[length] = '\0';
}

bool list_ask(const char *title, char *text, size_t size)
{
    for (;;) {
        int width = smaller(screen_columns(), WIDEST);
        struct bv_box box = {(screen_columns() - width) / 2, screen_rows() / 2 - 2, width, 4};
        screen_clear();
        screen_frame(box, title);
        int at = screen_put(box.y + 1, box.x + 2, width - 4, text, LOOK_PLAIN);
        screen_put(box.y + 2, box.x + 2, width - 4,
                   SAY("⏎ accepter   Échap revenir", "⏎ accept   Esc back"), LOOK_DIM);
        screen_caret(box.y + 1, box.x + 2 + at);
        screen_show(false);
        struct press press = screen_wait();
        if (screen_is_leaving() || press.key == PRESS_LEAVE) return false;
        if (press.key == PRESS_RETURN) return *text;
        if (press.key == PRESS_ERASE) erase_letter(text);
        size_t length = strlen(text);
        if (press.key == PRESS_LETTER && length + strlen(press.letter) < size)
            memcpy(text + length, press.letter, strlen(press.letter) + 1);
    }
}

/* ---- A text ---------------------------------------------------------------------------------- */

enum { READ_WIDTH = 80, INDENT_MOST = 20 };

/* Draws a text from its line `top` on, wrapped with the indent of each line and a little more;
 * returns the number of lines. */
static int put_text(struct bv_box place, const char *text, int top)
{
    int y = 0;
    for (const char *line = text; *line;) {
        char copy[1024];
        size_t length = strcspn(line, "\n");
        size_t blanks = strspn(line, " ");
        bv_keep(copy, sizeof copy,
                (struct bv_span){line, length < sizeof copy ? length : sizeof copy - 1});
        enum look look = blanks ? LOOK_PLAIN : LOOK_STRONG;
        int indent = 0;
        const char *rest = copy;
        do {
            char part[1024];
            size_t fits = screen_wrap(rest, place.width - indent);
            memcpy(part, rest, fits);
            part[fits] = '\0';
            if (y >= top && y < top + place.height)
                screen_put(place.y + y - top, place.x + indent, place.width - indent, part, look);
            y++;
            rest += fits;
            while (*rest == ' ') rest++;
            indent = smaller((int)blanks + 2, smaller(INDENT_MOST, place.width / 3));
        } while (*rest);
        line += length + (line[length] == '\n');
    }
    return y;
}

void list_read(const char *title, const char *text, bool at_end, void (*behind)(void *),
               void *context)
{
    int top = at_end ? INT_MAX : 0;
    for (;;) {
        int width = smaller(screen_columns(), READ_WIDTH);
        int lines = put_text((struct bv_box){0, 0, width - 4, 0}, text, 0);
        int height = smaller(screen_rows(), lines + 3);
        struct bv_box box = {(screen_columns() - width) / 2, (screen_rows() - height) / 2, width,
                             height};
        top = larger(0, smaller(top, lines - (height - 3)));
        screen_clear();
        if (behind) behind(context);
        screen_frame(box, title);
        put_text((struct bv_box){box.x + 2, box.y + 1, width - 4, height - 3}, text, top);
        screen_put(box.y + height - 2, box.x + 2, width - 4,
                   SAY("↑↓ défiler   Échap revenir", "↑↓ scroll   Esc back"), LOOK_DIM);
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
