/*
 * Moves: each pawn that may move looks along all paths of its square (state.h). A path is open to
 * it if no pawn stands on the way, no camp that it touches is closed, and it does not end in water.
 *
 * Whether a pawn may be taken is asked only where an open path ends on one.
 */
#include "games/storage.h"

enum { NOBODY = 31 }; /* where no pawn stands; no slot has this number */

/* One side about to move by the number it rolled. */
struct side_to_move {
    const struct belligerants_tables *tables;
    const struct belligerants_state *state;
    uint32_t own;   /* slots */
    uint32_t enemy; /* slots */
    int side;
    int number;
    bool camp_is_open;               /* the own one, to those who have left it (B24) */
    uint8_t closed;                  /* the enemy camp, as long as it may not be entered (B23) */
    uint8_t at[BELL_SQUARES_MAX];    /* slot on a square, or NOBODY */
    uint64_t window[BELL_FILES_MAX]; /* pawns in the four files from each on */
};

/* One of its pawns. */
struct mover {
    const struct belligerants_path *path; /* of its square */
    const uint16_t *group;
    const uint64_t *window; /* the pawns that stop it */
    bv_action base;         /* a move from its square, without its path */
    uint32_t victims;       /* enemy slots that its kind takes */
    uint32_t meets;         /* slots that it may do something with by ending on them */
    int origin;
    bool is_ambulance;
    bool crosses_water;
    bool may_keep;   /* what it takes (B16, B18) */
    uint8_t barrier; /* ground it may not touch (B19, B23–B25) */
};

/* ---- What stands where ----------------------------------------------------------------------- */

uint8_t belligerants_closed_camp(int side, uint8_t stood_on)
{
    uint8_t own_camp = belligerants_camp_of(side);
    uint8_t enemy_camp = belligerants_camp_of(!side);
    if (stood_on & enemy_camp) return 0;         /* B23 */
    return stood_on & own_camp ? enemy_camp : 0; /* B23 */
}

uint8_t belligerants_ground_under(const struct belligerants_tables *t,
                                  const struct belligerants_state *s, int side)
{
    uint8_t ground = 0;
    for (uint32_t left = s->held[side]; left; left &= left - 1)
        ground |= t->ground[s->place[__builtin_ctz(left)]];
    return ground;
}

static void look_around(struct side_to_move *m)
{
    uint64_t pawns[5] = {0}; /* squares as bits; the fifth word is beyond the last file */
    __builtin_memset(m->at, NOBODY, sizeof m->at);
    for (uint32_t left = m->own | m->enemy; left; left &= left - 1) {
        int slot = __builtin_ctz(left);
        unsigned square = m->state->place[slot];
        m->at[square] = (uint8_t)slot;
        pawns[square / 64] |= (uint64_t)1 << square % 64;
    }
    belligerants_windows(pawns, m->window);
}

static void begin(struct side_to_move *m, const struct bv_terms *terms,
                  const struct belligerants_state *s)
{
    m->tables = &terms->tables->belligerants;
    m->camp_is_open = belligerants_is_camp_open(terms);
    m->state = s;
    m->own = s->held[s->turn];
    m->enemy = s->held[!s->turn];
    m->side = s->turn;
    m->number = s->number;
    m->closed = belligerants_closed_camp(s->turn, belligerants_ground_under(m->tables, s, s->turn));
    look_around(m);
}

/* B20 B21: a wounded or encircled pawn moves only on the Devil. */
static bool may_move(const struct side_to_move *m, int slot)
{
    uint8_t ground = m->tables->ground[m->state->place[slot]];
    if (m->number == BELL_DEVIL) return true;                                          /* B20 B21 */
    return !belligerants_stands_hurt(m->tables, slot, ground, BELL_WHITE | BELL_GREY); /* B20 B21 */
}

uint8_t belligerants_closed_ground(bool camp_is_open, int side, uint8_t ground, uint8_t closed)
{
    uint8_t own_camp = belligerants_camp_of(side);
    uint8_t enemy_camp = belligerants_camp_of(!side);
    if (ground & enemy_camp) return own_camp | BELL_OPEN; /* B23 */
    if (ground & own_camp) return closed;                 /* B25 */
    return camp_is_open ? closed : own_camp | closed;     /* B24 B25 */
}

