/*
 * A client: one connection (HTTP or WebSocket), and the player it is authenticated as. A client
 * outlives its connection while messages for it wait for the disk (outbox.h); messages for a closed
 * connection are dropped.
 */
#pragma once

#include "net/net.h"
#include "server/base/signature.h"
#include "server/delivery/access_log.h"
#include "table/table.h"
#include "util/memory.h"

struct live_table;
struct address_count;

enum { CLIENT_SUBSCRIPTIONS_MAX = 32, CLIENT_SESSION_SIZE = SIGNATURE_SIZE };

/* A client's subscription to a table: on these channels, with or without chat. */
struct subscription {
    struct live_table *live;
    uint32_t channels;
    uint64_t transaction; /* the transaction in which it was made */
    bool muted;
};

/* What only delivery uses of a client. */
struct client_own {
    /* messages refused by the rate limiter without a longer pause between them */
    uint32_t refusals;
    int64_t refused; /* when the last of them came */
    /* the counter of its WebSocket's address; NULL: it has no WebSocket */
    struct address_count *address_count;
    size_t owed; /* bytes of messages for it that are not on disk yet */
    bool has_socket;
    struct access_log_request asked;
    char topic[ID_SIZE]; /* the topic whose news it follows; "": none */
    bool in_connections;
    uint32_t bucket;     /* its bucket in the list of connections, even if its player changes */
    struct client *peer; /* the next in the list of connections */
    uint32_t subscribed;
    struct subscription subscription[CLIENT_SUBSCRIPTIONS_MAX];
};

struct client {
    struct connection *connection; /* NULL: closed */
    /* of its last request, with trusted proxies taken into account */
    struct address address;
    bool local; /* from this machine itself */
    uint32_t holders;
    bool in_lobby;
    bool seeking;         /* its player looks for an opponent through it */
    bool doubted;         /* its session must be checked again (sessions.h) */
    char person[ID_SIZE]; /* "": not authenticated, */
    bool unread;          /* or the store could not be read to authenticate it */
    char name[TABLE_NAME_MAX + 1];
    bool account;                      /* the player has an account; a bot has none of its own */
    bool admin;                        /* and is an admin */
    char session[CLIENT_SESSION_SIZE]; /* the session it is authenticated by; "": a guest */
    uint64_t resumed; /* the transaction that stores that a ticket made it this player; 0: none */
    struct client_own own;
};

static inline void client_drop(struct client *client)
{
    if (--client->holders == 0) free(client);
}
