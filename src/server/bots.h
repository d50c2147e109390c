/*
 * The computer's thinking, in threads of its own: the event loop asks and goes on, and is woken when an answer has come.
 *
 * A question is the game as a list of actions, so that a thread needs nothing of the table: it plays them over and
 * lets the opponent think, who sees only what his side may see (search/seated.h). Every table has at most one question
 * waiting and questions are answered in the order they came, so nobody waits behind one busy table; when many wait, each
 * gets less time. A mind stays with its table as long as there is room, since it remembers plans and conclusions.
 */
#ifndef BV_BOTS_H
#define BV_BOTS_H

#include "server/table.h"

struct bv_bots;

struct bv_bots *bv_bots_open(uint32_t threads, void (*wake)(void *context), void *context);
void bv_bots_close(struct bv_bots *bots);

/* Asks for an action of one of these seats, all of one side. The terms must stay until the answer was collected. */
void bv_bots_ask(struct bv_bots *bots, const struct bv_table *table, bv_seats seats);

struct bv_bot_answer {
    char id[BV_ID_SIZE]; /* of the table */
    const struct bv_terms *terms;
    uint32_t epoch; /* and number of moves that the table had when it was asked */
    size_t moves;
    int seat;
    bv_action action;
    uint64_t microseconds; /* that it was thought about */
};

/* The next answer that has come; false when there is none. */
bool bv_bots_collect(struct bv_bots *bots, struct bv_bot_answer *answer);

/* Questions that wait or are being thought about. */
size_t bv_bots_waiting(struct bv_bots *bots);

#endif
