/*
 * Worker threads do jobs that take long, so that the event loop does not wait for them:
 *
 *     loop ──ask──▶ waiting ──▶ a thread works ──▶ done ──wake, collect──▶ loop
 *
 * Jobs begin in the order in which they were asked for. Everything but the work itself is called
 * from one thread, the loop's.
 */
#pragma once

#include "util/list.h"

struct workers;

struct workers_deps {
    uint32_t threads;
    int niceness; /* how much lower the priority of the threads is than that of the loop */
    void (*work)(void *context, struct list_link *job); /* in one of the threads */
    void *context;
    void (*wake)(void *wake_context); /* from one of the threads: a job is done */
    void *wake_context;
};

struct workers *workers_open(const struct workers_deps *given);

/* The workers own the job, of which this is a member, until it is collected. */
void workers_ask(struct workers *workers, struct list_link *job);

/* A job that is done or, after workers_stop, any job; NULL: none. */
struct list_link *workers_collect(struct workers *workers);

/* Jobs that were asked for and not collected; may be called from any thread. */
size_t workers_waiting(struct workers *workers);

/* To close: stop (a job that was begun is finished, the others never begin), collect all jobs that
 * are left, free. */
void workers_stop(struct workers *workers);
void workers_free(struct workers *workers);
