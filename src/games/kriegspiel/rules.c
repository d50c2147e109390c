/*
 * The course of the game: lots, then turns of two phases, each closed seat by seat, shots decided
 * by the die, and the end. What a phase no longer needs is cleared when it ends, so that states
 * that play on alike are the same bytes.
 *
 *     lots ─▶ move ─▶ fire ─▶ (end of turn) ─▶ move of the other army ─▶ …
 *                     │  ▲          │
 *                     ▼  │          ▼
 *                     die ──────▶ over
 */
#include "games/storage.h"

/* ---- Who is beaten, and what is left --------------------------------------------------------- */

/* No soldier plate, no cavalry plate, and no cannon that could still turn. */
bool kriegspiel_beaten(const struct kriegspiel_state *state, unsigned side)
{
    unsigned first = kriegspiel_first_slot(KRIEGSPIEL_CANNONS);
    if (state->plates[side][KRIEGSPIEL_SOLDIERS]) return false; /* K33 */
    if (state->plates[side][KRIEGSPIEL_CAVALRY]) return false;  /* K33 */
    for (unsigned slot = first; slot < first + state->plates[side][KRIEGSPIEL_CANNONS]; slot++)
        if (kriegspiel_figures(state->plate[side][slot]) >= 2) return false; /* K33 */
    return true;
}

/* Soldiers, riders and undestroyed cannons. */
unsigned kriegspiel_army(const struct kriegspiel_state *state, unsigned side)
{
    unsigned figures = state->plates[side][KRIEGSPIEL_CANNONS]; /* K34 */
    for (unsigned slot = 0; slot < KRIEGSPIEL_SLOTS; slot++)
        figures += kriegspiel_figures(state->plate[side][slot]);
    return figures;
}

unsigned kriegspiel_commands(const struct bv_terms *terms, const struct kriegspiel_state *state)
{
    const uint8_t *plates = state->plates[state->side];
    unsigned commands = 0;
    if (terms->form->seats == 2) return 1U << state->side;
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
        if (plates[kind]) commands |= 1U << kind; /* K35 */
    return commands << (KRIEGSPIEL_KINDS * state->side);
}

/* ---- Phases and turns ------------------------------------------------------------------------ */

static void begin_turn(const struct bv_terms *terms, struct kriegspiel_state *state, unsigned side)
{
    state->side = (uint8_t)side;
    state->phase = KRIEGSPIEL_MOVE;
    bv_copy(state->points, terms->tables->kriegspiel.points, sizeof state->points); /* K12 */
    state->acting = (uint8_t)kriegspiel_commands(terms, state);
}

static void begin_fire(const struct bv_terms *terms, struct kriegspiel_state *state)
{
    uint16_t *cannon = &state->plate[state->side][kriegspiel_first_slot(KRIEGSPIEL_CANNONS)];
    for (unsigned i = 0; i < kriegspiel_most_plates(KRIEGSPIEL_CANNONS); i++)
        cannon[i] &= (uint16_t)~KRIEGSPIEL_MOVED_MASK;
    bv_clear(state->points, sizeof state->points);
    bv_clear(state->given, sizeof state->given);
    state->phase = KRIEGSPIEL_FIRE;
    state->acting = (uint8_t)kriegspiel_commands(terms, state);
}

static void finish(struct kriegspiel_state *state, uint8_t quiet)
{
    state->phase = KRIEGSPIEL_OVER;
    state->quiet = quiet;
    state->acting = 0;
    state->fired = 0;
    state->loss = 0;
}

/* Looks at both armies; true if that ended the game. */
static bool end_if_beaten(struct kriegspiel_state *state)
{
    bool beaten = kriegspiel_beaten(state, KRIEGSPIEL_FRENCH) || /* K33 */
                  kriegspiel_beaten(state, KRIEGSPIEL_ENGLISH);  /* K33 */
    if (beaten) finish(state, 0);
    return beaten;
}

static void end_turn(const struct bv_terms *terms, struct kriegspiel_state *state)
{
    uint8_t limit = terms->tables->kriegspiel.quiet;
    if (end_if_beaten(state)) return; /* K33 */
    if (!state->loss) state->quiet++; /* K34 */
    if (state->quiet == limit) {      /* K34 */
        finish(state, limit);
        return;
    }
    state->fired = 0;
    state->loss = 0;
    begin_turn(terms, state, state->side ^ 1U);
}

static void end_phase_if_closed(const struct bv_terms *terms, struct kriegspiel_state *state)
{
    if (state->acting) return;           /* K35 */
    if (state->phase == KRIEGSPIEL_MOVE) /* K11 */
        begin_fire(terms, state);
    else
        end_turn(terms, state);
}

/* ---- Actions ----------------------------------------------------------------------------------- */

