/* bivouac puzzles: makes puzzles from self-play, and checks those of a file. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/puzzles.h"
#include "contest/harvest.h"

enum { COUNT = 36, GAMES_FOR_EACH = 5, FILE_MAX = 4 << 20 };

/* ---- Making --------------------------------------------------------------------------------------------------- */

static void tell_progress(uint32_t played, uint32_t found)
{
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%u games, %u puzzles ", played, found);
}

static int make(const struct options *options)
{
    struct session *session = open_session(options);
    if (!session) return EXIT_FAILED;
    uint32_t count = options->count ? options->count : COUNT;
    struct bv_harvest harvest = {
        .terms = &session->terms,
        .games = options->games ? options->games : GAMES_FOR_EACH * count,
        .seed = options->has_seed ? options->seed : 1,
        .tell = tell_progress,
    };
    int code = EXIT_DONE;
    if (!bv_harvest(&harvest)) {
        code = complain(EXIT_FAILED, "out of memory");
    } else {
        uint32_t chosen = bv_harvest_choose(&harvest, count);
        if (isatty(STDERR_FILENO)) fputs("\r\x1b[K", stderr);
        if (chosen < count)
            code = complain(EXIT_FAILED, "%u games gave %u puzzles; --games N plays more",
                            harvest.games, chosen);
        print_puzzles(&session->terms, &harvest, chosen, count);
    }
    free(harvest.puzzle);
    close_session(session);
    return code;
}

/* ---- Checking --------------------------------------------------------------------------------------------------- */

struct checking {
    const struct options *options;
    uint32_t count, good, searched;
};

/* Of so many puzzles a sample spread evenly over the file is searched; the rest only has to follow the rules. */
static bool is_in_sample(const struct options *options, uint32_t at, uint32_t count)
{
    if (!options->has_sample || options->sample >= count) return true;
    return (uint64_t)at * options->sample / count != (uint64_t)(at + 1) * options->sample / count;
}

static void check_one(struct checking *checking, struct puzzle_file *file, uint32_t at)
{
    struct bv_error error;
    struct bv_puzzle puzzle;
    const struct bv_terms *terms = NULL;
    checking->count++;
    if (!read_puzzle(file, at, &terms, &puzzle, &error)) {
        complain(EXIT_FAILED, "%s: puzzle %u: %s", file->path, at + 1, error.text);
        return;
    }
    if (is_in_sample(checking->options, at, file->count)) {
        struct bv_setter *setter = bv_setter_open(terms);
        bool holds = setter && bv_puzzle_holds(setter, &puzzle, (uint32_t)checking->options->nodes);
        bv_setter_close(setter);
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
        return complain(EXIT_MISUSED, "say which game, or --check FILE; see 'bivouac puzzles "
                                      "--help'");
    if (options->operands)
        return complain(EXIT_MISUSED, "'%s' is one word too many", options->operand[0]);
    return make(options);
}

const struct command command_puzzles = {
    .name = "puzzles",
    .usage = "GAME [--count N] [--games N] [--seed N] | --check FILE... [--sample N] [--nodes N]",
    .summary = {"Fait des problèmes à partir de parties jouées seul, ou en vérifie.",
                "Makes puzzles from self-play, or checks them."},
    .help =
        {"Écrit en JSON des positions où un coup se détache : gagner, sauver, le meilleur coup, "
         "le\n"
         "meilleur tir. Tous les coups légaux sont examinés ; les autres sont moins bons d'une "
         "marge\n"
         "nette. La même commande écrit toujours les mêmes octets.\n"
         "  --count N   combien (36)              --games N   parties jouées (5 par problème)\n"
         "  --seed N, --set lecture=valeur, --seats K, --board FICHIER\n"
         "  --check     relit des fichiers : tous les coups sont légaux, et la recherche retrouve "
         "chaque\n"
         "              solution ; --sample N : N problèmes par fichier seulement (0 : les règles "
         "seules),\n"
         "              --nodes N : avec un autre soin que celui qui les a faits",
         "Writes as JSON positions in which one choice stands out: win, save, best move, best "
         "shot.\n"
         "Every legal choice is looked at; the others are worse by a clear margin. The same "
         "command\n"
         "always writes the same bytes.\n"
         "  --count N   how many (36)             --games N   games played (5 for each puzzle)\n"
         "  --seed N, --set reading=value, --seats K, --board FILE\n"
         "  --check     reads files again: every token is legal, and search finds each solution;\n"
         "              --sample N: only N puzzles of a file (0: the rules alone), --nodes N: "
         "with\n"
         "              other care than made them"},
    .takes = TAKES_GAME | GAME_OPTIONAL | TAKES_SEED | TAKES_CONTEST | TAKES_CHECK | TAKES_NODES |
             TAKES_PUZZLES | TAKES_LANGUAGE,
    .run = run,
};
