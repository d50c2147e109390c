#include "contest/harvest.h"

#include <stdlib.h>

#include "contest/duel.h"
#include "contest/match.h"
#include "core/hash.h"
#include "search/levels.h"

enum { KEPT_MAX = 4096, WEAKEST = 2, STRONGEST = 5 };

/* The positions of one game in which somebody chose. */
struct course {
    uint32_t count;
    union bv_state state[KEPT_MAX];
};

struct field {
    struct bv_harvest *harvest;
    struct bv_setter *setter;
    struct bv_duel duel;
    struct course course;
    struct bv_puzzle puzzle;
    uint64_t likeness[]; /* of the puzzles found */
};

static void keep_position(void *context, const struct bv_duel *duel, int seat, bv_action action,
                          const struct bv_answer *answer)
{
    struct course *course = context;
    (void)seat;
    (void)action;
    if (!answer || course->count == KEPT_MAX) return;
    bv_state_copy(duel->terms->game, &course->state[course->count++], &duel->state);
}

/* Somebody of a level drawn by lot sits down. */
static void seat_level(struct bv_seated *seated, const struct bv_terms *terms,
                       struct bv_random *lots)
{
    const struct bv_opponent *opponent = bv_opponent_of(terms->game);
    uint32_t drawn = WEAKEST + bv_random_below(lots, STRONGEST - WEAKEST + 1);
    const struct bv_level *level = &opponent->level[drawn - 1];
    seated->turn = (struct bv_budget){.nodes = level->nodes, .depth = level->depth};
    seated->frailty = level->frailty;
    seated->random = bv_random_seeded(bv_random_word(lots));
}

static void play_game(struct field *field, struct bv_random *lots)
{
    struct bv_duel *duel = &field->duel;
    struct bv_result result;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        seat_level(&duel->side[side], duel->terms, lots);
    duel->dice = bv_random_seeded(bv_random_word(lots));
    field->course.count = 0;
    bv_duel_play(duel, &result);
}

static bool is_new(const struct field *field, uint64_t likeness)
{
    for (uint32_t i = 0; i < field->harvest->puzzles; i++)
        if (field->likeness[i] == likeness) return false;
    return true;
}

/* Looks at positions drawn by lot, none twice, until one is a puzzle. */
static void look_through(struct field *field, struct bv_random *lots)
{
    struct bv_harvest *harvest = field->harvest;
    struct course *course = &field->course;
    const struct bv_puzzle_measure *measure = bv_puzzle_measure_of(harvest->terms->game);
    uint32_t looked = 0;
    while (course->count && looked < measure->tries) {
        uint32_t at = bv_random_below(lots, course->count);
        union bv_state state = course->state[at];
        course->state[at] = course->state[--course->count];
        if (measure->poses && !measure->poses(&state)) continue;
        looked++;
        uint64_t likeness = bv_puzzle_likeness(harvest->terms, &state);
        if (!is_new(field, likeness) || !bv_puzzle_find(field->setter, &state, &field->puzzle))
            continue;
        field->likeness[harvest->puzzles] = likeness;
        harvest->puzzle[harvest->puzzles++] = field->puzzle;
        return;
    }
}

static bool prepare(struct field *field)
{
    const struct bv_terms *terms = field->harvest->terms;
    const struct bv_player *player = bv_opponent_of(terms->game)->player;
    field->setter = bv_setter_open(terms);
    if (!field->setter) return false;
    field->duel.terms = terms;
    field->duel.opening = bv_match_default_opening(terms->game);
    field->duel.listen = keep_position;
    field->duel.context = &field->course;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        field->duel.side[side].player = player;
        field->duel.side[side].mind = calloc(1, player->memory(terms));
        if (!field->duel.side[side].mind) return false;
    }
    return true;
}

bool bv_harvest(struct bv_harvest *harvest)
{
    struct field *field = calloc(1, sizeof *field + harvest->games * sizeof field->likeness[0]);
    harvest->puzzles = 0;
    harvest->puzzle = calloc(harvest->games, sizeof harvest->puzzle[0]);
    if (field) field->harvest = harvest;
    bool good = field && harvest->puzzle && prepare(field);
    for (uint32_t game = 0; good && game < harvest->games; game++) {
        struct bv_random lots = bv_random_seeded(bv_mix(harvest->seed, game));
        play_game(field, &lots);
        look_through(field, &lots);
        if (harvest->tell) harvest->tell(game + 1, harvest->puzzles);
    }
    if (field) {
        for (int side = 0; side < BV_SIDES_MAX; side++) free(field->duel.side[side].mind);
        bv_setter_close(field->setter);
    }
    free(field);
    return good;
}

/* ---- Choosing ---------------------------------------------------------------------------------------------------- */

struct mixture {
    uint32_t grade[BV_PUZZLE_GRADES + 1];
    uint32_t kind[BV_PUZZLE_KINDS];
};

/* The fewer of its grade, then of its kind, are in the set, the better it fits. */
static uint32_t place_in(const struct mixture *mixture, const struct bv_puzzle *puzzle)
{
    enum { MANY = 1 << 12 };
    return mixture->grade[puzzle->grade] * MANY + mixture->kind[puzzle->kind];
}

static void swap(struct bv_puzzle *a, struct bv_puzzle *b)
{
    struct bv_puzzle kept = *a;
    *a = *b;
    *b = kept;
}

static void order_by_grade(struct bv_puzzle *puzzle, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k > 0 && puzzle[k - 1].grade > puzzle[k].grade; k--)
            swap(&puzzle[k - 1], &puzzle[k]);
}

uint32_t bv_harvest_choose(struct bv_harvest *harvest, uint32_t count)
{
    struct mixture mixture = {0};
    struct bv_puzzle *puzzle = harvest->puzzle;
    if (count > harvest->puzzles) count = harvest->puzzles;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t best = i;
        for (uint32_t k = i + 1; k < harvest->puzzles; k++)
            if (place_in(&mixture, &puzzle[k]) < place_in(&mixture, &puzzle[best])) best = k;
        swap(&puzzle[i], &puzzle[best]);
        mixture.grade[puzzle[i].grade]++;
        mixture.kind[puzzle[i].kind]++;
    }
    order_by_grade(puzzle, count);
    return count;
}
