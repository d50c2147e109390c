/*
 * Clubs, and tournaments that the server runs.
 *
 *     club.c, clubs.c                       clubs and their members
 *     tournament.c                          a tournament as it is stored
 *     schedule.c, runner.c                  when a tournament goes on, and how
 *     tournament_api.c, results.c           requests
 *     page_cache.c, csv.c, tar.c            pages and downloads of results
 */
#ifndef SERVER_TOURNAMENTS_TOURNAMENTS_H
#define SERVER_TOURNAMENTS_TOURNAMENTS_H

#include "server/accounts/accounts.h"

struct tournaments {
    /* Given: `main` fills this in before it opens tournaments; all of it outlives them. */
    const struct config *config;
    struct store *reader;
    struct outbox *outbox;
    struct documents *documents;
    struct connections *connections;
    struct live_tables *tables;
    struct peers *peers; /* the other nodes that share the store; NULL: the server runs alone */
    struct accounts *accounts;

    struct schedule *schedule; /* its own */
};

static inline struct tournaments *tournaments_of(const struct exchange *exchange)
{
    return exchange->context;
}

/* A person is deleted who has a document of that kind and key: clubs and tournaments forget the
 * person too. False: the store cannot be read now. */
bool tournaments_forget(struct tournaments *tournaments, const char *person, const char *kind,
                        const char *key);

extern const struct api_routes club_routes;              /* clubs.c */
extern const struct api_routes tournament_routes;        /* tournament_api.c */
extern const struct api_routes tournament_result_routes; /* results.c */

#endif
