/*
 * Bans: persons and networks that may not use the server for a time. A ban is a document of the
 * kind `ban`. Its key is the id of a person, or a network with `_` in place of the slash, because
 * keys appear in paths: 203.0.113.7, 2001:db8::_32.
 *
 * All bans are held in memory, at most BANS_MAX, and are read again after a commit changed them or
 * failed: memory always matches the disk. Banned clients are then disconnected.
 */
#pragma once

#include "server/delivery/client.h"
#include "server/delivery/outbox.h"
#include "table/command.h"

struct bans;
struct connections;
struct documents;

enum { BANS_MAX = 1000, BAN_KEY_SIZE = 52, BAN_REASON_MAX = 200 };

struct ban {
    char key[BAN_KEY_SIZE];
    int64_t until; /* 0: for ever */
    char reason[BAN_REASON_MAX + 1];
    char by[ID_SIZE];
    int64_t at;
    bool is_network;
    struct address network;
    int bits;
};

/* What bans are given; all of it outlives them. */
struct bans_deps {
    struct outbox *outbox;
    struct documents *documents;
    struct connections *connections;
};

struct bans *bans_open(const struct bans_deps *given, struct bv_error *error);
void bans_close(struct bans *bans);

/* bans_count: the bans on disk. bans_full: whether no more fit, including those not committed
 * yet. */
size_t bans_count(const struct bans *bans);
bool bans_full(const struct bans *bans);
const struct ban *ban_at(const struct bans *bans, size_t number);

/* The ban in force; NULL: none. The ban of an owner also covers the owner's bots. */
const struct ban *ban_of_person(const struct bans *bans, const char *person, int64_t now);

/* Refuses with `banned`, the end and the reason as its detail; returns false. */
bool ban_refuse(struct refusal *refusal, const struct ban *ban);

/* Whether a request may be answered; if not, sets the refusal. A banned person may still read what
 * is public, log out, and delete the account. */
bool ban_allows_address(const struct bans *bans, const struct address *address,
                        struct refusal *refusal);
bool ban_allows_person(const struct bans *bans, const char *person,
                       const struct http_request *request, struct refusal *refusal);

/* The key of a network in its usual form: `203.0.113.0/24`, or one address. False if it is no
 * network, or if it contains this machine: such a ban would block all clients behind a proxy, and
 * the admin. */
bool ban_key_of_network(const char *network, char key[BAN_KEY_SIZE]);

/* The reverse: writes a key as a network in its usual form. */
void ban_put_network(const char *key, struct bv_out *out);

/* Adds a ban (key, end, reason and author) to the current transaction, or lifts one. */
void ban_write(struct bans *bans, const struct ban *ban);
void ban_lift(struct bans *bans, const char *key);

/* The current transaction changes ban documents: they are read again after its commit. */
void bans_change(struct bans *bans);

/* Another node has changed them. */
void bans_updated(struct bans *bans);

/* After commits: reads the bans that have changed, and disconnects banned clients. */
void bans_tick(struct bans *bans);
