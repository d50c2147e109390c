/* Occasions: the special rules of each game, recognised by their tokens or events, so that a study can count them. */
#ifndef BV_OCCASIONS_H
#define BV_OCCASIONS_H

#include "core/game.h"

enum { BV_OCCASIONS_MAX = 8 };

struct bv_occasion {
    const char *clause;
    struct bv_text title;
    const char *
        with; /* characters the token must have, each as often as it stands here; NULL: an event tells */
    const char *without; /* characters it must not have; NULL: none */
    int event;           /* when `with` is NULL */
};

/* The occasions of a game, ended by one without a clause. */
const struct bv_occasion *bv_occasions_of(const struct bv_game *game);

/* The set of those that an action is, a bit each. */
uint32_t bv_occasions_in(const struct bv_terms *terms, const union bv_state *before, int seat,
                         bv_action action);

#endif
