/* A game at this terminal: against the computer, or several people before one screen. */
#ifndef BIVOUAC_LOCAL_H
#define BIVOUAC_LOCAL_H

#include "play/keep.h"
#include "play/sitting.h"
#include "play/thinker.h"
#include "tui/table.h"

struct local {
    struct table table;
    struct sitting sitting;
    struct thinker thinker;
    struct bv_seated
        *adviser; /* thinks about advice, in place of the computer; NULL: nobody asked */
    struct bv_entrant adviser_entrant;
    char path[KEEP_PATH];               /* where the game is kept; "": nowhere */
    char outside[2 * BV_NAME_MAX + 32]; /* an end that is not the rules': `F 0 A 1 resigned` */
};

/* The sitting is seated already and becomes the table's own. `path`: where it is kept, NULL: a new place. */
bool local_open(struct local *local, struct sitting *sitting, const char *path);

#endif
