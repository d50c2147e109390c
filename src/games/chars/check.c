/*
 * The invariants of a state and of a view. Some fields follow from the others (chars_derive); the
 * rest must make a position that play could have reached, as far as later rules depend on it. In a
 * view the other side's ranks may be unknown, and its mines counted but not seen.
 */
#include "games/storage.h"

/* Never before an `else`. */
#define REQUIRE(condition, message)                                                                \
    if (!(condition)) return (message)

/* ---- What follows from the rest -------------------------------------------------------------- */

static int next_after(bv_bits128 set)
{
    return set ? chars_highest(set) + 1 : 0;
}

static int derived_next(const struct chars_tables *t, const struct chars_state *s, int side)
{
    if (s->phase == CHARS_SETUP && s->placed[side] < CHARS_THING_GUN + t->guns)
        return next_after(s->guns & t->camp[side]);
    if (s->phase == CHARS_SETUP && s->placed[side] < t->set_up)
        return next_after(s->mines & t->camp[side]);
    if (s->phase == CHARS_PLOT && side != s->side) return next_after(s->white ? s->white : s->red);
    return 0;
}

static int count_placed(const struct chars_tables *t, const struct chars_state *s, int side)
{
    int count = s->live[side] + bv_count128((s->guns | s->mines) & t->camp[side]);
    for (int i = 0; i < CHARS_DEPOTS; i++) count += s->depot[side][i] != CHARS_GONE;
    return count;
}

void chars_derive(const struct chars_tables *t, struct chars_state *s)
{
    int gunner = chars_other(s->side);
    bool plotting = s->phase == CHARS_PLOT;
    int reds = s->white ? 0 : 0 - bv_count128(s->red);
    s->depots = 0;
    for (int side = 0; side < 2; side++) {
        bv_bits128 mines = s->mines & t->camp[side];
        for (int i = 0; i < CHARS_DEPOTS; i++)
            if (s->depot[side][i] != CHARS_GONE) s->depots |= bv_bit128(s->depot[side][i]);
        s->live[side] = (uint8_t)bv_count128(s->tanks[side]);
        if (mines) s->mines_left[side] = (uint8_t)bv_count128(mines);
        s->placed[side] = t->set_up;
        if (s->phase == CHARS_SETUP) s->placed[side] = (uint8_t)count_placed(t, s, side);
        s->next[side] = (uint8_t)derived_next(t, s, side);
    }
    if (!s->white) reds += chars_red_limit(t, s, gunner);
    s->reds_left = (uint8_t)(plotting ? reds : 0);
    s->whites_left = (uint8_t)(plotting ? s->whites[gunner] - bv_count128(s->white) : 0);
    s->steps = (uint8_t)(s->stood ? bv_count128(s->stood) - 1 : 0);
    s->padding = 0;
}

/* Squares that cannot hold a mine: what stands there now came without harm. */
bv_bits128 chars_least_swept(const struct chars_tables *t, const struct chars_state *s)
{
    bv_bits128 swept = 0;
    if (s->phase == CHARS_SETUP) return 0;
    for (int side = 0; side < 2; side++) {
        bv_bits128 visitors = s->tanks[chars_other(side)] & ~s->moved;
        if (s->side != side) visitors |= s->began;
        if (s->mines_left[side]) swept |= t->camp[side] & (s->guns | s->depots | visitors);
    }
    return swept;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static bool has_duplicates(const uint8_t *square, int count)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (square[i] == square[j] && square[i] < CHARS_SQUARES) return true;
    return false;
}

