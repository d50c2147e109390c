/* Reads command lines, by the options that each command declares. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

int complain(int code, const char *format, ...)
{
    char english[2048];
    char text[2 * sizeof english];
    struct bv_out out = bv_out_into(text, sizeof text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(english, sizeof english, format, arguments);
    va_end(arguments);
    put_error(&out, english);
    fflush(stdout);
    fprintf(stderr, "bivouac: %s\n", text);
    return code;
}

/* ---- The commands ---------------------------------------------------------------------------- */

const struct command *command_at(size_t number)
{
    for (size_t g = 0; g < COMMAND_GROUPS; g++) {
        for (const struct command *const *at = command_groups[g].often; *at; at++)
            if (!number--) return *at;
        for (const struct command *const *at = command_groups[g].rarely; *at; at++)
            if (!number--) return *at;
    }
    return NULL;
}

const struct command *command_named(const char *name)
{
    const struct command *command = NULL;
    for (size_t i = 0; (command = command_at(i)); i++)
        if (strcmp(name, command->name) == 0) return command;
    return NULL;
}

/* Keeps the name that is nearest to a word, if it is near at all: one letter in three may differ. */
static void keep_nearer(const char *word, const char *name, const char **nearest, int *distance)
{
    struct bv_span span = {word, strcspn(word, "=")};
    int unlike = bv_unlikeness(span, name);
    if (unlike >= *distance || unlike > (int)span.length / 3 + 1) return;
    *nearest = name;
    *distance = unlike;
}

const char *nearest_command(const char *word)
{
    const char *nearest = NULL;
    int distance = 4;
    for (size_t i = 0; command_at(i); i++)
        keep_nearer(word, command_at(i)->name, &nearest, &distance);
    return nearest;
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
    for (const struct command_option *at = every_options; at->name; at++)
        if (!number--) return at;
    return NULL;
}

const struct command_option *option_named(const struct command *command, const char *word)
{
    const struct command_option *option = NULL;
    size_t length = strcspn(word, "=");
    for (size_t i = 0; (option = option_at(command, i)); i++) {
        if (strlen(option->name) == length && strncmp(option->name, word, length) == 0)
            return option;
        if (option->brief && strcmp(option->brief, word) == 0) return option;
    }
    return NULL;
}

static int refuse_option(const struct command *command, const char *word)
{
    const char *nearest = NULL;
    int distance = 4;
    for (size_t i = 0; option_at(command, i); i++)
        keep_nearer(word, option_at(command, i)->name, &nearest, &distance);
    const char *blank = *command->name ? " " : "";
    const char *name = *command->name ? command->name : "bivouac";
    if (nearest)
        return complain(EXIT_MISUSED, "%s has no option %s; did you mean %s?", name, word, nearest);
    return complain(EXIT_MISUSED, "%s has no option %s; see 'bivouac help%s%s'", name, word, blank,
                    command->name);
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

static bool ends_options(const struct command *command, const char *word)
{
    return !command->verbatim && strcmp(word, "--") == 0;
}

/* `-` alone is standard input. */
static bool is_option(const struct command *command, const char *word)
{
    return !command->verbatim && word[0] == '-' && word[1];
}

static int check_operands(const struct command *command)
{
    bool lacks_game = command->game == GAME_FIRST && !common.request.game;
    if (lacks_game || common.operands < command->least)
        return complain(EXIT_MISUSED, "%s needs %s; see 'bivouac help %s'", command->name,
                        say(command->operands), command->name);
    if (common.operands > command->most)
        return complain(EXIT_MISUSED, "'%s' is one argument too many; see 'bivouac help %s'",
                        common.operand[command->most], command->name);
    return EXIT_DONE;
}

void find_language(char **words)
{
    for (; *words && strcmp(*words, "--") != 0; words++) {
        const char *value = NULL;
        if (strncmp(*words, "--lang=", 7) == 0) value = *words + 7;
        if (strcmp(*words, "--lang") == 0) value = words[1];
        if (value) language_choose(strcmp(value, "fr") == 0);
    }
}

int read_options_before(int count, char **words)
{
    static const struct command none = {.name = ""};
    int at = 0;
    for (; at < count && is_option(&none, words[at]); at++) {
        if (ends_options(&none, words[at])) return at + 1;
        if (read_option(&none, count, words, &at) != EXIT_DONE) return -1;
    }
    return at;
}

/* Whether --help or --version is among the options: whatever else is wrong, they are answered. */
static bool asks_for_help(const struct command *command, int count, char **words)
{
    for (int i = 0; i < count && !ends_options(command, words[i]); i++) {
        const struct command_option *option =
            is_option(command, words[i]) ? option_named(command, words[i]) : NULL;
        if (option && (option->flag == &common.help || option->flag == &common.version))
            *option->flag = true;
    }
    return common.help || common.version;
}

/* The number of the first operand; `count`: there is none. */
static int first_operand(const struct command *command, int count, char **words)
{
    for (int i = 0; i < count; i++) {
        if (ends_options(command, words[i])) return i + 1;
        if (!is_option(command, words[i])) return i;
        const struct command_option *option = option_named(command, words[i]);
        if (option && !option->flag && !strchr(words[i], '=')) i++;
    }
    return count;
}

/* Names the game, which is the first operand: before the options, since --set needs it. Where none
 * need be named, an operand after an option may be something else. Returns its place, -1: none. */
static int find_game(const struct command *command, int count, char **words, int *code)
{
    if (command->game == NO_GAME) return -1;
    int at = first_operand(command, count, words);
    if (at < count && (command->game == GAME_FIRST || !at || bv_game_named(words[at]))) {
        *code = name_game(words[at]);
        return at;
    }
    return -1;
}

int read_options(const struct command *command, int count, char **words)
{
    int code = EXIT_DONE;
    bool only_operands = false;
    common.operand = words;
    if (asks_for_help(command, count, words)) return EXIT_DONE;
    int game_at = find_game(command, count, words, &code);
    for (int at = 0; code == EXIT_DONE && at < count; at++) {
        if (at == game_at) continue;
        if (!only_operands && ends_options(command, words[at]))
            only_operands = true;
        else if (!only_operands && is_option(command, words[at]))
            code = read_option(command, count, words, &at);
        else
            words[common.operands++] = words[at];
    }
    return code == EXIT_DONE ? check_operands(command) : code;
}

int run_each(int (*run)(const char *operand), int first)
{
    int code = EXIT_DONE;
    for (int i = first; i < common.operands; i++)
        if (run(common.operand[i]) != EXIT_DONE) code = EXIT_FAILED;
    return code;
}
