/* What the tests of the document cache and of those who work at it share: a store with its outbox, and transactions that are committed when the test says so. */
#pragma once

#include "../store/scratch.h"

#include <pthread.h>

#include "server/delivery/documents.h"

struct fixture {
    struct store *writer, *reader;
    struct outbox *outbox;
    struct documents *documents;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    int wakes;
    int unanswered;      /* requests whose answers were dropped */
    uint32_t stored;     /* the last number that the outbox has reported */
    int lost, overtaken; /* tables whose changes were not stored; because another node was faster */
};

static inline void wake(void *context)
{
    struct fixture *fixture = context;
    pthread_mutex_lock(&fixture->lock);
    fixture->wakes++;
    pthread_cond_signal(&fixture->woken);
    pthread_mutex_unlock(&fixture->lock);
}

static inline void note_stored(void *context, int64_t table, uint32_t number)
{
    struct fixture *fixture = context;
    (void)table;
    fixture->stored = number;
}

static inline void note_lost(void *context, int64_t table, bool overtaken)
{
    struct fixture *fixture = context;
    (void)table;
    fixture->lost++;
    fixture->overtaken += overtaken;
}

static inline void note_unanswered(void *context, struct client *client, uint64_t transaction)
{
    struct fixture *fixture = context;
    (void)client;
    (void)transaction;
    fixture->unanswered++;
}

static inline struct fixture *open_fixture(const char *folder)
{
    struct bv_error error;
    struct fixture *fixture = memory_new(sizeof *fixture);
    pthread_mutex_init(&fixture->lock, NULL);
    pthread_cond_init(&fixture->woken, NULL);
    fixture->writer = open_store(folder);
    fixture->reader = store_open(folder, STORE_READ, &error);
    assert_non_null(fixture->reader);
    struct outbox_handler handler = {.context = fixture,
                                     .stored = note_stored,
                                     .lost = note_lost,
                                     .unanswered = note_unanswered,
                                     .wake = wake};
    fixture->outbox = outbox_open(fixture->writer, &handler);
    fixture->documents = documents_open(fixture->reader, fixture->outbox);
    return fixture;
}

static inline void close_fixture(struct fixture *fixture)
{
    documents_close(fixture->documents);
    outbox_close(fixture->outbox);
    store_close(fixture->reader);
    store_close(fixture->writer);
    free(fixture);
}

/* Commits the open transaction, if it has changes, and delivers its messages. */
static inline void commit_and_deliver(struct fixture *fixture)
{
    if (!store_batch_count(outbox_changes(fixture->outbox))) return;
    int wakes = fixture->wakes;
    uint64_t transaction = outbox_transaction(fixture->outbox);
    outbox_commit(fixture->outbox);
    while (!outbox_is_settled(fixture->outbox, transaction)) {
        pthread_mutex_lock(&fixture->lock);
        while (fixture->wakes == wakes) pthread_cond_wait(&fixture->woken, &fixture->lock);
        wakes = fixture->wakes;
        pthread_mutex_unlock(&fixture->lock);
        outbox_deliver(fixture->outbox);
    }
    documents_clear(fixture->documents);
}
