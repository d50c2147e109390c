/* The vault: passwords are hashed and verified elsewhere, in order, and only so many wait. */
#include "support.h"

#include <pthread.h>
#include <string.h>

#include "server/memory.h"
#include "server/people/vault.h"

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

static struct bv_vault_job *new_job(const char *password, const char *hash, const char *fresh)
{
    struct bv_vault_job *job = bv_new(sizeof *job);
    memcpy(job->password, password, strlen(password) + 1);
    memcpy(job->hash, hash, strlen(hash) + 1);
    memcpy(job->fresh, fresh, strlen(fresh) + 1);
    return job;
}

static struct bv_vault_job *wait_for(struct bv_vault *vault)
{
    struct bv_vault_job *job = NULL;
    pthread_mutex_lock(&bell.lock);
    while (!(job = bv_vault_collect(vault))) pthread_cond_wait(&bell.rung, &bell.lock);
    pthread_mutex_unlock(&bell.lock);
    return job;
}

/* What the vault says about a password, and the hash of the fresh one. */
static bool ask(struct bv_vault *vault, const char *password, const char *hash, const char *fresh,
                char fresh_hash[BV_PASSWORD_HASH_SIZE])
{
    assert_true(bv_vault_ask(vault, new_job(password, hash, fresh)));
    struct bv_vault_job *job = wait_for(vault);
    bool right = job->right;
    assert_false(job->failed);
    memcpy(fresh_hash, job->fresh_hash, BV_PASSWORD_HASH_SIZE);
    bv_vault_wipe(job);
    assert_int_equal(job->password[0], 0);
    assert_int_equal(job->fresh[0], 0);
    free(job);
    return right;
}

static void only_the_right_password_is_right(void **state)
{
    char hash[BV_PASSWORD_HASH_SIZE];
    char again[BV_PASSWORD_HASH_SIZE];
    struct bv_vault *vault = bv_vault_open(ring, &bell);
    (void)state;
    assert_true(ask(vault, "", "", "correct horse", hash));
    assert_memory_equal(hash, "$argon2id$", 10);
    assert_true(ask(vault, "correct horse", hash, "", again));
    assert_false(ask(vault, "correct hors", hash, "", again));
    assert_false(ask(vault, "Correct horse", hash, "never", again));
    assert_int_equal(again[0], 0); /* nothing fresh for who was wrong */
    assert_true(ask(vault, "correct horse", hash, "correct horse", again));
    assert_string_not_equal(hash, again); /* salted */
    assert_false(ask(vault, "nobody", "", "", again));
    assert_false(ask(vault, "x", "no hash at all", "", again));
    bv_vault_stop(vault);
    bv_vault_free(vault);
}

static void only_so_many_wait(void **state)
{
    struct bv_vault *vault = bv_vault_open(ring, &bell);
    struct bv_vault_job *job = new_job("x", "", "");
    int asked = 0;
    int left = 0;
    (void)state;
    while (asked < 1000 && bv_vault_ask(vault, job)) {
        asked++;
        job = new_job("x", "", "");
    }
    free(job);
    assert_int_equal(asked, 32);
    bv_vault_stop(vault); /* with most of them still waiting */
    while ((job = bv_vault_collect(vault))) {
        left++;
        free(job);
    }
    assert_int_equal(left, asked);
    bv_vault_free(vault);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_right_password_is_right),
        cmocka_unit_test(only_so_many_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
