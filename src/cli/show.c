/* bivouac show: a position, drawn. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/record.h"

struct record_context {
    struct bv_record_reader reader;
    struct session *session;
    int played;
    int stop; /* -1: at the end */
    union bv_state wanted;
    bool found;
};

static bool read_record_line(void *context, struct bv_span line, struct bv_error *error)
{
    struct record_context *c = context;
    enum bv_record_step step = bv_record_line(&c->reader, line, error);
    if (step == BV_RECORD_BAD) return false;
    c->played += step == BV_RECORD_PLAYED;
    bool reached = c->stop < 0 ? step == BV_RECORD_DONE : c->played == c->stop;
    bool has_state = step == BV_RECORD_READY || step == BV_RECORD_PLAYED || step == BV_RECORD_DONE;
    if (reached && has_state && !c->found) {
        bv_state_copy(c->session->terms.game, &c->wanted, &c->session->state);
        c->found = true;
    }
    return true;
}

/* The position of a record after --at tokens, or at its end. The whole record is checked all the same. */
static struct session *open_record(const struct options *options)
{
    struct bv_error error = {""};
    int lines = 0;
    struct session *session = calloc(1, sizeof *session);
    struct record_context *c = calloc(1, sizeof *c);
    bool good = session && c;
    if (good) {
        c->session = session;
        c->stop = options->at;
        bv_record_begin(&c->reader, &session->terms, &session->tables, &session->state);
        good = read_lines(options->record, read_record_line, c, &lines);
        if (good && !bv_record_complete(&c->reader, &error)) {
            complain(EXIT_FAILED, "%s:%d: %s", options->record, lines, error.text);
            good = false;
        } else if (good && !c->found) {
            complain(EXIT_FAILED, "the record has only %d tokens", c->played);
            good = false;
        }
    }
    if (good) bv_state_copy(session->terms.game, &session->state, &c->wanted);
    free(c);
    if (good) return session;
    close_session(session);
    return NULL;
}

static int print_view(struct session *session, const struct options *options)
{
    union bv_state view;
    bv_state_copy(session->terms.game, &view, &session->state);
    if (options->seat) {
        int seat = strcmp(options->seat, "watcher") == 0
                       ? BV_WATCHER
                       : bv_seat_named(&session->terms, bv_span_of(options->seat));
        if (seat < 0 || seat == BV_CHANCE)
            return complain(EXIT_MISUSED, "there is no seat '%s' in this game", options->seat);
        bv_view(&session->terms, &session->state, seat, &view);
    }
    if (!options->text) print_position(session, &view, options);
    print_position_line(session, &view);
    return EXIT_DONE;
}

static int run(const struct options *options)
{
    if (!options->record && !options->has_game)
        return complain(EXIT_MISUSED, "say which GAME, or --record FILE");
    struct session *session = options->record ? open_record(options) : open_played_session(options);
    if (!session) return EXIT_FAILED;
    int code = print_view(session, options);
    close_session(session);
    return code;
}

const struct command command_show = {
    .name = "show",
    .usage = "GAME [--position TEXT] [TOKEN...] | --record FILE [--at N]",
    .summary = {"Dessine une position, et l'écrit en une ligne.",
                "Draws a position, and writes it as one line."},
    .help =
        {"TOKEN... sont joués depuis le début ou depuis --position ; « - » les lit sur l'entrée\n"
         "standard, un par ligne. Où plusieurs peuvent jouer, écrire PLACE:COUP.\n"
         "  --seat PLACE   ce que cette place sait (watcher : un spectateur)\n"
         "  --text         la ligne seulement\n"
         "  --ascii        sans couleur ni Unicode ; --colour, --no-colour\n"
         "  --set lecture=valeur, --seats K, --board FICHIER",
         "TOKENs are played from the start or from --position; '-' reads them from standard\n"
         "input, one a line. Where several may act, write SEAT:TOKEN.\n"
         "  --seat SEAT    what that seat knows (watcher: a watcher)\n"
         "  --text         only the line\n"
         "  --ascii        no colour, no Unicode; --colour, --no-colour\n"
         "  --set reading=value, --seats K, --board FILE"},
    .takes = TAKES_GAME | GAME_OPTIONAL | TAKES_POSITION | TAKES_SEAT | TAKES_LOOKS | TAKES_TEXT |
             TAKES_RECORD,
    .run = run,
};
