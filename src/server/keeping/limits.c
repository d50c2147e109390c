#include "server/keeping/limits.h"

#include <sys/random.h>

#include "core/hash.h"
#include "server/memory.h"

enum { SETS = 1024, WAYS = 8 };

#define NANOSECONDS ((int64_t)1000 * 1000 * 1000)

const bv_limit_times bv_limit_defaults = {
    [BV_LIMIT_REQUESTS] = 50, [BV_LIMIT_CHANGES] = 600, [BV_LIMIT_MESSAGES] = 100,
    [BV_LIMIT_TABLES] = 120,  [BV_LIMIT_GUESTS] = 120,  [BV_LIMIT_LOGINS] = 20,
    [BV_LIMIT_CODES] = 20,    [BV_LIMIT_FAILURES] = 20, [BV_LIMIT_GUESSES] = 100,
    [BV_LIMIT_CHATS] = 30,    [BV_LIMIT_WORK] = 50000,
};

/* What is counted by the second may come in bursts: a page asks for twenty things at once. */
static const struct {
    uint32_t seconds;  /* in which so many come back */
    uint32_t capacity; /* seconds until an empty bucket is full */
} kinds[BV_LIMIT_KINDS] = {
    [BV_LIMIT_REQUESTS] = {1, 4},      [BV_LIMIT_CHANGES] = {3600, 3600},
    [BV_LIMIT_MESSAGES] = {1, 4},      [BV_LIMIT_TABLES] = {3600, 3600},
    [BV_LIMIT_GUESTS] = {3600, 3600},  [BV_LIMIT_LOGINS] = {60, 60},
    [BV_LIMIT_CODES] = {60, 60},       [BV_LIMIT_FAILURES] = {3600, 3600},
    [BV_LIMIT_GUESSES] = {3600, 3600}, [BV_LIMIT_CHATS] = {60, 60},
    [BV_LIMIT_WORK] = {1, 2},
};

/* A bucket is the moment at which it will be full again: taking a token puts it off by the time that one needs to come
 * back. One that is full already says nothing, whoever's it was. */
struct bucket {
    uint64_t key;
    int64_t full; /* nanoseconds */
    int64_t
        untold; /* what was taken and not given back, as far as other nodes have not been told */
};

struct bv_limits {
    bv_limit_times times;
    uint64_t seed; /* so that nobody can aim at somebody else's set */
    bool shared;   /* with other nodes */
    bool pressing; /* they should hear something at once */
    struct bucket bucket[BV_LIMIT_KINDS][SETS][WAYS];
};

uint32_t bv_limit_seconds(enum bv_limit kind)
{
    return kinds[kind].seconds;
}

struct bv_limits *bv_limits_new(const bv_limit_times times)
{
    struct bv_limits *limits = bv_new(sizeof *limits);
    bv_copy(limits->times, times, sizeof limits->times);
    if (getrandom(&limits->seed, sizeof limits->seed, 0) != (ssize_t)sizeof limits->seed) abort();
    return limits;
}

void bv_limits_free(struct bv_limits *limits)
{
    free(limits);
}

static uint64_t key_of(const struct bv_limits *limits, struct bv_span who)
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

/* Somebody's bucket; else the one of the set that is nearest to being full. */
static struct bucket *take_over(struct bucket set[WAYS], uint64_t key)
{
    size_t best = 0;
    for (size_t i = 0; i < WAYS; i++) {
        if (set[i].key == key) return &set[i];
        if (set[i].full < set[best].full) best = i;
    }
    set[best] = (struct bucket){.key = key};
    return &set[best];
}

/* The time in which a token comes back. */
static int64_t token_time(const struct bv_limits *limits, enum bv_limit kind, uint32_t factor)
{
    return kinds[kind].seconds * NANOSECONDS / ((int64_t)limits->times[kind] * factor);
}

/* The moment at which the bucket would be full again if a token were taken out now; false if there is none. */
static bool would_be_full(const struct bv_limits *limits, enum bv_limit kind, int64_t full,
                          uint32_t factor, int64_t now, int64_t *then, int64_t *wait)
{
    int64_t capacity = kinds[kind].capacity * NANOSECONDS;
    int64_t moment = now * (NANOSECONDS / 1000);
    *then = (full > moment ? full : moment) + token_time(limits, kind, factor);
    int64_t over = *then - moment - capacity;
    *wait = over > 0 ? over / (NANOSECONDS / 1000) + 1 : 0;
    return over <= 0;
}

/* Kinds that somebody would try at many nodes at once. */
static bool is_pressing(size_t kind)
{
    return kind >= BV_LIMIT_LOGINS && kind <= BV_LIMIT_GUESSES;
}

static void note(struct bv_limits *limits, enum bv_limit kind, struct bucket *bucket, int64_t then,
                 int64_t now)
{
    int64_t moment = now * (NANOSECONDS / 1000);
    bucket->untold += then - (bucket->full > moment ? bucket->full : moment);
    limits->pressing |= is_pressing(kind);
}

