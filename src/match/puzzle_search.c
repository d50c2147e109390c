#include "match/puzzle_search.h"

#include <stdlib.h>

#include "core/hash.h"
#include "match/game.h"
#include "match/match.h"
#include "search/levels.h"

enum { KEPT_MAX = 4096, WEAKEST = 2, STRONGEST = 5 };

/* The positions of one game in which a player chose. */
struct course {
    uint32_t count;
    union bv_state state[KEPT_MAX];
};

struct field {
    struct puzzle_search *search_puzzles;
    struct puzzle_setter *setter;
    struct match_game match_game;
    struct course course;
    struct puzzle puzzle;
    uint64_t likeness[]; /* of the puzzles found */
};

static void keep_position(void *context, const struct match_game *match_game, int seat,
                          bv_action action, const struct search_answer *answer)
{
    struct course *course = context;
    (void)seat;
    (void)action;
    if (!answer || course->count == KEPT_MAX) return;
    bv_state_copy(match_game->terms->game, &course->state[course->count++], &match_game->state);
}

/* Opens a player of a random level. */
static void seat_level(struct table_player *seated, const struct bv_terms *terms,
                       struct bv_random *lots)
{
    const struct level_opponent *opponent = level_opponent_of(terms->game);
    uint32_t drawn = WEAKEST + bv_random_below(lots, STRONGEST - WEAKEST + 1);
    const struct level *level = &opponent->level[drawn - 1];
    seated->turn = (struct budget){.nodes = level->nodes, .depth = level->depth};
    seated->weakening = level->weakening;
    seated->random = bv_random_seeded(bv_random_word(lots));
}

static void play_game(struct field *field, struct bv_random *lots)
{
    struct match_game *match_game = &field->match_game;
    struct bv_result result;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        seat_level(&match_game->side[side], match_game->terms, lots);
    match_game->dice = bv_random_seeded(bv_random_word(lots));
    field->course.count = 0;
    match_game_play(match_game, &result);
}

static bool is_new(const struct field *field, uint64_t likeness)
{
    for (uint32_t i = 0; i < field->search_puzzles->puzzles; i++)
        if (field->likeness[i] == likeness) return false;
    return true;
}

/* Searches positions in random order, none twice, until one is a puzzle. */
static void look_through(struct field *field, struct bv_random *lots)
{
    struct puzzle_search *search_puzzles = field->search_puzzles;
    struct course *course = &field->course;
    const struct puzzle_measure *measure = &level_opponent_of(search_puzzles->terms->game)->puzzles;
    uint32_t looked = 0;
    while (course->count && looked < measure->tries) {
        uint32_t at = bv_random_below(lots, course->count);
        union bv_state state = course->state[at];
        course->state[at] = course->state[--course->count];
        if (measure->poses && !measure->poses(&state)) continue;
        looked++;
        uint64_t likeness = puzzle_likeness(search_puzzles->terms, &state);
        if (!is_new(field, likeness) || !puzzle_find(field->setter, &state, &field->puzzle))
            continue;
        field->likeness[search_puzzles->puzzles] = likeness;
        search_puzzles->puzzle[search_puzzles->puzzles++] = field->puzzle;
        return;
    }
}

static bool prepare(struct field *field)
{
    const struct bv_terms *terms = field->search_puzzles->terms;
    const struct search_player *player = level_opponent_of(terms->game)->player;
    field->setter = puzzle_setter_open(terms);
    if (!field->setter) return false;
    field->match_game.terms = terms;
    field->match_game.opening = match_default_opening(terms->game);
    field->match_game.listen = keep_position;
    field->match_game.context = &field->course;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        field->match_game.side[side].player = player;
        field->match_game.side[side].mind = calloc(1, player->memory(terms));
        if (!field->match_game.side[side].mind) return false;
    }
    return true;
}

bool puzzle_search_run(struct puzzle_search *search_puzzles)
{
    struct field *field =
        calloc(1, sizeof *field + search_puzzles->games * sizeof field->likeness[0]);
    search_puzzles->puzzles = 0;
    search_puzzles->puzzle = calloc(search_puzzles->games, sizeof search_puzzles->puzzle[0]);
    if (field) field->search_puzzles = search_puzzles;
    bool good = field && search_puzzles->puzzle && prepare(field);
    for (uint32_t game = 0; good && game < search_puzzles->games; game++) {
        struct bv_random lots = bv_random_seeded(bv_mix(search_puzzles->seed, game));
        play_game(field, &lots);
        look_through(field, &lots);
        if (search_puzzles->tell) search_puzzles->tell(game + 1, search_puzzles->puzzles);
    }
    if (field) {
        for (int side = 0; side < BV_SIDES_MAX; side++) free(field->match_game.side[side].mind);
        puzzle_setter_close(field->setter);
    }
    free(field);
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

uint32_t puzzle_search_choose(struct puzzle_search *search_puzzles, uint32_t count)
{
    struct mixture mixture = {0};
    struct puzzle *puzzle = search_puzzles->puzzle;
    if (count > search_puzzles->puzzles) count = search_puzzles->puzzles;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t best = i;
        for (uint32_t k = i + 1; k < search_puzzles->puzzles; k++)
            if (place_in(&mixture, &puzzle[k]) < place_in(&mixture, &puzzle[best])) best = k;
        swap(&puzzle[i], &puzzle[best]);
        mixture.grade[puzzle[i].grade]++;
        mixture.kind[puzzle[i].kind]++;
    }
    order_by_grade(puzzle, count);
    return count;
}
