/* How fast the searches are, and how well they keep their time limit: a player against itself. */
#include <stdlib.h>

#include "cli/bench.h"
#include "match/game.h"
#include "match/player_spec.h"
#include "util/clock.h"

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

static void note_action(void *context, const struct match_game *match_game, int seat,
                        bv_action action, const struct search_answer *answer)
{
    struct count *count = context;
    uint64_t now = clock_microseconds();
    (void)action;
    if (answer) {
        int side = bv_side_of(match_game->terms, seat);
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
    static struct player_spec spec;
    struct bv_error error;
    struct match_game *match_game = calloc(1, sizeof *match_game);
    struct table_player *seated[BV_SIDES_MAX] = {NULL};
    struct count count = {.enough = (uint64_t)(seconds * 1e6)};
    bool good = match_game && player_spec_read(&spec, terms->game, player, &error);
    for (int side = 0; good && side < BV_SIDES_MAX; side++) {
        seated[side] = player_spec_open(&spec, terms);
        good = seated[side] != NULL;
    }
    count.begun = count.last = clock_microseconds();
    for (uint64_t seed = 1; good && !atomic_load(&count.stop); seed++) {
        struct bv_result result;
        for (int side = 0; side < BV_SIDES_MAX; side++) {
            match_game->side[side] = *seated[side];
            match_game->side[side].random = bv_random_seeded(2 * seed + (uint64_t)side);
        }
        match_game->terms = terms;
        match_game->dice = bv_random_seeded(seed);
        match_game->opening = 4;
        match_game->listen = note_action;
        match_game->context = &count;
        match_game->stop = &count.stop;
        match_game_play(match_game, &result);
    }
    double used = (double)(clock_microseconds() - count.begun) / 1e6;
    for (int side = 0; side < BV_SIDES_MAX; side++) player_spec_close(seated[side]);
    free(match_game);
    return (struct pace){
        .nodes_per_second = used > 0 ? (double)count.nodes / used : 0,
        .longest_turn = (double)count.longest_turn / 1e6,
    };
}
