/* Accounts in the admin API: listing and changing them. */
#include "server/accounts/account.h"
#include "server/accounts/account_merge.h"
#include "server/accounts/passwords.h"
#include "server/accounts/persons.h"
#include "server/admin/admin.h"

enum { PAGE = 100 };

/* ---- The list -------------------------------------------------------------------------------- */

static bool note_seen(void *context, const struct store_document *document)
{
    int64_t *latest = context;
    int64_t seen = 0;
    cJSON *session = cJSON_ParseWithLength(document->text.text, document->text.length);
    fields_number(session, "seen", 0, INT64_MAX / 1024, &seen);
    if (seen > *latest) *latest = seen;
    cJSON_Delete(session);
    return true;
}

/* When the person last used a session; 0: there is none. */
static int64_t last_seen(struct admin *admin, const char *person)
{
    enum { SESSIONS = 64 };
    char prefix[DOCUMENT_KEY_MAX + 1];
    struct bv_error error;
    int64_t latest = 0;
    documents_pair_key(person, "", prefix);
    store_documents(admin->reader, "session", prefix, "", SESSIONS, note_seen, &latest, &error);
    return latest;
}

static void put_ban(struct admin *admin, const char *person, struct bv_out *out)
{
    const struct ban *ban = ban_of_person(admin->accounts->bans, person, server_now());
    if (!ban) {
        bv_json_null(out, "banned");
        return;
    }
    bv_json_open(out, "banned", '{');
    if (ban->until)
        bv_json_number(out, "until", ban->until);
    else
        bv_json_null(out, "until");
    bv_json_text(out, "reason", ban->reason);
    bv_json_close(out, '}');
}

/* Writes the fields of an account into an open object. */
static void put_account(struct admin *admin, const char *person, struct bv_out *out)
{
    int64_t created = 0;
    cJSON *account = documents_read(admin->documents, "account", person, NULL);
    fields_number(account, "created", 0, INT64_MAX / 1024, &created);
    cJSON_Delete(account);
    person_put(admin->accounts, "person", person, out);
    bv_json_number(out, "created", created);
    bv_json_number(out, "seen", last_seen(admin, person));
    bv_json_number(out, "connections", connections_total(admin->connections, person));
    put_ban(admin, person, out);
}

/* The listed persons: ids first, because writing about them reads documents again. */
struct listing {
    uint32_t count;
    char person[PAGE][ID_SIZE];
    char last[DOCUMENT_KEY_MAX + 1];
};

static bool note_name(void *context, const struct store_document *document)
{
    struct listing *listing = context;
    struct bv_out last = bv_out_into(listing->last, sizeof listing->last);
    struct bv_out id = bv_out_into(listing->person[listing->count++], ID_SIZE);
    cJSON *name = cJSON_ParseWithLength(document->text.text, document->text.length);
    const char *person = fields_text(name, "person", ID_SIZE - 1);
    bv_put(&last, document->key);
    bv_put(&id, person ? person : "");
    cJSON_Delete(name);
    return listing->count < PAGE;
}

static int get_people(struct exchange *exchange)
{
    char name[NAME_FOLDED_SIZE] = "";
    char folded[NAME_FOLDED_SIZE] = "";
    char after[DOCUMENT_KEY_MAX + 1] = "";
    struct bv_error error;
    struct listing listing = {0};
    api_query_get(exchange->request->query, "name", name, sizeof name);
    api_query_get(exchange->request->query, "after", after, sizeof after);
    name_fold(name, folded);
    if (!store_documents(admin_of(exchange)->reader, "name", folded, after, PAGE, note_name,
                         &listing, &error))
        return api_unreadable(exchange, &error);
    bv_json_open(exchange->out, "people", '[');
    for (uint32_t i = 0; i < listing.count; i++) {
        bv_json_open(exchange->out, NULL, '{');
        put_account(admin_of(exchange), listing.person[i], exchange->out);
        bv_json_close(exchange->out, '}');
    }
    bv_json_close(exchange->out, ']');
    if (listing.count == PAGE)
        bv_json_text(exchange->out, "next", listing.last);
    else
        bv_json_null(exchange->out, "next");
    return 200;
}

/* ---- One account ----------------------------------------------------------------------------- */

/* The account that the path names; false after a refusal. */
static bool read_person(struct exchange *exchange, char person[ID_SIZE])
{
    cJSON *account = NULL;
    if (api_unescape(exchange->id, person, ID_SIZE))
        account = documents_read(admin_of(exchange)->documents, "account", person, NULL);
    cJSON_Delete(account);
    if (account) return true;
    return refusal_set(&exchange->refusal, REFUSE_NO_SUCH_PERSON_ACCOUNT);
}

/* An admin cannot change the own role, so that the last admin is not lost by mistake. */
static bool is_oneself(const struct exchange *exchange, const char *person)
{
    return bv_equal(exchange->client->person, person);
}

/* The document of the account, to be changed; NULL after a refusal with 503. */
static cJSON *open_account(struct exchange *exchange, const char *person)
{
    struct bv_error trouble = {""};
    cJSON *account = documents_read(admin_of(exchange)->documents, "account", person, &trouble);
    if (!account) api_unreadable(exchange, &trouble);
    return account;
}

