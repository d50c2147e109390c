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

enum {
    OFFICER = 45,       /* while the garrison still needs him (P23) */
    SPARE_OFFICER = 30, /* once it has captured enough of them */
    SOLDIER_DEEP =
        330, /* inside, past the gate: there for good, and denies the garrison its win (P14, P24) */
    SOLDIER_IN_GATE = 260, /* inside, with room to go on */
    SOLDIER_STUCK = 120,   /* in the gate, with no room */
    STORM_NEAR = 260,      /* enough Soldiers inside, and a gate open for an officer (P22) */
    STORM_FAR = 80,        /* no gate open */
    OFFICER_INSIDE = 130,  /* can still be captured */
    EXIT_HELD = 20,        /* a besieger on an exit square */
    GATE_SHUT = 5,         /* besiegers on all exit squares of a circle */
    ALL_SHUT = 10,         /* and on those of every other circle */
    GATE_GUARDED = 30,     /* a man of the garrison on the circle behind an exit */
    PLUG = 24,             /* a man of the garrison on an exit square */
    GATE_AJAR = 50,        /* no man there, and a besieger before it */
    HANGING = 12,          /* a besieger that could be captured now */
    FREE_MAN = 14,         /* of the garrison, outside, able to move */
    STUCK_MAN = 20,        /* outside, unable to */
    HUNTERS = 4,           /* so many count */
    HUNT = 4,              /* a hunter is drawn to its prey: for a square nearer */
    STEP_TO_EXIT = 3,
    BEFORE_EXIT = 2,       /* squares within which a phalanx counts */
    PHALANX = 10,          /* a man of it, who is protected */
    EVEN_STANDING = -2260, /* at the start, which is about even */
    LATE = 5,     /* the last part of the count in which a siege that makes no progress is lost */
    LIFTED = 900, /* and how much */
    MOVES_ENOUGH = 12, /* of the garrison's moves over squares, so many are plenty */
};

/* ---- The besiegers --------------------------------------------------------------------------- */

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
        int way = man->way;
        if (!soldier && way < officer_way) officer_way = way;
        worth += STEP_TO_EXIT * (CLOSE_TO_EXITS - way);
        if (way <= BEFORE_EXIT && !man->prey) worth += PHALANX;
    }
    return worth +
           officer_step[soldiers_inside < 2 ? soldiers_inside : 2] * (CLOSE_TO_EXITS - officer_way);
}

/* ---- The fortress ---------------------------------------------------------------------------- */

struct circle {
    int exits;   /* squares it leads to: those who have any are gates */
    int held;    /* of these, by besiegers */
    int plugged; /* by the garrison */
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
            seen.plugged += state->at[*to] && !paris_is_besieger(state->at[*to]);
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

/*
 * Every man of the garrison inside can be lured out by a summons (P19), and then another one stands
 * behind him or the gate is open: the last ones are worth most.
 */
static const int16_t home[PARIS_CIRCLES + 1] = {0, 80, 150, 210, 260, 300, 330, 350, 360};

static struct inside look_inside(const struct survey *survey)
{
    const struct paris_state *state = survey->state;
    struct inside inside = {0};
    bool all_shut = true;
    int at_home = 0;
    for (int point = 0; point < PARIS_CIRCLES; point++) {
        struct circle seen = look_at(survey, point);
        int piece = state->at[point];
        if (paris_is_besieger(piece)) {
            bool soldier = paris_rank_of(piece) == PARIS_SOLDIER;
            inside.worth += worth_inside(&seen, soldier);
            inside.soldiers += soldier;
        }
        at_home += piece && !paris_is_besieger(piece);
        if (!seen.exits) continue;
        inside.worth += EXIT_HELD * seen.held - PLUG * seen.plugged;
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
    inside.worth -= home[at_home];
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
    int moves = survey->moves_over_squares;
    return worth[moves < MOVES_ENOUGH ? moves : MOVES_ENOUGH];
}

/* The besiegers it could capture now; one of them usually gets away. */
static int32_t captures(const struct survey *survey)
{
    int32_t worth = 0;
    for (int i = 0; i < PARIS_WORDS; i++) worth += HANGING * bv_count64(survey->capturable[i]);
    return worth;
}

/* The best few hunters do the work; more of them are only missed at home. */
static int32_t hunters(const struct survey *survey)
{
    const uint8_t *man = survey->state->slot[PARIS_GARRISON];
    int32_t best[HUNTERS] = {0};
    int32_t worth = 0;
    for (int i = 0; i < PARIS_SLOTS; i++) {
        if (man[i] == PARIS_NOWHERE || paris_is_circle(man[i])) continue;
        bool is_free = paris_is_among(survey->free, man[i]);
        if (!is_free) worth -= STUCK_MAN;
        int32_t hunter = (is_free ? FREE_MAN : 0) + HUNT * (HUNT_FROM - survey->hunt[i]);
        for (int k = 0; k < HUNTERS; k++) {
            int32_t other = best[k];
            if (hunter <= other) continue;
            best[k] = hunter;
            hunter = other;
        }
    }
    for (int k = 0; k < HUNTERS; k++) worth += best[k];
    return worth;
}

/* ---- All of it ------------------------------------------------------------------------------- */

/*
 * Where the siege is lifted instead (impasse=lifted), the end of the count is lost for the besiegers.
 * Until it is near, waiting costs them nothing: men who hurry are captured.
 */
static int32_t relief(const struct survey *survey)
{
    if (survey->terms->option[PARIS_IMPASSE] != PARIS_IMPASSE_LIFTED) return 0;
    int32_t most = paris_quiet_limit(survey->terms);
    int32_t late = survey->state->quiet - most + most / LATE;
    return late > 0 ? LIFTED * late * LATE / most : 0;
}

int32_t paris_standing(const struct survey *survey)
{
    struct inside inside = look_inside(survey);
    int32_t besiegers = strength(survey) + approach(survey, inside.soldiers) + inside.worth;
    int32_t garrison = freedom(survey) + captures(survey) + hunters(survey);
    return garrison - besiegers - EVEN_STANDING + relief(survey);
}
