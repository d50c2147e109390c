/*
 * What follows from the board and the rule options alone, worked out when a game begins: how many turns a pawn needs from
 * each square to leave its camp and to be inside the enemy's, who takes whom, and all paths from a
 * square to another, side by side.
 */
#pragma once

#include "games/storage.h"

/* How a pawn gets along: on foot, through the air, or through anything (spy and ambulance). */
enum belligerants_gait { BELL_ON_FOOT, BELL_IN_THE_AIR, BELL_UNHURT, BELL_GAITS };

enum { BELL_TURN = 1024 }; /* turns are counted in parts of this size */

struct belligerants_lane {
    uint64_t way;    /* as in a path (state.h) */
    uint8_t file;    /* as in a path */
    uint8_t touched; /* as in a path */
    uint8_t length;
    bool is_wet;
};

struct belligerants_march {
    bool camp_is_open;                                /* to pawns that have left it (B24) */
    uint16_t inside[BELL_GAITS][2][BELL_SQUARES_MAX]; /* turns until inside the enemy camp */
    uint16_t leave[BELL_GAITS][2][BELL_SQUARES_MAX];  /* turns until out of the own camp */
    uint8_t gait[BELL_SLOTS];
    uint8_t by_value[BELL_SLOTS]; /* slots, the most valuable first */
    uint16_t value[BELL_SLOTS];   /* of the pawn in a slot */
    uint32_t takers[BELL_KINDS];  /* slots of the kinds that take this kind, unless wounded */
    struct belligerants_lane lane[BELL_PATHS_MAX];
    uint16_t first[BELL_SQUARES_MAX * BELL_SQUARES_MAX + 1]; /* lane, by origin and end */
};

void belligerants_march_make(struct belligerants_march *march, const struct bv_terms *terms);

/* The numbers by which lanes lead to a square, for a pawn that these windows and ground stop. */
static inline unsigned belligerants_numbers(const struct belligerants_march *march, int from,
                                            int to, const uint64_t *window, uint8_t barrier,
                                            bool crosses_water)
{
    const uint16_t *first = &march->first[from * BELL_SQUARES_MAX + to];
    unsigned numbers = 0;
    for (const struct belligerants_lane *lane = &march->lane[first[0]];
         lane < &march->lane[first[1]]; lane++) {
        if ((window[lane->file] & lane->way) | (lane->touched & barrier)) continue;
        if (lane->is_wet && !crosses_water) continue;
        numbers |= 1U << lane->length;
    }
    return numbers;
}
