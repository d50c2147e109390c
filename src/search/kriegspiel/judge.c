#include "search/kriegspiel/judge.h"

#include "search/kriegspiel/reach.h"

enum { SIXTEENTHS = 16 };

/* ---- Danger ---------------------------------------------------------------------------------- */

/* One plate that looks for what it could fire at. */
struct aiming {
    const struct kriegspiel_tables *tables;
    const uint8_t *field;
    unsigned own;   /* its byte: the hexagon it leaves is empty */
    unsigned enemy; /* the bit of the plates it fires at */
    unsigned range;
};

/* Notes what is in the line of fire of a spot, up to the first plate (K27, K28). */
static inline void aim(const struct aiming *a, const struct kriegspiel_spot *spot, uint8_t figures,
                       uint8_t *danger)
{
    unsigned at = spot->hex;
    for (unsigned reach = a->range; reach; reach--) {
        at = kriegspiel_next(a->tables, at, spot->facing);
        unsigned met = a->field[at];
        if (met & KRIEGSPIEL_WRECK) continue;
        bool open = met == KRIEGSPIEL_EMPTY || met == a->own;
        if (!open && !(met & a->enemy)) return;
        if (danger[at] < figures) danger[at] = figures;
        if (!open) return;
    }
}

unsigned kriegspiel_nearest(const struct kriegspiel_lore *lore,
                            const struct kriegspiel_state *state, unsigned hex, unsigned army)
{
    const uint8_t *distance = lore->distance[hex];
    unsigned nearest = UINT8_MAX;
    for (unsigned left = kriegspiel_filled(state, army); left; left &= left - 1) {
        unsigned plate = state->plate[army][__builtin_ctz(left)];
        unsigned steps = distance[kriegspiel_hex(plate)];
        if (steps < nearest) nearest = steps;
    }
    return nearest;
}

void kriegspiel_danger_make(struct kriegspiel_danger *danger, const struct kriegspiel_lore *lore,
                            const struct bv_terms *terms, const struct kriegspiel_state *state,
                            unsigned side, unsigned ahead)
{
    struct kriegspiel_reach reach;
    const struct kriegspiel_tables *tables = &terms->tables->kriegspiel;
    unsigned fires = tables->fires[side];
    bv_clear(danger, sizeof *danger);
    for (unsigned left = kriegspiel_filled(state, side); left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        unsigned kind = kriegspiel_kind(slot);
        unsigned plate = state->plate[side][slot];
        uint8_t figures = (uint8_t)kriegspiel_figures(plate);
        if (!figures) continue; /* K30 */
        unsigned movements = kriegspiel_movements(slot, plate, tables->points[kind]);
        unsigned nearest = kriegspiel_nearest(lore, state, kriegspiel_hex(plate), side ^ 1U);
        if (nearest > movements + tables->range[kind] + ahead) continue;
        struct aiming a = {
            .tables = tables,
            .field = state->field,
            .own = kriegspiel_plate_byte(side, slot),
            .enemy = (unsigned)KRIEGSPIEL_PLATE << (side ^ 1U),
            .range = tables->range[kind],
        };
        kriegspiel_reach_make(&reach, terms, state, side, slot, movements);
        for (unsigned i = 0; i < reach.count; i++)
            if (fires >> reach.spot[i].facing & 1) /* K26 */
                aim(&a, &reach.spot[i], figures, danger->figures[kind]);
    }
}

/* The sum over the arms of the best shot of each at the plates of an army. */
static int32_t worst_losses(const struct kriegspiel_lore *lore,
                            const struct kriegspiel_danger *danger,
                            const struct kriegspiel_state *state, unsigned side)
{
    int32_t worst[KRIEGSPIEL_KINDS] = {0};
    for (unsigned left = kriegspiel_filled(state, side); left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        unsigned plate = state->plate[side][slot];
        for (unsigned arm = 0; arm < KRIEGSPIEL_KINDS; arm++) {
            unsigned figures = danger->figures[arm][kriegspiel_hex(plate)];
            int32_t loss = kriegspiel_loss(lore, arm, figures, slot, plate);
            if (loss > worst[arm]) worst[arm] = loss;
        }
    }
    return worst[KRIEGSPIEL_SOLDIERS] + worst[KRIEGSPIEL_CAVALRY] + worst[KRIEGSPIEL_CANNONS];
}

/* ---- Shots as the plates stand --------------------------------------------------------------- */

int32_t kriegspiel_shot(const struct kriegspiel_lore *lore, const struct kriegspiel_tables *tables,
                        const struct kriegspiel_state *state, unsigned side, unsigned slot,
                        unsigned hex, unsigned facing)
{
    unsigned target = kriegspiel_target_from(tables, state, side, slot, hex, facing);
    if (target == KRIEGSPIEL_OUTSIDE) return 0;
    unsigned prey = state->field[target] & KRIEGSPIEL_SLOT_MASK;
    unsigned figures = kriegspiel_figures(state->plate[side][slot]);
    return kriegspiel_loss(lore, kriegspiel_kind(slot), figures, prey,
                           state->plate[side ^ 1U][prey]);
}