bool bv_limits_take(struct bv_limits *limits, enum bv_limit kind, struct bv_span who,
                    uint32_t factor, int64_t now, int64_t *wait)
{
    int64_t then;
    *wait = 0;
    if (!limits->times[kind] || !factor) return true;
    uint64_t key = key_of(limits, who);
    struct bucket *bucket = take_over(limits->bucket[kind][key % SETS], key);
    if (!would_be_full(limits, kind, bucket->full, factor, now, &then, wait)) return false;
    if (limits->shared) note(limits, kind, bucket, then, now);
    bucket->full = then;
    return true;
}

void bv_limits_charge(struct bv_limits *limits, enum bv_limit kind, struct bv_span who,
                      uint32_t factor, uint64_t tokens, int64_t now)
{
    if (!limits->times[kind] || !factor) return;
    uint64_t key = key_of(limits, who);
    struct bucket *bucket = take_over(limits->bucket[kind][key % SETS], key);
    int64_t times = (int64_t)limits->times[kind] * factor;
    int64_t period = kinds[kind].seconds * NANOSECONDS;
    int64_t moment = now * (NANOSECONDS / 1000);
    int64_t most = moment + 2 * kinds[kind].capacity * NANOSECONDS;
    int64_t from = bucket->full > moment ? bucket->full : moment;
    int64_t taken = tokens < (uint64_t)(INT64_MAX / period) ? (int64_t)tokens : INT64_MAX / period;
    int64_t then = from + taken * period / times;
    if (then > most) then = most;
    if (then <= from) return;
    if (limits->shared) note(limits, kind, bucket, then, now);
    bucket->full = then;
}

bool bv_limits_look(const struct bv_limits *limits, enum bv_limit kind, struct bv_span who,
                    uint32_t factor, int64_t now, int64_t *wait)
{
    int64_t then;
    *wait = 0;
    if (!limits->times[kind] || !factor) return true;
    uint64_t key = key_of(limits, who);
    const struct bucket *bucket = find(limits->bucket[kind][key % SETS], key);
    return would_be_full(limits, kind, bucket ? bucket->full : 0, factor, now, &then, wait);
}

void bv_limits_give_back(struct bv_limits *limits, enum bv_limit kind, struct bv_span who)
{
    if (!limits->times[kind]) return;
    uint64_t key = key_of(limits, who);
    struct bucket *set = limits->bucket[kind][key % SETS];
    if (!find(set, key)) return; /* it has given way to others */
    struct bucket *bucket = take_over(set, key);
    int64_t token = token_time(limits, kind, 1);
    bucket->full -= token;
    if (!limits->shared) return;
    bucket->untold -= token;
    limits->pressing |= is_pressing(kind);
}

/* ---- Together with other nodes --------------------------------------------------------------------------------- */

void bv_limits_share(struct bv_limits *limits, uint64_t seed)
{
    limits->seed = seed;
    limits->shared = true;
}

bool bv_limits_press(const struct bv_limits *limits)
{
    return limits->pressing;
}

static void tell_bucket(enum bv_limit kind, struct bucket *bucket, int64_t now,
                        bv_limits_teller *tell, void *context)
{
    enum { NOTICEABLE = 10 }; /* a tenth of it is used */
    int64_t used = bucket->full - now * (NANOSECONDS / 1000);
    int64_t least = kinds[kind].capacity * NANOSECONDS / NOTICEABLE;
    /* What has come back meanwhile need not be told. */
    if (bucket->untold > used) bucket->untold = used > 0 ? used : 0;
    if (!bucket->untold || (!is_pressing(kind) && used < least)) return;
    tell(context, kind, bucket->key, bucket->untold / 1000);
    bucket->untold = 0;
}

void bv_limits_tell(struct bv_limits *limits, bool all, int64_t now, bv_limits_teller *tell,
                    void *context)
{
    limits->pressing = false;
    for (size_t kind = 0; kind < BV_LIMIT_KINDS; kind++) {
        if (!all && !is_pressing(kind)) continue;
        for (size_t set = 0; set < SETS; set++)
            for (size_t way = 0; way < WAYS; way++)
                tell_bucket((enum bv_limit)kind, &limits->bucket[kind][set][way], now, tell,
                            context);
    }
}

void bv_limits_hear(struct bv_limits *limits, enum bv_limit kind, uint64_t key,
                    int64_t microseconds, int64_t now)
{
    struct bucket *bucket = take_over(limits->bucket[kind][key % SETS], key);
    int64_t moment = now * (NANOSECONDS / 1000);
    int64_t empty = moment + kinds[kind].capacity * NANOSECONDS;
    int64_t full = (bucket->full > moment ? bucket->full : moment) + microseconds * 1000;
    bucket->full = full < empty ? full : empty;
}
