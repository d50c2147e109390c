/* A computer player or adviser in a thread of its own, so that the screen stays responsive. */
#pragma once

#include <pthread.h>

#include "search/table_player.h"

struct thinker {
    pthread_t thread;
    bool busy;
    int pipe[2]; /* readable when it has answered */
    atomic_bool stop;
    struct table_player *seated;
    const struct bv_terms *terms;
    union bv_state state;
    struct bv_past past;
    bv_seats seats;
    struct search_answer answer;
};

bool thinker_open(struct thinker *thinker);
void thinker_close(struct thinker *thinker);

/* Starts to think; false on failure. It must not be busy. */
bool thinker_ask(struct thinker *thinker, struct table_player *seated, const struct bv_terms *terms,
                 const union bv_state *state, const struct bv_past *past, bv_seats seats);

/* Whether the answer is ready; then it is no longer busy. */
bool thinker_done(struct thinker *thinker);

/* Stops it and discards its answer. */
void thinker_interrupt(struct thinker *thinker);
