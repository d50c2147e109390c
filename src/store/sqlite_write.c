/* Commits: one transaction for all batches. */
#include "store/sqlite.h"

struct writing {
    struct store *store;
    struct bv_error *error;
};

/* *changed: whether a row was. */
static bool write_one(const struct writing *writing, int which, const struct store_value *values,
                      bool *changed)
{
    struct store *store = writing->store;
    const struct store_writer *writer = &store_writers[which];
    sqlite3_stmt *statement =
        sqlite_prepare(store, STORE_READERS + which, writer->sqlite, writing->error);
    if (!statement) return false;
    int code = sqlite_bind(statement, values);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    bool good = code == SQLITE_DONE;
    *changed = good && sqlite3_changes(sqlite_of(store)->db) > 0;
    const char *conflict = NULL;
    if ((code & 0xff) == SQLITE_CONSTRAINT)
        conflict = sqlite3_errmsg(sqlite_of(store)->db);
    else if (!good)
        sqlite_fail(store, code, writing->error);
    else if (writer->effect && !*changed)
        conflict = "what it builds on is missing";
    if (conflict)
        good = store_refuse_change(store, which, values[WRITE_TABLE].number,
                                   values[WRITE_NUMBER].number, conflict, writing->error);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return good;
}

/* Adds or removes a tag and counts it; one that is added or removed twice counts once. */
static bool change_tag(const struct writing *writing, int which, struct store_value *values,
                       struct bv_span tag)
{
    bool changed = false;
    values[WRITE_TEXT_1] = store_span(tag);
    if (!write_one(writing, which, values, &changed)) return false;
    return !changed || write_one(writing, which == WRITE_TAGS ? WRITE_TAG_COUNT : WRITE_UNTAG_COUNT,
                                 values, &changed);
}

static bool change_tags(const struct writing *writing, int which, const struct store_value *game)
{
    struct store_value values[WRITE_VALUES];
    struct bv_span tags = game[WRITE_TEXT_1].text;
    struct bv_span tag;
    for (int i = 0; i < WRITE_VALUES; i++) values[i] = game[i];
    if (which == WRITE_TAGS && !change_tag(writing, which, values, bv_span_of(""))) return false;
    while (bv_take_part(&tags, '\n', &tag))
        if (tag.length > 0 && !change_tag(writing, which, values, tag)) return false;
    return true;
}

static bool write(void *context, int which, const struct store_value *values)
{
    bool changed = false;
    if (which == WRITE_TAGS || which == WRITE_UNTAG) return change_tags(context, which, values);
    if (!store_writers[which].sqlite) return true;
    return write_one(context, which, values, &changed);
}

bool sqlite_commit_all(struct store *store, const struct batch *const *batch, size_t count,
                       struct bv_error *error)
{
    struct writing writing = {store, error};
    size_t changes = 0;
    for (size_t i = 0; i < count; i++) changes += batch[i]->changes;
    if (changes == 0) return true;
    bool good = sqlite_run(store, "BEGIN IMMEDIATE", error);
    for (size_t i = 0; i < count && good; i++) {
        store->at = i;
        for (size_t j = 0; j < batch[i]->changes && good; j++)
            good = store_write(batch[i], j, write, &writing);
    }
    good = good && sqlite_run(store, "COMMIT", error);
    if (!good) sqlite_roll_back(store);
    return good;
}
