/* The desk: what was written is read at once, on disk when its flight has landed, and forgotten when that was lost. */
#include "office.h"

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

static bool add_up(void *context, const struct bv_paper *paper)
{
    *(int *)context += (int)paper->rank;
    return true;
}

static bool see_one(void *context, const struct bv_paper *paper)
{
    (void)paper;
    ++*(int *)context;
    return false;
}

/* The sum of the values of all papers whose keys begin so. */
static int lists(struct office *office, const char *prefix)
{
    struct bv_error error;
    int sum = 0;
    assert_true(bv_desk_list(office->desk, "note", prefix, add_up, &sum, &error));
    return sum;
}

static void a_list_has_what_is_under_way(void **state)
{
    struct office *office = open_office(*state);
    struct bv_error error;
    int seen = 0;
    writes(office, "me/a", 1);
    writes(office, "me/b", 10);
    writes(office, "you/c", 100);
    assert_int_equal(lists(office, "me/"), 11);
    fly(office);
    assert_int_equal(lists(office, "me/"), 11);
    writes(office, "me/a", 2);
    writes(office, "me/d", 1000);
    assert_true(bv_desk_remove(office->desk, "note", "me/b", NULL));
    assert_int_equal(lists(office, "me/"), 1002);
    assert_int_equal(lists(office, ""), 1102);
    assert_int_equal(lists(office, "nobody/"), 0);
    assert_true(bv_desk_list(office->desk, "note", "", see_one, &seen, &error));
    assert_int_equal(seen, 1);
    fly(office);
    assert_int_equal(lists(office, "me/"), 1002);
    close_office(office);
}

/* Another node writes the same paper: `{"value":N}` in place of that version. */
static void other_writes(const char *folder, const char *key, uint32_t version, const char *text)
{
    struct bv_error error;
    struct bv_store *other = bv_store_open(folder, BV_STORE_WRITE, &error);
    assert_non_null(other);
    struct bv_batch *batch = bv_batch_new();
    bv_batch_paper(batch, "note", key, version, 0, bv_span_of(text));
    assert_true(bv_store_commit(other, batch, &error));
    bv_batch_free(batch);
    bv_store_close(other);
}

static void what_was_read_is_what_is_built_on(void **state)
{
    struct office *office = open_office(*state);
    writes(office, "a", 1);
    fly(office);
    assert_int_equal(reads(office, "a"), 1);
    assert_int_equal(reads(office, "b"), 0);
    other_writes(*state, "a", 1, "{\"value\":10}");
    other_writes(*state, "b", 0, "{\"value\":20}");
    assert_int_equal(reads(office, "a"), 10);
    writes(office, "a", 2); /* decided when it was 1 */
    fly(office);
    assert_int_equal(reads(office, "a"), 10);
    assert_int_equal(bv_post_figures(office->post)->overtaken, 1);
    writes(office, "a", 11);
    fly(office);
    assert_int_equal(reads(office, "a"), 11);

    assert_int_equal(reads(office, "c"), 0);
    other_writes(*state, "c", 0, "{\"value\":30}");
    writes(office, "c", 3);
    fly(office);
    assert_int_equal(reads(office, "c"), 30);
    assert_int_equal(bv_post_figures(office->post)->overtaken, 2);

    assert_int_equal(reads(office, "b"), 20);
    other_writes(*state, "b", 1, "{\"value\":21}");
    bv_desk_begin(office->desk);
    writes(office, "b", 22); /* whatever it was */
    fly(office);
    assert_int_equal(reads(office, "b"), 22);
    close_office(office);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(what_was_written_is_read_at_once_and_kept),
        scratch_test(what_was_lost_is_forgotten),
        scratch_test(a_list_has_what_is_under_way),
        scratch_test(what_was_read_is_what_is_built_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
