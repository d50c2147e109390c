/* Why a choice is good, in a sentence: for hints. */
#ifndef SEARCH_REASON_H
#define SEARCH_REASON_H

#include "search/player.h"

/* `view` is what the seat knew when it was asked; the sentence tells nothing else. */
void reason_write(const struct bv_terms *terms, const union bv_state *view,
                  const struct search_answer *answer, bool french, struct bv_out *out);

#endif