static unsigned slot_at(const struct kriegspiel_state *state, unsigned hexagon)
{
    return state->field[hexagon] & KRIEGSPIEL_SLOT_MASK;
}

static void face(struct kriegspiel_state *state, unsigned slot, unsigned direction)
{
    uint16_t *plate = &state->plate[state->side][slot];
    *plate = (uint16_t)((*plate & ~(unsigned)KRIEGSPIEL_FACING_MASK) | direction
                                                                           << KRIEGSPIEL_FACING_AT);
}

/* A movement costs its kind a point, and is remembered of a cannon. */
static void spend(struct kriegspiel_state *state, unsigned slot)
{
    unsigned kind = kriegspiel_kind(slot);
    state->points[kind]--;          /* K12 */
    if (kind == KRIEGSPIEL_CANNONS) /* K17 */
        state->plate[state->side][slot] += 1U << KRIEGSPIEL_MOVED_AT;
}

/* Clockwise by so many directions. */
static void rotate(struct kriegspiel_state *state, unsigned slot, unsigned by)
{
    unsigned facing = kriegspiel_facing(state->plate[state->side][slot]) + by;
    face(state, slot, facing < KRIEGSPIEL_DIRECTIONS ? facing : facing - KRIEGSPIEL_DIRECTIONS);
    spend(state, slot);
}

static void step(struct kriegspiel_state *state, unsigned slot, unsigned to)
{
    spend(state, slot);
    kriegspiel_shift(state, state->side, slot, to);
}

static void give(const struct bv_terms *terms, struct kriegspiel_state *state, unsigned giver,
                 unsigned receiver, unsigned amount)
{
    uint16_t *plate = state->plate[state->side];
    plate[giver] -= (uint16_t)amount;
    plate[receiver] += (uint16_t)amount;
    state->given[giver] |= (uint8_t)(1U << (receiver & 7));   /* K23 */
    if (kriegspiel_figures(plate[giver])) return;             /* K22 */
    if (kriegspiel_kind(giver) == KRIEGSPIEL_CANNONS) return; /* K22 */
    kriegspiel_take_off(state, state->side, giver);
    state->acting &= (uint8_t)kriegspiel_commands(terms, state); /* K35 */
    end_phase_if_closed(terms, state);
}

static void shoot(struct kriegspiel_state *state, unsigned at, unsigned to)
{
    state->fired |= (uint8_t)(1U << kriegspiel_kind(slot_at(state, at))); /* K25 */
    state->shot_at = (uint8_t)at;
    state->shot_to = (uint8_t)to;
    state->phase = KRIEGSPIEL_DIE;
}

/* ---- The die --------------------------------------------------------------------------------- */

/* Where only a 4 or a 5 tells: one figure, or with a 5 two if those who fire are two. */
static unsigned high_hits(unsigned die, bool two)
{
    if (die == 5) return two ? 2 : 1; /* K31 */
    return die == 4;                  /* K31 */
}

unsigned kriegspiel_hits(unsigned kind, unsigned figures, unsigned target, unsigned die)
{
    if (kind == KRIEGSPIEL_CAVALRY) return high_hits(die, figures == 2);   /* K31 */
    if (target == KRIEGSPIEL_CAVALRY)                                      /* K31 */
        return high_hits(die, kind == KRIEGSPIEL_CANNONS || figures >= 2); /* K31 */
    if (kind == KRIEGSPIEL_CANNONS) return die;                            /* K31 */
    return die < figures ? die : figures;                                  /* K31 */
}

static void wreck(struct kriegspiel_state *state, unsigned side, unsigned slot)
{
    unsigned hexagon = kriegspiel_hex(state->plate[side][slot]);
    kriegspiel_take_off(state, side, slot);
    state->field[hexagon] = (uint8_t)(KRIEGSPIEL_WRECK | side); /* K31 */
}

static void put_out(struct kriegspiel_state *state, unsigned side, unsigned slot, unsigned wanted)
{
    uint16_t *plate = &state->plate[side][slot];
    unsigned there = kriegspiel_figures(*plate);
    unsigned out = wanted < there ? wanted : there; /* K31 */
    *plate -= (uint16_t)out;
    if (out) state->loss = 1;                                /* K34 */
    if (out < there) return;                                 /* K32 */
    if (kriegspiel_kind(slot) == KRIEGSPIEL_CANNONS) return; /* K32 */
    kriegspiel_take_off(state, side, slot);
}

