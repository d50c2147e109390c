/*
 * Administration: what the admins of the server see and change, and what it does by itself to stay
 * in order.
 *
 *     admin_access.c                             who is an admin; the audit
 *     admin.c, admin_people.c, admin_documents.c the admin API
 *     announcement.c                             a text for all users
 *     purge.c                                    deletes what is no longer needed
 *     inspect.c                                  checks the stored tables while the server runs
 */
#pragma once

#include "net/net.h"
#include "server/accounts/accounts.h"
#include "server/admin/admin_access.h"
#include "server/admin/purge.h"

struct admin {
    /* Given: `main` fills this in; all of it outlives the admin's part. */
    const struct config *config;
    struct store *reader;
    struct outbox *outbox;
    struct documents *documents;
    struct connections *connections;
    struct live_tables *tables;
    struct thinkers *thinkers;
    struct net *net;
    struct peers *peers;
    const struct metrics *metrics;
    struct accounts *accounts;

    /* Its own: */
    struct purge purge;
    uint64_t announced; /* a hash of the last announcement that all clients were sent */
};

static inline struct admin *admin_of(const struct exchange *exchange)
{
    return exchange->context;
}

/* The privacy page of a server whose host has written none: what the server stores. It is made from
 * data/privacy.*.md; change these when the server stores other data. */
extern const struct bv_text admin_privacy;

/* /api/v1/admin/…, for admins only */
extern const struct api_routes admin_routes, admin_people_routes, admin_document_routes;
