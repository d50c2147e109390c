#include "server/accounts/bans.h"

#include <stdio.h>
#include <time.h>

#include "server/accounts/persons.h"
#include "server/base/client_address.h"
#include "server/base/server_time.h"
#include "server/delivery/connections.h"
#include "server/delivery/documents.h"

enum { WEBSOCKET_POLICY = 1008 };

struct bans {
    struct bans_deps given;
    uint64_t changed; /* the last transaction that changes them; 0: none is pending */
    bool updated;     /* another node has changed them */
    size_t underway;  /* new bans in such transactions */
    size_t count;
    struct ban ban[BANS_MAX];
};

/* ---- Networks -------------------------------------------------------------------------------- */

/* `203.0.113.0_24`: the bits after the prefix must be zero. */
static bool read_network(const char *key, struct address *network, int *bits)
{
    char text[BAN_KEY_SIZE];
    struct bv_out out = bv_out_into(text, sizeof text);
    ban_put_network(key, &out);
    if (out.cut || !network_read(bv_span_of(text), network, bits)) return false;
    for (int bit = *bits; bit < ADDRESS_BITS; bit++)
        network->byte[bit / 8] &= (uint8_t)~(0x80 >> bit % 8);
    return true;
}

static bool has_this_machine(const struct address *network, int bits)
{
    static const char *const here[] = {"127.0.0.1", "::1"};
    for (size_t i = 0; i < BV_COUNT(here); i++) {
        struct address address;
        if (address_read(bv_span_of(here[i]), &address) && address_within(&address, network, bits))
            return true;
    }
    return false;
}

bool ban_key_of_network(const char *text, char key[BAN_KEY_SIZE])
{
    char address[ADDRESS_TEXT];
    struct address network;
    int bits = 0;
    if (!read_network(text, &network, &bits) || has_this_machine(&network, bits)) return false;
    address_write(&network, address);
    struct bv_out out = bv_out_into(key, BAN_KEY_SIZE);
    bv_put(&out, address);
    if (bits == ADDRESS_BITS) return true;
    bv_put_char(&out, '_');
    bv_put_number(&out, strchr(address, ':') ? bits : bits - (ADDRESS_BITS - 32));
    return true;
}

void ban_put_network(const char *key, struct bv_out *out)
{
    for (; *key; key++) bv_put_char(out, (char)(*key == '_' ? '/' : *key));
}

/* ---- Bans in memory -------------------------------------------------------------------------- */

static bool hold(void *context, const struct document *document)
{
    struct bans *bans = context;
    struct ban *ban = &bans->ban[bans->count];
    const cJSON *fields = document->fields;
    *ban =
        (struct ban){.until = fields_integer(fields, "until"), .at = fields_integer(fields, "at")};
    bool fits = bv_copy_text(ban->key, sizeof ban->key, document->key);
    bv_copy_text(ban->reason, sizeof ban->reason, fields_text(fields, "reason", BAN_REASON_MAX));
    bv_copy_text(ban->by, sizeof ban->by, fields_text(fields, "by", ID_SIZE - 1));
    ban->is_network = strpbrk(ban->key, ".:") != NULL; /* ids have neither */
    if (fields && fits && (!ban->is_network || read_network(ban->key, &ban->network, &ban->bits)))
        bans->count++;
    return bans->count < BANS_MAX;
}

/* False: the store cannot be read now. */
static bool read_bans(struct bans *bans)
{
    documents_begin(bans->given.documents);
    bans->count = 0;
    documents_stored(bans->given.documents, "ban", "", "", BANS_MAX, hold, bans);
    return !documents_failed(bans->given.documents);
}

struct bans *bans_open(const struct bans_deps *given, struct bv_error *error)
{
    struct bans *bans = memory_new(sizeof *bans);
    bans->given = *given;
    if (read_bans(bans)) return bans;
    *error = *documents_trouble(given->documents);
    free(bans);
    return NULL;
}

void bans_close(struct bans *bans)
{
    free(bans);
}

size_t bans_count(const struct bans *bans)
{
    return bans->count;
}

bool bans_full(const struct bans *bans)
{
    return bans->count + bans->underway >= BANS_MAX;
}

const struct ban *ban_at(const struct bans *bans, size_t number)
{
    return &bans->ban[number];
}

static bool holds(const struct ban *ban, int64_t now)
{
    return !ban->until || now < ban->until;
}

