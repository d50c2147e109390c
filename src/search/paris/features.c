#include "search/paris/features.h"

#include "core/bits.h"
#include "search/paris/evaluate.h"

/*
 * The features: who stands where, which besiegers are unprotected and which can be captured; then
 * counts (men left, on the way, protected, inside; what the garrison guards and can do; quiet moves
 * made), whose turn it is, and the options.
 *
 * The board is the same upside down with the armies exchanged, so it is turned to where the army
 * that moves next goes up: what is learned of one is known of the other.
 */
enum {
    CELLS = PARIS_CIRCLES + PARIS_RANKS * PARIS_FILES,
    WAY_STEP = 12,   /* squares of all men's way to the exits */
    HUNT_STEP = 3,   /* squares of a hunter's way to its prey */
    BEFORE_EXIT = 2, /* squares within which a man threatens an exit */
    NEAR_EXIT = 4,
    QUIET_STEPS = 15,
    QUIET_LAST = 12,
    TURNS = 2,
    BOARDS = 4,
};

/* Who stands on a cell: four kinds of either army, the one that moves next first. */
enum kind {
    SOLDIER,
    LIEUTENANT,
    WALKER, /* Colonel or Captain */
    GENERAL,
    FAR_ARMY,
    GARRISON_GENERAL = 2 * FAR_ARMY,
    GARRISON_COLONEL,
    GARRISON_SOLDIER,
    UNPROTECTED, /* a besieger out of reach of the garrison */
    CAPTURABLE,
    KINDS,
};

/* Counts of a position, as the rows of features. */
enum count {
    /* Of these rows one feature holds. */
    SOLDIERS_LEFT,
    OFFICERS_LEFT,
    SOLDIERS_NEAR, /* who can still come to an exit, of the army that moves next */
    FAR_SOLDIERS_NEAR,
    OFFICERS_NEAR,
    WAY_MADE, /* by all, towards the exits */
    QUIET,
    /* Of these as many as are counted. */
    LEADER_WAY,  /* by the officer nearest to an exit */
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
    LATE,             /* the last quiet moves one by one */
    COUNTS,
    FIRST_ADDED_UP = LEADER_WAY,
};

static const uint8_t row[COUNTS] = {
    [SOLDIERS_LEFT] = 25,
    [OFFICERS_LEFT] = 13,
    [SOLDIERS_NEAR] = 13,
    [FAR_SOLDIERS_NEAR] = 13,
    [OFFICERS_NEAR] = 13,
    [WAY_MADE] = 24,
    [QUIET] = QUIET_STEPS,
    [LEADER_WAY] = 10,
    [BEFORE] = 10,
    [BEFORE_PREY] = 6,
    [PREY_NEAR] = 8,
    [PREY_FAR] = 16,
    [SOLDIERS_DEEP] = 3,
    [SOLDIERS_IN_GATE] = 2,
    [SOLDIERS_STUCK] = 2,
    [OFFICERS_INSIDE] = 3,
    [EXITS_HELD] = 4,
    [GATES_SHUT] = 2,
    [EXITS_PLUGGED] = 4,
    [GATES_GUARDED] = 2,
    [GATES_OPEN] = 2,
    [GATES_AJAR] = 2,
    [HOME] = 8,
    [FREEDOM] = 16,
    [HANGING] = 6,
    [OUTSIDE_FREE] = 8,
    [OUTSIDE_STUCK] = 6,
    [HUNT] = 16,
    [OFFICERS_OUTSIDE] = 2,
    [LATE] = QUIET_LAST,
};

