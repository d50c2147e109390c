#include "load/random_player.h"

#include <stdlib.h>

#include "util/fields.h"

struct session *random_player_session(const struct bv_game *game, struct bv_error *error)
{
    struct session *session = calloc(1, sizeof *session);
    struct bv_request request = bv_request_for(game);
    request.seats = 2;
    bool good = session ? bv_terms_make(&request, &session->terms, &session->tables, error)
                        : bv_error_set(error, "out of memory");
    if (good) return session;
    free(session);
    return NULL;
}

int random_player_choose(struct session *session, struct bv_random *random, const cJSON *message,
                         int side, struct bv_out *token)
{
    const cJSON *to_act = cJSON_GetObjectItemCaseSensitive(message, "toAct");
    const struct bv_terms *terms = &session->terms;
    const union bv_state *state = &session->state;
    bv_action *list = session->menu.list;
    struct bv_error error;
    int chosen = -1;
    for (int seat = 0; seat < terms->form->seats && chosen < 0; seat++)
        if (bv_side_of(terms, seat) == side && fields_has_text(to_act, bv_seat_name(terms, seat)))
            chosen = seat;
    if (chosen < 0) return -1;
    if (!bv_position_read(terms, fields_span(message, "position"), &session->state, &error))
        return -2;
    if (!(terms->game->to_act(terms, state) & bv_seat_bit(chosen))) return -2;
    uint32_t count = terms->game->legal(terms, state, chosen, list);
    if (!count) return -2;
    terms->game->token(terms, list[bv_random_below(random, count)], token);
    return chosen;
}
