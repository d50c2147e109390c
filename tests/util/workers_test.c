/* Worker threads: every job is done once and collected once; those that never began come back after a stop. */
#include "support.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>

#include "util/workers.h"

enum { JOBS = 200 };

struct job {
    int number;
    int done;
    struct list_link link;
};

static sem_t woken, begun, gate;

static void work(void *context, struct list_link *link)
{
    const int *add = context;
    LIST_HOLDER(link, struct job, link)->done += *add;
}

static void work_behind_gate(void *context, struct list_link *link)
{
    sem_post(&begun);
    sem_wait(&gate);
    work(context, link);
}

static void wake(void *context)
{
    sem_post(context);
}

static struct workers *open_workers(uint32_t threads, void (*how)(void *, struct list_link *))
{
    static int one = 1;
    sem_init(&woken, 0, 0);
    sem_init(&begun, 0, 0);
    sem_init(&gate, 0, 0);
    return workers_open(&(struct workers_deps){.threads = threads,
                                               .niceness = 1,
                                               .work = how,
                                               .context = &one,
                                               .wake = wake,
                                               .wake_context = &woken});
}

static void every_job_is_done_once(void **state)
{
    static struct job job[JOBS];
    struct workers *workers = open_workers(3, work);
    struct list_link *link = NULL;
    int collected = 0;
    (void)state;
    for (int i = 0; i < JOBS; i++) workers_ask(workers, &job[i].link);
    while (collected < JOBS) {
        sem_wait(&woken);
        while ((link = workers_collect(workers))) collected++;
    }
    for (int i = 0; i < JOBS; i++) assert_int_equal(job[i].done, 1);
    assert_int_equal(workers_waiting(workers), 0);
    workers_stop(workers);
    workers_free(workers);
}

static void one_thread_keeps_the_order(void **state)
{
    struct job job[8] = {{0}};
    struct workers *workers = open_workers(1, work);
    (void)state;
    for (int i = 0; i < 8; i++) job[i].number = i;
    for (int i = 0; i < 8; i++) workers_ask(workers, &job[i].link);
    for (int i = 0; i < 8; i++) {
        sem_wait(&woken);
        assert_int_equal(LIST_HOLDER(workers_collect(workers), struct job, link)->number, i);
    }
    workers_stop(workers);
    workers_free(workers);
}

/* Only a stop lets a job that was not done be collected: then the job that has begun may end. */
static void *open_gate_after_stop(void *context)
{
    struct list_link *link = NULL;
    while (!(link = workers_collect(context))) sched_yield();
    sem_post(&gate);
    return link;
}

static void jobs_that_never_began_come_back_undone(void **state)
{
    struct job job[5] = {{0}};
    struct workers *workers = open_workers(1, work_behind_gate);
    struct list_link *link = NULL;
    void *first = NULL;
    pthread_t opener;
    int done = 0;
    int left = 1;
    (void)state;
    for (int i = 0; i < 5; i++) workers_ask(workers, &job[i].link);
    sem_wait(&begun);
    assert_null(workers_collect(workers));
    assert_int_equal(workers_waiting(workers), 5);
    assert_int_equal(pthread_create(&opener, NULL, open_gate_after_stop, workers), 0);
    workers_stop(workers);
    pthread_join(opener, &first);
    assert_ptr_equal(first, &job[1].link);
    while ((link = workers_collect(workers))) {
        left++;
        done += LIST_HOLDER(link, struct job, link)->done;
    }
    assert_int_equal(left, 5);
    assert_int_equal(done, 1);
    assert_int_equal(job[0].done, 1);
    workers_free(workers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_is_done_once),
        cmocka_unit_test(one_thread_keeps_the_order),
        cmocka_unit_test(jobs_that_never_began_come_back_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
