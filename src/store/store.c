/* Chooses the backend of a store by the prefix of `where`, and forwards every call to it. */
#include "store/backend.h"

#include <string.h>

static bool begins(const char **text, const char *with)
{
    size_t length = bv_length(with);
    if (strncmp(*text, with, length) != 0) return false;
    *text += length;
    return true;
}

/* *where becomes what the backend expects. */
static const struct store_backend *backend_of(const char **where)
{
    const char *rest = *where;
    if (begins(&rest, "postgresql://") || begins(&rest, "postgres://")) return &postgres_backend;
    begins(where, "sqlite:");
    return &sqlite_backend;
}

bool store_is_shared(const char *where)
{
    return backend_of(&where)->shared;
}

bool store_has_password(const char *where)
{
    const char *from = where;
    if (!backend_of(&from)->shared) return false;
    from = strstr(where, "://") + 3;
    const char *at = strchr(from, '@');
    const char *query = strchr(from, '?');
    return (at && memchr(from, ':', (size_t)(at - from))) || (query && strstr(query, "password="));
}

/* Both passwords are left out of `postgresql://USER:PASSWORD@HOST/NAME?password=PASSWORD`. */
void store_put_where(struct bv_out *out, const char *where)
{
    const char *from = where;
    if (!backend_of(&from)->shared) {
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

struct store *store_open(const char *where, enum store_mode mode, struct bv_error *error)
{
    const struct store_backend *kind = backend_of(&where);
    return kind->open(where, mode, error);
}

void store_close(struct store *store)
{
    if (store) store->kind->close(store);
}

bool store_protect(const char *where, struct bv_out *notice, struct bv_error *error)
{
    const struct store_backend *kind = backend_of(&where);
    return kind->protect(where, notice, error);
}

bool store_lock(const char *where, int *lock, struct bv_error *error)
{
    const struct store_backend *kind = backend_of(&where);
    return kind->lock(where, lock, error);
}

/* ---- Writing --------------------------------------------------------------------------------- */

bool store_commit_all(struct store *store, const struct batch *const *batch, size_t count,
                      struct bv_error *error)
{
    store->overtaken = false;
    store->at = 0;
    return store->kind->commit_all(store, batch, count, error);
}

bool store_commit(struct store *store, const struct batch *batch, struct bv_error *error)
{
    return store_commit_all(store, &batch, 1, error);
}

bool store_had_conflict(const struct store *store)
{
    return store->overtaken;
}

size_t store_conflict_at(const struct store *store)
{
    return store->at;
}

bool store_claim(struct store *store, uint32_t most, store_job_visitor *visit, void *context,
                 struct bv_error *error)
{
    return store->kind->claim(store, most, visit, context, error);
}

bool store_was_damaged(const struct store *store)
{
    return store->damaged;
}

/* ---- Reading --------------------------------------------------------------------------------- */

bool store_table(struct store *store, const char *id, int64_t table, store_table_visitor *visit,
                 void *context, struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->table(store, id, table, visit, context, error);
}

bool store_unfinished(struct store *store, store_table_visitor *visit, void *context,
                      struct bv_error *error)
{
    return store->kind->read->unfinished(store, visit, context, error);
}

bool store_joined(struct store *store, const char *person, uint32_t most,
                  store_table_visitor *visit, void *context, struct bv_error *error)
{
    return store->kind->read->joined(store, person, most, visit, context, error);
}

bool store_tables(struct store *store, int64_t after, uint32_t most, store_table_visitor *visit,
                  void *context, struct bv_error *error)
{
    return store->kind->read->tables(store, after, most, visit, context, error);
}

bool store_entries(struct store *store, int64_t table, uint32_t after, store_entry_visitor *visit,
                   void *context, struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->entries(store, table, after, visit, context, error);
}

bool store_last_key(struct store *store, int64_t *table, struct bv_error *error)
{
    return store->kind->read->last_key(store, table, error);
}

bool store_people(struct store *store, const char *prefix, int64_t *count, struct bv_error *error)
{
    return store->kind->read->people(store, prefix, count, error);
}

bool store_person(struct store *store, const char *id, char *name, size_t size, bool *found,
                  struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->person(store, id, name, size, found, error);
}

bool store_setting(struct store *store, const char *name, char *value, size_t size, bool *found,
                   struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->setting(store, name, value, size, found, error);
}

bool store_document_read(struct store *store, const char *kind, const char *key,
                         store_document_visitor *visit, void *context, struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->document(store, kind, key, visit, context, error);
}

bool store_documents(struct store *store, const char *kind, const char *prefix, const char *after,
                     uint32_t most, store_document_visitor *visit, void *context,
                     struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->documents(store, kind, prefix, after, most, visit, context, error);
}

bool store_ranked(struct store *store, const char *kind, int64_t rank, const char *key,
                  uint32_t most, store_document_visitor *visit, void *context,
                  struct bv_error *error)
{
    store->damaged = false;
    return store->kind->read->ranked(store, kind, rank, key, most, visit, context, error);
}

bool store_above(struct store *store, const char *kind, int64_t rank, int64_t *count,
                 struct bv_error *error)
{
    return store->kind->read->above(store, kind, rank, count, error);
}

bool store_idle(struct store *store, const struct store_idle_query *idle,
                store_person_visitor *visit, void *context, struct bv_error *error)
{
    return store->kind->read->idle(store, idle, visit, context, error);
}

bool store_search(struct store *store, const struct store_search_query *search,
                  store_line_visitor *visit, void *context, struct bv_error *error)
{
    return store->kind->read->search(store, search, visit, context, error);
}

bool store_tags(struct store *store, const char *prefix, uint32_t most, store_tag_visitor *visit,
                void *context, struct bv_error *error)
{
    return store->kind->read->tags(store, prefix, most, visit, context, error);
}

bool store_size(struct store *store, int64_t *bytes, struct bv_error *error)
{
    return store->kind->size(store, bytes, error);
}

/* ---- Whole stores ---------------------------------------------------------------------------- */

bool store_backup(const char *where, const char *file, struct bv_error *error)
{
    const struct store_backend *kind = backend_of(&where);
    return kind->backup(where, file, error);
}

bool store_restore(const char *file, const char *where, struct bv_error *error)
{
    const struct store_backend *kind = backend_of(&where);
    return kind->restore(file, where, error);
}

bool store_check(const char *where, uint64_t *tables, uint64_t *entries, struct bv_error *error)
{
    const struct store_backend *kind = backend_of(&where);
    return kind->check(where, tables, entries, error);
}
