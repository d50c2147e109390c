/* What was changed behind the program's back is found: by every reader, and by the check. */
#include <fcntl.h>
#include <sodium/crypto_generichash.h>

#include "scratch.h"
#include "store/backend.h"
#include "store/copy_parts.h"
#include "store/sqlite.h"

enum { TABLES = 40, EVENTS = 30, DOCUMENTS = 40 };

static void furnish(const char *where)
{
    struct store *store = open_store(where);
    struct batch *batch = store_batch_new();
    char key[32];
    store_batch_person(batch, "ada", "Ada", 1);
    store_batch_person(batch, "bob", "Bob", 2);
    store_batch_setting(batch, "secret", "0123456789abcdef");
    for (int table = 1; table <= TABLES; table++) {
        add_table(batch, table);
        add_events(batch, table, 1, EVENTS);
        store_batch_join(batch, table % 2 ? "ada" : "bob", table);
        if (table % 2)
            store_batch_finished(batch, table, table, "{\"won\":\"V\"}", "game=chars\nresult=V\n");
    }
    for (int i = 0; i < DOCUMENTS; i++) {
        char text[400];
        memset(text, 'a' + i % 26, sizeof text);
        (void)snprintf(key, sizeof key, "key%03d", i);
        store_batch_document(batch, "note", key, 0, i, (struct bv_span){text, sizeof text});
    }
    commit(store, batch);
    store_batch_free(batch);
    store_close(store);
}

/* One statement that no program of ours says. */
static void alter(const char *where, const char *sql)
{
    struct bv_error error = {""};
    if (database()) {
        assert_true(say_to(where, "%s", sql));
        return;
    }
    int flags = SQLITE_OPEN_READWRITE;
    struct store *store = sqlite_connect(inside(where, "bivouac.db").text, flags, &error);
    assert_non_null(store);
    if (!sqlite_run(store, "PRAGMA foreign_keys = OFF", &error) || !sqlite_run(store, sql, &error))
        fail_msg("%s: %s", sql, error.text);
    store_close(store);
}

static bool is_sound(const char *where, struct bv_error *error)
{
    uint64_t tables = 0;
    uint64_t events = 0;
    return store_check(where, &tables, &events, error);
}

static void expect_sound(const char *where)
{
    struct bv_error error = {""};
    if (!is_sound(where, &error)) fail_msg("%s", error.text);
}

static void expect_damage(const char *where, const char *sql)
{
    struct bv_error error = {""};
    if (is_sound(where, &error)) fail_msg("not found: %s", sql);
    if (!strstr(error.text, "is damaged")) fail_msg("%s: %s", sql, error.text);
}

static bool pass_event(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    (void)at;
    (void)line;
    *(uint32_t *)context = number;
    return true;
}

/* How far the events of a table can be read, and whether to their end. */
static bool reads(const char *where, int64_t table, uint32_t after, uint32_t *last)
{
    struct bv_error error = {""};
    struct store *store = store_open(where, STORE_READ, &error);
    assert_non_null(store);
    *last = after;
    bool good = store_events(store, table, after, pass_event, last, &error);
    if (!good) assert_non_null(strstr(error.text, "is damaged"));
    store_close(store);
    return good;
}

/* ---- Events ------------------------------------------------------------------------------------------- */

