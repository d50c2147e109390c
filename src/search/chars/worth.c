#include "search/chars/worth.h"

static const double steepness = 5; /* how fast an advantage, as a part of all there is, wins */

/* Depots are worth most while there is an army to serve. */
static const float depot_per_tank[CHARS_DEPOTS] = {
    [CHARS_HEADQUARTERS] = 0.5F,
    [CHARS_AMMUNITION] = 3,
    [CHARS_FUEL] = 3,
};

double chars_exp(double x)
{
    if (x < -60) return 0;
    if (x > 60) x = 60;
    double twos = x * 1.4426950408889634;
    int whole = (int)twos;
    if (whole > twos) whole--;
    double part = twos - whole;
    double power =
        1 + part * (0.69314718 +
                    part * (0.24022651 +
                            part * (0.05550411 + part * (0.00961813 + part * 0.00133336))));
    uint64_t bits = (uint64_t)(whole + 1023) << 52;
    double scale;
    bv_copy(&scale, &bits, sizeof scale);
    return power * scale;
}

double chars_log(double x)
{
    uint64_t bits;
    bv_copy(&bits, &x, sizeof bits);
    int power = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffU) | (uint64_t)1023 << 52;
    double mantissa; /* 1 to 2 */
    bv_copy(&mantissa, &bits, sizeof mantissa);
    double t = (mantissa - 1) / (mantissa + 1);
    return power * 0.6931471805599453 + 2 * t * (1 + t * t / 3 + t * t * t * t / 5);
}

float chars_worth_of_rank(int rank, unsigned enemies)
{
    int all = __builtin_popcount(enemies);
    int beaten = __builtin_popcount(enemies & ((1U << rank) - 1)); /* C32 */
    return (float)CHARS_WORTH_TANK +
           (float)CHARS_WORTH_POWER * (float)beaten / (float)(all ? all : 1);
}

float chars_worth_of_depot(const struct chars_tables *t, const struct chars_state *s, int side,
                           int depot)
{
    (void)t;
    if (depot == CHARS_HEADQUARTERS) return (float)(2 + CHARS_WORTH_MINE * s->mines_left[side]);
    return 2 + depot_per_tank[depot] * (float)s->live[side];
}

int chars_progress(int side, int square)
{
    int rank = square / CHARS_WIDTH;
    return side == CHARS_GREEN ? rank : CHARS_SQUARES / CHARS_WIDTH - 1 - rank;
}

unsigned chars_ranks_alive(const struct chars_state *s, int side)
{
    unsigned ranks = 0;
    for (int rank = 0; rank < CHARS_TANKS; rank++)
        if (s->where[side][rank] != CHARS_GONE) ranks |= 1U << rank;
    return ranks;
}

static double strength(const struct chars_tables *t, const struct chars_state *s, int side)
{
    unsigned enemies = chars_ranks_alive(s, chars_other(side));
    float sum = (float)CHARS_WORTH_WHITE * s->whites[side] +
                (float)CHARS_WORTH_GUN * (float)bv_count128(s->guns & t->camp[side]);
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        int square = s->where[side][rank];
        if (square == CHARS_GONE) continue;
        bool command = bv_has128(s->commands, square);
        sum += chars_worth_of_rank(rank, enemies);
        sum += (float)(command ? CHARS_WORTH_COMMAND
                               : CHARS_WORTH_PROGRESS * chars_progress(side, square));
    }
    for (int depot = 0; depot < CHARS_DEPOTS; depot++)
        if (s->depot[side][depot] != CHARS_GONE) sum += chars_worth_of_depot(t, s, side, depot);
    return sum;
}

double chars_expectation(const struct chars_tables *t, const struct chars_state *s, int side)
{
    int enemy = chars_other(side);
    if (s->phase == CHARS_OVER) {
        if (s->live[0] && s->live[1]) return 0.5; /* C36 */
        if (s->live[side] == s->live[enemy]) return 0.5;
        return s->live[side] ? 1 : 0; /* C35 */
    }
    double own = strength(t, s, side);
    double other = strength(t, s, enemy);
    double quiet = (double)s->quiet / t->quiet_turns; /* C36: a draw is drawing near */
    double won = 1 / (1 + chars_exp(-steepness * (own - other) / (own + other)));
    return 0.5 + (won - 0.5) * (1 - quiet * quiet);
}

double chars_slope(const struct chars_tables *t, const struct chars_state *s)
{
    (void)t;
    double all = 130.0 * (s->live[0] + s->live[1]);
    return steepness / 4 / all;
}