/* The ranks of a side: all known, or all but the announced ones unknown. */
static const char *check_ranks(const struct chars_state *s, int side)
{
    bv_bits128 seen = 0;
    int unknown = 0;
    int hidden = 0;
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        int square = s->where[side][rank];
        hidden += !(s->announced[side] >> rank & 1);
        unknown += square == CHARS_UNKNOWN;
        if (square == CHARS_UNKNOWN || square == CHARS_GONE) continue;
        REQUIRE(square < CHARS_SQUARES, "a rank is on no square");
        seen |= bv_bit128(square);
    }
    REQUIRE(s->announced[side] >> CHARS_TANKS == 0, "a rank is announced that does not exist");
    REQUIRE(!has_duplicates(s->where[side], CHARS_TANKS), "two ranks are on one square");
    REQUIRE(!(seen & ~s->tanks[side]), "a rank stands where no tank is");
    for (size_t i = CHARS_TANKS; i < BV_COUNT(s->where[side]); i++)
        REQUIRE(s->where[side][i] == CHARS_GONE, "there are more than six ranks");
    if (!unknown) {
        REQUIRE(seen == s->tanks[side], "a tank has no rank");
        return NULL;
    }
    REQUIRE(unknown == hidden, "unannounced ranks are unknown all together");
    REQUIRE(seen != s->tanks[side], "ranks are unknown though no tank's is");
    REQUIRE(bv_count128(s->tanks[side] & ~seen) <= unknown, "there are more tanks than ranks");
    REQUIRE(s->phase != CHARS_SETUP && s->phase != CHARS_OVER, "ranks are hidden in this phase");
    return NULL;
}

static const char *check_depots(const struct chars_tables *t, const struct chars_state *s, int side)
{
    for (int i = 0; i < CHARS_DEPOTS; i++) {
        int square = s->depot[side][i];
        if (square == CHARS_GONE) continue;
        REQUIRE(square < CHARS_SQUARES, "an installation is on no square");
        REQUIRE(bv_has128(t->camp[side] & ~t->back[side], square),
                "an installation is outside its camp or on the back rank");
        for (int j = 0; j < i; j++)
            REQUIRE(s->depot[side][j] == CHARS_GONE ||
                        !bv_has128(t->cross[s->depot[side][j]], square),
                    "two installations share a rank or a file");
    }
    return NULL;
}

static const char *check_side(const struct chars_tables *t, const struct chars_state *s, int side)
{
    bv_bits128 mines = s->mines & t->camp[side];
    const char *wrong = check_ranks(s, side);
    if (!wrong) wrong = check_depots(t, s, side);
    if (wrong) return wrong;
    REQUIRE(bv_count128(s->tanks[side]) <= CHARS_TANKS, "a side has more than six tanks");
    REQUIRE(bv_count128(s->guns & t->camp[side]) <= t->guns, "a side has too many guns");
    REQUIRE(s->mines_left[side] <= t->mines, "a side has too many mines");
    REQUIRE(mines || !s->mines_left[side] || s->phase != CHARS_OVER, "mines are hidden at the end");
    REQUIRE(s->phase == CHARS_SETUP || s->depot[side][CHARS_HEADQUARTERS] != CHARS_GONE ||
                !s->mines_left[side],
            "there are mines without headquarters");
    REQUIRE(s->mines_left[side] || !(s->swept & t->camp[side]),
            "squares are swept though there is no mine");
    REQUIRE(bv_count128(t->camp[side] & ~s->swept) >= s->mines_left[side],
            "there is no room for the mines left");
    REQUIRE(s->whites[side] <= t->whites, "a side has too many white shots");
    return NULL;
}

static const char *check_pieces(const struct chars_tables *t, const struct chars_state *s)
{
    bv_bits128 camps = t->camp[0] | t->camp[1];
    bv_bits128 tanks = s->tanks[0] | s->tanks[1];
    bv_bits128 on_depots = tanks & s->depots;
    for (int side = 0; side < 2; side++) {
        const char *wrong = check_side(t, s, side);
        if (wrong) return wrong;
    }
    REQUIRE(!(tanks & ~chars_board()), "a tank is off the board");
    REQUIRE(!(s->tanks[0] & s->tanks[1]), "two tanks are on one square");
    REQUIRE(!((tanks | s->depots) & s->guns), "a gun shares its square");
    REQUIRE(!((s->guns | s->mines | s->swept) & ~camps), "a gun or a mine is outside the camps");
    REQUIRE(!(s->mines & (s->guns | s->depots | s->swept)), "a mine is where none can be");
    REQUIRE(!(chars_least_swept(t, s) & ~s->swept), "a mine could be where none can be");
    REQUIRE(!(s->commands & ~tanks), "a command tank is not there");
    REQUIRE(s->phase == CHARS_MOVE || !on_depots, "a tank stands on an installation");
    REQUIRE(!(on_depots & ~(s->moved & t->camp[chars_other(s->side)])),
            "a tank stands on an installation that it cannot have entered");
    return NULL;
}

