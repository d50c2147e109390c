/* The help of the program and of its commands, and the same as chapters of the manual. */
#include <string.h>

#include "cli/cli.h"

static void print_group(const struct command_group *group)
{
    const char *before = SAY("  et aussi     ", "  also         ");
    if (!group->often[0] && !group->rarely[0]) return;
    printf("\n%s\n", say(group->title));
    for (const struct command *const *at = group->often; *at; at++)
        printf("  %-12s %s\n", (*at)->name, say((*at)->summary));
    for (const struct command *const *at = group->rarely; *at; at++, before = ", ")
        printf("%s%s", before, (*at)->name);
    if (*before == ',') putchar('\n');
}

void print_usage(void)
{
    fputs(SAY("Bivouac : cinq jeux de guerre français, d'après leurs règles d'origine.\n\n"
              "  bivouac COMMANDE [OPTIONS]\n",
              "Bivouac: five French war games, by their original rules.\n\n"
              "  bivouac COMMAND [OPTIONS]\n"),
          stdout);
    for (size_t i = 0; i < COMMAND_GROUPS; i++) print_group(&command_groups[i]);
    fputs(SAY("\n« bivouac help COMMANDE » explique une commande ; « --lang fr|en » choisit la "
              "langue ;\n« bivouac --version » affiche la version.\n",
              "\n'bivouac help COMMAND' explains a command; '--lang fr|en' chooses the language;\n"
              "'bivouac --version' prints the version.\n"),
          stdout);
}

static int option_columns(const struct command_option *option)
{
    return (int)strlen(option->name) + (option->brief ? (int)strlen(option->brief) + 2 : 0) +
           (option->flag ? 0 : text_columns(say(option->value)));
}

void print_help(const struct command *command)
{
    const struct command_option *option = NULL;
    int widest = 0;
    const char *operands = say(command->operands);
    printf("bivouac %s%s%s%s\n\n%s\n", command->name, *operands ? " " : "", operands,
           command->verbatim ? "" : " [OPTIONS]", say(command->summary));
    if (command->help.en) printf("\n%s\n", say(command->help));
    if (command->verbatim) return;
    for (size_t i = 0; (option = option_at(command, i)); i++)
        if (option_columns(option) > widest) widest = option_columns(option);
    putchar('\n');
    for (size_t i = 0; (option = option_at(command, i)); i++)
        printf("  %s%s%s %s%*s  %s\n", option->brief ? option->brief : "",
               option->brief ? ", " : "", option->name, option->flag ? "" : say(option->value),
               widest - option_columns(option), "", say(option->help));
}

/* ---- The manual ------------------------------------------------------------------------------ */

/* Text for scdoc, in which these characters have a meaning. */
static void print_escaped(const char *text)
{
    if (*text == '-') putchar('\\'); /* no list */
    for (; *text; text++) {
        if (strchr("*_\\`#", *text)) putchar('\\');
        putchar(*text);
    }
}

/* Paragraphs; lines that begin with blanks are a table, which stays as it is. */
static void print_paragraphs(const char *text)
{
    bool literal = false;
    while (*text) {
        char line[256];
        struct bv_out out = bv_out_into(line, sizeof line);
        size_t length = strcspn(text, "\n");
        bv_put_span(&out, (struct bv_span){text, length});
        text += length + (text[length] == '\n');
        if ((line[0] == ' ') != literal) puts(literal ? "```\n" : "\n```");
        literal = line[0] == ' ';
        if (literal)
            fputs(line, stdout);
        else
            print_escaped(line);
        putchar('\n');
    }
    puts(literal ? "```\n" : "");
}

static void print_option(const struct command_option *option)
{
    if (option->brief) printf("*%s*, ", option->brief);
    printf("*%s*", option->name);
    if (!option->flag) {
        printf(" _");
        print_escaped(say(option->value));
        putchar('_');
    }
    printf("\n\t");
    print_escaped(say(option->help));
    printf(".\n\n");
}

static const struct command_option *const common_options[] = {
    game_options, position_options, seat_options,    seed_options, look_options,
    json_options, match_options,    opening_options, data_options,
};

static bool is_common(const struct command_option *options)
{
    for (size_t i = 0; i < BV_COUNT(common_options); i++)
        if (common_options[i] == options) return true;
    return false;
}

static void print_chapter(const struct command *command)
{
    const char *before = SAY("Et aussi : ", "Also: ");
    printf("## %s%s", command->name, *command->operands.en ? " " : "");
    print_escaped(say(command->operands));
    printf("\n\n%s\n\n", say(command->summary));
    if (command->help.en) print_paragraphs(say(command->help));
    for (size_t i = 0; command->options[i]; i++)
        for (const struct command_option *own = command->options[i];
             own->name && !is_common(command->options[i]); own++)
            print_option(own);
    for (size_t i = 0; command->options[i]; i++)
        for (const struct command_option *also = command->options[i];
             also->name && is_common(command->options[i]); also++, before = ", ")
            printf("%s*%s*", before, also->name);
    puts(*before == ',' ? ".\n" : "");
}

static int run(void)
{
    puts(SAY(
        "# COMMANDES\n\nLes options que plusieurs commandes comprennent sont expliquées dans "
        "*OPTIONS COMMUNES*. Toutes comprennent *--lang*, *--help* et *--version* ; après *--*, "
        "tout mot est un argument.\n",
        "# COMMANDS\n\nOptions of several commands are explained in *COMMON OPTIONS*. All of them "
        "have *--lang*, *--help* and *--version*; after *--* every word is an argument.\n"));
    for (size_t i = 0; command_at(i); i++) print_chapter(command_at(i));
    puts(SAY("# OPTIONS COMMUNES\n\nLa valeur d'une option suit après un blanc ou après *=*.\n",
             "# COMMON OPTIONS\n\nThe value of an option follows after a blank or after *=*.\n"));
    for (size_t i = 0; i < BV_COUNT(common_options); i++)
        for (const struct command_option *at = common_options[i]; at->name; at++) print_option(at);
    for (const struct command_option *at = every_options; at->name; at++) print_option(at);
    return EXIT_DONE;
}

const struct command command_manual = {
    .name = "manual",
    .operands = {"", ""},
    .summary = {"Écrit les commandes et leurs options comme chapitres du manuel, pour scdoc.",
                "Prints the commands and their options as chapters of the manual, for scdoc."},
    .run = run,
};
