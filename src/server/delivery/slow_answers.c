#include "server/delivery/slow_answers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/metrics.h"
#include "server/delivery/rate_limiter.h"
#include "util/clock.h"

enum { WAITING_MAX = 64 };

struct job {
    struct job *next;
    struct client *client;
    slow_work *work;
    struct slow_answer answer;
    uint64_t microseconds; /* working time */
    max_align_t question[];
};

struct slow_answers {
    struct slow_answers_given given;
    struct store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t come;
    struct job *first, *last;
    struct job *done;
    uint32_t waiting; /* jobs that are not sent yet */
    bool closing;
};

static void *work(void *context)
{
    struct slow_answers *slow = context;
    pthread_mutex_lock(&slow->lock);
    while (!slow->closing) {
        struct job *job = slow->first;
        if (!job) {
            pthread_cond_wait(&slow->come, &slow->lock);
            continue;
        }
        slow->first = job->next;
        pthread_mutex_unlock(&slow->lock);
        uint64_t begun = clock_thread_microseconds();
        job->answer = job->work(slow->store, job->question);
        job->microseconds = clock_thread_microseconds() - begun;
        pthread_mutex_lock(&slow->lock);
        job->next = slow->done;
        slow->done = job;
        slow->given.wake(slow->given.context);
    }
    pthread_mutex_unlock(&slow->lock);
    return NULL;
}

struct slow_answers *slow_answers_open(const struct slow_answers_given *given,
                                       struct bv_error *error)
{
    struct store *store = store_open(given->store, STORE_READ, error);
    if (!store) return NULL;
    struct slow_answers *slow = memory_new(sizeof *slow);
    slow->given = *given;
    slow->store = store;
    pthread_mutex_init(&slow->lock, NULL);
    pthread_cond_init(&slow->come, NULL);
    if (pthread_create(&slow->thread, NULL, work, slow) != 0) abort();
    return slow;
}

static void free_jobs(struct job *job)
{
    while (job) {
        struct job *next = job->next;
        client_drop(job->client);
        free(job->answer.text);
        free(job);
        job = next;
    }
}

void slow_answers_close(struct slow_answers *slow)
{
    if (!slow) return;
    pthread_mutex_lock(&slow->lock);
    slow->closing = true;
    pthread_cond_broadcast(&slow->come);
    pthread_mutex_unlock(&slow->lock);
    pthread_join(slow->thread, NULL);
    free_jobs(slow->first);
    free_jobs(slow->done);
    store_close(slow->store);
    pthread_mutex_destroy(&slow->lock);
    pthread_cond_destroy(&slow->come);
    free(slow);
}

int slow_answer_later(struct slow_answers *slow, struct exchange *exchange, slow_work *work_,
                      const void *question, size_t size)
{
    pthread_mutex_lock(&slow->lock);
    bool fits = slow->waiting < WAITING_MAX;
    if (fits) {
        struct job *job = memory_new(sizeof *job + size);
        memcpy(job->question, question, size);
        job->work = work_;
        job->client = exchange->client;
        job->client->holders++;
        if (slow->first)
            slow->last->next = job;
        else
            slow->first = job;
        slow->last = job;
        slow->waiting++;
        pthread_cond_signal(&slow->come);
    }
    pthread_mutex_unlock(&slow->lock);
    if (fits) return 0;
    return api_refuse(exchange, REFUSE_BUSY_SEARCHES);
}

static struct job *take(struct slow_answers *slow)
{
    pthread_mutex_lock(&slow->lock);
    struct job *job = slow->done;
    if (job) {
        slow->done = job->next;
        job->next = NULL;
        slow->waiting--;
    }
    pthread_mutex_unlock(&slow->lock);
    return job;
}

static void send_answer(struct slow_answers *slow, const struct job *job)
{
    static const char failed[] =
        "{\"code\":\"unreadable\",\"text\":{\"fr\":\"Le serveur ne peut pas lire ses données.\","
        "\"en\":\"The server cannot read its data.\"}}";
    const struct slow_answer *answer = &job->answer;
    const char *json = "application/json";
    struct http_response response = {.status = 503, .type = json, .body = bv_span_of(failed)};
    if (answer->text)
        response = (struct http_response){.status = 200,
                                          .type = answer->type ? answer->type : json,
                                          .headers = answer->headers,
                                          .cache = answer->cache,
                                          .body = {answer->text, answer->length}};
    outbox_respond(slow->given.outbox, job->client, &response, OUTBOX_ANYWAY);
    limiter_worked(slow->given.limiter, job->client, job->microseconds);
}

void slow_answers_send(struct slow_answers *slow)
{
    struct job *job = NULL;
    while ((job = take(slow))) {
        send_answer(slow, job);
        free_jobs(job);
    }
}
