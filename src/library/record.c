/* The library: records, which hold a game as it was played and are read and written as text. */
#include <stdlib.h>

#include "core/record.h"
#include "games/storage.h"
#include "library/internal.h"

struct played {
    bv_action action;
    int seat;
};

struct bivouac_record {
    const struct bv_terms *terms; /* the caller's, or `own` */
    struct bv_terms own;
    union bv_tables tables;
    struct bv_record head;
    char outside[sizeof((struct bv_record *)0)->result]; /* a result that a table gave; "": none */
    char result[sizeof((struct bv_record *)0)->result];
    union bv_state state;
    struct bv_past past;
    struct played *played;
    uint32_t count, room;
};

/* ---- Making ---------------------------------------------------------------------------------- */

static bool note(bivouac_record *record, int seat, bv_action action)
{
    if (record->count == record->room) {
        uint32_t room = record->room ? 2 * record->room : 64;
        struct played *more = realloc(record->played, room * sizeof *more);
        if (!more) return false;
        record->played = more;
        record->room = room;
    }
    record->played[record->count++] = (struct played){action, seat};
    return true;
}

/* The words after `result `. */
static void find_result(bivouac_record *record)
{
    char line[sizeof record->result + 16];
    struct bv_out out = bv_out_into(line, sizeof line);
    bv_record_result(record->terms, &record->state, *record->outside ? record->outside : NULL,
                     &out);
    struct bv_span rest = {line, out.length - 1}; /* without its newline */
    struct bv_span word = {0};
    bv_take_part(&rest, ' ', &word);
    bv_keep(record->result, sizeof record->result, rest);
}

bivouac_record *bivouac_record_new(const bivouac_terms *terms, const bivouac_state *start,
                                   bivouac_error *error)
{
    bivouac_record *record = calloc(1, sizeof *record);
    if (!record) {
        refuse(BIVOUAC_ERROR_MEMORY, "out of memory", error);
        return NULL;
    }
    record->terms = terms;
    terms->game->start(terms, &record->state);
    if (start && !bv_state_same(terms->game, start, &record->state)) {
        struct bv_out out = bv_out_into(record->head.position, sizeof record->head.position);
        terms->game->write(terms, start, &out);
        bv_state_copy(terms->game, &record->state, start);
    }
    find_result(record);
    return record;
}

void bivouac_record_free(bivouac_record *record)
{
    if (!record) return;
    free(record->played);
    free(record);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool read_lines(bivouac_record *record, struct bv_record_reader *reader, const char *text,
                       int *lines, struct bv_error *error)
{
    struct bv_span rest = bv_span_of(text);
    struct bv_span line = {0};
    while (bv_take_part(&rest, '\n', &line)) {
        ++*lines;
        enum bv_record_step step = bv_record_line(reader, line, error);
        if (step == BV_RECORD_BAD) return false;
        if (step == BV_RECORD_PLAYED && !note(record, reader->last_seat, reader->last_action))
            return bv_error_set(error, "out of memory");
    }
    ++*lines; /* an error about something missing names the next line */
    return bv_record_complete(reader, error);
}

static void take_over(bivouac_record *record, const struct bv_record_reader *reader)
{
    record->head = reader->record;
    record->past = reader->past;
    record->terms = &record->own;
    /* The board's text must outlive the reader. */
    if (record->head.own_board) record->own.board_text = record->head.board_text;
    bool by_table = !bv_is_over(&record->own, &record->state);
    if (by_table && !bv_equal(reader->record.result, "*"))
        bv_copy(record->outside, reader->record.result, sizeof record->outside);
    find_result(record);
}

bivouac_record *bivouac_record_read(const char *text, bivouac_error *error)
{
    bivouac_record *record = calloc(1, sizeof *record);
    struct bv_record_reader *reader = calloc(1, sizeof *reader);
    struct bv_error reason;
    int lines = 0;
    bool good = record && reader;
    if (!good) refuse(BIVOUAC_ERROR_MEMORY, "out of memory", error);
    if (good) {
        bv_record_begin(reader, &record->own, &record->tables, &record->state);
        good = read_lines(record, reader, text, &lines, &reason);
        if (!good) {
            struct bv_error named;
            bv_error_setf(&named, "line %d: %s", lines, reason.text);
            refuse(BIVOUAC_ERROR_RECORD, named.text, error);
        }
    }
    if (good) take_over(record, reader);
    free(reader);
    if (good) return record;
    bivouac_record_free(record);
    return NULL;
}

/* ---- Writing --------------------------------------------------------------------------------- */

size_t bivouac_record_write(const bivouac_record *record, char *buffer, size_t size)
{
    char nowhere[1];
    struct bv_out out = text_into(buffer, size, nowhere);
    const struct bv_terms *terms = record->terms;
    bv_record_head(terms, &record->head, &out);
    for (uint32_t i = 0; i < record->count; i++)
        bv_record_token(terms, record->played[i].seat, record->played[i].action, &out);
    bv_record_result(terms, &record->state, *record->outside ? record->outside : NULL, &out);
    return text_length(&out);
}

/* ---- What is in it --------------------------------------------------------------------------- */

const bivouac_terms *bivouac_record_terms(const bivouac_record *record)
{
    return record->terms;
}

static bool has_seat(const bivouac_record *record, int seat)
{
    return seat >= 0 && seat < record->terms->form->seats;
}

const char *bivouac_record_player(const bivouac_record *record, int seat)
{
    return has_seat(record, seat) ? record->head.player[seat] : NULL;
}

bool bivouac_record_name(bivouac_record *record, int seat, const char *name, bivouac_error *error)
{
    if (!has_seat(record, seat)) return refuse(BIVOUAC_ERROR_SEAT, "there is no such seat", error);
    size_t length = bv_length(name);
    bool printable = length <= BV_PLAYER_MAX;
    for (size_t i = 0; i < length && printable; i++)
        printable = (unsigned char)name[i] >= ' ' && name[i] != 0x7f;
    if (!printable)
        return refuse(BIVOUAC_ERROR_RANGE,
                      "a player's name has at most 255 bytes and no control characters", error);
    return bv_copy_text(record->head.player[seat], sizeof record->head.player[seat], name);
}

bool bivouac_record_play(bivouac_record *record, int seat, bivouac_action action,
                         bivouac_error *error)
{
    /* Room first: what was played is also noted. */
    if (record->count == BV_RECORD_TOKENS_MAX)
        return refuse(BIVOUAC_ERROR_RANGE, "a record has at most a million actions", error);
    if (!note(record, seat, action)) return refuse(BIVOUAC_ERROR_MEMORY, "out of memory", error);
    record->count--;
    if (!bivouac_state_play(record->terms, &record->state, seat, action, &record->past, error))
        return false;
    record->head.tokens = (int)++record->count;
    record->outside[0] = '\0';
    find_result(record);
    return true;
}

uint32_t bivouac_record_length(const bivouac_record *record)
{
    return record->count;
}

bool bivouac_record_action(const bivouac_record *record, uint32_t at, int *seat,
                           bivouac_action *action)
{
    if (at >= record->count) return false;
    *seat = record->played[at].seat;
    *action = record->played[at].action;
    return true;
}

void bivouac_record_start(const bivouac_record *record, bivouac_state *state)
{
    const char *position = record->head.position;
    bivouac_state_start(record->terms, state);
    if (*position) bivouac_state_read(record->terms, position, state, NULL);
}

const bivouac_state *bivouac_record_state(const bivouac_record *record)
{
    return &record->state;
}

const char *bivouac_record_result(const bivouac_record *record)
{
    return record->result;
}
