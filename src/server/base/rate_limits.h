/*
 * Rate limits: how often a client may do something. For each kind of request a client has a token
 * bucket, which refills with time:
 *
 *     requests-per-second = 50      holds tokens for four seconds; one is added every 20 ms
 *     tables-per-hour = 120         holds tokens for an hour; one is added every 30 s
 *
 * Where the cost is known only afterwards it is charged afterwards: LIMIT_WORK, in microseconds of
 * server time. Such a bucket may be overdrawn; nothing more is granted until the debt is refilled.
 *
 * A bucket belongs to a player, an address (all of IPv4, the /64 of IPv6), a device, or the name of
 * an account; its key is a hash of that. Memory is fixed: when a set of buckets is full, the
 * fullest bucket is replaced, which loses the least information. Each kind has its own buckets, so
 * that a flood of one kind cannot evict the buckets of another.
 *
 * rate_limiter.h applies these limits to clients and writes the refusals.
 */
#pragma once

#include "core/text.h"

enum rate_limit {
    LIMIT_REQUESTS,
    LIMIT_CHANGES, /* requests that may change something */
    LIMIT_MESSAGES,
    LIMIT_TABLES,   /* opened */
    LIMIT_GUESTS,   /* created, from an address */
    LIMIT_LOGINS,   /* passwords tried, from an address */
    LIMIT_CODES,    /* recovery codes tried, from an address */
    LIMIT_FAILURES, /* failed logins to one account, from one address or device */
    LIMIT_GUESSES,  /* the same from all addresses and unknown devices together */
    LIMIT_CHATS,
    LIMIT_WORK, /* microseconds of server time */
    LIMIT_KINDS,
};

struct rate_limits;

/* How often each is allowed in its period (a second, a minute or an hour); 0: no limit. */
typedef uint32_t rate_limit_times[LIMIT_KINDS];

struct rate_limits *rate_limits_new(const rate_limit_times times);
void rate_limits_free(struct rate_limits *limits);

/* Takes a token from a bucket, whose size is `factor` times the usual. False if there is none:
 * *wait is the time in milliseconds until there is one. `now` in milliseconds. */
bool rate_limits_take(struct rate_limits *limits, enum rate_limit kind, struct bv_span who,
                      uint32_t factor, int64_t now, int64_t *wait);

/* Takes tokens for work that is already done, even if the bucket has none; the debt is limited to
 * one more bucket. */
void rate_limits_charge(struct rate_limits *limits, enum rate_limit kind, struct bv_span who,
                        uint32_t factor, uint64_t tokens, int64_t now);

/* Whether a token is available; takes nothing. */
bool rate_limits_peek(const struct rate_limits *limits, enum rate_limit kind, struct bv_span who,
                      uint32_t factor, int64_t now, int64_t *wait);

/* Returns a token that was taken with a factor of one. */
void rate_limits_give_back(struct rate_limits *limits, enum rate_limit kind, struct bv_span who);

/* ---- Sharing with other nodes ---------------------------------------------------------------- */

/* From now on all nodes with that seed use the same key for a bucket, and what is taken is
 * recorded. */
void rate_limits_share(struct rate_limits *limits, uint64_t seed);

/* Whether something was taken that other nodes should know at once: login attempts. */
bool rate_limits_press(const struct rate_limits *limits);

/* Visits what was taken since the last visit, as the time in which it refills (negative: more was
 * returned than taken): only what is urgent, or everything except buckets that are hardly used. */
typedef void rate_limits_visitor(void *context, enum rate_limit kind, uint64_t key,
                                 int64_t microseconds);
void rate_limits_visit(struct rate_limits *limits, bool all, int64_t now, rate_limits_visitor *tell,
                       void *context);

/* Another node reports what was taken there. */
void rate_limits_receive(struct rate_limits *limits, enum rate_limit kind, uint64_t key,
                         int64_t microseconds, int64_t now);
