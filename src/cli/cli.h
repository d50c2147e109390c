/*
 * The program `bivouac`: a file for each command, with its options, its help and its function.
 * Exit codes: 0 done, 1 failed (the input is wrong, a check did not hold), 2 called wrongly.
 */
#pragma once

#include <stdio.h>

#include "play/language.h"
#include "play/lines.h"
#include "play/session.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_MISUSED = 2 };

/* ---- Commands and their options -------------------------------------------------------------- */

/* A command line as far as it is typed, before the word that a shell wants to complete. */
struct completion {
    const struct command *command;
    const struct bv_game *game; /* the game named; NULL: none */
    int operands;               /* the game included */
    const char *first;          /* of the operands; NULL: none */
};

/* Prints words that may come next, one on each line. */
typedef void word_offer(const struct completion *line);

/* An option. One of the pointers says where its value goes. */
struct command_option {
    const char *name;     /* `--save` */
    const char *brief;    /* `-h`; NULL: none */
    struct bv_text value; /* what help calls its value: `FICHIER`, `FILE` */
    struct bv_text help;  /* one sentence, for --help and the manual */
    bool *flag;           /* it takes no value */
    const char **text;
    int64_t *number; /* from `least` to `most` */
    int64_t least, most;
    double *seconds;
    int (*read)(const char *value); /* returns an exit code, after printing an error */
    word_offer *offer;              /* values that a shell completes; NULL: none */
};

#define OPTION_FLAG(word, to, help_fr, help_en)                                                    \
    {.name = (word), .help = {help_fr, help_en}, .flag = &(to)}
#define OPTION_TEXT(word, fr, en, to, words, help_fr, help_en)                                     \
    {.name = (word), .value = {fr, en}, .help = {help_fr, help_en}, .text = &(to), .offer = (words)}
#define OPTION_NUMBER(word, to, low, high, help_fr, help_en)                                       \
    {.name = (word),                                                                               \
     .value = {"N", "N"},                                                                          \
     .help = {help_fr, help_en},                                                                   \
     .number = &(to),                                                                              \
     .least = (low),                                                                               \
     .most = (high)}
#define OPTION_SECONDS(word, to, help_fr, help_en)                                                 \
    {.name = (word), .value = {"S", "S"}, .help = {help_fr, help_en}, .seconds = &(to)}
#define OPTION_READ(word, fr, en, function, words, help_fr, help_en)                               \
    {.name = (word),                                                                               \
     .value = {fr, en},                                                                            \
     .help = {help_fr, help_en},                                                                   \
     .read = (function),                                                                           \
     .offer = (words)}

enum game_operand { NO_GAME, GAME_FIRST, GAME_OPTIONAL };

struct command {
    const char *name;
    struct bv_text operands; /* `JEU [COUP...]`, `GAME [TOKEN...]` */
    struct bv_text summary;
    struct bv_text help;
    enum game_operand game;
    int least, most;                          /* number of operands, besides the game */
    bool verbatim;                            /* every word is an operand, also --help */
    word_offer *offer;                        /* operands that a shell completes; NULL: none */
    const struct command_option *options[10]; /* lists that end without a name; NULL at the end */
    int (*run)(void);                         /* returns an exit code */
};

enum { OPERANDS_MANY = 1000000 };

extern const struct command command_games, command_show, command_legal, command_play, command_rules,
    command_perft, command_transcript, command_replay, command_board, command_bench, command_match,
    command_match_merge, command_ladder, command_selfplay, command_features, command_study,
    command_hint, command_analyse, command_engine, command_engine_check, command_verify,
    command_serve, command_backup, command_restore, command_load, command_admin, command_migrate,
    command_puzzles, command_complete, command_manual;

/* The commands of some people; both lists end with NULL. */
struct command_group {
    struct bv_text title;
    const struct command *often[8];
    const struct command *rarely[10]; /* help lists only their names */
};

enum { COMMAND_GROUPS = 4 };
extern const struct command_group command_groups[COMMAND_GROUPS];

/* All commands, in the order of the help; NULL at the end. */
const struct command *command_at(size_t number);

/* NULL: there is none. */
const struct command *command_named(const char *name);

/* The name of the command that is written nearly like the word; NULL: there is none. */
const char *nearest_command(const char *word);

