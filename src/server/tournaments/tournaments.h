/*
 * Clubs, and tournaments that the server runs.
 *
 *     club.c                                clubs and their members
 *     tournament.c                          a tournament as it is stored
 *     schedule.c, runner.c                  when a tournament goes on, and how
 *     tournament_api.c, results.c           requests
 *     page_cache.c, downloads.c             pages and downloads of results
 */
#pragma once

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
    void *context; /* of the function below */
    /* A tournament begins in which a person plays. */
    void (*begun)(void *context, const char *person, const char *tournament);

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

extern const struct api_routes club_routes, tournament_routes, tournament_result_routes;