/* Each against a fresh table, and how far it can still be read. */
static const struct {
    const char *sql;
    uint32_t readable;
} damages[] = {
    {"UPDATE events SET line = 'nonsense' WHERE table_key = 1 AND number = 7", 6},
    {"UPDATE events SET line = replace(line, 'event 7', 'event 8')"
     " WHERE table_key = 2 AND number = 7",
     6},
    {"UPDATE events SET at = at + 1 WHERE table_key = 3 AND number = 1", 0},
    {"UPDATE events SET checksum = checksum + 1 WHERE table_key = 4 AND number = 30", 29},
    {"DELETE FROM events WHERE table_key = 5 AND number = 1", 0},
    {"DELETE FROM events WHERE table_key = 6 AND number = 12", 11},
    {"DELETE FROM events WHERE table_key = 7 AND number = 30", 29},
    {"DELETE FROM events WHERE table_key = 8", 0},
    {"DELETE FROM event_chains WHERE table_key = 9", 0},
    {"UPDATE event_chains SET events = 29 WHERE table_key = 10", 29},
    {"UPDATE event_chains SET checksum = checksum + 1 WHERE table_key = 11", 30},
    /* A whole one of another table, where it fits by its number. */
    {"UPDATE events SET line = (SELECT line FROM events WHERE table_key = 1 AND number = 5),"
     " at = (SELECT at FROM events WHERE table_key = 1 AND number = 5),"
     " checksum = (SELECT checksum FROM events WHERE table_key = 1 AND number = 5)"
     " WHERE table_key = 12 AND number = 5",
     4},
    {"UPDATE events SET number = 31 WHERE table_key = 13 AND number = 30", 29},
};

static void altered_events_are_found(void **state)
{
    furnish(*state);
    for (size_t i = 0; i < BV_COUNT(damages); i++) {
        uint32_t last = 0;
        alter(*state, damages[i].sql);
        expect_damage(*state, damages[i].sql);
        assert_false(reads(*state, (int64_t)i + 1, 0, &last));
        assert_int_equal(last, damages[i].readable);
        /* Those who are told only what is new hear of damage there too. */
        if (last > 0) assert_false(reads(*state, (int64_t)i + 1, last - 1, &last));
        assert_true(reads(*state, TABLES, 0, &last));
        assert_int_equal(last, EVENTS);
    }
}

static void two_events_that_change_places_are_found(void **state)
{
    uint32_t last = 0;
    furnish(*state);
    alter(*state, "UPDATE events SET number = 99 WHERE table_key = 1 AND number = 7");
    alter(*state, "UPDATE events SET number = 7 WHERE table_key = 1 AND number = 8");
    alter(*state, "UPDATE events SET number = 8 WHERE table_key = 1 AND number = 99");
    expect_damage(*state, "two events that change places");
    assert_false(reads(*state, 1, 0, &last));
    assert_int_equal(last, 6);
}

/* One that is cut out so that numbers have no gap. */
static void an_event_cut_out_is_found(void **state)
{
    uint32_t last = 0;
    furnish(*state);
    alter(*state, "DELETE FROM events WHERE table_key = 1 AND number = 20");
    for (int number = 21; number <= EVENTS; number++) {
        char sql[128];
        (void)snprintf(sql, sizeof sql,
                       "UPDATE events SET number = %d WHERE table_key = 1 AND number = %d",
                       number - 1, number);
        alter(*state, sql);
    }
    alter(*state, "UPDATE event_chains SET events = 29 WHERE table_key = 1");
    expect_damage(*state, "an event cut out");
    assert_false(reads(*state, 1, 0, &last));
    assert_int_equal(last, 19);
}

/* What the program itself writes again is as good as what it wrote first. */
static void events_written_again_are_sound(void **state)
{
    uint32_t last = 0;
    furnish(*state);
    struct store *store = open_store(*state);
    struct batch *batch = store_batch_new();
    store_batch_rewrite(batch, 1, 12, bv_span_of("twelve"));
    store_batch_rewrite(batch, 1, 5, bv_span_of("five"));
    store_batch_rewrite(batch, 2, 1, bv_span_of("one"));
    add_events(batch, 2, EVENTS + 1, EVENTS + 2);
    store_batch_rewrite(batch, 1, EVENTS, bv_span_of("last"));
    store_batch_rewrite(batch, 2, EVENTS + 1, bv_span_of("one more"));
    commit(store, batch);
    add_events(batch, 1, EVENTS + 1, EVENTS + 1);
    commit(store, batch);
    store_batch_free(batch);
    store_close(store);
    expect_sound(*state);
    assert_true(reads(*state, 1, 0, &last));
    assert_int_equal(last, EVENTS + 1);
    assert_true(reads(*state, 2, 0, &last));
    assert_int_equal(last, EVENTS + 2);
    assert_true(reads(*state, 2, EVENTS + 2, &last));
    assert_true(reads(*state, 2, EVENTS + 9, &last));
}

