/*
 * A gesture: points touched one after the other, until they mean one choice. Nothing here knows what is legal; it only
 * arranges what was listed (web/src/board/gesture.ts does the same for fingers).
 */
#ifndef BIVOUAC_GESTURE_H
#define BIVOUAC_GESTURE_H

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
 * Touches a point. What is meant by it comes into `list` (room for choices->count): none, the gesture goes on or was
 * dropped; one; or several, among which the person chooses.
 */
uint32_t gesture_touch(struct gesture *gesture, const struct choices *choices, int point,
                       uint32_t *list);

#endif
