/* The special rules of each game, recognised by their tokens or events, so that a study can count
 * them. */
#ifndef MATCH_RULE_COUNTERS_H
#define MATCH_RULE_COUNTERS_H

#include "core/game.h"

enum { RULE_COUNTERS_MAX = 8 };

struct rule_counter {
    const char *clause;
    struct bv_text title;
    const char
        *with; /* characters the token must have, each as often as given; NULL: an event decides */
    const char *without; /* characters it must not have; NULL: none */
    int event;           /* when `with` is NULL */
};

/* The special rules of a game, ended by one without a clause. */
const struct rule_counter *rule_counters_of(const struct bv_game *game);

/* The set of special rules that an action uses, a bit each. */
uint32_t rule_counters_in(const struct bv_terms *terms, const union bv_state *before, int seat,
                          bv_action action);

#endif
