/* Answers to HTTP requests: what api.c shares with the files that answer. */
#ifndef BV_API_H
#define BV_API_H

#include "server/house.h"

/* A request that is being answered. */
struct bv_visit {
    struct bv_house *house;
    struct bv_client *client;
    const struct bv_http_request *request;
    struct bv_span id;  /* what stands in the path where the route has `*` */
    const cJSON *body;  /* of POST and PATCH; an object */
    struct bv_out *out; /* the body of the answer */
    char headers[256];
    struct bv_refusal refusal;
};

/* A route answers with a status; 0: it will answer later. A refusal is written by the caller. */
typedef int bv_route(struct bv_visit *visit);

int bv_api_refuse(struct bv_visit *visit, int status, const char *code, struct bv_text text);

/* A field of the query, its escapes undone; empty if it is too long or not well formed. False if it is missing. */
bool bv_query_get(struct bv_span query, const char *name, char *value, size_t size);

/* Takes the person's cookie along with the answer. */
void bv_visit_cookie(struct bv_visit *visit);

/* Whether a browser says that the request comes from a page of another site. */
bool bv_is_from_elsewhere(const struct bv_http_request *request);

/* library.c: games, records */
bv_route bv_get_games, bv_get_records, bv_get_record;
void bv_records_found(struct bv_house *house, struct bv_client *client, char *json);

#endif
