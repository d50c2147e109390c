/* Tables are looked through by checksums and by the rules: what the rules refuse is found, though its checksum is right. */
#include "../store/scratch.h"
#include "core/menu.h"
#include "server/keeping/inspect.h"
#include "server/table.h"

enum { MOVES = 12 };

/* A table at which some moves were played; its events go into the batch. */
static void play_table(struct bv_batch *batch, int64_t key, enum bv_table_stage stage)
{
    static struct bv_menu menu;
    static char text[BV_SETUP_TEXT_MAX];
    struct bv_shelf *shelf = bv_shelf_new();
    struct bv_setup setup;
    struct bv_error error = {""};
    char id[BV_ID_SIZE];
    cJSON *json = cJSON_Parse("{\"game\":\"chevaliers\"}");
    if (!bv_setup_read(json, shelf, &setup, &error)) fail_msg("%s", error.text);
    cJSON_Delete(json);
    bv_copy(setup.owner, "ada", sizeof "ada");
    memset(setup.seed, 7, sizeof setup.seed);
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_setup_keep(&setup, &out);
    (void)snprintf(id, sizeof id, "t%lld", (long long)key);
    struct bv_table *table = bv_table_new(&setup, id);
    bv_batch_table(batch, key, id, text, 1000);
    for (uint32_t number = 1; number <= MOVES + 3; number++) {
        char line[BV_DEED_MAX + BV_TOKEN_MAX];
        struct bv_effect effect;
        struct bv_deed deed = {.verb = BV_SIT, .at = 1000 + number, .person = "ada"};
        if (number == 2) {
            deed.seat = 1;
            bv_copy(deed.person, "bob", sizeof "bob");
        }
        if (number <= 2) deed.text = bv_span_of(deed.person);
        if (number == 3) deed = (struct bv_deed){.verb = BV_START, .seat = -1, .at = 1003};
        if (number > 3) {
            deed.verb = BV_PLAY;
            deed.seat = (int8_t)__builtin_ctz(bv_table_to_act(table));
            bv_menu_make(bv_table_terms(table), &table->state, deed.seat, &menu);
            deed.text = bv_span_of(bv_menu_token(&menu, number % menu.count));
        }
        out = bv_out_into(line, sizeof line);
        bv_deed_write(bv_table_terms(table), &deed, &out);
        if (!bv_table_take(table, &deed, &effect, &error)) fail_msg("%s", error.text);
        bv_batch_entry(batch, key, number, deed.at, (struct bv_span){line, out.length});
    }
    bv_batch_stage(batch, key, stage, 0);
    bv_table_free(table);
    bv_shelf_return(shelf, setup.terms);
    bv_shelf_free(shelf);
}

struct found {
    char id[BV_ID_SIZE];
    char reason[256];
};

static void note(void *context, const char *id, const char *reason)
{
    struct found *found = context;
    (void)snprintf(found->id, sizeof found->id, "%s", id);
    (void)snprintf(found->reason, sizeof found->reason, "%s", reason);
}

static struct bv_inspection inspect(const char *where, bool all, bool rules, struct found *found)
{
    struct bv_error error = {""};
    struct bv_inspection inspection = {.all = all, .rules = rules, .found = note, .context = found};
    *found = (struct found){"", ""};
    struct bv_store *store = bv_store_open(where, BV_STORE_READ, &error);
    assert_non_null(store);
    if (!bv_inspect(store, &inspection, &error)) fail_msg("%s", error.text);
    bv_store_close(store);
    return inspection;
}

static void furnish(const char *where)
{
    struct bv_store *store = open_store(where);
    struct bv_batch *batch = bv_batch_new();
    for (int64_t key = 1; key <= 250; key++)
        play_table(batch, key, key % 2 ? BV_TABLE_OVER : BV_TABLE_PLAYING);
    commit(store, batch);
    bv_batch_free(batch);
    bv_store_close(store);
}

static void sound_tables_are_sound(void **state)
{
    struct found found;
    furnish(*state);
    struct bv_inspection seen = inspect(*state, true, true, &found);
    assert_int_equal(seen.tables, 250);
    assert_int_equal(seen.damaged, 0);
    seen = inspect(*state, false, false, &found);
    assert_int_equal(seen.tables, 125);
    assert_int_equal(seen.damaged, 0);
}

/* The store's own way to write an entry again gives it its checksum. */
static void rewrite(const char *where, int64_t table, uint32_t number, const char *line)
{
    struct bv_store *store = open_store(where);
    struct bv_batch *batch = bv_batch_new();
    bv_batch_rewrite(batch, table, number, bv_span_of(line));
    commit(store, batch);
    bv_batch_free(batch);
    bv_store_close(store);
}

static void what_the_rules_refuse_is_found(void **state)
{
    static const char *const lines[] = {"nonsense", "play S ada - a1-z9", "play O bob - d2-d3"};
    furnish(*state);
    for (size_t i = 0; i < BV_COUNT(lines); i++) {
        struct found found;
        uint64_t tables = 0;
        uint64_t entries = 0;
        struct bv_error error = {""};
        rewrite(*state, 201, 4, lines[i]);
        assert_true(bv_store_check(*state, &tables, &entries, &error)); /* as the store sees it */
        struct bv_inspection seen = inspect(*state, true, true, &found);
        assert_int_equal(seen.tables, 250);
        assert_int_equal(seen.damaged, 1);
        assert_string_equal(found.id, "t201");
        assert_non_null(strstr(found.reason, "entry 4 does not go by the rules"));
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
    struct bv_inspection seen = inspect(*state, true, false, &found);
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
