#include "store/committer.h"

#include <pthread.h>
#include <stdlib.h>

#include "store/batch.h"
#include "util/memory.h"

struct committer {
    struct store *store;
    void (*done)(void *context);
    void *context;
    pthread_t thread;
    bool running; /* the thread is to be joined; used by the loop only */

    pthread_mutex_t lock; /* protects all below */
    pthread_cond_t wake;
    bool stopping;
    struct list_link waiting, ready; /* batches, linked by themselves */
    size_t uncollected; /* submitted and not collected: waiting, ready, or being committed */
    size_t failed;      /* of those ready; while there are any, none waits and none is tried */
    struct bv_error failure;
    bool conflict; /* the reason of the failure */
};

/* NULL: the list is empty. */
static struct batch *pop(struct list_link *list)
{
    return list_is_empty(list) ? NULL : LIST_HOLDER(list_take(list), struct batch, link);
}

/* ---- The thread; it holds the lock except while it commits ----------------------------------- */

static size_t take_group(struct committer *committer, struct batch **group)
{
    size_t count = 0;
    while (count < COMMITTER_GROUP && !list_is_empty(&committer->waiting))
        group[count++] = pop(&committer->waiting);
    return count;
}

static void give_back(struct committer *committer, struct batch *batch, bool good)
{
    batch->failed = !good;
    if (!good) committer->failed++;
    list_append(&batch->link, &committer->ready);
}

/* Commits all batches, or those before the one with a conflict: returns how many. */
static size_t commit_most(struct store *store, const struct batch *const *batch, size_t count,
                          bool *conflict, struct bv_error *error)
{
    if (store_commit_all(store, batch, count, error)) return count;
    *conflict = store_had_conflict(store);
    size_t before = *conflict ? store_conflict_at(store) : 0;
    if (!before || store_commit_all(store, batch, before, error)) return before;
    *conflict = store_had_conflict(store);
    return 0;
}

static void commit_group(struct committer *committer)
{
    struct batch *group[COMMITTER_GROUP];
    const struct batch *reading[COMMITTER_GROUP];
    size_t count = take_group(committer, group);
    for (size_t i = 0; i < count; i++) reading[i] = group[i];
    struct bv_error error = {""};
    pthread_mutex_unlock(&committer->lock);
    bool conflict = false;
    size_t stored = commit_most(committer->store, reading, count, &conflict, &error);
    pthread_mutex_lock(&committer->lock);
    for (size_t i = 0; i < count; i++) give_back(committer, group[i], i < stored);
    if (stored == count) return;
    committer->failure = error;
    committer->conflict = conflict;
    while (!list_is_empty(&committer->waiting))
        give_back(committer, pop(&committer->waiting), false);
}

static void *commit_all(void *argument)
{
    struct committer *committer = argument;
    pthread_mutex_lock(&committer->lock);
    for (;;) {
        while (list_is_empty(&committer->waiting) && !committer->stopping)
            pthread_cond_wait(&committer->wake, &committer->lock);
        if (list_is_empty(&committer->waiting)) break;
        commit_group(committer);
        pthread_mutex_unlock(&committer->lock);
        committer->done(committer->context);
        pthread_mutex_lock(&committer->lock);
    }
    pthread_mutex_unlock(&committer->lock);
    return NULL;
}

/* ---- The loop's side ------------------------------------------------------------------------- */

struct committer *committer_start(struct store *store, void (*done)(void *context), void *context)
{
    struct committer *committer = memory_new(sizeof *committer);
    committer->store = store;
    committer->done = done;
    committer->context = context;
    list_init(&committer->waiting);
    list_init(&committer->ready);
    pthread_mutex_init(&committer->lock, NULL);
    pthread_cond_init(&committer->wake, NULL);
    committer->running = pthread_create(&committer->thread, NULL, commit_all, committer) == 0;
    if (committer->running) return committer;
    committer_free(committer);
    return NULL;
}

void committer_submit(struct committer *committer, struct batch *batch)
{
    pthread_mutex_lock(&committer->lock);
    BV_ASSERT(committer->running && committer->uncollected < COMMITTER_WAITING);
    committer->uncollected++;
    if (committer->failed > 0) {
        /* It was submitted before the failure was known: it fails after the ones that the loop
         * still collects. */
        give_back(committer, batch, false);
    } else {
        list_append(&batch->link, &committer->waiting);
        pthread_cond_signal(&committer->wake);
    }
    pthread_mutex_unlock(&committer->lock);
}

bool committer_collect(struct committer *committer, struct batch **batch, bool *ok,
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

bool committer_had_conflict(struct committer *committer)
{
    pthread_mutex_lock(&committer->lock);
    bool conflict = committer->conflict;
    pthread_mutex_unlock(&committer->lock);
    return conflict;
}

size_t committer_waiting(struct committer *committer)
{
    pthread_mutex_lock(&committer->lock);
    size_t count = committer->uncollected;
    pthread_mutex_unlock(&committer->lock);
    return count;
}

void committer_stop(struct committer *committer)
{
    if (!committer->running) return;
    pthread_mutex_lock(&committer->lock);
    committer->stopping = true;
    pthread_cond_signal(&committer->wake);
    pthread_mutex_unlock(&committer->lock);
    pthread_join(committer->thread, NULL);
    committer->running = false;
}

void committer_free(struct committer *committer)
{
    if (!committer) return;
    committer_stop(committer);
    struct batch *batch = NULL;
    while ((batch = pop(&committer->ready))) store_batch_free(batch);
    pthread_cond_destroy(&committer->wake);
    pthread_mutex_destroy(&committer->lock);
    free(committer);
}
