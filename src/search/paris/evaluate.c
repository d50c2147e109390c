/*
 * What a position is worth to the garrison.
 *
 * The besiegers win by shutting the garrison in or by storming (P22), so they are paid for coming
 * near the exits, for standing on them, for men inside, and for every move the garrison has lost.
 * The garrison wins by capturing nearly everything (P23), so it is paid for every man taken, the
 * more the fewer are left, for free men outside near besiegers without protection, and for guarding
 * the circles behind the exits.
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
    EXIT_HELD = 20,        /* a besieger on an exit square */
    GATE_SHUT = 5,         /* besiegers on all exit squares of a circle */
    ALL_SHUT = 10,         /* and on those of every other circle */
    GATE_GUARDED = 30,     /* a man of the garrison on the circle behind an exit */
    GATE_AJAR = 50,        /* no man there, and a besieger before it */
    HANGING = 12,          /* a besieger that could be captured now */
    FREE_MAN = 14,         /* of the garrison, outside, able to move */
    STUCK_MAN = 20,        /* outside, unable to */
    HUNT_FROM = 7,         /* squares from which a hunter is drawn to its prey */
    HUNT = 3,              /* a square nearer */
    CLOSE_TO_EXITS = 10,   /* squares from which a besieger's way to the exits counts */
    STEP_TO_EXIT = 3,
    MOVES_ENOUGH = 12, /* of the garrison's moves over squares, so many are plenty */
};

struct man {
    uint8_t point;
    uint8_t file;
    uint8_t rank;
    bool prey; /* unprotected, by a quick check */
};

struct survey {
    const struct bv_terms *terms;
    const struct paris_tables *tables;
    const struct paris_state *state;
    int men;
    struct man man[BESIEGERS];
    uint32_t moves;
    bv_action move[PARIS_MOVES_MAX];
};

static int distance(int file, int rank, int other_file, int other_rank)
{
    int across = file > other_file ? file - other_file : other_file - file;
    int along = rank > other_rank ? rank - other_rank : other_rank - rank;
    return across > along ? across : along;
}

/* ---- The besiegers --------------------------------------------------------------------------- */

/* At a glance: some besieger on a neighbouring square or along a line (P16). */
static bool has_company(const struct survey *survey, int point)
{
    bool orthogonal = survey->terms->option[PARIS_PROTECTION] == PARIS_PROTECTION_ORTHOGONAL;
    int directions = orthogonal ? PARIS_FIRST_DIAGONAL : PARIS_DIRECTIONS;
    unsigned around = 0;
    for (int d = 0; d < directions; d++)
        around |= survey->state->at[paris_to(survey->tables->ray[point][d][0])];
    if (point < PARIS_JOINED)
        for (const uint8_t *to = survey->tables->line[point]; *to != PARIS_NOWHERE; to++)
            around |= survey->state->at[*to];
    return (around & PARIS_BESIEGER_BITS) != 0;
}

static void add_man(struct survey *survey, int point)
{
    survey->man[survey->men++] = (struct man){.point = (uint8_t)point,
                                              .file = survey->tables->file[point],
                                              .rank = survey->tables->rank[point],
                                              .prey = !has_company(survey, point)};
}

static void find_men(struct survey *survey)
{
    const struct paris_state *state = survey->state;
    survey->men = 0;
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
 * What the remaining besiegers are worth: each Soldier the more, the fewer there are; and without
 * an officer there is no storming (P22), so the last few officers are worth much.
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
        paris_keeps_colour(piece) && survey->terms->option[PARIS_DIAGONALS] == PARIS_DIAGONALS_ANY;
    return returns || (paris_army_of(piece) == PARIS_WHITE ? to >= from : to <= from);
}

/* Squares to the nearest exit that he can still come to. */
static int way_to_exit(const struct survey *survey, const struct man *man)
{
    const struct paris_tables *tables = survey->tables;
    int piece = survey->state->at[man->point];
    int nearest = CLOSE_TO_EXITS;
    for (int exit = PARIS_CIRCLES; exit < PARIS_JOINED; exit++) {
        int far = distance(man->file, man->rank, tables->file[exit], tables->rank[exit]);
        if (far < nearest && may_reach_rank(survey, piece, man->rank, tables->rank[exit]))
            nearest = far;
    }
    return nearest;
}

