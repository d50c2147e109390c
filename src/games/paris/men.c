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

/* Changes one of a pair of slots and keeps the pair sorted; the empty slot is the last. */
static void change_pair(uint8_t *pair, int from, int to)
{
    uint8_t other = pair[0] == from ? pair[1] : pair[0];
    pair[0] = (uint8_t)(other < to ? other : to);
    pair[1] = (uint8_t)(other < to ? to : other);
}

static void change_slot(struct paris_state *state, int piece, int from, int to)
{
    uint8_t *slots = state->officer[paris_army_of(piece)];
    int rank = paris_rank_of(piece);
    if (rank <= PARIS_COLONEL)
        slots[rank] = (uint8_t)to;
    else
        change_pair(slots + (rank == PARIS_CAPTAIN ? 2 : 4), from, to);
}

static void flip_soldier(struct paris_state *state, int army, int point)
{
    state->soldiers[army][point / 64] ^= (uint64_t)1 << point % 64;
}

/* A man comes onto (or leaves) a point; nothing happens on a point without lines. */
static void flip_joined(struct paris_state *state, int army, int point)
{
    state->joined[army] ^= (uint16_t)((unsigned)(point < PARIS_JOINED) << point % 16);
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
        for (int slot = 0; slot < PARIS_SLOTS; slot++) state->officer[army][slot] = PARIS_NOWHERE;
}

void paris_put(const struct paris_tables *tables, struct paris_state *state, int piece, int point)
{
    int army = paris_army_of(piece);
    BV_ASSERT(state->at[point] == PARIS_EMPTY);
    state->at[point] = (uint8_t)piece;
    state->placement ^= piece_key(piece, point);
    if (paris_rank_of(piece) == PARIS_SOLDIER)
        flip_soldier(state, army, point);
    else
        change_slot(state, piece, PARIS_NOWHERE, point);
    flip_joined(state, army, point);
    count_outside(tables, state, piece, point, 1);
    count_left(state, piece, 1);
}

void paris_remove(const struct paris_tables *tables, struct paris_state *state, int point)
{
    int piece = state->at[point];
    int army = paris_army_of(piece);
    state->at[point] = PARIS_EMPTY;
    state->placement ^= piece_key(piece, point);
    if (paris_rank_of(piece) == PARIS_SOLDIER)
        flip_soldier(state, army, point);
    else
        change_slot(state, piece, point, PARIS_NOWHERE);
    flip_joined(state, army, point);
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
    if (paris_rank_of(piece) == PARIS_SOLDIER) {
        flip_soldier(state, army, from);
        flip_soldier(state, army, to);
    } else {
        change_slot(state, piece, from, to);
    }
    flip_joined(state, army, from);
    flip_joined(state, army, to);
    count_outside(tables, state, piece, from, -1);
    count_outside(tables, state, piece, to, 1);
}
