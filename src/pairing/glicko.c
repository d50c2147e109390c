#include "pairing/glicko.h"

#include <math.h>

/* Internally, ratings are counted from 1500 in units of 173.7178 points, as in Glickman's paper;
 * the letters are those of the paper. */
static const double SCALE = 173.7178;
static const double CENTRE = 1500;
static const double TAU = 0.5; /* how fast the volatility may change */
static const double PI = 3.14159265358979323846;

struct glicko glicko_new(void)
{
    return (struct glicko){CENTRE, GLICKO_MOST_DEVIATION, 0.06};
}

static double bounded(double deviation)
{
    return fmin(fmax(deviation, GLICKO_LEAST_DEVIATION), GLICKO_MOST_DEVIATION);
}

struct glicko glicko_aged(struct glicko player, double periods)
{
    double drift = player.volatility * SCALE * sqrt(fmax(periods, 0));
    player.deviation = bounded(hypot(player.deviation, drift));
    return player;
}

/* g: a result against an opponent of uncertain strength says less. */
static double weight_of(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

static double expected(double mu, double weight, double opponent_mu)
{
    return 1 / (1 + exp(-weight * (mu - opponent_mu)));
}

/* The data for finding a new volatility; f is zero at the logarithm of its square. */
struct surprise {
    double delta, phi, v, a;
};

static double f(const struct surprise *s, double x)
{
    double spread = s->phi * s->phi + s->v + exp(x);
    return exp(x) * (s->delta * s->delta - spread) / (2 * spread * spread) -
           (x - s->a) / (TAU * TAU);
}

/* Step 5 of the paper: regula falsi (Illinois variant) between bounds that enclose the zero. */
static double new_volatility(const struct surprise *s)
{
    enum { STEPS = 100 }; /* a dozen are enough; the limit is for unreasonable input */
    static const double CLOSE = 1e-6;
    double low = s->a;
    double high = s->delta * s->delta - s->phi * s->phi - s->v;
    if (high > 0) {
        high = log(high);
    } else {
        high = s->a - TAU;
        for (int i = 0; i < STEPS && f(s, high) < 0; i++) high -= TAU;
    }
    double f_low = f(s, low);
    double f_high = f(s, high);
    for (int i = 0; i < STEPS && fabs(high - low) > CLOSE; i++) {
        double between = low + (low - high) * f_low / (f_high - f_low);
        double f_between = f(s, between);
        if (f_between * f_high <= 0) {
            low = high;
            f_low = f_high;
        } else {
            f_low /= 2;
        }
        high = between;
        f_high = f_between;
    }
    return exp(low / 2);
}

/* The player after these games, in so many periods. */
struct glicko glicko_rate(struct glicko player, const struct glicko *opponents,
                          const double *results, size_t count, double periods)
{
    double mu = (player.rating - CENTRE) / SCALE;
    double phi = player.deviation / SCALE;
    double information = 0; /* 1 / v */
    double improvement = 0; /* delta / v */
    for (size_t i = 0; i < count; i++) {
        double weight = weight_of(opponents[i].deviation / SCALE);
        double chance = expected(mu, weight, (opponents[i].rating - CENTRE) / SCALE);
        information += weight * weight * chance * (1 - chance);
        improvement += weight * (results[i] - chance);
    }
    if (!(information > 0)) return glicko_aged(player, periods);

    double v = 1 / information;
    struct surprise surprise = {v * improvement, phi, v, 2 * log(player.volatility)};
    double sigma = new_volatility(&surprise);
    double variance = 1 / (1 / (phi * phi + sigma * sigma * periods) + information);
    return (struct glicko){CENTRE + SCALE * (mu + variance * improvement),
                           bounded(SCALE * sqrt(variance)), sigma};
}

void glicko_game(struct glicko pair[2], double result)
{
    struct glicko before[2] = {pair[0], pair[1]};
    double result_of_other = 1 - result;
    pair[0] = glicko_rate(before[0], &before[1], &result, 1, 0);
    pair[1] = glicko_rate(before[1], &before[0], &result_of_other, 1, 0);
}
