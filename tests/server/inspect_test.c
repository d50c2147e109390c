/* Tables are looked through by checksums and by the rules: what the rules refuse is found, though its checksum is right. */
#include "../store/scratch.h"
#include "core/menu.h"
#include "server/admin/inspect.h"
#include "table/table.h"

enum { MOVES = 12 };

/* A table at which some moves were played; its events go into the batch. */
static void play_table(struct batch *batch, int64_t key, enum table_stage stage)
{
    static struct bv_menu menu;
    static char text[TABLE_SETUP_TEXT_MAX];
    struct terms_cache *terms_cache = terms_cache_new();
    struct table_setup setup;
    struct bv_error error = {""};
    char id[ID_SIZE];
    cJSON *json = cJSON_Parse("{\"game\":\"chevaliers\"}");
    if (!table_setup_read(json, terms_cache, &setup, &error)) fail_msg("%s", error.text);
    cJSON_Delete(json);
    bv_copy(setup.owner, "ada", sizeof "ada");
    memset(setup.seed, 7, sizeof setup.seed);
    struct bv_out out = bv_out_into(text, sizeof text);
    table_setup_store(&setup, &out);
    (void)snprintf(id, sizeof id, "t%lld", (long long)key);
    struct table *table = table_new(&setup, id);
    store_batch_table(batch, key, id, text, 1000);
    for (uint32_t number = 1; number <= MOVES + 3; number++) {
        char line[TABLE_EVENT_MAX + BV_TOKEN_MAX];
        struct table_effect effect;
        struct table_event event = {.verb = TABLE_SIT, .at = 1000 + number, .person = "ada"};
        if (number == 2) {
            event.seat = 1;
            bv_copy(event.person, "bob", sizeof "bob");
        }
        if (number <= 2) event.text = bv_span_of(event.person);
        if (number == 3) event = (struct table_event){.verb = TABLE_START, .seat = -1, .at = 1003};
        if (number > 3) {
            event.verb = TABLE_PLAY;
            event.seat = (int8_t)__builtin_ctz(table_to_act(table));
            bv_menu_make(table_terms(table), &table->state, event.seat, &menu);
            event.text = bv_span_of(bv_menu_token(&menu, number % menu.count));
        }
        out = bv_out_into(line, sizeof line);
        table_event_write(table_terms(table), &event, &out);
        if (!table_apply(table, &event, &effect, &error)) fail_msg("%s", error.text);
        store_batch_event(batch, key, number, event.at, (struct bv_span){line, out.length});
    }
    store_batch_stage(batch, key, stage, 0);
    table_free(table);
    terms_cache_return(terms_cache, setup.terms);
    terms_cache_free(terms_cache);
}

struct found {
    char id[ID_SIZE];
    char reason[256];
};

static void note(void *context, const char *id, const char *reason)
{
    struct found *found = context;
    (void)snprintf(found->id, sizeof found->id, "%s", id);
    (void)snprintf(found->reason, sizeof found->reason, "%s", reason);
}

static struct inspection inspect(const char *where, bool all, bool rules, struct found *found)
{
    struct bv_error error = {""};
    struct inspection inspection = {.all = all, .rules = rules, .found = note, .context = found};
    *found = (struct found){"", ""};
    struct store *store = store_open(where, STORE_READ, &error);
    assert_non_null(store);
    if (!inspect_tables(store, &inspection, &error)) fail_msg("%s", error.text);
    store_close(store);
    return inspection;
}

static void furnish(const char *where)
{
    struct store *store = open_store(where);
    struct batch *batch = store_batch_new();
    for (int64_t key = 1; key <= 250; key++)
        play_table(batch, key, key % 2 ? TABLE_OVER : TABLE_PLAYING);
    commit(store, batch);
    store_batch_free(batch);
    store_close(store);
}

static void sound_tables_are_sound(void **state)
{
    struct found found;
    furnish(*state);
    struct inspection seen = inspect(*state, true, true, &found);
    assert_int_equal(seen.tables, 250);
    assert_int_equal(seen.damaged, 0);
    seen = inspect(*state, false, false, &found);
    assert_int_equal(seen.tables, 125);
    assert_int_equal(seen.damaged, 0);
}

/* The store's own way to write an entry again gives it its checksum. */
static void rewrite(const char *where, int64_t table, uint32_t number, const char *line)
{
    struct store *store = open_store(where);
    struct batch *batch = store_batch_new();
    store_batch_rewrite(batch, table, number, bv_span_of(line));
    commit(store, batch);
    store_batch_free(batch);
    store_close(store);
}

static void what_the_rules_refuse_is_found(void **state)
{
    static const char *const lines[] = {"nonsense", "play S ada - a1-z9", "play O bob - d2-d3"};
    furnish(*state);
    for (size_t i = 0; i < BV_COUNT(lines); i++) {
        struct found found;
        uint64_t tables = 0;
        uint64_t events = 0;
        struct bv_error error = {""};
        rewrite(*state, 201, 4, lines[i]);
        assert_true(store_check(*state, &tables, &events, &error)); /* as the store sees it */
        struct inspection seen = inspect(*state, true, true, &found);
        assert_int_equal(seen.tables, 250);
        assert_int_equal(seen.damaged, 1);
        assert_string_equal(found.id, "t201");
        assert_non_null(strstr(found.reason, "event 4 does not go by the rules"));
    }
}

static void what_was_altered_is_found_without_the_rules(void **state)
{
    struct found found;
    furnish(*state);
    /* In the file itself, wherever it stands: pages have copies in places that are used no more. */
    struct path file = inside(*state, "bivouac.db");
    FILE *bytes = fopen(file.text, "r+b");
    assert_non_null(bytes);
    static char content[4 << 20];
    size_t length = fread(content, 1, sizeof content, bytes);
    for (size_t i = 0; i + 12 < length; i++)
        if (memcmp(content + i, "play O ada", 10) == 0) {
            assert_int_equal(fseek(bytes, (long)i, SEEK_SET), 0);
            assert_int_equal(fwrite("play S ada", 1, 10, bytes), 10);
        }
    assert_int_equal(fclose(bytes), 0);
    struct inspection seen = inspect(*state, true, false, &found);
    assert_int_equal(seen.damaged, 250);
    assert_non_null(strstr(found.reason, "is not what was written"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        folder_test(sound_tables_are_sound),
        folder_test(what_the_rules_refuse_is_found),
        folder_test(what_was_altered_is_found_without_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
