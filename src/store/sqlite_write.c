/* Committing: each kind of change is one statement, and a finished game a few more for its tags. */
#include "store/batch.h"
#include "store/sqlite.h"

/* Every statement has its parameters in the same places: a change is bound without looking at its kind. */
enum parameter { TEXT_0 = 1, TEXT_1, TABLE, TIME, NUMBER };

struct writer {
    const char *what; /* in an error */
    bool effect;      /* must change a row, or what it speaks of was not there */
    const char *sql;
};

enum { WRITE_OVER = BV_CHANGE_SETTING + 1, WRITE_TAG, WRITE_TAG_COUNT };

static const struct writer writers[] = {
    [BV_CHANGE_PERSON] = {"a new person", true,
                          "INSERT INTO people (id, name, created) VALUES (?1, ?2, ?4)"},
    [BV_CHANGE_RENAME] = {"a new name", true, "UPDATE people SET name = ?2 WHERE id = ?1"},
    [BV_CHANGE_TABLE] = {"a new table", true,
                         "INSERT INTO tables (table_key, id, setup, created)"
                         " VALUES (?3, ?1, ?2, ?4)"},
    [BV_CHANGE_ENTRY] = {"an entry", true,
                         "INSERT INTO entries (table_key, number, at, line)"
                         " SELECT ?3, ?5, ?4, ?1 WHERE ?5 = 1 OR EXISTS"
                         " (SELECT 1 FROM entries WHERE table_key = ?3 AND number = ?5 - 1)"},
    [BV_CHANGE_STAGE] = {"a stage", true,
                         "UPDATE tables SET stage = ?5, due = ?4 WHERE table_key = ?3"},
    [BV_CHANGE_JOINED] = {"a person at a table", false,
                          "INSERT INTO joined (person, table_key) VALUES (?1, ?3)"
                          " ON CONFLICT DO NOTHING"},
    [BV_CHANGE_FINISHED] = {"the end of a game", true,
                            "INSERT INTO finished (table_key, ended, summary) VALUES (?3, ?4, ?1)"},
    [BV_CHANGE_SETTING] = {"a setting", true,
                           "INSERT INTO settings (name, value) VALUES (?1, ?2)"
                           " ON CONFLICT DO UPDATE SET value = excluded.value"},
    [WRITE_OVER] = {"the end of a game", false,
                    "UPDATE tables SET stage = 2, due = 0 WHERE table_key = ?3 AND stage <> 2"},
    [WRITE_TAG] = {"a tag", false,
                   "INSERT INTO tags (tag, ended, table_key) VALUES (?1, ?4, ?3)"
                   " ON CONFLICT DO NOTHING"},
    [WRITE_TAG_COUNT] = {"a tag", true,
                         "INSERT INTO tag_counts (tag, games) VALUES (?1, 1)"
                         " ON CONFLICT DO UPDATE SET games = games + 1"},
};

_Static_assert(BV_COUNT(writers) <= BV_STORE_READERS - BV_STORE_WRITERS, "room for statements");

/* What is bound: a change with its texts, or with a tag in place of the first. */
struct values {
    struct bv_span text[2];
    int64_t table;
    int64_t time;
    uint32_t number;
};

/* The outside world has no hand in this: what was to be written contradicts what is there. */
static bool refuse(const struct bv_store *store, const struct writer *writer,
                   const struct values *values, const char *reason, struct bv_error *error)
{
    struct bv_out out = bv_store_error(store, error);
    bv_put(&out, writer->what);
    if (values->table) {
        bv_put(&out, " (table ");
        bv_put_number(&out, values->table);
        bv_put(&out, ", number ");
        bv_put_number(&out, values->number);
        bv_put(&out, ")");
    }
    bv_put(&out, " does not fit what is stored: ");
    bv_put(&out, reason);
    bv_put(&out, "; nothing of the batch was kept. Please report this");
    return false;
}

