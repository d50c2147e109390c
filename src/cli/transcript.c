/* bivouac transcript: a random game, every step with all that was legal. */
#include <stdlib.h>

#include "cli/cli.h"
#include "core/transcript.h"

static bool eager;

static const struct command_option own_options[] = {
    OPTION_FLAG("--eager", eager, "joue plus souvent les coups rares",
                "plays rare kinds of token more often"),
    {0},
};

static void write_line(void *context, const char *text, size_t length)
{
    fwrite(text, 1, length, context);
}

static int run(void)
{
    if (!common.has_seed) return complain(EXIT_MISUSED, "transcript needs --seed N");
    struct session *session = open_game(&common.request);
    struct bv_transcript *transcript = malloc(sizeof *transcript);
    if (session && transcript) {
        struct bv_out header = bv_out_into(transcript->line, sizeof transcript->line);
        bv_transcript_header(&session->terms, &header);
        puts(transcript->line);
        bv_transcript_begin(transcript, &session->terms, &session->state, common.seed, eager);
        while (bv_transcript_step(transcript, write_line, stdout)) continue;
    }
    bool good = session && transcript;
    free(transcript);
    free(session);
    return good ? EXIT_DONE : EXIT_FAILED;
}

const struct command command_transcript = {
    .name = "transcript",
    .operands = {"JEU --seed N", "GAME --seed N"},
    .summary = {"Joue une partie au hasard et l'écrit pas à pas, avec tout ce qui était permis.",
                "Plays a game at random and prints it step by step, with all that was legal."},
    .help = {"Le format est celui de docs/rules/README.md ; la même graine donne la même partie\n"
             "partout.",
             "The format is that of docs/rules/README.md; the same seed gives the same game\n"
             "everywhere."},
    .game = GAME_FIRST,
    .options = {own_options, seed_options, game_options},
    .run = run,
};
