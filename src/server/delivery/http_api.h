/* HTTP requests: routes, and what http_api.c shares with the files that answer them. */
#ifndef SERVER_DELIVERY_HTTP_API_H
#define SERVER_DELIVERY_HTTP_API_H

#include "server/delivery/server.h"

/* A request that is being answered. */
struct exchange {
    struct server *server;
    struct client *client;
    const struct http_request *request;
    struct bv_span id;     /* the part of the path at the route's `*` */
    struct bv_span second; /* and at its second `*` */
    const cJSON *body;     /* of all methods but GET; an object */
    struct bv_out *out;    /* the body of the answer */
    char headers[1024];    /* cookies with their path, or Retry-After */
    struct refusal refusal;
};

/* A handler returns a status; 0: it answers later. The caller writes the refusal. */
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

/* Answers a deferred request. The exchange then has no request and no body. */
typedef int api_later_handler(struct exchange *exchange, void *context);
void api_later(struct server *server, struct client *client, api_later_handler *later,
               void *context);

/* Adds a cookie to the answer; "": deletes the cookie. */
void api_set_cookie(struct exchange *exchange, const char *name, const char *value);

/* Whether the browser says that the request comes from a page of another site. */
bool api_is_cross_site(const struct server *server, const struct http_request *request);

/* Whether the client is authenticated; if not, sets the refusal, whose status is 401. */
bool api_needs_person(struct exchange *exchange);

/* Refuses because the store cannot be read: 503. */
int api_unreadable(struct exchange *exchange, const struct bv_error *error);

/* ---- Routes: each file has its list; http_api.c lists the lists ------------------------------ */

struct api_route {
    const char *method;
    const char *path; /* `*` stands for an id; at most two */
    api_handler *route;
};

struct api_routes {
    const struct api_route *row;
    size_t count;
};

extern const struct api_routes opening_book_routes; /* records/opening_book.c: how games began */
extern const struct api_routes records_routes;      /* records/records_api.c: games, records */
extern const struct api_routes server_page_routes;  /* main/server_pages.c: the server, its pages */
extern const struct api_routes health_routes;       /* main/health.c */
extern const struct api_routes profile_routes;      /* accounts/profiles.c */
extern const struct api_routes leaderboard_routes;  /* accounts/leaderboard.c */
extern const struct api_routes friend_routes;       /* accounts/friends.c: and blocked players */
extern const struct api_routes report_routes;       /* accounts/reports.c */
extern const struct api_routes challenge_routes;    /* accounts/challenges.c */
extern const struct api_routes registration_routes; /* accounts/registration.c: and login */
extern const struct api_routes account_routes;      /* accounts/account.c: one's own account */
extern const struct api_routes bot_routes;          /* accounts/bots.c */
extern const struct api_routes own_game_routes; /* accounts/own_games.c: games of one's devices */

/* admin/admin*.c: /api/v1/admin/…, for admins only */
extern const struct api_routes admin_routes, admin_people_routes, admin_table_routes,
    admin_ban_routes, admin_document_routes;

/* Starts a search of old games, which answers later: returns 0; or the status of the refusal if too
 * many searches wait. */
struct record_search_question;
int api_search(struct exchange *exchange, const struct record_search_question *question);

struct record_search_answer;
void api_search_answered(struct server *server, const struct record_search_answer *answer);

#endif
