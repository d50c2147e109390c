/* bivouac puzzles: makes puzzles from self-play, and checks those of a file. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/puzzles.h"
#include "match/puzzle_search.h"

enum { COUNT = 36, GAMES_FOR_EACH = 5, FILE_MAX = 4 << 20 };

/* ---- Making ---------------------------------------------------------------------------------- */

static void tell_progress(uint32_t played, uint32_t found)
{
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%u games, %u puzzles ", played, found);
}

static int make(const struct options *options)
{
    struct session *session = open_session(options);
    if (!session) return EXIT_FAILED;
    uint32_t count = options->count ? options->count : COUNT;
    struct puzzle_search search_puzzles = {
        .terms = &session->terms,
        .games = options->games ? options->games : GAMES_FOR_EACH * count,
        .seed = options->has_seed ? options->seed : 1,
        .tell = tell_progress,
    };
    int code = EXIT_DONE;
    if (!puzzle_search_run(&search_puzzles)) {
        code = complain(EXIT_FAILED, "out of memory");
    } else {
        uint32_t chosen = puzzle_search_choose(&search_puzzles, count);
        if (isatty(STDERR_FILENO)) fputs("\r\x1b[K", stderr);
        if (chosen < count)
            code = complain(EXIT_FAILED, "%u games gave %u puzzles; --games N plays more",
                            search_puzzles.games, chosen);
        print_puzzles(&session->terms, &search_puzzles, chosen, count);
    }
    free(search_puzzles.puzzle);
    close_session(session);
    return code;
}

/* ---- Checking -------------------------------------------------------------------------------- */

struct checking {
    const struct options *options;
    uint32_t count, good, searched;
};

/* Only a sample, spread evenly over the file, is searched; the rest only has to follow the rules.
 * */
static bool is_in_sample(const struct options *options, uint32_t at, uint32_t count)
{
    if (!options->has_sample || options->sample >= count) return true;
    return (uint64_t)at * options->sample / count != (uint64_t)(at + 1) * options->sample / count;
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
    if (is_in_sample(checking->options, at, file->count)) {
        struct puzzle_setter *setter = puzzle_setter_open(terms);
        bool holds = setter && puzzle_holds(setter, &puzzle, (uint32_t)checking->options->nodes);
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

static int check(const struct options *options)
{
    struct checking checking = {.options = options};
    if (options->operands < 1)
        return complain(EXIT_MISUSED, "--check needs a file; see 'bivouac puzzles --help'");
    for (int i = 0; i < options->operands; i++) {
        struct puzzle_file *file = open_puzzle_file(options->operand[i]);
        if (!file) return EXIT_FAILED;
        for (uint32_t at = 0; at < file->count; at++) check_one(&checking, file, at);
        close_puzzle_file(file);
    }
    printf(say(options, (struct bv_text){"%u problèmes, %u bons (%u par la recherche)\n",
                                         "%u puzzles, %u good (%u by search)\n"}),
           checking.count, checking.good, checking.searched);
    return checking.good == checking.count ? EXIT_DONE : EXIT_FAILED;
}

static int run(const struct options *options)
{
    if (options->check) return check(options);
    if (!options->request.game)
        return complain(EXIT_MISUSED, "name a game, or --check FILE; see 'bivouac puzzles "
                                      "--help'");
    if (options->operands)
        return complain(EXIT_MISUSED, "'%s' is one argument too many", options->operand[0]);
    return make(options);
}

const struct command command_puzzles = {
    .name = "puzzles",
    .usage = "GAME [--count N] [--games N] [--seed N] | --check FILE... [--sample N] [--nodes N]",
    .summary = {"Crée des problèmes en jouant contre soi-même, ou en vérifie.",
                "Makes puzzles from self-play, or checks them."},
    .help =
        {"Écrit en JSON des positions où un coup se détache : gagner, sauver, le meilleur coup, "
         "le\n"
         "meilleur tir. Tous les coups légaux sont examinés ; les autres sont nettement moins\n"
         "bons. La même commande écrit toujours les mêmes octets.\n"
         "  --count N   combien (36)              --games N   parties jouées (5 par problème)\n"
         "  --seed N, --set option=valeur, --seats K, --board FICHIER\n"
         "  --check     relit des fichiers : tous les coups sont légaux, et la recherche retrouve "
         "chaque\n"
         "              solution ; --sample N : N problèmes par fichier seulement (0 : les règles "
         "seules),\n"
         "              --nodes N : autant de nœuds par question qu'on veut",
         "Writes as JSON positions in which one choice stands out: win, save, best move, best "
         "shot.\n"
         "Every legal choice is examined; the others are clearly worse. The same command\n"
         "always writes the same bytes.\n"
         "  --count N   how many (36)             --games N   games played (5 for each puzzle)\n"
         "  --seed N, --set option=value, --seats K, --board FILE\n"
         "  --check     reads files again: every token is legal, and search finds each solution;\n"
         "              --sample N: only N puzzles of a file (0: the rules alone), --nodes N:\n"
         "              another number of nodes a question"},
    .takes = TAKES_GAME | GAME_OPTIONAL | TAKES_SEED | TAKES_CONTEST | TAKES_CHECK | TAKES_NODES |
             TAKES_PUZZLES | TAKES_LANGUAGE,
    .run = run,
};
