/*
 * Answers that take long: searches of old games, pictures, data exports. They are computed in a
 * thread of their own with a store handle of its own, and sent to the clients that asked for them,
 * so that the event loop does not wait.
 */
#pragma once

#include "server/delivery/http_api.h"

struct slow_answers;

/* What slow answers are given; all of it outlives them. */
struct slow_answers_deps {
    const char *store; /* where it is */
    struct outbox *outbox;
    struct rate_limiter *limiter;
    void (*wake)(void *context); /* called from the thread when an answer is ready */
    void *context;
};

struct slow_answers *slow_answers_open(const struct slow_answers_deps *given,
                                       struct bv_error *error);
void slow_answers_close(struct slow_answers *slow);

/* An answer with status 200. */
struct slow_answer {
    char *text; /* freed when it is sent; NULL: the store could not be read */
    size_t length;
    const char *type;    /* NULL: JSON */
    const char *headers; /* additional ones; NULL: none */
    const char *cache;   /* NULL: not to be cached */
};

/* Computes an answer; runs in the thread. */
typedef struct slow_answer slow_work(struct store *store, const void *question);

/* Answers the request later, with what `work` makes of a copy of the question: returns 0; or the
 * status of the refusal if too many requests wait. */
int slow_answer_later(struct slow_answers *slow, struct exchange *exchange, slow_work *work,
                      const void *question, size_t size);

/* The loop was woken: sends the answers that are ready. */
void slow_answers_send(struct slow_answers *slow);
