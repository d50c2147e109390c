/*
 * What a position is worth to the garrison.
 *
 * The besiegers win by shutting the garrison in or by storming (P22), so they are paid for coming near the exits,
 * for standing on them, for men inside, and for every move the garrison has lost. The garrison wins by capturing
 * nearly everything (P23), so it is paid for every man taken, the more the fewer are left, for free men outside
 * near besiegers without protection, and for guarding the circles behind the exits.
 */
#include "search/paris/evaluate.h"

#include "core/bits.h"
#include "games/storage.h"

enum {
    BESIEGERS = 2 * (PARIS_OFFICERS + PARIS_SOLDIERS),
    OFFICER = 45,       /* while the garrison still needs him (P23) */
    SPARE_OFFICER = 30, /* once it has captured enough of them */
    SOLDIER_DEEP =
        230, /* inside, past the gate: there for good, and denies the garrison its win (P14, P24) */
    SOLDIER_IN_GATE = 150, /* inside, with room to go on */
    SOLDIER_STUCK = 50,    /* in the gate, with no room */
    STORM_NEAR = 260,      /* enough Soldiers inside, and a gate open for an officer (P22) */
    STORM_FAR = 80,        /* no gate open */
    OFFICER_INSIDE = 90,   /* can still be captured */
    EXIT_HELD = 12,        /* a besieger on an exit square */
    EXIT_SHUT = 30,        /* who cannot be captured there */
    GATE_SHUT = 25,        /* no way out of a circle */
    ALL_SHUT = 40,         /* nor out of any other */
    GATE_GUARDED = 30,     /* a man of the garrison on the circle behind an exit */
    GATE_AJAR = 50,        /* nobody there, and a besieger before it */
    HANGING = 12,          /* a besieger that could be captured now */
    ROOM_ENOUGH = 32,      /* points a man can get to: so many are plenty */
    OUTSIDE = 12,          /* a man with all the room of the world */
    CAGED = 72,            /* less for one who has none */
    CAGE = 4,              /* and half as much less for one who has so much */
    ROOM_AT_HOME = 4,      /* what the way back into the fortress counts for */
    OPEN_EXIT = 3, /* its part in the garrison's freedom; that of a man outside is 4 at most */
    NET = 4000,    /* what the besiegers have when no freedom is left, times NET_WIDTH */
    NET_WIDTH = 6,
    HUNT_FROM = 7,       /* squares from which a hunter scents its prey */
    CHASERS = 3,         /* besiegers who draw near one man */
    HUNT = 3,            /* a square nearer */
    FAR_FROM_EXITS = 20, /* squares from which a besieger's way to the exits counts */
    STEP_TO_EXIT = 1,
    OFFICER_STEP = 3,
    SIEGERS = 5,      /* Soldiers wanted near each exit */
    PROTECTED = 4,    /* a besieger who is */
    MOVES_ENOUGH = 6, /* of the garrison's moves over squares, so many are plenty */
};

struct man {
    uint8_t point;
    uint8_t file;
    uint8_t rank;
    bool prey; /* nobody protects him, as far as one sees at a glance */
};

struct survey {
    const struct bv_terms *terms;
    const struct paris_tables *tables;
    const struct paris_state *state;
    int men;
    struct man man[BESIEGERS];
    uint64_t wall[PARIS_WORDS]; /* besiegers whom somebody protects, at a glance */
    uint32_t moves;
    bv_action move[PARIS_MOVES_MAX];
};

static int distance(int file, int rank, int other_file, int other_rank)
{
    int across = file > other_file ? file - other_file : other_file - file;
    int along = rank > other_rank ? rank - other_rank : other_rank - rank;
    return across > along ? across : along;
}

/* Takes a way into a list of the nearest, nearest first. */
static void keep_nearest(int *nearest, int count, int way)
{
    for (int i = 0; i < count; i++) {
        if (way >= nearest[i]) continue;
        int further = nearest[i];
        nearest[i] = way;
        way = further;
    }
}

/* ---- The besiegers ------------------------------------------------------------------------------------------ */

/* Whether a neighbour could come here in one step from that direction. */
static bool could_come(const struct survey *survey, int piece, int direction)
{
    bool sideways = direction == PARIS_LEFT || direction == PARIS_RIGHT;
    bool diagonal = direction >= PARIS_FIRST_DIAGONAL;
    bool forward = sideways || ((direction ^ 1) & 1) == paris_heading(paris_army_of(piece));
    if (!paris_keeps_colour(piece))
        return forward && (!diagonal || paris_rank_of(piece) == PARIS_GENERAL);
    bool returns = survey->terms->reading[PARIS_DIAGONALS] == PARIS_DIAGONALS_ANY;
    return diagonal && (forward || returns);
}

