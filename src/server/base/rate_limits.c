#include "server/base/rate_limits.h"

#include <sodium/randombytes.h>

#include "core/hash.h"
#include "util/memory.h"

enum { SETS = 1024, WAYS = 8 };

#define NANOSECONDS ((int64_t)1000 * 1000 * 1000)

/* Limits per second allow bursts: a page sends twenty requests at once. */
static const struct {
    uint32_t seconds;  /* the period of the limit */
    uint32_t capacity; /* seconds until an empty bucket is full */
} kinds[LIMIT_KINDS] = {
    [LIMIT_REQUESTS] = {1, 4},     [LIMIT_CHANGES] = {3600, 3600},  [LIMIT_MESSAGES] = {1, 4},
    [LIMIT_TABLES] = {3600, 3600}, [LIMIT_GUESTS] = {3600, 3600},   [LIMIT_LOGINS] = {60, 60},
    [LIMIT_CODES] = {60, 60},      [LIMIT_FAILURES] = {3600, 3600}, [LIMIT_GUESSES] = {3600, 3600},
    [LIMIT_CHATS] = {60, 60},      [LIMIT_WORK] = {1, 2},
};

/* A bucket is stored as the time at which it will be full again: taking a token delays that by the
 * refill time of one token. A bucket that is full already holds no information. */
struct bucket {
    uint64_t key;
    int64_t full;   /* nanoseconds */
    int64_t unsent; /* taken minus returned, not yet sent to other nodes */
};

struct rate_limits {
    rate_limit_times times;
    uint64_t seed; /* so that a client cannot choose another client's set */
    bool shared;   /* with other nodes */
    bool urgent;   /* something should be sent at once */
    struct bucket bucket[LIMIT_KINDS][SETS][WAYS];
};

struct rate_limits *rate_limits_new(const rate_limit_times times)
{
    struct rate_limits *limits = memory_new(sizeof *limits);
    bv_copy(limits->times, times, sizeof limits->times);
    randombytes_buf(&limits->seed, sizeof limits->seed);
    return limits;
}

void rate_limits_free(struct rate_limits *limits)
{
    free(limits);
}

static uint64_t key_of(const struct rate_limits *limits, struct bv_span who)
{
    uint64_t hash = bv_mix(limits->seed, who.length);
    while (who.length) {
        uint64_t word = 0;
        size_t bytes = who.length < sizeof word ? who.length : sizeof word;
        bv_copy(&word, who.text, bytes);
        hash = bv_mix(hash, word);
        who.text += bytes;
        who.length -= bytes;
    }
    return bv_mix(hash, limits->seed);
}

static const struct bucket *find(const struct bucket set[WAYS], uint64_t key)
{
    for (size_t i = 0; i < WAYS; i++)
        if (set[i].key == key) return &set[i];
    return NULL;
}

/* The bucket of a key; if there is none, the fullest bucket of the set is replaced. */
static struct bucket *bucket_for(struct bucket set[WAYS], uint64_t key)
{
    size_t best = 0;
    for (size_t i = 0; i < WAYS; i++) {
        if (set[i].key == key) return &set[i];
        if (set[i].full < set[best].full) best = i;
    }
    set[best] = (struct bucket){.key = key};
    return &set[best];
}

/* The refill time of one token. */
static int64_t token_time(const struct rate_limits *limits, enum rate_limit kind, uint32_t factor)
{
    return kinds[kind].seconds * NANOSECONDS / ((int64_t)limits->times[kind] * factor);
}

/* When the bucket would be full again if a token were taken now; false if there is none. */
static bool would_be_full(const struct rate_limits *limits, enum rate_limit kind, int64_t full,
                          uint32_t factor, int64_t now, int64_t *then, int64_t *wait)
{
    int64_t capacity = kinds[kind].capacity * NANOSECONDS;
    int64_t moment = now * (NANOSECONDS / 1000);
    *then = (full > moment ? full : moment) + token_time(limits, kind, factor);
    int64_t over = *then - moment - capacity;
    *wait = over > 0 ? over / (NANOSECONDS / 1000) + 1 : 0;
    return over <= 0;
}

/* Kinds that an attacker would try at many nodes at once. */
static bool is_urgent(size_t kind)
{
    return kind == LIMIT_LOGINS || kind == LIMIT_CODES || kind == LIMIT_FAILURES ||
           kind == LIMIT_GUESSES;
}

static void note_taken(struct rate_limits *limits, enum rate_limit kind, struct bucket *bucket,
                       int64_t then, int64_t now)
{
    int64_t moment = now * (NANOSECONDS / 1000);
    bucket->unsent += then - (bucket->full > moment ? bucket->full : moment);
    limits->urgent |= is_urgent(kind);
}

