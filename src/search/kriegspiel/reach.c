#include "search/kriegspiel/reach.h"

/* A reach being made: breadth first, the list of spots is the queue. */
struct spreading {
    const struct kriegspiel_tables *tables;
    const uint8_t *field;
    struct kriegspiel_reach *reach;
    unsigned own; /* the plate's own byte: what it leaves is empty */
    unsigned movements;
    bool steps;
    bool backward; /* K15 */
    uint64_t seen[KRIEGSPIEL_SPOTS / 64];
};

static inline void visit(struct spreading *s, unsigned from, unsigned hex, unsigned facing,
                         unsigned cost, enum kriegspiel_action_kind kind)
{
    unsigned key = hex * 8 + facing;
    if (s->seen[key / 64] >> (key % 64) & 1) return;
    s->seen[key / 64] |= (uint64_t)1 << (key % 64);
    s->reach->spot[s->reach->count++] = (struct kriegspiel_spot){
        .hex = (uint8_t)hex,
        .facing = (uint8_t)facing,
        .cost = (uint8_t)cost,
        .kind = (uint8_t)kind,
        .from = (uint16_t)from,
    };
}

static inline void visit_step(struct spreading *s, unsigned from, unsigned facing,
                              unsigned direction)
{
    const struct kriegspiel_spot *spot = &s->reach->spot[from];
    unsigned to = kriegspiel_next(s->tables, spot->hex, direction);
    if (s->field[to] != KRIEGSPIEL_EMPTY && s->field[to] != s->own) return; /* K6 */
    visit(s, from, to, facing, spot->cost + 1U, KRIEGSPIEL_STEP);
}

static void spread(struct spreading *s, unsigned from)
{
    const struct kriegspiel_spot *spot = &s->reach->spot[from];
    unsigned facing = spot->facing;
    unsigned cost = spot->cost + 1U;
    if (cost > s->movements) return;
    visit(s, from, spot->hex, facing ? facing - 1 : KRIEGSPIEL_DIRECTIONS - 1, cost,
          KRIEGSPIEL_LEFT);
    visit(s, from, spot->hex, facing + 1 < KRIEGSPIEL_DIRECTIONS ? facing + 1 : 0, cost,
          KRIEGSPIEL_RIGHT);
    if (s->steps) visit_step(s, from, facing, facing); /* K14 */
    if (s->steps && s->backward) visit_step(s, from, facing, (facing + 3) % KRIEGSPIEL_DIRECTIONS);
}

unsigned kriegspiel_movements(unsigned slot, unsigned plate, unsigned points)
{
    return kriegspiel_movements_left(slot, plate & ~(unsigned)KRIEGSPIEL_MOVED_MASK, points);
}

unsigned kriegspiel_movements_left(unsigned slot, unsigned plate, unsigned points)
{
    if (kriegspiel_kind(slot) != KRIEGSPIEL_CANNONS) return points;
    unsigned most = kriegspiel_crew_moves(kriegspiel_figures(plate));
    unsigned made = kriegspiel_moved(plate); /* K17 */
    unsigned left = most > made ? most - made : 0;
    return left < points ? left : points;
}

void kriegspiel_reach_make(struct kriegspiel_reach *reach, const struct bv_terms *terms,
                           const struct kriegspiel_state *state, unsigned side, unsigned slot,
                           unsigned movements)
{
    unsigned plate = state->plate[side][slot];
    bool cannon = kriegspiel_kind(slot) == KRIEGSPIEL_CANNONS;
    struct spreading s = {
        .tables = &terms->tables->kriegspiel,
        .field = state->field,
        .reach = reach,
        .own = kriegspiel_plate_byte(side, slot),
        .movements = movements,
        .steps = !cannon || kriegspiel_figures(plate) == 4, /* K16 */
        .backward = terms->option[KRIEGSPIEL_AXIS] == KRIEGSPIEL_AXIS_BOTH,
    };
    reach->count = 0;
    visit(&s, 0, kriegspiel_hex(plate), kriegspiel_facing(plate), 0, KRIEGSPIEL_PASS);
    unsigned next = 0;
    if (kriegspiel_facing(plate) == KRIEGSPIEL_UNTURNED) { /* K8 */
        if (cannon && !kriegspiel_figures(plate)) return;
        for (unsigned i = 0; i < 2; i++)
            visit(&s, 0, kriegspiel_hex(plate), s.tables->half_turn[side][i], 0, KRIEGSPIEL_HALF);
        next = 1;
    }
    for (; next < reach->count; next++) spread(&s, next);
}

unsigned kriegspiel_reach_way(const struct kriegspiel_reach *reach, unsigned spot, uint32_t *way)
{
    unsigned length = 0;
    for (unsigned at = spot; at; at = reach->spot[at].from) length++;
    for (unsigned at = spot, i = length; at; at = reach->spot[at].from) {
        const struct kriegspiel_spot *to = &reach->spot[at];
        const struct kriegspiel_spot *from = &reach->spot[to->from];
        bool step = to->kind == KRIEGSPIEL_STEP;
        bool half = to->kind == KRIEGSPIEL_HALF;
        way[--i] = (uint32_t)kriegspiel_action((enum kriegspiel_action_kind)to->kind, from->hex,
                                               step ? to->hex : 0U, half ? to->facing : 0U);
    }
    return length;
}
