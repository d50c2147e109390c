#include "server/keeping/metrics.h"

#include <time.h>

#include "core/game.h"

uint64_t bv_microseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

uint64_t bv_work_microseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

const uint32_t bv_spread_bounds[BV_SPREAD_BOUNDS] = {
    500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000, 10000000};

void bv_spread_add(struct bv_spread *spread, uint64_t microseconds)
{
    size_t i = 0;
    while (i < BV_SPREAD_BOUNDS && microseconds > bv_spread_bounds[i]) i++;
    if (i < BV_SPREAD_BOUNDS) spread->within[i]++;
    spread->count++;
    spread->microseconds += microseconds;
}

static void count_game(uint64_t counts[BV_METRIC_GAMES], const struct bv_game *game)
{
    BV_ASSERT(bv_game_count <= BV_METRIC_GAMES);
    for (size_t i = 0; i < bv_game_count; i++)
        if (bv_games[i] == game) counts[i]++;
}

void bv_count_opened(struct bv_metrics *metrics, const struct bv_game *game)
{
    count_game(metrics->opened, game);
}

void bv_count_finished(struct bv_metrics *metrics, const struct bv_game *game)
{
    count_game(metrics->finished, game);
}

void bv_count_refusal(struct bv_metrics *metrics, const char *code)
{
    for (size_t i = 0; i < BV_METRIC_CODES; i++) {
        if (!metrics->refusal[i].code) metrics->refusal[i].code = code;
        if (!bv_equal(metrics->refusal[i].code, code)) continue;
        metrics->refusal[i].count++;
        return;
    }
}
