/*
 * Kriegspiel: a number for every action that a seat can choose. Whatever a plate does, it does on a
 * hexagon and in a direction, so that each hexagon has as many numbers as the next:
 *
 *     0  pass      1 + hexagon · OF_A_HEXAGON + …  turns, half rotations, steps, transfers, shots
 */
#include "games/storage.h"

enum {
    TRANSFER_MOST = 4, /* figures: a receiver has one of five, or is a crew of four (K21) */
    LEFT = 0,
    RIGHT,
    HALF,
    STEP = HALF + KRIEGSPIEL_DIRECTIONS,
    GIVE = STEP + KRIEGSPIEL_DIRECTIONS,
    SHOOT = GIVE + KRIEGSPIEL_DIRECTIONS * TRANSFER_MOST,
    OF_A_HEXAGON = SHOOT + KRIEGSPIEL_DIRECTIONS * KRIEGSPIEL_RANGE_MOST,
};

_Static_assert(KRIEGSPIEL_NUMBERS == 1 + KRIEGSPIEL_HEXAGONS * OF_A_HEXAGON, "all are numbered");

/* The direction in which a neighbour lies, of all eight entries at once: the byte that is equal. */
static unsigned direction_to(const struct kriegspiel_tables *tables, unsigned at, unsigned to)
{
    const uint64_t each = 0x0101010101010101;
    uint64_t unlike;
    bv_copy(&unlike, &tables->ahead[at * 8], sizeof unlike);
    unlike ^= each * to;
    return (unsigned)__builtin_ctzll(((unlike - each) & ~unlike & each << 7) | 1ULL << 63) / 8;
}

/* Where a shot leads: direction · KRIEGSPIEL_RANGE_MOST + distance, from 0. */
static unsigned end_of(const struct kriegspiel_tables *tables, unsigned at, unsigned shot)
{
    for (unsigned left = shot % KRIEGSPIEL_RANGE_MOST + 1; left; left--)
        at = kriegspiel_next(tables, at, shot / KRIEGSPIEL_RANGE_MOST);
    return at;
}

static unsigned shot_to(const struct kriegspiel_tables *tables, unsigned at, unsigned to)
{
    unsigned shot = 0;
    while (end_of(tables, at, shot) != to) shot++;
    BV_ASSERT(shot < KRIEGSPIEL_DIRECTIONS * KRIEGSPIEL_RANGE_MOST);
    return shot;
}

uint32_t kriegspiel_number(const struct bv_terms *terms, bv_action action)
{
    /* Of the actions with a neighbour or none: the first number, and what direction and amount add. */
    static const struct {
        uint8_t first, by_direction, by_amount;
    } kinds[] = {
        [KRIEGSPIEL_LEFT] = {LEFT, 0, 0},
        [KRIEGSPIEL_RIGHT] = {RIGHT, 0, 0},
        [KRIEGSPIEL_HALF] = {HALF, 0, 1},
        [KRIEGSPIEL_STEP] = {STEP, 1, 0},
        [KRIEGSPIEL_GIVE] = {GIVE - 1, TRANSFER_MOST, 1},
    };
    const struct kriegspiel_tables *tables = &terms->tables->kriegspiel;
    unsigned kind = kriegspiel_action_kind(action);
    unsigned at = kriegspiel_at(action);
    unsigned to = kriegspiel_to(action);
    unsigned of_hexagon = 1 + at * OF_A_HEXAGON;
    if (kind == KRIEGSPIEL_PASS) return 0;
    if (kind == KRIEGSPIEL_SHOOT) return of_hexagon + SHOOT + shot_to(tables, at, to);
    return of_hexagon + kinds[kind].first +
           kinds[kind].by_direction * direction_to(tables, at, to) +
           kinds[kind].by_amount * kriegspiel_amount(action);
}

bv_action kriegspiel_numbered(const struct bv_terms *terms, uint32_t number)
{
    const struct kriegspiel_tables *tables = &terms->tables->kriegspiel;
    if (!number) return kriegspiel_action(KRIEGSPIEL_PASS, 0, 0, 0);
    unsigned at = (number - 1) / OF_A_HEXAGON;
    unsigned own = (number - 1) % OF_A_HEXAGON;
    if (own == LEFT) return kriegspiel_action(KRIEGSPIEL_LEFT, at, 0, 0);
    if (own == RIGHT) return kriegspiel_action(KRIEGSPIEL_RIGHT, at, 0, 0);
    if (own < STEP) return kriegspiel_action(KRIEGSPIEL_HALF, at, 0, own - HALF);
    if (own < GIVE)
        return kriegspiel_action(KRIEGSPIEL_STEP, at, kriegspiel_next(tables, at, own - STEP), 0);
    if (own < SHOOT)
        return kriegspiel_action(KRIEGSPIEL_GIVE, at,
                                 kriegspiel_next(tables, at, (own - GIVE) / TRANSFER_MOST),
                                 (own - GIVE) % TRANSFER_MOST + 1);
    return kriegspiel_action(KRIEGSPIEL_SHOOT, at, end_of(tables, at, own - SHOOT), 0);
}