static bool is_reached(const struct survey *survey, int point)
{
    for (int d = 0; d < PARIS_DIRECTIONS; d++) {
        int piece = survey->state->at[paris_to(survey->tables->ray[point][d][0])];
        if (paris_is_besieger(piece) && could_come(survey, piece, d)) return true;
    }
    return false;
}

static bool has_company(const struct survey *survey, int point, int directions)
{
    unsigned around = 0;
    for (int d = 0; d < directions; d++)
        around |= survey->state->at[paris_to(survey->tables->ray[point][d][0])];
    if (point < PARIS_JOINED)
        for (const uint8_t *to = survey->tables->line[point]; *to != PARIS_NOWHERE; to++)
            around |= survey->state->at[*to];
    return (around & PARIS_BESIEGER_BITS) != 0;
}

/* At a glance, which looks no further than the neighbours (P16). */
static bool is_protected(const struct survey *survey, int point)
{
    switch (survey->terms->reading[PARIS_PROTECTION]) {
    case PARIS_PROTECTION_ORTHOGONAL: return has_company(survey, point, PARIS_FIRST_DIAGONAL);
    case PARIS_PROTECTION_ADJACENT: return has_company(survey, point, PARIS_DIRECTIONS);
    case PARIS_PROTECTION_REACH: return is_reached(survey, point);
    default: return has_company(survey, point, PARIS_FIRST_DIAGONAL) || is_reached(survey, point);
    }
}

static bool is_in(const uint64_t *set, int point)
{
    return set[point / 64] >> point % 64 & 1;
}

static void put_in(uint64_t *set, int point, bool in)
{
    set[point / 64] |= (uint64_t)in << point % 64;
}

static void add_man(struct survey *survey, int point)
{
    bool protected = is_protected(survey, point);
    put_in(survey->wall, point, protected);
    survey->man[survey->men++] = (struct man){.point = (uint8_t)point,
                                              .file = survey->tables->file[point],
                                              .rank = survey->tables->rank[point],
                                              .prey = !protected};
}

static void find_men(struct survey *survey)
{
    const struct paris_state *state = survey->state;
    survey->men = 0;
    bv_clear(survey->wall, sizeof survey->wall);
    for (int army = PARIS_WHITE; army <= PARIS_BLACK; army++) {
        for (int i = 0; i < PARIS_OFFICERS; i++)
            if (state->slot[army][i] != PARIS_NOWHERE) add_man(survey, state->slot[army][i]);
        for (int word = 0; word < PARIS_WORDS; word++) {
            uint64_t soldiers = state->soldiers[paris_heading(army)][word];
            while (soldiers) add_man(survey, word * 64 + bv_take64(&soldiers));
        }
    }
}

/*
 * What those who are left are worth: each Soldier the more, the fewer there are; and without an officer nobody can
 * storm (P22), so the last few of them are dear.
 */
static int32_t strength(const struct survey *survey)
{
    static const int16_t last_officers[] = {0, 150, 230, 280, 310, 320};
    enum { LAST = BV_COUNT(last_officers) - 1 };
    const struct paris_state *state = survey->state;
    int32_t worth = 0;
    for (int left = 1; left <= state->soldiers_left; left++)
        worth += left >= 12 ? 18 : 18 + 8 * (12 - left);
    int needed = survey->tables->officers - (2 * PARIS_OFFICERS - state->officers_left);
    if (needed < 0) needed = 0;
    worth += last_officers[state->officers_left < LAST ? state->officers_left : LAST];
    return worth + needed * OFFICER + (state->officers_left - needed) * SPARE_OFFICER;
}

/* Whether a man on squares can still come to a rank: some never go back (P7, P8, P10). */
static bool may_reach_rank(const struct survey *survey, int piece, int from, int to)
{
    bool returns =
        paris_keeps_colour(piece) && survey->terms->reading[PARIS_DIAGONALS] == PARIS_DIAGONALS_ANY;
    return returns || (paris_army_of(piece) == PARIS_WHITE ? to >= from : to <= from);
}

/* The box around the fortress: who is on the far side of it from an exit must walk around. */
struct box {
    int low_file;
    int high_file;
    int low_rank;
    int high_rank;
};

