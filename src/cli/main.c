/* The commands, and the first word of the command line. */
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static const struct command *const commands[] = {
    &command_play,         &command_games,      &command_show,        &command_legal,
    &command_perft,        &command_transcript, &command_replay,      &command_board,
    &command_bench,        &command_match,      &command_match_merge, &command_ladder,
    &command_study,        &command_hint,       &command_analyse,     &command_engine,
    &command_engine_check, &command_verify,     &command_complete,    &command_manual,
#ifdef BIVOUAC_SERVER
    &command_serve,        &command_backup,     &command_restore,     &command_load,
    &command_admin,        &command_puzzles,    &command_migrate,
#endif
};

static int run(const struct command *command, int count, char **words)
{
    int operands = 0;
    for (int i = 0; i < count && !command->verbatim; i++) {
        if (strcmp(words[i], "--help") != 0 && strcmp(words[i], "-h") != 0) continue;
        print_help(command);
        return EXIT_DONE;
    }
    int code = read_options(command, count, words, &operands);
    return code == EXIT_DONE ? command->run(operands, words) : code;
}

/* Whether a word is one of several, separated by blanks. */
static bool is_among(const char *word, const char *names)
{
    struct bv_span rest = bv_span_of(names);
    struct bv_span name = {0};
    while (bv_take_word(&rest, &name))
        if (bv_span_is(name, word)) return true;
    return false;
}

static int choose(int count, char **words)
{
    if (count < 2)
        return run(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? &command_play : &command_games,
                   0, words);
    if (is_among(words[1], "--version version")) {
        printf("bivouac %s\n", BIVOUAC_VERSION);
        return EXIT_DONE;
    }
    if (is_among(words[1], "--help -h help")) {
        print_usage(stdout);
        return EXIT_DONE;
    }
    const struct command *command = command_named(words[1]);
    if (command) return run(command, count - 2, words + 2);
    complain(EXIT_MISUSED, "there is no command '%s'", words[1]);
    print_usage(stderr);
    return EXIT_MISUSED;
}

/* Output that could not be written is an error: a full disk, a closed pipe. */
int main(int count, char **words)
{
    language_of_environment();
    commands_are(commands, BV_COUNT(commands));
    int code = choose(count, words);
    bool printed = !ferror(stdout);
    printed = fflush(stdout) == 0 && printed;
    if (!printed && code == EXIT_DONE) code = complain(EXIT_FAILED, "cannot write the output");
    return code;
}
