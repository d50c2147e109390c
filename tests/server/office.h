/* What the tests of the desk and of those who work at it share: a store with its post, and flights that land when told. */
#ifndef TESTS_SERVER_OFFICE_H
#define TESTS_SERVER_OFFICE_H

#include "../store/scratch.h"

#include <pthread.h>

#include "server/desk.h"

struct office {
    struct bv_store *writer, *reader;
    struct bv_post *post;
    struct bv_desk *desk;
    pthread_mutex_t lock;
    pthread_cond_t rung;
    int bells;
    int unheard;     /* requests whose answers were burnt */
    uint32_t stored; /* the last number that the post has told of */
    int lost,
        overtaken; /* tables whose changes were not stored; because somebody else was faster */
};

static inline void ring(void *context)
{
    struct office *office = context;
    pthread_mutex_lock(&office->lock);
    office->bells++;
    pthread_cond_signal(&office->rung);
    pthread_mutex_unlock(&office->lock);
}

static inline void note_stored(void *context, int64_t table, uint32_t number)
{
    struct office *office = context;
    (void)table;
    office->stored = number;
}

static inline void note_lost(void *context, int64_t table, bool overtaken)
{
    struct office *office = context;
    (void)table;
    office->lost++;
    office->overtaken += overtaken;
}

static inline void note_unheard(void *context, struct bv_client *client, uint64_t flight)
{
    struct office *office = context;
    (void)client;
    (void)flight;
    office->unheard++;
}

static inline struct office *open_office(const char *folder)
{
    struct bv_error error;
    struct office *office = bv_new(sizeof *office);
    pthread_mutex_init(&office->lock, NULL);
    pthread_cond_init(&office->rung, NULL);
    office->writer = open_store(folder);
    office->reader = bv_store_open(folder, BV_STORE_READ, &error);
    assert_non_null(office->reader);
    struct bv_post_handler handler = {.context = office,
                                      .stored = note_stored,
                                      .lost = note_lost,
                                      .unheard = note_unheard,
                                      .wake = ring};
    office->post = bv_post_open(office->writer, &handler);
    office->desk = bv_desk_open(office->reader, office->post);
    return office;
}

static inline void close_office(struct office *office)
{
    bv_desk_close(office->desk);
    bv_post_close(office->post);
    bv_store_close(office->reader);
    bv_store_close(office->writer);
    free(office);
}

/* The flight leaves and arrives, if it carries anything. */
static inline void fly(struct office *office)
{
    if (!bv_batch_count(bv_post_changes(office->post))) return;
    int bells = office->bells;
    uint64_t flight = bv_post_flight(office->post);
    bv_post_depart(office->post);
    while (!bv_post_landed(office->post, flight)) {
        pthread_mutex_lock(&office->lock);
        while (office->bells == bells) pthread_cond_wait(&office->rung, &office->lock);
        bells = office->bells;
        pthread_mutex_unlock(&office->lock);
        bv_post_arrive(office->post);
    }
    bv_desk_clear(office->desk);
}

#endif