/* ---- Phases ---------------------------------------------------------------------------------- */

/* The side's things are there in the order of the set-up. */
static const char *check_set_up_side(const struct chars_tables *t, const struct chars_state *s,
                                     int side)
{
    int placed = s->placed[side];
    int mines = placed - CHARS_THING_GUN - t->guns;
    for (int i = 0; i < CHARS_THING_GUN; i++) {
        int square =
            i < CHARS_THING_TANK ? s->depot[side][i] : s->where[side][i - CHARS_THING_TANK];
        REQUIRE((square != CHARS_GONE) == (i < placed), "the set-up is out of order");
    }
    REQUIRE(!(s->tanks[side] & ~t->back[side]), "a tank is not on its back rank");
    REQUIRE(!(s->mines & s->tanks[side]), "a mine is under a tank");
    REQUIRE(s->mines_left[side] == (mines > 0 ? mines : 0), "the set-up is out of order");
    if (placed < t->set_up && s->next[side]) {
        bv_bits128 room = t->camp[side] & ~chars_pieces(s) & chars_from_on(s->next[side]);
        int more = mines < 0 ? 0 - mines : t->set_up - placed;
        REQUIRE(bv_count128(room) >= more, "the set-up cannot be completed");
    }
    return NULL;
}

static const char *check_set_up(const struct chars_tables *t, const struct chars_state *s)
{
    for (int side = 0; side < 2; side++) {
        const char *wrong = check_set_up_side(t, s, side);
        if (wrong) return wrong;
        REQUIRE(s->whites[side] == t->whites, "white shots are spent before the game");
        REQUIRE(!s->announced[side], "a rank is announced before the game");
    }
    REQUIRE(s->placed[0] < t->set_up || s->placed[1] < t->set_up, "the set-up is complete");
    REQUIRE(!s->swept && !s->commands && !s->blanks && !s->quiet && s->side == CHARS_GREEN,
            "the set-up has fields of a game");
    return NULL;
}

static const char *check_plot(const struct bv_terms *terms, const struct chars_state *s)
{
    const struct chars_tables *t = &terms->tables->chars;
    int gunner = chars_other(s->side);
    bv_bits128 plot = s->red | s->white;
    bv_bits128 own_depots = s->depots & t->camp[gunner];
    bv_bits128 taken = s->tanks[gunner] | s->guns | (s->depots & ~own_depots);
    taken |= s->phase == CHARS_MOVE ? s->began : s->tanks[s->side];
    if (!terms->option[CHARS_OWN_FIRE]) taken |= own_depots;
    REQUIRE(!plot || (!s->blanks && (s->phase == CHARS_PLOT || s->phase == CHARS_MOVE)),
            "there are shots when nobody fires");
    REQUIRE(!(s->red & s->white), "two shots are on one square");
    REQUIRE(!(plot & (taken | ~chars_board())), "a shot is on a square that was not free");
    REQUIRE(bv_count128(s->red) <= chars_red_limit(t, s, gunner), "there are too many red shots");
    REQUIRE(bv_count128(s->white) <= s->whites[gunner], "there are too many white shots");
    return NULL;
}

static const char *check_active(const struct chars_tables *t, const struct chars_state *s)
{
    if (s->active == CHARS_GONE) {
        REQUIRE(!s->stood, "no tank is active, yet it has stood somewhere");
        return NULL;
    }
    int limit = chars_is_few(t, s) ? t->points + t->points_without_fuel : t->tank_steps;
    REQUIRE(s->active < CHARS_SQUARES && bv_has128(s->moved & s->stood, s->active),
            "the active tank has not moved");
    REQUIRE(!bv_has128(s->depots, s->active), "the active tank has ended its move");
    REQUIRE(s->steps > 0 && s->steps < limit, "the active tank has ended its move");
    REQUIRE(!(s->stood & ~chars_board()), "the active tank has stood off the board");
    return NULL;
}

