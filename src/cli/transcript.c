/* bivouac transcript: a random game, every step with all that was legal. */
#include <stdlib.h>

#include "cli/cli.h"
#include "core/transcript.h"

static void write_line(void *context, const char *text, size_t length)
{
    fwrite(text, 1, length, context);
}

static int run(const struct options *options)
{
    if (!options->has_seed) return complain(EXIT_MISUSED, "transcript needs --seed N");
    if (options->operands)
        return complain(EXIT_MISUSED, "transcript plays by itself: '%s' is one argument too many",
                        options->operand[0]);
    struct session *session = open_session(options);
    struct bv_transcript *transcript = malloc(sizeof *transcript);
    if (session && transcript) {
        struct bv_out header = bv_out_into(transcript->line, sizeof transcript->line);
        bv_transcript_header(&session->terms, &header);
        puts(transcript->line);
        bv_transcript_begin(transcript, &session->terms, &session->state, options->seed,
                            options->eager);
        while (bv_transcript_step(transcript, write_line, stdout)) continue;
    }
    bool good = session && transcript;
    free(transcript);
    close_session(session);
    return good ? EXIT_DONE : EXIT_FAILED;
}

const struct command command_transcript = {
    .name = "transcript",
    .usage = "GAME --seed N [--eager] [--set option=value]... [--seats K] [--board FILE]",
    .summary = {"Joue une partie au hasard et l'écrit pas à pas, avec tout ce qui était permis.",
                "Plays a game at random and prints it step by step, with all that was legal."},
    .help = {"Le format est celui de docs/rules/README.md ; la même graine donne la même partie\n"
             "partout. --eager joue plus souvent les coups rares.",
             "The format is that of docs/rules/README.md; the same seed gives the same game\n"
             "everywhere. --eager plays rare kinds of token more often."},
    .takes = TAKES_GAME | TAKES_SEED | TAKES_EAGER,
    .run = run,
};
