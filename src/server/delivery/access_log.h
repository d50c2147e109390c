/*
 * The access log: requests and answers are counted (metrics.h) and, at level debug, logged (log.h).
 */
#pragma once

#include "net/net.h"

struct metrics;
struct client;

/* The request that a connection waits for; a connection has one at a time. */
struct access_log_request {
    const char *method; /* literals: nothing that the client sent is kept */
    const char *route;  /* its pattern: `/api/v1/tables/` and a star for the id */
    uint64_t since;     /* microseconds; 0: no request is open */
};

void access_log_asked(struct client *client, const struct http_request *request);
void access_log_answered(struct metrics *metrics, struct connection *connection, int status);
void access_log_refused(struct metrics *metrics, const struct client *client, const char *code);

/* A WebSocket was opened; was closed. */
void access_log_entered(struct metrics *metrics, struct client *client);
void access_log_left(struct metrics *metrics, const struct client *client);

/* A round of the event loop took that long. */
void access_log_round(struct metrics *metrics, uint64_t microseconds);
