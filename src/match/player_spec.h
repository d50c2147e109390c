/*
 * Player specifications, as users write them.
 *
 *     level:8  level:8@100ms  level:8@20000n  level:8x2@1s  uct@1s  uct@2000n  random
 *     engine:COMMAND  engine:COMMAND@1s
 *
 * After x comes the number of threads, one by default. After the last @ comes a limit: ms or s a
 * turn, n nodes a question, d plies deep.
 */
#pragma once

#include "search/table_player.h"

enum { PLAYER_SPEC_MAX = 256 };

struct player_spec {
    char name[PLAYER_SPEC_MAX];    /* as written */
    char command[PLAYER_SPEC_MAX]; /* of an engine; "" otherwise */
    const struct search_player *player;
    struct budget budget;
    struct weakening weakening;
    int level;        /* 0: none */
    uint32_t threads; /* more than one: parallel search */
};

bool player_spec_read(struct player_spec *spec, const struct bv_game *game, const char *text,
                      struct bv_error *error);

/* Opens a player with its own memory; NULL when out of memory, or if an engine does not start. */
struct table_player *player_spec_open(const struct player_spec *spec, const struct bv_terms *terms,
                                      struct bv_error *error);

/* Why an engine gave no answer; "" for other players. */
const char *player_spec_complaint(const struct table_player *seated);
void player_spec_close(struct table_player *seated);
