/* Keeping a game of the terminal: records written and read. */
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"

bool save_record(const struct evening *evening, const char *path)
{
    static struct bv_record head;
    head = (struct bv_record){0};
    memcpy(head.begun, evening->begun, sizeof head.begun);
    memcpy(head.player, evening->player, sizeof head.player);
    put_now(head.ended);
    return save_history(&evening->history, &evening->session->terms, &evening->session->state,
                        &head, NULL, path);
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
        return remember(&r->evening->history, r->reader.last_seat, r->reader.last_action) ||
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
