/* The help of the program and of its commands, and the same as chapters of the manual. */
#include <string.h>

#include "cli/cli.h"

void print_usage(FILE *out)
{
    fputs(SAY("Bivouac : cinq jeux de guerre français, d'après leurs règles d'origine.\n\n"
              "  bivouac COMMANDE [OPTIONS]\n\n",
              "Bivouac: five French war games, by their original rules.\n\n"
              "  bivouac COMMAND [OPTIONS]\n\n"),
          out);
    for (size_t i = 0; command_at(i); i++)
        fprintf(out, "  %-12s %s\n", command_at(i)->name, say(command_at(i)->summary));
    fputs(SAY("\n« bivouac COMMANDE --help » explique une commande ; « bivouac --version » affiche "
              "la version.\n",
              "\n'bivouac COMMAND --help' explains a command; 'bivouac --version' prints the "
              "version.\n"),
          out);
}

void print_help(const struct command *command)
{
    const struct command_option *option = NULL;
    int widest = 0;
    const char *operands = say(command->operands);
    printf("bivouac %s%s%s%s\n\n%s\n", command->name, *operands ? " " : "", operands,
           command->options[0] ? " [OPTIONS]" : "", say(command->summary));
    if (command->help.en) printf("\n%s\n", say(command->help));
    for (size_t i = 0; (option = option_at(command, i)); i++) {
        int width =
            (int)strlen(option->name) + (option->flag ? 0 : 1 + text_columns(say(option->value)));
        if (width > widest) widest = width;
    }
    if (widest) putchar('\n');
    for (size_t i = 0; (option = option_at(command, i)); i++) {
        const char *value = option->flag ? "" : say(option->value);
        int blanks = widest - (int)strlen(option->name) - text_columns(value);
        printf("  %s %s%*s %s\n", option->name, value, blanks, "", say(option->help));
    }
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
    game_options,     position_options, seat_options,  seed_options,    look_options,
    language_options, json_options,     match_options, opening_options, data_options,
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

static int run(int operands, char **operand)
{
    (void)operands;
    (void)operand;
    puts(SAY("# COMMANDES\n\nLes options que plusieurs commandes comprennent sont expliquées dans "
             "*OPTIONS COMMUNES*.\n",
             "# COMMANDS\n\nOptions of several commands are explained in *COMMON OPTIONS*.\n"));
    for (size_t i = 0; command_at(i); i++) print_chapter(command_at(i));
    puts(SAY("# OPTIONS COMMUNES\n\nLa valeur d'une option suit après un blanc ou après *=*.\n",
             "# COMMON OPTIONS\n\nThe value of an option follows after a blank or after *=*.\n"));
    for (size_t i = 0; i < BV_COUNT(common_options); i++)
        for (const struct command_option *at = common_options[i]; at->name; at++) print_option(at);
    puts(SAY("*--help*\n\tExplique la commande.", "*--help*\n\tExplains the command."));
    return EXIT_DONE;
}

const struct command command_manual = {
    .name = "manual",
    .operands = {"", ""},
    .summary = {"Écrit les commandes et leurs options comme chapitres du manuel, pour scdoc.",
                "Prints the commands and their options as chapters of the manual, for scdoc."},
    .options = {language_options},
    .run = run,
};