static void roll(struct kriegspiel_state *state, unsigned die)
{
    unsigned enemy = state->side ^ 1U;
    unsigned shooter = slot_at(state, state->shot_at);
    unsigned target = slot_at(state, state->shot_to);
    unsigned kind = kriegspiel_kind(shooter);
    unsigned target_kind = kriegspiel_kind(target);
    unsigned figures = kriegspiel_figures(state->plate[state->side][shooter]);
    bool duel = kriegspiel_is_duel(kind, target_kind);
    if (!duel) put_out(state, enemy, target, kriegspiel_hits(kind, figures, target_kind, die));
    if (duel && die == 5) { /* K31 */
        wreck(state, enemy, target);
        state->loss = 1; /* K34 */
    }
    if (state->loss) state->quiet = 0; /* K34 */
    state->shot_at = 0;
    state->shot_to = 0;
    state->phase = KRIEGSPIEL_FIRE;
    end_if_beaten(state); /* K33 */
}

/* ---- The interface --------------------------------------------------------------------------- */

void kriegspiel_start(const struct bv_terms *terms, union bv_state *state)
{
    state->kriegspiel = terms->tables->kriegspiel.start;
}

bv_seats kriegspiel_to_act(const struct bv_terms *terms, const union bv_state *state)
{
    uint8_t phase = state->kriegspiel.phase;
    (void)terms;
    if (phase == KRIEGSPIEL_LOTS || phase == KRIEGSPIEL_DIE) return bv_seat_bit(BV_CHANCE);
    return state->kriegspiel.acting;
}

uint32_t kriegspiel_chance(const struct bv_terms *terms, const union bv_state *state,
                           struct bv_outcome *list)
{
    bool lots = state->kriegspiel.phase == KRIEGSPIEL_LOTS;
    enum kriegspiel_action_kind kind = lots ? KRIEGSPIEL_START : KRIEGSPIEL_ROLL;
    uint32_t count = lots ? 2 : 6; /* K10 K3 */
    (void)terms;
    for (uint32_t i = 0; i < count; i++)
        list[i] = (struct bv_outcome){kriegspiel_action(kind, 0, 0, i), 1};
    return count;
}

void kriegspiel_apply(const struct bv_terms *terms, union bv_state *any, int seat, bv_action action,
                      struct bv_past *past)
{
    struct kriegspiel_state *state = &any->kriegspiel;
    unsigned to = kriegspiel_to(action);
    unsigned amount = kriegspiel_amount(action);
    unsigned slot = slot_at(state, kriegspiel_at(action));
    (void)past;
    switch (kriegspiel_action_kind(action)) {
    case KRIEGSPIEL_PASS:
        state->acting &= (uint8_t)~bv_seat_bit(seat); /* K35 */
        end_phase_if_closed(terms, state);
        break;
    case KRIEGSPIEL_LEFT: rotate(state, slot, KRIEGSPIEL_DIRECTIONS - 1); break; /* K13 */
    case KRIEGSPIEL_RIGHT: rotate(state, slot, 1); break;                        /* K13 */
    case KRIEGSPIEL_HALF: face(state, slot, amount); break;                      /* K8 */
    case KRIEGSPIEL_STEP: step(state, slot, to); break;
    case KRIEGSPIEL_GIVE: give(terms, state, slot, slot_at(state, to), amount); break;
    case KRIEGSPIEL_SHOOT: shoot(state, kriegspiel_at(action), to); break;
    case KRIEGSPIEL_ROLL: roll(state, amount); break;
    case KRIEGSPIEL_START: begin_turn(terms, state, amount); break; /* K10 */
    }
}

/* The half points of the French when the quiet has lasted too long. */
static uint8_t quiet_score(const struct bv_terms *terms, const struct kriegspiel_state *state)
{
    unsigned french = kriegspiel_army(state, KRIEGSPIEL_FRENCH);
    unsigned english = kriegspiel_army(state, KRIEGSPIEL_ENGLISH);
    if (terms->option[KRIEGSPIEL_QUIET] == KRIEGSPIEL_QUIET_DRAW) return 1; /* K34 */
    if (french == english) return 1;                                        /* K34 */
    return french > english ? 2 : 0;                                        /* K34 */
}

/* The half points of the French when an army is beaten; if both are, who just played wins. */
static uint8_t beaten_score(const struct kriegspiel_state *state)
{
    bool french = kriegspiel_beaten(state, KRIEGSPIEL_FRENCH);
    bool english = kriegspiel_beaten(state, KRIEGSPIEL_ENGLISH);
    if (french && english) return state->side == KRIEGSPIEL_FRENCH ? 2 : 0; /* K33 */
    return english ? 2 : 0;                                                 /* K33 */
}

struct bv_result kriegspiel_result(const struct bv_terms *terms, const union bv_state *any)
{
    const struct kriegspiel_state *state = &any->kriegspiel;
    bool quiet = state->quiet == terms->tables->kriegspiel.quiet;
    uint8_t french = quiet ? quiet_score(terms, state) : beaten_score(state);
    return (struct bv_result){.half_points = {french, (uint8_t)(2 - french)},
                              .reason = quiet ? KRIEGSPIEL_STALLED : KRIEGSPIEL_BEATEN};
}
