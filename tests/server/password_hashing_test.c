/* The password hasher: passwords are hashed and verified elsewhere, in fair order, and only so many wait. */
#include "support.h"

#include <pthread.h>
#include <string.h>

#include "server/accounts/password_hashing.h"
#include "util/memory.h"

struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    int times;
};

static void ring(void *context)
{
    struct bell *bell = context;
    pthread_mutex_lock(&bell->lock);
    bell->times++;
    pthread_cond_signal(&bell->rung);
    pthread_mutex_unlock(&bell->lock);
}

static struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static struct hasher_job *new_job(const char *password, const char *hash, const char *fresh)
{
    struct hasher_job *job = memory_new(sizeof *job);
    memcpy(job->password, password, strlen(password) + 1);
    memcpy(job->hash, hash, strlen(hash) + 1);
    memcpy(job->fresh, fresh, strlen(fresh) + 1);
    return job;
}

static struct hasher_job *wait_for(struct hasher *hasher)
{
    for (;;) {
        pthread_mutex_lock(&bell.lock);
        int heard = bell.times;
        pthread_mutex_unlock(&bell.lock);
        struct hasher_job *job = hasher_collect(hasher);
        if (job) return job;
        pthread_mutex_lock(&bell.lock);
        while (bell.times == heard) pthread_cond_wait(&bell.rung, &bell.lock);
        pthread_mutex_unlock(&bell.lock);
    }
}

/* What the password hasher says about a password, and the hash of the fresh one. */
static bool ask(struct hasher *hasher, const char *password, const char *hash, const char *fresh,
                char fresh_hash[PASSWORD_HASH_SIZE])
{
    assert_true(hasher_ask(hasher, new_job(password, hash, fresh)));
    struct hasher_job *job = wait_for(hasher);
    bool right = job->right;
    assert_false(job->failed);
    memcpy(fresh_hash, job->fresh_hash, PASSWORD_HASH_SIZE);
    hasher_wipe(job);
    assert_int_equal(job->password[0], 0);
    assert_int_equal(job->fresh[0], 0);
    free(job);
    return right;
}

static void only_the_right_password_is_right(void **state)
{
    char hash[PASSWORD_HASH_SIZE];
    char again[PASSWORD_HASH_SIZE];
    struct hasher *hasher = hasher_open(ring, &bell);
    (void)state;
    assert_true(ask(hasher, "", "", "correct horse", hash));
    assert_memory_equal(hash, "$argon2id$", 10);
    assert_true(ask(hasher, "correct horse", hash, "", again));
    assert_false(ask(hasher, "correct hors", hash, "", again));
    assert_false(ask(hasher, "Correct horse", hash, "never", again));
    assert_int_equal(again[0], 0); /* nothing fresh for who was wrong */
    assert_true(ask(hasher, "correct horse", hash, "correct horse", again));
    assert_string_not_equal(hash, again); /* salted */
    assert_false(ask(hasher, "nobody", "", "", again));
    assert_false(ask(hasher, "x", "no hash at all", "", again));
    hasher_stop(hasher);
    hasher_free(hasher);
}

static void only_so_many_wait(void **state)
{
    struct hasher *hasher = hasher_open(ring, &bell);
    struct hasher_job *job = new_job("x", "", "");
    int asked = 0;
    int left = 0;
    (void)state;
    while (asked < 1000 && hasher_ask(hasher, job)) {
        asked++;
        job = new_job("x", "", "");
    }
    free(job);
    assert_int_equal(asked, 32);
    hasher_stop(hasher); /* with most of them still waiting */
    while ((job = hasher_collect(hasher))) {
        left++;
        free(job);
    }
    assert_int_equal(left, asked);
    hasher_free(hasher);
}

/* ---- In fair order ------------------------------------------------------------------------------------------------ */

enum { STORM = 1, HONEST = 2, OTHER = 3, AT_WORK = 6, ROOM = 32 - AT_WORK };

static struct hasher_job *job_from(uint8_t address, bool known)
{
    struct hasher_job *job = new_job("x", "", "");
    job->from.byte[15] = address;
    job->known = known;
    return job;
}

/* A password hasher whose thread has work for a while, from where nobody else comes: what is asked next, waits. */
static struct hasher *busy_hasher(void)
{
    struct hasher *hasher = hasher_open(ring, &bell);
    for (int i = 0; i < AT_WORK; i++) assert_true(hasher_ask(hasher, job_from(0, true)));
    return hasher;
}

/* The addresses of all that were done, in the order in which they waited, and how many gave way. */
static int stop(struct hasher *hasher, uint8_t order[64], int *gave_way)
{
    int count = 0;
    struct hasher_job *job = NULL;
    hasher_stop(hasher);
    *gave_way = 0;
    while ((job = hasher_collect(hasher))) {
        if (job->gave_way) {
            assert_true(job->failed);
            ++*gave_way;
        } else if (job->from.byte[15]) {
            order[count++] = job->from.byte[15];
        }
        free(job);
    }
    hasher_free(hasher);
    return count;
}

static int place_of(const uint8_t *order, int count, uint8_t address)
{
    for (int i = 0; i < count; i++)
        if (order[i] == address) return i;
    return -1;
}

static void each_address_has_one_turn_in_a_round(void **state)
{
    uint8_t order[64];
    int gave_way = 0;
    struct hasher *hasher = busy_hasher();
    (void)state;
    for (int i = 0; i < 20; i++) assert_true(hasher_ask(hasher, job_from(STORM, false)));
    assert_true(hasher_ask(hasher, job_from(HONEST, false)));
    assert_true(hasher_ask(hasher, job_from(OTHER, false)));
    int count = stop(hasher, order, &gave_way);
    assert_int_equal(gave_way, 0);
    assert_in_range(place_of(order, count, HONEST), 0, 1);
    assert_in_range(place_of(order, count, OTHER), 0, 2);
}

static void in_a_full_queue_the_last_of_the_storm_gives_way(void **state)
{
    uint8_t order[64];
    int gave_way = 0;
    struct hasher_job *one_more = job_from(STORM, false);
    struct hasher *hasher = busy_hasher();
    (void)state;
    for (int i = 0; i < ROOM; i++) assert_true(hasher_ask(hasher, job_from(STORM, false)));
    assert_false(hasher_ask(hasher, one_more));
    free(one_more);
    assert_true(hasher_ask(hasher, job_from(HONEST, false)));
    int count = stop(hasher, order, &gave_way);
    assert_int_equal(gave_way, 1);
    assert_in_range(place_of(order, count, HONEST), 0, 1);
}

static void a_storm_from_everywhere_does_not_keep_out_who_is_known(void **state)
{
    uint8_t order[64];
    int gave_way = 0;
    struct hasher_job *one_more = job_from(200, false);
    struct hasher *hasher = busy_hasher();
    (void)state;
    for (int i = 0; i < ROOM; i++)
        assert_true(hasher_ask(hasher, job_from((uint8_t)(10 + i), false)));
    assert_false(hasher_ask(hasher, one_more));
    free(one_more);
    assert_true(hasher_ask(hasher, job_from(HONEST, true)));
    int count = stop(hasher, order, &gave_way);
    assert_int_equal(gave_way, 1);
    assert_int_equal(place_of(order, count, HONEST), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_right_password_is_right),
        cmocka_unit_test(only_so_many_wait),
        cmocka_unit_test(each_address_has_one_turn_in_a_round),
        cmocka_unit_test(in_a_full_queue_the_last_of_the_storm_gives_way),
        cmocka_unit_test(a_storm_from_everywhere_does_not_keep_out_who_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
