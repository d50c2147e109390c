/*
 * Entrants: players as people write them.
 *
 *   level:8  level:8@100ms  level:8@20000n  level:8x2@1s  uct@1s  uct@2000n  random  engine:COMMAND  engine:COMMAND@1s
 *
 * After x stands the number of threads that think, one unless it is said.
 * After the last @ stands a limit: ms or s a turn, n nodes a question, d plies deep.
 */
#ifndef BV_ENTRANT_H
#define BV_ENTRANT_H

#include "search/seated.h"

enum { BV_ENTRANT_MAX = 256 };

struct bv_entrant {
    char name[BV_ENTRANT_MAX];    /* as written */
    char command[BV_ENTRANT_MAX]; /* of an engine; "" otherwise */
    const struct bv_player *player;
    struct bv_budget budget;
    struct bv_frailty frailty;
    int level;        /* 0: none */
    uint32_t threads; /* more than one: a council */
};

bool bv_entrant_read(struct bv_entrant *entrant, const struct bv_game *game, const char *text,
                     struct bv_error *error);

/* Sits down with a mind of its own; NULL if there is no memory. */
struct bv_seated *bv_entrant_sit(const struct bv_entrant *entrant, const struct bv_terms *terms);
void bv_entrant_leave(struct bv_seated *seated);

/* Microseconds since some moment. */
uint64_t bv_clock(void);

#endif
