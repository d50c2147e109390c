/*
 * Guests: a name and a signed cookie, nothing more.
 *
 *     cookie   PERSON.SIGNATURE
 */
#include <sys/random.h>

#include "server/delivery/server.h"

enum { PERSON_SIZE = 17 };

void random_bytes(void *bytes, size_t size)
{
    if (getrandom(bytes, size, 0) != (ssize_t)size) abort();
}

void random_id(char *id, size_t size)
{
    static const char letters[] =
        "0123456789abcdefghijkmnopqrstvwx"; /* thirty-two: five bits each */
    random_bytes(id, size);
    for (size_t i = 0; i + 1 < size; i++) id[i] = letters[(unsigned char)id[i] & 31];
    id[size - 1] = '\0';
}

static bool read_secret(struct server *server, struct store *store, bool *found,
                        struct bv_error *error)
{
    char text[2 * SECRET_SIZE + 1];
    if (!store_setting(store, "secret", text, sizeof text, found, error)) return false;
    *found = *found && bv_hex_of(bv_span_of(text), server->secret, sizeof server->secret);
    return true;
}

/* The document makes sure that only one of two nodes that start at once on an empty store creates
 * the secret. */
static bool make_secret(struct server *server, struct store *store, struct bv_error *error)
{
    char text[2 * SECRET_SIZE + 1];
    struct bv_out out = bv_out_into(text, sizeof text);
    random_bytes(server->secret, sizeof server->secret);
    bv_put_hex(&out, server->secret, sizeof server->secret);
    struct batch *batch = store_batch_new();
    store_batch_document(batch, "server", "secret", 0, 0, bv_span_of("{}"));
    store_batch_setting(batch, "secret", text);
    bool good = store_commit(store, batch, error);
    store_batch_free(batch);
    return good;
}

bool guests_open(struct server *server, struct store *store, struct bv_error *error)
{
    bool found = false;
    if (!read_secret(server, store, &found, error)) return false;
    if (found || make_secret(server, store, error)) return true;
    if (!store_had_conflict(store)) return false;
    return read_secret(server, store, &found, error) &&
           (found || bv_error_set(error, "the secret of the server is damaged"));
}

void guest_cookie(const struct server *server, const char *person, char cookie[GUEST_COOKIE_MAX])
{
    char signature[SIGNATURE_SIZE];
    struct bv_out out = bv_out_into(cookie, GUEST_COOKIE_MAX);
    signature_make(server->secret, "cookie", bv_span_of(person), signature);
    bv_put(&out, person);
    bv_put_char(&out, '.');
    bv_put(&out, signature);
}

bool guest_name_check(struct server *server, const char *name, struct refusal *refusal)
{
    if (!text_is_presentable(name, TABLE_NAME_MAX)) return refusal_set(refusal, REFUSE_BAD_NAME);
    return person_name_is_free(server, name, refusal);
}

bool guest_new(struct server *server, struct client *client, const char *name,
               char cookie[GUEST_COOKIE_MAX], struct refusal *refusal)
{
    if (!guest_name_check(server, name, refusal)) return false;
    random_id(client->person, PERSON_SIZE);
    client->account = client->admin = false;
    client->session[0] = '\0';
    struct bv_out out = bv_out_into(client->name, sizeof client->name);
    bv_put(&out, name);
    store_batch_person(outbox_changes(server->outbox), client->person, client->name, server_now());
    guest_cookie(server, client->person, cookie);
    return true;
}