/* All options of a command, those of every command at the end; NULL after the last. */
const struct command_option *option_at(const struct command *command, size_t number);

/* The option of that name, which may be followed by `=`; NULL: there is none. */
const struct command_option *option_named(const struct command *command, const char *word);

/* Chooses the language by the last --lang among these words, which end with NULL: errors before it
 * are in that language as well. */
void find_language(char **words);

/* Reads the options of every command at the front; returns how many words it took, -1 after printing
 * an error. */
int read_options_before(int count, char **words);

/* Reads the words after a command's name into its options and operands (all words after `--` are
 * operands); returns 0, or an exit code after printing an error. */
int read_options(const struct command *command, int count, char **words);

/* Calls a function for each operand after the first ones; fails if one of them does. */
int run_each(int (*run)(const char *operand), int first);

/* ---- Options of several commands ------------------------------------------------------------- */

extern const struct command_option game_options[]; /* --set, --seats, --board */
extern const struct command_option board_options[];
extern const struct command_option position_options[];
extern const struct command_option seat_options[];
extern const struct command_option seed_options[];
extern const struct command_option look_options[]; /* --ascii, --colour, --no-colour */
extern const struct command_option json_options[];
extern const struct command_option match_options[]; /* --games, --threads */
extern const struct command_option opening_options[];
extern const struct command_option data_options[]; /* --data, --store */
extern const struct command_option
    every_options[]; /* of every command: --lang, --help, --version */

/* Their values. */
extern struct common_values {
    int operands; /* besides the game */
    char **operand;
    struct bv_request request; /* the game and its terms; game NULL: none was named */
    const char *position;
    const char *seat;
    uint64_t seed; /* 1 by default */
    bool has_seed;
    bool ascii, colour, no_colour;
    bool json;
    bool help, version;
    int64_t games; /* 0: the command's default */
    int64_t threads;
    int64_t opening;   /* -1: as the game needs */
    const char *data;  /* the folder of a server's data; NULL: the default */
    const char *store; /* NULL: as the configuration in that folder says */
} common;

/* For --game: names the game of the command. */
int name_game(const char *id);

/* --threads, or as many as there are cores. */
uint32_t threads_wanted(void);

/* --data, or `var`. */
const char *data_folder(void);

/* Where the store is (store.h): as --store says, or the configuration in the data folder, or that
 * folder. */
const char *store_of_options(void);

/* Whether to print in colour: --colour, or a terminal without --no-colour, NO_COLOR or TERM=dumb. */
bool wants_colour(void);

/* ---- Completion ------------------------------------------------------------------------------ */

word_offer offer_files, offer_folders, offer_games, offer_levels;
void offer_words(const char *words); /* separated by blanks */

/* ---- Help ------------------------------------------------------------------------------------ */

void print_usage(void);
void print_help(const struct command *command);

/* ---- Shared by commands ---------------------------------------------------------------------- */

/* Prints `bivouac: MESSAGE` on standard error, an English one in the language of the user, and returns
 * the code. */
int complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A game as requested, from --position; NULL after printing an error. */
struct session *open_game(const struct bv_request *request);

/* The game of the options after the tokens in the operands (`-`: those on standard input), of which
 * the `first` ones are something else. */
struct session *open_played_game(int first);

/* Draws a position on standard output, as that seat sees it, with what there is to say of it. */
void print_position(const struct bv_terms *terms, const union bv_state *view, int seat);

/* Prints a good choice for a seat to act, and why, after thinking for so many seconds. */
int advise(const struct session *session, int seat, double seconds);

/* bivouac play --plain: plays a whole game line by line; returns an exit code. */
struct tui_plan;
int play_plain(struct tui_plan *plan);

/* A text as a JSON string, quotes included. */
void print_json_string(const char *text);

/* How many columns a text takes, if each of its characters takes one. */
int text_columns(const char *text);

/* Reads a whole file (`-`: standard input) as NUL-terminated text, to be freed; NULL after printing
 * an error. */
char *read_whole_file(const char *path, size_t most);

/* Calls `read` for each line of a file; prints file and line at the first error. */
bool read_lines(const char *path, line_reader *read, void *context, int *lines);
