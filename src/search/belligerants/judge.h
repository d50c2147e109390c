/*
 * A quick evaluation of a position between two turns: the final difference to be expected, how long
 * the game will last, and from both how likely each side is to win.
 *
 *   Marching   The side that needs fewer turns for the rest of its march ends the game; by then the
 *              other has brought in what it could, its best pawns first. What is inside counts
 *              twice, prisoners once (B27).
 *   Fighting   For each number on the die, the best capture that each side could make; those of the
 *              side to roll weigh more. In addition, a little for every enemy that could ever take
 *              a pawn that is still under way.
 */
#pragma once

#include "search/belligerants/march.h"

struct belligerants_outlook {
    int32_t lead; /* expected final difference, from Yellow's side */
    int32_t left; /* turns until the end, in parts (march.h) */
    float chance; /* Yellow's part of the point, 0 to 1 */
};

/* Of a position in which the die is about to be rolled (armistices are ignored). */
struct belligerants_outlook belligerants_judge(const struct belligerants_march *march,
                                               const struct belligerants_tables *tables,
                                               const struct belligerants_state *state);