static void set_text(cJSON *account, const char *field, const char *text)
{
    cJSON_DeleteItemFromObjectCaseSensitive(account, field);
    if (text) cJSON_AddStringToObject(account, field, text);
}

static int change_role(struct exchange *exchange, const char *person, const cJSON *role)
{
    bool admin = cJSON_IsString(role) && bv_equal(role->valuestring, "admin");
    if ((!admin && !cJSON_IsNull(role)) || is_oneself(exchange, person) || person_is_bot(person))
        return api_refuse(exchange, REFUSE_BAD_ROLE);
    cJSON *account = open_account(exchange, person);
    if (!account) return 503;
    set_text(account, "role", admin ? "admin" : NULL);
    account_write(admin_of(exchange)->accounts, person, account);
    cJSON_Delete(account);
    audit(exchange, admin ? "promote" : "demote", person, "");
    return 200;
}

static int change_ban(struct exchange *exchange, const char *person, const cJSON *fields)
{
    struct ban ban = {0};
    struct bv_out key = bv_out_into(ban.key, sizeof ban.key);
    if (cJSON_IsNull(fields)) return admin_ban_remove(exchange, person);
    if (is_oneself(exchange, person)) return api_refuse(exchange, REFUSE_BAD_BAN_YOURSELF);
    bv_put(&key, person);
    return admin_ban_read(exchange, fields, &ban) ? admin_ban_put(exchange, &ban) : 400;
}

/* Connected clients get the new name at once; tables keep the name under which the player
 * joined. */
static void tell_name(struct admin *admin, const char *person, const char *name)
{
    struct client *client = connections_first(admin->connections, person);
    for (; client; client = connections_next(client)) {
        struct bv_out out = bv_out_into(client->name, sizeof client->name);
        bv_put(&out, name);
    }
}

static int change_name(struct exchange *exchange, const char *person, const cJSON *value)
{
    char folded[NAME_FOLDED_SIZE];
    const char *name = cJSON_GetStringValue(value);
    int refused = account_name(admin_of(exchange)->accounts, exchange, name);
    if (refused) return refused;
    cJSON *account = open_account(exchange, person);
    if (!account) return 503;
    const char *old = fields_text(account, "folded", NAME_FOLDED_SIZE);
    if (old) documents_remove(admin_of(exchange)->documents, "name", old, NULL);
    audit(exchange, "rename", person, name);
    name_fold(name, folded);
    set_text(account, "name", name);
    set_text(account, "folded", folded);
    account_write(admin_of(exchange)->accounts, person, account);
    cJSON_Delete(account);
    store_batch_rename(outbox_changes(admin_of(exchange)->outbox), person, name);
    tell_name(admin_of(exchange), person, name);
    return 200;
}

/* Adds a recovery code, for a person who has lost theirs and whom the admin knows; the oldest is
 * dropped. */
static int give_code(struct exchange *exchange, const char *person, const cJSON *value)
{
    char code[RECOVERY_CODE_SIZE];
    char signature[SIGNATURE_SIZE];
    if (!cJSON_IsTrue(value) || person_is_bot(person))
        return api_refuse(exchange, REFUSE_BAD_CHANGE_CODE);
    cJSON *account = open_account(exchange, person);
    if (!account) return 503;
    cJSON *codes = cJSON_GetObjectItemCaseSensitive(account, "codes");
    if (!codes) codes = cJSON_AddArrayToObject(account, "codes");
    while (cJSON_GetArraySize(codes) >= RECOVERY_CODES) cJSON_DeleteItemFromArray(codes, 0);
    recovery_code_make(code);
    recovery_code_sign(admin_of(exchange)->accounts->secret, person, code, signature);
    cJSON_AddItemToArray(codes, cJSON_CreateString(signature));
    account_write(admin_of(exchange)->accounts, person, account);
    cJSON_Delete(account);
    audit(exchange, "code", person, "");
    bv_json_text(exchange->out, "code", code);
    return 200;
}

static const struct {
    const char *field;
    int (*change)(struct exchange *exchange, const char *person, const cJSON *value);
} changes[] = {
    {"role", change_role}, {"banned", change_ban}, {"name", change_name}, {"code", give_code}};

/* One change per request, so that it is done or refused as a whole. */
static int patch_person(struct exchange *exchange)
{
    char person[ID_SIZE];
    const cJSON *value = cJSON_GetArrayItem(exchange->body, 0);
    if (!read_person(exchange, person)) return 404;
    for (size_t i = 0; cJSON_GetArraySize(exchange->body) == 1 && i < BV_COUNT(changes); i++)
        if (bv_equal(changes[i].field, value->string))
            return changes[i].change(exchange, person, value);
    return api_refuse(exchange, REFUSE_BAD_CHANGE);
}

/* The same as if the person had asked for it. */
static int delete_person(struct exchange *exchange)
{
    char person[ID_SIZE];
    if (!read_person(exchange, person)) return 404;
    if (is_oneself(exchange, person)) return api_refuse(exchange, REFUSE_BAD_CHANGE_OWN);
    audit(exchange, "delete", person, "");
    merge_forget_person(admin_of(exchange)->accounts, person);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/admin/people", get_people},
    {"PATCH", "/api/v1/admin/people/*", patch_person},
    {"DELETE", "/api/v1/admin/people/*", delete_person},
};

const struct api_routes admin_people_routes = {rows, BV_COUNT(rows)};
