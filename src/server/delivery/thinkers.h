/*
 * Computer players: worker threads that search for moves. The event loop asks for a move, goes on,
 * and is woken when the answer is there.
 *
 * A question is the game as a list of actions, so a worker needs nothing of the table: it replays
 * the actions and lets the search choose, which sees only what its side may see
 * (search/table_player.h). A table has at most one question at a time and questions are answered in
 * order, so no table waits behind one busy table; when many wait, each gets less time. A search
 * keeps its memory of a table between questions as long as there is space.
 */
#pragma once

#include "table/table.h"

struct thinkers;

struct thinkers *thinkers_open(uint32_t threads, void (*wake)(void *context), void *context);
void thinkers_close(struct thinkers *thinkers);

/* Asks for an action of one of these seats, all of one side. The terms must stay valid until the
 * answer is collected. */
void thinkers_ask(struct thinkers *thinkers, const struct table *table, bv_seats seats);

struct thinkers_answer {
    char id[ID_SIZE]; /* of the table */
    const struct bv_terms *terms;
    uint32_t epoch; /* epoch and number of moves of the table when it asked */
    size_t moves;
    int seat;
    bv_action action;
    uint64_t microseconds; /* time spent on it */
};

/* The next answer; false when there is none. */
bool thinkers_collect(struct thinkers *thinkers, struct thinkers_answer *answer);

uint32_t thinkers_threads(const struct thinkers *thinkers);

/* Questions that wait or are being answered. */
size_t thinkers_waiting(struct thinkers *thinkers);
