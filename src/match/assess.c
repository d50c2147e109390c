#include "match/assess.h"

#include <stdlib.h>

#include "core/lots.h"
#include "search/options.h"
#include "search/table_player.h"

struct assessor {
    const struct bv_terms *terms;
    const struct level_opponent *opponent;
    struct table_player side[BV_SIDES_MAX];
    struct bv_past past; /* always empty: a position as text has none */
    struct assess_care care;
    const struct net *net; /* instead of the one built in; may be NULL */
    int thinker;           /* the side that is assessed */
    uint32_t worlds;
    union bv_state world[ASSESS_WORLDS_MAX];
};

struct assessor *assessor_open(const struct bv_terms *terms)
{
    struct assessor *assessor = calloc(1, sizeof *assessor);
    if (!assessor) return NULL;
    assessor->terms = terms;
    assessor->opponent = level_opponent_of(terms->game);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        struct table_player *seated = &assessor->side[side];
        seated->player = assessor->opponent->player;
        seated->seats = bv_seats_of_side(terms, side);
        seated->mind = calloc(1, seated->player->memory(terms));
        if (!seated->mind) {
            assessor_close(assessor);
            return NULL;
        }
        table_player_begin(seated, terms);
    }
    return assessor;
}

void assessor_close(struct assessor *assessor)
{
    if (!assessor) return;
    for (int side = 0; side < BV_SIDES_MAX; side++) free(assessor->side[side].mind);
    free(assessor);
}

bool assess_hides(const struct bv_terms *terms, const union bv_state *state, int seat)
{
    union bv_state view;
    bv_view(terms, state, seat, &view);
    return !bv_state_same(terms->game, &view, state);
}

static void forget(struct assessor *assessor)
{
    if (assessor->opponent->stays_valid) return;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        table_player_begin(&assessor->side[side], assessor->terms);
}

static int ask(struct assessor *assessor, const union bv_state *state, struct budget budget,
               struct weakening weakening, uint64_t lots, struct search_answer *answer)
{
    const struct bv_terms *terms = assessor->terms;
    bv_seats seats = search_seats_of_one_side(terms, terms->game->to_act(terms, state));
    int side = bv_side_of(terms, __builtin_ctz(seats));
    struct table_player *seated = &assessor->side[side];
    /* Another world must not look like news about this one. */
    if (assessor->worlds > 1) table_player_begin(seated, terms);
    table_player_turn_over(seated);
    seated->turn = budget;
    seated->turn.net = assessor->net;
    seated->weakening = weakening;
    seated->random = bv_random_seeded(lots);
    table_player_ask(seated, terms, state, &assessor->past, seats, answer);
    return side;
}

void assessor_ask(struct assessor *assessor, const union bv_state *state, struct budget budget,
                  struct weakening weakening, uint64_t lots, struct search_answer *answer)
{
    forget(assessor);
    ask(assessor, state, budget, weakening, lots, answer);
}

void assessor_use_net(struct assessor *assessor, const struct net *net)
{
    assessor->net = net;
}

/* ---- One world ------------------------------------------------------------------------------- */

/*
 * Where a movement consists of many steps, their order matters little: the value of a step is the
 * value of the best movement that begins with it. So the next step is tried too, before the rest is
 * left to the player.
 */
enum { STEPS_TRIED = 2, LIST_CAP = 256 };

static bool is_amid_movement(const struct assessor *assessor, const union bv_state *state)
{
    const struct level_opponent *opponent = assessor->opponent;
    BV_ASSERT(!opponent->is_amid_movement || opponent->game->list_cap <= LIST_CAP);
    return opponent->is_amid_movement && opponent->is_amid_movement(state, assessor->thinker);
}

static int32_t value(struct assessor *assessor, const union bv_state *state);

static int32_t value_after(struct assessor *assessor, const union bv_state *state, int seat,
                           bv_action action)
{
    union bv_state next;
    bv_apply_to_copy(assessor->terms, state, seat, action, &next);
    return value(assessor, &next);
}

static int32_t judged(struct assessor *assessor, const union bv_state *state)
{
    struct search_answer answer;
    struct budget budget = {.nodes = assessor->care.nodes};
    int asked = ask(assessor, state, budget, (struct weakening){0}, 1, &answer);
    const struct search_choice *choice = &answer.choice[0];
    if (assessor->opponent->is_soon_settled && assessor->opponent->is_soon_settled(state))
        return value_after(assessor, state, choice->seat, choice->action);
    return asked == assessor->thinker ? choice->score : 1000 - choice->score;
}

static int32_t value(struct assessor *assessor, const union bv_state *state)
{
    const struct bv_terms *terms = assessor->terms;
    bv_seats acting = terms->game->to_act(terms, state);
    if (!acting) return 500 * terms->game->result(terms, state).half_points[assessor->thinker];
    if (acting != bv_seat_bit(BV_CHANCE)) return judged(assessor, state);
    struct bv_outcome outcome[BV_CHANCE_MAX];
    uint32_t weight;
    uint32_t count = bv_outcomes(terms, state, outcome, &weight);
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum +=
            (int64_t)outcome[i].weight * value_after(assessor, state, BV_CHANCE, outcome[i].action);
    return (int32_t)(sum / weight);
}

/* ---- All worlds ------------------------------------------------------------------------------ */

/* A choice is made without knowing which of the worlds is the true one. */
static int32_t value_in_all(struct assessor *assessor, const union bv_state *world, int seat,
                            bv_action action, int steps)
{
    const struct bv_terms *terms = assessor->terms;
    union bv_state next[ASSESS_WORLDS_MAX];
    int64_t sum = 0;
    uint32_t worlds = 0;
    do {
        bv_apply_to_copy(terms, &world[worlds], seat, action, &next[worlds]);
    } while (++worlds < assessor->worlds);
    if (steps > 1 && is_amid_movement(assessor, &next[0])) {
        bv_action list[LIST_CAP];
        uint32_t count = terms->game->legal(terms, &next[0], seat, list);
        int32_t best = 0;
        for (uint32_t i = 0; i < count; i++) {
            int32_t score = value_in_all(assessor, next, seat, list[i], steps - 1);
            if (score > best) best = score;
        }
        return best;
    }
    for (uint32_t i = 0; i < worlds; i++) sum += value(assessor, &next[i]);
    return (int32_t)(sum / worlds);
}

void assess_position(struct assessor *assessor, const union bv_state *state,
                     struct assess_care care)
{
    const struct bv_terms *terms = assessor->terms;
    int seat = __builtin_ctz(terms->game->to_act(terms, state));
    forget(assessor);
    assessor->care = care;
    assessor->thinker = bv_side_of(terms, seat);
    assessor->worlds = 1;
    bv_state_copy(terms->game, &assessor->world[0], state);
    if (!assess_hides(terms, state, seat)) return;
    union bv_state view;
    struct bv_random random = bv_random_seeded(bv_state_hash(terms->game, state));
    BV_ASSERT(care.worlds >= 1 && care.worlds <= ASSESS_WORLDS_MAX);
    bv_view(terms, state, seat, &view);
    assessor->worlds = care.worlds;
    for (uint32_t i = 0; i < care.worlds; i++)
        terms->game->determinise(terms, &view, seat, &random, &assessor->world[i]);
}

int32_t assess_view(struct assessor *assessor, int seat, bv_action action)
{
    return value_in_all(assessor, assessor->world, seat, action, STEPS_TRIED);
}