/* ---- Everything else ----------------------------------------------------------------------------------- */

/* Every column of every part, in the order of parts.c. */
static const char *const columns[STORE_COPY_PARTS][STORE_ROW_FIELDS + 1] = {
    {"id", "name", "created", "checksum"},
    {"table_key", "id", "setup", "created", "stage", "due", "checksum"},
    {"table_key", "events", "checksum"},
    {"table_key", "number", "at", "line", "checksum"},
    {"person", "table_key"},
    {"table_key", "ended", "summary", "checksum"},
    {"tag", "ended", "table_key"},
    {"name", "value", "checksum"},
    {"kind", "key", "version", "rank", "text", "checksum"},
};

/* Nothing is kept that no part knows: a new column is covered, or this says so. */
static void parts_know_every_column(void **state)
{
    struct bv_error error = {""};
    furnish(*state);
    struct store *store = database() ? NULL : open_store(*state);
    for (size_t i = 0; i < STORE_COPY_PARTS; i++) {
        char sql[128];
        int64_t count = 0;
        size_t known = 0;
        while (columns[i][known]) known++;
        assert_int_equal(known, strlen(store_parts[i].types));
        if (!store) continue;
        (void)snprintf(sql, sizeof sql, "SELECT count(*) FROM pragma_table_info('%s')",
                       store_parts[i].name);
        assert_true(sqlite_number(store, sql, &count, &error));
        assert_int_equal(count, known);
    }
    store_close(store);
}

static void every_altered_field_is_found(void **state)
{
    furnish(*state);
    for (size_t i = 0; i < STORE_COPY_PARTS; i++) {
        const struct store_part *part = &store_parts[i];
        if (part->checksum == STORE_PART_OF_KEYS) continue;
        for (int j = part->keys; part->types[j]; j++) {
            char sql[2][256];
            const char *column = columns[i][j];
            bool number = part->types[j] == 'n';
            /* Of one row: that of the lowest key. */
            for (int back = 0; back < 2; back++)
                (void)snprintf(
                    sql[back], sizeof sql[back],
                    number ? "UPDATE %s SET %s = %s %s 1 WHERE %s = (SELECT min(%s) FROM %s)%s"
                    : back
                        ? "UPDATE %s SET %s = substr(%s, 2%s) WHERE %s = (SELECT min(%s) FROM %s)%s"
                        : "UPDATE %s SET %s = 'x' || %s%s WHERE %s = (SELECT min(%s) FROM %s)%s",
                    part->name, column, column, number ? (back ? "-" : "+") : "", columns[i][0],
                    columns[i][0], part->name,
                    strcmp(column, "stage") == 0 ? " AND stage = 2" : "");
            /* A stage is 0, 1 or 2. */
            if (strcmp(column, "stage") == 0) {
                (void)snprintf(sql[0], sizeof sql[0], "%s",
                               "UPDATE tables SET stage = 1 WHERE table_key = 2");
                (void)snprintf(sql[1], sizeof sql[1], "%s",
                               "UPDATE tables SET stage = 0 WHERE table_key = 2");
            }
            alter(*state, sql[0]);
            expect_damage(*state, sql[0]);
            alter(*state, sql[1]);
            expect_sound(*state);
        }
    }
}

static bool see_nothing(void *context, const struct store_document *document)
{
    (void)context;
    (void)document;
    return true;
}

static bool see_table(void *context, const struct stored_table *table)
{
    (void)table;
    *(bool *)context = true;
    return true;
}

