#include "match/puzzle_search.h"

#include <stdlib.h>

#include "core/hash.h"
#include "match/game.h"
#include "match/match.h"
#include "search/levels.h"

enum { KEPT_MAX = 4096, WEAKEST = 2, STRONGEST = 5 };

/* The positions of one game in which a player chose. */
struct positions {
    uint32_t count;
    union bv_state state[KEPT_MAX];
};

struct search_run {
    struct puzzle_search *search;
    struct puzzle_setter *setter;
    struct match_game game;
    struct positions positions;
    struct puzzle puzzle;
    uint64_t likeness[]; /* of the puzzles found */
};

static void keep_position(void *context, const struct match_game *game, int seat, bv_action action,
                          const struct search_answer *answer)
{
    struct positions *positions = context;
    (void)seat;
    (void)action;
    if (!answer || positions->count == KEPT_MAX) return;
    bv_state_copy(game->terms->game, &positions->state[positions->count++], &game->state);
}

/* Opens a player of a random level. */
static void seat_level(struct table_player *seated, const struct bv_terms *terms,
                       struct bv_random *lots)
{
    const struct level_opponent *opponent = level_opponent_of(terms->game);
    uint32_t drawn = WEAKEST + bv_random_below(lots, STRONGEST - WEAKEST + 1);
    const struct level *level = &opponent->level[drawn - 1];
    seated->turn = (struct budget){.nodes = level->nodes, .depth = level->depth, .net = &net_none};
    seated->weakening = level->weakening;
    seated->random = bv_random_seeded(bv_random_word(lots));
}

static void play_game(struct search_run *run, struct bv_random *lots)
{
    struct match_game *game = &run->game;
    struct bv_result result;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        seat_level(&game->side[side], game->terms, lots);
    game->dice = bv_random_seeded(bv_random_word(lots));
    run->positions.count = 0;
    match_game_play(game, &result);
}

static bool is_new(const struct search_run *run, uint64_t likeness)
{
    for (uint32_t i = 0; i < run->search->puzzles; i++)
        if (run->likeness[i] == likeness) return false;
    return true;
}

/* Searches positions in random order, none twice, until one is a puzzle. */
static void search_positions(struct search_run *run, struct bv_random *lots)
{
    struct puzzle_search *search = run->search;
    struct positions *positions = &run->positions;
    const struct puzzle_measure *measure = &level_opponent_of(search->terms->game)->puzzles;
    uint32_t looked = 0;
    while (positions->count && looked < measure->tries) {
        uint32_t at = bv_random_below(lots, positions->count);
        union bv_state state = positions->state[at];
        positions->state[at] = positions->state[--positions->count];
        if (measure->poses && !measure->poses(&state)) continue;
        looked++;
        uint64_t likeness = puzzle_likeness(search->terms, &state);
        if (!is_new(run, likeness) || !puzzle_find(run->setter, &state, &run->puzzle)) continue;
        run->likeness[search->puzzles] = likeness;
        search->puzzle[search->puzzles++] = run->puzzle;
        return;
    }
}

static bool prepare(struct search_run *run)
{
    const struct bv_terms *terms = run->search->terms;
    const struct search_player *player = level_opponent_of(terms->game)->player;
    run->setter = puzzle_setter_open(terms);
    if (!run->setter) return false;
    run->game.terms = terms;
    run->game.opening = match_default_opening(terms->game);
    run->game.listen = keep_position;
    run->game.context = &run->positions;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        run->game.side[side].player = player;
        run->game.side[side].mind = calloc(1, player->memory(terms));
        if (!run->game.side[side].mind) return false;
    }
    return true;
}

bool puzzle_search_run(struct puzzle_search *search)
{
    struct search_run *run = calloc(1, sizeof *run + search->games * sizeof run->likeness[0]);
    search->puzzles = 0;
    search->puzzle = calloc(search->games, sizeof search->puzzle[0]);
    if (run) run->search = search;
    bool good = run && search->puzzle && prepare(run);
    for (uint32_t game = 0; good && game < search->games; game++) {
        struct bv_random lots = bv_random_seeded(bv_mix(search->seed, game));
        play_game(run, &lots);
        search_positions(run, &lots);
        if (search->report) search->report(game + 1, search->puzzles);
    }
    if (run) {
        for (int side = 0; side < BV_SIDES_MAX; side++) free(run->game.side[side].mind);
        puzzle_setter_close(run->setter);
    }
    free(run);
    return good;
}

/* ---- Choosing -------------------------------------------------------------------------------- */

struct mixture {
    uint32_t grade[PUZZLE_GRADES + 1];
    uint32_t kind[PUZZLE_KINDS];
};

/* The fewer of its grade, then of its kind, are in the set, the better it fits. */
static uint32_t place_in(const struct mixture *mixture, const struct puzzle *puzzle)
{
    enum { MANY = 1 << 12 };
    return mixture->grade[puzzle->grade] * MANY + mixture->kind[puzzle->kind];
}

static void swap(struct puzzle *a, struct puzzle *b)
{
    struct puzzle kept = *a;
    *a = *b;
    *b = kept;
}

static void order_by_grade(struct puzzle *puzzle, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k > 0 && puzzle[k - 1].grade > puzzle[k].grade; k--)
            swap(&puzzle[k - 1], &puzzle[k]);
}

uint32_t puzzle_search_choose(struct puzzle_search *search, uint32_t count)
{
    struct mixture mixture = {0};
    struct puzzle *puzzle = search->puzzle;
    if (count > search->puzzles) count = search->puzzles;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t best = i;
        for (uint32_t k = i + 1; k < search->puzzles; k++)
            if (place_in(&mixture, &puzzle[k]) < place_in(&mixture, &puzzle[best])) best = k;
        swap(&puzzle[i], &puzzle[best]);
        mixture.grade[puzzle[i].grade]++;
        mixture.kind[puzzle[i].kind]++;
    }
    order_by_grade(puzzle, count);
    return count;
}