static struct mover mover_of(const struct side_to_move *m, int slot)
{
    static const uint64_t nothing[BELL_FILES_MAX] = {0};
    const struct belligerants_tables *t = m->tables;
    int origin = m->state->place[slot];
    uint8_t ground = t->ground[origin];
    uint8_t trait = t->trait[slot];
    uint8_t no_keeping = BELL_BLUE | BELL_BLACK | belligerants_camp_of(!m->side); /* B18 */
    uint8_t no_ending = trait & BELL_HARDY ? 0 : BELL_BLUE;                       /* B19 */
    bool is_ambulance = t->kind[slot] == BELL_AM;
    uint32_t victims = t->victims[t->kind[slot]] & m->enemy; /* B2 B12 */
    return (struct mover){
        .path = t->path,
        .group = t->group[origin],
        .window = trait & BELL_FLIES ? nothing : m->window, /* B8 B9 */
        .base = belligerants_action(BELL_DO_MOVE, origin, 0),
        .victims = victims,
        .meets = is_ambulance ? victims | m->own : victims, /* B10 B20 */
        .origin = origin,
        .is_ambulance = is_ambulance,
        .crosses_water = trait & BELL_WET,
        .may_keep = m->number == BELL_DEVIL && !(ground & no_keeping), /* B16 B18 */
        .barrier =
            belligerants_closed_ground(m->camp_is_open, m->side, ground, m->closed) | no_ending,
    };
}

/* ---- Taking ---------------------------------------------------------------------------------- */

bool belligerants_is_guarded(const struct belligerants_tables *t,
                             const struct belligerants_state *state, int side, int square)
{
    for (uint32_t left = t->sentinels & state->held[side]; left; left &= left - 1) {
        int post = state->place[__builtin_ctz(left)];
        bool is_next = t->lengths[post][square] & 1 << 1;            /* B13: one step away */
        if (is_next && !(t->ground[post] & BELL_WHITE)) return true; /* B13 B14 */
    }
    return false;
}

/* Whether a pawn takes the one that an open path ends on. */
static bool takes(const struct side_to_move *m, const struct mover *mover, int slot,
                  const struct belligerants_path *path)
{
    bool wounded = belligerants_stands_hurt(m->tables, slot, path->ground, BELL_WHITE);
    if (!(mover->victims & belligerants_bit(slot))) return false;              /* B2 B12 */
    if (wounded != mover->is_ambulance) return false;                          /* B13 B20 */
    if (path->ground & BELL_GREEN) return false;                               /* B13 B22 */
    if (path->ground & belligerants_camp_of(m->side)) return false;            /* B13 B23 */
    return !belligerants_is_guarded(m->tables, m->state, !m->side, path->end); /* B13 */
}

/* ---- Moving ---------------------------------------------------------------------------------- */

/* B20: the ambulance ends on an own wounded pawn and brings it to a free square of the camp. */
static bv_action *pick_up(const struct side_to_move *m, const struct mover *mover, bv_action move,
                          bv_action *list)
{
    const uint8_t *camp = m->tables->camp[m->side];
    for (int i = 0; i < BELL_ARMY; i++)
        if (m->at[camp[i]] == NOBODY || camp[i] == mover->origin) /* B20 */
            *list++ = move | BELL_CARRIES | (bv_action)camp[i] << BELL_CAMP_SHIFT;
    return list;
}

/* B10: what a pawn may do at the end of an open path that ends on another. */
static bv_action *meet(const struct side_to_move *m, const struct mover *mover, int slot,
                       const struct belligerants_path *path, bv_action *list)
{
    const struct belligerants_tables *t = m->tables;
    bv_action move = mover->base | (bv_action)path->move << BELL_NUMBER_SHIFT;
    if (m->own & belligerants_bit(slot)) {
        if (belligerants_stands_hurt(t, slot, path->ground, BELL_WHITE)) /* B20 */
            return pick_up(m, mover, move, list);
        return list;
    }
    if (!takes(m, mover, slot, path)) return list;
    *list++ = move | BELL_TAKES;
    if (mover->may_keep && t->counters & belligerants_bit(slot)) /* B16 */
        *list++ = move | BELL_TAKES | BELL_KEEPS;
    return list;
}

