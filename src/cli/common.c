/* The options that several commands have, and what they choose. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/board.h"

/* ---- What a shell may offer for a word ------------------------------------------------------- */

void offer_words(const char *words)
{
    struct bv_span rest = bv_span_of(words);
    struct bv_span word = {0};
    while (bv_take_word(&rest, &word)) printf("%.*s\n", (int)word.length, word.text);
}

void offer_files(const struct completion *line)
{
    (void)line;
    puts("@files");
}

void offer_folders(const struct completion *line)
{
    (void)line;
    puts("@folders");
}

void offer_games(const struct completion *line)
{
    (void)line;
    for (size_t i = 0; i < bv_game_count; i++)
        printf("%s\t%s\n", bv_games[i]->id, say(bv_games[i]->name));
}

void offer_levels(const struct completion *line)
{
    (void)line;
    printf("level:1\t%s\n", SAY("le plus faible", "the weakest"));
    for (int level = 2; level < 8; level++) printf("level:%d\n", level);
    printf("level:8\t%s\n", SAY("le plus fort", "the strongest"));
}

struct common_values common = {.seed = 1, .opening = -1};

/* ---- The game -------------------------------------------------------------------------------- */

static int read_setting(const char *setting)
{
    struct bv_error error;
    if (!common.request.game) return complain(EXIT_MISUSED, "--set needs a game");
    if (bv_request_set(&common.request, bv_span_of(setting), &error)) return EXIT_DONE;
    return complain(EXIT_MISUSED, "%s", error.text);
}

static int read_seat_count(const char *value)
{
    if (bv_number_of(bv_span_of(value), 1, 99, &common.request.seats)) return EXIT_DONE;
    return complain(EXIT_MISUSED, "%s needs a whole number from %d to %d, not '%s'", "--seats", 1,
                    99, value);
}

static int read_board(const char *path)
{
    static char *text;
    free(text);
    text = read_whole_file(path, BV_BOARD_TEXT_MAX);
    common.request.board_file = path;
    common.request.board_text = text;
    return text ? EXIT_DONE : EXIT_FAILED;
}

static void offer_settings(const struct completion *line)
{
    for (int r = 0; line->game && r < line->game->options; r++) {
        const struct bv_option *option = &line->game->option[r];
        for (int v = 0; v < option->count; v++)
            printf("%s=%s\t%s\n", option->name, option->value[v].name, say(option->value[v].what));
    }
}

static void offer_seat_counts(const struct completion *line)
{
    for (int f = 0; line->game && f < line->game->forms; f++)
        printf("%d\n", line->game->form[f].players);
}

const struct command_option game_options[] = {
    OPTION_READ("--set", "OPTION=VALEUR", "OPTION=VALUE", read_setting, offer_settings,
                "choisit une option de règle, plusieurs fois s'il le faut (voir bivouac games)",
                "chooses a rule option; may be repeated (see bivouac games)"),
    OPTION_READ("--seats", "N", "N", read_seat_count, offer_seat_counts,
                "le nombre de places, si le jeu a plusieurs formes",
                "the number of seats, where a game has several forms"),
    OPTION_READ("--board", "FICHIER", "FILE", read_board, offer_files, "joue sur ce plateau",
                "plays on this board"),
    {0},
};

const struct command_option board_options[] = {
    OPTION_READ("--board", "FICHIER", "FILE", read_board, offer_files,
                "le plateau sur lequel un procès-verbal a été joué",
                "the board on which a transcript was played"),
    {0},
};

const struct command_option position_options[] = {
    OPTION_TEXT("--position", "TEXTE", "TEXT", common.position, NULL, "commence par cette position",
                "begins with this position"),
    {0},
};

static void offer_seats(const struct completion *line)
{
    const struct bv_form *form = line->game ? &line->game->form[0] : NULL;
    for (int seat = 0; form && seat < form->seats; seat++)
        printf("%s\t%s\n", form->seat[seat].name, say(form->seat[seat].title));
}

const struct command_option seat_options[] = {
    OPTION_TEXT("--seat", "PLACE", "SEAT", common.seat, offer_seats,
                "ce que cette place peut jouer, ou sait ; watcher : un spectateur",
                "what this seat may do, or knows; watcher: a watcher"),
    {0},
};

static int read_seed(const char *value)
{
    char *end = NULL;
    errno = 0;
    common.seed = strtoull(value, &end, 10);
    common.has_seed = true;
    if (!errno && *value && !*end && *value != '-') return EXIT_DONE;
    return complain(EXIT_MISUSED, "%s needs a whole number from %s to %s, not '%s'", "--seed", "0",
                    "2^64-1", value);
}

const struct command_option seed_options[] = {
    OPTION_READ("--seed", "N", "N", read_seed, NULL,
                "la graine du hasard : la même donne les mêmes dés",
                "the seed of all random numbers: the same gives the same dice"),
    {0},
};

/* ---- What is printed ------------------------------------------------------------------------- */

const struct command_option look_options[] = {
    OPTION_FLAG("--ascii", common.ascii, "sans couleur ni Unicode", "no colour, no Unicode"),
    OPTION_FLAG("--colour", common.colour, "toujours en couleur", "always in colour"),
    OPTION_FLAG("--no-colour", common.no_colour, "jamais en couleur", "never in colour"),
    {0},
};

static int read_language(const char *value)
{
    if (strcmp(value, "fr") == 0 || strcmp(value, "en") == 0) {
        language_choose(strcmp(value, "fr") == 0);
        return EXIT_DONE;
    }
    return complain(EXIT_MISUSED, "--lang is fr or en, not '%s'", value);
}

static void offer_languages(const struct completion *line)
{
    (void)line;
    puts("fr\tfrançais\nen\tEnglish");
}

const struct command_option every_options[] = {
    OPTION_READ("--lang", "fr|en", "fr|en", read_language, offer_languages,
                "en français ou en anglais", "in French or in English"),
    {.name = "--help",
     .brief = "-h",
     .help = {"explique la commande", "explains the command"},
     .flag = &common.help},
    {.name = "--version",
     .brief = "-V",
     .help = {"affiche la version", "prints the version"},
     .flag = &common.version},
    {0},
};

const struct command_option json_options[] = {
    OPTION_FLAG("--json", common.json, "en JSON, pour les programmes", "JSON, for programs"),
    {0},
};

/* ---- Many games ------------------------------------------------------------------------------ */

const struct command_option match_options[] = {
    OPTION_NUMBER("--games", common.games, 1, 1000000, "le nombre de parties",
                  "the number of games"),
    OPTION_NUMBER("--threads", common.threads, 1, 256, "le nombre de fils (tous les cœurs)",
                  "how many threads (all cores)"),
    {0},
};

const struct command_option opening_options[] = {
    OPTION_NUMBER("--opening", common.opening, 0, 1000,
                  "coups tirés au sort avant que les joueurs ne commencent",
                  "random actions before the players begin"),
    {0},
};

uint32_t threads_wanted(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return common.threads ? (uint32_t)common.threads : cores > 0 ? (uint32_t)cores : 1;
}

/* ---- The data of a server -------------------------------------------------------------------- */

const struct command_option data_options[] = {
    OPTION_TEXT("--data", "DOSSIER", "DIR", common.data, offer_folders,
                "le dossier des données du serveur (var)", "the folder of the server's data (var)"),
    OPTION_TEXT("--store", "ADRESSE", "URL", common.store, NULL,
                "son PostgreSQL, s'il en a un : postgresql://…",
                "its PostgreSQL, if it has one: postgresql://…"),
    {0},
};

const char *data_folder(void)
{
    return common.data ? common.data : "var";
}
