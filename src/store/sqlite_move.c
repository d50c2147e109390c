/* Moving house into and out of a file: its rows in pages, and the mark of a store that is not whole yet. */
#include "store/sqlite.h"

static int bind_field(sqlite3_stmt *statement, int place, char type, const struct bv_field *field)
{
    if (type == 'n') return sqlite3_bind_int64(statement, place, field->number);
    return sqlite3_bind_text(statement, place, field->text.text, (int)field->text.length,
                             SQLITE_STATIC);
}

static void read_row(sqlite3_stmt *statement, const struct bv_part *part, struct bv_row *row)
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

static bool walk(struct bv_store *store, const struct bv_part *part, const struct bv_row *after,
                 bv_row_visitor *visit, void *context, struct bv_error *error)
{
    sqlite3_stmt *statement = NULL;
    sqlite3 *db = bv_sqlite_of(store)->db;
    int code = sqlite3_prepare_v2(db, part->walk, -1, &statement, NULL);
    for (int i = 0; i < part->keys && code == SQLITE_OK; i++)
        code = bind_field(statement, i + 1, part->types[i], &after->field[i]);
    if (code == SQLITE_OK) code = sqlite3_bind_int64(statement, part->keys + 1, part->page);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        struct bv_row row = {0};
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW) break;
        read_row(statement, part, &row);
        if (!visit(context, &row)) break;
    }
    bool good = code == SQLITE_DONE || code == SQLITE_ROW || bv_sqlite_fail(store, code, error);
    sqlite3_finalize(statement);
    return good;
}

static bool pour_all(struct bv_store *store, const struct bv_part *part, const struct bv_row *rows,
                     size_t count, struct bv_error *error)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(bv_sqlite_of(store)->db, part->pour, -1, &statement, NULL);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        for (int j = 0; part->types[j] && code == SQLITE_OK; j++)
            code = bind_field(statement, j + 1, part->types[j], &rows[i].field[j]);
        if (code == SQLITE_OK) code = sqlite3_step(statement);
        if (code == SQLITE_DONE) code = sqlite3_reset(statement);
    }
    bool good = code == SQLITE_OK || bv_sqlite_fail(store, code, error);
    sqlite3_finalize(statement);
    return good;
}

static bool pour(struct bv_store *store, const struct bv_part *part, const struct bv_row *rows,
                 size_t count, struct bv_error *error)
{
    bool good = bv_sqlite_run(store, "BEGIN IMMEDIATE", error) &&
                pour_all(store, part, rows, count, error) && bv_sqlite_run(store, "COMMIT", error);
    if (!good) bv_sqlite_roll_back(store);
    return good;
}

static bool is_unfinished(struct bv_store *store, bool *unfinished, struct bv_error *error)
{
    int64_t application = 0;
    if (!bv_sqlite_number(store, "PRAGMA application_id", &application, error)) return false;
    *unfinished = application == BV_SQLITE_UNFINISHED;
    return true;
}

/* "BVAP" for "BVAC". */
static bool begin(struct bv_store *store, struct bv_error *error)
{
    return bv_sqlite_run(
        store,
        "BEGIN IMMEDIATE;"
        "PRAGMA application_id = 0x42564150;"
        "DELETE FROM papers; DELETE FROM settings; DELETE FROM tag_counts;"
        "DELETE FROM tags; DELETE FROM finished; DELETE FROM joined;"
        "DELETE FROM entries; DELETE FROM heads; DELETE FROM tables; DELETE FROM people;"
        "COMMIT",
        error);
}

static bool end(struct bv_store *store, struct bv_error *error)
{
    return bv_sqlite_run(store,
                         "BEGIN IMMEDIATE;"
                         "INSERT INTO tag_counts (tag, games)"
                         " SELECT tag, count(*) FROM tags GROUP BY tag;"
                         "PRAGMA application_id = 0x42564143;"
                         "COMMIT",
                         error);
}

const struct bv_store_moving bv_sqlite_moving = {
    .walk = walk,
    .pour = pour,
    .is_unfinished = is_unfinished,
    .begin = begin,
    .end = end,
};
