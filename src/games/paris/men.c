/*
 * Men set down, taken off and moved. The byte board says who stands where; everything derived from it (sets of
 * Soldiers, slots of officers, men on the points with lines, counts, key) changes here and nowhere else.
 */
#include "core/hash.h"
#include "games/paris/state.h"

/* What a piece on a point adds to the key: mixed twice, since the first words are small and alike. */
static uint64_t piece_key(int piece, int point)
{
    return bv_mix(bv_mix((uint64_t)piece, (uint64_t)point), (uint64_t)piece);
}

/* Changes one of a few sorted slots and keeps them sorted; empty slots are the last. */
static void change_sorted(uint8_t *slot, int count, int from, int to)
{
    int i = 0;
    while (slot[i] != from) i++;
    for (; i > 0 && slot[i - 1] > to; i--) slot[i] = slot[i - 1];
    for (; i + 1 < count && slot[i + 1] < to; i++) slot[i] = slot[i + 1];
    slot[i] = (uint8_t)to;
}

/* A man goes from one point to another, or from or to nowhere. */
static void change_slot(struct paris_state *state, int piece, int from, int to)
{
    static const struct {
        uint8_t first, count;
    } slots[PARIS_RANKS_OF_MEN] = {{0, 1}, {1, 1}, {2, 2}, {4, 2}, {2, PARIS_GARRISON_SOLDIERS}};
    int rank = paris_rank_of(piece);
    change_sorted(state->slot[paris_army_of(piece)] + slots[rank].first, slots[rank].count, from,
                  to);
}

static bool is_besieging_soldier(int piece)
{
    return paris_is_besieger(piece) && paris_rank_of(piece) == PARIS_SOLDIER;
}

static void flip_soldier(struct paris_state *state, int army, int point)
{
    state->soldiers[paris_heading(army)][point / 64] ^= (uint64_t)1 << point % 64;
}

/* A besieger comes onto (or leaves) a point; nothing happens on a point without lines. */
static void flip_joined(struct paris_state *state, int piece, int point)
{
    if (!paris_is_besieger(piece) || point >= PARIS_JOINED) return;
    state->joined[paris_heading(paris_army_of(piece))] ^= (uint16_t)(1U << point);
}

/* Garrison Soldiers on squares are counted by colour. */
static void count_outside(const struct paris_tables *tables, struct paris_state *state, int piece,
                          int point, int by)
{
    if (piece != paris_piece(PARIS_GARRISON, PARIS_SOLDIER) || paris_is_circle(point)) return;
    state->outside[tables->black[point]] = (uint8_t)(state->outside[tables->black[point]] + by);
}

static void count_left(struct paris_state *state, int piece, int by)
{
    uint8_t *left =
        paris_rank_of(piece) == PARIS_SOLDIER ? &state->soldiers_left : &state->officers_left;
    if (paris_is_besieger(piece)) *left = (uint8_t)(*left + by);
}

void paris_clear(struct paris_state *state)
{
    bv_clear(state, sizeof *state);
    state->at[PARIS_NOWHERE] = PARIS_WALL;
    state->summoned = PARIS_NOWHERE;
    state->moved = PARIS_NOWHERE;
    for (int army = 0; army < PARIS_ARMIES; army++)
        for (int slot = 0; slot < PARIS_SLOTS; slot++) state->slot[army][slot] = PARIS_NOWHERE;
}

void paris_put(const struct paris_tables *tables, struct paris_state *state, int piece, int point)
{
    int army = paris_army_of(piece);
    BV_ASSERT(state->at[point] == PARIS_EMPTY);
    state->at[point] = (uint8_t)piece;
    state->placement ^= piece_key(piece, point);
    if (is_besieging_soldier(piece))
        flip_soldier(state, army, point);
    else
        change_slot(state, piece, PARIS_NOWHERE, point);
    flip_joined(state, piece, point);
    count_outside(tables, state, piece, point, 1);
    count_left(state, piece, 1);
}

void paris_remove(const struct paris_tables *tables, struct paris_state *state, int point)
{
    int piece = state->at[point];
    int army = paris_army_of(piece);
    state->at[point] = PARIS_EMPTY;
    state->placement ^= piece_key(piece, point);
    if (is_besieging_soldier(piece))
        flip_soldier(state, army, point);
    else
        change_slot(state, piece, point, PARIS_NOWHERE);
    flip_joined(state, piece, point);
    count_outside(tables, state, piece, point, -1);
    count_left(state, piece, -1);
}

void paris_shift(const struct paris_tables *tables, struct paris_state *state, int from, int to)
{
    int piece = state->at[from];
    int army = paris_army_of(piece);
    state->at[from] = PARIS_EMPTY;
    state->at[to] = (uint8_t)piece;
    state->placement ^= piece_key(piece, from) ^ piece_key(piece, to);
    if (is_besieging_soldier(piece)) {
        flip_soldier(state, army, from);
        flip_soldier(state, army, to);
    } else {
        change_slot(state, piece, from, to);
    }
    flip_joined(state, piece, from);
    flip_joined(state, piece, to);
    count_outside(tables, state, piece, from, -1);
    count_outside(tables, state, piece, to, 1);
}
