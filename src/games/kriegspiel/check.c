/*
 * The invariants: slots in order and the field agreeing with them, and nothing left over from a
 * phase that does not need it.
 */
#include "games/storage.h"

/* What is looked at, taken from the interface once. */
struct look {
    const struct bv_terms *terms;
    const struct kriegspiel_tables *tables;
    const struct kriegspiel_state *state;
};

static const char *check_plate(struct look look, unsigned side, unsigned slot)
{
    const struct kriegspiel_state *state = look.state;
    unsigned kind = kriegspiel_kind(slot);
    unsigned plate = state->plate[side][slot];
    unsigned hexagon = kriegspiel_hex(plate);
    unsigned figures = kriegspiel_figures(plate);
    bool may_move = side == state->side && state->phase == KRIEGSPIEL_MOVE;
    if (hexagon >= look.tables->hexagons) return "a plate stands outside the field";
    if (state->field[hexagon] != kriegspiel_plate_byte(side, slot))
        return "the field does not show a plate where it stands";
    if (figures > kriegspiel_most_figures(kind)) return "a plate has too many figures";
    if (!figures && kind != KRIEGSPIEL_CANNONS) return "an empty plate stands on the field";
    if (kriegspiel_facing(plate) > KRIEGSPIEL_UNTURNED) return "a plate faces nowhere";
    if (kriegspiel_facing(plate) == KRIEGSPIEL_UNTURNED && look.tables->columns)
        return "no plate starts between two directions on this field";
    if (kriegspiel_moved(plate) && !(may_move && kind == KRIEGSPIEL_CANNONS))
        return "only a cannon of the army to play remembers its movements";
    return NULL;
}

static const char *check_kind(struct look look, unsigned side, unsigned kind)
{
    unsigned first = kriegspiel_first_slot(kind);
    unsigned plates = look.state->plates[side][kind];
    const uint16_t *plate = look.state->plate[side];
    const char *wrong = NULL;
    if (plates > kriegspiel_most_plates(kind)) return "an army has too many plates of a kind";
    for (unsigned slot = first; slot < first + plates && !wrong; slot++) {
        if (slot > first && plate[slot - 1] >= plate[slot]) return "plates are not in order";
        wrong = check_plate(look, side, slot);
    }
    for (unsigned slot = first + plates; slot < first + kriegspiel_most_plates(kind); slot++)
        if (plate[slot]) return "an empty slot is not nought";
    return wrong;
}

/* Every byte of the field is a plate's, a wreck or nothing; there are no more cannons than were. */
static const char *check_field(struct look look)
{
    const struct kriegspiel_state *state = look.state;
    unsigned cannons[2] = {state->plates[0][KRIEGSPIEL_CANNONS],
                           state->plates[1][KRIEGSPIEL_CANNONS]};
    if (state->field[KRIEGSPIEL_OUTSIDE] != KRIEGSPIEL_NO_HEX)
        return "the edge of the field is open";
    for (unsigned hexagon = 0; hexagon < KRIEGSPIEL_HEXAGONS; hexagon++) {
        unsigned byte = state->field[hexagon];
        unsigned side = kriegspiel_owner(byte);
        if (byte == KRIEGSPIEL_EMPTY) continue;
        if (hexagon >= look.tables->hexagons) return "something stands outside the field";
        if ((byte & ~1U) == KRIEGSPIEL_WRECK) {
            cannons[byte & 1]++;
            continue;
        }
        unsigned slot = byte & KRIEGSPIEL_SLOT_MASK;
        if (slot >= KRIEGSPIEL_SLOTS || byte != kriegspiel_plate_byte(side, slot) ||
            kriegspiel_hex(state->plate[side][slot]) != hexagon)
            return "the field shows a plate that is not there";
        unsigned kind = kriegspiel_kind(slot);
        if (slot >= kriegspiel_first_slot(kind) + state->plates[side][kind])
            return "the field shows a plate that is not there";
    }
    for (unsigned side = 0; side < 2; side++)
        if (cannons[side] > kriegspiel_most_plates(KRIEGSPIEL_CANNONS))
            return "an army has too many cannons";
    return NULL;
}

