/* What tests of an opponent are written with: a player with a mind of its own, and questions about a session. */
#pragma once

#include "search/player.h"
#include "support.h"

struct asker {
    const struct search_player *player;
    void *mind; /* to be freed */
    struct bv_random random;
    struct budget budget;
    struct weakening weakening;
};

struct asker asker_of(const struct session *session, const struct search_player *player,
                      uint64_t nodes, uint64_t seed);
struct search_answer asked(struct asker *asker, const struct session *session, bv_seats seats);

/* One question to a fresh mind, for the side to act (or the first of those that are). */
struct search_answer answer_to(const struct session *session, const struct search_player *player,
                               uint64_t nodes, uint64_t seed);

/* The token of the choice to be played; good until the next call. */
const char *token_of(const struct session *session, const struct search_answer *answer);

/* Whether a seat may play an action now. */
bool is_legal(const struct session *session, int seat, bv_action action);

/* ---- Reasons --------------------------------------------------------------------------------- */

/* The answer whose expected line is these tokens, the first to be played. */
struct search_answer line_of(const struct session *session, const char *tokens, int32_t score);

/* Why that choice is good; good until the next call. */
const char *reason_in(const struct session *session, const struct search_answer *answer,
                      bool french);

/* The reason of this line contains these words, in English, or does not. */
void expect_reason(const struct session *session, const char *line, const char *words);
void expect_reason_without(const struct session *session, const char *line, const char *words);
