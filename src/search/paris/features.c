#include "search/paris/features.h"

#include "search/paris/evaluate.h"

/*
 * The features are counts, each a row in which as many hold as there are: men left, on the way,
 * protected, inside; what the garrison guards and can do; quiet moves made; then whose turn it is
 * and the options.
 */
enum {
    WAY_STEP = 6,    /* squares of all men's way to the exits */
    LURE_STEP = 3,   /* squares of a hunter's way to its prey */
    BEFORE_EXIT = 2, /* squares within which a man threatens an exit */
    NEAR_EXIT = 4,
    TURNS = 4,
    BOARDS = 4,
};

/* Counts of a position, as the rows of features. */
enum count {
    SOLDIERS_LEFT,
    OFFICERS_LEFT,
    WHITE_NEAR, /* Soldiers who can still come to an exit */
    BLACK_NEAR,
    OFFICERS_NEAR,
    WAY_MADE,    /* by all, towards the exits */
    LEADER_WAY,  /* by the officer nearest to one */
    BEFORE,      /* men before the exits, protected */
    BEFORE_PREY, /* and unprotected */
    PREY_NEAR,   /* unprotected men near them */
    PREY_FAR,
    SOLDIERS_DEEP, /* inside, by where they stand */
    SOLDIERS_IN_GATE,
    SOLDIERS_STUCK,
    OFFICERS_INSIDE,
    EXITS_HELD,
    GATES_SHUT,
    EXITS_PLUGGED, /* by the garrison */
    GATES_GUARDED,
    GATES_OPEN,
    GATES_AJAR, /* open, and a besieger before them */
    HOME,
    FREEDOM, /* moves of the garrison over squares */
    HANGING,
    OUTSIDE_FREE,
    OUTSIDE_STUCK,
    HUNT,             /* squares the hunters are near their prey */
    OFFICERS_OUTSIDE, /* of the garrison */
    QUIET,            /* pairs of quiet moves */
    LATE,             /* the last quiet moves one by one */
    COUNTS,
};

static const uint8_t row[COUNTS] = {
    [SOLDIERS_LEFT] = 24,   [OFFICERS_LEFT] = 12, [WHITE_NEAR] = 12,     [BLACK_NEAR] = 12,
    [OFFICERS_NEAR] = 12,   [WAY_MADE] = 40,      [LEADER_WAY] = 10,     [BEFORE] = 10,
    [BEFORE_PREY] = 6,      [PREY_NEAR] = 8,      [PREY_FAR] = 16,       [SOLDIERS_DEEP] = 3,
    [SOLDIERS_IN_GATE] = 2, [SOLDIERS_STUCK] = 2, [OFFICERS_INSIDE] = 3, [EXITS_HELD] = 4,
    [GATES_SHUT] = 2,       [EXITS_PLUGGED] = 4,  [GATES_GUARDED] = 2,   [GATES_OPEN] = 2,
    [GATES_AJAR] = 2,       [HOME] = 8,           [FREEDOM] = 16,        [HANGING] = 6,
    [OUTSIDE_FREE] = 8,     [OUTSIDE_STUCK] = 6,  [HUNT] = 16,           [OFFICERS_OUTSIDE] = 2,
    [QUIET] = 30,           [LATE] = 12,
};

enum {
    ROWS_END = 24 + 12 * 4 + 40 + 10 + 10 + 6 + 8 + 16 + 3 + 2 + 2 + 3 + 4 + 2 + 4 + 2 + 2 + 2 + 8 +
               16 + 6 + 8 + 6 + 16 + 2 + 30 + 12,
    AT_TURN = ROWS_END,
    AT_DRAWN = AT_TURN + TURNS,
    AT_BOARD = AT_DRAWN + 1,
    AT_DIAGONALS = AT_BOARD + BOARDS,
    AT_PROTECTION = AT_DIAGONALS + 2,
    AT_RETURN = AT_PROTECTION + 4,
    AT_SORTIE = AT_RETURN + 2,
    AT_SUMMONING = AT_SORTIE + 2,
    FEATURES = AT_SUMMONING + 2,
};

static void count_besiegers(const struct survey *survey, int count[COUNTS])
{
    int leader = CLOSE_TO_EXITS;
    int made = 0;
    for (int i = 0; i < survey->men; i++) {
        const struct man *man = &survey->man[i];
        int piece = survey->state->at[man->point];
        if (paris_is_circle(man->point)) continue;
        bool soldier = paris_rank_of(piece) == PARIS_SOLDIER;
        if (man->way < CLOSE_TO_EXITS)
            count[!soldier                              ? OFFICERS_NEAR
                  : paris_army_of(piece) == PARIS_WHITE ? WHITE_NEAR
                                                        : BLACK_NEAR]++;
        if (!soldier && man->way < leader) leader = man->way;
        made += CLOSE_TO_EXITS - man->way;
        if (man->way <= BEFORE_EXIT) count[man->prey ? BEFORE_PREY : BEFORE]++;
        if (man->prey) count[man->way <= NEAR_EXIT ? PREY_NEAR : PREY_FAR]++;
    }
    count[WAY_MADE] = made / WAY_STEP;
    count[LEADER_WAY] = CLOSE_TO_EXITS - leader;
}

