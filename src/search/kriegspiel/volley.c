#include "search/kriegspiel/volley.h"

enum { DIE = 6, SHOTS = KRIEGSPIEL_SLOTS, SEEN_OF_A_KIND = 2 };

struct shot {
    int32_t gain; /* on average, by worth */
    uint8_t slot;
    uint32_t action;
};

struct shots {
    uint32_t count;
    struct shot shot[SHOTS]; /* the most gainful first */
};

static void note_shot(struct shots *shots, const struct shot *shot)
{
    uint32_t at = shots->count++;
    for (; at > 0 && shots->shot[at - 1].gain < shot->gain; at--)
        shots->shot[at] = shots->shot[at - 1];
    shots->shot[at] = *shot;
}

static void find_shots(const struct kriegspiel_thinker *thinker,
                       const struct kriegspiel_state *state, unsigned kinds, struct shots *shots)
{
    const struct kriegspiel_tables *tables = &thinker->terms->tables->kriegspiel;
    shots->count = 0;
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++) {
        unsigned slot = kriegspiel_first_slot(kind);
        unsigned end = slot + state->plates[state->side][kind];
        if (!(kinds >> kind & 1) || state->fired >> kind & 1) continue; /* K25 K35 */
        for (; slot < end; slot++) {
            unsigned plate = state->plate[state->side][slot];
            unsigned target = kriegspiel_target(tables, state, slot);
            if (target == KRIEGSPIEL_OUTSIDE) continue;
            unsigned at = kriegspiel_hex(plate);
            struct shot shot = {
                .gain = kriegspiel_shot(thinker->lore, tables, state, state->side, slot, at,
                                        kriegspiel_facing(plate)),
                .slot = (uint8_t)slot,
                .action = (uint32_t)kriegspiel_action(KRIEGSPIEL_SHOOT, at, target, 0),
            };
            note_shot(shots, &shot);
        }
    }
}

/* All seats that may still act close the phase. */
static void close_phase(const struct bv_terms *terms, union bv_state *state)
{
    uint8_t phase = state->kriegspiel.phase;
    while (state->kriegspiel.phase == phase && state->kriegspiel.acting) {
        int seat = __builtin_ctz(state->kriegspiel.acting);
        uint8_t side = state->kriegspiel.side;
        bv_apply(terms, state, seat, kriegspiel_action(KRIEGSPIEL_PASS, 0, 0, 0), NULL);
        if (state->kriegspiel.side != side) return;
    }
}

static void throw_die(const struct bv_terms *terms, union bv_state *state, unsigned die)
{
    bv_apply(terms, state, BV_CHANCE, kriegspiel_action(KRIEGSPIEL_ROLL, 0, 0, die), NULL);
}

/*
 * The throws of a trial: six trials on end show each face of each die once, thirty-six each pair of
 * the first two, so that luck evens out sooner than by chance.
 */
static unsigned trial_die(uint32_t trial, unsigned shot)
{
    static const uint8_t face[KRIEGSPIEL_KINDS][DIE] = {
        {3, 1, 4, 2, 5, 0},
        {2, 5, 1, 3, 0, 4},
        {4, 2, 0, 5, 3, 1},
    };
    return face[shot][(trial + trial / DIE * shot + trial / (DIE * DIE)) % DIE];
}

void kriegspiel_volley(const struct kriegspiel_thinker *thinker, union bv_state *state,
                       uint32_t trial)
{
    struct shots shots;
    struct kriegspiel_state *s = &state->kriegspiel;
    unsigned fired = 0;
    if (s->phase == KRIEGSPIEL_MOVE) close_phase(thinker->terms, state);
    while (s->phase == KRIEGSPIEL_FIRE) {
        find_shots(thinker, s, (1U << KRIEGSPIEL_KINDS) - 1, &shots);
        if (!shots.count) {
            close_phase(thinker->terms, state);
            return;
        }
        int seat = kriegspiel_seat_of(thinker->terms, s->side, shots.shot[0].slot);
        bv_apply(thinker->terms, state, seat, shots.shot[0].action, NULL);
        throw_die(thinker->terms, state, trial_die(trial, fired++));
    }
}

