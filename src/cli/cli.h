/*
 * The program `bivouac`: one const struct and one function per subcommand, one table of options.
 * Exit codes: 0 done, 1 failed (the input is wrong, a check did not hold), 2 called wrongly.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdio.h>

#include "games/session.h"
#include "play/lines.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_MISUSED = 2 };

enum language { FRENCH, ENGLISH };

enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* What a subcommand takes besides --help: a set of these. */
enum takes {
    TAKES_GAME = 1 << 0, /* GAME, --set, --seats, --board */
    TAKES_SEED = 1 << 1,
    TAKES_EAGER = 1 << 2,
    TAKES_POSITION = 1 << 3,
    TAKES_SEAT = 1 << 4,
    TAKES_LOOKS = 1 << 5, /* --ascii, --colour, --no-colour */
    TAKES_LANGUAGE = 1 << 6,
    TAKES_JSON = 1 << 7,
    TAKES_CHECK = 1 << 8,
    TAKES_DIVIDE = 1 << 9,
    TAKES_BENCH = 1 << 10, /* --game, --seconds, --plies, --redraw */
    TAKES_PLAY =
        1 << 11, /* --against, --side, --save, --resume, --plain; --server, --name, --key */
    TAKES_TEXT = 1 << 12,
    TAKES_RECORD = 1 << 13, /* --record, --at */
    TAKES_BOARD = 1 << 14,  /* --board without GAME */
    GAME_OPTIONAL = 1 << 15,
    TAKES_CONTEST = 1 << 16, /* --games, --threads, --opening */
    TAKES_SHARD = 1 << 17,   /* --shard, --sprt */
    TAKES_SAVE = 1 << 18,
    TAKES_SECONDS = 1 << 19,
    TAKES_NODES = 1 << 20,
    TAKES_LEVEL = 1 << 21,
    TAKES_DOORS = 1 << 22,   /* --port, --listen, --web, --threads, and the configuration */
    TAKES_DATA = 1 << 23,    /* --data, --store */
    TAKES_LOAD = 1 << 24,    /* --tables and the rest of `bivouac load` */
    TAKES_PUZZLES = 1 << 25, /* --count, --sample */
    TAKES_WORDS = 1 << 26,   /* anything, unchanged: not even --help is recognised */
};

enum { CONFIG_SETS_MAX = 64 };

struct options {
    struct bv_request request; /* the game and its terms */
    bool has_game;
    char *board_text;
    uint64_t seed;
    bool has_seed;
    bool eager;
    bool check;
    bool divide;
    bool json;
    bool ascii;
    bool text;
    enum colour colour;
    enum language language;
    const char *position;
    const char *seat;
    const char *record;
    int at; /* -1: the end */
    double seconds;
    uint64_t plies;
    uint64_t nodes; /* 0: the command's default */
    int level;      /* 0: the strongest */
    const char *against;
    const char *side;
    const char *save;
    const char *resume;
    bool plain;
    bool redraw;
    const char *server; /* the address of a server */
    const char *name;
    const char *key;
    uint32_t games;
    uint32_t threads; /* 0: all cores */
    uint32_t count;   /* 0: the command's default */
    uint32_t sample;
    bool has_sample;
    int opening; /* -1: as the game needs */
    const char *sprt;
    const char *shard;
    int port; /* -1: as the configuration says */
    const char *listen;
    const char *data; /* the folder of the store */
    bool has_data;
    const char *store; /* where the store is when not in that folder; NULL */
    const char *web;   /* the folder of the client */
    struct {
        const char *file;
        const char *set[CONFIG_SETS_MAX]; /* `key=value` */
        int sets;
        bool print, check;
    } config;
    struct {
        uint32_t tables, idle, sleeping, rounds;
        double rate, kill_every; /* moves a second; seconds */
        const char *url;
        bool anywhere;
    } load;
    int operands; /* after GAME */
    char **operand;
};

/* Where the store is (store.h): as --store says, or the configuration in the data folder, or that
 * folder. */
const char *store_of(const struct options *options);

struct command {
    const char *name;
    const char *usage; /* after the name */
    struct bv_text summary;
    struct bv_text help;
    unsigned takes;
    int (*run)(const struct options *options);
};

extern const struct command command_games, command_show, command_legal, command_play, command_perft,
    command_transcript, command_replay, command_board, command_bench, command_match,
    command_match_merge, command_ladder, command_study, command_hint, command_analyse,
    command_engine, command_engine_check, command_verify, command_serve, command_backup,
    command_restore, command_load, command_admin, command_migrate, command_puzzles,
    command_complete;

/* All commands, in the order of the help; NULL at the end. */
const struct command *command_at(size_t number);

/* Prints `bivouac: MESSAGE` on standard error and returns the code. */
int complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fills `options` from the arguments after the subcommand; returns 0, or an exit code after
 * printing an error. */
int read_options(const struct command *command, int count, char **words, struct options *options);

/* The rule options that a command accepts, one by one; NULL at the end. */
const char *option_at(const struct command *command, size_t number, bool *has_value);

enum language language_of_environment(void);

static inline const char *say(const struct options *options, struct bv_text text)
{
    return options->language == FRENCH ? text.fr : text.en;
}

/* Whether to print in colour: --colour, or a terminal without --no-colour, NO_COLOR or TERM=dumb.
 * */
bool wants_colour(const struct options *options);

/* NULL after printing an error. Starts from --position if given. */
struct session *open_session(const struct options *options);

/* The same, and then plays the operands (or, for `-`, standard input): TOKEN or SEAT:TOKEN or SEAT
 * TOKEN. */
struct session *open_played_session(const struct options *options);
void close_session(struct session *session);

/* Draws the session's state (or what a seat sees) on standard output. */
void print_position(const struct session *session, const union bv_state *state,
                    const struct options *options);
void print_position_line(const struct session *session, const union bv_state *state);

/* Prints a good choice for a seat to act, and why, after thinking for --seconds. */
int advise(const struct options *options, const struct session *session, int seat);

/* Reads a whole file (`-`: standard input) as NUL-terminated text, to be freed; NULL after printing
 * an error. */
char *read_whole_file(const char *path, size_t most, size_t *length);

/* Calls `read` for each line of a file; prints file and line at the first error. */
bool read_lines(const char *path, line_reader *read, void *context, int *lines);

#endif
