#include "asking.h"

#include <stdlib.h>

#include "search/options.h"

struct asker asker_of(const struct scene *scene, const struct search_player *player, uint64_t nodes,
                      uint64_t seed)
{
    struct asker asker = {.player = player,
                          .mind = malloc(player->memory(&scene->terms)),
                          .random = bv_random_seeded(seed),
                          .budget = {.nodes = nodes}};
    assert_non_null(asker.mind);
    player->begin(&scene->terms, asker.mind);
    return asker;
}

struct search_answer asked(struct asker *asker, const struct scene *scene, bv_seats seats)
{
    struct search_answer answer;
    struct search_question question = {.terms = &scene->terms,
                                       .view = &scene->state,
                                       .past = &scene->past,
                                       .seats = seats,
                                       .budget = &asker->budget,
                                       .weakening = asker->weakening,
                                       .random = &asker->random};
    asker->player->choose(asker->mind, &question, &answer);
    return answer;
}

struct search_answer answer_to(const struct scene *scene, const struct search_player *player,
                               uint64_t nodes, uint64_t seed)
{
    struct asker asker = asker_of(scene, player, nodes, seed);
    bv_seats acting = scene->terms.game->to_act(&scene->terms, &scene->state);
    struct search_answer answer =
        asked(&asker, scene, search_seats_of_one_side(&scene->terms, acting));
    free(asker.mind);
    return answer;
}

const char *token_of(const struct scene *scene, const struct search_answer *answer)
{
    static char text[BV_TOKEN_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    scene->terms.game->token(&scene->terms, answer->choice[0].action, &out);
    return text;
}

bool is_legal(const struct scene *scene, int seat, bv_action action)
{
    static bv_action list[BV_LIST_MAX];
    if (!(scene->terms.game->to_act(&scene->terms, &scene->state) & bv_seat_bit(seat)))
        return false;
    uint32_t count = scene->terms.game->legal(&scene->terms, &scene->state, seat, list);
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == action) return true;
    return false;
}