/* Points, cannons' movements and transfers belong to the movement phase. */
static const char *check_movement(struct look look)
{
    const struct kriegspiel_state *state = look.state;
    bool moving = state->phase == KRIEGSPIEL_MOVE;
    unsigned moved = 0;
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
        if (state->points[kind] > (moving ? look.tables->points[kind] : 0))
            return "more movement points than there are";
    for (unsigned slot = 0; slot < KRIEGSPIEL_SLOTS; slot++) {
        unsigned from = slot & KRIEGSPIEL_MOUNTED;
        unsigned there = 0;
        for (unsigned other = from; other < from + 8 && other < KRIEGSPIEL_SLOTS; other++) {
            unsigned kind = kriegspiel_kind(other);
            unsigned rank = other - kriegspiel_first_slot(kind);
            if (other != slot && rank < state->plates[state->side][kind])
                there |= 1U << (other & 7);
        }
        unsigned rank = slot - kriegspiel_first_slot(kriegspiel_kind(slot));
        if (!moving || rank >= state->plates[state->side][kriegspiel_kind(slot)]) there = 0;
        if (state->given[slot] & ~there) return "a transfer between plates that are not there";
        moved += kriegspiel_moved(state->plate[state->side][slot]);
    }
    if (moving && moved != (unsigned)(look.tables->points[KRIEGSPIEL_CANNONS] -
                                      state->points[KRIEGSPIEL_CANNONS]))
        return "the cannons' movements and points do not agree";
    return NULL;
}

/* Shots belong to the firing phase, and the die to one of them. */
static const char *check_fire(struct look look)
{
    const struct kriegspiel_state *state = look.state;
    bool rolling = state->phase == KRIEGSPIEL_DIE;
    if (state->fired >> KRIEGSPIEL_KINDS) return "a kind that does not exist has fired";
    if (state->fired && !rolling && state->phase != KRIEGSPIEL_FIRE)
        return "shots are remembered outside the firing phase";
    if (state->loss > 1 || (state->loss && (state->quiet || !state->fired)))
        return "a loss without a shot, or quiet in spite of it";
    if (!rolling) return state->shot_at || state->shot_to ? "a shot without a die" : NULL;
    if (state->shot_at >= look.tables->hexagons) return "a shot from outside the field";
    unsigned byte = state->field[state->shot_at];
    unsigned slot = byte & KRIEGSPIEL_SLOT_MASK;
    if (!kriegspiel_is_plate(byte) || kriegspiel_owner(byte) != state->side)
        return "nobody is there to fire";
    if (!(state->fired >> kriegspiel_kind(slot) & 1)) return "the shot is not counted as fired";
    if (kriegspiel_target(look.tables, state, slot) != state->shot_to)
        return "that plate cannot fire there";
    return NULL;
}

static const char *check_over(struct look look)
{
    const struct kriegspiel_state *state = look.state;
    bool beaten =
        kriegspiel_beaten(state, KRIEGSPIEL_FRENCH) || kriegspiel_beaten(state, KRIEGSPIEL_ENGLISH);
    if (state->acting) return "somebody is to act in a game that is over";
    if (state->quiet != (beaten ? 0 : look.tables->quiet)) return "the game is not over";
    return NULL;
}

/* The army to play may have beaten itself by a transfer: seen after a shot or its turn. */
static const char *check_running(struct look look)
{
    const struct kriegspiel_state *state = look.state;
    bool rolling = state->phase == KRIEGSPIEL_DIE;
    bool first_shot = rolling ? !(state->fired & (state->fired - 1)) : !state->fired;
    bool lots = state->phase == KRIEGSPIEL_LOTS;
    unsigned commands = kriegspiel_commands(look.terms, state);
    if (state->quiet >= look.tables->quiet) return "the quiet has lasted too long";
    if (kriegspiel_beaten(state, state->side ^ 1U)) return "a beaten army plays on";
    if (kriegspiel_beaten(state, state->side) && (lots || !first_shot))
        return "a beaten army plays on";
    if (lots) return state->acting || state->side || state->quiet ? "the lots come first" : NULL;
    if (state->acting & ~commands) return "a seat without plates is to act";
    if (!state->acting) return "nobody is to act";
    if (kriegspiel_army(state, state->side) == state->plates[state->side][KRIEGSPIEL_CANNONS])
        return "the army to play has nobody left";
    return NULL;
}

const char *kriegspiel_check(const struct bv_terms *terms, const union bv_state *any)
{
    static const uint8_t nought[sizeof any->kriegspiel.zero] = {0};
    const struct kriegspiel_state *state = &any->kriegspiel;
    struct look look = {terms, &terms->tables->kriegspiel, state};
    const char *wrong = NULL;
    if (state->side > 1) return "no such side";
    if (state->phase >= KRIEGSPIEL_PHASES) return "no such phase";
    if (!bv_same(state->zero, nought, sizeof nought)) return "the padding is not nought";
    for (unsigned side = 0; side < 2 && !wrong; side++)
        for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS && !wrong; kind++)
            wrong = check_kind(look, side, kind);
    if (!wrong) wrong = check_field(look);
    if (!wrong) wrong = check_movement(look);
    if (!wrong) wrong = check_fire(look);
    if (wrong) return wrong;
    return state->phase == KRIEGSPIEL_OVER ? check_over(look) : check_running(look);
}
