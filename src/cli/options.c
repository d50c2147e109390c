/* Options: one table row each, one function that stores its value. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/board.h"

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

enum language language_of_environment(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < BV_COUNT(names); i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return strncmp(value, "fr", 2) == 0 ? FRENCH : ENGLISH;
    }
    return ENGLISH;
}

bool wants_colour(const struct options *options)
{
    if (options->ascii || options->colour == COLOUR_NEVER) return false;
    if (options->colour == COLOUR_ALWAYS) return true;
    const char *terminal = getenv("TERM");
    const char *refusal = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0 &&
           !(refusal && *refusal);
}

/* ---- One function for each option; it prints an error if the value is wrong ------------------ */

static int take_set(struct options *options, const char *value)
{
    struct bv_error error;
    if (bv_request_set(&options->request, bv_span_of(value), &error)) return EXIT_DONE;
    return complain(EXIT_MISUSED, "%s", error.text);
}

static int take_number(const char *name, const char *value, long long least, long long most,
                       long long *number)
{
    char *end = NULL;
    errno = 0;
    *number = strtoll(value, &end, 10);
    if (!errno && *value && !*end && *number >= least && *number <= most) return EXIT_DONE;
    return complain(EXIT_MISUSED, "%s needs a whole number from %lld to %lld, not '%s'", name,
                    least, most, value);
}

