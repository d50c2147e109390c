/*
 * The HTTP interface: requests are matched with routes, and handlers answer them.
 *
 *     request ──▶ route ──▶ handler (a feature's; it finds the feature in exchange->context) ──▶ answer
 *
 * docs/openapi.json describes all routes; a test compares the two.
 */
#pragma once

#include <cjson/cJSON.h>

#include "server/base/base_url.h"
#include "server/delivery/outbox.h"
#include "table/command.h"

struct documents;
struct http_api;
struct rate_limiter;

/* A request that is being answered. */
struct exchange {
    struct http_api *api;
    void *context; /* what the route's handlers work on (struct api_mount) */
    struct documents *documents;
    struct client *client;
    const struct http_request *request;
    struct bv_span id;     /* the part of the path at the route's `*` */
    struct bv_span second; /* and at its second `*` */
    const cJSON *body;     /* of all methods but GET; an object */
    struct bv_out *out;    /* the body of the answer */
    char headers[1024];    /* cookies with their path, or Retry-After */
    struct refusal refusal;
};

/* A handler returns a status; 0: it answers later. The caller writes the refusal, and answers 503
 * if documents could not be read (documents.h). */
typedef int api_handler(struct exchange *exchange);

/* Refuses; returns the status. */
int api_refuse(struct exchange *exchange, enum refusal_reason reason);

/* A part of the path as a text; "" if it is too long for an id. */
void api_path_id(struct bv_span part, char id[ID_SIZE]);

/* Decodes the percent escapes of a query field or a part of a path; false if they are malformed or
 * the text is too long. */
bool api_unescape(struct bv_span text, char *value, size_t size);

/* A decoded field of the query; "" if it is too long or malformed. False if it is missing. */
bool api_query_get(struct bv_span query, const char *name, char *value, size_t size);

/* Sends another answer than the JSON in `out`; the handler then returns 0. */
void api_respond(struct exchange *exchange, const struct http_response *answer);

/* Answers a deferred request. The exchange then has no request and no body. */
typedef int api_later_handler(struct exchange *exchange, void *what);
void api_later(struct http_api *api, struct client *client, void *context, api_later_handler *later,
               void *what);

/* Adds a cookie to the answer; "": deletes the cookie. */
void api_set_cookie(struct exchange *exchange, const char *name, const char *value);

/* Whether the browser says that the request comes from a page of another site. */
bool api_is_cross_site(const struct http_api *api, const struct http_request *request);

/* Whether the client is authenticated; if not, sets the refusal, whose status is 401. */
bool api_needs_person(struct exchange *exchange);

/* Refuses because the store cannot be read: 503. */
int api_unreadable(struct exchange *exchange, const struct bv_error *error);

/* ---- Routes ---------------------------------------------------------------------------------- */

/* Who may call a route; all others are refused with 401 or 403. */
enum api_caller {
    API_ANYONE,
    API_LINK,   /* anybody who has the link, with any body: a mail program (RFC 8058) */
    API_PERSON, /* a guest, an account or a bot */
    API_ACCOUNT,
    API_ACCOUNT_OR_BOT,
    API_ADMIN,
};

struct api_route {
    const char *method;
    const char *path; /* `*` stands for an id; at most two */
    api_handler *route;
    enum api_caller caller;
};

/* The routes of one file. */
struct api_routes {
    const struct api_route *row;
    size_t count;
};

extern const struct api_routes table_routes; /* table_api.c; their context: the live tables */

/* Those routes together with what their handlers work on: the exchange's context. */
struct api_mount {
    const struct api_routes *routes;
    void *context;
};

/* What the HTTP interface is given; all of it outlives it. */
struct http_api_deps {
    struct outbox *outbox;
    struct documents *documents;
    struct rate_limiter *limiter;
    const struct base_url *base;
    struct metrics *metrics;
    const struct api_mount *mount; /* every route there is; `main` lists them */
    size_t mounts;
    void *context; /* of the two functions below */
    /* Whether an admin has sent the request. */
    bool (*is_admin)(void *context, const struct exchange *exchange);
    /* Answers a request for a page of the web client; false: there is none. */
    bool (*answer_page)(void *context, struct client *client, const struct http_request *request);
};

struct http_api *http_api_new(const struct http_api_deps *given);
void http_api_free(struct http_api *api);

/* Answers a request; or answers it with a refusal, without reading it. */
void api_request(struct http_api *api, struct client *client, const struct http_request *request);
void api_turn_away(struct http_api *api, struct client *client, const struct refusal *refusal);
