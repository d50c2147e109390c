#include "util/workers.h"

#include <pthread.h>
#include <sys/resource.h>

#include "util/memory.h"

struct workers {
    struct workers_deps given;
    pthread_t *thread;
    pthread_mutex_t lock; /* protects all below */
    pthread_cond_t asked;
    struct list_link waiting, done;
    size_t uncollected;
    bool stopping;
};

static void *run(void *context)
{
    struct workers *workers = context;
    const struct workers_deps *given = &workers->given;
    if (given->niceness)
        setpriority(PRIO_PROCESS, 0, given->niceness); /* on Linux, of this thread */
    pthread_mutex_lock(&workers->lock);
    while (!workers->stopping) {
        if (list_is_empty(&workers->waiting)) {
            pthread_cond_wait(&workers->asked, &workers->lock);
            continue;
        }
        struct list_link *job = list_take(&workers->waiting);
        pthread_mutex_unlock(&workers->lock);
        given->work(given->context, job);
        pthread_mutex_lock(&workers->lock);
        list_append(job, &workers->done);
        given->wake(given->wake_context);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

struct workers *workers_open(const struct workers_deps *given)
{
    struct workers *workers = memory_new(sizeof *workers);
    workers->given = *given;
    list_init(&workers->waiting);
    list_init(&workers->done);
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->asked, NULL);
    workers->thread = memory_new(given->threads * sizeof *workers->thread);
    for (uint32_t i = 0; i < given->threads; i++)
        if (pthread_create(&workers->thread[i], NULL, run, workers) != 0) abort();
    return workers;
}

void workers_ask(struct workers *workers, struct list_link *job)
{
    list_init(job);
    pthread_mutex_lock(&workers->lock);
    list_append(job, &workers->waiting);
    workers->uncollected++;
    pthread_cond_signal(&workers->asked);
    pthread_mutex_unlock(&workers->lock);
}

struct list_link *workers_collect(struct workers *workers)
{
    struct list_link *job = NULL;
    pthread_mutex_lock(&workers->lock);
    if (!list_is_empty(&workers->done))
        job = list_take(&workers->done);
    else if (workers->stopping && !list_is_empty(&workers->waiting))
        job = list_take(&workers->waiting);
    if (job) workers->uncollected--;
    pthread_mutex_unlock(&workers->lock);
    return job;
}

size_t workers_waiting(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    size_t count = workers->uncollected;
    pthread_mutex_unlock(&workers->lock);
    return count;
}

void workers_stop(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    workers->stopping = true;
    pthread_cond_broadcast(&workers->asked);
    pthread_mutex_unlock(&workers->lock);
    for (uint32_t i = 0; i < workers->given.threads; i++) pthread_join(workers->thread[i], NULL);
}

void workers_free(struct workers *workers)
{
    BV_ASSERT(!workers->uncollected);
    pthread_mutex_destroy(&workers->lock);
    pthread_cond_destroy(&workers->asked);
    free(workers->thread);
    free(workers);
}
