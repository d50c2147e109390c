/* The actions of a game in order; writes them as a record and reads them from one. Errors are
 * returned, not printed: the screen shows them. */
#pragma once

#include "core/record.h"
#include "games/session.h"

struct played {
    int seat;
    bv_action action;
};

struct history {
    struct played *played;
    size_t count, capacity;
    char position[BV_POSITION_MAX];     /* where the game began; "": at its start */
    char outside[2 * BV_NAME_MAX + 32]; /* a result that does not follow from the rules; "": none */
};

/* The state in which the game began. */
void history_start(const struct history *history, const struct bv_terms *terms,
                   union bv_state *state);

/* The game ends otherwise than by the rules: this side resigns, or with -1 both agree on a draw. */
void history_end(struct history *history, const struct bv_game *game, int loser);

/* Adds an action that was played; false when out of memory. */
bool remember(struct history *history, int seat, bv_action action);

/* The current date and time, as a record writes it. */
void put_now(char date[BV_DATE_SIZE]);

/* Writes a record: `head` gives players and dates. The file is replaced as a whole or not at all. */
bool write_history(const struct history *history, const struct bv_terms *terms,
                   const union bv_state *state, struct bv_record *head, const char *path,
                   struct bv_error *error);

/* A record that was read; the session is at its end. */
struct saved_game {
    struct session *session;
    struct history history;
    struct bv_record head;
};

/* Checks every line, plays every token (`-`: standard input); NULL and an error with the line. */
struct saved_game *read_saved_game(const char *path, struct bv_error *error);
void close_saved_game(struct saved_game *saved);

/* Puts the session in the state after so many tokens, repetitions included. */
void rewind_saved_game(struct saved_game *saved, size_t tokens);