static int bind_text(sqlite3_stmt *statement, int place, struct bv_span text)
{
    return sqlite3_bind_text(statement, place, text.text, (int)text.length, SQLITE_STATIC);
}

static int bind(sqlite3_stmt *statement, const struct values *values)
{
    int count = sqlite3_bind_parameter_count(statement);
    int code = bind_text(statement, TEXT_0, values->text[0]);
    if (code == SQLITE_OK && count >= TEXT_1) code = bind_text(statement, TEXT_1, values->text[1]);
    if (code == SQLITE_OK && count >= TABLE)
        code = sqlite3_bind_int64(statement, TABLE, values->table);
    if (code == SQLITE_OK && count >= TIME)
        code = sqlite3_bind_int64(statement, TIME, values->time);
    if (code == SQLITE_OK && count >= NUMBER)
        code = sqlite3_bind_int64(statement, NUMBER, values->number);
    return code;
}

static bool write_one(struct bv_store *store, int which, const struct values *values,
                      struct bv_error *error)
{
    const struct writer *writer = &writers[which];
    sqlite3_stmt *statement =
        bv_store_statement(store, BV_STORE_WRITERS + which, writer->sql, error);
    if (!statement) return false;
    int code = bind(statement, values);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    bool good = code == SQLITE_DONE;
    if ((code & 0xff) == SQLITE_CONSTRAINT)
        refuse(store, writer, values, sqlite3_errmsg(store->db), error);
    else if (!good)
        bv_store_fail(store, code, error);
    else if (writer->effect && sqlite3_changes(store->db) == 0)
        good = refuse(store, writer, values, "what it builds on is missing", error);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return good;
}

static bool write_tag(struct bv_store *store, const struct values *game, struct bv_span tag,
                      struct bv_error *error)
{
    struct values values = {.text = {tag, tag}, .table = game->table, .time = game->time};
    if (!write_one(store, WRITE_TAG, &values, error)) return false;
    /* A tag that was given twice counts once. */
    if (sqlite3_changes(store->db) == 0) return true;
    return write_one(store, WRITE_TAG_COUNT, &values, error);
}

static bool write_finished(struct bv_store *store, const struct values *game,
                           struct bv_error *error)
{
    if (!write_one(store, BV_CHANGE_FINISHED, game, error) ||
        !write_one(store, WRITE_OVER, game, error) ||
        !write_tag(store, game, bv_span_of(""), error))
        return false;
    struct bv_span rest = game->text[1];
    struct bv_span tag;
    while (bv_take_part(&rest, '\n', &tag))
        if (tag.length > 0 && !write_tag(store, game, tag, error)) return false;
    return true;
}

static bool write_batch(struct bv_store *store, const struct bv_batch *batch,
                        struct bv_error *error)
{
    for (size_t i = 0; i < batch->changes; i++) {
        const struct bv_change *change = &batch->change[i];
        struct values values = {
            .text = {bv_change_text(batch, change, 0), bv_change_text(batch, change, 1)},
            .table = change->table,
            .time = change->time,
            .number = change->number,
        };
        bool good = change->kind == BV_CHANGE_FINISHED
                        ? write_finished(store, &values, error)
                        : write_one(store, (int)change->kind, &values, error);
        if (!good) return false;
    }
    return true;
}

bool bv_store_commit_all(struct bv_store *store, const struct bv_batch *const *batch, size_t count,
                         struct bv_error *error)
{
    size_t changes = 0;
    for (size_t i = 0; i < count; i++) changes += batch[i]->changes;
    if (changes == 0) return true;
    bool good = bv_store_run(store, "BEGIN IMMEDIATE", error);
    for (size_t i = 0; i < count && good; i++) good = write_batch(store, batch[i], error);
    good = good && bv_store_run(store, "COMMIT", error);
    if (!good) bv_store_roll_back(store);
    return good;
}

bool bv_store_commit(struct bv_store *store, const struct bv_batch *batch, struct bv_error *error)
{
    return bv_store_commit_all(store, &batch, 1, error);
}
