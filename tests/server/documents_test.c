/* The document cache: what was written is read at once, on disk when its transaction has landed, and forgotten when that was lost. */
#include "documents_fixture.h"

static void writes(struct fixture *fixture, const char *key, int value)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "value", value);
    documents_write(fixture->documents, "note", key, value, document);
    assert_false(documents_failed(fixture->documents));
}

/* The value of a document, 0 for none. */
static int reads(struct fixture *fixture, const char *key)
{
    cJSON *document = documents_read(fixture->documents, "note", key);
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(document, "value");
    int number = value ? value->valueint : 0;
    cJSON_Delete(document);
    return number;
}

static bool see_version(void *context, const struct store_document *document)
{
    *(int *)context = (int)document->version;
    return false;
}

static int version_on_disk(struct fixture *fixture, const char *key)
{
    struct bv_error error;
    int version = 0;
    assert_true(store_document_read(fixture->reader, "note", key, see_version, &version, &error));
    return version;
}

static void what_was_written_is_read_at_once_and_kept(void **state)
{
    struct fixture *fixture = open_fixture(*state);
    writes(fixture, "a", 1);
    writes(fixture, "b", 2);
    writes(fixture, "a", 3);
    assert_int_equal(reads(fixture, "a"), 3);
    assert_int_equal(version_on_disk(fixture, "a"), 0);
    commit_and_deliver(fixture);
    assert_int_equal(version_on_disk(fixture, "a"), 2);
    assert_int_equal(reads(fixture, "a"), 3);
    assert_int_equal(reads(fixture, "b"), 2);
    documents_remove(fixture->documents, "note", "b");
    assert_int_equal(reads(fixture, "b"), 0);
    writes(fixture, "b", 4);
    assert_int_equal(reads(fixture, "b"), 4);
    commit_and_deliver(fixture);
    assert_int_equal(version_on_disk(fixture, "b"), 1); /* another document under the same key */
    documents_remove(fixture->documents, "note", "b");
    documents_remove(fixture->documents, "note", "b");
    documents_remove(fixture->documents, "note", "never");
    commit_and_deliver(fixture);
    assert_int_equal(reads(fixture, "b"), 0);
    close_fixture(fixture);
}

static void what_was_lost_is_forgotten(void **state)
{
    struct fixture *fixture = open_fixture(*state);
    writes(fixture, "a", 1);
    commit_and_deliver(fixture);
    writes(fixture, "a", 2);
    store_batch_person_gone(outbox_changes(fixture->outbox),
                            "nobody"); /* which fails the transaction */
    commit_and_deliver(fixture);
    assert_int_equal(reads(fixture, "a"), 1);
    writes(fixture, "a", 3);
    commit_and_deliver(fixture);
    assert_int_equal(reads(fixture, "a"), 3);
    assert_int_equal(version_on_disk(fixture, "a"), 2);
    close_fixture(fixture);
}

static bool add_up(void *context, const struct document *document)
{
    *(int *)context += (int)document->rank;
    return true;
}

static bool see_one(void *context, const struct document *document)
{
    (void)document;
    ++*(int *)context;
    return false;
}

/* The sum of the values of all documents whose keys begin so. */
static int lists(struct fixture *fixture, const char *prefix)
{
    int sum = 0;
    documents_list(fixture->documents, "note", prefix, add_up, &sum);
    assert_false(documents_failed(fixture->documents));
    return sum;
}

static void a_list_has_what_is_under_way(void **state)
{
    struct fixture *fixture = open_fixture(*state);
    int seen = 0;
    writes(fixture, "me/a", 1);
    writes(fixture, "me/b", 10);
    writes(fixture, "you/c", 100);
    assert_int_equal(lists(fixture, "me/"), 11);
    commit_and_deliver(fixture);
    assert_int_equal(lists(fixture, "me/"), 11);
    writes(fixture, "me/a", 2);
    writes(fixture, "me/d", 1000);
    documents_remove(fixture->documents, "note", "me/b");
    assert_int_equal(lists(fixture, "me/"), 1002);
    assert_int_equal(lists(fixture, ""), 1102);
    assert_int_equal(lists(fixture, "nobody/"), 0);
    documents_list(fixture->documents, "note", "", see_one, &seen);
    assert_int_equal(seen, 1);
    commit_and_deliver(fixture);
    assert_int_equal(lists(fixture, "me/"), 1002);
    close_fixture(fixture);
}

/* Another node writes the same document: `{"value":N}` in place of that version. */
static void other_writes(const char *folder, const char *key, uint32_t version, const char *text)
{
    struct bv_error error;
    struct store *other = store_open(folder, STORE_WRITE, &error);
    assert_non_null(other);
    struct batch *batch = store_batch_new();
    store_batch_document(batch, "note", key, version, 0, bv_span_of(text));
    assert_true(store_commit(other, batch, &error));
    store_batch_free(batch);
    store_close(other);
}

static void what_was_read_is_what_is_built_on(void **state)
{
    struct fixture *fixture = open_fixture(*state);
    writes(fixture, "a", 1);
    commit_and_deliver(fixture);
    assert_int_equal(reads(fixture, "a"), 1);
    assert_int_equal(reads(fixture, "b"), 0);
    other_writes(*state, "a", 1, "{\"value\":10}");
    other_writes(*state, "b", 0, "{\"value\":20}");
    assert_int_equal(reads(fixture, "a"), 10);
    writes(fixture, "a", 2); /* decided when it was 1 */
    commit_and_deliver(fixture);
    assert_int_equal(reads(fixture, "a"), 10);
    assert_int_equal(outbox_figures(fixture->outbox)->overtaken, 1);
    writes(fixture, "a", 11);
    commit_and_deliver(fixture);
    assert_int_equal(reads(fixture, "a"), 11);

    assert_int_equal(reads(fixture, "c"), 0);
    other_writes(*state, "c", 0, "{\"value\":30}");
    writes(fixture, "c", 3);
    commit_and_deliver(fixture);
    assert_int_equal(reads(fixture, "c"), 30);
    assert_int_equal(outbox_figures(fixture->outbox)->overtaken, 2);

    assert_int_equal(reads(fixture, "b"), 20);
    other_writes(*state, "b", 1, "{\"value\":21}");
    documents_begin(fixture->documents);
    writes(fixture, "b", 22); /* whatever it was */
    commit_and_deliver(fixture);
    assert_int_equal(reads(fixture, "b"), 22);
    close_fixture(fixture);
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
