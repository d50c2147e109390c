/*
 * The legal actions. One pass over the plates of a command: what a plate faces decides almost
 * everything. The two rotations and the step of a plate are written without asking and counted only
 * if they are legal, and plates that face their own are only noted on the way, which is faster than
 * branches that cannot be foreseen.
 *
 * A plate has at most seven actions: two turns, then ahead of it either a step or at most four
 * transfers (a receiver with room for five would be an empty plate), and a step back. Twelve plates
 * and `.` make 85; the list cap leaves room for what is written and not counted.
 */
#include "games/storage.h"

/* A legal list being made. */
struct making {
    const struct kriegspiel_tables *tables;
    const struct kriegspiel_state *state;
    const uint16_t *plate; /* of the army to play */
    unsigned own;          /* the field's bit of that army */
    unsigned mates;        /* bit per slot: the plate faces one of its own army */
    bv_action *end;
};

static void add(struct making *making, bv_action action)
{
    *making->end++ = action;
}

/* ---- The movement phase ---------------------------------------------------------------------- */

static void half_turns(struct making *making, unsigned plate)
{
    const uint8_t *to = making->tables->half_turn[making->state->side]; /* K8 */
    add(making, kriegspiel_action(KRIEGSPIEL_HALF, kriegspiel_hex(plate), 0, to[0]));
    add(making, kriegspiel_action(KRIEGSPIEL_HALF, kriegspiel_hex(plate), 0, to[1]));
}

/* Two rotations and the step ahead of one plate, if it `rotates` and if it `steps`. */
static inline void plate_moves(struct making *making, unsigned slot, bool rotates, bool steps)
{
    unsigned plate = making->plate[slot];
    unsigned hexagon = kriegspiel_hex(plate);
    unsigned ahead = kriegspiel_ahead(making->tables, plate);
    unsigned met = making->state->field[ahead];
    making->end[0] = kriegspiel_action(KRIEGSPIEL_LEFT, hexagon, 0, 0);
    making->end[1] = kriegspiel_action(KRIEGSPIEL_RIGHT, hexagon, 0, 0);
    making->end += rotates ? 2 : 0;
    making->end[0] = kriegspiel_action(KRIEGSPIEL_STEP, hexagon, ahead, 0);
    making->end += steps & (met == KRIEGSPIEL_EMPTY);       /* K6 K14 */
    making->mates |= (met & making->own ? 1U : 0U) << slot; /* K19 K20 */
}

static inline void free_moves(struct making *making, unsigned kind)
{
    unsigned slot = kriegspiel_first_slot(kind);
    unsigned end = slot + making->state->plates[making->state->side][kind];
    bool moves = making->state->points[kind] > 0; /* K12 */
    for (; slot < end; slot++) {
        if (BV_UNLIKELY(kriegspiel_facing(making->plate[slot]) == KRIEGSPIEL_UNTURNED)) /* K8 */
            half_turns(making, making->plate[slot]);
        else
            plate_moves(making, slot, moves, moves); /* K13 K14 */
    }
}

static bool cannon_rotates(const struct kriegspiel_state *state, unsigned plate)
{
    unsigned most = kriegspiel_crew_moves(kriegspiel_figures(plate)); /* K16 */
    if (!state->points[KRIEGSPIEL_CANNONS]) return false;             /* K12 */
    return kriegspiel_moved(plate) < most;                            /* K17 */
}

static bool cannon_steps(const struct kriegspiel_state *state, unsigned plate)
{
    return cannon_rotates(state, plate) && kriegspiel_figures(plate) == 4; /* K16 */
}

