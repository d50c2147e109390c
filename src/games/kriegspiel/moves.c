/*
 * The legal actions. One pass over the plates of a command: what a plate faces decides almost everything, and
 * the two turns and the step of a plate are written without asking and counted only if they are legal, which
 * is faster than branches that nobody can foresee.
 *
 * A plate has at most seven actions: two turns, then ahead of it either a step or at most four transfers (a
 * receiver with room for five would be an empty plate), and a step back. Twelve plates and `.` make 85; the
 * list cap leaves room for what is written and not counted.
 */
#include "games/storage.h"

/* What a legal list is made from. */
struct making {
    const struct kriegspiel_tables *tables;
    const struct kriegspiel_state *state;
    unsigned side;
};

/* How many movements a crew allows a cannon in a turn. */
static const uint8_t crew_moves[] = {0, 0, 1, 2, 3}; /* K16 */

static bool may_rotate(unsigned kind, unsigned plate, unsigned points)
{
    if (!points) return false;                                              /* K12 */
    if (kind != KRIEGSPIEL_CANNONS) return true;                            /* K16 */
    return kriegspiel_moved(plate) < crew_moves[kriegspiel_figures(plate)]; /* K16 K17 */
}

static bool may_step(unsigned kind, unsigned plate, unsigned points)
{
    if (!may_rotate(kind, plate, points)) return false; /* K12 */
    if (kind != KRIEGSPIEL_CANNONS) return true;        /* K16 */
    return kriegspiel_figures(plate) == 4;              /* K16 */
}

/* A cannon without crew does nothing at all. */
static bool may_half_turn(unsigned kind, unsigned plate)
{
    return kind != KRIEGSPIEL_CANNONS || kriegspiel_figures(plate) >= 1; /* K8 */
}

/* Everything a plate may give to the one it faces. */
static bv_action *transfers(struct making making, unsigned slot, unsigned ahead, bv_action *end)
{
    const struct kriegspiel_state *state = making.state;
    unsigned receiver = state->field[ahead] & KRIEGSPIEL_SLOT_MASK;
    unsigned giving = state->plate[making.side][slot];
    unsigned figures = kriegspiel_figures(giving);
    unsigned there = kriegspiel_figures(state->plate[making.side][receiver]);
    unsigned room = kriegspiel_most_figures(kriegspiel_kind(receiver)) - there; /* K21 */
    unsigned most = figures < room ? figures : room;                            /* K21 */
    if ((slot ^ receiver) & KRIEGSPIEL_MOUNTED) return end;                     /* K19 */
    if (state->given[slot] >> (receiver & 7) & 1) return end;                   /* K23 */
    for (unsigned amount = 1; amount <= most; amount++)
        *end++ = kriegspiel_action(KRIEGSPIEL_GIVE, kriegspiel_hex(giving), ahead, amount);
    return end;
}

/* Turns, step ahead and transfers of one plate. */
static inline bv_action *plate_moves(struct making making, unsigned kind, unsigned slot,
                                     bv_action *end)
{
    const struct kriegspiel_state *state = making.state;
    unsigned plate = state->plate[making.side][slot];
    unsigned points = state->points[kind];
    unsigned hexagon = kriegspiel_hex(plate);
    unsigned facing = kriegspiel_facing(plate);
    unsigned ahead = making.tables->next[hexagon][facing]; /* K14 */
    unsigned met = state->field[ahead];
    const bv_action *turn = making.tables->turn[making.side][facing];
    bool turns = facing == KRIEGSPIEL_UNTURNED ? may_half_turn(kind, plate)       /* K8 */
                                               : may_rotate(kind, plate, points); /* K13 */
    bool steps = may_step(kind, plate, points) && met == KRIEGSPIEL_EMPTY;        /* K6 K14 */
    end[0] = turn[0] | hexagon;
    end[1] = turn[1] | hexagon;
    end += turns ? 2 : 0;
    end[0] = kriegspiel_action(KRIEGSPIEL_STEP, hexagon, ahead, 0);
    end += steps;
    if (met & (unsigned)KRIEGSPIEL_PLATE << making.side) /* K19 K20 */
        end = transfers(making, slot, ahead, end);
    return end;
}

static inline bv_action *kind_moves(struct making making, unsigned kind, bv_action *end)
{
    unsigned first = kriegspiel_first_slot(kind);
    unsigned plates = making.state->plates[making.side][kind];
    for (unsigned slot = first; slot < first + plates; slot++)
        end = plate_moves(making, kind, slot, end);
    return end;
}

