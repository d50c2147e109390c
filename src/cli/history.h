/* What was played, in order, and how it becomes a record. */
#ifndef BIVOUAC_HISTORY_H
#define BIVOUAC_HISTORY_H

#include "cli/cli.h"
#include "core/record.h"

struct played {
    int seat;
    bv_action action;
};

struct history {
    struct played *played;
    size_t count, room;
};

/* Notes an action that was played; false when out of memory. */
bool remember(struct history *history, int seat, bv_action action);

/* The date and time of now, as a record writes it. */
void put_now(char date[BV_DATE_SIZE]);

/*
 * Writes a record: `head` gives players and dates, `outside` a result that is not the rules' (or NULL). Complains and
 * returns false if that fails.
 */
bool save_history(const struct history *history, const struct bv_terms *terms,
                  const union bv_state *state, struct bv_record *head, const char *outside,
                  const char *path);

/* A record that was read: the session stands at its end. */
struct saved_game {
    struct session *session;
    struct history history;
    struct bv_record head;
};

/* Every line is checked, every token played; NULL after complaining. */
struct saved_game *open_saved_game(const char *path);
void close_saved_game(struct saved_game *saved);

/* Puts the session where it was after so many tokens, repetitions included. */
void rewind_saved_game(struct saved_game *saved, size_t tokens);

#endif