#define STORES_NUMBER(name, least, most, field, type)                                              \
    static int take_##name(struct options *options, const char *value)                             \
    {                                                                                              \
        long long number = 0;                                                                      \
        int code = take_number("--" #name, value, least, most, &number);                           \
        options->field = (type)number;                                                             \
        return code;                                                                               \
    }
STORES_NUMBER(seats, 1, 99, request.seats, int)
STORES_NUMBER(at, 0, 1000000, at, int)
STORES_NUMBER(plies, 1, 1000000000000, plies, uint64_t)
STORES_NUMBER(nodes, 1, 1000000000000, nodes, uint64_t)
STORES_NUMBER(level, 1, 8, level, int)
STORES_NUMBER(games, 1, 1000000, games, uint32_t)
STORES_NUMBER(threads, 1, 256, threads, uint32_t)
STORES_NUMBER(opening, 0, 1000, opening, int)
STORES_NUMBER(count, 1, 10000, count, uint32_t)
STORES_NUMBER(port, 0, 65535, port, int)
STORES_NUMBER(tables, 0, 12000, load.tables, uint32_t)
STORES_NUMBER(idle, 0, 24000, load.idle, uint32_t)
STORES_NUMBER(sleeping, 0, 1000000, load.sleeping, uint32_t)
STORES_NUMBER(rounds, 1, 10000, load.rounds, uint32_t)
STORES_NUMBER(rate, 1, 1000000, load.rate, double)

static int take_sample(struct options *options, const char *value)
{
    long long number = 0;
    int code = take_number("--sample", value, 0, 10000, &number);
    options->sample = (uint32_t)number;
    options->has_sample = true;
    return code;
}

static int take_board(struct options *options, const char *value)
{
    free(options->board_text);
    options->board_text = read_whole_file(value, BV_BOARD_TEXT_MAX, NULL);
    options->request.board_file = value;
    options->request.board_text = options->board_text;
    return options->board_text ? EXIT_DONE : EXIT_FAILED;
}

static int take_seed(struct options *options, const char *value)
{
    char *end = NULL;
    errno = 0;
    options->seed = strtoull(value, &end, 10);
    options->has_seed = true;
    if (!errno && *value && !*end && *value != '-') return EXIT_DONE;
    return complain(EXIT_MISUSED, "--seed needs a whole number from 0 to 2^64-1, not '%s'", value);
}

static int take_seconds(struct options *options, const char *value)
{
    char *end = NULL;
    options->seconds = strtod(value, &end);
    if (*value && !*end && options->seconds > 0 && options->seconds <= 3600) return EXIT_DONE;
    return complain(EXIT_MISUSED, "--seconds needs a number above 0 and at most 3600, not '%s'",
                    value);
}

/* `2s`, `500ms` or `2` */
static int take_kill_every(struct options *options, const char *value)
{
    char *end = NULL;
    double seconds = strtod(value, &end);
    bool thousandths = strcmp(end, "ms") == 0;
    bool good = end != value && (thousandths || strcmp(end, "s") == 0 || !*end);
    options->load.kill_every = thousandths ? seconds / 1000 : seconds;
    if (good && options->load.kill_every >= 0.05 && options->load.kill_every <= 600)
        return EXIT_DONE;
    return complain(EXIT_MISUSED, "--kill-every is a time from 50ms to 600s, as in 2s, not '%s'",
                    value);
}

static int take_url(struct options *options, const char *value)
{
    options->load.url = value;
    return EXIT_DONE;
}

static int take_language(struct options *options, const char *value)
{
    options->language = strcmp(value, "fr") == 0 ? FRENCH : ENGLISH;
    if (strcmp(value, "fr") == 0 || strcmp(value, "en") == 0) return EXIT_DONE;
    return complain(EXIT_MISUSED, "--lang is fr or en, not '%s'", value);
}

static int take_game(struct options *options, const char *value)
{
    struct bv_error error;
    const struct bv_game *game = bv_game_find(bv_span_of(value), &error);
    if (!game) return complain(EXIT_MISUSED, "%s", error.text);
    options->request.game = game;
    options->has_game = true;
    return EXIT_DONE;
}

#define STORES_TEXT(field)                                                                         \
    static int take_##field(struct options *options, const char *value)                            \
    {                                                                                              \
        options->field = value;                                                                    \
        return EXIT_DONE;                                                                          \
    }
STORES_TEXT(position)
STORES_TEXT(seat)
STORES_TEXT(record)
STORES_TEXT(against)
STORES_TEXT(side)
STORES_TEXT(save)
STORES_TEXT(resume)
STORES_TEXT(server)
STORES_TEXT(name)
STORES_TEXT(key)
STORES_TEXT(sprt)
STORES_TEXT(shard)
STORES_TEXT(listen)
STORES_TEXT(web)
STORES_TEXT(store)

static int take_data(struct options *options, const char *value)
{
    options->data = value;
    options->has_data = true;
    return EXIT_DONE;
}

static int take_config(struct options *options, const char *value)
{
    options->config.file = value;
    return EXIT_DONE;
}

static int take_config_set(struct options *options, const char *value)
{
    if (options->config.sets == CONFIG_SETS_MAX)
        return complain(EXIT_MISUSED, "--config-set may stand at most %d times", CONFIG_SETS_MAX);
    options->config.set[options->config.sets++] = value;
    return EXIT_DONE;
}

#define STORES_FLAG(name, assignment)                                                              \
    static int take_##name(struct options *options, const char *value)                             \
    {                                                                                              \
        (void)value;                                                                               \
        options->assignment;                                                                       \
        return EXIT_DONE;                                                                          \
    }
STORES_FLAG(eager, eager = true)
STORES_FLAG(check, check = true)
STORES_FLAG(divide, divide = true)
STORES_FLAG(json, json = true)
STORES_FLAG(ascii, ascii = true)
STORES_FLAG(text, text = true)
STORES_FLAG(plain, plain = true)
STORES_FLAG(redraw, redraw = true)
STORES_FLAG(colour, colour = COLOUR_ALWAYS)
STORES_FLAG(no_colour, colour = COLOUR_NEVER)
STORES_FLAG(print_config, config.print = true)
STORES_FLAG(check_config, config.check = true)
STORES_FLAG(anywhere, load.anywhere = true)

static const struct option {
    const char *name;
    bool has_value;
    unsigned with; /* the commands that accept it */
    int (*take)(struct options *options, const char *value);
} table[] = {
    {"--set", true, TAKES_GAME, take_set},
    {"--seats", true, TAKES_GAME, take_seats},
    {"--board", true, TAKES_GAME | TAKES_BOARD, take_board},
    {"--seed", true, TAKES_SEED, take_seed},
    {"--eager", false, TAKES_EAGER, take_eager},
    {"--position", true, TAKES_POSITION, take_position},
    {"--seat", true, TAKES_SEAT, take_seat},
    {"--ascii", false, TAKES_LOOKS, take_ascii},
    {"--colour", false, TAKES_LOOKS, take_colour},
    {"--no-colour", false, TAKES_LOOKS, take_no_colour},
    {"--lang", true, TAKES_LANGUAGE, take_language},
    {"--json", false, TAKES_JSON, take_json},
    {"--check", false, TAKES_CHECK, take_check},
    {"--divide", false, TAKES_DIVIDE, take_divide},
    {"--game", true, TAKES_BENCH | TAKES_LOAD, take_game},
    {"--seconds", true, TAKES_BENCH | TAKES_SECONDS | TAKES_LOAD, take_seconds},
    {"--plies", true, TAKES_BENCH, take_plies},
    {"--redraw", false, TAKES_BENCH, take_redraw},
    {"--nodes", true, TAKES_NODES, take_nodes},
    {"--level", true, TAKES_LEVEL, take_level},
    {"--against", true, TAKES_PLAY, take_against},
    {"--side", true, TAKES_PLAY, take_side},
    {"--save", true, TAKES_PLAY | TAKES_SAVE, take_save},
    {"--resume", true, TAKES_PLAY, take_resume},
    {"--plain", false, TAKES_PLAY, take_plain},
    {"--server", true, TAKES_PLAY, take_server},
    {"--name", true, TAKES_PLAY, take_name},
    {"--key", true, TAKES_PLAY, take_key},
    {"--games", true, TAKES_CONTEST, take_games},
    {"--threads", true, TAKES_CONTEST | TAKES_DOORS, take_threads},
    {"--count", true, TAKES_PUZZLES, take_count},
    {"--sample", true, TAKES_PUZZLES, take_sample},
    {"--opening", true, TAKES_CONTEST, take_opening},
    {"--sprt", true, TAKES_SHARD, take_sprt},
    {"--shard", true, TAKES_SHARD, take_shard},
    {"--text", false, TAKES_TEXT, take_text},
    {"--record", true, TAKES_RECORD, take_record},
    {"--at", true, TAKES_RECORD, take_at},
    {"--port", true, TAKES_DOORS, take_port},
    {"--listen", true, TAKES_DOORS, take_listen},
    {"--data", true, TAKES_DATA | TAKES_LOAD, take_data},
    {"--store", true, TAKES_DATA, take_store},
    {"--web", true, TAKES_DOORS, take_web},
    {"--config", true, TAKES_DOORS, take_config},
    {"--config-set", true, TAKES_DOORS, take_config_set},
    {"--print-config", false, TAKES_DOORS, take_print_config},
    {"--check-config", false, TAKES_DOORS, take_check_config},
    {"--tables", true, TAKES_LOAD, take_tables},
    {"--rate", true, TAKES_LOAD, take_rate},
    {"--idle", true, TAKES_LOAD, take_idle},
    {"--sleeping", true, TAKES_LOAD, take_sleeping},
    {"--kill-every", true, TAKES_LOAD, take_kill_every},
    {"--rounds", true, TAKES_LOAD, take_rounds},
    {"--url", true, TAKES_LOAD, take_url},
    {"--anywhere", false, TAKES_LOAD, take_anywhere},
};

/* ---- Parsing --------------------------------------------------------------------------------- */

static const struct option *option_named(const struct command *command, const char *word)
{
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < BV_COUNT(table); i++)
        if ((table[i].with & command->takes) && strlen(table[i].name) == length &&
            strncmp(table[i].name, word, length) == 0)
            return &table[i];
    return NULL;
}