static int32_t best_shots(const struct kriegspiel_lore *lore,
                          const struct kriegspiel_tables *tables,
                          const struct kriegspiel_state *state, unsigned side)
{
    int32_t sum = 0;
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++) {
        unsigned slot = kriegspiel_first_slot(kind);
        unsigned end = slot + state->plates[side][kind];
        int32_t best = 0;
        if (state->fired >> kind & 1) continue; /* K25 */
        for (; slot < end; slot++) {
            unsigned plate = state->plate[side][slot];
            int32_t gain = kriegspiel_shot(lore, tables, state, side, slot, kriegspiel_hex(plate),
                                           kriegspiel_facing(plate));
            if (gain > best) best = gain;
        }
        sum += best;
    }
    return sum;
}

/* ---- The whole ------------------------------------------------------------------------------- */

static int32_t army_worth(const struct kriegspiel_state *state, unsigned side)
{
    int32_t worth = 0;
    for (unsigned left = kriegspiel_filled(state, side); left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        unsigned figures = kriegspiel_figures(state->plate[side][slot]);
        worth += kriegspiel_worth(kriegspiel_kind(slot), figures);
    }
    return worth;
}

/* Who leads when the quiet counts may wait (K34); who does not must come nearer and nearer. */
int32_t kriegspiel_eagerness(const struct bv_terms *terms, const struct kriegspiel_state *state,
                             unsigned side)
{
    int32_t limit = terms->tables->kriegspiel.quiet;
    bool leads = kriegspiel_army(state, side) > kriegspiel_army(state, side ^ 1U);
    if (leads && terms->option[KRIEGSPIEL_QUIET] == KRIEGSPIEL_QUIET_COUNT) return 1;
    return 1 + 10 * state->quiet / limit;
}

int32_t kriegspiel_farness(const struct kriegspiel_lore *lore, const struct kriegspiel_state *state,
                           unsigned side)
{
    int32_t steps = 0;
    for (unsigned left = kriegspiel_filled(state, side); left; left &= left - 1) {
        unsigned hex = kriegspiel_hex(state->plate[side][__builtin_ctz(left)]);
        steps += (int32_t)kriegspiel_nearest(lore, state, hex, side ^ 1U);
    }
    return steps;
}

/* Chances, in millionths, from a lead in worth: the fewer are left, the more a lead decides. */
static int32_t chances_of(int32_t lead, int32_t figures)
{
    double scale = 110 * __builtin_sqrt((double)figures + 2);
    double x = lead / scale;
    return (int32_t)(KRIEGSPIEL_CERTAIN * (0.5 + 0.5 * x / __builtin_sqrt(1 + x * x)));
}

/* The nearer the end by quiet, the more the count of figures weighs (K34). */
static int32_t with_quiet(const struct bv_terms *terms, const struct kriegspiel_state *state,
                          unsigned side, int32_t chances)
{
    int32_t limit = terms->tables->kriegspiel.quiet;
    int32_t lead =
        (int32_t)kriegspiel_army(state, side) - (int32_t)kriegspiel_army(state, side ^ 1U);
    int32_t end = KRIEGSPIEL_CERTAIN / 2;
    if (terms->option[KRIEGSPIEL_QUIET] == KRIEGSPIEL_QUIET_COUNT && lead)
        end = lead > 0 ? KRIEGSPIEL_CERTAIN : 0;
    int64_t weight = (int64_t)state->quiet * state->quiet;
    return chances + (int32_t)((end - chances) * weight / ((int64_t)limit * limit));
}

int32_t kriegspiel_judge(const struct kriegspiel_temper *temper, const struct kriegspiel_lore *lore,
                         const struct bv_terms *terms, const struct kriegspiel_state *state,
                         unsigned side, bool fires)
{
    const struct kriegspiel_tables *tables = &terms->tables->kriegspiel;
    struct kriegspiel_danger danger;
    unsigned enemy = side ^ 1U;
    int32_t lead = army_worth(state, side) - army_worth(state, enemy);
    if (fires) lead += best_shots(lore, tables, state, side);
    if (temper->fear) {
        kriegspiel_danger_make(&danger, lore, terms, state, enemy, 0);
        lead -= worst_losses(lore, &danger, state, side) * temper->fear / SIXTEENTHS;
    }
    if (temper->hope) {
        kriegspiel_danger_make(&danger, lore, terms, state, side, 0);
        lead += worst_losses(lore, &danger, state, enemy) * temper->hope / SIXTEENTHS;
    }
    lead -= kriegspiel_eagerness(terms, state, side) *
            (kriegspiel_farness(lore, state, side) - temper->farness[side]);
    int32_t figures = (int32_t)(kriegspiel_army(state, side) + kriegspiel_army(state, enemy));
    int32_t chances = with_quiet(terms, state, side, chances_of(lead, figures));
    uint64_t hash =
        temper->weakening.misjudge ? bv_hash_bytes(state->plate, sizeof state->plate) : 0;
    chances += 1000 * weakening_misjudgement(&temper->weakening, temper->salt, hash);
    if (chances < 0) return 0;
    return chances < KRIEGSPIEL_CERTAIN ? chances : KRIEGSPIEL_CERTAIN;
}

int32_t kriegspiel_verdict(const struct bv_terms *terms, const union bv_state *state, unsigned side)
{
    struct bv_result result = kriegspiel_result(terms, state);
    return result.half_points[side] * (KRIEGSPIEL_CERTAIN / 2);
}