static inline void cannon_moves(struct making *making)
{
    const struct kriegspiel_state *state = making->state;
    unsigned slot = kriegspiel_first_slot(KRIEGSPIEL_CANNONS);
    unsigned end = slot + state->plates[state->side][KRIEGSPIEL_CANNONS];
    for (; slot < end; slot++) {
        unsigned plate = making->plate[slot];
        if (kriegspiel_facing(plate) != KRIEGSPIEL_UNTURNED) /* K8 */
            plate_moves(making, slot, cannon_rotates(state, plate), cannon_steps(state, plate));
        else if (kriegspiel_figures(plate) >= 1) /* K8 */
            half_turns(making, plate);
    }
}

/* Everything a plate may give to the one of its army that it faces. */
static void transfers(struct making *making, unsigned slot)
{
    unsigned giving = making->plate[slot];
    unsigned ahead = kriegspiel_ahead(making->tables, giving);
    unsigned receiver = making->state->field[ahead] & KRIEGSPIEL_SLOT_MASK;
    unsigned figures = kriegspiel_figures(giving);
    unsigned room = kriegspiel_most_figures(kriegspiel_kind(receiver)) - /* K21 */
                    kriegspiel_figures(making->plate[receiver]);
    unsigned most = figures < room ? figures : room;              /* K21 */
    if ((slot ^ receiver) & KRIEGSPIEL_MOUNTED) return;           /* K19 */
    if (making->state->given[slot] >> (receiver & 7) & 1) return; /* K23 */
    for (unsigned amount = 1; amount <= most; amount++)
        add(making, kriegspiel_action(KRIEGSPIEL_GIVE, kriegspiel_hex(giving), ahead, amount));
}

/* Steps backward along the axis. */
static void steps_back(struct making *making, unsigned kind)
{
    static const uint8_t opposite[] = {3, 4, 5, 0, 1, 2, 7};
    const struct kriegspiel_state *state = making->state;
    unsigned slot = kriegspiel_first_slot(kind);
    unsigned end = slot + state->plates[state->side][kind];
    if (!state->points[kind]) return; /* K12 K15 */
    for (; slot < end; slot++) {
        unsigned plate = making->plate[slot];
        unsigned hexagon = kriegspiel_hex(plate);
        unsigned back = opposite[kriegspiel_facing(plate)]; /* K15 */
        unsigned behind = kriegspiel_next(making->tables, hexagon, back);
        bool steps = kind != KRIEGSPIEL_CANNONS || cannon_steps(state, plate); /* K15 K16 */
        *making->end = kriegspiel_action(KRIEGSPIEL_STEP, hexagon, behind, 0);
        making->end += steps & (state->field[behind] == KRIEGSPIEL_EMPTY); /* K15 K6 */
    }
}

static void moves(struct making *making, unsigned command, unsigned axis)
{
    if (command & 1U << KRIEGSPIEL_SOLDIERS) free_moves(making, KRIEGSPIEL_SOLDIERS); /* K35 */
    if (command & 1U << KRIEGSPIEL_CAVALRY) free_moves(making, KRIEGSPIEL_CAVALRY);   /* K35 */
    if (command & 1U << KRIEGSPIEL_CANNONS) cannon_moves(making);                     /* K35 */
    for (; making->mates; making->mates &= making->mates - 1)
        transfers(making, (unsigned)__builtin_ctz(making->mates));
    if (axis == KRIEGSPIEL_AXIS_FORWARD) return; /* K15 */
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
        if (command >> kind & 1) steps_back(making, kind); /* K35 */
}

/* ---- The firing phase ------------------------------------------------------------------------ */

