#include "search/paris/survey.h"

#include "core/bits.h"

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

/*
 * Whether a man on squares can still come to an exit square: some never go back, some never leave
 * their colour or the diagonals (P7 to P10).
 */
static bool may_reach(const struct survey *survey, const struct man *man, int exit)
{
    const struct paris_tables *tables = survey->tables;
    int piece = survey->state->at[man->point];
    int army = paris_army_of(piece);
    int across = tables->file[exit] - man->file;
    int ahead = tables->rank[exit] - man->rank;
    if (army == PARIS_BLACK) ahead = -ahead;
    if (across < 0) across = -across;
    if (!paris_keeps_colour(piece)) return ahead >= 0;
    if (tables->black[exit] != paris_colour_of(army)) return false;
    return survey->terms->option[PARIS_DIAGONALS] == PARIS_DIAGONALS_ANY || ahead >= across;
}

/* Squares to the nearest exit that he can still come to. */
static int way_to_exit(const struct survey *survey, const struct man *man)
{
    const struct paris_tables *tables = survey->tables;
    int nearest = CLOSE_TO_EXITS;
    for (int exit = PARIS_CIRCLES; exit < PARIS_JOINED; exit++) {
        int far = paris_distance(man->file, man->rank, tables->file[exit], tables->rank[exit]);
        if (far < nearest && may_reach(survey, man, exit)) nearest = far;
    }
    return nearest;
}

static void add_man(struct survey *survey, int point)
{
    survey->man[survey->men++] = (struct man){.point = (uint8_t)point,
                                              .file = survey->tables->file[point],
                                              .rank = survey->tables->rank[point],
                                              .prey = !has_company(survey, point)};
    struct man *man = &survey->man[survey->men - 1];
    if (!paris_is_circle(point)) man->way = (uint8_t)way_to_exit(survey, man);
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

/* Squares to the nearest unprotected besieger: for Soldiers, on squares of their own colour. */
static int way_to_prey(const struct survey *survey, int point, bool soldier)
{
    const struct paris_tables *tables = survey->tables;
    int nearest = HUNT_FROM;
    for (int i = 0; i < survey->men; i++) {
        const struct man *man = &survey->man[i];
        if (!man->prey || paris_is_circle(man->point)) continue;
        if (soldier && tables->black[man->point] != tables->black[point]) continue;
        int far = paris_distance(man->file, man->rank, tables->file[point], tables->rank[point]);
        if (far < nearest) nearest = far;
    }
    return nearest;
}

static void look_for_prey(struct survey *survey)
{
    const uint8_t *man = survey->state->slot[PARIS_GARRISON];
    for (int i = 0; i < PARIS_SLOTS; i++)
        if (man[i] != PARIS_NOWHERE && !paris_is_circle(man[i]))
            survey->hunt[i] = (uint8_t)way_to_prey(survey, man[i], i >= 2);
}

static void look_at_moves(struct survey *survey)
{
    bv_action list[PARIS_MOVES_MAX];
    uint32_t count = paris_garrison_moves(survey->terms, survey->state, list);
    survey->moves_over_squares = 0;
    bv_clear(survey->free, sizeof survey->free);
    bv_clear(survey->capturable, sizeof survey->capturable);
    for (uint32_t i = 0; i < count; i++) {
        int from = paris_from(list[i]);
        int to = paris_to(list[i]);
        survey->moves_over_squares += !paris_is_circle(from) || !paris_is_circle(to);
        survey->free[from / 64] |= (uint64_t)1 << from % 64;
        if (paris_action_kind(list[i]) == PARIS_DO_CAPTURE)
            survey->capturable[to / 64] |= (uint64_t)1 << to % 64;
    }
}

void paris_survey(const struct bv_terms *terms, const union bv_state *state, struct survey *survey)
{
    survey->terms = terms;
    survey->tables = &terms->tables->paris;
    survey->state = &state->paris;
    find_men(survey);
    look_for_prey(survey);
    look_at_moves(survey);
}
