/* bivouac perft: counts the sequences of so many tokens. */
#include <stdlib.h>

#include "cli/cli.h"
#include "search/perft.h"

static bool divides;

static const struct command_option own_options[] = {
    OPTION_FLAG("--divide", divides, "le compte après chaque premier coup",
                "the count after each first token"),
    {0},
};

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

static int run(void)
{
    int depth = 0;
    if (!bv_number_of(bv_span_of(common.operand[0]), 1, PERFT_DEEPEST, &depth))
        return complain(EXIT_MISUSED, "perft needs a GAME and a DEPTH from 1 to %d", PERFT_DEEPEST);
    struct session *session = open_played_game(1);
    struct perft *scratch = malloc(sizeof *scratch);
    if (session && scratch) {
        if (divides) divide(session, scratch, depth);
        printf("%llu\n", (unsigned long long)perft_count(scratch, &session->terms, &session->state,
                                                         &session->past, depth));
    }
    bool good = session && scratch;
    free(scratch);
    free(session);
    return good ? EXIT_DONE : EXIT_FAILED;
}

const struct command command_perft = {
    .name = "perft",
    .operands = {"JEU PROFONDEUR [COUP...]", "GAME DEPTH [TOKEN...]"},
    .summary = {"Compte les suites possibles de PROFONDEUR coups.",
                "Counts the possible sequences of DEPTH tokens."},
    .help = {"Chaque issue du sort et chaque coup de chaque place comptent pour un.",
             "Every outcome of chance and every token of every seat is one edge."},
    .game = GAME_FIRST,
    .least = 1,
    .most = OPERANDS_MANY,
    .options = {own_options, position_options, game_options},
    .run = run,
};