static void count_circles(const struct survey *survey, int count[COUNTS])
{
    const struct paris_state *state = survey->state;
    for (int circle = 0; circle < PARIS_CIRCLES; circle++) {
        int piece = state->at[circle];
        int exits = 0, held = 0, plugged = 0;
        bool deeper = false;
        for (const uint8_t *to = survey->tables->line[circle]; *to != PARIS_NOWHERE; to++) {
            if (paris_is_circle(*to)) {
                deeper |= state->at[*to] == PARIS_EMPTY;
                continue;
            }
            exits++;
            held += paris_is_besieger(state->at[*to]);
            plugged += state->at[*to] && !paris_is_besieger(state->at[*to]);
        }
        if (paris_is_besieger(piece)) {
            if (paris_rank_of(piece) != PARIS_SOLDIER)
                count[OFFICERS_INSIDE]++;
            else
                count[!exits ? SOLDIERS_DEEP : deeper ? SOLDIERS_IN_GATE : SOLDIERS_STUCK]++;
        } else if (piece) {
            count[HOME]++;
        }
        if (!exits) continue;
        count[EXITS_HELD] += held;
        count[EXITS_PLUGGED] += plugged;
        count[GATES_SHUT] += held == exits;
        count[GATES_GUARDED] += piece && !paris_is_besieger(piece);
        count[GATES_OPEN] += !piece;
        count[GATES_AJAR] += !piece && held;
    }
}

static void count_garrison(const struct survey *survey, int count[COUNTS])
{
    const struct paris_tables *tables = survey->tables;
    const uint8_t *own = survey->state->slot[PARIS_GARRISON];
    uint64_t seen[PARIS_WORDS] = {0};
    uint64_t free[PARIS_WORDS] = {0};
    int lure = 0;
    for (uint32_t i = 0; i < survey->moves; i++) {
        int from = paris_from(survey->move[i]);
        int to = paris_to(survey->move[i]);
        uint64_t bit = (uint64_t)1 << to % 64;
        count[FREEDOM] += !paris_is_circle(from) || !paris_is_circle(to);
        free[from / 64] |= (uint64_t)1 << from % 64;
        if (paris_action_kind(survey->move[i]) != PARIS_DO_CAPTURE || (seen[to / 64] & bit))
            continue;
        seen[to / 64] |= bit;
        count[HANGING]++;
    }
    for (int i = 0; i < PARIS_SLOTS; i++) {
        if (own[i] == PARIS_NOWHERE || paris_is_circle(own[i])) continue;
        count[free[own[i] / 64] >> own[i] % 64 & 1 ? OUTSIDE_FREE : OUTSIDE_STUCK]++;
        count[OFFICERS_OUTSIDE] += i < 2;
        int nearest = 7;
        for (int k = 0; k < survey->men; k++) {
            const struct man *man = &survey->man[k];
            if (!man->prey || paris_is_circle(man->point)) continue;
            if (i >= 2 && tables->black[man->point] != tables->black[own[i]]) continue;
            int far =
                paris_distance(man->file, man->rank, tables->file[own[i]], tables->rank[own[i]]);
            if (far < nearest) nearest = far;
        }
        lure += 7 - nearest;
    }
    count[HUNT] = lure / LURE_STEP;
}

uint32_t paris_features(const struct survey *survey, uint16_t *list)
{
    const struct paris_state *state = survey->state;
    const uint8_t *option = survey->terms->option;
    int count[COUNTS] = {0};
    int limit = paris_quiet_limit(survey->terms);
    uint32_t listed = 0;
    count[SOLDIERS_LEFT] = state->soldiers_left;
    count[OFFICERS_LEFT] = state->officers_left;
    count_besiegers(survey, count);
    count_circles(survey, count);
    count_garrison(survey, count);
    count[QUIET] = state->quiet * 30 / limit;
    count[LATE] = state->quiet > limit - 12 ? state->quiet - limit + 12 : 0;
    int first = 0;
    for (int i = 0; i < COUNTS; first += row[i++])
        for (int k = 0; k < count[i] && k < row[i]; k++) list[listed++] = (uint16_t)(first + k);
    const int held[] = {
        AT_TURN + state->moves % TURNS,
        AT_BOARD + (option[PARIS_BOARD] < BOARDS ? option[PARIS_BOARD] : BOARDS - 1),
        AT_DIAGONALS + option[PARIS_DIAGONALS],
        AT_PROTECTION + option[PARIS_PROTECTION],
        AT_RETURN + option[PARIS_RETURN],
        AT_SORTIE + option[PARIS_SORTIE],
        AT_SUMMONING + option[PARIS_SUMMONING],
    };
    for (size_t i = 0; i < BV_COUNT(held); i++) list[listed++] = (uint16_t)held[i];
    if (option[PARIS_IMPASSE] == PARIS_IMPASSE_DRAW) list[listed++] = AT_DRAWN;
    BV_ASSERT(listed <= NET_ACTIVE_MAX);
    return listed;
}

/* ---- For the training ---------------------------------------------------------------------------- */

static uint32_t list_features(const struct bv_terms *terms, const union bv_state *state,
                              uint16_t *list)
{
    struct survey survey;
    paris_survey(terms, state, &survey);
    return paris_features(&survey, list);
}

static int32_t guess(const struct bv_terms *terms, const union bv_state *state)
{
    struct survey survey;
    paris_survey(terms, state, &survey);
    return paris_standing(&survey);
}

static int side(const union bv_state *state)
{
    (void)state;
    return PARIS_GARRISON;
}

/* The search reads summonses to their end before it evaluates. */
static bool asked(const struct bv_terms *terms, const union bv_state *state)
{
    (void)terms;
    return state->paris.phase == PARIS_MOVE && state->paris.summoned == PARIS_NOWHERE;
}

const struct net_input paris_input = {
    .features = FEATURES,
    .list = list_features,
    .guess = guess,
    .side = side,
    .asked = asked,
};
