/*
 * Events are noted where they happen, while an action is played again on a copy: so they cannot
 * tell another story than the rules. Most are for all seats; a placement before both sides are
 * ready and a plotted shot are for their own seat alone, and nothing tells the others that they
 * happened.
 */
#include "games/storage.h"

/* A tank whose rank is announced is shown with it. */
const struct bv_event_words chars_event_words[CHARS_EVENT_WORDS] = {
    {CHARS_EVENT_PLOTTED, "plotted", {"%s : tir noté en %t.", "%s: shot plotted on %t."}, {0}},
    {BV_EVENT_SHOWN,
     "shown",
     {"%s : %p en %t, désormais visible.", "%s: %p shown on %t."},
     {"%s : %p de rang %n en %t.", "%s: %p of rank %n on %t."}},
};
