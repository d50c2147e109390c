#include "match/game.h"

#include "core/lots.h"
#include "search/options.h"

static void play(struct match_game *match_game, int seat, bv_action action,
                 const struct search_answer *answer)
{
    if (match_game->listen)
        match_game->listen(match_game->context, match_game, seat, action, answer);
    bv_apply(match_game->terms, &match_game->state, seat, action, &match_game->past);
    match_game->plies++;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        table_player_observe(&match_game->side[side], match_game->terms, &match_game->state);
}

/* Chance and the opening. */
static void draw_action(struct match_game *match_game, bv_seats acting)
{
    bv_action list[BV_LIST_MAX];
    int seat = bv_draw_seat(acting, &match_game->dice);
    play(match_game, seat,
         bv_draw_action(match_game->terms, &match_game->state, seat, list, &match_game->dice),
         NULL);
}

static void ask(struct match_game *match_game, bv_seats acting)
{
    struct search_answer answer = {0};
    bv_seats seats = search_seats_of_one_side(match_game->terms, acting);
    int side = bv_side_of(match_game->terms, __builtin_ctz(seats));
    table_player_ask(&match_game->side[side], match_game->terms, &match_game->state,
                     &match_game->past, seats, &answer);
    table_player_turn_over(&match_game->side[!side]);
    if (answer.choices)
        play(match_game, answer.choice[0].seat, answer.choice[0].action, &answer);
    else
        match_game->failed_side = side;
}

bool match_game_play(struct match_game *match_game, struct bv_result *result)
{
    const struct bv_terms *terms = match_game->terms;
    const struct bv_game *game = terms->game;
    match_game->past.count = 0;
    match_game->plies = 0;
    match_game->failed_side = -1;
    game->start(terms, &match_game->state);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        struct table_player *seated = &match_game->side[side];
        seated->seats = bv_seats_of_side(terms, side);
        table_player_begin(seated, terms);
    }
    bv_seats acting;
    while ((acting = game->to_act(terms, &match_game->state)) && match_game->failed_side < 0) {
        if (match_game->stop && atomic_load(match_game->stop)) return false;
        if (acting == bv_seat_bit(BV_CHANCE) || match_game->plies < match_game->opening)
            draw_action(match_game, acting);
        else
            ask(match_game, acting);
    }
    *result = (struct bv_result){0};
    if (match_game->failed_side < 0)
        *result = game->result(terms, &match_game->state);
    else
        result->half_points[!match_game->failed_side] = 2;
    return true;
}
