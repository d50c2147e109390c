/*
 * Moves: each pawn that may move walks the tree of its square in preorder. A pawn in the way, or a camp that is
 * closed to it, cuts off all paths that go on from there.
 *
 * Whether a pawn may be taken is asked only where a walk ends on one.
 */
#include "games/storage.h"

/* One side about to move by the number it rolled. */
struct side_to_move {
    const struct belligerants_tables *tables;
    const struct belligerants_state *state;
    uint32_t own;   /* slots */
    uint32_t enemy; /* slots */
    int side;
    int number;
    bool may_enter; /* the enemy camp (B23) */
    uint8_t
        at[UINT8_MAX + 1]; /* slot + 1 on a square; codes of `place` have entries of their own */
};

/* One of its pawns. */
struct walker {
    const struct belligerants_node *from;
    const struct belligerants_node *to;
    bv_action base;   /* a move from its square, without its path */
    uint32_t victims; /* enemy slots that its kind takes */
    int origin;
    int kind;
    bool flies;
    bool may_keep;     /* what it takes (B16, B18) */
    uint8_t barrier;   /* ground it may not enter (B23–B25) */
    uint8_t no_ending; /* ground it may not end on (B19) */
};

/* ---- What stands where --------------------------------------------------------------------------------- */

/* B23: no own pawn is left in the own camp, or one is inside the enemy camp already. */
static bool may_enter(const struct side_to_move *m)
{
    uint8_t own_camp = belligerants_camp_of(m->side);
    uint8_t enemy_camp = belligerants_camp_of(!m->side);
    uint8_t stood_on = 0;
    for (uint32_t left = m->own; left; left &= left - 1)
        stood_on |= m->tables->ground[m->state->place[__builtin_ctz(left)]];
    if (stood_on & enemy_camp) return true; /* B23 */
    return !(stood_on & own_camp);          /* B23 */
}

static struct side_to_move side_to_move(const struct belligerants_tables *t,
                                        const struct belligerants_state *s)
{
    struct side_to_move m = {
        .tables = t,
        .state = s,
        .own = s->held[s->turn],
        .enemy = s->held[!s->turn],
        .side = s->turn,
        .number = s->number,
    };
    for (int slot = 0; slot < BELL_SLOTS; slot++) m.at[s->place[slot]] = (uint8_t)(slot + 1);
    m.may_enter = may_enter(&m);
    return m;
}

/* B20 B21: a wounded or encircled pawn moves only on the Devil. */
static bool may_move(const struct side_to_move *m, int slot)
{
    uint8_t ground = m->tables->ground[m->state->place[slot]];
    if (m->number == BELL_DEVIL) return true;                                          /* B20 B21 */
    return !belligerants_stands_hurt(m->tables, slot, ground, BELL_WHITE | BELL_GREY); /* B20 B21 */
}

/* B23–B25: the ground that is closed to a pawn that starts its move on `ground`. */
static uint8_t barrier(const struct side_to_move *m, uint8_t ground)
{
    uint8_t own_camp = belligerants_camp_of(m->side);
    uint8_t enemy_camp = belligerants_camp_of(!m->side);
    uint8_t closed = m->may_enter ? 0 : enemy_camp;                  /* B23 B25 */
    if (ground & enemy_camp) return (uint8_t)(own_camp | BELL_OPEN); /* B23 */
    if (ground & own_camp) return closed;                            /* B25 */
    return (uint8_t)(closed | own_camp);                             /* B24 B25 */
}

static struct walker walker(const struct side_to_move *m, int slot)
{
    const struct belligerants_tables *t = m->tables;
    int origin = m->state->place[slot];
    uint8_t ground = t->ground[origin];
    uint8_t trait = t->trait[slot];
    uint8_t no_keeping = BELL_BLUE | BELL_BLACK | belligerants_camp_of(!m->side);       /* B18 */
    const uint32_t *first = t->first[trait & BELL_WET ? BELL_TREE_WET : BELL_TREE_DRY]; /* B19 */
    return (struct walker){
        .from = t->node + first[origin],
        .to = t->node + first[origin + 1],
        .base = belligerants_action(BELL_DO_MOVE, origin, 0),
        .victims = t->victims[t->kind[slot]] & m->enemy, /* B2 */
        .origin = origin,
        .kind = t->kind[slot],
        .flies = trait & BELL_FLIES,
        .may_keep = m->number == BELL_DEVIL && !(ground & no_keeping), /* B16 B18 */
        .barrier = barrier(m, ground),
        .no_ending = trait & BELL_HARDY ? 0 : BELL_BLUE, /* B19 */
    };
}

/* ---- Taking -------------------------------------------------------------------------------------------- */

static bool is_next_to(const struct belligerants_tables *t, int a, int b)
{
    return a != b && t->lengths[a][b] & 2; /* a path of one step */
}

/* B13 B14: whether a sentinel of the enemy's, unhurt, stands next to a square. */
static bool is_guarded(const struct side_to_move *m, int square)
{
    const struct belligerants_tables *t = m->tables;
    for (uint32_t left = t->sentinels & m->enemy; left; left &= left - 1) {
        int post = m->state->place[__builtin_ctz(left)];
        if (t->ground[post] & BELL_WHITE) continue;   /* B14 */
        if (is_next_to(t, post, square)) return true; /* B13 */
    }
    return false;
}

