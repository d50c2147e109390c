/* The commands, grouped by whom they serve, and the first words of the command line. */
#include <unistd.h>

#include "cli/cli.h"

static int print_version(void)
{
    printf("bivouac %s\n", BIVOUAC_VERSION);
    return EXIT_DONE;
}

static int refuse_command(const char *word)
{
    const char *near = nearest_command(word);
    if (near)
        return complain(EXIT_MISUSED, "there is no command '%s'; did you mean '%s'?", word, near);
    return complain(EXIT_MISUSED, "there is no command '%s'; see 'bivouac help'", word);
}

static int run_help(void)
{
    const struct command *command = common.operands ? command_named(common.operand[0]) : NULL;
    if (common.operands && !command) return refuse_command(common.operand[0]);
    if (command)
        print_help(command);
    else
        print_usage();
    return EXIT_DONE;
}

static void offer_commands(const struct completion *line)
{
    for (size_t i = 0; !line->operands && command_at(i); i++)
        printf("%s\t%s\n", command_at(i)->name, say(command_at(i)->summary));
}

static const struct command command_help = {
    .name = "help",
    .operands = {"[COMMANDE]", "[COMMAND]"},
    .summary = {"Explique le programme, ou une commande.", "Explains the program, or a command."},
    .most = 1,
    .offer = offer_commands,
    .run = run_help,
};

static const struct command command_version = {
    .name = "version",
    .operands = {"", ""},
    .summary = {"Affiche la version.", "Prints the version."},
    .run = print_version,
};

const struct command_group command_groups[COMMAND_GROUPS] = {
    {.title = {"Jouer", "Play"},
     .often = {&command_play, &command_rules, &command_games, &command_hint},
     .rarely = {&command_help, &command_version}},
    {.title = {"Parties enregistrées et positions", "Records and positions"},
     .often = {&command_show, &command_replay, &command_verify, &command_analyse},
     .rarely = {&command_legal, &command_transcript}},
    {.title = {"Programmes et recherche", "Bots and research"},
     .often = {&command_engine, &command_engine_check, &command_match, &command_board},
     .rarely = {&command_match_merge, &command_ladder, &command_study, &command_perft,
                &command_selfplay, &command_features,
#ifdef BIVOUAC_SERVER
                &command_puzzles,
#endif
                &command_bench}},
    {.title = {"Héberger", "Hosts"},
     .often =
         {
#ifdef BIVOUAC_SERVER
             &command_serve,
             &command_admin,
             &command_backup,
             &command_restore,
#endif
             NULL,
         },
     .rarely = {&command_complete, &command_manual,
#ifdef BIVOUAC_SERVER
                &command_migrate, &command_load,
#endif
                NULL}},
};

static int run(const struct command *command, int count, char **words)
{
    int code = read_options(command, count, words);
    if (code != EXIT_DONE) return code;
    if (common.version) return print_version();
    if (!common.help) return command->run();
    print_help(command);
    return EXIT_DONE;
}

/* The options before the command, then the command. */
static int choose(int count, char **words)
{
    int taken = read_options_before(count, words);
    if (taken < 0) return EXIT_MISUSED;
    count -= taken;
    words += taken;
    if (common.version) return print_version();
    if (!count && common.help) return run_help();
    if (!count)
        return run(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? &command_play : &command_games,
                   0, words);
    const struct command *command = command_named(words[0]);
    return command ? run(command, count - 1, words + 1) : refuse_command(words[0]);
}

/* Output that could not be written is an error: a full disk, a closed pipe. */
int main(int count, char **words)
{
    language_of_environment();
    if (count > 0) find_language(words + 1);
    int code = choose(count - 1, words + 1);
    bool printed = !ferror(stdout);
    printed = fflush(stdout) == 0 && printed;
    if (!printed && code == EXIT_DONE) code = complain(EXIT_FAILED, "cannot write the output");
    return code;
}
