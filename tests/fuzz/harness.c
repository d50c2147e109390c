#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/lots.h"

void must(bool holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "does not hold: %s\n", what);
    abort();
}

struct session *open_session(unsigned pick)
{
    static struct session session;
    struct bv_error error;
    struct bv_request request = bv_request_for(bv_games[pick % bv_game_count]);
    const struct bv_game *game = request.game;
    pick /= (unsigned)bv_game_count;
    request.seats = game->form[pick % game->forms].players;
    pick /= game->forms;
    for (int r = 0; r < game->options; r++) {
        request.option[r] = (uint8_t)(pick % game->option[r].count);
        pick /= game->option[r].count;
    }
    must(bv_terms_make(&request, &session.terms, &session.tables, &error), error.text);
    session.past.count = 0;
    game->start(&session.terms, &session.state);
    return &session;
}

void play_on(struct session *session, int plies)
{
    static bv_action list[BV_LIST_MAX];
    const struct bv_terms *terms = &session->terms;
    struct bv_random random = bv_random_seeded(1);
    while (plies--) {
        bv_seats acting = terms->game->to_act(terms, &session->state);
        if (!acting) {
            terms->game->result(terms, &session->state);
            return;
        }
        int seat = bv_draw_seat(acting, &random);
        bv_action action;
        if (seat == BV_CHANCE) {
            action = bv_draw_outcome(terms, &session->state, &random);
        } else {
            uint32_t count = terms->game->legal(terms, &session->state, seat, list);
            must(count > 0 && count <= terms->game->list_cap,
                 "a seat to act has a list within its cap");
            action = list[bv_random_below(&random, count)];
        }
        bv_apply(terms, &session->state, seat, action, &session->past);
        must(!terms->game->check(terms, &session->state), "play keeps a state sound");
    }
}