/* Whether a walker takes the pawn it would end on. */
static bool takes(const struct side_to_move *m, const struct walker *w, int slot,
                  const struct belligerants_node *node)
{
    bool wounded = belligerants_stands_hurt(m->tables, slot, node->ground, BELL_WHITE);
    if (!(w->victims & belligerants_bit(slot))) return false;       /* B2 B12 */
    if (wounded != (w->kind == BELL_AM)) return false;              /* B13 B20 */
    if (node->ground & BELL_GREEN) return false;                    /* B13 B22 */
    if (node->ground & belligerants_camp_of(m->side)) return false; /* B13 B23 */
    if (node->ground & w->no_ending) return false;                  /* B19 */
    return !is_guarded(m, node->square);                            /* B13 */
}

/* ---- Walking ------------------------------------------------------------------------------------------- */

/* B20: the ambulance ends on an own wounded pawn and brings it to a free square of the camp. */
static bv_action *pick_up(const struct side_to_move *m, const struct walker *w, bv_action move,
                          bv_action *list)
{
    const uint8_t *camp = m->tables->camp[m->side];
    for (int i = 0; i < BELL_ARMY; i++)
        if (!m->at[camp[i]] || camp[i] == w->origin) /* B20 */
            *list++ = move | BELL_CARRIES | (bv_action)camp[i] << BELL_CAMP_SHIFT;
    return list;
}

/* B10: what a walker may do that would end on a pawn. */
static bv_action *end_on_pawn(const struct side_to_move *m, const struct walker *w, int slot,
                              const struct belligerants_node *node, bv_action *list)
{
    const struct belligerants_tables *t = m->tables;
    bv_action move = w->base | (bv_action)node->path << BELL_NUMBER_SHIFT;
    if (m->own & belligerants_bit(slot)) {
        if (w->kind == BELL_AM &&                                        /* B10 B20 */
            belligerants_stands_hurt(t, slot, node->ground, BELL_WHITE)) /* B20 */
            return pick_up(m, w, move, list);
        return list;
    }
    if (!takes(m, w, slot, node)) return list;
    *list++ = move | BELL_TAKES;
    if (w->may_keep && t->counters & belligerants_bit(slot)) /* B16 */
        *list++ = move | BELL_TAKES | BELL_KEEPS;
    return list;
}

/* B7: whether a path of this length may be a whole move. */
static inline bool is_whole(const struct side_to_move *m, int length)
{
    return m->number == BELL_DEVIL || length == m->number; /* B7 */
}

/* How many nodes to go on by: past everything that continues this path, or not. */
static inline int stride(const struct side_to_move *m, const struct walker *w,
                         const struct belligerants_node *node, int length, bool occupied)
{
    bool ends = length == m->number || (occupied && !w->flies); /* B7 B8 B9 */
    return ends ? node->skip : 1;
}

static bv_action *walk(const struct side_to_move *m, const struct walker *w, bv_action *list)
{
    const struct belligerants_node *node = w->from;
    while (node < w->to) {
        int length = node->path & 7;
        int occupant = m->at[node->square];
        if (node->ground & w->barrier) { /* B23 B24 B25 */
            node += node->skip;
            continue;
        }
        if (is_whole(m, length)) {
            if (occupant)
                list = end_on_pawn(m, w, occupant - 1, node, list);
            else if (!(node->ground & w->no_ending)) /* B10 B19 */
                *list++ = w->base | (bv_action)node->path << BELL_NUMBER_SHIFT;
        }
        node += stride(m, w, node, length, occupant);
    }
    return list;
}

uint32_t belligerants_moves(const struct belligerants_tables *tables,
                            const struct belligerants_state *state, bv_action *list)
{
    struct side_to_move m = side_to_move(tables, state);
    bv_action *end = list;
    for (uint32_t left = m.own; left; left &= left - 1) {
        int slot = __builtin_ctz(left);
        if (!may_move(&m, slot)) continue;
        struct walker w = walker(&m, slot);
        end = walk(&m, &w, end);
    }
    return (uint32_t)(end - list);
}

/* ---- Who can take -------------------------------------------------------------------------------------- */

/* Whether a walk, were there nothing in the way, could end on one of the pawn's victims. */
static bool has_victim_in_reach(const struct belligerants_tables *t,
                                const struct belligerants_state *s, int slot)
{
    const uint8_t *lengths = t->lengths[s->place[slot]];
    uint32_t victims = t->victims[t->kind[slot]] & s->held[!s->turn];
    int wanted = s->number == BELL_DEVIL ? UINT8_MAX : 1 << s->number; /* B15 */
    for (; victims; victims &= victims - 1)
        if (lengths[s->place[__builtin_ctz(victims)]] & wanted) return true;
    return false;
}

static bool can_take(const struct side_to_move *m, int slot)
{
    struct walker w = walker(m, slot);
    const struct belligerants_node *node = w.from;
    if (!may_move(m, slot)) return false; /* B15 B20 B21 */
    while (node < w.to) {
        int length = node->path & 7;
        int occupant = m->at[node->square];
        if (node->ground & w.barrier) { /* B23 B24 B25 */
            node += node->skip;
            continue;
        }
        if (occupant && is_whole(m, length) && takes(m, &w, occupant - 1, node)) return true;
        node += stride(m, &w, node, length, occupant);
    }
    return false;
}

uint32_t belligerants_takers(const struct belligerants_tables *tables,
                             const struct belligerants_state *state)
{
    uint32_t near = 0;
    uint32_t takers = 0;
    for (uint32_t left = state->held[state->turn]; left; left &= left - 1)
        if (has_victim_in_reach(tables, state, __builtin_ctz(left))) near |= left & -left;
    if (!near) return 0;
    struct side_to_move m = side_to_move(tables, state);
    for (; near; near &= near - 1)
        if (can_take(&m, __builtin_ctz(near))) takers |= near & -near;
    return takers;
}
