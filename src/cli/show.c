/* bivouac show: a position, drawn. */
#include <string.h>

#include "cli/archive.h"

static int print_view(struct session *session, const struct options *options)
{
    union bv_state view;
    bv_seats acting = session->terms.game->to_act(&session->terms, &session->state);
    int seat = acting ? __builtin_ctz(acting) : BV_WATCHER;
    bv_state_copy(session->terms.game, &view, &session->state);
    if (options->seat) {
        seat = strcmp(options->seat, "watcher") == 0
                   ? BV_WATCHER
                   : bv_seat_named(&session->terms, bv_span_of(options->seat));
        if (seat < 0 || seat == BV_CHANCE)
            return complain(EXIT_MISUSED, "there is no seat '%s' in this game", options->seat);
        bv_view(&session->terms, &session->state, seat, &view);
    }
    if (!options->text) print_position(session, &view, seat, options);
    print_position_line(session, &view);
    return EXIT_DONE;
}

/* The position of a record after --at tokens, or at its end. The whole record is checked in any
 * case. */
static int show_record(const struct options *options)
{
    struct saved_game *saved = open_saved_game(options->record);
    if (!saved) return EXIT_FAILED;
    int code = EXIT_DONE;
    if (options->at > (int)saved->history.count)
        code = complain(EXIT_FAILED, "the record has only %zu tokens", saved->history.count);
    else if (options->at >= 0)
        rewind_saved_game(saved, (size_t)options->at);
    if (code == EXIT_DONE) code = print_view(saved->session, options);
    close_saved_game(saved);
    return code;
}

static int run(const struct options *options)
{
    if (options->record) return show_record(options);
    if (!options->has_game) return complain(EXIT_MISUSED, "name a GAME, or --record FILE");
    struct session *session = open_played_session(options);
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
         "standard, un par ligne. Si plusieurs places peuvent jouer, écrire PLACE:COUP.\n"
         "  --seat PLACE   ce que cette place sait (watcher : un spectateur)\n"
         "  --text         la ligne seulement\n"
         "  --ascii        sans couleur ni Unicode ; --colour, --no-colour\n"
         "  --set option=valeur, --seats K, --board FICHIER",
         "TOKENs are played from the start or from --position; '-' reads them from standard\n"
         "input, one a line. If several seats may act, write SEAT:TOKEN.\n"
         "  --seat SEAT    what that seat knows (watcher: a watcher)\n"
         "  --text         only the line\n"
         "  --ascii        no colour, no Unicode; --colour, --no-colour\n"
         "  --set option=value, --seats K, --board FILE"},
    .takes = TAKES_GAME | GAME_OPTIONAL | TAKES_POSITION | TAKES_SEAT | TAKES_LOOKS | TAKES_TEXT |
             TAKES_RECORD,
    .run = run,
};
