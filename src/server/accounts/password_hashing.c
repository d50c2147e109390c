#include "server/accounts/password_hashing.h"

#include <pthread.h>
#include <sodium.h>

#include "util/memory.h"

enum { WAITING_MAX = 32 };

_Static_assert(PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "a hash fits");

struct hasher {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t come;
    struct hasher_job *first; /* to be done, in this order */
    struct hasher_job *done;
    uint32_t waiting; /* all jobs not collected, except the dropped ones */
    uint64_t round;   /* of the last job that was taken */
    bool closing;
    void (*wake)(void *context);
    void *context;
    char dummy_hash[PASSWORD_HASH_SIZE]; /* a hash to verify against when the name does not exist */
};

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

static void run(struct hasher *hasher, struct hasher_job *job)
{
    if (!hasher->dummy_hash[0] && !hash("nobody", hasher->dummy_hash)) {
        job->failed = true;
        return;
    }
    job->right = true;
    if (job->password[0]) verify(hasher, job);
    if (job->right && job->fresh[0]) job->failed = !hash(job->fresh, job->fresh_hash);
}

static void put_done(struct hasher *hasher, struct hasher_job *job)
{
    job->next = hasher->done;
    hasher->done = job;
    hasher->wake(hasher->context);
}

static struct hasher_job *take_first(struct hasher *hasher)
{
    struct hasher_job *job = hasher->first;
    if (!job) return NULL;
    hasher->first = job->next;
    if (!job->known) hasher->round = job->round;
    return job;
}

static void *work(void *context)
{
    struct hasher *hasher = context;
    pthread_mutex_lock(&hasher->lock);
    while (!hasher->closing) {
        struct hasher_job *job = take_first(hasher);
        if (!job) {
            pthread_cond_wait(&hasher->come, &hasher->lock);
            continue;
        }
        pthread_mutex_unlock(&hasher->lock);
        run(hasher, job);
        pthread_mutex_lock(&hasher->lock);
        put_done(hasher, job);
    }
    pthread_mutex_unlock(&hasher->lock);
    return NULL;
}

struct hasher *hasher_open(void (*wake)(void *context), void *context)
{
    if (sodium_init() < 0) abort();
    struct hasher *hasher = memory_new(sizeof *hasher);
    hasher->wake = wake;
    hasher->context = context;
    pthread_mutex_init(&hasher->lock, NULL);
    pthread_cond_init(&hasher->come, NULL);
    if (pthread_create(&hasher->thread, NULL, work, hasher) != 0) abort();
    return hasher;
}

void hasher_stop(struct hasher *hasher)
{
    pthread_mutex_lock(&hasher->lock);
    hasher->closing = true;
    pthread_cond_broadcast(&hasher->come);
    pthread_mutex_unlock(&hasher->lock);
    pthread_join(hasher->thread, NULL);
}

void hasher_free(struct hasher *hasher)
{
    BV_ASSERT(!hasher->first && !hasher->done);
    pthread_mutex_destroy(&hasher->lock);
    pthread_cond_destroy(&hasher->come);
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
    for (const struct hasher_job *other = hasher->first; other; other = other->next)
        if (other->known == job->known && address_within(&other->from, &job->from, ADDRESS_BITS) &&
            other->round >= round)
            round = other->round + 1;
    return round;
}

/* Drops the last job of the queue if it comes after this one. */
static bool make_capacity(struct hasher *hasher, const struct hasher_job *job)
{
    struct hasher_job **last = &hasher->first;
    if (!*last) return false;
    while ((*last)->next) last = &(*last)->next;
    struct hasher_job *gone = *last;
    if (!comes_before(job, gone)) return false;
    *last = NULL;
    gone->failed = gone->gave_way = true;
    hasher->waiting--;
    put_done(hasher, gone);
    return true;
}

bool hasher_ask(struct hasher *hasher, struct hasher_job *job)
{
    pthread_mutex_lock(&hasher->lock);
    job->round = round_of(hasher, job);
    bool capacity = hasher->waiting < WAITING_MAX || make_capacity(hasher, job);
    if (capacity) {
        struct hasher_job **place = &hasher->first;
        while (*place && !comes_before(job, *place)) place = &(*place)->next;
        job->next = *place;
        *place = job;
        hasher->waiting++;
        pthread_cond_signal(&hasher->come);
    }
    pthread_mutex_unlock(&hasher->lock);
    return capacity;
}

struct hasher_job *hasher_collect(struct hasher *hasher)
{
    pthread_mutex_lock(&hasher->lock);
    struct hasher_job *job = hasher->done;
    if (job) {
        hasher->done = job->next;
        if (!job->gave_way) hasher->waiting--;
    } else if (hasher->closing) {
        job = take_first(hasher);
    }
    pthread_mutex_unlock(&hasher->lock);
    return job;
}

void hasher_wipe(struct hasher_job *job)
{
    sodium_memzero(job->password, sizeof job->password);
    sodium_memzero(job->fresh, sizeof job->fresh);
}