/* What keeps a pawn from the end of a path: pawns on the way, closed camps, water at the end. */
static inline uint64_t obstacles(const uint64_t *window, uint8_t barrier,
                                 const struct belligerants_path *path)
{
    return (window[path->file] & path->way) | /* B8 */
           (path->touched & barrier);         /* B19 B23 B24 B25 */
}

/*
 * The moves along some paths, which are as long as the number allows. Each is written, and kept or
 * written over: no branches where most paths go. So the list needs room for one more than it will
 * hold.
 */
static bv_action *go(const struct side_to_move *m, const struct mover *mover, int first, int end,
                     bv_action *list)
{
    const struct belligerants_path *const last = mover->path + end;
    const uint64_t *const window = mover->window;
    const bv_action base = mover->base;
    const uint32_t meets = mover->meets;
    const uint8_t closed = mover->barrier;
    for (const struct belligerants_path *path = mover->path + first; path < last; path++) {
        uint64_t stops = obstacles(window, closed, path);
        int slot = m->at[path->end];
        if (BV_UNLIKELY(meets >> slot & 1) && !stops) list = meet(m, mover, slot, path, list);
        stops |= (uint64_t)(slot ^ NOBODY); /* B10 */
        list = bv_list_put(list, base | (bv_action)path->move << BELL_NUMBER_SHIFT, !stops);
    }
    return list;
}

/* The groups of paths of a number: one of them, or all on the Devil (B7). */
static inline int first_group(int number)
{
    return number == BELL_DEVIL ? 0 : number - 1; /* B7 */
}

static inline int end_group(int number)
{
    return number == BELL_DEVIL ? BELL_LONGEST : number; /* B7 */
}

uint32_t belligerants_moves(const struct bv_terms *terms, const struct belligerants_state *state,
                            bv_action *list)
{
    struct side_to_move m;
    bv_action *end = list;
    begin(&m, terms, state);
    int first = first_group(m.number);
    int last = end_group(m.number);
    for (uint32_t left = m.own; left; left &= left - 1) {
        int slot = __builtin_ctz(left);
        if (!may_move(&m, slot)) continue;
        struct mover mover = mover_of(&m, slot);
        end = go(&m, &mover, mover.group[first], mover.group[last], end);
        if (mover.crosses_water) /* B19 */
            end = go(&m, &mover, mover.group[first + BELL_LONGEST],
                     mover.group[last + BELL_LONGEST], end);
    }
    return (uint32_t)(end - list);
}

/* ---- Who can take ---------------------------------------------------------------------------- */

/* Whether some path, were it open, would end on one of the pawn's victims. */
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

static bool can_take_along(const struct side_to_move *m, const struct mover *mover, int first,
                           int end)
{
    for (const struct belligerants_path *path = mover->path + first; path < mover->path + end;
         path++) {
        int slot = m->at[path->end];
        if (mover->victims >> slot & 1 && !obstacles(mover->window, mover->barrier, path) &&
            takes(m, mover, slot, path))
            return true;
    }
    return false;
}

static bool can_take(const struct side_to_move *m, int slot)
{
    struct mover mover = mover_of(m, slot);
    int first = first_group(m->number);
    int end = end_group(m->number);
    if (!may_move(m, slot)) return false; /* B15 B20 B21 */
    return can_take_along(m, &mover, mover.group[first], mover.group[end]) ||
           (mover.crosses_water && can_take_along(m, &mover, mover.group[first + BELL_LONGEST],
                                                  mover.group[end + BELL_LONGEST]));
}

uint32_t belligerants_takers(const struct bv_terms *terms, const struct belligerants_state *state)
{
    struct side_to_move m;
    uint32_t near = 0;
    uint32_t takers = 0;
    for (uint32_t left = state->held[state->turn]; left; left &= left - 1)
        if (has_victim_in_reach(&terms->tables->belligerants, state, __builtin_ctz(left)))
            near |= left & -left;
    if (!near) return 0;
    begin(&m, terms, state);
    for (; near; near &= near - 1)
        if (can_take(&m, __builtin_ctz(near))) takers |= near & -near;
    return takers;
}
