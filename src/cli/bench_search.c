/* How fast the searches are: a player against itself, its nodes counted against the time it thought. */
#include <stdlib.h>

#include "cli/bench.h"
#include "contest/duel.h"
#include "contest/entrant.h"

struct count {
    uint64_t nodes;
    uint64_t begun;
    uint64_t enough; /* microseconds */
    atomic_bool stop;
};

static void note_action(void *context, const struct bv_duel *duel, int seat, bv_action action,
                        const struct bv_answer *answer)
{
    struct count *count = context;
    (void)duel;
    (void)seat;
    (void)action;
    if (answer) count->nodes += answer->nodes;
    if (bv_clock() - count->begun >= count->enough) atomic_store(&count->stop, true);
}

double nodes_per_second(const struct bv_terms *terms, const char *player, double seconds)
{
    static struct bv_entrant entrant;
    struct bv_error error;
    struct bv_duel *duel = calloc(1, sizeof *duel);
    struct bv_seated *seated[BV_SIDES_MAX] = {NULL};
    struct count count = {.enough = (uint64_t)(seconds * 1e6)};
    bool good = duel && bv_entrant_read(&entrant, terms->game, player, &error);
    for (int side = 0; good && side < BV_SIDES_MAX; side++) {
        seated[side] = bv_entrant_sit(&entrant, terms);
        good = seated[side] != NULL;
    }
    count.begun = bv_clock();
    for (uint64_t seed = 1; good && !atomic_load(&count.stop); seed++) {
        struct bv_result result;
        for (int side = 0; side < BV_SIDES_MAX; side++) {
            duel->side[side] = *seated[side];
            duel->side[side].random = bv_random_seeded(2 * seed + (uint64_t)side);
        }
        duel->terms = terms;
        duel->dice = bv_random_seeded(seed);
        duel->opening = 4;
        duel->listen = note_action;
        duel->context = &count;
        duel->stop = &count.stop;
        bv_duel_play(duel, &result);
    }
    double used = (double)(bv_clock() - count.begun) / 1e6;
    for (int side = 0; side < BV_SIDES_MAX; side++) bv_entrant_leave(seated[side]);
    free(duel);
    return used > 0 ? (double)count.nodes / used : 0;
}
