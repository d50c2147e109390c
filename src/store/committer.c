#include "store/committer.h"

#include <pthread.h>
#include <stdlib.h>

#include "store/batch.h"

/* A queue of batches through their own `next`: handing over allocates nothing. */
struct queue {
    struct bv_batch *first, *last;
};

struct bv_committer {
    struct bv_store *store;
    void (*done)(void *context);
    void *context;
    pthread_t thread;
    bool running; /* the thread is to be joined; the loop's */

    pthread_mutex_t lock; /* for all below */
    pthread_cond_t wake;
    bool stopping;
    struct queue waiting, ready;
    size_t uncollected; /* handed over and not collected: waiting, ready, or being committed */
    size_t failed;      /* of those ready; while there are any nothing waits and nothing is tried */
    struct bv_error failure;
    bool overtaken; /* the failure's reason */
};

static void push(struct queue *queue, struct bv_batch *batch)
{
    batch->next = NULL;
    if (queue->last)
        queue->last->next = batch;
    else
        queue->first = batch;
    queue->last = batch;
}

static struct bv_batch *pop(struct queue *queue)
{
    struct bv_batch *batch = queue->first;
    if (!batch) return NULL;
    queue->first = batch->next;
    if (!queue->first) queue->last = NULL;
    batch->next = NULL;
    return batch;
}

/* ---- The thread; the lock is held except while it commits -------------------------------------------------- */

static size_t take_group(struct bv_committer *committer, struct bv_batch **group)
{
    size_t count = 0;
    while (count < BV_COMMITTER_GROUP && committer->waiting.first)
        group[count++] = pop(&committer->waiting);
    return count;
}

static void give_back(struct bv_committer *committer, struct bv_batch *batch, bool good)
{
    batch->failed = !good;
    if (!good) committer->failed++;
    push(&committer->ready, batch);
}

/* All batches, or those before the one that somebody else was faster with: how many. */
static size_t commit_most(struct bv_store *store, const struct bv_batch *const *batch, size_t count,
                          bool *overtaken, struct bv_error *error)
{
    if (bv_store_commit_all(store, batch, count, error)) return count;
    *overtaken = bv_store_was_overtaken(store);
    size_t before = *overtaken ? bv_store_overtaken_at(store) : 0;
    if (!before || bv_store_commit_all(store, batch, before, error)) return before;
    *overtaken = bv_store_was_overtaken(store);
    return 0;
}

static void commit_group(struct bv_committer *committer)
{
    struct bv_batch *group[BV_COMMITTER_GROUP];
    const struct bv_batch *reading[BV_COMMITTER_GROUP];
    size_t count = take_group(committer, group);
    for (size_t i = 0; i < count; i++) reading[i] = group[i];
    struct bv_error error = {""};
    pthread_mutex_unlock(&committer->lock);
    bool overtaken = false;
    size_t stored = commit_most(committer->store, reading, count, &overtaken, &error);
    pthread_mutex_lock(&committer->lock);
    for (size_t i = 0; i < count; i++) give_back(committer, group[i], i < stored);
    if (stored == count) return;
    committer->failure = error;
    committer->overtaken = overtaken;
    while (committer->waiting.first) give_back(committer, pop(&committer->waiting), false);
}

static void *commit_all(void *argument)
{
    struct bv_committer *committer = argument;
    pthread_mutex_lock(&committer->lock);
    for (;;) {
        while (!committer->waiting.first && !committer->stopping)
            pthread_cond_wait(&committer->wake, &committer->lock);
        if (!committer->waiting.first) break;
        commit_group(committer);
        pthread_mutex_unlock(&committer->lock);
        committer->done(committer->context);
        pthread_mutex_lock(&committer->lock);
    }
    pthread_mutex_unlock(&committer->lock);
    return NULL;
}

/* ---- The loop's side ------------------------------------------------------------------------------------- */

struct bv_committer *bv_committer_start(struct bv_store *store, void (*done)(void *context),
                                        void *context)
{
    struct bv_committer *committer = calloc(1, sizeof *committer);
    if (!committer) abort();
    committer->store = store;
    committer->done = done;
    committer->context = context;
    pthread_mutex_init(&committer->lock, NULL);
    pthread_cond_init(&committer->wake, NULL);
    committer->running = pthread_create(&committer->thread, NULL, commit_all, committer) == 0;
    if (committer->running) return committer;
    bv_committer_free(committer);
    return NULL;
}

void bv_committer_submit(struct bv_committer *committer, struct bv_batch *batch)
{
    pthread_mutex_lock(&committer->lock);
    BV_ASSERT(committer->running && committer->uncollected < BV_COMMITTER_WAITING);
    committer->uncollected++;
    if (committer->failed > 0) {
        /* It was made before the failure was known. It comes behind the failed ones that the loop still collects. */
        give_back(committer, batch, false);
    } else {
        push(&committer->waiting, batch);
        pthread_cond_signal(&committer->wake);
    }
    pthread_mutex_unlock(&committer->lock);
}

bool bv_committer_collect(struct bv_committer *committer, struct bv_batch **batch, bool *ok,
                          struct bv_error *error)
{
    pthread_mutex_lock(&committer->lock);
    *batch = pop(&committer->ready);
    if (*batch) {
        *ok = !(*batch)->failed;
        committer->uncollected--;
        if (!*ok) {
            *error = committer->failure;
            committer->failed--;
        }
    }
    pthread_mutex_unlock(&committer->lock);
    return *batch != NULL;
}

bool bv_committer_overtaken(struct bv_committer *committer)
{
    pthread_mutex_lock(&committer->lock);
    bool overtaken = committer->overtaken;
    pthread_mutex_unlock(&committer->lock);
    return overtaken;
}

size_t bv_committer_waiting(struct bv_committer *committer)
{
    pthread_mutex_lock(&committer->lock);
    size_t count = committer->uncollected;
    pthread_mutex_unlock(&committer->lock);
    return count;
}

void bv_committer_stop(struct bv_committer *committer)
{
    if (!committer->running) return;
    pthread_mutex_lock(&committer->lock);
    committer->stopping = true;
    pthread_cond_signal(&committer->wake);
    pthread_mutex_unlock(&committer->lock);
    pthread_join(committer->thread, NULL);
    committer->running = false;
}

void bv_committer_free(struct bv_committer *committer)
{
    if (!committer) return;
    bv_committer_stop(committer);
    struct bv_batch *batch = NULL;
    while ((batch = pop(&committer->ready))) bv_batch_free(batch);
    pthread_cond_destroy(&committer->wake);
    pthread_mutex_destroy(&committer->lock);
    free(committer);
}
