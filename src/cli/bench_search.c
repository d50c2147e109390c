/* How fast the searches are, and how well they keep to their time: a player against itself. */
#include <stdlib.h>

#include "cli/bench.h"
#include "contest/duel.h"
#include "contest/entrant.h"

struct count {
    uint64_t nodes;
    uint64_t begun;
    uint64_t enough; /* microseconds */
    uint64_t last;   /* when the last action was chosen */
    uint64_t turn;   /* microseconds of this turn */
    uint64_t longest_turn;
    int side; /* whose turn it is */
    atomic_bool stop;
};

static void note_action(void *context, const struct bv_duel *duel, int seat, bv_action action,
                        const struct bv_answer *answer)
{
    struct count *count = context;
    uint64_t now = bv_clock();
    (void)action;
    if (answer) {
        int side = bv_side_of(duel->terms, seat);
        if (side != count->side) count->turn = 0;
        count->side = side;
        count->turn += now - count->last;
        count->nodes += answer->nodes;
        if (count->turn > count->longest_turn) count->longest_turn = count->turn;
    }
    count->last = now;
    if (now - count->begun >= count->enough) atomic_store(&count->stop, true);
}

struct pace measure_pace(const struct bv_terms *terms, const char *player, double seconds)
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
    count.begun = count.last = bv_clock();
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
    return (struct pace){
        .nodes_per_second = used > 0 ? (double)count.nodes / used : 0,
        .longest_turn = (double)count.longest_turn / 1e6,
    };
}
