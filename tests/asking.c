#include "asking.h"

#include <stdlib.h>

#include "search/options.h"

struct asker asker_of(const struct session *session, const struct search_player *player,
                      uint64_t nodes, uint64_t seed)
{
    struct asker asker = {.player = player,
                          .mind = malloc(player->memory(&session->terms)),
                          .random = bv_random_seeded(seed),
                          .budget = {.nodes = nodes}};
    assert_non_null(asker.mind);
    player->begin(&session->terms, asker.mind);
    return asker;
}

struct search_answer asked(struct asker *asker, const struct session *session, bv_seats seats)
{
    struct search_answer answer;
    struct search_question question = {.terms = &session->terms,
                                       .view = &session->state,
                                       .past = &session->past,
                                       .seats = seats,
                                       .budget = &asker->budget,
                                       .weakening = asker->weakening,
                                       .random = &asker->random};
    asker->player->choose(asker->mind, &question, &answer);
    return answer;
}

struct search_answer answer_to(const struct session *session, const struct search_player *player,
                               uint64_t nodes, uint64_t seed)
{
    struct asker asker = asker_of(session, player, nodes, seed);
    bv_seats acting = session->terms.game->to_act(&session->terms, &session->state);
    struct search_answer answer =
        asked(&asker, session, search_seats_of_one_side(&session->terms, acting));
    free(asker.mind);
    return answer;
}

const char *token_of(const struct session *session, const struct search_answer *answer)
{
    static char text[BV_TOKEN_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    session->terms.game->token(&session->terms, answer->choice[0].action, &out);
    return text;
}

bool is_legal(const struct session *session, int seat, bv_action action)
{
    static bv_action list[BV_LIST_MAX];
    if (!(session->terms.game->to_act(&session->terms, &session->state) & bv_seat_bit(seat)))
        return false;
    uint32_t count = session->terms.game->legal(&session->terms, &session->state, seat, list);
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == action) return true;
    return false;
}
