/* A computer that thinks in a thread of its own, so that the screen stays awake; and what it says when asked for advice. */
#ifndef BIVOUAC_THINKER_H
#define BIVOUAC_THINKER_H

#include <pthread.h>

#include "search/seated.h"

struct thinker {
    pthread_t thread;
    bool busy;
    int pipe[2]; /* readable when it has answered */
    atomic_bool stop;
    struct bv_seated *seated;
    const struct bv_terms *terms;
    union bv_state state;
    struct bv_past past;
    bv_seats seats;
    struct bv_answer answer;
};

bool thinker_open(struct thinker *thinker);
void thinker_close(struct thinker *thinker);

/* Begins to think; false if it cannot. It must not be busy. */
bool thinker_ask(struct thinker *thinker, struct bv_seated *seated, const struct bv_terms *terms,
                 const union bv_state *state, const struct bv_past *past, bv_seats seats);

/* Whether the answer is there; it is then busy no more. */
bool thinker_done(struct thinker *thinker);

/* Makes it stop and forgets what it would have said. */
void thinker_interrupt(struct thinker *thinker);

#endif
