/* bivouac perft: counts the sequences of so many tokens. */
#include <stdlib.h>

#include "cli/cli.h"
#include "search/perft.h"

static void divide(struct session *session, struct perft *scratch, int depth)
{
    struct bv_menu *menu = &session->menu;
    for (bv_seats acting = session->terms.game->to_act(&session->terms, &session->state); acting;
         acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        bv_menu_make(&session->terms, &session->state, seat, menu);
        for (uint32_t i = 0; i < menu->count; i++) {
            union bv_state next;
            struct bv_past past;
            bv_past_copy(&past, &session->past);
            bv_state_copy(session->terms.game, &next, &session->state);
            bv_apply(&session->terms, &next, seat, menu->item[i].action, &past);
            printf(
                "%s %s %llu\n", bv_seat_name(&session->terms, seat), bv_menu_token(menu, i),
                (unsigned long long)perft_count(scratch, &session->terms, &next, &past, depth - 1));
        }
    }
}

static int run(const struct options *options)
{
    int depth = 0;
    if (options->operands < 1 ||
        !bv_number_of(bv_span_of(options->operand[0]), 1, PERFT_DEEPEST, &depth))
        return complain(EXIT_MISUSED, "perft needs a GAME and a DEPTH from 1 to %d", PERFT_DEEPEST);
    struct options rest = *options;
    rest.operand++;
    rest.operands--;
    struct session *session = open_played_session(&rest);
    struct perft *scratch = malloc(sizeof *scratch);
    if (session && scratch) {
        if (options->divide) divide(session, scratch, depth);
        printf("%llu\n", (unsigned long long)perft_count(scratch, &session->terms, &session->state,
                                                         &session->past, depth));
    }
    bool good = session && scratch;
    free(scratch);
    close_session(session);
    return good ? EXIT_DONE : EXIT_FAILED;
}

const struct command command_perft = {
    .name = "perft",
    .usage = "GAME DEPTH [--divide] [--position TEXT] [TOKEN...]",
    .summary = {"Compte les suites possibles de DEPTH coups.",
                "Counts the possible sequences of DEPTH tokens."},
    .help = {"Chaque issue du sort et chaque coup de chaque place comptent pour un.\n"
             "  --divide   le compte après chaque premier coup",
             "Every outcome of chance and every token of every seat is one edge.\n"
             "  --divide   the count after each first token"},
    .takes = TAKES_GAME | TAKES_POSITION | TAKES_DIVIDE,
    .run = run,
};
