/*
 * Drafts of a movement phase. A turn's movements are shared by many plates, so there are far too
 * many whole phases to look at; but each is a handful of manoeuvres, one plate going to one spot,
 * and transfers. A draft is improved manoeuvre by manoeuvre: those that promise most by a quick
 * estimate are tried and judged, and the best drafts are improved again. All drafts on the way are
 * whole phases: the rest of the points is simply not used.
 */
#pragma once

#include "search/budget.h"
#include "search/kriegspiel/judge.h"

enum {
    KRIEGSPIEL_DRAFTS = 40,
    KRIEGSPIEL_TOKENS = 72, /* 27 points at most, 12 half rotations, transfers */
    KRIEGSPIEL_WIDTH = 8,
    KRIEGSPIEL_IDEAS = 24,
};

struct kriegspiel_draft {
    struct kriegspiel_state state;
    uint64_t key;  /* of the plates */
    int32_t value; /* chances of the army that moves, in millionths */
    uint32_t length;
    uint32_t action[KRIEGSPIEL_TOKENS];
};

/* How thoroughly to draft. */
struct kriegspiel_care {
    uint32_t kept;   /* drafts in the end, at most KRIEGSPIEL_DRAFTS */
    uint32_t width;  /* drafts improved in each round, at most KRIEGSPIEL_WIDTH */
    uint32_t ideas;  /* manoeuvres tried on each of them, at most KRIEGSPIEL_IDEAS */
    uint32_t rounds; /* manoeuvres of a draft */
};

/* Who thinks, with what. */
struct kriegspiel_thinker {
    const struct bv_terms *terms;
    const struct kriegspiel_lore *lore;
    struct kriegspiel_temper temper;
    struct budget_meter meter;
};

struct kriegspiel_drafts {
    uint32_t count;
    struct kriegspiel_draft draft[KRIEGSPIEL_DRAFTS]; /* the best first */
};

/* Drafts for the army to play, with plates of these kinds (a bit each); at least to stand. */
void kriegspiel_drafts_make(struct kriegspiel_drafts *drafts, struct kriegspiel_thinker *thinker,
                            const struct kriegspiel_state *state, unsigned kinds,
                            const struct kriegspiel_care *care);
