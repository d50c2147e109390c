/* Refusals: the server's answer to a request that it does not carry out. */
#ifndef TABLE_REFUSAL_H
#define TABLE_REFUSAL_H

#include "core/game.h"

/* The reason: a code for programs, a sentence for people, and what the rules say about a token. */
struct refusal {
    const char *code;
    struct bv_text text;
    struct bv_error detail; /* "" if the sentence is enough */
    uint32_t wait; /* seconds after which the client may try again; 0: waiting does not help */
};

/* All of these return false. */
bool refusal_set(struct refusal *refusal, const char *code, struct bv_text text);

/* Refusals that more than one place gives; the others are written where they are given. */
bool refusal_nameless(struct refusal *refusal);
bool refusal_ticket(struct refusal *refusal);
bool refusal_no_seat(struct refusal *refusal);
bool refusal_others_seat(struct refusal *refusal);
bool refusal_empty_seat(struct refusal *refusal);
bool refusal_word(struct refusal *refusal);

#endif