static const char *check_movement(const struct chars_tables *t, const struct chars_state *s)
{
    bv_bits128 tanks = s->tanks[s->side];
    bv_bits128 others = s->tanks[chars_other(s->side)] | s->guns | s->depots;
    int used = chars_points(t, s, s->side) - s->points;
    const char *wrong = check_active(t, s);
    if (wrong) return wrong;
    REQUIRE(!(s->moved & ~tanks), "a tank has moved that is not there");
    REQUIRE(!(tanks & ~s->moved & ~s->began), "a tank that has not moved is not where it began");
    REQUIRE(!(s->began & (others | ~chars_board())), "a tank began on a taken square");
    REQUIRE(bv_count128(s->began) == s->live[s->side], "the tanks began otherwise");
    REQUIRE(s->points > 0 && used >= bv_count128(s->moved) && (used > 0) == (s->moved != 0),
            "the points do not fit the steps");
    REQUIRE(used >= s->steps, "the points do not fit the steps");
    REQUIRE(s->forward <= (used > 0), "a forward step was made before the first step");
    REQUIRE(chars_can_step(t, s), "no step is possible");
    return NULL;
}

static const char *check_fights(const struct chars_tables *t, const struct chars_state *s)
{
    bv_action list[4 * CHARS_TANKS + 1];
    bool found = false;
    if (s->phase == CHARS_FIGHT) {
        REQUIRE(chars_has_fight(t, s), "no fight is possible");
        return NULL;
    }
    uint32_t count = chars_list_fights(t, s, list);
    for (uint32_t i = 0; i < count; i++)
        found |= list[i] == chars_action(CHARS_ATTACK, s->attacker, s->target);
    REQUIRE(found && bv_has128(s->guns, s->target), "the tank does not fight that gun");
    return NULL;
}

static const char *check_idle_fields(const struct chars_state *s)
{
    bool moving = s->phase == CHARS_MOVE;
    bool fighting = s->phase == CHARS_FIGHT || s->phase == CHARS_ROLL;
    bool rolling = s->phase == CHARS_ROLL;
    REQUIRE(s->loud <= fighting, "a field does not belong to the phase: loud");
    REQUIRE(moving || (!s->points && !s->forward && !s->began && !s->moved && !s->stood &&
                       s->active == CHARS_GONE),
            "a field does not belong to the phase: movement");
    REQUIRE(rolling || (s->attacker == CHARS_GONE && s->target == CHARS_GONE),
            "a field does not belong to the phase: fight");
    return NULL;
}

static const char *check_phase(const struct bv_terms *terms, const struct chars_state *s)
{
    const struct chars_tables *t = &terms->tables->chars;
    const char *wrong = check_idle_fields(s);
    if (!wrong) wrong = check_plot(terms, s);
    if (wrong) return wrong;
    if (s->phase == CHARS_SETUP) return check_set_up(t, s);
    bool running = s->live[0] && s->live[1] && s->quiet < t->quiet_turns;
    REQUIRE(running == (s->phase != CHARS_OVER), "the game should be over, or is not");
    REQUIRE(s->quiet <= t->quiet_turns, "too many quiet turns");
    REQUIRE(s->blanks <= (s->side == CHARS_GREEN ? 2 : 1), "too many blank turns");
    REQUIRE(!s->blanks || s->phase != CHARS_PLOT, "nobody fires at a blank turn");
    if (s->phase == CHARS_MOVE) return check_movement(t, s);
    if (s->phase == CHARS_FIGHT || s->phase == CHARS_ROLL) return check_fights(t, s);
    return NULL;
}

const char *chars_check(const struct bv_terms *terms, const union bv_state *state)
{
    const struct chars_state *s = &state->chars;
    struct chars_state derived = *s;
    REQUIRE(s->phase < CHARS_PHASES && s->side < 2, "there is no such phase or side");
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < CHARS_DEPOTS; i++)
            REQUIRE(s->depot[side][i] < CHARS_SQUARES || s->depot[side][i] == CHARS_GONE,
                    "an installation is on no square");
    chars_derive(&terms->tables->chars, &derived);
    REQUIRE(bv_same(&derived, s, sizeof derived), "a derived field is wrong");
    const char *wrong = check_pieces(&terms->tables->chars, s);
    return wrong ? wrong : check_phase(terms, s);
}
