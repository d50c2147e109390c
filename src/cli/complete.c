/*
 * `bivouac complete`: what may come next on a command line, for the completions of shells
 * (packaging/completions). One line each, `WORD<tab>MEANING`; `@files` and `@folders` tell the
 * shell to offer its own file names.
 */
#include "cli/cli.h"

static void offer_options(const struct command *command)
{
    for (size_t i = 0; option_at(command, i); i++) puts(option_at(command, i)->name);
}

static void offer_operands(const struct completion *line)
{
    if (line->command->game != NO_GAME && line->operands == 0) offer_games(line);
    if (line->command->offer) line->command->offer(line);
}

static void offer_commands(void)
{
    for (size_t i = 0; command_at(i); i++)
        printf("%s\t%s\n", command_at(i)->name, say(command_at(i)->summary));
    for (const struct command_option *at = every_options; at->name; at++) puts(at->name);
}

static int run(void)
{
    struct completion line = {0};
    if (common.operands < 2) {
        offer_commands();
        return EXIT_DONE;
    }
    line.command = command_named(common.operand[0]);
    if (!line.command || line.command->verbatim) return EXIT_DONE;
    const struct command_option *awaits = NULL; /* its value is the next word */
    for (int i = 1; i < common.operands - 1; i++) {
        const char *word = common.operand[i];
        bool is_value = awaits != NULL;
        awaits = NULL;
        if (is_value) continue;
        if (word[0] == '-' && word[1]) {
            const struct command_option *option = option_named(line.command, word);
            if (option && !option->flag && bv_equal(option->name, word)) awaits = option;
        } else {
            if (!line.operands++) line.first = word;
            if (!line.game) line.game = bv_game_named(word);
        }
    }
    if (awaits && awaits->offer)
        awaits->offer(&line);
    else if (!awaits && common.operand[common.operands - 1][0] == '-')
        offer_options(line.command);
    else if (!awaits)
        offer_operands(&line);
    return EXIT_DONE;
}

const struct command command_complete = {
    .name = "complete",
    .operands = {"[MOT...]", "[WORD...]"},
    .summary = {"Complète une ligne de commande, pour un shell.",
                "Completes a command line, for a shell."},
    .help = {"Les complétions de bash, zsh et fish s'en servent.",
             "The completions of bash, zsh and fish are made with it."},
    .most = OPERANDS_MANY,
    .verbatim = true,
    .run = run,
};
