/*
 * What the side to move may do: steps, canters, captures and charges (E5–E14).
 *
 * All leaps are two squares long, so a leaping piece only ever touches squares whose file and rank are both even
 * or odd as those of the square it left, and leaps over others. Hence a canter never leaps over the square its
 * Knight left, and no capture lands where an earlier one of the same move made room: a piece that moves changes
 * the board for itself only by freeing the square it left and by removing prey.
 *
 * Steps are put down eight at a time from a table, without a branch for each; what is too many is overwritten.
 */
#include "games/storage.h"

/* A canter visits each square of its Knight's parity at most once: at most 4 files by 7 ranks. */
enum { CANTER_MAX = 28 };

/* No side has more steps and canters, counting the eight that a last write of steps may overshoot by. */
enum { QUIET_MAX = CHEVALIERS_KNIGHTS * (8 + CANTER_MAX) + CHEVALIERS_MEN * 5 + 8 };

/*
 * Where canters run. A Knight that canters stays on the ranks of its own parity, and seven of them fit into one
 * word, rank beside rank. For each of the eight ways the ground knows the squares from which a leap lands.
 */
struct ground {
    uint64_t north, south, east, west, north_east, north_west, south_east, south_west;
};

/* The board as the side to move sees it. */
struct field {
    const struct chevaliers_tables *tables;
    bv_bits128 knights; /* its own */
    bv_bits128 men;
    bv_bits128 prey; /* the enemy's pieces */
    bv_bits128 free;
    bv_bits128 capturers;    /* its pieces that can capture without a canter before */
    struct ground ground[2]; /* of the odd ranks 1, 3, 5 …, and of the even ones */
    struct chevaliers_strips prey_strips;
    struct chevaliers_strips free_strips;
    uint64_t men_near; /* where in a window its Men step to */
    unsigned men_ways; /* the ways its Men capture, one bit each */
};

enum { ALL_WAYS = 15 };

static unsigned men_ways(const struct bv_terms *terms, int side)
{
    if (terms->option[CHEVALIERS_MEN_CAPTURE] != CHEVALIERS_NO_RETREAT) return ALL_WAYS; /* E10 */
    int back = side == CHEVALIERS_SILVER ? CHEVALIERS_SOUTH : CHEVALIERS_NORTH;          /* E10 */
    return ALL_WAYS & ~(1U << back);
}

/* The squares from which a piece would capture in the given ways. */
static bv_bits128 vantage(bv_bits128 prey, bv_bits128 free, unsigned ways)
{
    bv_bits128 set = (prey >> 1 & free >> 2) | (prey << 1 & free << 2); /* E9 */
    if (ways >> CHEVALIERS_NORTH & 1) set |= prey >> 8 & free >> 16;    /* E9 */
    if (ways >> CHEVALIERS_SOUTH & 1) set |= prey << 8 & free << 16;    /* E9 */
    return set;
}

