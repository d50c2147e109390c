/* Accounts and bans in the admin API: listing and changing them. */
#include "server/accounts/account.h"
#include "server/accounts/account_merge.h"
#include "server/accounts/passwords.h"
#include "server/accounts/persons.h"
#include "server/admin/admin.h"

enum { PAGE = 100 };

/* An admin cannot ban oneself or change the own role, so that the last admin is not lost by
 * mistake. */
static bool is_oneself(const struct exchange *exchange, const char *person)
{
    return bv_equal(exchange->client->person, person);
}

/* ---- Bans ------------------------------------------------------------------------------------ */

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
    bv_json_number_or_null(out, "until", ban->until);
    bv_json_text(out, "reason", ban->reason);
    bv_json_text(out, "by", ban->by);
    bv_json_number(out, "at", ban->at);
    bv_json_close(out, '}');
}

/* They are held in the order of their keys. */
static int get_bans(struct exchange *exchange)
{
    char after[BAN_KEY_SIZE] = "";
    const struct bans *bans = admin_of(exchange)->accounts->bans;
    size_t first = 0;
    api_query_get(exchange->request->query, "after", after, sizeof after);
    while (first < bans_count(bans) && bv_compare(ban_at(bans, first)->key, after) <= 0) first++;
    size_t end = bans_count(bans) - first > PAGE ? first + PAGE : bans_count(bans);
    bv_json_open(exchange->out, "bans", '[');
    for (size_t i = first; i < end; i++) put_ban(exchange, ban_at(bans, i));
    bv_json_close(exchange->out, ']');
    bv_json_text_or_null(exchange->out, "next",
                         end < bans_count(bans) ? ban_at(bans, end - 1)->key : NULL);
    return 200;
}

/* Reads `until` and `reason` of a ban. */
static bool read_ban(struct exchange *exchange, const cJSON *fields, struct ban *ban)
{
    const cJSON *until = cJSON_GetObjectItemCaseSensitive(fields, "until");
    const char *reason = fields_text(fields, "reason", BAN_REASON_MAX);
    ban->at = server_now();
    if ((until && !cJSON_IsNull(until) &&
         !fields_number(fields, "until", ban->at, INT64_MAX / 1024, &ban->until)) ||
        !text_is_presentable(reason, BAN_REASON_MAX))
        return refusal_set(&exchange->refusal, REFUSE_BAD_BAN);
    bv_copy_text(ban->reason, sizeof ban->reason, reason);
    bv_copy_text(ban->by, sizeof ban->by, admin_asking(exchange));
    return true;
}

/* Writes a ban with the end and the reason of these fields. */
static int add_ban(struct exchange *exchange, const cJSON *fields, struct ban *ban)
{
    struct bans *bans = admin_of(exchange)->accounts->bans;
    if (!read_ban(exchange, fields, ban)) return exchange->refusal.status;
    if (bans_full(bans)) return api_refuse(exchange, REFUSE_TOO_MANY_BANS);
    ban_write(bans, ban);
    audit(exchange, "ban", ban->key, ban->reason);
    return 200;
}

static bool read_target(struct exchange *exchange, struct ban *ban)
{
    const char *address = fields_text(exchange->body, "address", BAN_KEY_SIZE - 1);
    const char *person = fields_text(exchange->body, "person", ID_SIZE - 1);
    if (!address == !person) return false;
    if (address) return ban_key_of_network(address, ban->key);
    bv_copy_text(ban->key, sizeof ban->key, person);
    return person_exists(admin_of(exchange)->accounts, person) && !is_oneself(exchange, person);
}

static int post_ban(struct exchange *exchange)
{
    struct ban ban = {0};
    if (!read_target(exchange, &ban)) return api_refuse(exchange, REFUSE_BAD_BAN);
    int status = add_ban(exchange, exchange->body, &ban);
    bv_json_text(exchange->out, "id", ban.key);
    return status == 200 ? 201 : status;
}

static int lift_ban(struct exchange *exchange, const char *key)
{
    if (!documents_has(exchange->documents, "ban", key))
        return api_refuse(exchange, REFUSE_NO_SUCH_BAN);
    ban_lift(admin_of(exchange)->accounts->bans, key);
    audit(exchange, "unban", key, "");
    return 200;
}

static int delete_ban(struct exchange *exchange)
{
    char key[BAN_KEY_SIZE];
    if (!api_unescape(exchange->id, key, sizeof key)) key[0] = '\0';
    return lift_ban(exchange, key);
}