bool rate_limits_take(struct rate_limits *limits, enum rate_limit kind, struct bv_span who,
                      uint32_t factor, int64_t now, int64_t *wait)
{
    int64_t then;
    *wait = 0;
    if (!limits->times[kind] || !factor) return true;
    uint64_t key = key_of(limits, who);
    struct bucket *bucket = bucket_for(limits->bucket[kind][key % SETS], key);
    if (!would_be_full(limits, kind, bucket->full, factor, now, &then, wait)) return false;
    if (limits->shared) note_taken(limits, kind, bucket, then, now);
    bucket->full = then;
    return true;
}

void rate_limits_charge(struct rate_limits *limits, enum rate_limit kind, struct bv_span who,
                        uint32_t factor, uint64_t tokens, int64_t now)
{
    if (!limits->times[kind] || !factor) return;
    uint64_t key = key_of(limits, who);
    struct bucket *bucket = bucket_for(limits->bucket[kind][key % SETS], key);
    int64_t times = (int64_t)limits->times[kind] * factor;
    int64_t period = kinds[kind].seconds * NANOSECONDS;
    int64_t moment = now * (NANOSECONDS / 1000);
    int64_t most = moment + 2 * kinds[kind].capacity * NANOSECONDS;
    int64_t from = bucket->full > moment ? bucket->full : moment;
    int64_t taken = tokens < (uint64_t)(INT64_MAX / period) ? (int64_t)tokens : INT64_MAX / period;
    int64_t then = from + taken * period / times;
    if (then > most) then = most;
    if (then <= from) return;
    if (limits->shared) note_taken(limits, kind, bucket, then, now);
    bucket->full = then;
}

bool rate_limits_peek(const struct rate_limits *limits, enum rate_limit kind, struct bv_span who,
                      uint32_t factor, int64_t now, int64_t *wait)
{
    int64_t then;
    *wait = 0;
    if (!limits->times[kind] || !factor) return true;
    uint64_t key = key_of(limits, who);
    const struct bucket *bucket = find(limits->bucket[kind][key % SETS], key);
    return would_be_full(limits, kind, bucket ? bucket->full : 0, factor, now, &then, wait);
}

void rate_limits_give_back(struct rate_limits *limits, enum rate_limit kind, struct bv_span who)
{
    if (!limits->times[kind]) return;
    uint64_t key = key_of(limits, who);
    struct bucket *set = limits->bucket[kind][key % SETS];
    if (!find(set, key)) return; /* it was replaced */
    struct bucket *bucket = bucket_for(set, key);
    int64_t token = token_time(limits, kind, 1);
    bucket->full -= token;
    if (!limits->shared) return;
    bucket->unsent -= token;
    limits->urgent |= is_urgent(kind);
}

/* ---- Sharing with other nodes ---------------------------------------------------------------- */

void rate_limits_share(struct rate_limits *limits, uint64_t seed)
{
    limits->seed = seed;
    limits->shared = true;
}

bool rate_limits_press(const struct rate_limits *limits)
{
    return limits->urgent;
}

static void visit_bucket(enum rate_limit kind, struct bucket *bucket, int64_t now,
                         rate_limits_visitor *visit, void *context)
{
    enum { NOTICEABLE = 10 }; /* a tenth of the bucket is used */
    int64_t used = bucket->full - now * (NANOSECONDS / 1000);
    int64_t least = kinds[kind].capacity * NANOSECONDS / NOTICEABLE;
    /* What was refilled since need not be sent. */
    if (bucket->unsent > used) bucket->unsent = used > 0 ? used : 0;
    if (!bucket->unsent || (!is_urgent(kind) && used < least)) return;
    visit(context, kind, bucket->key, bucket->unsent / 1000);
    bucket->unsent = 0;
}

void rate_limits_visit(struct rate_limits *limits, bool all, int64_t now,
                       rate_limits_visitor *visit, void *context)
{
    limits->urgent = false;
    for (size_t kind = 0; kind < LIMIT_KINDS; kind++) {
        if (!all && !is_urgent(kind)) continue;
        for (size_t set = 0; set < SETS; set++)
            for (size_t way = 0; way < WAYS; way++)
                visit_bucket((enum rate_limit)kind, &limits->bucket[kind][set][way], now, visit,
                             context);
    }
}

void rate_limits_receive(struct rate_limits *limits, enum rate_limit kind, uint64_t key,
                         int64_t microseconds, int64_t now)
{
    struct bucket *bucket = bucket_for(limits->bucket[kind][key % SETS], key);
    int64_t moment = now * (NANOSECONDS / 1000);
    int64_t empty = moment + kinds[kind].capacity * NANOSECONDS;
    int64_t full = (bucket->full > moment ? bucket->full : moment) + microseconds * 1000;
    bucket->full = full < empty ? full : empty;
}
