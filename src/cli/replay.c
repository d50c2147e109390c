/* bivouac replay: replays a transcript or a record and checks it line by line. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/record.h"
#include "core/transcript.h"

static bool quiet;

static const struct command_option own_options[] = {
    OPTION_FLAG("--check", quiet, "sans dessiner la position finale",
                "without drawing the final position"),
    {0},
};

/* The first line of a file shows which of the two it is. */
struct replaying {
    struct session *session;
    struct bv_replay *transcript;
    struct bv_record_reader *record;
    int lines;
    int tokens;
};

static bool begin_transcript(struct replaying *r, struct bv_span line, struct bv_error *error)
{
    struct bv_request request = common.request;
    r->transcript = malloc(sizeof *r->transcript);
    if (!r->transcript) return bv_error_set(error, "out of memory");
    if (!bv_replay_header(line, &request, error) ||
        !bv_terms_make(&request, &r->session->terms, &r->session->tables, error))
        return false;
    char header[256];
    struct bv_out out = bv_out_into(header, sizeof header);
    bv_transcript_header(&r->session->terms, &out);
    if (!bv_span_is(line, header)) return bv_error_setf(error, "expected '%s'", header);
    bv_replay_begin(r->transcript, &r->session->terms, &r->session->state);
    return true;
}

static bool begin(struct replaying *r, struct bv_span line, struct bv_error *error)
{
    struct bv_span rest = line;
    struct bv_span word = {0};
    bv_take_word(&rest, &word);
    if (!bv_span_is(word, "bivouac")) return begin_transcript(r, line, error);
    r->record = malloc(sizeof *r->record);
    if (!r->record) return bv_error_set(error, "out of memory");
    bv_record_begin(r->record, &r->session->terms, &r->session->tables, &r->session->state);
    return bv_record_line(r->record, line, error) != BV_RECORD_BAD;
}

static bool read_line(void *context, struct bv_span line, struct bv_error *error)
{
    struct replaying *r = context;
    if (r->lines++ == 0) return begin(r, line, error);
    if (r->transcript) {
        r->tokens += line.length && line.text[0] == '>';
        return bv_replay_line(r->transcript, line, error);
    }
    enum bv_record_step step = bv_record_line(r->record, line, error);
    r->tokens += step == BV_RECORD_PLAYED;
    return step != BV_RECORD_BAD;
}

static bool ends_well(const struct replaying *r, struct bv_error *error)
{
    if (r->transcript) return bv_replay_end(r->transcript, error);
    if (r->record) return bv_record_complete(r->record, error);
    return bv_error_set(error, "the file is empty");
}

static void print_outcome(struct replaying *r, const char *path)
{
    char result[128];
    struct bv_out out = bv_out_into(result, sizeof result);
    if (r->record)
        bv_put(&out, r->record->record.result);
    else
        bv_transcript_result(&r->session->terms, &r->session->state, &out);
    if (!quiet) print_position(&r->session->terms, &r->session->state, BV_WATCHER);
    printf("%s: %s, %d tokens, %s\n", path, r->session->terms.game->id, r->tokens, result);
}

static int replay(const char *path)
{
    struct replaying r = {0};
    struct bv_error error = {""};
    int lines = 0;
    r.session = calloc(1, sizeof *r.session);
    bool good = r.session && read_lines(path, read_line, &r, &lines);
    if (good && !ends_well(&r, &error)) {
        complain(EXIT_FAILED, "%s:%d: %s", path, lines + 1, error.text);
        good = false;
    }
    if (good) print_outcome(&r, path);
    free(r.transcript);
    free(r.record);
    free(r.session);
    return good ? EXIT_DONE : EXIT_FAILED;
}

static int run(void)
{
    return run_each(replay, 0);
}

const struct command command_replay = {
    .name = "replay",
    .operands = {"FICHIER...", "FILE..."},
    .summary = {"Rejoue et vérifie un procès-verbal ou un enregistrement, ligne par ligne.",
                "Plays a transcript or a record again and checks it, line by line."},
    .help = {"À la première différence, dit le fichier, la ligne et la raison, et finit avec le\n"
             "code 1. « - » est l'entrée standard.",
             "At the first difference it names file, line and reason, and exits with 1. '-' is\n"
             "standard input."},
    .least = 1,
    .most = OPERANDS_MANY,
    .offer = offer_files,
    .options = {own_options, board_options, look_options},
    .run = run,
};