/* Every second byte of a word, from the lowest, in its lower half. */
static uint64_t halved(uint64_t word)
{
    word &= UINT64_C(0x00ff00ff00ff00ff);
    word = (word | word >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (word | word >> 16) & UINT64_C(0x00000000ffffffff);
}

/* Every second rank of a set, from the first (0) or from the second (1). */
static uint64_t lane(bv_bits128 set, int parity)
{
    uint64_t low = (uint64_t)set >> (8 * parity);
    uint64_t high = (uint64_t)(set >> 64) >> (8 * parity);
    return halved(low) | halved(high) << 32;
}

/* From the lanes of the free squares and of the friends beside, above and below them. */
static struct ground ground_of(uint64_t free, uint64_t beside, uint64_t above, uint64_t below)
{
    return (struct ground){
        .north = above & free >> 8,            /* E7 */
        .south = below & free << 8,            /* E7 */
        .east = beside >> 1 & free >> 2,       /* E7 */
        .west = beside << 1 & free << 2,       /* E7 */
        .north_east = above >> 1 & free >> 10, /* E7 */
        .north_west = above << 1 & free >> 6,  /* E7 */
        .south_east = below >> 1 & free << 6,  /* E7 */
        .south_west = below << 1 & free << 10, /* E7 */
    };
}

static struct field field_of(const struct bv_terms *terms, const struct chevaliers_state *s)
{
    const struct chevaliers_tables *tables = &terms->tables->chevaliers;
    bv_bits128 friends = s->pieces[s->side];
    bv_bits128 prey = s->pieces[!s->side];
    bv_bits128 free = tables->squares & ~(friends | prey); /* E1 */
    bv_bits128 knights = friends & s->knights;
    bv_bits128 men = friends & ~s->knights;
    unsigned ways = men_ways(terms, s->side);
    uint64_t odd = lane(friends, 0);
    uint64_t even = lane(friends, 1);
    return (struct field){
        .tables = tables,
        .knights = knights,
        .men = men,
        .capturers = (knights & vantage(prey, free, ALL_WAYS)) | (men & vantage(prey, free, ways)),
        .prey = prey,
        .free = free,
        .ground = {ground_of(lane(free, 0), odd, even, even << 8),
                   ground_of(lane(free, 1), even, odd >> 8, odd)},
        .prey_strips = chevaliers_strips_of(prey),
        .free_strips = chevaliers_strips_of(free),
        .men_near = s->side == CHEVALIERS_SILVER ? CHEVALIERS_NEAR_OF_SILVER /* E6 */
                                                 : CHEVALIERS_NEAR_OF_GOLD,
        .men_ways = ways,
    };
}

/* ---- Steps and canters ----------------------------------------------------------------------------- */

static uint64_t knight_steps(const struct field *field, int from)
{
    return chevaliers_window(&field->free_strips, from) & CHEVALIERS_NEAR; /* E5 */
}

static uint64_t man_steps(const struct field *field, int from)
{
    return chevaliers_window(&field->free_strips, from) & field->men_near; /* E6 */
}

static bv_action *put_steps(const struct chevaliers_tables *tables, int from, uint64_t steps,
                            bv_action *restrict list)
{
    if (BV_GPU) { /* to compute them is quicker than to wait for the table */
        while (steps)
            *list++ = chevaliers_action(CHEVALIERS_STEP, from,
                                        from + bv_take64(&steps) - CHEVALIERS_CENTRE);
        return list;
    }
    unsigned pattern = chevaliers_pattern(steps);
    bv_action still = chevaliers_action(CHEVALIERS_STEP, from, from);
    int count = tables->steps[pattern];
    for (int i = 0; i < 8; i++)
        (void)bv_list_put(list + i, still + tables->step[pattern][i], i < count);
    return list + count;
}

/* Where one leap from any of the squares lands. */
static uint64_t leaps(const struct ground *ground, uint64_t from)
{
    return (from & ground->north) << 8 | (from & ground->south) >> 8 | (from & ground->east) << 2 |
           (from & ground->west) >> 2 | (from & ground->north_east) << 10 |
           (from & ground->north_west) << 6 | (from & ground->south_east) >> 6 |
           (from & ground->south_west) >> 10;
}

/* A square's parity of rank, its bit in the lane of that parity, and back. */
static int lane_of(int square)
{
    return square / 8 % 2;
}

static uint64_t lane_bit(int square)
{
    return UINT64_C(1) << (square / 16 * 8 + square % 8);
}

static int square_in(int parity, int bit)
{
    return bit + bit / 8 * 8 + 8 * parity;
}

/*
 * Where the canter of a Knight may end, in its lane. Not where it began (E8): the square it left is not free
 * on the ground, and returning there would open no new way.
 */
static uint64_t canter(const struct field *field, int from)
{
    const struct ground *ground = &field->ground[lane_of(from)];
    struct ground in_registers;
    uint64_t ends = 0;
    if (BV_GPU) {
        in_registers = lane_of(from) ? field->ground[1] : field->ground[0];
        ground = &in_registers;
    }
    for (uint64_t front = lane_bit(from); front;) {
        front = leaps(ground, front) & ~ends;
        ends |= front;
    }
    return ends;
}

/* ---- Captures ---------------------------------------------------------------------------------------- */

static const uint64_t over[CHEVALIERS_WAYS] = {1U << 26, 1U << 19, 1U << 10, 1U << 17};
static const uint64_t landing[CHEVALIERS_WAYS] = {UINT64_C(1) << 34, 1U << 20, 1U << 2, 1U << 16};

/* One piece on its way: what it may land on, the ways it may take, and where its list must end. */
struct hunt {
    struct chevaliers_strips free;
    unsigned ways;
    const bv_action *full;
};

/*
 * Puts down every way of capturing on from a square, each as long as it can be (E13). `path` is the action so
 * far, with `count` captures. As deep as there is prey.
 */
static bv_action *hunt_on(const struct hunt *hunt, bv_bits128 prey, int at, bv_action path,
                          int count, bv_action *list)
{
    struct chevaliers_strips strips = chevaliers_strips_of(prey);
    uint64_t enemies = chevaliers_window(&strips, at);
    uint64_t free = chevaliers_window(&hunt->free, at);
    bool ends = true;
    if (list >= hunt->full) return list;
    for (int way = 0; way < CHEVALIERS_WAYS; way++) {
        if (!(hunt->ways >> way & 1)) continue; /* E10 */
        if (!(enemies & over[way])) continue;   /* E9 */
        if (!(free & landing[way])) continue;   /* E9 */
        ends = false;                           /* E13 */
        int step = chevaliers_step(way);
        bv_action next = path | (bv_action)way << (CHEVALIERS_PATH_AT + 2 * count);
        list = hunt_on(hunt, prey & ~bv_bit128(at + step), /* E12 */
                       at + 2 * step, next, count + 1, list);
    }
    if (!ends || count == 0 || list >= hunt->full) return list;
    *list++ = path | (bv_action)count << CHEVALIERS_COUNT_AT;
    return list;
}

static bv_action *put_captures(const struct field *field, unsigned ways, enum chevaliers_kind kind,
                               int from, int stop, bv_action *list, const bv_action *full)
{
    struct hunt hunt = {
        .free = chevaliers_strips_of(field->free | bv_bit128(from)), /* E8 */
        .ways = ways,
        .full = full,
    };
    return hunt_on(&hunt, field->prey, stop, chevaliers_action(kind, from, stop), 0, list);
}

/* Whether there is an enemy to leap over at all; if not, no hunt need begin. */
static bool meets_prey(const struct field *field, int at)
{
    return chevaliers_window(&field->prey_strips, at) & CHEVALIERS_NEAR_CROSS;
}

/* Puts down what a Knight can do with each end of its canter: stop there if that is allowed, and charge. */
static bv_action *put_canters(const struct field *field, int from, bool quiet, bv_action *list,
                              const bv_action *full)
{
    for (uint64_t ends = canter(field, from); ends;) {
        int end = square_in(lane_of(from), bv_take64(&ends));
        if (quiet) *list++ = chevaliers_action(CHEVALIERS_CANTER, from, end); /* E13 */
        if (!meets_prey(field, end)) continue;
        list = put_captures(field, ALL_WAYS, CHEVALIERS_CANTER, from, end, list, full); /* E11 */
    }
    return list;
}

static bool charges(const struct field *field, int knight)
{
    bv_action charge;
    return put_canters(field, knight, false, &charge, &charge + 1) != &charge;
}

/* Whether some Knight can canter and then capture. */
static bool can_charge(const struct field *field)
{
    for (bv_bits128 left = field->knights; left;)
        if (charges(field, bv_take128(&left))) return true;
    return false;
}

/* ---- What the rules demand --------------------------------------------------------------------------- */

static bool obliged(const struct bv_terms *terms, const struct field *field)
{
    if (field->capturers) return true;                                        /* E14 */
    if (terms->option[CHEVALIERS_OBLIGATION] != CHEVALIERS_ANY) return false; /* E14 */
    return can_charge(field);                                                 /* E14 */
}

bool chevaliers_obliged(const struct bv_terms *terms, const struct chevaliers_state *s)
{
    struct field field = field_of(terms, s);
    return obliged(terms, &field);
}

/* Whether only captures are offered. */
static bool must_capture(const struct bv_terms *terms, const struct chevaliers_state *s,
                         const struct field *field)
{
    if (s->called) return true;                                                /* E15 */
    if (terms->option[CHEVALIERS_OVERSIGHT] == CHEVALIERS_TABLE) return false; /* E15 */
    return obliged(terms, field);
}

/* ---- The list ---------------------------------------------------------------------------------------- */

uint32_t chevaliers_moves(const struct bv_terms *terms, const struct chevaliers_state *s,
                          int commands, bv_action *list)
{
    struct field field = field_of(terms, s);
    bool quiet = !must_capture(terms, s, &field);
    bv_bits128 knights = commands & CHEVALIERS_COMMANDS_KNIGHTS ? field.knights : 0; /* E20 */
    bv_bits128 men = commands & CHEVALIERS_COMMANDS_MEN ? field.men : 0;             /* E20 */
    const bv_action *full = list + CHEVALIERS_LIST_CAP - QUIET_MAX;
    bv_action *to = list;
    for (bv_bits128 left = knights; left;) {
        int from = bv_take128(&left);
        if (quiet) to = put_steps(field.tables, from, knight_steps(&field, from), to);
        to = put_canters(&field, from, quiet, to, full);
    }
    for (bv_bits128 left = quiet ? men : 0; left;) {
        int from = bv_take128(&left);
        to = put_steps(field.tables, from, man_steps(&field, from), to);
    }
    for (bv_bits128 left = field.capturers & (knights | men); left;) {
        int from = bv_take128(&left);
        unsigned ways = bv_has128(men, from) ? field.men_ways : ALL_WAYS; /* E10 */
        to = put_captures(&field, ways, CHEVALIERS_CAPTURE, from, from, to, full);
    }
    return (uint32_t)(to - list);
}

/* ---- Questions short of a list ------------------------------------------------------------------------- */

static bool knights_stir(const struct field *field)
{
    for (bv_bits128 left = field->knights; left;) {
        int from = bv_take128(&left);
        if (knight_steps(field, from) || canter(field, from)) return true;
    }
    return false;
}

static bool men_stir(const struct field *field)
{
    for (bv_bits128 left = field->men; left;)
        if (man_steps(field, bv_take128(&left))) return true;
    return false;
}

/* Which commands have a legal move; none: the side must pass. */
int chevaliers_able(const struct bv_terms *terms, const struct chevaliers_state *s)
{
    struct field field = field_of(terms, s);
    bool quiet = !must_capture(terms, s, &field);
    bool knights = (field.capturers & field.knights) != 0;
    bool men = (field.capturers & field.men) != 0;
    if (!knights) knights = quiet ? knights_stir(&field) : can_charge(&field); /* E20 */
    if (!men) men = quiet && men_stir(&field);                                 /* E20 */
    return (knights ? CHEVALIERS_COMMANDS_KNIGHTS : 0) | (men ? CHEVALIERS_COMMANDS_MEN : 0);
}

bool chevaliers_must_capture(const struct bv_terms *terms, const struct chevaliers_state *s)
{
    struct field field = field_of(terms, s);
    return must_capture(terms, s, &field);
}

/* The pieces that can capture, after a canter too. */
bv_bits128 chevaliers_capturers(const struct bv_terms *terms, const struct chevaliers_state *s)
{
    struct field field = field_of(terms, s);
    bv_bits128 able = field.capturers;
    for (bv_bits128 left = field.knights & ~able; left;) {
        int knight = bv_take128(&left);
        if (charges(&field, knight)) able |= bv_bit128(knight);
    }
    return able;
}

/* Whether a piece of the side to move could go from one square to another by a step or a canter. */
bool chevaliers_reaches(const struct bv_terms *terms, const struct chevaliers_state *s, int from,
                        int to)
{
    struct field field = field_of(terms, s);
    bool knight = bv_has128(field.knights, from);
    uint64_t steps = knight ? knight_steps(&field, from) : man_steps(&field, from);
    uint64_t ends = knight ? canter(&field, from) : 0;
    while (steps)
        if (from + bv_take64(&steps) - CHEVALIERS_CENTRE == to) return true;
    return lane_of(from) == lane_of(to) && (ends & lane_bit(to));
}
