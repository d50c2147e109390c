/*
 * `bivouac complete`: what may come next on a command line, for the completions of shells
 * (packaging/completions). One line each, `WORD<tab>MEANING`; `@files` and `@folders` tell the
 * shell to offer its own file names.
 */
#include <string.h>

#include "cli/cli.h"
#include "core/board.h"
#ifdef BIVOUAC_SERVER
#include "server/base/config.h"
#endif

/* A command line as far as it is typed; the last word may be incomplete or empty. */
struct line {
    const struct command *command;
    const struct bv_game *game; /* the game named, or NULL */
    int operands;               /* before the last word, the game included */
    const char *first;          /* of the operands, or NULL */
    const char *option;         /* whose value the last word is, or NULL */
    const char *last;
    enum language language;
};

static const char *in(const struct line *line, struct bv_text text)
{
    return line->language == FRENCH ? text.fr : text.en;
}

static void offer(const char *word, const char *meaning)
{
    printf("%s\t%s\n", word, meaning);
}

static void offer_words(const char *words)
{
    struct bv_span rest = bv_span_of(words);
    struct bv_span word = {0};
    while (bv_take_word(&rest, &word)) printf("%.*s\n", (int)word.length, word.text);
}

/* ---- The values of options ------------------------------------------------------------------- */

static void offer_games(const struct line *line)
{
    for (size_t i = 0; i < bv_game_count; i++) offer(bv_games[i]->id, in(line, bv_games[i]->name));
}

static void offer_levels(const struct line *line)
{
    static const struct bv_text weakest = {"le plus faible", "the weakest"};
    static const struct bv_text strongest = {"le plus fort", "the strongest"};
    printf("level:1\t%s\n", in(line, weakest));
    for (int level = 2; level < 8; level++) printf("level:%d\n", level);
    printf("level:8\t%s\n", in(line, strongest));
}

static void offer_opponents(const struct line *line)
{
    static const struct bv_text person = {"une autre personne, sur le même appareil",
                                          "another person, on one device"};
    offer("person", in(line, person));
    offer_levels(line);
}

static void offer_rule_options(const struct line *line)
{
    for (int r = 0; line->game && r < line->game->options; r++) {
        const struct bv_option *option = &line->game->option[r];
        for (int v = 0; v < option->count; v++)
            printf("%s=%s\t%s\n", option->name, option->value[v].name,
                   in(line, option->value[v].what));
    }
}

static void offer_seat_counts(const struct line *line)
{
    for (int f = 0; line->game && f < line->game->forms; f++)
        printf("%d\n", line->game->form[f].players);
}

static void offer_sides(const struct line *line)
{
    for (int side = 0; line->game && side < BV_SIDES_MAX; side++)
        offer(line->game->side[side].name, in(line, line->game->side[side].title));
}

static void offer_seats(const struct line *line)
{
    if (!line->game) return;
    const struct bv_form *form = &line->game->form[0];
    for (int seat = 0; seat < form->seats; seat++)
        offer(form->seat[seat].name, in(line, form->seat[seat].title));
}

static void offer_languages(const struct line *line)
{
    (void)line;
    offer("fr", "français");
    offer("en", "English");
}

static void offer_level_numbers(const struct line *line)
{
    (void)line;
    offer_words("1 2 3 4 5 6 7 8");
}

static void offer_keys(const struct line *line)
{
    (void)line;
#ifdef BIVOUAC_SERVER
    for (size_t i = 0; config_key(i); i++) printf("%s=\n", config_key(i));
#endif
}

static void offer_files(const struct line *line)
{
    (void)line;
    puts("@files");
}

static void offer_folders(const struct line *line)
{
    (void)line;
    puts("@folders");
}

/* One game is one file; many are a folder. */
static void offer_what_is_saved(const struct line *line)
{
    puts(line->command == &command_play ? "@files" : "@folders");
}

/* Options that are not here take a number or a text that cannot be completed. */
static const struct {
    const char *option;
    void (*offer)(const struct line *line);
} values[] = {
    {"--set", offer_rule_options},    {"--seats", offer_seat_counts},
    {"--seat", offer_seats},          {"--side", offer_sides},
    {"--game", offer_games},          {"--against", offer_opponents},
    {"--level", offer_level_numbers}, {"--lang", offer_languages},
    {"--board", offer_files},         {"--resume", offer_files},
    {"--record", offer_files},        {"--config", offer_files},
    {"--config-set", offer_keys},     {"--save", offer_what_is_saved},
    {"--data", offer_folders},        {"--web", offer_folders},
};

