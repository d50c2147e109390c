/* What will be played: a saved game, or a new one with options chosen here. */
#ifndef TUI_PICKER_H
#define TUI_PICKER_H

#include "core/terms.h"
#include "play/saved_games.h"

struct plan {
    struct bv_request request;
    char against[16]; /* `person` or `level:4` */
    char side[BV_NAME_MAX];
    struct kept_game resume; /* path "": a new game */
};

/* plan->request.game: only games of this kind; NULL: any. False: the player left. */
bool plan_make(struct plan *plan);

#endif
