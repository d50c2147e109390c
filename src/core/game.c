#include "core/game.h"

#include "core/hash.h"

const struct bv_game *bv_game_named(const char *id)
{
    for (size_t i = 0; i < bv_game_count; i++)
        if (bv_equal(bv_games[i]->id, id)) return bv_games[i];
    return NULL;
}

uint64_t bv_state_hash(const struct bv_game *game, const union bv_state *state)
{
    return bv_hash_bytes(state, game->state_size);
}

void bv_view(const struct bv_terms *terms, const union bv_state *state, int seat,
             union bv_state *view)
{
    if (terms->game->view)
        terms->game->view(terms, state, seat, view);
    else
        bv_state_copy(terms->game, view, state);
}

const char *bv_seat_name(const struct bv_terms *terms, int seat)
{
    return seat == BV_CHANCE ? "#" : terms->form->seat[seat].name;
}
