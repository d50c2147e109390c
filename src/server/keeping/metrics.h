/*
 * Figures of the house for whoever watches over it: GET /metrics, the text format of Prometheus (0.0.4), on an address of
 * its own (`metrics` of the configuration): they count what is done in secret too.
 *
 * One thread, the event loop's, counts and reads everything here, so nothing is locked; what other threads measure
 * comes to the loop with their answers. Counting is an addition; the page is written when it is asked for.
 */
#ifndef BV_METRICS_H
#define BV_METRICS_H

#include "core/text.h"

enum { BV_SPREAD_BOUNDS = 13, BV_METRIC_CODES = 160, BV_METRIC_GAMES = 16 };

/* How times are spread: how many were at most so long. */
struct bv_spread {
    uint64_t within[BV_SPREAD_BOUNDS]; /* not cumulative; longer ones are in `count` alone */
    uint64_t count;
    uint64_t microseconds; /* their sum */
};

/* In microseconds, smallest first. */
extern const uint32_t bv_spread_bounds[BV_SPREAD_BOUNDS];

void bv_spread_add(struct bv_spread *spread, uint64_t microseconds);

struct bv_metrics {
    int64_t begun;       /* milliseconds since 1970 */
    uint64_t answers[6]; /* of HTTP, by the first digit of their status */
    struct bv_spread answering;
    uint64_t sockets; /* WebSockets that are open */
    uint64_t messages_in;
    uint64_t deeds;
    uint64_t opened[BV_METRIC_GAMES]; /* tables, by the game's place on the shelf */
    uint64_t finished[BV_METRIC_GAMES];
    struct bv_spread thinking; /* of the computer, for one answer */
    struct bv_spread rounds;   /* of the event loop */
    struct {
        const char *code; /* a literal */
        uint64_t count;
    } refusal[BV_METRIC_CODES];
};

struct bv_game;
void bv_count_opened(struct bv_metrics *metrics, const struct bv_game *game);
void bv_count_finished(struct bv_metrics *metrics, const struct bv_game *game);
void bv_count_refusal(struct bv_metrics *metrics, const char *code);

/* A clock that never jumps. */
uint64_t bv_microseconds(void);

/* How long this thread has worked: time in which others had the processor does not count. */
uint64_t bv_work_microseconds(void);

/* Bytes that the house has in memory; 0 where the system does not say. */
uint64_t bv_memory_used(void);

#endif
