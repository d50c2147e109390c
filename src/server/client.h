/*
 * Somebody at the door: one connection, and who it is. A client outlives its connection as long as mail for it is in
 * flight (post.h); mail for one that has gone is thrown away.
 */
#ifndef BV_CLIENT_H
#define BV_CLIENT_H

#include "net/net.h"
#include "server/keeping/doorbook.h"
#include "server/memory.h"
#include "server/seal.h"
#include "server/table.h"

struct bv_room;
struct bv_home;

enum { BV_ATTENDED_MAX = 32, BV_SESSION_SIZE = BV_SEAL_SIZE };

/* A client attends a table: with these channels, and hearing chat or not. */
struct bv_attendance {
    struct bv_room *room;
    uint32_t channels;
    uint64_t flight; /* with which it was asked for */
    bool muted;
};

struct bv_client {
    struct bv_connection *connection; /* NULL: gone */
    struct bv_address address; /* where its last request came from, through whatever proxies */
    bool local;                /* from this machine itself */
    uint32_t refusals;         /* messages that were too many, with no longer pause between them */
    int64_t refused;           /* when the last of them came */
    struct bv_home *home;      /* where its WebSocket is counted; NULL: it has none */
    uint32_t holders;
    size_t owed; /* bytes of mail for it that are in flight */
    bool in_lobby;
    bool has_socket;
    struct bv_asked asked;
    char evening[BV_ID_SIZE]; /* that is watched; "": none */
    bool at_porter;
    bool doubted;             /* it is to be seen whether this still is who it was (sessions.h) */
    uint32_t bucket;          /* where the porter keeps it, whoever it becomes meanwhile */
    struct bv_client *fellow; /* the next whom the porter knows */
    char person[BV_ID_SIZE];  /* "": nobody has said who this is, */
    bool unread;              /* or the store could not be asked who it is */
    char name[BV_TABLE_NAME_MAX + 1];
    bool account;                  /* the person has one; a bot has none of its own */
    bool keeper;                   /* and keeps the house */
    char session[BV_SESSION_SIZE]; /* by which the account was recognised; "": a guest */
    uint64_t resumed; /* the flight that stores that a ticket made it this person; 0: none has */
    uint32_t attended;
    struct bv_attendance attendance[BV_ATTENDED_MAX];
};

static inline void bv_client_drop(struct bv_client *client)
{
    if (--client->holders == 0) free(client);
}

#endif
