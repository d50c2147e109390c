/*
 * The book at the door: what is asked and answered there is counted (metrics.h) and, at level debug, logged (log.h).
 */
#ifndef BV_DOORBOOK_H
#define BV_DOORBOOK_H

#include "net/net.h"

struct bv_house;
struct bv_client;

/* What a connection has asked and not yet been answered: requests of one connection come one after the other. */
struct bv_asked {
    const char *method; /* literals, so that nothing of what was sent is kept */
    const char *route;  /* its pattern: `/api/v1/tables/` and a star for the id */
    uint64_t since;     /* microseconds; nought: nothing is asked */
};

void bv_door_asked(struct bv_client *client, const struct bv_http_request *request);
void bv_door_answered(struct bv_house *house, struct bv_connection *connection, int status);
void bv_door_refused(struct bv_house *house, const struct bv_client *client, const char *code);

/* A WebSocket has been opened; and is gone. */
void bv_door_entered(struct bv_house *house, struct bv_client *client);
void bv_door_left(struct bv_house *house, const struct bv_client *client);

/* A round of the event loop took so long. */
void bv_door_round(struct bv_house *house, uint64_t microseconds);

#endif
