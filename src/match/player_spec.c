#include "match/player_spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/engine.h"
#include "match/parallel.h"
#include "search/levels.h"
#include "search/uct.h"
#include "util/clock.h"

/* ---- Parsing --------------------------------------------------------------------------------- */

/* `100ms`, `1.5s`, `2000n`, `6d`; false if it is not a limit. */
static bool read_limit(const char *text, struct budget *budget)
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

static bool use_level(struct player_spec *spec, const struct bv_game *game, const char *number,
                      const struct budget *limit, struct bv_error *error)
{
    int threads = 1;
    bool several = *number && number[1] == 'x';
    if (*number < '1' || *number > '0' + LEVELS || (number[1] && !several) ||
        (several && !bv_number_of(bv_span_of(number + 2), 1, PARALLEL_MAX, &threads)))
        return bv_error_set(error, "levels are level:1 to level:8, with threads level:8x2");
    spec->threads = (uint32_t)threads;
    const struct level_opponent *opponent = level_opponent_of(game);
    spec->level = *number - '0';
    const struct level *level = &opponent->level[spec->level - 1];
    spec->player = opponent->player;
    spec->weakening = level->weakening;
    spec->budget.nodes = level->nodes;
    spec->budget.depth = level->depth;
    spec->budget.microseconds = (uint64_t)level->milliseconds * 1000;
    /* A limit replaces the level's own of that kind; with a number of nodes no clock is needed. */
    if (limit->nodes) spec->budget.nodes = limit->nodes;
    if (limit->nodes) spec->budget.microseconds = 0;
    if (limit->depth) spec->budget.depth = limit->depth;
    if (limit->microseconds) spec->budget.microseconds = limit->microseconds;
    return true;
}

bool player_spec_read(struct player_spec *spec, const struct bv_game *game, const char *text,
                      struct bv_error *error)
{
    char kind[PLAYER_SPEC_MAX];
    struct budget limit = {0};
    *spec = (struct player_spec){0};
    if (strlen(text) >= sizeof kind) return bv_error_set(error, "a player's name is too long");
    snprintf(spec->name, sizeof spec->name, "%s", text);
    snprintf(kind, sizeof kind, "%s", text);
    char *at = strrchr(kind, '@');
    if (at && read_limit(at + 1, &limit)) *at = '\0';
    spec->budget = limit;
    if (strncmp(kind, "level:", 6) == 0) {
        if (!use_level(spec, game, kind + 6, &limit, error)) return false;
    } else if (strcmp(kind, "uct") == 0) {
        spec->player = &uct_player;
        if (!limit.nodes && !limit.microseconds)
            return bv_error_set(error, "uct needs a limit: uct@1s, uct@2000n");
    } else if (strcmp(kind, "random") == 0) {
        spec->player = &random_player;
    } else if (strncmp(kind, "engine:", 7) == 0 && kind[7]) {
        spec->player = &engine_player;
        snprintf(spec->command, sizeof spec->command, "%s", kind + 7);
    } else {
        return bv_error_set(error, "players are level:1 to level:8, uct@LIMIT, random, "
                                   "engine:COMMAND; a limit is 100ms, 1s, 2000n or 6d");
    }
    spec->budget.clock = clock_microseconds;
    return true;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* What a player's memory refers to besides bytes: another process, or other threads' memory. */
static bool open_mind(const struct player_spec *spec, const struct bv_terms *terms, void *mind,
                      struct bv_error *error)
{
    if (!spec->command[0])
        return spec->threads <= 1 || parallel_open(mind, spec->player, spec->threads, terms);
    return engine_open(mind, spec->command) || bv_error_set(error, engine_complaint(mind));
}

struct table_player *player_spec_open(const struct player_spec *spec, const struct bv_terms *terms,
                                      struct bv_error *error)
{
    struct table_player *seated = calloc(1, sizeof *seated);
    bv_error_set(error, "out of memory");
    if (!seated) return NULL;
    seated->player = spec->threads > 1 ? &parallel_player : spec->player;
    seated->share = spec->player->share;
    seated->turn = spec->budget;
    seated->weakening = spec->weakening;
    seated->mind = calloc(1, seated->player->memory(terms));
    if (seated->mind && open_mind(spec, terms, seated->mind, error)) return seated;
    player_spec_close(seated);
    return NULL;
}

const char *player_spec_complaint(const struct table_player *seated)
{
    return seated->player == &engine_player ? engine_complaint(seated->mind) : "";
}

void player_spec_close(struct table_player *seated)
{
    if (!seated) return;
    if (seated->mind && seated->player == &engine_player) engine_close(seated->mind);
    if (seated->mind && seated->player == &parallel_player) parallel_close(seated->mind);
    free(seated->mind);
    free(seated);
}
