#include "load/random_player.h"

#include <stdlib.h>

#include "util/fields.h"

struct random_client *random_client_new(const struct bv_game *game, struct bv_error *error)
{
    struct random_client *random_player = malloc(sizeof *random_player);
    struct bv_request request = bv_request_for(game);
    request.seats = 2;
    if (!random_player) {
        bv_error_set(error, "out of memory");
        return NULL;
    }
    if (bv_terms_make(&request, &random_player->terms, &random_player->tables, error))
        return random_player;
    free(random_player);
    return NULL;
}

int random_client_move(struct random_client *random_player, struct bv_random *random,
                       const cJSON *message, int side, struct bv_out *token)
{
    const struct bv_terms *terms = &random_player->terms;
    const cJSON *to_act = cJSON_GetObjectItemCaseSensitive(message, "toAct");
    struct bv_error error;
    int chosen = -1;
    for (int seat = 0; seat < terms->form->seats && chosen < 0; seat++)
        if (bv_side_of(terms, seat) == side && fields_has_text(to_act, bv_seat_name(terms, seat)))
            chosen = seat;
    if (chosen < 0) return -1;
    if (!bv_position_read(terms, fields_span(message, "position"), &random_player->state, &error))
        return -2;
    if (!(terms->game->to_act(terms, &random_player->state) & bv_seat_bit(chosen))) return -2;
    uint32_t count = terms->game->legal(terms, &random_player->state, chosen, random_player->list);
    if (!count) return -2;
    terms->game->token(terms, random_player->list[bv_random_below(random, count)], token);
    return chosen;
}
