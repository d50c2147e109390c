/* Storage for any game: a union of all states, and one of all tables. Nothing is ever cast. */
#pragma once

#include "games/belligerants/state.h"
#include "games/chars/state.h"
#include "games/chevaliers/state.h"
#include "games/kriegspiel/state.h"
#include "games/paris/state.h"

union bv_state {
    struct kriegspiel_state kriegspiel;
    struct chevaliers_state chevaliers;
    struct chars_state chars;
    struct paris_state paris;
    struct belligerants_state belligerants;
};

union bv_tables {
    struct kriegspiel_tables kriegspiel;
    struct chevaliers_tables chevaliers;
    struct chars_tables chars;
    struct paris_tables paris;
    struct belligerants_tables belligerants;
};

_Static_assert(sizeof(union bv_state) <= BV_STATE_MAX, "a state is at most 1 KiB");
