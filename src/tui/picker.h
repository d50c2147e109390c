/* What will be played: one of the games that were kept, or a new one on terms that are chosen here. */
#ifndef BIVOUAC_TUI_PICKER_H
#define BIVOUAC_TUI_PICKER_H

#include "core/terms.h"
#include "play/keep.h"

struct plan {
    struct bv_request request;
    char against[16]; /* `person` or `level:4` */
    char side[BV_NAME_MAX];
    struct kept_game resume; /* path "": a new game */
};

/* plan->request.game: only games of this kind; NULL: of any. False: one has left. */
bool plan_make(struct plan *plan);

#endif
