/* Reads command lines, by the options that each command declares. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

int complain(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("bivouac: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return code;
}

/* ---- The commands ---------------------------------------------------------------------------- */

static const struct command *const *commands;
static size_t command_count;

void commands_are(const struct command *const *list, size_t count)
{
    commands = list;
    command_count = count;
}

const struct command *command_at(size_t number)
{
    return number < command_count ? commands[number] : NULL;
}

const struct command *command_named(const char *name)
{
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(name, commands[i]->name) == 0) return commands[i];
    return NULL;
}

int name_game(const char *id)
{
    struct bv_error error;
    common.request.game = bv_game_find(bv_span_of(id), &error);
    return common.request.game ? EXIT_DONE : complain(EXIT_MISUSED, "%s", error.text);
}

/* ---- The options of a command ---------------------------------------------------------------- */

const struct command_option *option_at(const struct command *command, size_t number)
{
    for (size_t list = 0; command->options[list]; list++)
        for (const struct command_option *at = command->options[list]; at->name; at++)
            if (!number--) return at;
    return NULL;
}

const struct command_option *option_named(const struct command *command, const char *word)
{
    const struct command_option *option = NULL;
    size_t length = strcspn(word, "=");
    for (size_t i = 0; (option = option_at(command, i)); i++)
        if (strlen(option->name) == length && strncmp(option->name, word, length) == 0)
            return option;
    return NULL;
}

static int refuse_option(const struct command *command, const char *word)
{
    char known[512] = "";
    struct bv_out out = bv_out_into(known, sizeof known);
    for (size_t i = 0; option_at(command, i); i++) {
        bv_put_char(&out, ' ');
        bv_put(&out, option_at(command, i)->name);
    }
    return complain(EXIT_MISUSED, "'%s' has no option %s; see 'bivouac %s --help' for:%s",
                    command->name, word, command->name, *known ? known : " no options");
}

/* ---- Values ---------------------------------------------------------------------------------- */

static int read_number(const struct command_option *option, const char *value)
{
    char *end = NULL;
    errno = 0;
    *option->number = strtoll(value, &end, 10);
    if (!errno && *value && !*end && *option->number >= option->least &&
        *option->number <= option->most)
        return EXIT_DONE;
    return complain(EXIT_MISUSED, "%s needs a whole number from %lld to %lld, not '%s'",
                    option->name, (long long)option->least, (long long)option->most, value);
}

static int read_seconds(const struct command_option *option, const char *value)
{
    char *end = NULL;
    *option->seconds = strtod(value, &end);
    if (*value && !*end && *option->seconds > 0 && *option->seconds <= 3600) return EXIT_DONE;
    return complain(EXIT_MISUSED, "%s needs a number above 0 and at most 3600, not '%s'",
                    option->name, value);
}

static int take_value(const struct command_option *option, const char *value)
{
    if (option->number) return read_number(option, value);
    if (option->seconds) return read_seconds(option, value);
    if (option->read) return option->read(value);
    BV_ASSERT(option->text);
    *option->text = value;
    return EXIT_DONE;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* `--name value` or `--name=value`; *at moves past what was taken. */
static int read_option(const struct command *command, int count, char **words, int *at)
{
    const char *word = words[*at];
    const struct command_option *option = option_named(command, word);
    if (!option) return refuse_option(command, word);
    const char *value = strchr(word, '=');
    if (value) value++;
    if (option->flag) {
        *option->flag = true;
        return value ? complain(EXIT_MISUSED, "%s takes no value", option->name) : EXIT_DONE;
    }
    if (!value) {
        if (*at + 1 >= count) return complain(EXIT_MISUSED, "%s needs a value", option->name);
        value = words[++*at];
    }
    return take_value(option, value);
}

static bool is_option(const struct command *command, const char *word)
{
    return !command->verbatim && word[0] == '-' && word[1] == '-';
}

static int check_operands(const struct command *command, int count, char **words)
{
    const char *operands = *command->operands.en ? command->operands.en : "options only";
    if (count < command->least)
        return complain(EXIT_MISUSED, "%s needs %s; see 'bivouac %s --help'", command->name,
                        operands, command->name);
    if (count > command->most)
        return complain(EXIT_MISUSED, "'%s' is too much: %s takes %s; see 'bivouac %s --help'",
                        words[command->most], command->name, operands, command->name);
    return EXIT_DONE;
}

int read_options(const struct command *command, int count, char **words, int *operands)
{
    int code = EXIT_DONE;
    int at = 0;
    *operands = 0;
    /* The game is found first, since --set needs it. */
    if (command->game != NO_GAME && count > 0 && !is_option(command, words[0]))
        code = name_game(words[at++]);
    else if (command->game == GAME_FIRST)
        return complain(EXIT_MISUSED, "name the game first: bivouac %s %s", command->name,
                        command->operands.en);
    for (; code == EXIT_DONE && at < count; at++) {
        if (is_option(command, words[at]))
            code = read_option(command, count, words, &at);
        else
            words[(*operands)++] = words[at];
    }
    return code == EXIT_DONE ? check_operands(command, *operands, words) : code;
}
