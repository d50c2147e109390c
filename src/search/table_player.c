#include "search/table_player.h"

enum { SIXTEENTHS = 16 };

void table_player_begin(struct table_player *seated, const struct bv_terms *terms)
{
    seated->left = seated->turn.microseconds;
    seated->actions = 0;
    seated->usual_actions = SIXTEENTHS;
    bv_clear(&seated->seen, sizeof seated->seen);
    seated->player->begin(terms, seated->mind);
}

void table_player_turn_over(struct table_player *seated)
{
    if (!seated->actions) return;
    seated->usual_actions += seated->actions * SIXTEENTHS / 4 - seated->usual_actions / 4;
    seated->actions = 0;
    seated->left = seated->turn.microseconds;
}

/* The time for the next question: the player's own share, or an even part of what is left. */
static uint64_t time_for_question(const struct table_player *seated)
{
    if (seated->share) return seated->left * seated->share / 1000;
    uint32_t done = seated->actions * SIXTEENTHS;
    uint32_t to_come = seated->usual_actions > done + SIXTEENTHS ? seated->usual_actions - done
                       : seated->actions                         ? 4 * SIXTEENTHS
                                                                 : SIXTEENTHS;
    return seated->left * SIXTEENTHS / to_come;
}

void table_player_ask(struct table_player *seated, const struct bv_terms *terms,
                      const union bv_state *state, const struct bv_past *past, bv_seats seats,
                      struct search_answer *answer)
{
    union bv_state view;
    struct budget budget = seated->turn;
    bool timed = budget.clock && budget.microseconds;
    int64_t begun = timed ? budget.clock() : 0;
    /* Never zero, which would mean no limit. */
    if (timed) budget.microseconds = time_for_question(seated) + 1;
    bv_view(terms, state, __builtin_ctz(seats), &view);
    struct search_question question = {
        .terms = terms,
        .view = &view,
        .past = past,
        .seats = seats,
        .step = seated->actions,
        .budget = &budget,
        .weakening = seated->weakening,
        .random = &seated->random,
    };
    seated->player->choose(seated->mind, &question, answer);
    seated->actions++;
    if (!timed) return;
    uint64_t used = (uint64_t)(budget.clock() - begun);
    seated->left -= used < seated->left ? used : seated->left;
}

void table_player_observe(struct table_player *seated, const struct bv_terms *terms,
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
