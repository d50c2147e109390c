/* What a store is called, and the errors that name it. */
#include <string.h>

#include "store/backend.h"

bool store_is_shared(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

bool store_has_password(const char *where)
{
    if (!store_is_shared(where)) return false;
    const char *from = strstr(where, "://") + 3;
    const char *at = strchr(from, '@');
    const char *query = strchr(from, '?');
    return (at && memchr(from, ':', (size_t)(at - from))) || (query && strstr(query, "password="));
}

/* Both passwords are left out of `postgresql://USER:PASSWORD@HOST/NAME?password=PASSWORD`. */
void store_put_where(struct bv_out *out, const char *where)
{
    if (!store_is_shared(where)) {
        bv_put(out, where);
        return;
    }
    const char *from = strstr(where, "://") + 3;
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
    bv_put_all(&out, store->name, ": ");
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