static struct box fortress(const struct paris_tables *tables)
{
    struct box box = {PARIS_FILES, 0, PARIS_RANKS, 0};
    for (int circle = 0; circle < PARIS_CIRCLES; circle++) {
        int file = tables->file[circle];
        int rank = tables->rank[circle];
        if (file < box.low_file) box.low_file = file;
        if (file > box.high_file) box.high_file = file;
        if (rank < box.low_rank) box.low_rank = rank;
        if (rank > box.high_rank) box.high_rank = rank;
    }
    return box;
}

/* The way along one flank, which is as wide as the board is, between two ranks. */
static int way_by(const struct survey *survey, const struct man *man, int exit, int flank, int from,
                  int to)
{
    const struct paris_tables *tables = survey->tables;
    bool on_flank =
        distance(man->file, 0, tables->file[exit], 0) >= distance(flank, 0, tables->file[exit], 0);
    return distance(man->file, man->rank, on_flank ? man->file : flank, from) +
           distance(0, from, 0, to) + distance(flank, to, tables->file[exit], tables->rank[exit]);
}

static int way_to(const struct survey *survey, const struct box *box, const struct man *man,
                  int exit)
{
    const struct paris_tables *tables = survey->tables;
    int rank = tables->rank[exit];
    int from = 0;
    int to = 0;
    if (rank <= box->low_rank && man->rank >= box->low_rank) {
        from = man->rank < box->high_rank ? man->rank : box->high_rank;
        to = box->low_rank;
    } else if (rank >= box->high_rank && man->rank <= box->high_rank) {
        from = man->rank > box->low_rank ? man->rank : box->low_rank;
        to = box->high_rank;
    } else {
        return distance(man->file, man->rank, tables->file[exit], rank);
    }
    int left = way_by(survey, man, exit, box->low_file - 1, from, to);
    int right = way_by(survey, man, exit, box->high_file + 1, from, to);
    return left < right ? left : right;
}

/* Whether he could ever stand on an exit, by his colour and by the way he goes. */
static bool may_hold(const struct survey *survey, int piece, int rank, int exit)
{
    const struct paris_tables *tables = survey->tables;
    if (paris_keeps_colour(piece) && tables->black[exit] != paris_colour_of(paris_army_of(piece)))
        return false;
    return may_reach_rank(survey, piece, rank, tables->rank[exit]);
}

/* Those who besiege an exit: the nearest few of the Soldiers who could hold it, nearest first. */
struct siege {
    int way[SIEGERS];
    int officer; /* the nearest officer's way */
};

static struct siege no_siege(void)
{
    struct siege siege = {.officer = FAR_FROM_EXITS};
    for (int i = 0; i < SIEGERS; i++) siege.way[i] = FAR_FROM_EXITS;
    return siege;
}

static void join_siege(struct siege *siege, bool soldier, int way)
{
    if (!soldier) {
        if (way < siege->officer) siege->officer = way;
        return;
    }
    keep_nearest(siege->way, SIEGERS, way);
}

static int32_t worth_of_siege(const struct siege *siege)
{
    static const int8_t step[SIEGERS] = {8, 7, 6, 5, 4};
    int32_t worth = OFFICER_STEP * (FAR_FROM_EXITS - siege->officer);
    for (int i = 0; i < SIEGERS; i++) worth += step[i] * (FAR_FROM_EXITS - siege->way[i]);
    return worth;
}

/*
 * How far they have come towards the exits. Soldiers keep to their colour, so that each exit needs men of its own;
 * one officer must come all the way (P22).
 */
static int32_t approach(const struct survey *survey, int soldiers_inside)
{
    static const int16_t officer_step[3] = {2, 5, 14};
    struct box box = fortress(survey->tables);
    struct siege siege[PARIS_EXITS];
    int32_t worth = 0;
    int officer_way = FAR_FROM_EXITS;
    for (int i = 0; i < PARIS_EXITS; i++) siege[i] = no_siege();
    for (int i = 0; i < survey->men; i++) {
        const struct man *man = &survey->man[i];
        if (paris_is_circle(man->point)) continue;
        int piece = survey->state->at[man->point];
        bool soldier = paris_rank_of(piece) == PARIS_SOLDIER;
        int nearest = FAR_FROM_EXITS;
        for (int exit = PARIS_CIRCLES; exit < PARIS_JOINED; exit++) {
            if (!may_hold(survey, piece, man->rank, exit)) continue;
            int way = way_to(survey, &box, man, exit);
            join_siege(&siege[exit - PARIS_CIRCLES], soldier, way);
            if (way < nearest) nearest = way;
        }
        if (!soldier && nearest < officer_way) officer_way = nearest;
        worth += STEP_TO_EXIT * (FAR_FROM_EXITS - nearest) + (man->prey ? 0 : PROTECTED);
    }
    for (int i = 0; i < PARIS_EXITS; i++) worth += worth_of_siege(&siege[i]);
    return worth +
           officer_step[soldiers_inside < 2 ? soldiers_inside : 2] * (FAR_FROM_EXITS - officer_way);
}

