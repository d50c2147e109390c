/* Commits: each kind of change is one statement, and a finished game needs a few more for its
 * tags. */
#include "store/batch.h"
#include "store/sqlite.h"
#include "store/sqlite_chain.h"

/* Every statement has its parameters in the same places: a change is bound without regard to its
 * kind. */
enum parameter { TEXT_0 = 1, TEXT_1, TABLE, TIME, NUMBER, TEXT_2 };

struct writer {
    const char *what; /* for errors */
    bool effect;      /* must change a row; else what it refers to does not exist */
    const char *sql;
};

enum {
    WRITE_OVER = BATCH_CHANGE_JOB_DONE + 1,
    WRITE_TAG,
    WRITE_TAG_COUNT,
    WRITE_UNTAG,
    WRITE_UNTAG_COUNT,
    WRITE_FORGET_TABLES,
    WRITE_NO_HEAD,
    WRITE_HEAD,
    WRITE_CHAIN,
    WRITE_CHAIN_HEAD,
};

static const struct writer writers[] = {
    [BATCH_CHANGE_PERSON] = {"a new person", true,
                             "INSERT INTO people (id, name, created, checksum)"
                             " VALUES (?1, ?2, ?4, row_checksum(0, ?1, ?2, ?4))"},
    [BATCH_CHANGE_RENAME] =
        {"a new name", true,
         "UPDATE people SET name = ?2, checksum = row_checksum(0, id, ?2, created)"
         " WHERE id = ?1"},
    [BATCH_CHANGE_TABLE] = {"a new table", true,
                            "INSERT INTO tables (table_key, id, setup, created, checksum)"
                            " VALUES (?3, ?1, ?2, ?4, row_checksum(0, ?3, ?1, ?2, ?4, 0, 0))"},
    [BATCH_CHANGE_ENTRY] = {"an entry", true,
                            "INSERT INTO entries (table_key, number, at, line, checksum)"
                            " SELECT ?3, ?5, ?4, ?1, checksum FROM heads WHERE table_key = ?3"},
    [BATCH_CHANGE_STAGE] = {"a stage", true,
                            "UPDATE tables SET stage = ?5, due = ?4, checksum ="
                            " row_checksum(0, table_key, id, setup, created, ?5, ?4)"
                            " WHERE table_key = ?3"},
    [BATCH_CHANGE_JOINED] = {"a person at a table", false,
                             "INSERT INTO joined (person, table_key) VALUES (?1, ?3)"
                             " ON CONFLICT DO NOTHING"},
    [BATCH_CHANGE_FINISHED] = {"the end of a game", true,
                               "INSERT INTO finished (table_key, ended, summary, checksum)"
                               " VALUES (?3, ?4, ?1, row_checksum(0, ?3, ?4, ?1))"},
    [BATCH_CHANGE_SETTING] = {"a setting", true,
                              "INSERT INTO settings (name, value, checksum)"
                              " VALUES (?1, ?2, row_checksum(0, ?1, ?2)) ON CONFLICT DO UPDATE"
                              " SET value = excluded.value, checksum = excluded.checksum"},
    [BATCH_CHANGE_NEW_DOCUMENT] =
        {"a new document", true,
         "INSERT INTO documents (kind, key, version, rank, text, checksum)"
         " VALUES (?1, ?2, 1, ?4, ?6, row_checksum(0, ?1, ?2, 1, ?4, ?6))"},
    [BATCH_CHANGE_DOCUMENT] = {"a document", true,
                               "UPDATE documents SET version = version + 1, rank = ?4, text = ?6,"
                               " checksum = row_checksum(0, kind, key, version + 1, ?4, ?6)"
                               " WHERE kind = ?1 AND key = ?2 AND version = ?5"},
    [BATCH_CHANGE_DOCUMENT_GONE] =
        {"a document", true, "DELETE FROM documents WHERE kind = ?1 AND key = ?2 AND version = ?5"},
    [BATCH_CHANGE_REWRITE] = {"an entry", true,
                              "UPDATE entries SET line = ?1 WHERE table_key = ?3 AND number = ?5"},
    [BATCH_CHANGE_SETUP] = {"a setup", true,
                            "UPDATE tables SET setup = ?1, checksum ="
                            " row_checksum(0, table_key, id, ?1, created, stage, due)"
                            " WHERE table_key = ?3"},
    [BATCH_CHANGE_REFILE] = {"a finished game", true,
                             "UPDATE finished SET summary = ?1,"
                             " checksum = row_checksum(0, table_key, ended, ?1)"
                             " WHERE table_key = ?3 AND ended = ?4"},
    [BATCH_CHANGE_LEFT] = {"a person at a table", false,
                           "DELETE FROM joined WHERE person = ?1 AND table_key = ?3"},
    [BATCH_CHANGE_FORGET] = {"a person", true, "DELETE FROM people WHERE id = ?1"},
    [WRITE_OVER] = {"the end of a game", false,
                    "UPDATE tables SET stage = 2, due = 0,"
                    " checksum = row_checksum(0, table_key, id, setup, created, 2, 0)"
                    " WHERE table_key = ?3 AND stage <> 2"},
    [WRITE_TAG] = {"a tag", false,
                   "INSERT INTO tags (tag, ended, table_key) VALUES (?1, ?4, ?3)"
                   " ON CONFLICT DO NOTHING"},
    [WRITE_TAG_COUNT] = {"a tag", true,
                         "INSERT INTO tag_counts (tag, games) VALUES (?1, 1)"
                         " ON CONFLICT DO UPDATE SET games = games + 1"},
    [WRITE_UNTAG] = {"a tag", false,
                     "DELETE FROM tags WHERE tag = ?1 AND ended = ?4 AND table_key = ?3"},
    [WRITE_UNTAG_COUNT] = {"a tag", true, "UPDATE tag_counts SET games = games - 1 WHERE tag = ?1"},
    [WRITE_FORGET_TABLES] = {"a person", false, "DELETE FROM joined WHERE person = ?1"},
    [WRITE_NO_HEAD] = {"a new table", true,
                       "INSERT INTO heads (table_key, entries, checksum) VALUES (?3, 0, 0)"},
    [WRITE_HEAD] =
        {"an entry", true,
         "UPDATE heads SET entries = ?5, checksum = row_checksum(checksum, ?3, ?5, ?4, ?1)"
         " WHERE table_key = ?3 AND entries = ?5 - 1"},
    [WRITE_CHAIN] = {"an entry", true, SQLITE_CHAIN("?3", "?5")},
    [WRITE_CHAIN_HEAD] = {"an entry", true, SQLITE_CHAIN_HEAD " WHERE table_key = ?3"},
};