/* With axis=both a plate also steps backward along its axis. */
static bv_action *steps_back(struct making making, unsigned kind, bv_action *end)
{
    static const uint8_t opposite[] = {3, 4, 5, 0, 1, 2, 7, 7};
    const struct kriegspiel_state *state = making.state;
    unsigned first = kriegspiel_first_slot(kind);
    for (unsigned slot = first; slot < first + state->plates[making.side][kind]; slot++) {
        unsigned plate = state->plate[making.side][slot];
        unsigned hexagon = kriegspiel_hex(plate);
        unsigned behind =
            making.tables->next[hexagon][opposite[kriegspiel_facing(plate)]]; /* K15 */
        if (!may_step(kind, plate, state->points[kind])) continue;            /* K15 */
        if (state->field[behind] != KRIEGSPIEL_EMPTY) continue;               /* K15 K6 */
        *end++ = kriegspiel_action(KRIEGSPIEL_STEP, hexagon, behind, 0);
    }
    return end;
}

unsigned kriegspiel_target(const struct kriegspiel_tables *tables,
                           const struct kriegspiel_state *state, unsigned slot)
{
    unsigned plate = state->plate[state->side][slot];
    unsigned kind = kriegspiel_kind(slot);
    unsigned facing = kriegspiel_facing(plate);
    unsigned at = kriegspiel_hex(plate);
    unsigned met = KRIEGSPIEL_EMPTY;
    if (!(tables->fires[state->side] >> facing & 1)) return KRIEGSPIEL_OUTSIDE; /* K26 */
    if (!kriegspiel_figures(plate)) return KRIEGSPIEL_OUTSIDE;                  /* K30 */
    for (unsigned reach = tables->range[kind]; reach; reach--) {                /* K27 */
        at = tables->next[at][facing];
        met = state->field[at];
        if (met == KRIEGSPIEL_EMPTY) continue;
        if (!(met & KRIEGSPIEL_WRECK)) break; /* K28 */
    }
    if (!(met & (unsigned)KRIEGSPIEL_PLATE << (state->side ^ 1U)))
        return KRIEGSPIEL_OUTSIDE;             /* K28 */
    if (kind == KRIEGSPIEL_CANNONS) return at; /* K29 */
    return kriegspiel_figures(state->plate[state->side ^ 1U][met & KRIEGSPIEL_SLOT_MASK])
               ? at
               : KRIEGSPIEL_OUTSIDE; /* K29 */
}

static bv_action *kind_shots(struct making making, unsigned kind, bv_action *end)
{
    const struct kriegspiel_state *state = making.state;
    unsigned first = kriegspiel_first_slot(kind);
    if (state->fired >> kind & 1) return end; /* K25 */
    for (unsigned slot = first; slot < first + state->plates[making.side][kind]; slot++) {
        unsigned target = kriegspiel_target(making.tables, state, slot);
        if (target == KRIEGSPIEL_OUTSIDE) continue;
        unsigned at = kriegspiel_hex(state->plate[making.side][slot]);
        *end++ = kriegspiel_action(KRIEGSPIEL_SHOOT, at, target, 0);
    }
    return end;
}

static bv_action *command_actions(const struct bv_terms *terms, struct making making, unsigned kind,
                                  bv_action *end)
{
    if (making.state->phase == KRIEGSPIEL_FIRE) return kind_shots(making, kind, end); /* K24 */
    end = kind_moves(making, kind, end);
    if (terms->reading[KRIEGSPIEL_AXIS] == KRIEGSPIEL_AXIS_BOTH) /* K15 */
        end = steps_back(making, kind, end);
    return end;
}

uint32_t kriegspiel_legal(const struct bv_terms *terms, const union bv_state *any, int seat,
                          bv_action *list)
{
    const struct kriegspiel_state *state = &any->kriegspiel;
    struct making making = {&terms->tables->kriegspiel, state, state->side};
    bv_action *end = list;
    *end++ = kriegspiel_action(KRIEGSPIEL_PASS, 0, 0, 0); /* K11 */
    if (terms->form->seats != 2) {
        end = command_actions(terms, making, (unsigned)seat % KRIEGSPIEL_KINDS, end); /* K35 */
        return (uint32_t)(end - list);
    }
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
        end = command_actions(terms, making, kind, end);
    return (uint32_t)(end - list);
}
