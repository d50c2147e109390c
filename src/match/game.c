#include "match/game.h"

#include "core/lots.h"
#include "search/options.h"

static void play(struct match_game *game, int seat, bv_action action,
                 const struct search_answer *answer)
{
    if (game->listen) game->listen(game->context, game, seat, action, answer);
    bv_apply(game->terms, &game->state, seat, action, &game->past);
    game->plies++;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        table_player_observe(&game->side[side], game->terms, &game->state);
}

/* Chance and the opening. */
static void draw_action(struct match_game *game, bv_seats acting)
{
    bv_action list[BV_LIST_MAX];
    int seat = bv_draw_seat(acting, &game->dice);
    play(game, seat, bv_draw_action(game->terms, &game->state, seat, list, &game->dice), NULL);
}

static void ask(struct match_game *game, bv_seats acting)
{
    struct search_answer answer = {0};
    bv_seats seats = search_seats_of_one_side(game->terms, acting);
    int side = bv_side_of(game->terms, __builtin_ctz(seats));
    table_player_ask(&game->side[side], game->terms, &game->state, &game->past, seats, &answer);
    table_player_turn_over(&game->side[!side]);
    if (answer.choices)
        play(game, answer.choice[0].seat, answer.choice[0].action, &answer);
    else
        game->failed_side = side;
}

bool match_game_play(struct match_game *game, struct bv_result *result)
{
    const struct bv_terms *terms = game->terms;
    game->past.count = 0;
    game->plies = 0;
    game->failed_side = -1;
    terms->game->start(terms, &game->state);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        struct table_player *seated = &game->side[side];
        seated->seats = bv_seats_of_side(terms, side);
        table_player_begin(seated, terms);
    }
    bv_seats acting;
    while ((acting = terms->game->to_act(terms, &game->state)) && game->failed_side < 0) {
        if (game->stop && atomic_load(game->stop)) return false;
        if (acting == bv_seat_bit(BV_CHANCE) || game->plies < game->opening)
            draw_action(game, acting);
        else
            ask(game, acting);
    }
    *result = (struct bv_result){0};
    if (game->failed_side < 0)
        *result = terms->game->result(terms, &game->state);
    else
        result->half_points[!game->failed_side] = 2;
    return true;
}
