/*
 * Evaluation: what a position is worth to the army whose turn it is, once it has moved and before
 * it fires.
 *
 *       figures of both armies, by what their plates are worth
 *     + the best shot of each arm, as the plates are now              (K25: one shot an arm a turn)
 *     - the best shot of each enemy arm next turn, wherever it can get    (fear)
 *     + the best shot of each own arm after that                          (hope)
 *     + steps nearer to the enemy, for those who must fight
 */
#pragma once

#include "search/kriegspiel/lore.h"
#include "search/weakening.h"

/* The weights of an evaluation, for as long as one decision lasts. */
struct kriegspiel_temper {
    int32_t fear;       /* of the enemy's next shots, in sixteenths */
    int32_t hope;       /* for the own shots after them, in sixteenths */
    int32_t farness[2]; /* of either army when the decision was asked for */
    struct weakening weakening;
    uint64_t salt;
};

/* For each arm and hexagon, the most figures of a plate that could fire there; 0: none. */
struct kriegspiel_danger {
    uint8_t figures[KRIEGSPIEL_KINDS][KRIEGSPIEL_HEXAGONS + 1];
};

/* Where an army could fire in its turn, without plates that no enemy is within `ahead` of. */
void kriegspiel_danger_make(struct kriegspiel_danger *danger, const struct kriegspiel_lore *lore,
                            const struct bv_terms *terms, const struct kriegspiel_state *state,
                            unsigned side, unsigned ahead);

/* What a shot of an arm with so much danger at its hexagon may be expected to cost a plate. */
static inline int32_t kriegspiel_loss(const struct kriegspiel_lore *lore, unsigned arm,
                                      unsigned danger, unsigned slot, unsigned plate)
{
    return lore->gain[arm][danger][kriegspiel_kind(slot)][kriegspiel_figures(plate)];
}

/* The expected gain of the shot that a plate would fire from a spot; 0 if there is none. */
int32_t kriegspiel_shot(const struct kriegspiel_lore *lore, const struct kriegspiel_tables *tables,
                        const struct kriegspiel_state *state, unsigned side, unsigned slot,
                        unsigned hex, unsigned facing);

/* How much a step nearer to the enemy is worth to an army. */
int32_t kriegspiel_eagerness(const struct bv_terms *terms, const struct kriegspiel_state *state,
                             unsigned side);

/* Steps of all plates of an army to their nearest enemies. */
int32_t kriegspiel_farness(const struct kriegspiel_lore *lore, const struct kriegspiel_state *state,
                           unsigned side);

/* Steps from a hexagon to the nearest plate of an army. */
unsigned kriegspiel_nearest(const struct kriegspiel_lore *lore,
                            const struct kriegspiel_state *state, unsigned hex, unsigned army);

/*
 * The chances, in millionths, of `side`, which has moved, may still fire with the arms that have
 * not fired, and whose enemy moves next.
 */
int32_t kriegspiel_judge(const struct kriegspiel_temper *temper, const struct kriegspiel_lore *lore,
                         const struct bv_terms *terms, const struct kriegspiel_state *state,
                         unsigned side, bool fires);

/* The same when the game is over. */
int32_t kriegspiel_verdict(const struct bv_terms *terms, const union bv_state *state,
                           unsigned side);

enum { KRIEGSPIEL_CERTAIN = 1000000 };