static void every_reader_reports_it(void **state)
{
    struct bv_error error = {""};
    char text[64];
    bool found = false;
    bool seen = false;
    furnish(*state);
    alter(*state, "UPDATE documents SET text = 'b' || substr(text, 2) WHERE key = 'key000'");
    alter(*state, "UPDATE settings SET value = '1' WHERE name = 'secret'");
    alter(*state, "UPDATE people SET name = 'Eve' WHERE id = 'ada'");
    alter(*state, "UPDATE tables SET setup = 'game=paris' WHERE table_key = 2");
    struct store *store = store_open(*state, STORE_READ, &error);
    assert_non_null(store);
    assert_false(store_document_read(store, "note", "key000", see_nothing, NULL, &error));
    assert_non_null(strstr(error.text, "is damaged: note key000"));
    assert_true(store_document_read(store, "note", "key001", see_nothing, NULL, &error));
    assert_false(store_setting(store, "secret", text, sizeof text, &found, &error));
    assert_non_null(strstr(error.text, "is damaged: the setting secret"));
    assert_false(store_person(store, "ada", text, sizeof text, &found, &error));
    assert_non_null(strstr(error.text, "is damaged: the name of ada"));
    assert_true(store_person(store, "bob", text, sizeof text, &found, &error));
    assert_false(store_table(store, "t2", 0, see_table, &seen, &error));
    assert_non_null(strstr(error.text, "is damaged: the table t2"));
    assert_false(seen);
    assert_true(store_table(store, "t3", 0, see_table, &seen, &error));
    assert_true(seen);
    store_close(store);
}

/* ---- 64 bytes anywhere in the file --------------------------------------------------------------------- */

static void digest_row(crypto_generichash_state *hash, const struct store_part *part,
                       const struct store_row *row)
{
    for (int i = 0; part->types[i]; i++) {
        const struct store_value *field = &row->field[i];
        bool number = part->types[i] == 'n';
        int64_t value = number ? field->number : (int64_t)field->text.length;
        crypto_generichash_update(hash, (const uint8_t *)&value, sizeof value);
        if (!number)
            crypto_generichash_update(hash, (const uint8_t *)field->text.text, field->text.length);
    }
}

/* Of all that it keeps. */
static void digest_all(const char *where, uint8_t digest[32])
{
    crypto_generichash_state hash;
    struct bv_error error = {""};
    struct store *store = store_open(where, STORE_READ, &error);
    if (!store) fail_msg("%s", error.text);
    crypto_generichash_init(&hash, NULL, 0, 32);
    for (size_t i = 0; i < STORE_COPY_PARTS; i++) {
        struct store_place place;
        store_place_begin(&place);
        for (bool more = true; more;) {
            struct store_place here = place;
            struct store_rows rows = store_part_query(store, &store_parts[i], &here, &error);
            for (more = false; store_rows_next(&rows); more = true) {
                digest_row(&hash, &store_parts[i], &rows.row);
                store_place_go_behind(&place, &store_parts[i], &rows.row);
            }
            assert_true(store_rows_end(&rows));
        }
    }
    crypto_generichash_final(&hash, digest, 32);
    store_close(store);
}

static uint32_t lot(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(*seed >> 33);
}

