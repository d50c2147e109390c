/*
 * A study: how a game plays under one set of readings, by self-play of one player. Balance, draws, length, how often
 * the lead changes, how games end and how often each special rule occurs.
 */
#ifndef BV_STUDY_H
#define BV_STUDY_H

#include "contest/match.h"
#include "contest/occasions.h"

enum { BV_REASONS_MAX = 16 };

struct bv_findings {
    uint32_t games;
    uint32_t won[BV_SIDES_MAX]; /* by side */
    uint32_t drawn;
    uint64_t plies, turns;
    uint64_t lead_changes;
    uint32_t reason[BV_REASONS_MAX]; /* games that ended so */
    uint64_t occasions[BV_OCCASIONS_MAX];
    uint32_t games_with[BV_OCCASIONS_MAX];
};

/* `player` plays both sides. False when out of memory. */
bool bv_study(const struct bv_terms *terms, const struct bv_entrant *player, uint32_t games,
              uint32_t threads, uint64_t seed, struct bv_findings *findings);

#endif
