/*
 * Guests: a name and a signed cookie, nothing more.
 *
 *     cookie   PERSON.SIGNATURE           the signature is a keyed hash with the house's own secret
 *     ticket   PERSON.UNTIL.SIGNATURE     the same for ten minutes, to be carried to another device
 */
#include <sys/random.h>
#include <time.h>

#include "server/house.h"
#include "server/people/names.h"

enum { PERSON_SIZE = 17 };

#define TICKET_MS ((int64_t)10 * 60 * 1000)

int64_t bv_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

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

bool bv_guests_open(struct bv_house *house, struct bv_store *store, struct bv_error *error)
{
    char text[2 * BV_SECRET_SIZE + 1];
    bool found = false;
    if (!bv_store_setting(store, "secret", text, sizeof text, &found, error)) return false;
    if (found && bv_hex_of(bv_span_of(text), house->secret, sizeof house->secret)) return true;
    bv_random_bytes(house->secret, sizeof house->secret);
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_hex(&out, house->secret, sizeof house->secret);
    struct bv_batch *batch = bv_batch_new();
    bv_batch_setting(batch, "secret", text);
    bool good = bv_store_commit(store, batch, error);
    bv_batch_free(batch);
    return good;
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

/* Whether an account has that name, or one that looks like it. */
static bool is_of_account(struct bv_house *house, const char *name)
{
    char folded[BV_FOLDED_SIZE];
    bv_name_fold(name, folded);
    cJSON *taken = folded[0] ? bv_desk_read(house->desk, "name", folded, NULL) : NULL;
    cJSON_Delete(taken);
    return taken != NULL;
}

bool bv_guest_name(struct bv_house *house, const char *name, struct bv_refusal *refusal)
{
    (void)house;
    if (bv_is_presentable(name, BV_TABLE_NAME_MAX)) return true;
    return bv_refuse(refusal, "bad-name",
                     (struct bv_text){"Un nom a de 1 à 40 octets, sans caractères invisibles.",
                                      "A name has 1 to 40 bytes and no invisible characters."});
}

bool bv_guest_new(struct bv_house *house, struct bv_client *client, const char *name,
                  char cookie[BV_COOKIE_MAX], struct bv_refusal *refusal)
{
    if (!bv_guest_name(house, name, refusal)) return false;
    bv_random_id(client->person, PERSON_SIZE);
    struct bv_out out = bv_out_into(client->name, sizeof client->name);
    bv_put(&out, name);
    bv_batch_person(bv_post_changes(house->post), client->person, client->name, bv_now());
    bv_guest_cookie(house, client->person, cookie);
    return true;
}

/* The value of our cookie among those of a request. */
static struct bv_span find_cookie(const struct bv_http_request *request)
{
    struct bv_span rest = bv_http_header(request, "cookie");
    struct bv_span cookie = {0};
    struct bv_span name = {0};
    while (bv_take_part(&rest, ';', &cookie)) {
        while (bv_take_char(&cookie, ' ')) {
        }
        if (bv_take_part(&cookie, '=', &name) && bv_span_is(name, "bivouac")) return cookie;
    }
    return (struct bv_span){0};
}

static bool keep_person(struct bv_span person, char to[BV_ID_SIZE])
{
    struct bv_out out = bv_out_into(to, BV_ID_SIZE);
    bv_put_span(&out, person);
    return person.length && !out.cut;
}

static void doubt_name(char name[BV_TABLE_NAME_MAX + 1])
{
    static const char doubt[] = " (?)";
    size_t length = bv_length(name);
    size_t most = BV_TABLE_NAME_MAX - (sizeof doubt - 1);
    while (length > most || (length && ((unsigned char)name[length] & 0xC0) == 0x80)) length--;
    bv_copy(name + length, doubt, sizeof doubt);
}

void bv_become(struct bv_house *house, struct bv_client *client, const char *person)
{
    bool found = false;
    struct bv_error error;
    bool read =
        bv_store_person(house->reader, person, client->name, sizeof client->name, &found, &error);
    struct bv_out out = bv_out_into(client->person, sizeof client->person);
    client->account = client->keeper = false;
    client->session[0] = '\0';
    if (!read || !found) return;
    bv_put(&out, person);
    cJSON *account = bv_desk_read(house->desk, "account", person, NULL);
    const char *role = bv_json_get_text(account, "role", 16);
    client->account = account && !bv_is_bot(person);
    client->keeper = client->account && role && bv_equal(role, "keeper");
    cJSON_Delete(account);
    if (!account && is_of_account(house, client->name)) doubt_name(client->name);
}

void bv_guest_refresh(struct bv_house *house, struct bv_client *client)
{
    char person[BV_ID_SIZE];
    char session[BV_SESSION_SIZE];
    bv_copy(person, client->person, sizeof person);
    bv_copy(session, client->session, sizeof session);
    bv_become(house, client, person);
    bv_copy(client->session, session, sizeof session);
}

void bv_guest_recognise(struct bv_house *house, const struct bv_http_request *request,
                        struct bv_client *client)
{
    struct bv_span signature = find_cookie(request);
    struct bv_span person = {0};
    char id[BV_ID_SIZE];
    client->person[0] = '\0';
    if (!bv_take_part(&signature, '.', &person)) return;
    if (bv_is_sealed(house->secret, "cookie", person, signature) && keep_person(person, id))
        bv_become(house, client, id);
}

void bv_ticket_write(const struct bv_house *house, const char *person, int64_t now,
                     struct bv_out *out)
{
    char what[BV_ID_SIZE + 24];
    char signature[BV_SEAL_SIZE];
    struct bv_out text = bv_out_into(what, sizeof what);
    bv_put(&text, person);
    bv_put_char(&text, '.');
    bv_put_number(&text, now + TICKET_MS);
    bv_seal(house->secret, "ticket", (struct bv_span){what, text.length}, signature);
    bv_put(out, what);
    bv_put_char(out, '.');
    bv_put(out, signature);
}

bool bv_ticket_redeem(struct bv_house *house, struct bv_client *client, struct bv_span ticket,
                      int64_t now)
{
    struct bv_span rest = ticket;
    struct bv_span person = {0};
    struct bv_span until = {0};
    char id[BV_ID_SIZE];
    int64_t moment = 0;
    if (!bv_take_part(&rest, '.', &person) || !bv_take_part(&rest, '.', &until)) return false;
    struct bv_span what = {ticket.text, person.length + 1 + until.length};
    if (!bv_is_sealed(house->secret, "ticket", what, rest) || !keep_person(person, id))
        return false;
    for (size_t i = 0; i < until.length; i++) moment = moment * 10 + (until.text[i] - '0');
    if (moment < now) return false;
    bv_become(house, client, id);
    return client->person[0] != '\0';
}
