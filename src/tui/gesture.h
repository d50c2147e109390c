/*
 * A gesture: points touched one after the other, until they determine one choice. Knows no rules;
 * it only filters the list of choices (web/src/board/gesture.ts does the same for the browser).
 */
#pragma once

#include "tui/choices.h"

struct gesture {
    int count;
    int16_t point[CHOICE_POINTS_MAX];
};

/* Whether the points touched so far are the first of this choice. */
bool gesture_fits(const struct gesture *gesture, const struct choice *choice);

/* The marks of every point of the board, as MARK_… bits, into marks[0 … points). */
void gesture_marks(const struct gesture *gesture, const struct choices *choices, unsigned *marks,
                   int points);

/*
 * Touches a point. The choices it selects are written to `list` (room for choices->count). None:
 * the gesture goes on or was dropped; one: it is played; several: the player chooses among them.
 */
uint32_t gesture_touch(struct gesture *gesture, const struct choices *choices, int point,
                       uint32_t *list);