/* ---- The fortress -------------------------------------------------------------------------------------------- */

struct circle {
    int exits;   /* squares it leads to: those who have any are gates */
    int held;    /* of these, by besiegers */
    int shut;    /* and those by protected ones, so that nobody comes out */
    bool deeper; /* some neighbouring circle is empty */
};

static struct circle look_at(const struct survey *survey, int circle)
{
    const struct paris_state *state = survey->state;
    struct circle seen = {0};
    for (const uint8_t *to = survey->tables->line[circle]; *to != PARIS_NOWHERE; to++) {
        if (paris_is_circle(*to)) {
            seen.deeper |= state->at[*to] == PARIS_EMPTY;
        } else {
            seen.exits++;
            seen.held += paris_is_besieger(state->at[*to]);
            seen.shut += is_in(survey->wall, *to);
        }
    }
    return seen;
}

struct inside {
    int32_t worth; /* to the besiegers */
    int soldiers;  /* of theirs */
    int exits;     /* by which the garrison can come out */
    bool open;     /* some gate lets another one in */
};

/* A Soldier stuck in a gate stops it up for his own side; further in he is there for good (P14). */
static int32_t worth_inside(const struct circle *seen, bool soldier)
{
    if (!soldier) return OFFICER_INSIDE;
    if (!seen->exits) return SOLDIER_DEEP;
    return seen->deeper ? SOLDIER_IN_GATE : SOLDIER_STUCK;
}

static struct inside look_inside(const struct survey *survey)
{
    const struct paris_state *state = survey->state;
    struct inside inside = {0};
    for (int point = 0; point < PARIS_CIRCLES; point++) {
        struct circle seen = look_at(survey, point);
        int piece = state->at[point];
        if (paris_is_besieger(piece)) {
            bool soldier = paris_rank_of(piece) == PARIS_SOLDIER;
            inside.worth += worth_inside(&seen, soldier);
            inside.soldiers += soldier;
        }
        if (!seen.exits) continue;
        inside.worth += EXIT_HELD * seen.held + EXIT_SHUT * seen.shut;
        int ways_out = paris_is_besieger(piece) ? 0 : seen.exits - seen.shut;
        if (ways_out == 0) inside.worth += GATE_SHUT;
        inside.exits += ways_out;
        if (piece == PARIS_EMPTY) {
            inside.open = true;
            if (seen.held) inside.worth += GATE_AJAR;
        } else if (!paris_is_besieger(piece)) {
            inside.worth -= GATE_GUARDED;
        }
    }
    if (inside.exits == 0) inside.worth += ALL_SHUT;
    if (inside.soldiers >= survey->tables->storm_soldiers)
        inside.worth += inside.open ? STORM_NEAR : STORM_FAR;
    return inside;
}

/* ---- The garrison ------------------------------------------------------------------------------------------- */

/* The moves over squares, without which it is immobilised (P20, P22). */
static int32_t scarcity(const struct survey *survey)
{
    static const int16_t worth[MOVES_ENOUGH + 1] = {-200, -120, -75, -45, -25, -10, 0};
    uint32_t moves = 0;
    for (uint32_t i = 0; i < survey->moves; i++)
        moves += !paris_is_circle(paris_from(survey->move[i])) ||
                 !paris_is_circle(paris_to(survey->move[i]));
    return worth[moves < MOVES_ENOUGH ? moves : MOVES_ENOUGH];
}

/* The besiegers it could capture now; one of them usually gets away. */
static int32_t captures(const struct survey *survey)
{
    uint64_t seen[PARIS_WORDS] = {0};
    int32_t worth = 0;
    for (uint32_t i = 0; i < survey->moves; i++) {
        int to = paris_to(survey->move[i]);
        uint64_t bit = (uint64_t)1 << to % 64;
        if (paris_deed(survey->move[i]) != PARIS_DEED_CAPTURE || (seen[to / 64] & bit)) continue;
        seen[to / 64] |= bit;
        worth += HANGING;
    }
    return worth;
}

