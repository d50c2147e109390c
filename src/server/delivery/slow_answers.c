#include "server/delivery/slow_answers.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/metrics.h"
#include "server/delivery/rate_limiter.h"
#include "util/clock.h"
#include "util/workers.h"

enum { WAITING_MAX = 64 };

struct job {
    struct list_link link;
    struct client *client;
    slow_work *work;
    struct slow_answer answer;
    uint64_t microseconds; /* working time */
    max_align_t question[];
};

struct slow_answers {
    struct slow_answers_deps given;
    struct store *store;
    struct workers *workers;
};

static struct job *job_of(struct list_link *link)
{
    return LIST_HOLDER(link, struct job, link);
}

static void work_on(void *context, struct list_link *link)
{
    const struct slow_answers *slow = context;
    struct job *job = job_of(link);
    uint64_t begun = clock_thread_microseconds();
    job->answer = job->work(slow->store, job->question);
    job->microseconds = clock_thread_microseconds() - begun;
}

struct slow_answers *slow_answers_open(const struct slow_answers_deps *given,
                                       struct bv_error *error)
{
    struct store *store = store_open(given->store, STORE_READ, error);
    if (!store) return NULL;
    struct slow_answers *slow = memory_new(sizeof *slow);
    slow->given = *given;
    slow->store = store;
    slow->workers = workers_open(&(struct workers_deps){.threads = 1,
                                                        .work = work_on,
                                                        .context = slow,
                                                        .wake = given->wake,
                                                        .wake_context = given->context});
    return slow;
}

static void free_job(struct job *job)
{
    client_drop(job->client);
    free(job->answer.text);
    free(job);
}

void slow_answers_close(struct slow_answers *slow)
{
    struct list_link *link = NULL;
    if (!slow) return;
    workers_stop(slow->workers);
    while ((link = workers_collect(slow->workers))) free_job(job_of(link));
    workers_free(slow->workers);
    store_close(slow->store);
    free(slow);
}

int slow_answer_later(struct slow_answers *slow, struct exchange *exchange, slow_work *work,
                      const void *question, size_t size)
{
    if (workers_waiting(slow->workers) >= WAITING_MAX)
        return api_refuse(exchange, REFUSE_BUSY_SEARCHES);
    struct job *job = memory_new(sizeof *job + size);
    memcpy(job->question, question, size);
    job->work = work;
    job->client = exchange->client;
    job->client->holders++;
    workers_ask(slow->workers, &job->link);
    return 0;
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
    struct list_link *link = NULL;
    while ((link = workers_collect(slow->workers))) {
        send_answer(slow, job_of(link));
        free_job(job_of(link));
    }
}
