/*
 * The invariant checker: everything derived is made again from the byte board, and whatever the rules promise
 * about a position between two actions is tested.
 */
#include "games/storage.h"

static const char *check_men(const struct paris_tables *tables, const struct paris_state *state)
{
    static const uint8_t besiegers[PARIS_RANKS_OF_MEN] = {1, 1, 2, 2, PARIS_SOLDIERS};
    int found[PARIS_PIECES] = {0};
    if (state->at[PARIS_NOWHERE] != PARIS_WALL) return "the wall has a breach";
    for (int point = 0; point < PARIS_POINTS; point++) {
        int piece = state->at[point];
        if (piece == PARIS_EMPTY) continue;
        if (piece >= PARIS_PIECES || !paris_letter(piece)) return "no such man";
        found[piece]++;
        if (paris_is_besieger(piece) && paris_keeps_colour(piece) && !paris_is_circle(point) &&
            tables->black[point] != paris_colour_of(paris_army_of(piece)))
            return "a Lieutenant or Soldier stands on the wrong colour";
    }
    for (int army = PARIS_WHITE; army <= PARIS_BLACK; army++)
        for (int rank = 0; rank < PARIS_RANKS_OF_MEN; rank++)
            if (found[paris_piece(army, rank)] > besiegers[rank]) return "too many besiegers";
    bool general = state->phase > PARIS_PLACE_GENERAL;
    bool others = state->phase > PARIS_PLACE_COLONEL;
    if (found[paris_piece(PARIS_GARRISON, PARIS_GENERAL)] != general ||
        found[paris_piece(PARIS_GARRISON, PARIS_COLONEL)] != others ||
        found[paris_piece(PARIS_GARRISON, PARIS_SOLDIER)] != (others ? PARIS_GARRISON_SOLDIERS : 0))
        return "the garrison is not complete";
    if (state->outside[0] > tables->soldiers_per_colour ||
        state->outside[1] > tables->soldiers_per_colour)
        return "too many garrison Soldiers on one colour";
    return NULL;
}

/* The same position, put together from nothing. */
static const char *check_derived(const struct paris_tables *tables, const struct paris_state *state)
{
    struct paris_state again;
    paris_clear(&again);
    for (int point = 0; point < PARIS_POINTS; point++)
        if (state->at[point]) paris_put(tables, &again, state->at[point], point);
    again.phase = state->phase;
    again.reason = state->reason;
    again.summoned = state->summoned;
    again.moved = state->moved;
    again.moves = state->moves;
    again.quiet = state->quiet;
    again.since = state->since;
    return bv_same(&again, state, sizeof again) ? NULL : "a derived field is out of date";
}

static const char *check_placing(const struct paris_tables *tables, const struct paris_state *state)
{
    if (state->moves || state->quiet || state->since) return "moves before the garrison is placed";
    for (int point = PARIS_CIRCLES; point < PARIS_POINTS; point++)
        if (state->at[point] != tables->start[point])
            return "somebody has moved before the garrison is placed";
    for (int circle = 0; circle < PARIS_CIRCLES; circle++)
        if (paris_is_besieger(state->at[circle]))
            return "somebody has moved before the garrison is placed";
    return NULL;
}

static const char *check_counts(const struct bv_terms *terms, const struct paris_state *state)
{
    int quiet_limit = paris_quiet_limit(terms);
    int all_moves = terms->tables->paris.all_moves;
    /* A move that ended the game at once, or whose turn has not ended, is not counted yet. */
    bool pending = state->phase == PARIS_SUMMONS ||
                   (state->phase == PARIS_OVER &&
                    (state->reason == PARIS_STORMED || state->reason == PARIS_ANNIHILATED ||
                     state->reason == PARIS_DENIED));
    if (state->quiet > state->since) return "quiet for longer than since the last capture";
    if (state->since > state->moves + pending)
        return "more moves since the last capture than in all";
    if (state->phase == PARIS_MOVE && (state->quiet >= quiet_limit || state->moves >= all_moves))
        return "play beyond the limits";
    if (state->phase == PARIS_SUMMONS && (state->quiet > quiet_limit || state->moves >= all_moves))
        return "play beyond the limits";
    return NULL;
}

