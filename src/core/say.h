/* Events in words: what a log says, in French and in English, for every game alike. */
#ifndef BV_SAY_H
#define BV_SAY_H

#include "core/game.h"

/* One sentence with its full stop, in French or in English. */
void bv_say(const struct bv_terms *terms, const struct bv_event *event, bool french,
            struct bv_out *out);

#endif