_Static_assert(BV_COUNT(writers) <= SQLITE_READERS - SQLITE_WRITERS, "room for statements");

/* The values to bind: a change with its texts, or with a tag in place of the first. */
struct values {
    struct bv_span text[BATCH_CHANGE_TEXTS];
    int64_t table;
    int64_t time;
    uint32_t number;
};

/* Not an outside error: the change contradicts what is stored. */
static bool refuse(struct store *store, const struct writer *writer, const struct values *values,
                   const char *reason, struct bv_error *error)
{
    struct bv_out out = sqlite_error(store, error);
    store->overtaken = true;
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
    if (code == SQLITE_OK && count >= TEXT_2) code = bind_text(statement, TEXT_2, values->text[2]);
    return code;
}

static bool write_one(struct store *store, int which, const struct values *values,
                      struct bv_error *error)
{
    const struct writer *writer = &writers[which];
    sqlite3_stmt *statement = sqlite_statement(store, SQLITE_WRITERS + which, writer->sql, error);
    if (!statement) return false;
    int code = bind(statement, values);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    bool good = code == SQLITE_DONE;
    if ((code & 0xff) == SQLITE_CONSTRAINT)
        refuse(store, writer, values, sqlite3_errmsg(sqlite_of(store)->db), error);
    else if (!good)
        sqlite_fail(store, code, error);
    else if (writer->effect && sqlite3_changes(sqlite_of(store)->db) == 0)
        good = refuse(store, writer, values, "what it builds on is missing", error);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return good;
}

/* Adds or removes a tag and counts it; one that is added or removed twice counts once. */
static bool change_tag(struct store *store, const struct values *game, struct bv_span tag, bool add,
                       struct bv_error *error)
{
    struct values values = {.text = {tag}, .table = game->table, .time = game->time};
    if (!write_one(store, add ? WRITE_TAG : WRITE_UNTAG, &values, error)) return false;
    if (sqlite3_changes(sqlite_of(store)->db) == 0) return true;
    return write_one(store, add ? WRITE_TAG_COUNT : WRITE_UNTAG_COUNT, &values, error);
}