/* ---- The list of accounts -------------------------------------------------------------------------- */

static bool note_seen(void *context, const struct document *session)
{
    int64_t *latest = context;
    int64_t seen = fields_integer(session->fields, "seen");
    if (seen > *latest) *latest = seen;
    return true;
}

/* When the person last used a session; 0: there is none. */
static int64_t last_seen(struct admin *admin, const char *person)
{
    enum { SESSIONS = 64 };
    int64_t latest = 0;
    documents_stored(admin->documents, "session", pair_key(person, "").text, "", SESSIONS,
                     note_seen, &latest);
    return latest;
}

static void put_ban_of(struct admin *admin, const char *person, struct bv_out *out)
{
    const struct ban *ban = ban_of_person(admin->accounts->bans, person, server_now());
    if (!ban) {
        bv_json_null(out, "banned");
        return;
    }
    bv_json_open(out, "banned", '{');
    bv_json_number_or_null(out, "until", ban->until);
    bv_json_text(out, "reason", ban->reason);
    bv_json_close(out, '}');
}

/* Writes the fields of an account into an open object. */
static void put_account(struct admin *admin, const char *person, struct bv_out *out)
{
    cJSON *account = documents_read(admin->documents, "account", person);
    person_put(admin->accounts, "person", person, out);
    fields_put_number(account, "created", out);
    cJSON_Delete(account);
    bv_json_number(out, "seen", last_seen(admin, person));
    bv_json_number(out, "connections", connections_total(admin->connections, person));
    put_ban_of(admin, person, out);
}

/* The listed persons: ids first, because writing about them reads documents again. */
struct listing {
    uint32_t count;
    char person[PAGE][ID_SIZE];
    char last[DOCUMENT_KEY_MAX + 1];
};

static bool note_name(void *context, const struct document *name)
{
    struct listing *listing = context;
    bv_copy_text(listing->last, sizeof listing->last, name->key);
    bv_copy_text(listing->person[listing->count++], ID_SIZE,
                 fields_text(name->fields, "person", ID_SIZE - 1));
    return listing->count < PAGE;
}

static int get_people(struct exchange *exchange)
{
    char name[NAME_FOLDED_SIZE] = "";
    char folded[NAME_FOLDED_SIZE] = "";
    char after[DOCUMENT_KEY_MAX + 1] = "";
    struct listing listing = {0};
    api_query_get(exchange->request->query, "name", name, sizeof name);
    api_query_get(exchange->request->query, "after", after, sizeof after);
    name_fold(name, folded);
    documents_stored(exchange->documents, "name", folded, after, PAGE, note_name, &listing);
    bv_json_open(exchange->out, "people", '[');
    for (uint32_t i = 0; i < listing.count; i++) {
        bv_json_open(exchange->out, NULL, '{');
        put_account(admin_of(exchange), listing.person[i], exchange->out);
        bv_json_close(exchange->out, '}');
    }
    bv_json_close(exchange->out, ']');
    bv_json_text_or_null(exchange->out, "next", listing.count == PAGE ? listing.last : NULL);
    return 200;
}

/* ---- One account ----------------------------------------------------------------------------- */

static int change_role(struct exchange *exchange, const char *person, cJSON *account,
                       const cJSON *role)
{
    bool admin = cJSON_IsString(role) && bv_equal(role->valuestring, "admin");
    if ((!admin && !cJSON_IsNull(role)) || is_oneself(exchange, person) || person_is_bot(person))
        return api_refuse(exchange, REFUSE_BAD_ROLE);
    fields_set_text(account, "role", admin ? "admin" : NULL);
    audit(exchange, admin ? "promote" : "demote", person, "");
    return 200;
}

/* The account itself stays as it is. */
static int change_ban(struct exchange *exchange, const char *person, cJSON *account,
                      const cJSON *fields)
{
    struct ban ban = {0};
    (void)account;
    if (cJSON_IsNull(fields)) return lift_ban(exchange, person);
    if (is_oneself(exchange, person)) return api_refuse(exchange, REFUSE_BAD_BAN_YOURSELF);
    bv_copy_text(ban.key, sizeof ban.key, person);
    return add_ban(exchange, fields, &ban);
}

/* Connected clients get the new name at once; tables keep the name under which the player
 * joined. */
static void rename_clients(struct admin *admin, const char *person, const char *name)
{
    struct client *client = connections_first(admin->connections, person);
    for (; client; client = connections_next(client))
        bv_copy_text(client->name, sizeof client->name, name);
}