const char *option_at(const struct command *command, size_t number, bool *has_value)
{
    for (size_t i = 0; i < BV_COUNT(table); i++) {
        if (!(table[i].with & command->takes) || number--) continue;
        *has_value = table[i].has_value;
        return table[i].name;
    }
    return NULL;
}

/* `--name value` or `--name=value`; *at moves past what was taken. */
static int read_option(const struct command *command, int count, char **words, int *at,
                       struct options *options)
{
    const char *word = words[*at];
    const struct option *option = option_named(command, word);
    if (!option)
        return complain(EXIT_MISUSED, "'%s' has no option %s; see 'bivouac %s --help'",
                        command->name, word, command->name);
    const char *value = strchr(word, '=');
    if (value) value++;
    if (!option->has_value && value)
        return complain(EXIT_MISUSED, "%s takes no value", option->name);
    if (option->has_value && !value) {
        if (*at + 1 >= count) return complain(EXIT_MISUSED, "%s needs a value", option->name);
        value = words[++*at];
    }
    return option->take(options, value);
}

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] == '-';
}

int read_options(const struct command *command, int count, char **words, struct options *options)
{
    *options = (struct options){.at = -1,
                                .opening = -1,
                                .seconds = 2,
                                .port = -1,
                                .data = "var",
                                .language = language_of_environment()};
    options->operand = words;
    if (command->takes & TAKES_WORDS) {
        options->operands = count;
        return EXIT_DONE;
    }
    bool game_first = command->takes & TAKES_GAME;
    int code = EXIT_DONE;
    /* The game is found first, wherever it is, since --set needs it. */
    if (game_first && count > 0 && !is_option(words[0])) {
        code = take_game(options, words[0]);
        words++;
        count--;
    } else if (game_first && !(command->takes & GAME_OPTIONAL)) {
        return complain(EXIT_MISUSED, "name the game first: bivouac %s %s", command->name,
                        command->usage);
    }
    for (int i = 0; code == EXIT_DONE && i < count; i++) {
        if (is_option(words[i])) {
            if (strcmp(words[i], "--set") == 0 && !options->request.game)
                return complain(EXIT_MISUSED, "--set needs a game before it");
            code = read_option(command, count, words, &i, options);
        } else {
            options->operand[options->operands++] = words[i];
        }
    }
    return code;
}
