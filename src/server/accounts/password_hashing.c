#include "server/accounts/password_hashing.h"

#include <sodium.h>

#include "util/memory.h"
#include "util/workers.h"

enum { WAITING_MAX = 32 };

_Static_assert(PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "a hash fits");

struct hasher {
    struct workers *workers; /* one thread, which is given one job at a time */
    bool busy;
    struct list_link waiting; /* in the order in which they will be done */
    struct list_link dropped;
    uint32_t accepted; /* all jobs not collected, except the dropped ones */
    uint64_t round;    /* of the last job that was given to the thread */
    bool closing;
    void (*wake)(void *context);
    void *context;
    char dummy_hash[PASSWORD_HASH_SIZE]; /* a hash to verify against when the name does not exist */
};

static struct hasher_job *job_of(struct list_link *link)
{
    return LIST_HOLDER(link, struct hasher_job, link);
}

static bool hash(const char *password, char *to)
{
    return crypto_pwhash_str(to, password, bv_length(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

static void verify(const struct hasher *hasher, struct hasher_job *job)
{
    bool exists = job->hash[0] != '\0';
    const char *against = exists ? job->hash : hasher->dummy_hash;
    bool same = crypto_pwhash_str_verify(against, job->password, bv_length(job->password)) == 0;
    job->right = same && exists;
}

static void run(void *context, struct list_link *link)
{
    struct hasher *hasher = context;
    struct hasher_job *job = job_of(link);
    if (!hasher->dummy_hash[0] && !hash("no such account", hasher->dummy_hash)) {
        job->failed = true;
        return;
    }
    job->right = true;
    if (job->password[0]) verify(hasher, job);
    if (job->right && job->fresh[0]) job->failed = !hash(job->fresh, job->fresh_hash);
}

struct hasher *hasher_open(void (*wake)(void *context), void *context)
{
    if (sodium_init() < 0) abort();
    struct hasher *hasher = memory_new(sizeof *hasher);
    hasher->wake = wake;
    hasher->context = context;
    list_init(&hasher->waiting);
    list_init(&hasher->dropped);
    hasher->workers = workers_open(&(struct workers_deps){
        .threads = 1, .work = run, .context = hasher, .wake = wake, .wake_context = context});
    return hasher;
}

void hasher_stop(struct hasher *hasher)
{
    hasher->closing = true;
    workers_stop(hasher->workers);
}

void hasher_free(struct hasher *hasher)
{
    BV_ASSERT(list_is_empty(&hasher->waiting) && list_is_empty(&hasher->dropped));
    workers_free(hasher->workers);
    free(hasher);
}

static bool comes_before(const struct hasher_job *one, const struct hasher_job *other)
{
    return one->known != other->known ? one->known : one->round < other->round;
}

/* The round after the last one that its address waits for. */
static uint64_t round_of(const struct hasher *hasher, const struct hasher_job *job)
{
    uint64_t round = hasher->round;
    LIST_EACH (link, &hasher->waiting) {
        const struct hasher_job *other = job_of(link);
        if (other->known == job->known && address_within(&other->from, &job->from, ADDRESS_BITS) &&
            other->round >= round)
            round = other->round + 1;
    }
    return round;
}

/* Drops the last job of the queue if it comes after this one. */
static bool make_capacity(struct hasher *hasher, const struct hasher_job *job)
{
    if (list_is_empty(&hasher->waiting)) return false;
    struct hasher_job *last = job_of(hasher->waiting.before);
    if (!comes_before(job, last)) return false;
    last->failed = last->gave_way = true;
    hasher->accepted--;
    list_append(&last->link, &hasher->dropped);
    hasher->wake(hasher->context);
    return true;
}

static void begin_next(struct hasher *hasher)
{
    if (hasher->busy || hasher->closing || list_is_empty(&hasher->waiting)) return;
    struct hasher_job *job = job_of(list_take(&hasher->waiting));
    if (!job->known) hasher->round = job->round;
    hasher->busy = true;
    workers_ask(hasher->workers, &job->link);
}

bool hasher_ask(struct hasher *hasher, struct hasher_job *job)
{
    job->round = round_of(hasher, job);
    if (hasher->accepted == WAITING_MAX && !make_capacity(hasher, job)) return false;
    struct list_link *place = hasher->waiting.after;
    while (place != &hasher->waiting && !comes_before(job, job_of(place))) place = place->after;
    list_init(&job->link);
    list_append(&job->link, place);
    hasher->accepted++;
    begin_next(hasher);
    return true;
}

struct hasher_job *hasher_collect(struct hasher *hasher)
{
    if (!list_is_empty(&hasher->dropped)) return job_of(list_take(&hasher->dropped));
    struct list_link *link = workers_collect(hasher->workers);
    if (link) hasher->busy = false;
    if (!link && hasher->closing && !list_is_empty(&hasher->waiting))
        link = list_take(&hasher->waiting);
    if (!link) return NULL;
    hasher->accepted--;
    begin_next(hasher);
    return job_of(link);
}

void hasher_wipe(struct hasher_job *job)
{
    sodium_memzero(job->password, sizeof job->password);
    sodium_memzero(job->fresh, sizeof job->fresh);
}
