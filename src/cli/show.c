/* bivouac show: a position, drawn. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "play/local_game.h"

static const char *record;
static int64_t at = -1; /* the end */
static bool text_only;

static const struct command_option own_options[] = {
    OPTION_TEXT("--record", "FICHIER", "FILE", record, offer_files,
                "la position à la fin d'une partie enregistrée, au lieu de celle d'un JEU",
                "the position at the end of a recorded game, instead of that of a GAME"),
    OPTION_NUMBER("--at", at, 0, 1000000, "celle d'après les N premiers coups",
                  "that after the first N tokens"),
    OPTION_FLAG("--text", text_only, "la ligne seulement", "only the line"),
    {0},
};

/* `To act: SEAT, SEAT`, or how the game ended. */
static void print_turn(const struct bv_terms *terms, const union bv_state *view)
{
    char line[512];
    struct bv_out out = bv_out_into(line, sizeof line);
    bv_seats acting = terms->game->to_act(terms, view);
    if (!acting) put_result(terms, view, language_is_french(), &out);
    for (bv_seats left = acting; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        bv_put(&out, left == acting ? SAY("À jouer : ", "To act: ") : ", ");
        bv_put(&out,
               seat == BV_CHANCE ? SAY("le sort", "chance") : say(terms->form->seat[seat].title));
    }
    puts(line);
}

static int print_view(const struct session *session)
{
    const struct bv_terms *terms = &session->terms;
    char line[BV_POSITION_MAX];
    union bv_state view;
    bv_seats acting = terms->game->to_act(terms, &session->state);
    int seat = acting ? __builtin_ctz(acting) : BV_WATCHER;
    bv_state_copy(terms->game, &view, &session->state);
    if (common.seat) {
        seat = strcmp(common.seat, "watcher") == 0 ? BV_WATCHER
                                                   : bv_seat_named(terms, bv_span_of(common.seat));
        if (seat < 0 || seat == BV_CHANCE)
            return complain(EXIT_MISUSED, "there is no seat '%s' in this game", common.seat);
        bv_view(terms, &session->state, seat, &view);
    }
    if (!text_only) {
        print_position(terms, &view, seat);
        print_turn(terms, &view);
    }
    struct bv_out out = bv_out_into(line, sizeof line);
    terms->game->write(terms, &view, &out);
    puts(line);
    return EXIT_DONE;
}

/* The position of a record after --at tokens, or at its end. The whole record is checked in any
 * case. */
static int show_record(void)
{
    struct bv_error error;
    struct saved_game *saved = read_saved_game(record, &error);
    if (!saved) return complain(EXIT_FAILED, "%s", error.text);
    int code = EXIT_DONE;
    if (at > (int64_t)saved->history.count)
        code = complain(EXIT_FAILED, "the record has only %zu tokens", saved->history.count);
    else if (at >= 0)
        rewind_saved_game(saved, (size_t)at);
    if (code == EXIT_DONE) code = print_view(saved->session);
    close_saved_game(saved);
    return code;
}

static int run(void)
{
    if (record) return show_record();
    if (!common.request.game) return complain(EXIT_MISUSED, "name a GAME, or --record FILE");
    struct session *session = open_played_game(0);
    if (!session) return EXIT_FAILED;
    int code = print_view(session);
    free(session);
    return code;
}

const struct command command_show = {
    .name = "show",
    .operands = {"JEU [COUP...] | --record FICHIER", "GAME [TOKEN...] | --record FILE"},
    .summary = {"Dessine une position, et l'écrit en une ligne.",
                "Draws a position, and writes it as one line."},
    .help =
        {"Dit aussi qui doit jouer, ou comment la partie a fini.\n"
         "Les COUPS sont joués depuis le début ou depuis --position ; « - » les lit sur\n"
         "l'entrée standard, un par ligne. Si plusieurs places peuvent jouer, écrire PLACE:COUP.",
         "Also says who is to act, or how the game ended.\n"
         "TOKENs are played from the start or from --position; '-' reads them from standard\n"
         "input, one a line. If several seats may act, write SEAT:TOKEN."},
    .game = GAME_OPTIONAL,
    .most = OPERANDS_MANY,
    .options = {own_options, position_options, seat_options, look_options, game_options},
    .run = run,
};
