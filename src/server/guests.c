/*
 * Guests: a name and a sealed cookie, nothing more.
 *
 *     cookie   PERSON.SEAL
 */
#include <sys/random.h>

#include "server/house.h"

enum { PERSON_SIZE = 17 };

void bv_random_bytes(void *bytes, size_t size)
{
    if (getrandom(bytes, size, 0) != (ssize_t)size) abort();
}

void bv_random_id(char *id, size_t size)
{
    static const char letters[] =
        "0123456789abcdefghijkmnopqrstvwx"; /* thirty-two: five bits each */
    bv_random_bytes(id, size);
    for (size_t i = 0; i + 1 < size; i++) id[i] = letters[(unsigned char)id[i] & 31];
    id[size - 1] = '\0';
}

static bool read_secret(struct bv_house *house, struct bv_store *store, bool *found,
                        struct bv_error *error)
{
    char text[2 * BV_SECRET_SIZE + 1];
    if (!bv_store_setting(store, "secret", text, sizeof text, found, error)) return false;
    *found = *found && bv_hex_of(bv_span_of(text), house->secret, sizeof house->secret);
    return true;
}

/* The paper is there so that of two nodes that open at once on an empty store only one makes the secret. */
static bool make_secret(struct bv_house *house, struct bv_store *store, struct bv_error *error)
{
    char text[2 * BV_SECRET_SIZE + 1];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_random_bytes(house->secret, sizeof house->secret);
    bv_put_hex(&out, house->secret, sizeof house->secret);
    struct bv_batch *batch = bv_batch_new();
    bv_batch_paper(batch, "house", "secret", 0, 0, bv_span_of("{}"));
    bv_batch_setting(batch, "secret", text);
    bool good = bv_store_commit(store, batch, error);
    bv_batch_free(batch);
    return good;
}

bool bv_guests_open(struct bv_house *house, struct bv_store *store, struct bv_error *error)
{
    bool found = false;
    if (!read_secret(house, store, &found, error)) return false;
    if (found || make_secret(house, store, error)) return true;
    if (!bv_store_was_overtaken(store)) return false;
    return read_secret(house, store, &found, error) &&
           (found || bv_error_set(error, "the secret of the house is damaged"));
}

void bv_guest_cookie(const struct bv_house *house, const char *person, char cookie[BV_COOKIE_MAX])
{
    char signature[BV_SEAL_SIZE];
    struct bv_out out = bv_out_into(cookie, BV_COOKIE_MAX);
    bv_seal(house->secret, "cookie", bv_span_of(person), signature);
    bv_put(&out, person);
    bv_put_char(&out, '.');
    bv_put(&out, signature);
}

bool bv_guest_name(struct bv_house *house, const char *name, struct bv_refusal *refusal)
{
    if (!bv_is_presentable(name, BV_TABLE_NAME_MAX))
        return bv_refuse(refusal, "bad-name",
                         (struct bv_text){"Un nom a de 1 à 40 octets, sans caractères invisibles.",
                                          "A name has 1 to 40 bytes and no invisible characters."});
    return bv_name_is_free(house, name, refusal);
}

bool bv_guest_new(struct bv_house *house, struct bv_client *client, const char *name,
                  char cookie[BV_COOKIE_MAX], struct bv_refusal *refusal)
{
    if (!bv_guest_name(house, name, refusal)) return false;
    bv_random_id(client->person, PERSON_SIZE);
    client->account = client->keeper = false;
    client->session[0] = '\0';
    struct bv_out out = bv_out_into(client->name, sizeof client->name);
    bv_put(&out, name);
    bv_batch_person(bv_post_changes(house->post), client->person, client->name, bv_now());
    bv_guest_cookie(house, client->person, cookie);
    return true;
}
