#include "asking.h"

#include <stdlib.h>
#include <string.h>

#include "core/menu.h"
#include "search/options.h"
#include "search/reason.h"

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

/* ---- Reasons --------------------------------------------------------------------------------- */

struct search_answer line_of(const struct session *s, const char *tokens, int32_t score)
{
    struct search_answer answer = {0};
    struct bv_menu *menu = malloc(sizeof *menu);
    union bv_state state;
    struct bv_error error;
    bv_state_copy(s->terms.game, &state, &s->state);
    for (const char *c = tokens; *c; c += *c == ' ') {
        size_t length = strcspn(c, " ");
        int seat = __builtin_ctz(s->terms.game->to_act(&s->terms, &state));
        bv_action *action = &answer.line[answer.line_length++];
        assert_true(bv_token_action(&s->terms, &state, seat, (struct bv_span){c, length}, menu,
                                    action, &error));
        if (answer.line_length == 1)
            search_answer_add(&answer, &(struct search_choice){*action, (uint8_t)seat, score, 1});
        bv_apply(&s->terms, &state, seat, *action, NULL);
        c += length;
    }
    free(menu);
    return answer;
}

const char *reason_in(const struct session *s, const struct search_answer *answer, bool french)
{
    static char text[512];
    struct bv_out out = bv_out_into(text, sizeof text);
    union bv_state view;
    bv_view(&s->terms, &s->state, answer->choice[0].seat, &view);
    reason_write(&s->terms, &view, answer, french, &out);
    return text;
}

void expect_reason(const struct session *s, const char *line, const char *reason)
{
    struct search_answer answer = line_of(s, line, 500);
    const char *text = reason_in(s, &answer, false);
    if (!strstr(text, reason)) fail_msg("%s: %s", line, text);
}

void expect_reason_without(const struct session *s, const char *line, const char *part)
{
    struct search_answer answer = line_of(s, line, 500);
    const char *text = reason_in(s, &answer, false);
    if (strstr(text, part)) fail_msg("%s: %s", line, text);
}
