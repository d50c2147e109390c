/* bivouac board: checks, lists and prints board files. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/board.h"

static int check(const char *path)
{
    static union bv_tables tables;
    struct bv_board board;
    struct bv_error error = {""};
    char *text = read_whole_file(path, BV_BOARD_TEXT_MAX);
    if (!text) return EXIT_FAILED;
    struct bv_error unknown = {""};
    const struct bv_game *game = NULL;
    bool good = bv_board_split(path, bv_span_of(text), &board, &error);
    if (good && !(game = bv_game_find(board.game, &unknown)))
        good = bv_board_fail(&board, 1, unknown.text, &error);
    good = good && game->load(&board, &tables, &error);
    if (good)
        printf(SAY("%s : plateau valable de %s, « %.*s »\n", "%s: a valid board of %s, '%.*s'\n"),
               path, game->id, (int)board.name.length, board.name.text);
    else
        complain(EXIT_FAILED, "%s", error.text);
    free(text);
    return good ? EXIT_DONE : EXIT_FAILED;
}

static int print_builtin(const char *game, const char *name)
{
    for (size_t i = 0; i < bv_builtin_board_count; i++) {
        const struct bv_builtin_board *board = &bv_builtin_boards[i];
        if (strcmp(board->game, game) == 0 && strcmp(board->name, name) == 0) {
            fputs(board->text, stdout);
            return EXIT_DONE;
        }
    }
    return complain(EXIT_FAILED, "%s has no board '%s'; see 'bivouac board list'", game, name);
}

static void offer_operands(const struct completion *line)
{
    if (line->operands == 0)
        offer_words("check list print");
    else if (strcmp(line->first, "check") == 0)
        offer_files(line);
    else if (strcmp(line->first, "print") == 0 && line->operands == 1)
        offer_games(line);
    for (size_t i = 0; line->operands == 2 && line->game && i < bv_builtin_board_count; i++)
        if (strcmp(bv_builtin_boards[i].game, line->game->id) == 0) puts(bv_builtin_boards[i].name);
}

static int run(void)
{
    const char *verb = common.operand[0];
    if (strcmp(verb, "list") == 0 && common.operands == 1) {
        for (size_t i = 0; i < bv_builtin_board_count; i++)
            printf("%s %s\n", bv_builtin_boards[i].game, bv_builtin_boards[i].name);
        return EXIT_DONE;
    }
    if (strcmp(verb, "print") == 0 && common.operands == 3)
        return print_builtin(common.operand[1], common.operand[2]);
    if (strcmp(verb, "check") != 0 || common.operands < 2)
        return complain(EXIT_MISUSED, "bivouac board %s", say(command_board.operands));
    return run_each(check, 1);
}

const struct command command_board = {
    .name = "board",
    .operands = {"check FICHIER... | list | print JEU NOM",
                 "check FILE... | list | print GAME NAME"},
    .summary = {"Vérifie un fichier de plateau ; montre ceux qui sont fournis.",
                "Checks a board file; shows the built-in ones."},
    .help = {"Qui possède la boîte peut corriger un plateau : « board print » l'écrit, un éditeur\n"
             "le change, « board check » le vérifie, --board joue dessus. Voir docs/boards.md.",
             "If you own the box, you can correct a board: 'board print' writes it, an editor\n"
             "changes it, 'board check' checks it, --board plays on it. See docs/boards.md."},
    .least = 1,
    .most = OPERANDS_MANY,
    .offer = offer_operands,
    .run = run,
};
