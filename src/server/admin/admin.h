/*
 * Administration: what the admins of the server see and change, and what it does by itself to stay
 * in order.
 *
 *     admin_access.c                             who is an admin; the audit
 *     admin.c, admin_people.c, admin_tables.c,
 *     admin_bans.c, admin_documents.c, paging.c  the admin API
 *     announcement.c                             a text for all users
 *     purge.c                                    deletes what is no longer needed
 *     inspect.c                                  checks the stored tables while the server runs
 *     privacy.c                                  the standard text about stored data
 */
#ifndef SERVER_ADMIN_ADMIN_H
#define SERVER_ADMIN_ADMIN_H

#include "net/net.h"
#include "server/accounts/accounts.h"
#include "server/admin/admin_access.h"
#include "server/admin/paging.h"
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

/* Reads `until` and `reason` of a ban; false after a refusal with 400. */
bool admin_ban_read(struct exchange *exchange, const cJSON *fields, struct ban *ban);

/* Writes a ban, or lifts the ban of that key, and adds an audit entry. Returns the status: 200, or
 * that of a refusal. */
int admin_ban_put(struct exchange *exchange, const struct ban *ban);
int admin_ban_remove(struct exchange *exchange, const char *key);

/* /api/v1/admin/…, for admins only */
extern const struct api_routes admin_routes, admin_people_routes, admin_table_routes,
    admin_ban_routes, admin_document_routes;

#endif