/* How far they have come towards the exits; one officer must come all the way (P22). */
static int32_t approach(const struct survey *survey, int soldiers_inside)
{
    static const int16_t officer_step[3] = {2, 5, 14};
    int32_t worth = 0;
    int officer_way = CLOSE_TO_EXITS;
    for (int i = 0; i < survey->men; i++) {
        const struct man *man = &survey->man[i];
        if (paris_is_circle(man->point)) continue;
        bool soldier = paris_rank_of(survey->state->at[man->point]) == PARIS_SOLDIER;
        int way = way_to_exit(survey, man);
        if (!soldier && way < officer_way) officer_way = way;
        worth += STEP_TO_EXIT * (CLOSE_TO_EXITS - way);
    }
    return worth +
           officer_step[soldiers_inside < 2 ? soldiers_inside : 2] * (CLOSE_TO_EXITS - officer_way);
}

/* ---- The fortress ---------------------------------------------------------------------------- */

struct circle {
    int exits;   /* squares it leads to: those who have any are gates */
    int held;    /* of these, by besiegers */
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
        }
    }
    return seen;
}

struct inside {
    int32_t worth; /* to the besiegers */
    int soldiers;  /* of theirs */
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
    bool all_shut = true;
    for (int point = 0; point < PARIS_CIRCLES; point++) {
        struct circle seen = look_at(survey, point);
        int piece = state->at[point];
        if (paris_is_besieger(piece)) {
            bool soldier = paris_rank_of(piece) == PARIS_SOLDIER;
            inside.worth += worth_inside(&seen, soldier);
            inside.soldiers += soldier;
        }
        if (!seen.exits) continue;
        inside.worth += EXIT_HELD * seen.held;
        if (seen.held == seen.exits) inside.worth += GATE_SHUT;
        all_shut &= seen.held == seen.exits;
        if (piece == PARIS_EMPTY) {
            inside.open = true;
            if (seen.held) inside.worth += GATE_AJAR;
        } else if (!paris_is_besieger(piece)) {
            inside.worth -= GATE_GUARDED;
        }
    }
    if (all_shut) inside.worth += ALL_SHUT;
    if (inside.soldiers >= survey->tables->storm_soldiers)
        inside.worth += inside.open ? STORM_NEAR : STORM_FAR;
    return inside;
}

/* ---- The garrison ---------------------------------------------------------------------------- */

/* Its freedom: the moves over squares, without which it is immobilised (P20, P22). */
static int32_t freedom(const struct survey *survey)
{
    static const int16_t worth[MOVES_ENOUGH + 1] = {-340, -260, -200, -156, -122, -96, -74,
                                                    -56,  -40,  -26,  -15,  -6,   0};
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
        if (paris_action_kind(survey->move[i]) != PARIS_DO_CAPTURE || (seen[to / 64] & bit))
            continue;
        seen[to / 64] |= bit;
        worth += HANGING;
    }
    return worth;
}

/* A man outside looks for prey: Soldiers only on squares of their own colour. */
static int32_t scent(const struct survey *survey, int point, bool soldier)
{
    const struct paris_tables *tables = survey->tables;
    int nearest = HUNT_FROM;
    for (int i = 0; i < survey->men; i++) {
        const struct man *man = &survey->man[i];
        if (!man->prey || paris_is_circle(man->point)) continue;
        if (soldier && tables->black[man->point] != tables->black[point]) continue;
        int far = distance(man->file, man->rank, tables->file[point], tables->rank[point]);
        if (far < nearest) nearest = far;
    }
    return HUNT * (HUNT_FROM - nearest);
}

static int32_t hunters(const struct survey *survey)
{
    const uint8_t *man = survey->state->slot[PARIS_GARRISON];
    uint64_t free[PARIS_WORDS] = {0};
    int32_t worth = 0;
    for (uint32_t i = 0; i < survey->moves; i++) {
        int from = paris_from(survey->move[i]);
        free[from / 64] |= (uint64_t)1 << from % 64;
    }
    for (int i = 0; i < PARIS_SLOTS; i++) {
        if (man[i] == PARIS_NOWHERE || paris_is_circle(man[i])) continue;
        bool is_free = free[man[i] / 64] >> man[i] % 64 & 1;
        worth += is_free ? FREE_MAN : -STUCK_MAN;
        worth += scent(survey, man[i], i >= 2);
    }
    return worth;
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
    int32_t besiegers = strength(&survey) + approach(&survey, inside.soldiers) + inside.worth;
    int32_t garrison = freedom(&survey) + captures(&survey) + hunters(&survey);
    return garrison - besiegers;
}
