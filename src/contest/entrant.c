#include "contest/entrant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contest/council.h"
#include "contest/engine.h"
#include "search/levels.h"
#include "search/uct.h"

uint64_t bv_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* ---- Reading ---------------------------------------------------------------------------------------------- */

/* `100ms`, `1.5s`, `2000n`, `6d`; false if it is no limit. */
static bool read_limit(const char *text, struct bv_budget *budget)
{
    char *unit = NULL;
    double number = strtod(text, &unit);
    if (unit == text || !(number > 0) || number > 1e12) return false;
    if (strcmp(unit, "ms") == 0)
        budget->microseconds = (uint64_t)(number * 1e3);
    else if (strcmp(unit, "s") == 0)
        budget->microseconds = (uint64_t)(number * 1e6);
    else if (strcmp(unit, "n") == 0)
        budget->nodes = (uint64_t)number;
    else if (strcmp(unit, "d") == 0)
        budget->depth = (uint32_t)number;
    else
        return false;
    return budget->microseconds || budget->nodes || budget->depth;
}

static bool use_level(struct bv_entrant *entrant, const struct bv_game *game, const char *number,
                      const struct bv_budget *limit, struct bv_error *error)
{
    int threads = 1;
    bool several = *number && number[1] == 'x';
    if (*number < '1' || *number > '0' + BV_LEVELS || (number[1] && !several) ||
        (several && !bv_number_of(bv_span_of(number + 2), 1, BV_COUNCIL_MAX, &threads)))
        return bv_error_set(error, "levels are level:1 to level:8, with threads level:8x2");
    entrant->threads = (uint32_t)threads;
    const struct bv_opponent *opponent = bv_opponent_of(game);
    entrant->level = *number - '0';
    const struct bv_level *level = &opponent->level[entrant->level - 1];
    entrant->player = opponent->player;
    entrant->frailty = level->frailty;
    entrant->budget.nodes = level->nodes;
    entrant->budget.depth = level->depth;
    entrant->budget.microseconds = (uint64_t)level->milliseconds * 1000;
    /* A limit takes the place of the level's own of that kind; with a number of nodes no clock is needed. */
    if (limit->nodes) entrant->budget.nodes = limit->nodes;
    if (limit->nodes) entrant->budget.microseconds = 0;
    if (limit->depth) entrant->budget.depth = limit->depth;
    if (limit->microseconds) entrant->budget.microseconds = limit->microseconds;
    return true;
}

bool bv_entrant_read(struct bv_entrant *entrant, const struct bv_game *game, const char *text,
                     struct bv_error *error)
{
    char kind[BV_ENTRANT_MAX];
    struct bv_budget limit = {0};
    *entrant = (struct bv_entrant){0};
    if (strlen(text) >= sizeof kind) return bv_error_set(error, "a player's name is too long");
    snprintf(entrant->name, sizeof entrant->name, "%s", text);
    snprintf(kind, sizeof kind, "%s", text);
    char *at = strrchr(kind, '@');
    if (at && read_limit(at + 1, &limit)) *at = '\0';
    entrant->budget = limit;
    if (strncmp(kind, "level:", 6) == 0) {
        if (!use_level(entrant, game, kind + 6, &limit, error)) return false;
    } else if (strcmp(kind, "uct") == 0) {
        entrant->player = &bv_uct;
        if (!limit.nodes && !limit.microseconds)
            return bv_error_set(error, "uct needs a limit: uct@1s, uct@2000n");
    } else if (strcmp(kind, "random") == 0) {
        entrant->player = &bv_random_player;
    } else if (strncmp(kind, "engine:", 7) == 0 && kind[7]) {
        entrant->player = &bv_engine_player;
        snprintf(entrant->command, sizeof entrant->command, "%s", kind + 7);
    } else {
        return bv_error_set(error, "players are level:1 to level:8, uct@LIMIT, random, "
                                   "engine:COMMAND; a limit is 100ms, 1s, 2000n or 6d");
    }
    entrant->budget.clock = bv_clock;
    return true;
}

/* ---- Sitting down -------------------------------------------------------------------------------------------- */

/* What is in a mind besides bytes: another process, or other minds. */
static bool open_mind(const struct bv_entrant *entrant, const struct bv_terms *terms, void *mind)
{
    if (entrant->command[0]) return bv_engine_open(mind, entrant->command);
    return entrant->threads <= 1 || bv_council_open(mind, entrant->player, entrant->threads, terms);
}

struct bv_seated *bv_entrant_sit(const struct bv_entrant *entrant, const struct bv_terms *terms)
{
    struct bv_seated *seated = calloc(1, sizeof *seated);
    if (!seated) return NULL;
    seated->player = entrant->threads > 1 ? &bv_council_player : entrant->player;
    seated->share = entrant->player->share;
    seated->turn = entrant->budget;
    seated->frailty = entrant->frailty;
    seated->mind = calloc(1, seated->player->memory(terms));
    if (seated->mind && open_mind(entrant, terms, seated->mind)) return seated;
    bv_entrant_leave(seated);
    return NULL;
}

void bv_entrant_leave(struct bv_seated *seated)
{
    if (!seated) return;
    if (seated->mind && seated->player == &bv_engine_player) bv_engine_close(seated->mind);
    if (seated->mind && seated->player == &bv_council_player) bv_council_close(seated->mind);
    free(seated->mind);
    free(seated);
}
