/*
 * The vault: passwords are hashed and verified here, with argon2id, which is slow on purpose. So it goes on in a thread of
 * its own, and as many as wait for it is bounded. A job is asked for, done, and collected:
 *
 *     ask ──▶ queue ──▶ the thread ──▶ wake ──▶ collect
 *
 * The queue is fair, so that a storm of guesses does not keep anybody out. Those who are known come first; then everybody in
 * rounds, one job of each address in a round. Where the queue is full, whoever would come last gives way.
 *
 * A password that is no longer needed is wiped.
 */
#ifndef BV_VAULT_H
#define BV_VAULT_H

#include "net/address.h"

enum { BV_PASSWORD_LEAST = 8, BV_PASSWORD_MOST = 200, BV_PASSWORD_HASH_SIZE = 128 };

/* A password to be verified against a hash, another to be hashed, or first one and, if it is right, the other. */
struct bv_vault_job {
    char password[BV_PASSWORD_MOST + 1]; /* "": there is none to verify */
    char hash
        [BV_PASSWORD_HASH_SIZE]; /* "": nobody's, so it is wrong; but that takes as long as any other */
    char fresh[BV_PASSWORD_MOST + 1]; /* "": there is none to hash */
    char fresh_hash[BV_PASSWORD_HASH_SIZE];
    struct bv_address from; /* as it is counted */
    bool known;  /* who asks has proved something already: a session, a device, a recovery code */
    bool right;  /* the password was, or there was none to verify */
    bool failed; /* there was no memory for it, or it gave way to others */
    bool gave_way;
    uint64_t round;
    struct bv_vault_job *next;
};

struct bv_vault;

struct bv_vault *bv_vault_open(void (*wake)(void *context), void *context);

/* Closing is stopping (what still waits is never done), collecting all jobs that are left, and freeing. */
void bv_vault_stop(struct bv_vault *vault);
void bv_vault_free(struct bv_vault *vault);

/* False: too many wait, and none of them after this one. Else the job belongs to the vault until it is collected. */
bool bv_vault_ask(struct bv_vault *vault, struct bv_vault_job *job);

/* A job that is done, or, once the vault has stopped, any; NULL: there is none. */
struct bv_vault_job *bv_vault_collect(struct bv_vault *vault);

/* Wipes what must not stay in memory. */
void bv_vault_wipe(struct bv_vault_job *job);

#endif