static const char *check_summons(const struct bv_terms *terms, const struct paris_state *state)
{
    bv_action list[PARIS_MOVES_MAX];
    bool besiegers = paris_turn(state) != PARIS_GARRISON;
    bool asked =
        state->phase == PARIS_SUMMONS && terms->option[PARIS_SUMMONING] == PARIS_SUMMONS_MOVED;
    if (state->phase == PARIS_SUMMONS && (!besiegers || !paris_may_summon(terms, state)))
        return "nobody can be summoned";
    if ((state->moved != PARIS_NOWHERE) != asked) return "the man just moved is not asked for";
    if (asked && paris_army_of(state->at[state->moved]) != paris_turn(state))
        return "another army has moved";
    if (state->summoned == PARIS_NOWHERE) return NULL;
    if (besiegers || (state->phase != PARIS_MOVE && state->phase != PARIS_OVER))
        return "a summons while nobody can answer it";
    if (!paris_bound_moves(terms, state, list)) return "a summons that nobody can answer";
    return NULL;
}

/* Whether a game that the men have not decided is over. */
static const char *check_limits(const struct bv_terms *terms, const struct paris_state *state)
{
    bool lifts = terms->option[PARIS_IMPASSE] == PARIS_IMPASSE_LIFTED;
    bool quiet = state->quiet >= paris_quiet_limit(terms);
    bool limited = (quiet && !lifts) || state->moves >= terms->tables->paris.all_moves;
    if (state->reason == PARIS_LIFTED && (!quiet || !lifts)) return "the siege is not lifted";
    if (state->reason == PARIS_STALEMATE && !limited) return "the limits are not reached";
    return NULL;
}

/* Whether the side that has just moved could bring this end about. */
static const char *check_decision(const struct paris_state *state, bool garrison)
{
    if (state->reason == PARIS_STORMED && garrison) return "stormed in the garrison's turn";
    if (state->reason == PARIS_ANNIHILATED && !garrison) return "captured by no garrison";
    if (state->summoned != PARIS_NOWHERE) return "a summons after the end";
    return NULL;
}

static const char *check_end(const struct bv_terms *terms, const struct paris_state *state)
{
    const struct paris_tables *tables = &terms->tables->paris;
    uint8_t reason;
    bool over = state->phase == PARIS_OVER;
    bool decided = paris_is_decided(tables, state, &reason);
    bool garrison = paris_turn(state) == PARIS_GARRISON;
    bool immobilised = !decided && garrison && state->summoned == PARIS_NOWHERE &&
                       state->phase != PARIS_SUMMONS && paris_is_immobilised(terms, state);
    if (!over && state->reason) return "a reason to end while the game goes on";
    if (!over && (decided || immobilised)) return "the game goes on although it is decided";
    if (!over) return NULL;
    switch (state->reason) {
    case PARIS_STORMED:
    case PARIS_ANNIHILATED:
    case PARIS_DENIED:
        if (!decided || reason != state->reason) return "the men do not bear out the end";
        return check_decision(state, garrison);
    case PARIS_IMMOBILISED: return immobilised ? NULL : "the garrison can move";
    case PARIS_REPETITION:
    case PARIS_LIFTED:
    case PARIS_STALEMATE:
        return decided || immobilised ? "the game was decided before" : check_limits(terms, state);
    default: return "no such reason";
    }
}

const char *paris_check(const struct bv_terms *terms, const union bv_state *state)
{
    const struct paris_tables *tables = &terms->tables->paris;
    const struct paris_state *s = &state->paris;
    const char *wrong;
    if (s->phase >= PARIS_PHASES) return "no such phase";
    if (s->summoned > PARIS_NOWHERE || s->moved > PARIS_NOWHERE) return "no such point";
    if ((wrong = check_men(tables, s)) || (wrong = check_derived(tables, s))) return wrong;
    if (s->phase < PARIS_MOVE && (wrong = check_placing(tables, s))) return wrong;
    if ((wrong = check_counts(terms, s)) || (wrong = check_summons(terms, s))) return wrong;
    return s->phase < PARIS_MOVE ? NULL : check_end(terms, s);
}
