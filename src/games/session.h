/* A game in progress with everything it needs. It is large, and its terms point into it: it lies on
 * the heap or is static, and is never copied. */
#pragma once

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
