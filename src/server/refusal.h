/* Refusals: what the house will not do, and why. */
#ifndef BV_REFUSAL_H
#define BV_REFUSAL_H

#include "core/game.h"

/* Why not: a word for programs, a sentence for people, and what the rules say about a token. */
struct bv_refusal {
    const char *code;
    struct bv_text text;
    struct bv_error detail; /* "" where the sentence says it all */
    uint32_t wait; /* seconds after which it may be asked again; nought: time does not help */
};

/* All of these return false. */
bool bv_refuse(struct bv_refusal *refusal, const char *code, struct bv_text text);

/* Those that more than one place gives; the others stand where they are given. */
bool bv_refuse_nameless(struct bv_refusal *refusal);
bool bv_refuse_ticket(struct bv_refusal *refusal);
/* The store could not be read; the detail, which is an error of the store, goes to the log and to nobody else. */
bool bv_refuse_unreadable(struct bv_refusal *refusal);
bool bv_refuse_unreadable_table(struct bv_refusal *refusal, const struct bv_error *error);
bool bv_refuse_no_seat(struct bv_refusal *refusal);
bool bv_refuse_others_seat(struct bv_refusal *refusal);
bool bv_refuse_empty_seat(struct bv_refusal *refusal);
bool bv_refuse_word(struct bv_refusal *refusal);

#endif
