/* Finds the kind of a store by how `where` begins, and hands every call on to it. */
#include "store/kind.h"

#include <string.h>

static bool begins(const char **text, const char *with)
{
    size_t length = bv_length(with);
    if (strncmp(*text, with, length) != 0) return false;
    *text += length;
    return true;
}

/* *where becomes what the kind itself understands. */
static const struct bv_store_kind *kind_of(const char **where)
{
    const char *rest = *where;
    if (begins(&rest, "postgresql://") || begins(&rest, "postgres://")) return &bv_postgres_kind;
    begins(where, "sqlite:");
    return &bv_sqlite_kind;
}

bool bv_store_is_shared(const char *where)
{
    return kind_of(&where)->shared;
}

bool bv_store_has_password(const char *where)
{
    const char *from = where;
    if (!kind_of(&from)->shared) return false;
    from = strstr(where, "://") + 3;
    const char *at = strchr(from, '@');
    const char *query = strchr(from, '?');
    return (at && memchr(from, ':', (size_t)(at - from))) || (query && strstr(query, "password="));
}

/* `postgresql://USER:PASSWORD@HOST/NAME?password=PASSWORD` loses both passwords. */
void bv_store_put_where(struct bv_out *out, const char *where)
{
    const char *from = where;
    if (!kind_of(&from)->shared) {
        bv_put(out, where);
        return;
    }
    from = strstr(where, "://") + 3;
    const char *at = strchr(from, '@');
    const char *colon = at ? memchr(from, ':', (size_t)(at - from)) : NULL;
    bv_put_span(out, (struct bv_span){where, (size_t)((colon ? colon : from) - where)});
    from = colon ? at : from;
    const char *question = strchr(from, '?');
    bv_put_span(out, (struct bv_span){from, question ? (size_t)(question - from) : strlen(from)});
}

struct bv_store *bv_store_open(const char *where, enum bv_store_mode mode, struct bv_error *error)
{
    const struct bv_store_kind *kind = kind_of(&where);
    return kind->open(where, mode, error);
}

void bv_store_close(struct bv_store *store)
{
    if (store) store->kind->close(store);
}

bool bv_store_protect(const char *where, struct bv_out *notice, struct bv_error *error)
{
    const struct bv_store_kind *kind = kind_of(&where);
    return kind->protect(where, notice, error);
}

bool bv_store_lock(const char *where, int *lock, struct bv_error *error)
{
    const struct bv_store_kind *kind = kind_of(&where);
    return kind->lock(where, lock, error);
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

bool bv_store_commit_all(struct bv_store *store, const struct bv_batch *const *batch, size_t count,
                         struct bv_error *error)
{
    store->overtaken = false;
    store->at = 0;
    return store->kind->commit_all(store, batch, count, error);
}

bool bv_store_commit(struct bv_store *store, const struct bv_batch *batch, struct bv_error *error)
{
    return bv_store_commit_all(store, &batch, 1, error);
}

bool bv_store_was_overtaken(const struct bv_store *store)
{
    return store->overtaken;
}

size_t bv_store_overtaken_at(const struct bv_store *store)
{
    return store->at;
}

bool bv_store_claim(struct bv_store *store, uint32_t most, bv_job_visitor *visit, void *context,
                    struct bv_error *error)
{
    return store->kind->claim(store, most, visit, context, error);
}

bool bv_store_was_damaged(const struct bv_store *store)
{
    return store->damaged;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

bool bv_store_table(struct bv_store *store, const char *id, int64_t table, bv_table_visitor *visit,
                    void *context, struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->table(store, id, table, visit, context, error);
}

bool bv_store_unfinished(struct bv_store *store, bv_table_visitor *visit, void *context,
                         struct bv_error *error)
{
    return store->kind->read->unfinished(store, visit, context, error);
}

bool bv_store_joined(struct bv_store *store, const char *person, uint32_t most,
                     bv_table_visitor *visit, void *context, struct bv_error *error)
{
    return store->kind->read->joined(store, person, most, visit, context, error);
}

bool bv_store_tables(struct bv_store *store, int64_t after, uint32_t most, bv_table_visitor *visit,
                     void *context, struct bv_error *error)
{
    return store->kind->read->tables(store, after, most, visit, context, error);
}

bool bv_store_entries(struct bv_store *store, int64_t table, uint32_t after,
                      bv_entry_visitor *visit, void *context, struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->entries(store, table, after, visit, context, error);
}

bool bv_store_last_key(struct bv_store *store, int64_t *table, struct bv_error *error)
{
    return store->kind->read->last_key(store, table, error);
}

bool bv_store_people(struct bv_store *store, const char *prefix, int64_t *count,
                     struct bv_error *error)
{
    return store->kind->read->people(store, prefix, count, error);
}

bool bv_store_person(struct bv_store *store, const char *id, char *name, size_t size, bool *found,
                     struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->person(store, id, name, size, found, error);
}

bool bv_store_setting(struct bv_store *store, const char *name, char *value, size_t size,
                      bool *found, struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->setting(store, name, value, size, found, error);
}

bool bv_store_paper(struct bv_store *store, const char *kind, const char *key,
                    bv_paper_visitor *visit, void *context, struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->paper(store, kind, key, visit, context, error);
}

bool bv_store_papers(struct bv_store *store, const char *kind, const char *prefix,
                     const char *after, uint32_t most, bv_paper_visitor *visit, void *context,
                     struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->papers(store, kind, prefix, after, most, visit, context, error);
}

bool bv_store_ranked(struct bv_store *store, const char *kind, int64_t rank, const char *key,
                     uint32_t most, bv_paper_visitor *visit, void *context, struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->ranked(store, kind, rank, key, most, visit, context, error);
}

bool bv_store_above(struct bv_store *store, const char *kind, int64_t rank, int64_t *count,
                    struct bv_error *error)
{
    return store->kind->read->above(store, kind, rank, count, error);
}

bool bv_store_idle(struct bv_store *store, const struct bv_idle *idle, bv_person_visitor *visit,
                   void *context, struct bv_error *error)
{
    return store->kind->read->idle(store, idle, visit, context, error);
}

bool bv_store_search(struct bv_store *store, const struct bv_search *search, bv_line_visitor *visit,
                     void *context, struct bv_error *error)
{
    return store->kind->read->search(store, search, visit, context, error);
}

bool bv_store_tags(struct bv_store *store, const char *prefix, uint32_t most, bv_tag_visitor *visit,
                   void *context, struct bv_error *error)
{
    return store->kind->read->tags(store, prefix, most, visit, context, error);
}

bool bv_store_size(struct bv_store *store, int64_t *bytes, struct bv_error *error)
{
    return store->kind->size(store, bytes, error);
}

/* ---- Whole stores -------------------------------------------------------------------------------------- */

bool bv_store_backup(const char *where, const char *file, struct bv_error *error)
{
    const struct bv_store_kind *kind = kind_of(&where);
    return kind->backup(where, file, error);
}

bool bv_store_restore(const char *file, const char *where, struct bv_error *error)
{
    const struct bv_store_kind *kind = kind_of(&where);
    return kind->restore(file, where, error);
}

bool bv_store_check(const char *where, uint64_t *tables, uint64_t *entries, struct bv_error *error)
{
    const struct bv_store_kind *kind = kind_of(&where);
    return kind->check(where, tables, entries, error);
}
