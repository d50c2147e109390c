/* Keeping a game of the terminal: history, records written and read. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/play.h"

bool remember(struct evening *evening, int seat, bv_action action)
{
    if (evening->count == evening->room) {
        size_t room = evening->room ? 2 * evening->room : 256;
        struct played *more = realloc(evening->history, room * sizeof *more);
        if (!more) return false;
        evening->history = more;
        evening->room = room;
    }
    evening->history[evening->count++] = (struct played){seat, action};
    return true;
}

void put_now(char date[BV_DATE_SIZE])
{
    time_t now = time(NULL);
    struct tm utc;
    if (!gmtime_r(&now, &utc) || !strftime(date, BV_DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", &utc))
        date[0] = '\0';
}

bool save_record(const struct evening *evening, const char *path)
{
    static char text[2 * BV_BOARD_TEXT_MAX];
    static struct bv_record head;
    const struct bv_terms *terms = &evening->session->terms;
    FILE *file = fopen(path, "wb");
    if (!file) {
        complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
        return false;
    }
    head = (struct bv_record){.tokens = (int)evening->count};
    memcpy(head.begun, evening->begun, sizeof head.begun);
    memcpy(head.player, evening->player, sizeof head.player);
    put_now(head.ended);
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_record_head(terms, &head, &out);
    fputs(text, file);
    for (size_t i = 0; i < evening->count; i++) {
        out = bv_out_into(text, sizeof text);
        bv_record_token(terms, evening->history[i].seat, evening->history[i].action, &out);
        fputs(text, file);
    }
    out = bv_out_into(text, sizeof text);
    bv_record_result(terms, &evening->session->state, NULL, &out);
    fputs(text, file);
    bool failed = ferror(file);
    if (fclose(file) != 0 || failed) {
        complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
        return false;
    }
    return true;
}

struct resuming {
    struct evening *evening;
    struct bv_record_reader reader;
};

static bool resume_line(void *context, struct bv_span line, struct bv_error *error)
{
    struct resuming *r = context;
    switch (bv_record_line(&r->reader, line, error)) {
    case BV_RECORD_BAD: return false;
    case BV_RECORD_PLAYED:
        return remember(r->evening, r->reader.last_seat, r->reader.last_action) ||
               bv_error_set(error, "out of memory");
    default: return true;
    }
}

bool resume_record(struct evening *evening, const char *path)
{
    int lines = 0;
    struct bv_error error;
    struct session *session = calloc(1, sizeof *session);
    struct resuming *r = calloc(1, sizeof *r);
    bool good = session && r;
    if (good) {
        r->evening = evening;
        bv_record_begin(&r->reader, &session->terms, &session->tables, &session->state);
        good = read_lines(path, resume_line, r, &lines);
    }
    if (good && !bv_record_complete(&r->reader, &error)) {
        complain(EXIT_FAILED, "%s:%d: %s", path, lines + 1, error.text);
        good = false;
    }
    if (good && r->reader.record.own_board) {
        /* The board's text must outlive the reader. */
        char *board = strdup(r->reader.record.board_text);
        session->terms.board_text = board;
        good = board != NULL;
    }
    if (good) {
        session->past = r->reader.past;
        memcpy(evening->begun, r->reader.record.begun, sizeof evening->begun);
        memcpy(evening->player, r->reader.record.player, sizeof evening->player);
        evening->session = session;
    } else {
        close_session(session);
    }
    free(r);
    return good;
}
