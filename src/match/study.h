/*
 * A study: how a game plays under one set of rule options, by self-play of one player. Balance,
 * draws, length, how often the lead changes, how games end and how often each special rule occurs.
 */
#pragma once

#include "match/match.h"

enum { STUDY_REASONS_MAX = 16 };

struct study_findings {
    uint32_t games;
    uint32_t won[BV_SIDES_MAX]; /* by side */
    uint32_t drawn;
    uint64_t plies, turns;
    uint64_t lead_changes;
    uint32_t reason[STUDY_REASONS_MAX]; /* games that ended so */
    uint64_t special_rules[BV_SPECIAL_RULES_MAX];
    uint32_t games_with[BV_SPECIAL_RULES_MAX];
};

/* `player` plays both sides. False when out of memory. */
bool study(const struct bv_terms *terms, const struct player_spec *player, uint32_t games,
           uint32_t threads, uint64_t seed, struct study_findings *findings);
