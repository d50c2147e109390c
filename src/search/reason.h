/* Why a choice is good, in a sentence: for hints. */
#ifndef BV_REASON_H
#define BV_REASON_H

#include "search/player.h"

/* `view` is what the seat knew when it was asked; the sentence tells nothing else. */
void bv_reason_write(const struct bv_terms *terms, const union bv_state *view,
                     const struct bv_answer *answer, bool french, struct bv_out *out);

#endif
