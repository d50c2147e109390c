/* Chooses the backend of a store by the prefix of `where`, and forwards what each backend does in
 * its own way. */
#include <string.h>

#include "store/backend.h"

/* *where becomes what the backend expects. */
static const struct store_backend *backend_of(const char **where)
{
    static const char sqlite[] = "sqlite:";
    if (store_is_shared(*where)) return &postgres_backend;
    if (strncmp(*where, sqlite, sizeof sqlite - 1) == 0) *where += sizeof sqlite - 1;
    return &sqlite_backend;
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