enum {
    ONE_HOLDS = 25 + 4 * 13 + 24 + QUIET_STEPS,
    ADDED_UP = 10 + 10 + 6 + 8 + 16 + 3 + 2 + 2 + 3 + 4 + 2 + 4 + 2 + 2 + 2 + 8 + 16 + 6 + 8 + 6 +
               16 + 2 + QUIET_LAST,
    AT_COUNTS = KINDS * CELLS,
    AT_TURN = AT_COUNTS + ONE_HOLDS + ADDED_UP,
    AT_DRAWN = AT_TURN + TURNS,
    AT_BOARD = AT_DRAWN + 1,
    AT_DIAGONALS = AT_BOARD + BOARDS,
    AT_PROTECTION = AT_DIAGONALS + 2,
    AT_RETURN = AT_PROTECTION + 4,
    AT_SORTIE = AT_RETURN + 2,
    AT_SUMMONING = AT_SORTIE + 2,
    FEATURES = AT_SUMMONING + 2,
};

/* Every man, every besieger once more, the counts, turn and options. */
_Static_assert(2 * BESIEGERS + PARIS_SLOTS + FIRST_ADDED_UP + ADDED_UP + 2 + PARIS_OPTIONS <=
                   UINT8_MAX,
               "no list of features is longer than a file of them can say");

struct listing {
    const struct survey *survey;
    bool turned;
    uint16_t *list;
    uint32_t listed;
    int count[COUNTS];
};

static void add(struct listing *listing, int feature)
{
    listing->list[listing->listed++] = (uint16_t)feature;
}

/* ---- Who stands where ------------------------------------------------------------------------- */

/* The circles are numbered around the fortress, from the lowest on. */
static int cell_of(const struct listing *listing, int point)
{
    const struct paris_tables *tables = listing->survey->tables;
    if (paris_is_circle(point))
        return listing->turned ? (PARIS_CIRCLES + PARIS_CIRCLES / 2 - point) % PARIS_CIRCLES
                               : point;
    int rank = listing->turned ? PARIS_RANKS - 1 - tables->rank[point] : tables->rank[point];
    return PARIS_CIRCLES + rank * PARIS_FILES + tables->file[point];
}

static void add_man(struct listing *listing, const struct man *man)
{
    static const uint8_t kind[PARIS_RANKS_OF_MEN] = {GENERAL, WALKER, WALKER, LIEUTENANT, SOLDIER};
    int piece = listing->survey->state->at[man->point];
    int cell = cell_of(listing, man->point);
    bool far = (paris_army_of(piece) == PARIS_BLACK) != listing->turned;
    add(listing, (kind[paris_rank_of(piece)] + (far ? FAR_ARMY : 0)) * CELLS + cell);
    if (paris_is_among(listing->survey->capturable, man->point))
        add(listing, CAPTURABLE * CELLS + cell);
    else if (man->prey)
        add(listing, UNPROTECTED * CELLS + cell);
}

static void add_men(struct listing *listing)
{
    const uint8_t *own = listing->survey->state->slot[PARIS_GARRISON];
    for (int i = 0; i < listing->survey->men; i++) add_man(listing, &listing->survey->man[i]);
    for (int i = 0; i < PARIS_SLOTS; i++) {
        int kind = i < 2 ? GARRISON_GENERAL + i : GARRISON_SOLDIER;
        if (own[i] != PARIS_NOWHERE) add(listing, kind * CELLS + cell_of(listing, own[i]));
    }
}

/* ---- Counts ----------------------------------------------------------------------------------- */

static void count_besiegers(struct listing *listing)
{
    const struct survey *survey = listing->survey;
    int *count = listing->count;
    int leader = CLOSE_TO_EXITS;
    int made = 0;
    for (int i = 0; i < survey->men; i++) {
        const struct man *man = &survey->man[i];
        int piece = survey->state->at[man->point];
        if (paris_is_circle(man->point)) continue;
        bool soldier = paris_rank_of(piece) == PARIS_SOLDIER;
        bool far = (paris_army_of(piece) == PARIS_BLACK) != listing->turned;
        if (man->way < CLOSE_TO_EXITS)
            count[!soldier ? OFFICERS_NEAR : far ? FAR_SOLDIERS_NEAR : SOLDIERS_NEAR]++;
        if (!soldier && man->way < leader) leader = man->way;
        made += CLOSE_TO_EXITS - man->way;
        if (man->way <= BEFORE_EXIT) count[man->prey ? BEFORE_PREY : BEFORE]++;
        if (man->prey) count[man->way <= NEAR_EXIT ? PREY_NEAR : PREY_FAR]++;
    }
    count[WAY_MADE] = made / WAY_STEP;
    count[LEADER_WAY] = CLOSE_TO_EXITS - leader;
}

