/* The desk: what was written is read at once, on disk when its flight has landed, and forgotten when that was lost. */
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
};

static void ring(void *context)
{
    struct office *office = context;
    pthread_mutex_lock(&office->lock);
    office->bells++;
    pthread_cond_signal(&office->rung);
    pthread_mutex_unlock(&office->lock);
}

static void nothing_lost(void *context, int64_t table)
{
    (void)context;
    (void)table;
}

static struct office *open_office(const char *folder)
{
    struct bv_error error;
    struct office *office = bv_new(sizeof *office);
    pthread_mutex_init(&office->lock, NULL);
    pthread_cond_init(&office->rung, NULL);
    office->writer = open_store(folder);
    office->reader = bv_store_open(folder, BV_STORE_READ, &error);
    assert_non_null(office->reader);
    struct bv_post_handler handler = {.context = office, .lost = nothing_lost, .wake = ring};
    office->post = bv_post_open(office->writer, &handler);
    office->desk = bv_desk_open(office->reader, office->post);
    return office;
}

static void close_office(struct office *office)
{
    bv_desk_close(office->desk);
    bv_post_close(office->post);
    bv_store_close(office->reader);
    bv_store_close(office->writer);
    free(office);
}

/* The flight leaves and arrives. */
static void fly(struct office *office)
{
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

static void writes(struct office *office, const char *key, int value)
{
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddNumberToObject(paper, "value", value);
    assert_true(bv_desk_write(office->desk, "note", key, value, paper, NULL));
    cJSON_Delete(paper);
}

/* The value of a paper, 0 for none. */
static int reads(struct office *office, const char *key)
{
    cJSON *paper = bv_desk_read(office->desk, "note", key, NULL);
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(paper, "value");
    int number = value ? value->valueint : 0;
    cJSON_Delete(paper);
    return number;
}

static bool see_version(void *context, const struct bv_paper *paper)
{
    *(int *)context = (int)paper->version;
    return false;
}

static int version_on_disk(struct office *office, const char *key)
{
    struct bv_error error;
    int version = 0;
    assert_true(bv_store_paper(office->reader, "note", key, see_version, &version, &error));
    return version;
}

static void what_was_written_is_read_at_once_and_kept(void **state)
{
    struct office *office = open_office(*state);
    writes(office, "a", 1);
    writes(office, "b", 2);
    writes(office, "a", 3);
    assert_int_equal(reads(office, "a"), 3);
    assert_int_equal(version_on_disk(office, "a"), 0);
    fly(office);
    assert_int_equal(version_on_disk(office, "a"), 2);
    assert_int_equal(reads(office, "a"), 3);
    assert_int_equal(reads(office, "b"), 2);
    assert_true(bv_desk_remove(office->desk, "note", "b", NULL));
    assert_int_equal(reads(office, "b"), 0);
    writes(office, "b", 4);
    assert_int_equal(reads(office, "b"), 4);
    fly(office);
    assert_int_equal(version_on_disk(office, "b"), 1); /* another paper under the same key */
    assert_true(bv_desk_remove(office->desk, "note", "b", NULL));
    assert_true(bv_desk_remove(office->desk, "note", "b", NULL));
    assert_true(bv_desk_remove(office->desk, "note", "never", NULL));
    fly(office);
    assert_int_equal(reads(office, "b"), 0);
    close_office(office);
}

static void what_was_lost_is_forgotten(void **state)
{
    struct office *office = open_office(*state);
    writes(office, "a", 1);
    fly(office);
    writes(office, "a", 2);
    bv_batch_forget(bv_post_changes(office->post), "nobody"); /* which fails the flight */
    fly(office);
    assert_int_equal(reads(office, "a"), 1);
    writes(office, "a", 3);
    fly(office);
    assert_int_equal(reads(office, "a"), 3);
    assert_int_equal(version_on_disk(office, "a"), 2);
    close_office(office);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(what_was_written_is_read_at_once_and_kept),
        scratch_test(what_was_lost_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
