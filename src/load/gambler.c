#include "load/gambler.h"

#include <stdlib.h>

#include "call/fields.h"

struct bv_gambler *bv_gambler_new(const struct bv_game *game, struct bv_error *error)
{
    struct bv_gambler *gambler = malloc(sizeof *gambler);
    struct bv_request request = bv_request_for(game);
    request.seats = 2;
    if (!gambler) {
        bv_error_set(error, "out of memory");
        return NULL;
    }
    if (bv_terms_make(&request, &gambler->terms, &gambler->tables, error)) return gambler;
    free(gambler);
    return NULL;
}

int bv_gamble(struct bv_gambler *gambler, struct bv_random *random, struct bv_span position,
              struct bv_span to_act, int side, struct bv_out *token)
{
    const struct bv_terms *terms = &gambler->terms;
    struct bv_error error;
    int chosen = -1;
    for (int seat = 0; seat < terms->form->seats && chosen < 0; seat++)
        if (bv_side_of(terms, seat) == side && bv_array_has(to_act, bv_seat_name(terms, seat)))
            chosen = seat;
    if (chosen < 0) return -1;
    if (!bv_position_read(terms, position, &gambler->state, &error)) return -2;
    if (!(terms->game->to_act(terms, &gambler->state) & bv_seat_bit(chosen))) return -2;
    uint32_t count = terms->game->legal(terms, &gambler->state, chosen, gambler->list);
    if (!count) return -2;
    terms->game->token(terms, gambler->list[bv_random_below(random, count)], token);
    return chosen;
}
