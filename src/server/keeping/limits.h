/*
 * Limits: how often somebody may ask for something. For each kind of asking everybody has a bucket of tokens, taken
 * out one by one and coming back with time:
 *
 *     requests-per-second = 50      the bucket holds four seconds' worth, and a token comes back every 20 ms
 *     tables-per-hour = 120         an hour's worth, and one every 30 s
 *
 * What is known to cost so much only when it is done is charged afterwards: BV_LIMIT_WORK, in microseconds of the
 * server's time. Such a bucket may be overdrawn; nothing more is granted until that has come back.
 *
 * Somebody is a person, an address (whole for IPv4, its /64 for IPv6), a device, or the name of an account; what is kept
 * is a hash of it. Memory is fixed: in a full set the bucket that is nearest to being full gives way, which forgets least.
 * Each kind has its own buckets, so that a flood of one never makes the house forget the other.
 *
 * What calls these for clients, and what is told to somebody who is refused, is in gate.h.
 */
#ifndef BV_LIMITS_H
#define BV_LIMITS_H

#include "core/text.h"

enum bv_limit {
    BV_LIMIT_REQUESTS,
    BV_LIMIT_CHANGES, /* requests that may change something */
    BV_LIMIT_MESSAGES,
    BV_LIMIT_TABLES,   /* opened */
    BV_LIMIT_GUESTS,   /* made, from an address */
    BV_LIMIT_LOGINS,   /* passwords tried, from an address */
    BV_LIMIT_CODES,    /* recovery codes tried, from an address */
    BV_LIMIT_FAILURES, /* to log in to one account, from one address or with one device */
    BV_LIMIT_GUESSES,  /* the same from all addresses and unknown devices together */
    BV_LIMIT_CHATS,
    BV_LIMIT_WORK, /* microseconds of the server's time */
    BV_LIMIT_KINDS,
};

struct bv_limits;

/* How often each may be done in its time (bv_limit_seconds); nought: as often as one likes. */
typedef uint32_t bv_limit_times[BV_LIMIT_KINDS];

extern const bv_limit_times bv_limit_defaults;

/* The time that a kind is counted in: a second, a minute or an hour. */
uint32_t bv_limit_seconds(enum bv_limit kind);

struct bv_limits *bv_limits_new(const bv_limit_times times);
void bv_limits_free(struct bv_limits *limits);

/* Takes a token out of somebody's bucket, which holds `factor` times as many as usual. False if there is none: *wait
 * says how many milliseconds until there is one. `now` in milliseconds. */
bool bv_limits_take(struct bv_limits *limits, enum bv_limit kind, struct bv_span who,
                    uint32_t factor, int64_t now, int64_t *wait);

/* Takes so many tokens for what is done already, whether they are there or not; at most another bucketful is owed. */
void bv_limits_charge(struct bv_limits *limits, enum bv_limit kind, struct bv_span who,
                      uint32_t factor, uint64_t tokens, int64_t now);

/* Whether a token is there; nothing is taken. */
bool bv_limits_look(const struct bv_limits *limits, enum bv_limit kind, struct bv_span who,
                    uint32_t factor, int64_t now, int64_t *wait);

/* Puts a token back that was taken with a factor of one. */
void bv_limits_give_back(struct bv_limits *limits, enum bv_limit kind, struct bv_span who);

/* ---- Together with other nodes --------------------------------------------------------------------------------- */

/* From now on somebody's bucket has the key that every node with that seed gives it, and what is taken is noted. */
void bv_limits_share(struct bv_limits *limits, uint64_t seed);

/* Whether something was taken that the others should hear of at once: tries to log in. */
bool bv_limits_press(const struct bv_limits *limits);

/* What was taken since it was last told, as the time in which it comes back (less than nought: more was given back than
 * taken): what cannot wait, or everything but buckets that are hardly used. */
typedef void bv_limits_teller(void *context, enum bv_limit kind, uint64_t key,
                              int64_t microseconds);
void bv_limits_tell(struct bv_limits *limits, bool all, int64_t now, bv_limits_teller *tell,
                    void *context);

/* Another node tells that so much was taken there. */
void bv_limits_hear(struct bv_limits *limits, enum bv_limit kind, uint64_t key,
                    int64_t microseconds, int64_t now);

#endif