static const struct ban *ban_with_key(const struct bans *bans, const char *key, int64_t now)
{
    for (size_t i = 0; key[0] && i < bans->count; i++)
        if (bv_equal(bans->ban[i].key, key) && holds(&bans->ban[i], now)) return &bans->ban[i];
    return NULL;
}

const struct ban *ban_of_person(const struct bans *bans, const char *person, int64_t now)
{
    struct bv_error ignored;
    const struct ban *ban = ban_with_key(bans, person, now);
    if (ban || !bans->count || !person_is_bot(person)) return ban;
    cJSON *bot = documents_try(bans->given.documents, "account", person, &ignored);
    const char *owner = fields_text(bot, "owner", ID_SIZE - 1);
    if (owner) ban = ban_with_key(bans, owner, now);
    cJSON_Delete(bot);
    return ban;
}

static const struct ban *ban_of_address(const struct bans *bans, const struct address *address,
                                        int64_t now)
{
    for (size_t i = 0; i < bans->count; i++) {
        const struct ban *ban = &bans->ban[i];
        if (ban->is_network && address_within(address, &ban->network, ban->bits) && holds(ban, now))
            return ban;
    }
    return NULL;
}

/* ---- Refusing -------------------------------------------------------------------------------- */

bool ban_refuse(struct refusal *refusal, const struct ban *ban)
{
    struct bv_out detail = bv_error_begin(&refusal->detail);
    char date[32] = "";
    if (ban->until) {
        time_t seconds = (time_t)(ban->until / 1000);
        struct tm parts;
        gmtime_r(&seconds, &parts);
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &parts);
    }
    bv_put(&detail, date);
    if (date[0] && ban->reason[0]) bv_put(&detail, ": ");
    bv_put(&detail, ban->reason);
    return refusal_set(refusal, ban->until ? REFUSE_BANNED_UNTIL : REFUSE_BANNED);
}

bool ban_allows_address(const struct bans *bans, const struct address *address,
                        struct refusal *refusal)
{
    const struct ban *ban = ban_of_address(bans, address, server_now());
    return !ban || ban_refuse(refusal, ban);
}

static bool is_open_to_all(const struct http_request *request)
{
    bool reads = bv_span_is(request->method, "GET") || bv_span_is(request->method, "HEAD");
    if (bv_span_is(request->path, "/api/v1/socket")) return false;
    return reads || bv_span_is(request->path, "/api/v1/logout") ||
           (bv_span_is(request->method, "DELETE") && bv_span_is(request->path, "/api/v1/account"));
}

bool ban_allows_person(const struct bans *bans, const char *person,
                       const struct http_request *request, struct refusal *refusal)
{
    const struct ban *ban = ban_of_person(bans, person, server_now());
    return !ban || is_open_to_all(request) || ban_refuse(refusal, ban);
}

/* ---- Changes --------------------------------------------------------------------------------- */

void bans_change(struct bans *bans)
{
    bans->changed = outbox_transaction(bans->given.outbox);
}

void ban_write(struct bans *bans, const struct ban *ban)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "until", (double)ban->until);
    cJSON_AddNumberToObject(document, "at", (double)ban->at);
    cJSON_AddStringToObject(document, "reason", ban->reason);
    cJSON_AddStringToObject(document, "by", ban->by);
    documents_write(bans->given.documents, "ban", ban->key, ban->at, document);
    bans_change(bans);
    bans->underway++;
}

void ban_lift(struct bans *bans, const char *key)
{
    bans_change(bans);
    documents_remove(bans->given.documents, "ban", key);
}

void bans_updated(struct bans *bans)
{
    bans->updated = true;
}

static void disconnect_banned(void *context, struct client *client)
{
    const struct bans *bans = context;
    int64_t now = server_now();
    if (!client->connection) return;
    if (!ban_of_person(bans, client->person, now) && !ban_of_address(bans, &client->address, now))
        return;
    net_close_socket(client->connection, WEBSOCKET_POLICY, "banned");
}

void bans_tick(struct bans *bans)
{
    bool landed = bans->changed && outbox_is_settled(bans->given.outbox, bans->changed);
    if (!landed && !bans->updated) return;
    if (!read_bans(bans)) return; /* and again at the next load */
    bans->updated = false;
    if (landed) bans->changed = bans->underway = 0;
    connections_all(bans->given.connections, disconnect_banned, bans);
}