static void count_circles(struct listing *listing)
{
    const struct survey *survey = listing->survey;
    const struct paris_state *state = survey->state;
    int *count = listing->count;
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

static void count_garrison(struct listing *listing)
{
    const struct survey *survey = listing->survey;
    const uint8_t *own = survey->state->slot[PARIS_GARRISON];
    int *count = listing->count;
    int hunted = 0;
    count[FREEDOM] = survey->moves_over_squares;
    for (int i = 0; i < PARIS_WORDS; i++) count[HANGING] += bv_count64(survey->capturable[i]);
    for (int i = 0; i < PARIS_SLOTS; i++) {
        if (own[i] == PARIS_NOWHERE || paris_is_circle(own[i])) continue;
        count[paris_is_among(survey->free, own[i]) ? OUTSIDE_FREE : OUTSIDE_STUCK]++;
        count[OFFICERS_OUTSIDE] += i < 2;
        hunted += HUNT_FROM - survey->hunt[i];
    }
    count[HUNT] = hunted / HUNT_STEP;
}

static void count_quiet_moves(struct listing *listing)
{
    int quiet = listing->survey->state->quiet;
    int limit = paris_quiet_limit(listing->survey->terms);
    listing->count[QUIET] = quiet * QUIET_STEPS / limit;
    listing->count[LATE] = quiet > limit - QUIET_LAST ? quiet - limit + QUIET_LAST : 0;
}

static void add_counts(struct listing *listing)
{
    int first = AT_COUNTS;
    for (int i = 0; i < COUNTS; first += row[i++]) {
        int most = i < FIRST_ADDED_UP ? row[i] - 1 : row[i];
        int number = listing->count[i] < most ? listing->count[i] : most;
        if (i < FIRST_ADDED_UP)
            add(listing, first + number);
        else
            for (int k = 0; k < number; k++) add(listing, first + k);
    }
}

/* ---- All of it -------------------------------------------------------------------------------- */

static void add_terms(struct listing *listing)
{
    const uint8_t *option = listing->survey->terms->option;
    add(listing, AT_TURN + listing->survey->state->moves % TURNS);
    add(listing, AT_BOARD + (option[PARIS_BOARD] < BOARDS ? option[PARIS_BOARD] : BOARDS - 1));
    add(listing, AT_DIAGONALS + option[PARIS_DIAGONALS]);
    add(listing, AT_PROTECTION + option[PARIS_PROTECTION]);
    add(listing, AT_RETURN + option[PARIS_RETURN]);
    add(listing, AT_SORTIE + option[PARIS_SORTIE]);
    add(listing, AT_SUMMONING + option[PARIS_SUMMONING]);
    if (option[PARIS_IMPASSE] == PARIS_IMPASSE_DRAW) add(listing, AT_DRAWN);
}

uint32_t paris_features(const struct survey *survey, uint16_t *list)
{
    struct listing listing = {
        .survey = survey, .list = list, .turned = survey->state->moves % 4 >= 2};
    listing.count[SOLDIERS_LEFT] = survey->state->soldiers_left;
    listing.count[OFFICERS_LEFT] = survey->state->officers_left;
    count_besiegers(&listing);
    count_circles(&listing);
    count_garrison(&listing);
    count_quiet_moves(&listing);
    add_men(&listing);
    add_counts(&listing);
    add_terms(&listing);
    BV_ASSERT(listing.listed <= NET_ACTIVE_MAX);
    return listing.listed;
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
