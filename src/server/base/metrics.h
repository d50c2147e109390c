/*
 * Metrics for the operator: GET /metrics, the text format of Prometheus (0.0.4), on an address of
 * its own (key `metrics` of the configuration), because the counts include secret moves.
 *
 * Only the event loop's thread counts and reads here, so nothing is locked; what other threads
 * measure comes to the loop with their answers. Counting is an addition; the page is written on
 * request.
 */
#pragma once

#include "core/text.h"

enum { HISTOGRAM_METRIC_BOUNDS = 13, METRIC_CODES = 160, METRIC_GAMES = 16 };

/* A histogram of durations. */
struct histogram_metric {
    uint64_t within[HISTOGRAM_METRIC_BOUNDS]; /* not cumulative; longer ones are only in `count` */
    uint64_t count;
    uint64_t microseconds; /* their sum */
};

/* In microseconds, ascending. */
extern const uint32_t histogram_metric_bounds[HISTOGRAM_METRIC_BOUNDS];

void histogram_metric_add(struct histogram_metric *spread, uint64_t microseconds);

struct metrics {
    int64_t begun;       /* start of the server, milliseconds since 1970 */
    uint64_t answers[6]; /* HTTP answers, by the first digit of their status */
    struct histogram_metric answering;
    uint64_t sockets; /* open WebSockets */
    uint64_t messages_in;
    uint64_t events;
    uint64_t opened[METRIC_GAMES]; /* tables, by the game's index */
    uint64_t finished[METRIC_GAMES];
    struct histogram_metric thinking; /* of the computer, for one move */
    struct histogram_metric rounds;   /* of the event loop */
    /* slow rounds since the last warning, and when that warning was logged */
    uint64_t slow_iterations, slow_logged;
    struct {
        const char *code; /* a string literal */
        uint64_t count;
    } refusal[METRIC_CODES];
};

struct bv_game;
void metrics_count_opened(struct metrics *metrics, const struct bv_game *game);
void metrics_count_finished(struct metrics *metrics, const struct bv_game *game);
void metrics_count_refusal(struct metrics *metrics, const char *code);

/* Memory used by the server in bytes; 0 if the system does not report it. */
uint64_t metrics_memory_used(void);
