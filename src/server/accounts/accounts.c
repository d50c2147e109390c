#include "server/accounts/accounts.h"

#include <sodium/randombytes.h>

#include "server/accounts/account_merge.h"
#include "server/accounts/pending_logins.h"

static bool read_secret(struct accounts *accounts, struct store *store, bool *found,
                        struct bv_error *error)
{
    char text[2 * SECRET_SIZE + 1];
    if (!store_setting(store, "secret", text, sizeof text, found, error)) return false;
    *found = *found && bv_hex_of(bv_span_of(text), accounts->secret, sizeof accounts->secret);
    return true;
}

/* The document makes sure that only one of two nodes that start at once on an empty store creates
 * the secret. */
static bool make_secret(struct accounts *accounts, struct store *store, struct bv_error *error)
{
    char text[2 * SECRET_SIZE + 1];
    struct bv_out out = bv_out_into(text, sizeof text);
    randombytes_buf(accounts->secret, sizeof accounts->secret);
    bv_put_hex(&out, accounts->secret, sizeof accounts->secret);
    struct batch *batch = store_batch_new();
    store_batch_document(batch, "server", "secret", 0, 0, bv_span_of("{}"));
    store_batch_setting(batch, "secret", text);
    bool good = store_commit(store, batch, error);
    store_batch_free(batch);
    return good;
}

static bool open_secret(struct accounts *accounts, struct store *store, struct bv_error *error)
{
    bool found = false;
    if (!read_secret(accounts, store, &found, error)) return false;
    if (found || make_secret(accounts, store, error)) return true;
    if (!store_had_conflict(store)) return false;
    return read_secret(accounts, store, &found, error) &&
           (found || bv_error_set(error, "the secret of the server is damaged"));
}

bool accounts_open(struct accounts *accounts, struct store *writer, struct bv_error *error)
{
    accounts->hasher = hasher_open(accounts->wake, accounts->context);
    return open_secret(accounts, writer, error) && merges_restore(accounts, error);
}

void accounts_stop(struct accounts *accounts)
{
    if (accounts->hasher) pending_close(accounts);
    accounts->hasher = NULL;
}

void accounts_close(struct accounts *accounts)
{
    merges_clear(accounts);
}