static void offer_values(const struct line *line)
{
    for (size_t i = 0; i < BV_COUNT(values); i++)
        if (strcmp(values[i].option, line->option) == 0) values[i].offer(line);
}

/* ---- Options and operands -------------------------------------------------------------------- */

static void offer_options(const struct line *line)
{
    bool has_value = false;
    for (size_t i = 0; option_at(line->command, i, &has_value); i++)
        puts(option_at(line->command, i, &has_value));
    puts("--help");
}

static void offer_boards_of(const char *game)
{
    for (size_t i = 0; i < bv_builtin_board_count; i++)
        if (strcmp(bv_builtin_boards[i].game, game) == 0) puts(bv_builtin_boards[i].name);
}

/* `check FILE...`, `list` or `print GAME NAME` */
static void offer_for_board(const struct line *line)
{
    if (line->operands == 0) {
        offer_words("check list print");
    } else if (strcmp(line->first, "check") == 0) {
        puts("@files");
    } else if (strcmp(line->first, "print") == 0) {
        if (line->operands == 1) offer_games(line);
        if (line->operands == 2 && line->game) offer_boards_of(line->game->id);
    }
}

static void offer_for_match(const struct line *line)
{
    if (line->operands > 2) return;
    offer_levels(line);
    offer_words("uct random engine:");
}

static void offer_operands(const struct line *line)
{
    static const char of_files[] = " replay verify analyse match-merge backup restore puzzles ";
    char name[32];
    snprintf(name, sizeof name, " %s ", line->command->name);
    if ((line->command->takes & TAKES_GAME) && line->operands == 0) offer_games(line);
    if (line->command == &command_board) offer_for_board(line);
    if (line->command == &command_match && line->operands > 0) offer_for_match(line);
    if (strcmp(name, " admin ") == 0 && line->operands == 0)
        offer_words("users user tables bans reports announce invitations audit server");
    if (strstr(of_files, name)) puts("@files");
}

static void offer_commands(const struct line *line)
{
    for (size_t i = 0; command_at(i); i++)
        offer(command_at(i)->name, in(line, command_at(i)->summary));
    offer_words("--help --version");
}

/* ---- Parsing the line ------------------------------------------------------------------------ */

static const struct command *command_named(const char *name)
{
    for (size_t i = 0; command_at(i); i++)
        if (strcmp(command_at(i)->name, name) == 0) return command_at(i);
    return NULL;
}

static bool takes_value(const struct command *command, const char *option)
{
    bool has_value = false;
    const char *name = NULL;
    for (size_t i = 0; (name = option_at(command, i, &has_value)); i++)
        if (strcmp(name, option) == 0) return has_value;
    return false;
}

static void read_word(struct line *line, const char *word)
{
    if (line->option) {
        line->option = NULL;
    } else if (word[0] == '-' && word[1]) {
        if (takes_value(line->command, word)) line->option = word;
    } else {
        if (!line->operands++) line->first = word;
        if (!line->game) line->game = bv_game_named(word);
    }
}

static int run(const struct options *options)
{
    struct line line = {.language = options->language, .last = ""};
    if (options->operands < 2) {
        offer_commands(&line);
        return EXIT_DONE;
    }
    line.command = command_named(options->operand[0]);
    line.last = options->operand[options->operands - 1];
    if (!line.command || (line.command->takes & TAKES_WORDS)) return EXIT_DONE;
    for (int i = 1; i < options->operands - 1; i++) read_word(&line, options->operand[i]);
    if (line.option)
        offer_values(&line);
    else if (line.last[0] == '-')
        offer_options(&line);
    else
        offer_operands(&line);
    return EXIT_DONE;
}

const struct command command_complete = {
    .name = "complete",
    .usage = "[WORD...]",
    .summary = {"Complète une ligne de commande, pour un shell.",
                "Completes a command line, for a shell."},
    .help = {"Les complétions de bash, zsh et fish s'en servent.",
             "The completions of bash, zsh and fish are made with it."},
    .takes = TAKES_WORDS,
    .run = run,
};
