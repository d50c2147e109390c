/*
 * Weakening: how a weaker level errs, in a human way. It does not play at random: it has blind
 * spots (it overlooks some moves altogether, its own and the enemy's, for as long as one decision
 * lasts) and it misjudges positions a little, always the same way within one decision. Both follow
 * from a salt drawn once per decision.
 */
#pragma once

#include "core/game.h"
#include "core/hash.h"

struct weakening {
    uint16_t overlook; /* of a thousand moves, how many are not seen */
    uint16_t misjudge; /* the largest error of judgement, in thousandths of a point */
};

/* Whether a move is in a blind spot; not to be asked about the only one. */
static inline bool weakening_overlooks(const struct weakening *weakening, uint64_t salt,
                                       bv_action action)
{
    return weakening->overlook && bv_mix(action, salt) % 1000 < weakening->overlook;
}

/* An error of judgement about a position: from -misjudge to +misjudge, small ones likelier. */
static inline int32_t weakening_misjudgement(const struct weakening *weakening, uint64_t salt,
                                             uint64_t hash)
{
    if (!weakening->misjudge) return 0;
    uint64_t word = bv_mix(hash, ~salt);
    int32_t range = weakening->misjudge + 1;
    return (int32_t)((word & 0xffffffff) % (uint32_t)range) -
           (int32_t)((word >> 32) % (uint32_t)range);
}