static bool change_tags(struct store *store, const struct values *game, struct bv_span tags,
                        bool add, struct bv_error *error)
{
    struct bv_span tag;
    while (bv_take_part(&tags, '\n', &tag))
        if (tag.length > 0 && !change_tag(store, game, tag, add, error)) return false;
    return true;
}

static bool write_finished(struct store *store, const struct values *game, struct bv_error *error)
{
    return write_one(store, BATCH_CHANGE_FINISHED, game, error) &&
           write_one(store, WRITE_OVER, game, error) &&
           change_tag(store, game, bv_span_of(""), true, error) &&
           change_tags(store, game, game->text[1], true, error);
}

static bool write_refiled(struct store *store, const struct values *game, struct bv_error *error)
{
    return write_one(store, BATCH_CHANGE_REFILE, game, error) &&
           change_tags(store, game, game->text[1], false, error) &&
           change_tags(store, game, game->text[2], true, error);
}

static bool write_forgotten(struct store *store, const struct values *person,
                            struct bv_error *error)
{
    return write_one(store, WRITE_FORGET_TABLES, person, error) &&
           write_one(store, BATCH_CHANGE_FORGET, person, error);
}

static bool write_table(struct store *store, const struct values *table, struct bv_error *error)
{
    return write_one(store, BATCH_CHANGE_TABLE, table, error) &&
           write_one(store, WRITE_NO_HEAD, table, error);
}

static bool write_entry(struct store *store, const struct values *entry, struct bv_error *error)
{
    return write_one(store, WRITE_HEAD, entry, error) &&
           write_one(store, BATCH_CHANGE_ENTRY, entry, error);
}

static bool write_change(struct store *store, enum change_kind kind, const struct values *values,
                         struct bv_error *error)
{
    switch (kind) {
    case BATCH_CHANGE_TABLE: return write_table(store, values, error);
    case BATCH_CHANGE_ENTRY: return write_entry(store, values, error);
    case BATCH_CHANGE_FINISHED: return write_finished(store, values, error);
    case BATCH_CHANGE_REFILE: return write_refiled(store, values, error);
    case BATCH_CHANGE_FORGET: return write_forgotten(store, values, error);
    case BATCH_CHANGE_JOB:
    case BATCH_CHANGE_JOB_DONE: return true; /* there is no other node to claim it */
    default: return write_one(store, (int)kind, values, error);
    }
}

/* Computes the checksums of a table anew from a rewritten entry on. */
static bool write_chain(struct store *store, const struct values *from, struct bv_error *error)
{
    struct values values = {
        .text = {{"", 0}, {"", 0}}, .table = from->table, .number = from->number};
    return write_one(store, WRITE_CHAIN, &values, error) &&
           write_one(store, WRITE_CHAIN_HEAD, &values, error);
}

static bool write_batch(struct store *store, const struct batch *batch, struct bv_error *error)
{
    for (size_t i = 0; i < batch->changes; i++) {
        const struct change *change = &batch->change[i];
        struct values values = {
            .text = {change_text(batch, change, 0), change_text(batch, change, 1),
                     change_text(batch, change, 2)},
            .table = change->table,
            .time = change->time,
            .number = change->number,
        };
        if (!write_change(store, change->kind, &values, error)) return false;
        values.number = batch_rewritten_from(batch, i);
        if (values.number && !write_chain(store, &values, error)) return false;
    }
    return true;
}

bool sqlite_commit_all(struct store *store, const struct batch *const *batch, size_t count,
                       struct bv_error *error)
{
    size_t changes = 0;
    for (size_t i = 0; i < count; i++) changes += batch[i]->changes;
    if (changes == 0) return true;
    bool good = sqlite_run(store, "BEGIN IMMEDIATE", error);
    for (size_t i = 0; i < count && good; i++) {
        store->at = i;
        good = write_batch(store, batch[i], error);
    }
    good = good && sqlite_run(store, "COMMIT", error);
    if (!good) sqlite_roll_back(store);
    return good;
}
