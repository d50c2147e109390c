/* Bans in the admin API: GET, POST and DELETE /api/v1/admin/bans. */
#include "server/accounts/persons.h"
#include "server/admin/admin.h"

static void put_ban(struct exchange *exchange, const struct ban *ban)
{
    char network[BAN_KEY_SIZE];
    struct bv_out text = bv_out_into(network, sizeof network);
    struct bv_out *out = exchange->out;
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "id", ban->key);
    ban_put_network(ban->key, &text);
    if (ban->is_network)
        bv_json_text(out, "address", network);
    else
        person_put(admin_of(exchange)->accounts, "person", ban->key, out);
    if (ban->until)
        bv_json_number(out, "until", ban->until);
    else
        bv_json_null(out, "until");
    bv_json_text(out, "reason", ban->reason);
    bv_json_text(out, "by", ban->by);
    bv_json_number(out, "at", ban->at);
    bv_json_close(out, '}');
}

/* They are held in the order of their keys. */
static int get_bans(struct exchange *exchange)
{
    enum { PAGE = 100 };
    char after[BAN_KEY_SIZE] = "";
    const struct bans *bans = admin_of(exchange)->accounts->bans;
    size_t first = 0;
    api_query_get(exchange->request->query, "after", after, sizeof after);
    while (first < bans_count(bans) && bv_compare(ban_at(bans, first)->key, after) <= 0) first++;
    size_t end = bans_count(bans) - first > PAGE ? first + PAGE : bans_count(bans);
    bv_json_open(exchange->out, "bans", '[');
    for (size_t i = first; i < end; i++) put_ban(exchange, ban_at(bans, i));
    bv_json_close(exchange->out, ']');
    if (end < bans_count(bans))
        bv_json_text(exchange->out, "next", ban_at(bans, end - 1)->key);
    else
        bv_json_null(exchange->out, "next");
    return 200;
}

static int bad_ban(struct exchange *exchange)
{
    return api_refuse(exchange, REFUSE_BAD_BAN);
}

bool admin_ban_read(struct exchange *exchange, const cJSON *fields, struct ban *ban)
{
    const cJSON *until = cJSON_GetObjectItemCaseSensitive(fields, "until");
    const char *reason = fields_text(fields, "reason", BAN_REASON_MAX);
    ban->at = server_now();
    if (until && !cJSON_IsNull(until) &&
        !fields_number(fields, "until", ban->at, INT64_MAX / 1024, &ban->until))
        return bad_ban(exchange) == 0;
    if (!text_is_presentable(reason, BAN_REASON_MAX)) return bad_ban(exchange) == 0;
    struct bv_out out = bv_out_into(ban->reason, sizeof ban->reason);
    bv_put(&out, reason);
    out = bv_out_into(ban->by, sizeof ban->by);
    bv_put(&out, admin_asking(exchange));
    return true;
}

int admin_ban_put(struct exchange *exchange, const struct ban *ban)
{
    struct bv_error trouble;
    if (bans_full(admin_of(exchange)->accounts->bans))
        return api_refuse(exchange, REFUSE_TOO_MANY_BANS);
    if (!ban_write(admin_of(exchange)->accounts->bans, ban, &trouble))
        return api_unreadable(exchange, &trouble);
    audit(exchange, "ban", ban->key, ban->reason);
    return 200;
}

static bool read_target(struct exchange *exchange, struct ban *ban)
{
    const char *address = fields_text(exchange->body, "address", BAN_KEY_SIZE - 1);
    const char *person = fields_text(exchange->body, "person", ID_SIZE - 1);
    char name[TABLE_NAME_MAX + 1];
    struct bv_error error;
    bool found = false;
    if (!address == !person) return false;
    if (address) return ban_key_of_network(address, ban->key);
    struct bv_out out = bv_out_into(ban->key, sizeof ban->key);
    bv_put(&out, person);
    return store_person(admin_of(exchange)->reader, person, name, sizeof name, &found, &error) &&
           /* the admin's own person: a mistake */
           found && !bv_equal(person, exchange->client->person);
}

static int post_ban(struct exchange *exchange)
{
    struct ban ban = {0};
    if (!read_target(exchange, &ban)) return bad_ban(exchange);
    if (!admin_ban_read(exchange, exchange->body, &ban)) return 400;
    int status = admin_ban_put(exchange, &ban);
    bv_json_text(exchange->out, "id", ban.key);
    return status == 200 ? 201 : status;
}

int admin_ban_remove(struct exchange *exchange, const char *key)
{
    struct bv_error trouble;
    cJSON *document = documents_read(admin_of(exchange)->documents, "ban", key, NULL);
    bool there = document != NULL;
    cJSON_Delete(document);
    if (!there) return api_refuse(exchange, REFUSE_NO_SUCH_BAN);
    if (!ban_lift(admin_of(exchange)->accounts->bans, key, &trouble))
        return api_unreadable(exchange, &trouble);
    audit(exchange, "unban", key, "");
    return 200;
}

static int delete_ban(struct exchange *exchange)
{
    char key[BAN_KEY_SIZE];
    if (!api_unescape(exchange->id, key, sizeof key)) key[0] = '\0';
    return admin_ban_remove(exchange, key);
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/admin/bans", get_bans},
    {"POST", "/api/v1/admin/bans", post_ban},
    {"DELETE", "/api/v1/admin/bans/*", delete_ban},
};

const struct api_routes admin_ban_routes = {rows, BV_COUNT(rows)};
