#include "cli/history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool remember(struct history *history, int seat, bv_action action)
{
    if (history->count == history->room) {
        size_t room = history->room ? 2 * history->room : 256;
        struct played *more = realloc(history->played, room * sizeof *more);
        if (!more) return false;
        history->played = more;
        history->room = room;
    }
    history->played[history->count++] = (struct played){seat, action};
    return true;
}

void put_now(char date[BV_DATE_SIZE])
{
    time_t now = time(NULL);
    struct tm utc;
    if (!gmtime_r(&now, &utc) || !strftime(date, BV_DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", &utc))
        date[0] = '\0';
}

bool save_history(const struct history *history, const struct bv_terms *terms,
                  const union bv_state *state, struct bv_record *head, const char *outside,
                  const char *path)
{
    char text[2 * BV_BOARD_TEXT_MAX];
    FILE *file = fopen(path, "wb");
    if (!file) {
        complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
        return false;
    }
    head->tokens = (int)history->count;
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_record_head(terms, head, &out);
    fputs(text, file);
    for (size_t i = 0; i < history->count; i++) {
        out = bv_out_into(text, sizeof text);
        bv_record_token(terms, history->played[i].seat, history->played[i].action, &out);
        fputs(text, file);
    }
    out = bv_out_into(text, sizeof text);
    bv_record_result(terms, state, outside, &out);
    fputs(text, file);
    bool failed = ferror(file);
    if (fclose(file) != 0 || failed) {
        complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
        return false;
    }
    return true;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

struct reading {
    struct saved_game *saved;
    struct bv_record_reader reader;
};

static bool read_record_line(void *context, struct bv_span line, struct bv_error *error)
{
    struct reading *reading = context;
    const struct bv_record_reader *reader = &reading->reader;
    switch (bv_record_line(&reading->reader, line, error)) {
    case BV_RECORD_BAD: return false;
    case BV_RECORD_PLAYED:
        return remember(&reading->saved->history, reader->last_seat, reader->last_action) ||
               bv_error_set(error, "out of memory");
    default: return true;
    }
}

/* Reads the file into a saved game whose session is still empty; false after complaining. */
static bool read_saved_game(const char *path, struct saved_game *saved, struct reading *reading)
{
    int lines = 0;
    struct bv_error error;
    struct session *session = saved->session;
    reading->saved = saved;
    bv_record_begin(&reading->reader, &session->terms, &session->tables, &session->state);
    if (!read_lines(path, read_record_line, reading, &lines)) return false;
    if (!bv_record_complete(&reading->reader, &error)) {
        complain(EXIT_FAILED, "%s:%d: %s", path, lines + 1, error.text);
        return false;
    }
    saved->head = reading->reader.record;
    session->past = reading->reader.past;
    /* The board's text must outlive the reader. */
    if (saved->head.own_board) session->terms.board_text = saved->head.board_text;
    return true;
}

struct saved_game *open_saved_game(const char *path)
{
    struct saved_game *saved = calloc(1, sizeof *saved);
    if (!saved) {
        complain(EXIT_FAILED, "out of memory");
        return NULL;
    }
    struct reading *reading = calloc(1, sizeof *reading);
    saved->session = calloc(1, sizeof *saved->session);
    bool good = reading && saved->session && read_saved_game(path, saved, reading);
    free(reading);
    if (good) return saved;
    close_saved_game(saved);
    return NULL;
}

void close_saved_game(struct saved_game *saved)
{
    close_session(saved->session);
    free(saved->history.played);
    free(saved);
}

void rewind_saved_game(struct saved_game *saved, size_t tokens)
{
    struct session *session = saved->session;
    session->past.count = 0;
    session->terms.game->start(&session->terms, &session->state);
    for (size_t i = 0; i < tokens; i++)
        bv_apply(&session->terms, &session->state, saved->history.played[i].seat,
                 saved->history.played[i].action, &session->past);
}
