/* The table of subcommands, and the general help. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static const struct command *const commands[] = {
    &command_play,         &command_games,      &command_show,        &command_legal,
    &command_perft,        &command_transcript, &command_replay,      &command_board,
    &command_bench,        &command_match,      &command_match_merge, &command_ladder,
    &command_study,        &command_hint,       &command_analyse,     &command_engine,
    &command_engine_check, &command_verify,     &command_complete,
#ifdef BIVOUAC_SERVER
    &command_serve,        &command_backup,     &command_restore,     &command_load,
    &command_admin,        &command_puzzles,    &command_migrate,
#endif
};

const struct command *command_at(size_t number)
{
    return number < BV_COUNT(commands) ? commands[number] : NULL;
}

static const char *in(enum language language, struct bv_text text)
{
    return language == FRENCH ? text.fr : text.en;
}

static void print_usage(FILE *out, enum language language)
{
    fprintf(out, "%s",
            in(language,
               (struct bv_text){
                   "Bivouac : cinq jeux de guerre français, d'après leurs règles d'origine.\n\n"
                   "  bivouac COMMANDE [OPTIONS]\n\n",
                   "Bivouac: five French war games, by their original rules.\n\n"
                   "  bivouac COMMAND [OPTIONS]\n\n"}));
    for (size_t i = 0; i < BV_COUNT(commands); i++)
        fprintf(out, "  %-11s %s\n", commands[i]->name, in(language, commands[i]->summary));
    fprintf(out, "%s",
            in(language, (struct bv_text){"\n« bivouac COMMANDE --help » explique une commande ; "
                                          "« bivouac --version » affiche la version.\n",
                                          "\n'bivouac COMMAND --help' explains a command; "
                                          "'bivouac --version' prints the version.\n"}));
}

static void print_help(const struct command *command, enum language language)
{
    printf("bivouac %s %s\n\n%s\n\n%s\n", command->name, command->usage,
           in(language, command->summary), in(language, command->help));
}

static bool asks_for_help(const struct command *command, int count, char **words)
{
    if (command->takes & TAKES_WORDS) return false;
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) return true;
    return false;
}

static int run(const struct command *command, int count, char **words)
{
    struct options options;
    if (asks_for_help(command, count, words)) {
        print_help(command, language_of_environment());
        return EXIT_DONE;
    }
    int code = read_options(command, count, words, &options);
    if (code == EXIT_DONE) code = command->run(&options);
    free(options.board_text);
    return code;
}

static int choose(int count, char **words)
{
    enum language language = language_of_environment();
    if (count < 2)
        return run(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? &command_play : &command_games,
                   0, words);
    if (strcmp(words[1], "--version") == 0 || strcmp(words[1], "version") == 0) {
        printf("bivouac %s\n", BIVOUAC_VERSION);
        return EXIT_DONE;
    }
    if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0 ||
        strcmp(words[1], "help") == 0) {
        print_usage(stdout, language);
        return EXIT_DONE;
    }
    for (size_t i = 0; i < BV_COUNT(commands); i++)
        if (strcmp(words[1], commands[i]->name) == 0) return run(commands[i], count - 2, words + 2);
    complain(EXIT_MISUSED, "there is no command '%s'", words[1]);
    print_usage(stderr, language);
    return EXIT_MISUSED;
}

/* Output that could not be written is an error: a full disk, a closed pipe. */
int main(int count, char **words)
{
    int code = choose(count, words);
    bool printed = !ferror(stdout);
    printed = fflush(stdout) == 0 && printed;
    if (!printed && code == EXIT_DONE) code = complain(EXIT_FAILED, "cannot write the output");
    return code;
}
