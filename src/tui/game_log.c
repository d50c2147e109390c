#include "tui/game_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 200, ROW_SIZE = 512 };

void game_log_add(struct game_log *log, bv_seats audience, enum look look, const char *text)
{
    if (log->count == log->capacity) {
        size_t capacity = log->capacity ? 2 * log->capacity : 128;
        struct log_line *more = realloc(log->line, capacity * sizeof *more);
        if (!more) return;
        log->line = more;
        log->capacity = capacity;
    }
    char *copy = strdup(text);
    if (!copy) return;
    log->line[log->count++] = (struct log_line){copy, audience, look};
    log->back = 0;
}

/* Shows a die, where the token is one of six. */
static const char *face_of(const char *token)
{
    static const char *const face[] = {"⚀ ", "⚁ ", "⚂ ", "⚃ ", "⚄ ", "⚅ "};
    bool die = token[0] == '#' && token[1] >= '1' && token[1] <= '6' && !token[2];
    return die && !screen_is_ascii() ? face[token[1] - '1'] : "";
}

void game_log_add_move(struct game_log *log, const struct bv_terms *terms, bv_seats audience,
                       int seat, const char *token)
{
    char line[BV_TOKEN_MAX + 128];
    if (seat == BV_CHANCE) {
        snprintf(line, sizeof line, "%s%s", face_of(token), token);
        game_log_add(log, audience, LOOK_STRONG, line);
        return;
    }
    snprintf(line, sizeof line, "%s %s", terms->form->seat[seat].name, token);
    game_log_add(log, audience, bv_side_of(terms, seat) ? LOOK_SECOND : LOOK_FIRST, line);
}

void game_log_shorten(struct game_log *log, size_t count)
{
    while (log->count > count) free(log->line[--log->count].text);
}

void game_log_scroll(struct game_log *log, int lines)
{
    if (lines < 0 && log->back < (size_t)-lines)
        log->back = 0;
    else
        log->back += (size_t)lines;
}

struct row {
    const char *text;
    size_t length;
    enum look look;
    bool first;
};

void game_log_show(struct game_log *log, struct bv_box place, int viewer)
{
    static struct row row[ROWS_MAX];
    size_t wanted = (size_t)(place.height > 0 ? place.height : 0) + log->back;
    size_t rows = 0; /* filled from the end backwards */
    if (wanted > ROWS_MAX) wanted = ROWS_MAX;
    for (size_t i = log->count; i-- > 0 && rows < wanted;) {
        struct row own[16];
        size_t count = 0;
        const struct log_line *line = &log->line[i];
        if (!(line->audience & bv_seat_bit(viewer))) continue;
        for (const char *text = line->text; count < BV_COUNT(own);) {
            size_t length = screen_wrap(text, place.width - (count ? 2 : 0));
            own[count] = (struct row){text, length, line->look, count == 0};
            count++;
            text += length;
            while (*text == ' ') text++;
            if (!*text) break;
        }
        while (count && rows < wanted) row[rows++] = own[--count];
    }
    if (log->back > rows) log->back = rows;
    for (int y = 0; y < place.height && (size_t)y + log->back < rows; y++) {
        const struct row *one = &row[(size_t)y + log->back];
        char text[ROW_SIZE];
        snprintf(text, sizeof text, "%.*s", (int)one->length, one->text);
        int indent = one->first ? 0 : 2;
        int from_end =
            rows - log->back < (size_t)place.height ? (int)(rows - log->back) : place.height;
        screen_put(place.y + from_end - 1 - y, place.x + indent, place.width - indent, text,
                   one->look);
    }
}

void game_log_clear(struct game_log *log)
{
    for (size_t i = 0; i < log->count; i++) free(log->line[i].text);
    free(log->line);
    *log = (struct game_log){0};
}
