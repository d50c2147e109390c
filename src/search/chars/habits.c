#include "search/chars/habits.h"

#include "search/chars/worth.h"

static const double first_trust[CHARS_HABITS] = {
    [CHARS_CLEVER] = 0,
    [CHARS_KEEN] = 0,
    [CHARS_STRAY] = -1,
};
static const double keep = 0.9;    /* of what earlier movements taught */
static const double believe = 0.5; /* of a movement's evidence: squares are not independent */
static const double least_share = 0.05;

void chars_habits_begin(struct chars_habits *habits)
{
    bv_clear(habits, sizeof *habits);
    bv_copy(habits->trust, first_trust, sizeof habits->trust);
}

void chars_habits_shares(const struct chars_habits *habits, float share[CHARS_HABITS])
{
    double top = habits->trust[0];
    double sum = 0;
    double odds[CHARS_HABITS];
    for (int i = 1; i < CHARS_HABITS; i++)
        if (habits->trust[i] > top) top = habits->trust[i];
    for (int i = 0; i < CHARS_HABITS; i++) {
        odds[i] = chars_exp(habits->trust[i] - top) + least_share;
        sum += odds[i];
    }
    for (int i = 0; i < CHARS_HABITS; i++) share[i] = (float)(odds[i] / sum);
}

static double likelihood(const float landing[CHARS_SQUARES], bv_bits128 landed)
{
    double sum = 0;
    for (int square = 0; square < CHARS_SQUARES; square++) {
        double chance = landing[square];
        if (chance < 0.004) chance = 0.004;
        if (chance > 0.95) chance = 0.95;
        sum += chars_log(bv_has128(landed, square) ? chance : 1 - chance);
    }
    return sum;
}

void chars_habits_learn(struct chars_habits *habits, bv_bits128 landed)
{
    if (!habits->guessed) return;
    habits->guessed = false;
    double mean = 0;
    for (int i = 0; i < CHARS_HABITS; i++) {
        habits->trust[i] =
            keep * habits->trust[i] + believe * likelihood(habits->landing[i], landed);
        mean += habits->trust[i] / CHARS_HABITS;
    }
    for (int i = 0; i < CHARS_HABITS; i++) habits->trust[i] -= mean;
}
