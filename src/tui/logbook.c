#include "tui/logbook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/wrap.h"

enum { ROWS_MAX = 200, ROW_SIZE = 512 };

void logbook_add(struct logbook *book, bv_seats audience, enum look look, const char *text)
{
    if (book->count == book->capacity) {
        size_t capacity = book->capacity ? 2 * book->capacity : 128;
        struct log_line *more = realloc(book->line, capacity * sizeof *more);
        if (!more) return;
        book->line = more;
        book->capacity = capacity;
    }
    char *copy = strdup(text);
    if (!copy) return;
    book->line[book->count++] = (struct log_line){copy, audience, look};
    book->back = 0;
}

/* Shows a die, where the token is one of six. */
static const char *face_of(const char *token)
{
    static const char *const face[] = {"⚀ ", "⚁ ", "⚂ ", "⚃ ", "⚄ ", "⚅ "};
    bool die = token[0] == '#' && token[1] >= '1' && token[1] <= '6' && !token[2];
    return die && !screen_is_ascii() ? face[token[1] - '1'] : "";
}

void logbook_add_move(struct logbook *book, const struct bv_terms *terms, bv_seats audience,
                      int seat, const char *token)
{
    char line[BV_TOKEN_MAX + 128];
    if (seat == BV_CHANCE) {
        snprintf(line, sizeof line, "%s%s", face_of(token), token);
        logbook_add(book, audience, LOOK_STRONG, line);
        return;
    }
    snprintf(line, sizeof line, "%s %s", terms->form->seat[seat].name, token);
    logbook_add(book, audience, bv_side_of(terms, seat) ? LOOK_SECOND : LOOK_FIRST, line);
}

void logbook_shorten(struct logbook *book, size_t count)
{
    while (book->count > count) free(book->line[--book->count].text);
}

void logbook_scroll(struct logbook *book, int lines)
{
    if (lines < 0 && book->back < (size_t)-lines)
        book->back = 0;
    else
        book->back += (size_t)lines;
}

struct row {
    const char *text;
    size_t length;
    enum look look;
    bool first;
};

void logbook_show(struct logbook *book, struct bv_box place, int onlooker)
{
    static struct row row[ROWS_MAX];
    size_t wanted = (size_t)(place.height > 0 ? place.height : 0) + book->back;
    size_t rows = 0; /* filled from the end backwards */
    if (wanted > ROWS_MAX) wanted = ROWS_MAX;
    for (size_t i = book->count; i-- > 0 && rows < wanted;) {
        struct row own[16];
        size_t count = 0;
        const struct log_line *line = &book->line[i];
        if (!(line->audience & bv_seat_bit(onlooker))) continue;
        for (const char *text = line->text; count < BV_COUNT(own);) {
            size_t length = wrap_at(text, place.width - (count ? 2 : 0));
            own[count] = (struct row){text, length, line->look, count == 0};
            count++;
            text += length;
            while (*text == ' ') text++;
            if (!*text) break;
        }
        while (count && rows < wanted) row[rows++] = own[--count];
    }
    if (book->back > rows) book->back = rows;
    for (int y = 0; y < place.height && (size_t)y + book->back < rows; y++) {
        const struct row *one = &row[(size_t)y + book->back];
        char text[ROW_SIZE];
        snprintf(text, sizeof text, "%.*s", (int)one->length, one->text);
        int indent = one->first ? 0 : 2;
        int from_end =
            rows - book->back < (size_t)place.height ? (int)(rows - book->back) : place.height;
        screen_put(place.y + from_end - 1 - y, place.x + indent, place.width - indent, text,
                   one->look);
    }
}

void logbook_clear(struct logbook *book)
{
    for (size_t i = 0; i < book->count; i++) free(book->line[i].text);
    free(book->line);
    *book = (struct logbook){0};
}
