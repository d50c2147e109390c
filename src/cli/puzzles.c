/* bivouac puzzles: makes puzzles from self-play, and checks those of a file. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/puzzles.h"
#include "match/puzzle_search.h"

enum { GAMES_FOR_EACH = 5 };

static int64_t count = 36;
static int64_t games; /* 0: so many for each puzzle */
static bool checks;
static int64_t sample = -1; /* all */
static int64_t nodes;

static const struct command_option own_options[] = {
    OPTION_NUMBER("--count", count, 1, 10000, "le nombre de problèmes (36)",
                  "the number of puzzles (36)"),
    OPTION_NUMBER("--games", games, 1, 1000000, "parties jouées (5 par problème)",
                  "games played (5 for each puzzle)"),
    OPTION_FLAG("--check", checks,
                "relit des fichiers : les coups sont légaux, et la recherche retrouve la solution",
                "reads files again: every token is legal, and search finds each solution"),
    OPTION_NUMBER("--sample", sample, 0, 10000,
                  "ne cherche que N problèmes par fichier (0 : les règles seules)",
                  "searches only N puzzles of each file (0: the rules alone)"),
    OPTION_NUMBER("--nodes", nodes, 1, 1000000000000, "nœuds par question, pour --check",
                  "nodes a question, for --check"),
    {0},
};

/* ---- Making ---------------------------------------------------------------------------------- */

static void tell_progress(uint32_t played, uint32_t found)
{
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%u games, %u puzzles ", played, found);
}

static int make(void)
{
    struct session *session = open_game(&common.request);
    if (!session) return EXIT_FAILED;
    struct puzzle_search search = {
        .terms = &session->terms,
        .games = (uint32_t)(games ? games : GAMES_FOR_EACH * count),
        .seed = common.seed,
        .tell = tell_progress,
    };
    int code = EXIT_DONE;
    if (!puzzle_search_run(&search)) {
        code = complain(EXIT_FAILED, "out of memory");
    } else {
        uint32_t chosen = puzzle_search_choose(&search, (uint32_t)count);
        if (isatty(STDERR_FILENO)) fputs("\r\x1b[K", stderr);
        if (chosen < count)
            code = complain(EXIT_FAILED, "%u games gave %u puzzles; --games N plays more",
                            search.games, chosen);
        print_puzzles(&session->terms, &search, chosen, (uint32_t)count);
    }
    free(search.puzzle);
    free(session);
    return code;
}

/* ---- Checking -------------------------------------------------------------------------------- */

struct checking {
    uint32_t count, good, searched;
};

/* Only a sample, spread evenly over the file, is searched; the rest only has to follow the rules.
 * */
static bool is_in_sample(int64_t at, int64_t all)
{
    return sample < 0 || sample >= all || at * sample / all != (at + 1) * sample / all;
}

static void check_one(struct checking *checking, struct puzzle_file *file, uint32_t at)
{
    struct bv_error error;
    struct puzzle puzzle;
    const struct bv_terms *terms = NULL;
    checking->count++;
    if (!read_puzzle(file, at, &terms, &puzzle, &error)) {
        complain(EXIT_FAILED, "%s: puzzle %u: %s", file->path, at + 1, error.text);
        return;
    }
    if (is_in_sample(at, file->count)) {
        struct puzzle_setter *setter = puzzle_setter_open(terms);
        bool holds = setter && puzzle_holds(setter, &puzzle, (uint32_t)nodes);
        puzzle_setter_close(setter);
        checking->searched++;
        if (!holds) {
            complain(EXIT_FAILED, "%s: puzzle %u: its solution does not stand out", file->path,
                     at + 1);
            return;
        }
    }
    checking->good++;
}

static int check(int operands, char **operand)
{
    struct checking checking = {0};
    if (operands < 1)
        return complain(EXIT_MISUSED, "--check needs a file; see 'bivouac puzzles --help'");
    for (int i = 0; i < operands; i++) {
        struct puzzle_file *file = open_puzzle_file(operand[i]);
        if (!file) return EXIT_FAILED;
        for (uint32_t at = 0; at < file->count; at++) check_one(&checking, file, at);
        close_puzzle_file(file);
    }
    printf(SAY("%u problèmes, %u bons (%u par la recherche)\n",
               "%u puzzles, %u good (%u by search)\n"),
           checking.count, checking.good, checking.searched);
    return checking.good == checking.count ? EXIT_DONE : EXIT_FAILED;
}

static int run(int operands, char **operand)
{
    if (checks) return check(operands, operand);
    if (!common.request.game)
        return complain(EXIT_MISUSED, "name a game, or --check FILE; see 'bivouac puzzles "
                                      "--help'");
    if (operands) return complain(EXIT_MISUSED, "'%s' is one argument too many", operand[0]);
    return make();
}

const struct command command_puzzles = {
    .name = "puzzles",
    .operands = {"JEU | --check FICHIER...", "GAME | --check FILE..."},
    .summary = {"Crée des problèmes en jouant contre soi-même, ou en vérifie.",
                "Makes puzzles from self-play, or checks them."},
    .help =
        {"Écrit en JSON des positions où un coup se détache : gagner, sauver, le meilleur coup, "
         "le\n"
         "meilleur tir. Tous les coups légaux sont examinés ; les autres sont nettement moins\n"
         "bons. La même commande écrit toujours les mêmes octets.",
         "Writes as JSON positions in which one choice stands out: win, save, best move, best\n"
         "shot. Every legal choice is examined; the others are clearly worse. The same command\n"
         "always writes the same bytes."},
    .game = GAME_OPTIONAL,
    .most = OPERANDS_MANY,
    .offer = offer_files,
    .options = {own_options, seed_options, language_options, game_options},
    .run = run,
};
