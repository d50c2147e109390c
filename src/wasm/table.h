/* The one game of the module, and the buffer for text input and output. */
#pragma once

#include "core/transcript.h"
#include "games/session.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { BUFFER_SIZE = 2 * BV_LINE_MAX };

struct table {
    /* The last action, and the state it was done to. */
    union bv_state before;
    int seat;
    bv_action action;
    bool has_played;
    char buffer[BUFFER_SIZE];
};

struct net;

extern struct session session;
extern struct table table;

/* The text in the buffer, or less where less was written. */
struct bv_span given(uint32_t length);

/* Puts the reason into the buffer and returns 0. */
uint32_t give_error(const struct bv_error *error);

/* The net that the page has fetched for a game; NULL: none. */
const struct net *wasm_net_of(const struct bv_game *game);

/* An action was played: the opponent observes what it may see. */
void opponent_looks(int seat);

/* The game continues from a given position: the opponent observes it, and its next turn begins. */
void opponent_is_shown(void);

/* Another game was opened: there is no opponent. */
void opponent_leaves(void);
