/* How each game is searched for puzzles, and when two of its positions are equivalent. */
#include "core/hash.h"
#include "match/puzzle.h"

/* Fights, and the last steps of a movement under fire, which are all tried (assess.c). */
static bool poses_chars(const union bv_state *state)
{
    enum { LAST_STEPS = 2 };
    const struct chars_state *s = &state->chars;
    if (s->phase == CHARS_FIGHT) return true;
    return s->phase == CHARS_MOVE && s->points <= LAST_STEPS && !s->blanks;
}

static bool poses_belligerants(const union bv_state *state)
{
    return state->belligerants.phase == BELL_MOVE;
}

/* Shots, and the second half of a movement: before that, every mistake can be repaired. */
static bool poses_kriegspiel(const union bv_state *state)
{
    const struct kriegspiel_state *s = &state->kriegspiel;
    enum { LAST_POINTS = 6 };
    int points = 0;
    for (int kind = 0; kind < KRIEGSPIEL_KINDS; kind++) points += s->points[kind];
    return s->phase == KRIEGSPIEL_FIRE || points <= LAST_POINTS;
}

static const struct puzzle_measure measures[] = {
    {.game = &kriegspiel_game,
     .glance = {8, 1},
     .look = {30, 1},
     .proof = {100, 1},
     .thought = 600,
     .tries = 90,
     .errors = 2,
     .margin = 16,
     .poses = poses_kriegspiel},
    {.game = &chevaliers_game,
     .glance = {100, 1},
     .look = {1000, 1},
     .proof = {10000, 1},
     .thought = 8000,
     .tries = 60,
     .margin = 45},
    {.game = &chars_game,
     .glance = {8, 3},
     .look = {24, 8},
     .proof = {48, 20},
     .thought = 200,
     .tries = 16,
     .margin = 50,
     .poses = poses_chars},
    {.game = &paris_game,
     .glance = {100, 1},
     .look = {1000, 1},
     .proof = {10000, 1},
     .thought = 8000,
     .tries = 60,
     .margin = 40},
    {.game = &belligerants_game,
     .glance = {1, 1},
     .look = {10, 1},
     .proof = {40, 1},
     .thought = 1500,
     .compares = true,
     .tries = 30,
     .margin = 25,
     .poses = poses_belligerants},
};

const struct puzzle_measure *puzzle_measure_of(const struct bv_game *game)
{
    for (size_t i = 0; i < BV_COUNT(measures); i++)
        if (measures[i].game == game) return &measures[i];
    BV_ASSERT(false);
    return NULL;
}

/* ---- Equivalence ----------------------------------------------------------------------------- */

enum { ROWS_MAX = 64 };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The contents of a row, in any order; with the sides exchanged a capital is a small letter. */
static uint64_t content_of(struct bv_span row, bool exchanged)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < row.length; i++) {
        char c = row.text[i];
        if (is_letter(c)) sum += bv_mix((uint64_t)(exchanged ? c ^ 0x20 : c), 1);
    }
    return sum;
}

uint64_t puzzle_likeness(const struct bv_terms *terms, const union bv_state *state)
{
    char text[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    struct bv_span row[ROWS_MAX];
    struct bv_span board;
    uint32_t rows = 0;
    uint64_t upright = 0;
    uint64_t turned = 0;
    terms->game->write(terms, state, &out);
    struct bv_span rest = bv_span_of(text);
    bv_take_part(&rest, ' ', &board);
    while (rows < ROWS_MAX && bv_take_part(&board, '/', &row[rows])) rows++;
    for (uint32_t i = 0; i < rows; i++) {
        upright = bv_mix(upright, content_of(row[i], false));
        turned = bv_mix(turned, content_of(row[rows - 1 - i], true));
    }
    return upright < turned ? upright : turned;
}