/* ---- A real shot ----------------------------------------------------------------------------- */

static int32_t hope_of(struct kriegspiel_thinker *thinker, const union bv_state *state,
                       unsigned kinds, unsigned side);

/* Over all faces of the die; equal outcomes are looked at once. */
static int32_t shot_hope(struct kriegspiel_thinker *thinker, const union bv_state *state,
                         const struct shot *shot, unsigned kinds, unsigned side)
{
    const struct bv_game *game = thinker->terms->game;
    union bv_state fired, after, last;
    int32_t hope = 0;
    int64_t sum = 0;
    int seat = kriegspiel_seat_of(thinker->terms, side, shot->slot);
    bv_apply_to_copy(thinker->terms, state, seat, shot->action, &fired);
    for (unsigned die = 0; die < DIE; die++) {
        bv_state_copy(game, &after, &fired);
        throw_die(thinker->terms, &after, die);
        if (!die || !bv_state_same(game, &after, &last))
            hope = hope_of(thinker, &after, kinds, side);
        bv_state_copy(game, &last, &after);
        sum += hope;
    }
    return (int32_t)(sum / DIE);
}

/* The first shots of each kind. */
static void leave_out_lesser(struct shots *shots)
{
    uint8_t seen[KRIEGSPIEL_KINDS] = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < shots->count; i++)
        if (seen[kriegspiel_kind(shots->shot[i].slot)]++ < SEEN_OF_A_KIND)
            shots->shot[count++] = shots->shot[i];
    shots->count = count;
}

static int32_t judge(struct kriegspiel_thinker *thinker, const struct kriegspiel_state *state,
                     unsigned side, bool fires)
{
    budget_meter_tick(&thinker->meter);
    return kriegspiel_judge(&thinker->temper, thinker->lore, thinker->terms, state, side, fires);
}

static int32_t hope_of(struct kriegspiel_thinker *thinker, const union bv_state *state,
                       unsigned kinds, unsigned side)
{
    struct shots shots;
    if (state->kriegspiel.phase == KRIEGSPIEL_OVER)
        return kriegspiel_verdict(thinker->terms, state, side);
    if (thinker->meter.spent) return judge(thinker, &state->kriegspiel, side, true);
    find_shots(thinker, &state->kriegspiel, kinds, &shots);
    leave_out_lesser(&shots);
    if (!shots.count) return judge(thinker, &state->kriegspiel, side, false);
    int32_t best = 0;
    for (uint32_t i = 0; i < shots.count; i++) {
        int32_t hope = shot_hope(thinker, state, &shots.shot[i], kinds, side);
        if (hope > best) best = hope;
    }
    return best;
}

void kriegspiel_volley_choose(struct kriegspiel_thinker *thinker, const union bv_state *state,
                              unsigned kinds, bv_seats seats, struct search_answer *answer)
{
    struct shots shots;
    unsigned side = state->kriegspiel.side;
    find_shots(thinker, &state->kriegspiel, kinds, &shots);
    for (uint32_t i = 0; i < shots.count; i++) {
        const struct shot *shot = &shots.shot[i];
        struct search_choice choice = {
            .action = shot->action,
            .seat = (uint8_t)kriegspiel_seat_of(thinker->terms, side, shot->slot),
            .score = shot_hope(thinker, state, shot, kinds, side) / 1000,
            .weight = 1,
        };
        search_answer_add(answer, &choice);
    }
    if (shots.count) return;
    struct search_choice stop = {
        .action = kriegspiel_action(KRIEGSPIEL_PASS, 0, 0, 0),
        .score = judge(thinker, &state->kriegspiel, side, false) / 1000,
        .weight = 1,
    };
    for (; seats; seats &= seats - 1) {
        stop.seat = (uint8_t)__builtin_ctz(seats);
        search_answer_add(answer, &stop);
    }
}
