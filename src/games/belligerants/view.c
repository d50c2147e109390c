/*
 * The only secret is the set-up: until both sides are done, a side's pawns are known to itself
 * alone, and so is how far it has come (B5).
 */
#include "games/storage.h"

static void hide_setup(struct belligerants_state *view, int side)
{
    for (int slot = side * BELL_ARMY; slot < (side + 1) * BELL_ARMY; slot++)
        view->place[slot] = BELL_IN_HAND;
    view->held[side] = 0;
    view->placed[side] = 0;
}

void belligerants_view(const struct bv_terms *terms, const union bv_state *state, int seat,
                       union bv_state *view)
{
    bv_state_copy(terms->game, view, state);
    if (state->belligerants.phase != BELL_SETUP) return;
    for (int side = BELL_J; side <= BELL_R; side++)
        if (side != seat) hide_setup(&view->belligerants, side);
}

/* What is hidden is still to be chosen: the view itself is a game that may be going on. */
void belligerants_determinise(const struct bv_terms *terms, const union bv_state *view, int seat,
                              struct bv_random *random, union bv_state *state)
{
    (void)seat;
    (void)random;
    bv_state_copy(terms->game, state, view);
}
