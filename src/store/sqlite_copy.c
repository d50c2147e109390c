/* Copying a store into and out of a file: its rows in pages, and the mark of an unfinished copy. */
#include "store/sqlite.h"

static int bind_field(sqlite3_stmt *statement, int place, char type,
                      const struct store_field *field)
{
    if (type == 'n') return sqlite3_bind_int64(statement, place, field->number);
    return sqlite3_bind_text(statement, place, field->text.text, (int)field->text.length,
                             SQLITE_STATIC);
}

static void read_row(sqlite3_stmt *statement, const struct store_part *part, struct store_row *row)
{
    for (int i = 0; part->types[i]; i++) {
        const char *text = NULL;
        if (part->types[i] == 'n')
            row->field[i].number = sqlite3_column_int64(statement, i);
        else
            text = (const char *)sqlite3_column_text(statement, i);
        row->field[i].text =
            (struct bv_span){text ? text : "", (size_t)sqlite3_column_bytes(statement, i)};
    }
}

static bool read_rows(struct store *store, const struct store_part *part,
                      const struct store_row *after, store_row_visitor *visit, void *context,
                      struct bv_error *error)
{
    sqlite3_stmt *statement = NULL;
    sqlite3 *db = sqlite_of(store)->db;
    int code = sqlite3_prepare_v2(db, part->read_rows, -1, &statement, NULL);
    for (int i = 0; i < part->keys && code == SQLITE_OK; i++)
        code = bind_field(statement, i + 1, part->types[i], &after->field[i]);
    if (code == SQLITE_OK) code = sqlite3_bind_int64(statement, part->keys + 1, part->page);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        struct store_row row = {0};
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW) break;
        read_row(statement, part, &row);
        if (!visit(context, &row)) break;
    }
    bool good = code == SQLITE_DONE || code == SQLITE_ROW || sqlite_fail(store, code, error);
    sqlite3_finalize(statement);
    return good;
}

static bool write_all_rows(struct store *store, const struct store_part *part,
                           const struct store_row *rows, size_t count, struct bv_error *error)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(sqlite_of(store)->db, part->write_rows, -1, &statement, NULL);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        for (int j = 0; part->types[j] && code == SQLITE_OK; j++)
            code = bind_field(statement, j + 1, part->types[j], &rows[i].field[j]);
        if (code == SQLITE_OK) code = sqlite3_step(statement);
        if (code == SQLITE_DONE) code = sqlite3_reset(statement);
    }
    bool good = code == SQLITE_OK || sqlite_fail(store, code, error);
    sqlite3_finalize(statement);
    return good;
}

static bool write_rows(struct store *store, const struct store_part *part,
                       const struct store_row *rows, size_t count, struct bv_error *error)
{
    bool good = sqlite_run(store, "BEGIN IMMEDIATE", error) &&
                write_all_rows(store, part, rows, count, error) &&
                sqlite_run(store, "COMMIT", error);
    if (!good) sqlite_roll_back(store);
    return good;
}

static bool is_unfinished(struct store *store, bool *unfinished, struct bv_error *error)
{
    int64_t application = 0;
    if (!sqlite_number(store, "PRAGMA application_id", &application, error)) return false;
    *unfinished = application == SQLITE_COPY_UNFINISHED;
    return true;
}

/* "BVAP" for "BVAC". */
static bool begin(struct store *store, struct bv_error *error)
{
    return sqlite_run(
        store,
        "BEGIN IMMEDIATE;"
        "PRAGMA application_id = 0x42564150;"
        "DELETE FROM documents; DELETE FROM settings; DELETE FROM tag_counts;"
        "DELETE FROM tags; DELETE FROM finished; DELETE FROM joined;"
        "DELETE FROM entries; DELETE FROM heads; DELETE FROM tables; DELETE FROM people;"
        "COMMIT",
        error);
}

static bool end(struct store *store, struct bv_error *error)
{
    return sqlite_run(store,
                      "BEGIN IMMEDIATE;"
                      "INSERT INTO tag_counts (tag, games)"
                      " SELECT tag, count(*) FROM tags GROUP BY tag;"
                      "PRAGMA application_id = 0x42564143;"
                      "COMMIT",
                      error);
}

const struct store_copying sqlite_copying = {
    .read_rows = read_rows,
    .write_rows = write_rows,
    .is_unfinished = is_unfinished,
    .begin = begin,
    .end = end,
};