/* What the check does not find has changed nothing that is kept: it lies where nothing is. */
static void sixty_four_bytes_anywhere_are_found(void **state)
{
    enum { TRIES = 400, DAMAGE = 64 };
    uint8_t before[32];
    uint64_t seed = 16;
    int found = 0;
    furnish(*state);
    alter(*state, "PRAGMA journal_mode = DELETE"); /* one file */
    digest_all(*state, before);
    struct stat facts;
    struct path file = inside(*state, "bivouac.db");
    assert_int_equal(stat(file.text, &facts), 0);
    for (int i = 0; i < TRIES; i++) {
        struct bv_error error = {""};
        char kept[DAMAGE];
        char damage[DAMAGE];
        off_t at = lot(&seed) % (facts.st_size - DAMAGE);
        for (int j = 0; j < DAMAGE; j++) damage[j] = (char)lot(&seed);
        int fd = open(file.text, O_RDWR);
        assert_int_equal(pread(fd, kept, DAMAGE, at), DAMAGE);
        assert_int_equal(pwrite(fd, damage, DAMAGE, at), DAMAGE);
        if (is_sound(*state, &error)) {
            uint8_t after[32];
            digest_all(*state, after);
            if (memcmp(before, after, sizeof before) != 0)
                fail_msg("missed at %lld", (long long)at);
        } else {
            found++;
        }
        assert_int_equal(pwrite(fd, kept, DAMAGE, at), DAMAGE);
        close(fd);
    }
    print_message("%d of %d found; the others lie where nothing is\n", found, TRIES);
    assert_true(found > TRIES / 2);
    expect_sound(*state);
}

/* ---- A file without a store in it ---------------------------------------------------------------------- */

static void expect_refused(const char *folder, const char *why)
{
    struct bv_error error = {""};
    for (int mode = STORE_WRITE; mode <= STORE_COPY; mode++) {
        struct store *store = store_open(folder, (enum store_mode)mode, &error);
        if (store) fail_msg("opened, mode %d", mode);
        if (mode != STORE_READ && !strstr(error.text, why)) fail_msg("%s", error.text);
    }
}

static void an_empty_file_is_no_new_store(void **state)
{
    struct stat facts;
    furnish(*state);
    struct path file = inside(*state, "bivouac.db");
    assert_int_equal(truncate(file.text, 0), 0);
    expect_refused(*state, "is damaged: it is empty");
    assert_int_equal(stat(file.text, &facts), 0);
    assert_int_equal(facts.st_size, 0);
    assert_int_equal(unlink(file.text), 0);
    store_close(open_store(*state)); /* where there is none, one is made */
    expect_sound(*state);
}

static void a_file_cut_short_is_refused(void **state)
{
    struct stat facts;
    furnish(*state);
    struct path file = inside(*state, "bivouac.db");
    assert_int_equal(stat(file.text, &facts), 0);
    const off_t left[] = {facts.st_size - 4096, facts.st_size / 2, 4096, 100, 1};
    for (size_t i = 0; i < BV_COUNT(left); i++) {
        assert_int_equal(truncate(file.text, left[i]), 0);
        expect_refused(*state, "is damaged");
    }
}

static void what_belongs_to_a_missing_file_is_not_taken_for_a_new_one(void **state)
{
    furnish(*state);
    struct path wal = inside(*state, "bivouac.db-wal");
    assert_int_equal(rename(inside(*state, "bivouac.db").text, wal.text), 0);
    expect_refused(*state, "is missing, but what belongs to it is there");
}

/* A program that dies while it makes a store leaves none that looks like one. */
static void a_store_is_there_whole_or_not_at_all(void **state)
{
    struct path half = inside(*state, "bivouac.db.abcdef");
    int fd = open(half.text, O_WRONLY | O_CREAT, 0600);
    assert_true(fd >= 0);
    close(fd);
    store_close(open_store(*state));
    expect_sound(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(altered_events_are_found),
        scratch_test(two_events_that_change_places_are_found),
        scratch_test(an_event_cut_out_is_found),
        scratch_test(events_written_again_are_sound),
        scratch_test(parts_know_every_column),
        scratch_test(every_altered_field_is_found),
        scratch_test(every_reader_reports_it),
        folder_test(sixty_four_bytes_anywhere_are_found),
        folder_test(an_empty_file_is_no_new_store),
        folder_test(a_file_cut_short_is_refused),
        folder_test(what_belongs_to_a_missing_file_is_not_taken_for_a_new_one),
        folder_test(a_store_is_there_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
