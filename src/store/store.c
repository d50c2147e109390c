/* Chooses the backend of a store by the prefix of `where`, and forwards what each backend does in
 * its own way. */
#include <string.h>

#include "store/backend.h"

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

/* ---- Errors ---------------------------------------------------------------------------------- */

struct bv_out store_error(const struct store *store, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, store->name);
    bv_put(&out, ": ");
    return out;
}

bool store_fail(const struct store *store, const char *reason, struct bv_error *error)
{
    struct bv_out out = store_error(store, error);
    bv_put(&out, reason);
    return false;
}

bool store_knows_schema(const struct store *store, int64_t version, int64_t oldest,
                        struct bv_error *error)
{
    if (version == 0)
        return store->mode == STORE_COPY ||
               store_fail(store,
                          "bivouac migrate has not finished filling it; run that command again",
                          error);
    if (version >= STORE_SCHEMA && oldest <= STORE_SCHEMA) return true;
    struct bv_out out = store_error(store, error);
    bv_put(&out, "was written by another version of Bivouac (schema ");
    bv_put_number(&out, version);
    bv_put(&out, ", this program knows ");
    bv_put_number(&out, STORE_SCHEMA);
    bv_put(&out, "); nothing was changed. Run that version");
    return false;
}

/* ---- Opening --------------------------------------------------------------------------------- */

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

bool store_size(struct store *store, int64_t *bytes, struct bv_error *error)
{
    return store->kind->size(store, bytes, error);
}

bool store_was_damaged(const struct store *store)
{
    return store->damaged;
}

/* ---- Writing --------------------------------------------------------------------------------- */

bool store_commit_all(struct store *store, const struct batch *const *batch, size_t count,
                      struct bv_error *error)
{
    store->conflict = false;
    store->at = 0;
    return store->kind->commit_all(store, batch, count, error);
}

bool store_commit(struct store *store, const struct batch *batch, struct bv_error *error)
{
    return store_commit_all(store, &batch, 1, error);
}

bool store_had_conflict(const struct store *store)
{
    return store->conflict;
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

bool store_check(const char *where, uint64_t *tables, uint64_t *events, struct bv_error *error)
{
    const struct store_backend *kind = backend_of(&where);
    return kind->check(where, tables, events, error);
}
