/*
 * Events are noted where they happen, while an action is played again on a copy: so they cannot
 * tell another story than the rules. Most are for everybody; a placement before both sides are
 * ready and a plotted shot are for their own seat alone, and nothing tells the others that they
 * happened.
 */
#include "games/storage.h"

/* A tank whose rank is announced is shown with it. */
const struct bv_event_words chars_event_words[CHARS_EVENT_WORDS] = {
    {CHARS_EVENT_PLOTTED,
     3,
     "plotted",
     {"%s : tir prévu en %t.", "%s: shot plotted on %t."},
     {"L'ennemi a de bonnes raisons de venir là.", "The enemy has good reasons to come there."},
     {0}},
    {BV_EVENT_SHOWN,
     0,
     "shown",
     {"%s : %p en %t, à découvert.", "%s: %p shown on %t."},
     {0},
     {"%s : %p de rang %n en %t.", "%s: %p of rank %n on %t."}},
};
