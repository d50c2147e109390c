/* Answers to HTTP requests: what api.c shares with the files that answer. */
#ifndef BV_API_H
#define BV_API_H

#include "server/house.h"

/* A request that is being answered. */
struct bv_visit {
    struct bv_house *house;
    struct bv_client *client;
    const struct bv_http_request *request;
    struct bv_span id;     /* what stands in the path where the route has `*` */
    struct bv_span second; /* and where it has a second one */
    const cJSON *body;     /* of all but GET; an object */
    struct bv_out *out;    /* the body of the answer */
    char headers[1024];    /* cookies and where they are good, or when to come again */
    struct bv_refusal refusal;
};

/* A route answers with a status; 0: it will answer later. A refusal is written by the caller. */
typedef int bv_route(struct bv_visit *visit);

/* The status of a refusal: 400 unless its code has another. */
int bv_status_of(const char *code);

int bv_api_refuse(struct bv_visit *visit, int status, const char *code, struct bv_text text);

/* A part of the path as a text; "" if it is too long to be an id. */
void bv_visit_id(struct bv_span part, char id[BV_ID_SIZE]);

/* Undoes the escapes of a field of the query or a part of a path; false if they are not well formed or it is too long. */
bool bv_unescape(struct bv_span text, char *value, size_t size);

/* A field of the query, its escapes undone; empty if it is too long or not well formed. False if it is missing. */
bool bv_query_get(struct bv_span query, const char *name, char *value, size_t size);

/* Answers a request that was put off. The visit has no request and no body any more. */
typedef int bv_later(struct bv_visit *visit, void *context);
void bv_api_later(struct bv_house *house, struct bv_client *client, bv_later *later, void *context);

/* Takes a cookie along with the answer; "": takes it away. */
void bv_visit_cookie(struct bv_visit *visit, const char *name, const char *value);

/* Whether a browser says that the request comes from a page of another site. */
bool bv_is_from_elsewhere(const struct bv_house *house, const struct bv_http_request *request);

/* Whether somebody has said who they are; else the refusal says so, and the status is 401. */
bool bv_needs_person(struct bv_visit *visit);

/* Refuses because the store could not be read: 503. */
int bv_api_unreadable(struct bv_visit *visit, const struct bv_error *error);

/* ---- Routes: each file that answers has a list of its own, and api.c a list of these ---- */

struct bv_route_row {
    const char *method;
    const char *path; /* `*` stands for an id; at most two */
    bv_route *route;
};

struct bv_routes {
    const struct bv_route_row *row;
    size_t count;
};

extern const struct bv_routes bv_openings_routes;  /* openings.c: how games began */
extern const struct bv_routes bv_library_routes;   /* library.c: games, records */
extern const struct bv_routes bv_notice_routes;    /* keeping/notices.c: the house and its pages */
extern const struct bv_routes bv_watch_routes;     /* keeping/watch.c: health */
extern const struct bv_routes bv_profile_routes;   /* people/profiles.c */
extern const struct bv_routes bv_leader_routes;    /* people/leaders.c */
extern const struct bv_routes bv_friend_routes;    /* people/friends.c: and who is blocked */
extern const struct bv_routes bv_report_routes;    /* people/reports.c */
extern const struct bv_routes bv_challenge_routes; /* people/challenges.c */
extern const struct bv_routes bv_admin_routes, bv_admin_people_routes, bv_admin_table_routes,
    bv_admin_ban_routes,
    bv_admin_paper_routes; /* keeping/admin*.c: /api/v1/admin/…, for keepers alone */

extern const struct bv_routes
    bv_register_routes; /* people/register.c: accounts are made, and logged in to */
extern const struct bv_routes bv_account_routes;  /* people/account.c: one's own */
extern const struct bv_routes bv_program_routes;  /* people/programs.c: bots */
extern const struct bv_routes bv_own_game_routes; /* people/owngames.c: games of one's devices */

/* Has the archive look something up, which will answer: 0; or it is too busy, and this is the status of the refusal. */
struct bv_archive_question;
int bv_api_search(struct bv_visit *visit, const struct bv_archive_question *question);

struct bv_archive_answer;
void bv_archive_answered(struct bv_house *house, const struct bv_archive_answer *answer);

#endif
