/* bivouac perft: how many ways there are to play so many tokens. */
#include <stdlib.h>

#include "cli/cli.h"

enum { DEEPEST = 12 };

/* One list per depth: the actions of the seat being expanded. */
struct tree {
    const struct bv_terms *terms;
    bv_action list[DEEPEST][BV_LIST_MAX];
};

static uint32_t edges(const struct bv_terms *terms, const union bv_state *state, int seat,
                      bv_action *list)
{
    if (seat != BV_CHANCE) return terms->game->legal(terms, state, seat, list);
    struct bv_outcome outcome[BV_CHANCE_MAX];
    uint32_t count = terms->game->chance(terms, state, outcome);
    for (uint32_t i = 0; i < count; i++) list[i] = outcome[i].action;
    return count;
}

static uint64_t count(struct tree *tree, const union bv_state *state, struct bv_past *past,
                      int depth)
{
    const struct bv_terms *terms = tree->terms;
    uint64_t leaves = 0;
    if (depth == 0) return 1;
    for (bv_seats acting = terms->game->to_act(terms, state); acting; acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        bv_action *list = tree->list[depth - 1];
        uint32_t number = edges(terms, state, seat, list);
        for (uint32_t i = 0; i < number && depth > 1; i++) {
            union bv_state next;
            uint32_t before = past->count;
            uint64_t overwritten = past->key[before % BV_PAST_MAX];
            bv_state_copy(terms->game, &next, state);
            bv_apply(terms, &next, seat, list[i], past);
            leaves += count(tree, &next, past, depth - 1);
            past->count = before;
            past->key[before % BV_PAST_MAX] = overwritten;
        }
        if (depth == 1) leaves += number;
    }
    return leaves;
}

static void divide(struct session *session, struct tree *tree, int depth)
{
    struct bv_menu *menu = &session->menu;
    for (bv_seats acting = session->terms.game->to_act(&session->terms, &session->state); acting;
         acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        bv_menu_make(&session->terms, &session->state, seat, menu);
        for (uint32_t i = 0; i < menu->count; i++) {
            union bv_state next;
            struct bv_past past = session->past;
            bv_state_copy(session->terms.game, &next, &session->state);
            bv_apply(&session->terms, &next, seat, menu->item[i].action, &past);
            printf("%s %s %llu\n", bv_seat_name(&session->terms, seat), bv_menu_token(menu, i),
                   (unsigned long long)count(tree, &next, &past, depth - 1));
        }
    }
}

static int run(const struct options *options)
{
    int depth = 0;
    if (options->operands < 1 || !bv_number_of(bv_span_of(options->operand[0]), 1, DEEPEST, &depth))
        return complain(EXIT_MISUSED, "perft needs a GAME and a DEPTH from 1 to %d", DEEPEST);
    struct options rest = *options;
    rest.operand++;
    rest.operands--;
    struct session *session = open_played_session(&rest);
    struct tree *tree = malloc(sizeof *tree);
    if (session && tree) {
        tree->terms = &session->terms;
        if (options->divide) divide(session, tree, depth);
        printf("%llu\n", (unsigned long long)count(tree, &session->state, &session->past, depth));
    }
    bool good = session && tree;
    free(tree);
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