/* Hunters, nearest first, as far as they are near enough. */
static int32_t chase(const int *way)
{
    static const int8_t step[CHASERS] = {3, 2, 2};
    int32_t worth = 0;
    for (int i = 0; i < CHASERS; i++) worth += step[i] * (HUNT_FROM - way[i]);
    return worth;
}

/*
 * A man outside looks for prey, and protected besiegers come for him: Soldiers meet only those on squares of their
 * own colour.
 */
static int32_t hunt(const struct survey *survey, int point, bool soldier)
{
    const struct paris_tables *tables = survey->tables;
    int prey = HUNT_FROM;
    int chaser[CHASERS] = {HUNT_FROM, HUNT_FROM, HUNT_FROM};
    for (int i = 0; i < survey->men; i++) {
        const struct man *man = &survey->man[i];
        if (paris_is_circle(man->point)) continue;
        if (soldier && tables->black[man->point] != tables->black[point]) continue;
        int far = distance(man->file, man->rank, tables->file[point], tables->rank[point]);
        if (man->prey)
            prey = far < prey ? far : prey;
        else
            keep_nearest(chaser, CHASERS, far);
    }
    return HUNT * (HUNT_FROM - prey) - chase(chaser);
}

/* How many points a man outside can get to before besiegers who are protected stop him, up to a number. */
static int room(const struct survey *survey, const paris_steps *steps, int from)
{
    uint8_t met[ROOM_ENOUGH + PARIS_STEPS];
    uint64_t seen[PARIS_WORDS];
    int count = 0;
    int home = 0;
    bv_copy(seen, survey->wall, sizeof seen);
    put_in(seen, from, true);
    for (int next = -1; next < count && count < ROOM_ENOUGH; next++) {
        const uint16_t *step = steps[next < 0 ? from : met[next]];
        for (int i = 0; i < PARIS_STEPS && paris_to(step[i]) != PARIS_NOWHERE; i++) {
            int to = paris_to(step[i]);
            if (is_in(seen, to)) continue;
            put_in(seen, to, true);
            if (!paris_is_circle(to))
                met[count++] = (uint8_t)to;
            else if (!paris_is_besieger(survey->state->at[to]))
                home = ROOM_AT_HOME;
        }
    }
    return count + home < ROOM_ENOUGH ? count + home : ROOM_ENOUGH;
}

struct outside {
    int32_t worth; /* to the garrison */
    int freedom;   /* in quarters of a man */
};

/* Its men outside: those in a cage are lost to the garrison, though nobody captures them. */
static struct outside look_outside(const struct survey *survey)
{
    const struct paris_tables *tables = survey->tables;
    const uint8_t *man = survey->state->slot[PARIS_GARRISON];
    struct outside outside = {0};
    for (int i = 0; i < PARIS_SLOTS; i++) {
        if (man[i] == PARIS_NOWHERE || paris_is_circle(man[i])) continue;
        const paris_steps *steps = i == PARIS_GENERAL   ? tables->general
                                   : i == PARIS_COLONEL ? tables->colonel
                                                        : tables->soldier[0];
        int points = room(survey, steps, man[i]);
        outside.worth += OUTSIDE - CAGED * CAGE / (CAGE + points);
        outside.worth += hunt(survey, man[i], i >= 2);
        outside.freedom += (points > 0) + (points > 2) + (points > 7) + (points > 23);
    }
    return outside;
}

/* The net around the garrison: the smaller its mesh, the more is gained by drawing it closer (P22). */
static int32_t net(const struct survey *survey, const struct outside *outside, int exits)
{
    int32_t worth = NET / (NET_WIDTH + outside->freedom + OPEN_EXIT * exits);
    return survey->terms->reading[PARIS_SORTIE] == PARIS_SORTIE_BOARD ? worth : worth / 2;
}

int32_t paris_standing(const struct bv_terms *terms, const union bv_state *state)
{
    struct survey survey;
    survey.terms = terms;
    survey.tables = &terms->tables->paris;
    survey.state = &state->paris;
    find_men(&survey);
    survey.moves = paris_garrison_moves(terms, &state->paris, survey.move);
    struct inside inside = look_inside(&survey);
    struct outside outside = look_outside(&survey);
    int32_t besiegers = strength(&survey) + approach(&survey, inside.soldiers) + inside.worth +
                        net(&survey, &outside, inside.exits);
    int32_t garrison = scarcity(&survey) + captures(&survey) + outside.worth;
    return garrison - besiegers;
}
