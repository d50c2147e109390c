#include "contest/duel.h"

#include "core/lots.h"
#include "search/options.h"

static void play(struct bv_duel *duel, int seat, bv_action action, const struct bv_answer *answer)
{
    if (duel->listen) duel->listen(duel->context, duel, seat, action, answer);
    bv_apply(duel->terms, &duel->state, seat, action, &duel->past);
    duel->plies++;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        bv_seated_observe(&duel->side[side], duel->terms, &duel->state);
}

/* Chance and the opening. */
static void draw_action(struct bv_duel *duel, bv_seats acting)
{
    bv_action list[BV_LIST_MAX];
    int seat = bv_draw_seat(acting, &duel->dice);
    play(duel, seat, bv_draw_action(duel->terms, &duel->state, seat, list, &duel->dice), NULL);
}

static void ask(struct bv_duel *duel, bv_seats acting)
{
    struct bv_answer answer = {0};
    bv_seats seats = bv_seats_of_one_side(duel->terms, acting);
    int side = bv_side_of(duel->terms, __builtin_ctz(seats));
    bv_seated_ask(&duel->side[side], duel->terms, &duel->state, &duel->past, seats, &answer);
    bv_seated_turn_over(&duel->side[!side]);
    if (answer.choices)
        play(duel, answer.choice[0].seat, answer.choice[0].action, &answer);
    else
        duel->failed_side = side;
}

bool bv_duel_play(struct bv_duel *duel, struct bv_result *result)
{
    const struct bv_terms *terms = duel->terms;
    const struct bv_game *game = terms->game;
    duel->past.count = 0;
    duel->plies = 0;
    duel->failed_side = -1;
    game->start(terms, &duel->state);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        struct bv_seated *seated = &duel->side[side];
        seated->seats = bv_seats_of_side(terms, side);
        bv_seated_begin(seated, terms);
    }
    bv_seats acting;
    while ((acting = game->to_act(terms, &duel->state)) && duel->failed_side < 0) {
        if (duel->stop && atomic_load(duel->stop)) return false;
        if (acting == bv_seat_bit(BV_CHANCE) || duel->plies < duel->opening)
            draw_action(duel, acting);
        else
            ask(duel, acting);
    }
    *result = (struct bv_result){0};
    if (duel->failed_side < 0)
        *result = game->result(terms, &duel->state);
    else
        result->half_points[!duel->failed_side] = 2;
    return true;
}
