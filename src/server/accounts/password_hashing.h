/*
 * The password hasher hashes and verifies passwords with argon2id, which is slow on purpose. It
 * therefore runs in a worker thread (util/workers.h), with a bounded queue. A job is queued, done, and
 * collected:
 *
 *     ask ──▶ queue ──▶ the thread ──▶ wake ──▶ collect
 *
 * The queue is fair, so that a flood of guesses does not block other clients. Jobs of known clients
 * come first; then one job of each address per round. When the queue is full, the job that would
 * come last is dropped.
 *
 * A password that is no longer needed is wiped from memory.
 */
#pragma once

#include "net/address.h"
#include "util/list.h"

enum { PASSWORD_LEAST = 8, PASSWORD_MOST = 200, PASSWORD_HASH_SIZE = 128 };

/* Verifies a password against a hash, hashes another password, or does both: the second only if the
 * first is right. */
struct hasher_job {
    char password[PASSWORD_MOST + 1]; /* "": none to verify */
    /* "": no such account; the password is wrong, but verifying takes as long */
    char hash[PASSWORD_HASH_SIZE];
    char fresh[PASSWORD_MOST + 1]; /* "": none to hash */
    char fresh_hash[PASSWORD_HASH_SIZE];
    struct address from; /* the counted part (address_counted) */
    bool known;  /* the client has already proved something: a session, a device, a recovery code */
    bool right;  /* the password was right, or there was none to verify */
    bool failed; /* out of memory, or dropped in favour of other jobs */
    bool gave_way;
    uint64_t round;
    struct list_link link;
};

struct hasher;

struct hasher *hasher_open(void (*wake)(void *context), void *context);

/* To close: stop (waiting jobs are never done), collect all jobs that are left, free. */
void hasher_stop(struct hasher *hasher);
void hasher_free(struct hasher *hasher);

/* False: the queue is full and this job would come last. Otherwise the hasher owns the job until it
 * is collected. */
bool hasher_ask(struct hasher *hasher, struct hasher_job *job);

/* A job that is done or, after hasher_stop, any job; NULL: none. */
struct hasher_job *hasher_collect(struct hasher *hasher);

/* Wipes the passwords and hashes of a job. */
void hasher_wipe(struct hasher_job *job);
