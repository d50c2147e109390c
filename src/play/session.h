/* A game in progress, on the heap. */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "core/menu.h"
#include "core/terms.h"
#include "games/storage.h"

struct session {
    struct bv_terms terms;
    union bv_tables tables;
    union bv_state state;
    struct bv_past past;
    struct bv_menu menu;
};

#endif
