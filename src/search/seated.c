#include "search/seated.h"

enum { SIXTEENTHS = 16 };

void bv_seated_begin(struct bv_seated *seated, const struct bv_terms *terms)
{
    seated->left = seated->turn.microseconds;
    seated->actions = 0;
    seated->usual_actions = SIXTEENTHS;
    bv_clear(&seated->seen, sizeof seated->seen);
    seated->player->begin(terms, seated->mind);
}

void bv_seated_turn_over(struct bv_seated *seated)
{
    if (!seated->actions) return;
    seated->usual_actions += seated->actions * SIXTEENTHS / 4 - seated->usual_actions / 4;
    seated->actions = 0;
    seated->left = seated->turn.microseconds;
}

/* The time for the next question: the player's own share, or an even part of what is left. */
static uint64_t time_for_question(const struct bv_seated *seated)
{
    if (seated->share) return seated->left * seated->share / 1000;
    uint32_t done = seated->actions * SIXTEENTHS;
    uint32_t to_come = seated->usual_actions > done + SIXTEENTHS ? seated->usual_actions - done
                       : seated->actions                         ? 4 * SIXTEENTHS
                                                                 : SIXTEENTHS;
    return seated->left * SIXTEENTHS / to_come;
}

void bv_seated_ask(struct bv_seated *seated, const struct bv_terms *terms,
                   const union bv_state *state, const struct bv_past *past, bv_seats seats,
                   struct bv_answer *answer)
{
    union bv_state view;
    struct bv_budget budget = seated->turn;
    bool timed = budget.clock && budget.microseconds;
    uint64_t begun = timed ? budget.clock() : 0;
    /* Never nought, which would be no limit at all. */
    if (timed) budget.microseconds = time_for_question(seated) + 1;
    bv_view(terms, state, __builtin_ctz(seats), &view);
    struct bv_question question = {
        .terms = terms,
        .view = &view,
        .past = past,
        .seats = seats,
        .step = seated->actions,
        .budget = &budget,
        .frailty = seated->frailty,
        .random = &seated->random,
    };
    seated->player->choose(seated->mind, &question, answer);
    seated->actions++;
    if (!timed) return;
    uint64_t used = budget.clock() - begun;
    seated->left -= used < seated->left ? used : seated->left;
}

void bv_seated_observe(struct bv_seated *seated, const struct bv_terms *terms,
                       const union bv_state *state)
{
    if (!seated->player->observe) return;
    union bv_state view;
    int seat = __builtin_ctz(seated->seats);
    bv_view(terms, state, seat, &view);
    if (bv_state_same(terms->game, &view, &seated->seen)) return;
    bv_state_copy(terms->game, &seated->seen, &view);
    seated->player->observe(seated->mind, terms, &view, seat);
}