unsigned kriegspiel_target_from(const struct kriegspiel_tables *tables,
                                const struct kriegspiel_state *state, unsigned side, unsigned slot,
                                unsigned at, unsigned facing)
{
    unsigned kind = kriegspiel_kind(slot);
    unsigned own = kriegspiel_plate_byte(side, slot); /* where it stands, it would be no more */
    unsigned met = KRIEGSPIEL_EMPTY;
    unsigned enemy = side ^ 1U;
    if (!(tables->fires[side] >> facing & 1)) return KRIEGSPIEL_OUTSIDE;          /* K26 */
    if (!kriegspiel_figures(state->plate[side][slot])) return KRIEGSPIEL_OUTSIDE; /* K30 */
    for (unsigned reach = tables->range[kind]; reach; reach--) {                  /* K27 */
        at = kriegspiel_next(tables, at, facing);
        met = state->field[at];
        if (met == KRIEGSPIEL_EMPTY || met == own) continue;
        if (!(met & KRIEGSPIEL_WRECK)) break; /* K28 */
    }
    if (!(met & (unsigned)KRIEGSPIEL_PLATE << enemy)) return KRIEGSPIEL_OUTSIDE; /* K28 */
    bool empty = !kriegspiel_figures(state->plate[enemy][met & KRIEGSPIEL_SLOT_MASK]);
    return empty && kind != KRIEGSPIEL_CANNONS ? KRIEGSPIEL_OUTSIDE : at; /* K29 */
}

unsigned kriegspiel_target(const struct kriegspiel_tables *tables,
                           const struct kriegspiel_state *state, unsigned slot)
{
    unsigned plate = state->plate[state->side][slot];
    return kriegspiel_target_from(tables, state, state->side, slot, kriegspiel_hex(plate),
                                  kriegspiel_facing(plate));
}

/* Most plates have no enemy before them at all: seen without a branch for every hexagon. */
static bool faces_enemy(const struct making *making, unsigned plate, unsigned range)
{
    unsigned facing = kriegspiel_facing(plate);
    unsigned at = kriegspiel_hex(plate);
    unsigned met = 0;
    for (; range; range--) {
        at = kriegspiel_next(making->tables, at, facing);
        met |= making->state->field[at];
    }
    return met & (unsigned)KRIEGSPIEL_PLATE << (making->state->side ^ 1U);
}

static void kind_shots(struct making *making, unsigned kind)
{
    const struct kriegspiel_state *state = making->state;
    unsigned slot = kriegspiel_first_slot(kind);
    unsigned end = slot + state->plates[state->side][kind];
    if (state->fired >> kind & 1) return; /* K25 */
    for (; slot < end; slot++) {
        if (!faces_enemy(making, making->plate[slot], making->tables->range[kind])) continue;
        unsigned target = kriegspiel_target(making->tables, state, slot);
        if (target == KRIEGSPIEL_OUTSIDE) continue;
        unsigned at = kriegspiel_hex(making->plate[slot]);
        add(making, kriegspiel_action(KRIEGSPIEL_SHOOT, at, target, 0));
    }
}

static void shots(struct making *making, unsigned command)
{
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
        if (command >> kind & 1) kind_shots(making, kind); /* K35 */
}

/* ---- The list -------------------------------------------------------------------------------- */

/* The kinds that a seat commands, a bit each. */
static unsigned command_of(const struct bv_terms *terms, int seat)
{
    if (terms->form->seats == 2) return (1U << KRIEGSPIEL_KINDS) - 1;
    return 1U << (unsigned)seat % KRIEGSPIEL_KINDS; /* K35 */
}

uint32_t kriegspiel_legal(const struct bv_terms *terms, const union bv_state *any, int seat,
                          bv_action *list)
{
    const struct kriegspiel_state *state = &any->kriegspiel;
    unsigned command = command_of(terms, seat);
    struct making making = {
        .tables = &terms->tables->kriegspiel,
        .state = state,
        .plate = state->plate[state->side],
        .own = (unsigned)KRIEGSPIEL_PLATE << state->side,
        .end = list,
    };
    add(&making, kriegspiel_action(KRIEGSPIEL_PASS, 0, 0, 0)); /* K11 */
    if (state->phase == KRIEGSPIEL_MOVE)                       /* K24 */
        moves(&making, command, terms->option[KRIEGSPIEL_AXIS]);
    else
        shots(&making, command);
    return (uint32_t)(making.end - list);
}
