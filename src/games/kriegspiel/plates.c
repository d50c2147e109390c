/*
 * Plates and their slots. A plate's slot is its rank by hexagon among the plates of its kind, so a
 * step or a removal may change the slots of others. All of that is done by one operation, the exchange
 * of two neighbouring slots, which carries along everything that is known by slot: the plate, the
 * field's byte, and who gave to whom.
 */
#include "games/kriegspiel/state.h"

bool kriegspiel_place(struct kriegspiel_state *state, unsigned side, unsigned kind, unsigned plate)
{
    uint8_t *plates = &state->plates[side][kind];
    if (*plates == kriegspiel_most_plates(kind)) return false;
    unsigned slot = kriegspiel_first_slot(kind) + (*plates)++;
    state->plate[side][slot] = (uint16_t)plate;
    state->field[kriegspiel_hex(plate)] = (uint8_t)kriegspiel_plate_byte(side, slot);
    return true;
}

/* Exchanges two neighbouring receivers in what a plate has given. */
static uint8_t exchange_bits(uint8_t bits, unsigned low)
{
    unsigned differ = (bits >> low ^ bits >> (low + 1)) & 1U;
    return (uint8_t)(bits ^ (differ << low | differ << (low + 1)));
}

/* The plates of slot and slot + 1, of one kind, change places. */
static void exchange(struct kriegspiel_state *state, unsigned side, unsigned slot)
{
    uint16_t *plate = &state->plate[side][slot];
    uint8_t *given = &state->given[slot];
    uint16_t lower = plate[0];
    uint8_t lower_given = given[0];
    plate[0] = plate[1];
    plate[1] = lower;
    state->field[kriegspiel_hex(plate[0])] = (uint8_t)kriegspiel_plate_byte(side, slot);
    state->field[kriegspiel_hex(plate[1])] = (uint8_t)kriegspiel_plate_byte(side, slot + 1);
    given[0] = given[1]; /* K23 */
    given[1] = lower_given;
    unsigned from = slot & KRIEGSPIEL_MOUNTED;
    for (unsigned giver = from; giver < from + 8 && giver < KRIEGSPIEL_SLOTS; giver++)
        state->given[giver] = exchange_bits(state->given[giver], slot & 7); /* K23 */
}

void kriegspiel_shift(struct kriegspiel_state *state, unsigned side, unsigned slot, unsigned to)
{
    uint16_t *plate = state->plate[side];
    unsigned kind = kriegspiel_kind(slot);
    unsigned first = kriegspiel_first_slot(kind);
    unsigned last = first + state->plates[side][kind] - 1U;
    state->field[kriegspiel_hex(plate[slot])] = KRIEGSPIEL_EMPTY;
    state->field[to] = (uint8_t)kriegspiel_plate_byte(side, slot);
    plate[slot] = (uint16_t)((plate[slot] & 0xffU) | to << KRIEGSPIEL_HEX_AT);
    for (; slot < last && plate[slot] > plate[slot + 1]; slot++) exchange(state, side, slot);
    for (; slot > first && plate[slot] < plate[slot - 1]; slot--) exchange(state, side, slot - 1);
}

void kriegspiel_take_off(struct kriegspiel_state *state, unsigned side, unsigned slot)
{
    unsigned kind = kriegspiel_kind(slot);
    unsigned last = kriegspiel_first_slot(kind) + --state->plates[side][kind];
    unsigned from = slot & KRIEGSPIEL_MOUNTED;
    for (; slot < last; slot++) exchange(state, side, slot);
    state->field[kriegspiel_hex(state->plate[side][last])] = KRIEGSPIEL_EMPTY;
    state->plate[side][last] = 0;
    state->given[last] = 0;
    for (unsigned giver = from; giver < from + 8 && giver < KRIEGSPIEL_SLOTS; giver++)
        state->given[giver] &= (uint8_t)~(1U << (last & 7));
}
