#include "tui/form.h"

#include <stdio.h>
#include <string.h>

#include "tui/wrap.h"

enum { WIDTH = 76, NAME_WIDTH = 18, ABOUT_LINES = 3 };

static struct bv_box place(int rows)
{
    int height = rows + 2 * ABOUT_LINES + 6;
    return (struct bv_box){(screen_columns() - WIDTH) / 2, (screen_rows() - height) / 2, WIDTH,
                           height};
}

static void show(const char *title, const char *about, const struct form_row *row, int rows, int at)
{
    struct bv_box box = place(rows);
    screen_clear();
    screen_frame(box, title);
    wrap_put((struct bv_box){box.x + 3, box.y + 1, WIDTH - 6, ABOUT_LINES}, about, LOOK_DIM);
    int top = box.y + 2 + ABOUT_LINES;
    for (int i = 0; i < rows; i++) {
        enum look look = i == at ? LOOK_CHOSEN : LOOK_PLAIN;
        char value[128];
        snprintf(value, sizeof value, "%s %s %s", row[i].count > 1 ? "◂" : " ",
                 row[i].value[row[i].chosen], row[i].count > 1 ? "▸" : " ");
        screen_put_line(top + i, box.x + 2, WIDTH - 4, "", look);
        screen_put(top + i, box.x + 3, NAME_WIDTH, row[i].name, look);
        screen_put(top + i, box.x + 4 + NAME_WIDTH, WIDTH - NAME_WIDTH - 7, value, look);
    }
    const char *meaning = row[at].about[row[at].chosen];
    if (meaning)
        wrap_put((struct bv_box){box.x + 3, top + rows + 1, WIDTH - 6, ABOUT_LINES}, meaning,
                 LOOK_DIM);
    screen_put(box.y + box.height - 2, box.x + 3, WIDTH - 6,
               SAY("↑↓ ligne   ←→ changer   ⏎ commencer   Échap revenir",
                   "↑↓ row   ←→ change   ⏎ begin   Esc back"),
               LOOK_STRONG);
    screen_caret(-1, -1);
    screen_show(false);
}

static void change(struct form_row *row, int by)
{
    row->chosen = (row->chosen + by + row->count) % row->count;
}

bool form_fill(const char *title, const char *about, struct form_row *row, int rows)
{
    int at = 0;
    for (;;) {
        show(title, about, row, rows, at);
        struct press press = screen_wait();
        struct bv_box box = place(rows);
        int clicked = press.y - box.y - 2 - ABOUT_LINES;
        if (screen_is_leaving()) return false;
        switch (press.key) {
        case PRESS_ABOVE:
        case PRESS_PREVIOUS: at = (at + rows - 1) % rows; break;
        case PRESS_BELOW:
        case PRESS_NEXT: at = (at + 1) % rows; break;
        case PRESS_BEFORE: change(&row[at], -1); break;
        case PRESS_AFTER: change(&row[at], 1); break;
        case PRESS_CLICKED:
            if (press.y == box.y + box.height - 2) return true;
            if (clicked < 0 || clicked >= rows) break;
            at = clicked;
            change(&row[at], 1);
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
