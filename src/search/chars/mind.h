/* The memory of the player: its belief, its plans, and working memory. */
#pragma once

#include "search/chars/belief.h"
#include "search/chars/habits.h"
#include "search/chars/instinct.h"
#include "search/chars/mixture.h"
#include "search/player.h"

enum { CHARS_SET_UP = CHARS_DEPOTS + CHARS_TANKS + 16 }; /* things a side places, at most */

/* A set-up: the square of each thing in the order of C8. */
struct chars_array {
    bool made;
    uint8_t square[CHARS_SET_UP];
};

/* A plot: valid while the view is unchanged, apart from the shots themselves. */
struct chars_fire_plan {
    bool made;
    uint64_t key;
    bv_bits128 red, white;
    int32_t score;
};

/* A movement: each action with the hash of the view it was meant for. */
struct chars_march {
    int count, next;
    uint64_t key[CHARS_TURN];
    bv_action action[CHARS_TURN];
    int32_t score;
    uint32_t depth;
};

/* A movement that is thought about. */
struct chars_candidate {
    struct chars_turn turn;
    uint64_t hash;
    uint32_t tries;
    double won; /* sum of expectations */
};

struct chars_mind {
    struct chars_belief belief;
    struct chars_habits habits;
    struct chars_array array;
    struct chars_fire_plan fire;
    struct chars_march march;
    int candidates;
    struct chars_candidate candidate[CHARS_STRATEGIES];
    struct chars_mixture mixture;
    struct chars_walks walks;
};

/* setup.c: the next thing to place (C4–C8). */
bv_action chars_think_setup(struct chars_mind *mind, const struct search_question *q,
                            struct budget_meter *meter);

/* plot.c: the next shot, or the end of the plot (C12). */
bv_action chars_think_plot(struct chars_mind *mind, const struct search_question *q,
                           struct budget_meter *meter, int32_t *score);

/* march.c: the next step. */
bv_action chars_think_march(struct chars_mind *mind, const struct search_question *q,
                            struct budget_meter *meter, int32_t *score);

/* fights.c: the next fight (C31). */
bv_action chars_think_fight(struct chars_mind *mind, const struct search_question *q,
                            int32_t *score);

/* What the asker can tell about the enemy, by its belief. */
void chars_sharpen(const struct chars_mind *mind, const struct chars_tables *t,
                   const struct chars_state *view, struct chars_outlook *outlook);

/* An expectation (0 to 1) in thousandths. */
static inline int32_t chars_thousandths(double expectation)
{
    int32_t score = (int32_t)(expectation * 1000 + 0.5);
    if (score < 0) return 0;
    return score > 1000 ? 1000 : score;
}
