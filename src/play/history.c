#include "play/history.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "play/lines.h"

enum { PATH_SIZE = 4096 };

void history_start(const struct history *history, const struct bv_terms *terms,
                   union bv_state *state)
{
    struct bv_error error;
    struct bv_span position = bv_span_of(history->position);
    terms->game->start(terms, state);
    bool good = !position.length || bv_position_read(terms, position, state, &error);
    BV_ASSERT(good);
    (void)good;
}

void history_end(struct history *history, const struct bv_game *game, int loser)
{
    static const char *const points[] = {"1/2", "1", "0"}; /* of both, of a winner, of a loser */
    snprintf(history->outside, sizeof history->outside, "%s %s %s %s %s", game->side[0].name,
             points[loser < 0 ? 0 : 1 + (loser == 0)], game->side[1].name,
             points[loser < 0 ? 0 : 1 + (loser == 1)], loser < 0 ? "agreed" : "resigned");
}

bool remember(struct history *history, int seat, bv_action action)
{
    if (history->count == history->capacity) {
        size_t capacity = history->capacity ? 2 * history->capacity : 256;
        struct played *more = realloc(history->played, capacity * sizeof *more);
        if (!more) return false;
        history->played = more;
        history->capacity = capacity;
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

static bool fail(struct bv_error *error, const char *path, int line, const char *reason)
{
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, path);
    if (line) {
        bv_putf(&out, ":%d", line);
    }
    bv_putf(&out, ": %s", reason);
    return false;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static bool write_lines(const struct history *history, const struct bv_terms *terms,
                        const union bv_state *state, struct bv_record *head, FILE *file)
{
    char text[2 * BV_BOARD_TEXT_MAX];
    head->tokens = (int)history->count;
    memcpy(head->position, history->position, sizeof head->position);
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_record_head(terms, head, &out);
    fputs(text, file);
    for (size_t i = 0; i < history->count; i++) {
        out = bv_out_into(text, sizeof text);
        bv_record_token(terms, history->played[i].seat, history->played[i].action, &out);
        fputs(text, file);
    }
    out = bv_out_into(text, sizeof text);
    bv_record_result(terms, state, *history->outside ? history->outside : NULL, &out);
    fputs(text, file);
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

bool write_history(const struct history *history, const struct bv_terms *terms,
                   const union bv_state *state, struct bv_record *head, const char *path,
                   struct bv_error *error)
{
    char beside[PATH_SIZE];
    struct stat there;
    /* What is not a regular file (a pipe, a terminal) is not replaced but written to. */
    bool plain = stat(path, &there) != 0 || S_ISREG(there.st_mode);
    int size = snprintf(beside, sizeof beside, plain ? "%s.new" : "%s", path);
    if (size < 0 || (size_t)size >= sizeof beside)
        return fail(error, path, 0, "the name is too long");
    FILE *file = fopen(beside, "wb");
    if (!file) return fail(error, path, 0, strerror(errno));
    if (write_lines(history, terms, state, head, file) && (!plain || rename(beside, path) == 0))
        return true;
    fail(error, path, 0, strerror(errno));
    if (plain) unlink(beside);
    return false;
}

/* ---- Reading --------------------------------------------------------------------------------- */

struct reading {
    struct saved_game *saved;
    struct bv_record_reader *reader;
};

static bool read_line(void *context, struct bv_span line, struct bv_error *error)
{
    const struct reading *reading = context;
    const struct bv_record_reader *reader = reading->reader;
    switch (bv_record_line(reading->reader, line, error)) {
    case BV_RECORD_BAD: return false;
    case BV_RECORD_PLAYED:
        return remember(&reading->saved->history, reader->last_seat, reader->last_action) ||
               bv_error_set(error, "out of memory");
    default: return true;
    }
}

/* Reads all lines; *lines counts them. */
static bool read_file(FILE *file, struct saved_game *saved, struct bv_record_reader *reader,
                      int *lines, struct bv_error *error)
{
    struct reading reading = {saved, reader};
    if (!read_each_line(file, read_line, &reading, lines, error)) return false;
    ++*lines; /* an error about something missing names the next line */
    return bv_record_complete(reader, error);
}

static bool read_into(const char *path, struct saved_game *saved, struct bv_record_reader *reader,
                      struct bv_error *error)
{
    int lines = 0;
    struct bv_error wrong;
    struct session *session = saved->session;
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) return fail(error, path, 0, strerror(errno));
    bv_record_begin(reader, &session->terms, &session->tables, &session->state);
    bool good = read_file(file, saved, reader, &lines, &wrong);
    if (!standard) fclose(file);
    if (!good) return fail(error, standard ? "standard input" : path, lines, wrong.text);
    saved->head = reader->record;
    memcpy(saved->history.position, saved->head.position, sizeof saved->history.position);
    session->past = reader->past;
    /* The board's text must outlive the reader. */
    if (saved->head.own_board) session->terms.board_text = saved->head.board_text;
    return true;
}

struct saved_game *read_saved_game(const char *path, struct bv_error *error)
{
    struct saved_game *saved = calloc(1, sizeof *saved);
    struct bv_record_reader *reader = calloc(1, sizeof *reader);
    if (saved) saved->session = calloc(1, sizeof *saved->session);
    bool good = saved && reader && saved->session ? read_into(path, saved, reader, error)
                                                  : bv_error_set(error, "out of memory");
    free(reader);
    if (good) return saved;
    if (saved) close_saved_game(saved);
    return NULL;
}

void close_saved_game(struct saved_game *saved)
{
    free(saved->session);
    free(saved->history.played);
    free(saved);
}

void rewind_saved_game(struct saved_game *saved, size_t tokens)
{
    struct session *session = saved->session;
    session->past.count = 0;
    history_start(&saved->history, &session->terms, &session->state);
    for (size_t i = 0; i < tokens; i++)
        bv_apply(&session->terms, &session->state, saved->history.played[i].seat,
                 saved->history.played[i].action, &session->past);
}
