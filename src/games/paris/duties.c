/*
 * What binds the garrison (summons, sortie), and what the besiegers may ask of it. All of it is asked of the
 * plain list of the garrison's moves.
 */
#include "core/bits.h"
#include "games/storage.h"

static bool touches_square(bv_action move)
{
    return !paris_is_circle(paris_from(move)) || !paris_is_circle(paris_to(move)); /* P20 */
}

/* Whether some Soldier outside has an empty square before it: nearly always so, and quickly seen. */
static bool has_free_soldier(const struct paris_tables *tables, const struct paris_state *state)
{
    for (int i = 2; i < PARIS_SLOTS; i++) {
        const paris_rays *ray = &tables->ray[state->slot[PARIS_GARRISON][i]];
        for (int d = PARIS_FIRST_DIAGONAL; d < PARIS_DIRECTIONS; d++)
            if (state->at[paris_to((*ray)[d][0])] == PARIS_EMPTY) return true;
    }
    return false;
}

bool paris_is_immobilised(const struct bv_terms *terms, const struct paris_state *state)
{
    bv_action list[PARIS_MOVES_MAX];
    if (has_free_soldier(&terms->tables->paris, state)) return false;
    uint32_t count = paris_garrison_moves(terms, state, list);
    if (terms->option[PARIS_SORTIE] == PARIS_SORTIE_OFFICERS) return count == 0; /* P20 P22 */
    for (uint32_t i = 0; i < count; i++)
        if (touches_square(list[i])) return false; /* P20 P22 */
    return true;
}

/* Keeps, of a list of captures, those on one point. */
static uint32_t keep_captures_on(bv_action *list, uint32_t count, int point)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool answers = paris_to(list[i]) == point; /* P19 */
        list[kept] = list[i];
        kept += answers;
    }
    return kept;
}

static bool is_soldier(const struct paris_state *state, int point)
{
    return paris_rank_of(state->at[point]) == PARIS_SOLDIER;
}

/* Whether the garrison has Soldiers on squares and none of them can move. */
static bool soldiers_are_stuck(const struct paris_state *state, const bv_action *list,
                               uint32_t count)
{
    if (state->outside[0] + state->outside[1] == 0) return false; /* P20 */
    for (uint32_t i = 0; i < count; i++) {
        int from = paris_from(list[i]);
        if (!paris_is_circle(from) && is_soldier(state, from)) return false; /* P20 */
    }
    return true;
}

/* Keeps the officers' steps out of the fortress; if there are none, all moves are left as they were. */
static uint32_t keep_sorties(const struct paris_state *state, bv_action *list, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        int from = paris_from(list[i]);
        if (!paris_is_circle(from)) continue;             /* P20 */
        if (paris_is_circle(paris_to(list[i]))) continue; /* P20 */
        if (is_soldier(state, from)) continue;            /* P20 */
        bv_action sortie = list[i];
        list[i] = list[kept];
        list[kept++] = sortie;
    }
    return kept ? kept : count; /* P20 */
}

uint32_t paris_bound_moves(const struct bv_terms *terms, const struct paris_state *state,
                           bv_action *list)
{
    uint32_t count;
    if (state->summoned != PARIS_NOWHERE) { /* P19 P20 */
        count = paris_garrison_captures(terms, state, list);
        return keep_captures_on(list, count, state->summoned); /* P19 */
    }
    count = paris_garrison_moves(terms, state, list);
    if (soldiers_are_stuck(state, list, count)) return keep_sorties(state, list, count); /* P20 */
    return count;
}

/* Keeps the captures that may be asked for: all, or those of the man just moved. */
static uint32_t find_captures(const struct bv_terms *terms, const struct paris_state *state,
                              bv_action *list)
{
    uint32_t count = paris_garrison_captures(terms, state, list);
    if (terms->option[PARIS_SUMMONING] == PARIS_SUMMONS_ANY) return count; /* P19 */
    return keep_captures_on(list, count, state->moved);                    /* P19 */
}

bool paris_may_summon(const struct bv_terms *terms, const struct paris_state *state)
{
    bv_action list[PARIS_MOVES_MAX];
    return find_captures(terms, state, list) > 0; /* P19 */
}

/* A man is asked for once, however many could capture it. */
uint32_t paris_summonses(const struct bv_terms *terms, const struct paris_state *state,
                         bv_action *list)
{
    uint64_t targets[PARIS_WORDS] = {0};
    uint32_t count = find_captures(terms, state, list);
    for (uint32_t i = 0; i < count; i++)
        targets[paris_to(list[i]) / 64] |= (uint64_t)1 << paris_to(list[i]) % 64;
    count = 0;
    for (int word = 0; word < PARIS_WORDS; word++)
        while (targets[word])
            list[count++] = paris_action(PARIS_DO_SUMMON, word * 64 + bv_take64(&targets[word]), 0);
    return count;
}
