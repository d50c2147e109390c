/*
 * Accounts: who a client is, and what a person has here. An account is optional: guests can play
 * without one.
 *
 *     authentication.c, sessions.c, guests.c, devices.c   which person sends a request
 *     registration.c, account.c, passwords.c, pending_logins.c, password_hashing.c
 *                                                         creating an account, logging in
 *     account_merge.c, export.c, document_kinds.c         one person replaces another, or leaves
 *     persons.c, profiles.c, bots.c                       what is known of a person
 *     relations.c, reports.c, bans.c                      who plays with whom, and who may not
 *     challenges.c                                        inviting a person to a table
 *     ratings.c, own_games.c                              results
 *     notes.c                                             what a player writes about a game
 *     vacation.c                                          days off from all games
 */
#pragma once

#include "server/accounts/bans.h"
#include "server/base/config.h"
#include "server/base/server_time.h"
#include "server/base/signature.h"
#include "server/delivery/connections.h"
#include "server/delivery/documents.h"
#include "server/delivery/http_api.h"
#include "server/delivery/live_tables.h"
#include "server/delivery/rate_limiter.h"
#include "server/delivery/slow_answers.h"
#include "server/delivery/subscriptions.h"
#include "util/random_id.h"

struct accounts {
    /* Given: `main` fills this in before it opens accounts; all of it outlives them. */
    const struct config *config;
    struct store *reader;
    struct outbox *outbox;
    struct documents *documents;
    struct connections *connections;
    struct rate_limiter *limiter;
    struct live_tables *tables;
    struct slow_answers *slow;
    struct http_api *api;
    struct bans *bans;
    struct peers *peers; /* the other nodes that share the store; NULL: the server runs alone */
    void *context;       /* of the functions below */
    /* Lets the event loop turn once more; may be called from any thread. */
    void (*wake)(void *context);
    /* A person is deleted who has a document of that kind and key: other features forget the person
     * too. False: they cannot read the store now. */
    bool (*forget)(void *context, const char *person, const char *kind, const char *key);
    /* A person is challenged to play at a table. */
    void (*challenged)(void *context, const char *person, const char *table);

    /* Its own: */
    uint8_t secret[SECRET_SIZE];
    struct hasher *hasher;
    struct account_merges *merges;   /* persons who are being merged into an account, or deleted */
    struct store_cursor merges_read; /* while all are read again */
    uint32_t doubtful;               /* clients whose session must be checked again */
};

/* Reads the secret that signs cookies, or stores a new one, and continues the merges that were
 * running when the server stopped. */
bool accounts_open(struct accounts *accounts, struct store *writer, struct bv_error *error);

/* First the thread that hashes passwords stops; then, when no connection is left, the rest goes. */
void accounts_stop(struct accounts *accounts);
void accounts_close(struct accounts *accounts);

static inline struct accounts *accounts_of(const struct exchange *exchange)
{
    return exchange->context;
}

extern const struct api_routes guest_routes, registration_routes, account_routes, bot_routes,
    profile_routes, rating_routes, relation_routes, report_routes, challenge_routes,
    own_game_routes, note_routes, vacation_routes;