static int change_name(struct exchange *exchange, const char *person, cJSON *account,
                       const cJSON *value)
{
    char folded[NAME_FOLDED_SIZE];
    const char *name = cJSON_GetStringValue(value);
    if (!account_may_take_name(admin_of(exchange)->accounts, name, &exchange->refusal))
        return exchange->refusal.status;
    const char *old = fields_text(account, "folded", NAME_FOLDED_SIZE);
    if (old) documents_remove(exchange->documents, "name", old);
    audit(exchange, "rename", person, name);
    name_fold(name, folded);
    fields_set_text(account, "name", name);
    fields_set_text(account, "folded", folded);
    store_batch_rename(outbox_changes(admin_of(exchange)->outbox), person, name);
    rename_clients(admin_of(exchange), person, name);
    return 200;
}

/* Adds a recovery code, for a person who has lost theirs and whom the admin knows; the oldest is
 * dropped. */
static int give_code(struct exchange *exchange, const char *person, cJSON *account,
                     const cJSON *value)
{
    char code[RECOVERY_CODE_SIZE];
    char signature[SIGNATURE_SIZE];
    if (!cJSON_IsTrue(value) || person_is_bot(person))
        return api_refuse(exchange, REFUSE_BAD_CHANGE_CODE);
    cJSON *codes = cJSON_GetObjectItemCaseSensitive(account, "codes");
    if (!codes) codes = cJSON_AddArrayToObject(account, "codes");
    while (cJSON_GetArraySize(codes) >= RECOVERY_CODES) cJSON_DeleteItemFromArray(codes, 0);
    recovery_code_make(code);
    recovery_code_sign(admin_of(exchange)->accounts->secret, person, code, signature);
    cJSON_AddItemToArray(codes, cJSON_CreateString(signature));
    audit(exchange, "code", person, "");
    bv_json_text(exchange->out, "code", code);
    return 200;
}

typedef int account_change(struct exchange *exchange, const char *person, cJSON *account,
                           const cJSON *value);

static const struct {
    const char *field;
    account_change *change;
} changes[] = {
    {"role", change_role}, {"banned", change_ban}, {"name", change_name}, {"code", give_code}};

static account_change *find_change(const cJSON *value)
{
    for (size_t i = 0; i < BV_COUNT(changes); i++)
        if (bv_equal(changes[i].field, value->string)) return changes[i].change;
    return NULL;
}

/* One change per request, so that it is done or refused as a whole. */
static int patch_person(struct exchange *exchange)
{
    char person[ID_SIZE] = "";
    cJSON *account = NULL;
    const cJSON *value = cJSON_GetArrayItem(exchange->body, 0);
    if (api_unescape(exchange->id, person, sizeof person))
        account = documents_read(exchange->documents, "account", person);
    if (!account) return api_refuse(exchange, REFUSE_NO_SUCH_PERSON_ACCOUNT);
    account_change *change = cJSON_GetArraySize(exchange->body) == 1 ? find_change(value) : NULL;
    int status =
        change ? change(exchange, person, account, value) : api_refuse(exchange, REFUSE_BAD_CHANGE);
    if (status == 200 && change != change_ban)
        account_write(admin_of(exchange)->accounts, person, account);
    else
        cJSON_Delete(account);
    return status;
}

/* The same as if the person had asked for it. */
static int delete_person(struct exchange *exchange)
{
    char person[ID_SIZE] = "";
    if (!api_unescape(exchange->id, person, sizeof person) ||
        !documents_has(exchange->documents, "account", person))
        return api_refuse(exchange, REFUSE_NO_SUCH_PERSON_ACCOUNT);
    if (is_oneself(exchange, person)) return api_refuse(exchange, REFUSE_BAD_CHANGE_OWN);
    audit(exchange, "delete", person, "");
    merge_forget_person(admin_of(exchange)->accounts, person);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/admin/bans", get_bans, API_ADMIN},
    {"POST", "/api/v1/admin/bans", post_ban, API_ADMIN},
    {"DELETE", "/api/v1/admin/bans/*", delete_ban, API_ADMIN},
    {"GET", "/api/v1/admin/people", get_people, API_ADMIN},
    {"PATCH", "/api/v1/admin/people/*", patch_person, API_ADMIN},
    {"DELETE", "/api/v1/admin/people/*", delete_person, API_ADMIN},
};

const struct api_routes admin_people_routes = {rows, BV_COUNT(rows)};
