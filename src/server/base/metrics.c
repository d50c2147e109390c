#include "server/base/metrics.h"

#include "core/game.h"

const uint32_t histogram_metric_bounds[HISTOGRAM_METRIC_BOUNDS] = {
    500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000, 10000000};

void histogram_metric_add(struct histogram_metric *histogram, uint64_t microseconds)
{
    size_t i = 0;
    while (i < HISTOGRAM_METRIC_BOUNDS && microseconds > histogram_metric_bounds[i]) i++;
    if (i < HISTOGRAM_METRIC_BOUNDS) histogram->within[i]++;
    histogram->count++;
    histogram->microseconds += microseconds;
}

static void count_game(uint64_t counts[METRIC_GAMES], const struct bv_game *game)
{
    BV_ASSERT(bv_game_count <= METRIC_GAMES);
    for (size_t i = 0; i < bv_game_count; i++)
        if (bv_games[i] == game) counts[i]++;
}

void metrics_count_opened(struct metrics *metrics, const struct bv_game *game)
{
    count_game(metrics->opened, game);
}

void metrics_count_finished(struct metrics *metrics, const struct bv_game *game)
{
    count_game(metrics->finished, game);
}

void metrics_count_refusal(struct metrics *metrics, const char *code)
{
    for (size_t i = 0; i < METRIC_CODES; i++) {
        if (!metrics->refusal[i].code) metrics->refusal[i].code = code;
        if (!bv_equal(metrics->refusal[i].code, code)) continue;
        metrics->refusal[i].count++;
        return;
    }
}
