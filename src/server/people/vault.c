#include "server/people/vault.h"

#include <pthread.h>
#include <sodium.h>

#include "server/memory.h"

enum { WAITING_MAX = 32 };

_Static_assert(BV_PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "a hash fits");

struct bv_vault {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t come;
    struct bv_vault_job *first; /* to be done, in this order */
    struct bv_vault_job *done;
    uint32_t waiting; /* all that were not collected, but those that gave way */
    uint64_t round;   /* of the last that was taken */
    bool closing;
    void (*wake)(void *context);
    void *context;
    char nobody[BV_PASSWORD_HASH_SIZE]; /* what is verified for a name that there is not */
};

static bool hash(const char *password, char *to)
{
    return crypto_pwhash_str(to, password, bv_length(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

static void verify(const struct bv_vault *vault, struct bv_vault_job *job)
{
    bool somebody = job->hash[0] != '\0';
    const char *against = somebody ? job->hash : vault->nobody;
    bool same = crypto_pwhash_str_verify(against, job->password, bv_length(job->password)) == 0;
    job->right = same && somebody;
}

static void run(struct bv_vault *vault, struct bv_vault_job *job)
{
    if (!vault->nobody[0] && !hash("nobody", vault->nobody)) {
        job->failed = true;
        return;
    }
    job->right = true;
    if (job->password[0]) verify(vault, job);
    if (job->right && job->fresh[0]) job->failed = !hash(job->fresh, job->fresh_hash);
}

static void put_done(struct bv_vault *vault, struct bv_vault_job *job)
{
    job->next = vault->done;
    vault->done = job;
    vault->wake(vault->context);
}

static struct bv_vault_job *take_first(struct bv_vault *vault)
{
    struct bv_vault_job *job = vault->first;
    if (!job) return NULL;
    vault->first = job->next;
    if (!job->known) vault->round = job->round;
    return job;
}

static void *work(void *context)
{
    struct bv_vault *vault = context;
    pthread_mutex_lock(&vault->lock);
    while (!vault->closing) {
        struct bv_vault_job *job = take_first(vault);
        if (!job) {
            pthread_cond_wait(&vault->come, &vault->lock);
            continue;
        }
        pthread_mutex_unlock(&vault->lock);
        run(vault, job);
        pthread_mutex_lock(&vault->lock);
        put_done(vault, job);
    }
    pthread_mutex_unlock(&vault->lock);
    return NULL;
}

struct bv_vault *bv_vault_open(void (*wake)(void *context), void *context)
{
    if (sodium_init() < 0) abort();
    struct bv_vault *vault = bv_new(sizeof *vault);
    vault->wake = wake;
    vault->context = context;
    pthread_mutex_init(&vault->lock, NULL);
    pthread_cond_init(&vault->come, NULL);
    if (pthread_create(&vault->thread, NULL, work, vault) != 0) abort();
    return vault;
}

void bv_vault_stop(struct bv_vault *vault)
{
    pthread_mutex_lock(&vault->lock);
    vault->closing = true;
    pthread_cond_broadcast(&vault->come);
    pthread_mutex_unlock(&vault->lock);
    pthread_join(vault->thread, NULL);
}

void bv_vault_free(struct bv_vault *vault)
{
    BV_ASSERT(!vault->first && !vault->done);
    pthread_mutex_destroy(&vault->lock);
    pthread_cond_destroy(&vault->come);
    free(vault);
}

static bool comes_before(const struct bv_vault_job *one, const struct bv_vault_job *other)
{
    return one->known != other->known ? one->known : one->round < other->round;
}

/* The round after the last that its address waits for. */
static uint64_t round_of(const struct bv_vault *vault, const struct bv_vault_job *job)
{
    uint64_t round = vault->round;
    for (const struct bv_vault_job *other = vault->first; other; other = other->next)
        if (other->known == job->known &&
            bv_address_within(&other->from, &job->from, BV_ADDRESS_BITS) && other->round >= round)
            round = other->round + 1;
    return round;
}

/* The last of the queue makes room, if it comes after the job. */
static bool make_room(struct bv_vault *vault, const struct bv_vault_job *job)
{
    struct bv_vault_job **last = &vault->first;
    if (!*last) return false;
    while ((*last)->next) last = &(*last)->next;
    struct bv_vault_job *gone = *last;
    if (!comes_before(job, gone)) return false;
    *last = NULL;
    gone->failed = gone->gave_way = true;
    vault->waiting--;
    put_done(vault, gone);
    return true;
}

bool bv_vault_ask(struct bv_vault *vault, struct bv_vault_job *job)
{
    pthread_mutex_lock(&vault->lock);
    job->round = round_of(vault, job);
    bool room = vault->waiting < WAITING_MAX || make_room(vault, job);
    if (room) {
        struct bv_vault_job **place = &vault->first;
        while (*place && !comes_before(job, *place)) place = &(*place)->next;
        job->next = *place;
        *place = job;
        vault->waiting++;
        pthread_cond_signal(&vault->come);
    }
    pthread_mutex_unlock(&vault->lock);
    return room;
}

struct bv_vault_job *bv_vault_collect(struct bv_vault *vault)
{
    pthread_mutex_lock(&vault->lock);
    struct bv_vault_job *job = vault->done;
    if (job) {
        vault->done = job->next;
        if (!job->gave_way) vault->waiting--;
    } else if (vault->closing) {
        job = take_first(vault);
    }
    pthread_mutex_unlock(&vault->lock);
    return job;
}

void bv_vault_wipe(struct bv_vault_job *job)
{
    sodium_memzero(job->password, sizeof job->password);
    sodium_memzero(job->fresh, sizeof job->fresh);
}
