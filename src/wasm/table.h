/* The one game of the module, and the buffer through which text goes in and out. */
#ifndef BV_WASM_TABLE_H
#define BV_WASM_TABLE_H

#include "core/menu.h"
#include "core/transcript.h"
#include "games/storage.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { BUFFER_SIZE = 2 * BV_LINE_MAX };

struct table {
    struct bv_terms terms;
    union bv_tables tables;
    union bv_state state;
    struct bv_past past;
    struct bv_menu menu;
    char buffer[BUFFER_SIZE];
};

extern struct table table;

/* Puts the reason into the buffer and returns 0. */
uint32_t give_error(const struct bv_error *error);

/* Something was played: the opponent looks at what it may see. */
void opponent_looks(int seat);

/* Another game was opened: nobody sits. */
void opponent_leaves(void);

#endif
