/*
 * Records of finished games, and the search for them. A search may take a while on a server with a
 * million games, so it runs in a thread of its own with its own store handle. Other slow answers
 * use the same thread.
 */
#ifndef SERVER_RECORDS_RECORD_SEARCH_H
#define SERVER_RECORDS_RECORD_SEARCH_H

#include "server/records/opening_book.h"

/* The summary line of a finished table for lists, and its tags for searches. */
void record_summary(const struct table *table, struct bv_out *out);
void record_tags(const struct table *table, struct bv_out *out);

/* A table is over: files its game with the changes. False: there is no game to file, because the
 * table was closed before it began, or by an admin. */
bool record_file(struct batch *changes, int64_t key, const struct table *table);

/* Writes the holder of a seat as a record names it: players who shared it joined with `+`, the
 * computer by its level. */
void record_player(const struct table *table, int seat, struct bv_out *out);

/* The record of a table, with the seed when it is over. Free the text. */
char *record_text(const struct table *table, size_t *length);

/* A name in its search form: letters in lower case (including those of French), blanks
 * unchanged. */
void record_fold_name(const char *name, struct bv_out *out);

struct record_search;
struct bv_canvas;

/* Starts and stops the search thread. `wake` is called from it when an answer is ready. */
struct record_search *record_search_open(const char *where, void (*wake)(void *context),
                                         void *context, struct bv_error *error);
void record_search_close(struct record_search *searcher);

/* A search. With a person: the data export (accounts/export.h). With a line: the opening book
 * (opening_book.h). With a canvas: the canvas as a PNG. */
struct record_search_question {
    char person[ID_SIZE];
    char line[OPENING_LINE_SIZE];
    char tag[8][96];
    uint32_t tags;
    int64_t from, to;
    int64_t before_ended, before_table;
    uint32_t most;
    struct bv_canvas *canvas; /* freed by the search thread */
};

/* Queues a question; `asker` comes back with the answer. False: the queue is full. */
bool record_search_ask(struct record_search *searcher,
                       const struct record_search_question *question, void *asker);

struct record_search_answer {
    void *asker;
    char *text; /* free it; NULL if the store could not be read */
    size_t length;
    bool picture;          /* a PNG; else JSON */
    const char *headers;   /* additional HTTP headers; NULL: none */
    uint64_t microseconds; /* working time in the search thread */
};

/* Takes the next answer; false: none is ready. */
bool record_search_collect(struct record_search *searcher, struct record_search_answer *answer);

/* ---- Requests -------------------------------------------------------------------------------- */

extern const struct api_routes records_routes;      /* records_api.c: games, records */
extern const struct api_routes opening_book_routes; /* opening_book.c: how games began */

/* Starts a search of old games, which answers later: returns 0; or the status of the refusal if too
 * many searches wait. */
struct server;
struct exchange;
int api_search(struct exchange *exchange, const struct record_search_question *question);
void api_search_answered(struct server *server, const struct record_search_answer *answer);

#endif
