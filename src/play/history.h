/* What was played, in order, and how it becomes a record and is read from one. Errors are values: a screen shows them. */
#ifndef BIVOUAC_HISTORY_H
#define BIVOUAC_HISTORY_H

#include "core/record.h"
#include "play/session.h"

struct played {
    int seat;
    bv_action action;
};

struct history {
    struct played *played;
    size_t count, room;
    char position[BV_POSITION_MAX]; /* where the game began; "": at its start */
};

/* The state in which the game began. */
void history_start(const struct history *history, const struct bv_terms *terms,
                   union bv_state *state);

/* Notes an action that was played; false when out of memory. */
bool remember(struct history *history, int seat, bv_action action);

/* The date and time of now, as a record writes it. */
void put_now(char date[BV_DATE_SIZE]);

/*
 * Writes a record: `head` gives players and dates, `outside` a result that is not the rules' (or NULL). The file is
 * replaced as a whole or not at all.
 */
bool write_history(const struct history *history, const struct bv_terms *terms,
                   const union bv_state *state, struct bv_record *head, const char *outside,
                   const char *path, struct bv_error *error);

/* A record that was read: the session stands at its end. */
struct saved_game {
    struct session *session;
    struct history history;
    struct bv_record head;
};

/* Every line is checked, every token played (`-`: standard input); NULL and an error that names file and line. */
struct saved_game *read_saved_game(const char *path, struct bv_error *error);
void close_saved_game(struct saved_game *saved);

/* Puts the session where it was after so many tokens, repetitions included. */
void rewind_saved_game(struct saved_game *saved, size_t tokens);

#endif
