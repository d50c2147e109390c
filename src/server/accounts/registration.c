/* Creating an account, logging in and out. */
#include "server/accounts/account.h"
#include "server/accounts/account_merge.h"
#include "server/accounts/authentication.h"
#include "server/accounts/passwords.h"
#include "server/accounts/persons.h"
#include "server/delivery/rate_limiter.h"

enum { PERSON_SIZE = 17, CODE_MOST = DEVICE_SIZE - 1 };

/* ---- Shared with the other files of accounts ------------------------------------------------- */

void account_codes(struct accounts *accounts, const char *person, cJSON *account,
                   struct bv_out *out)
{
    cJSON *kept = cJSON_CreateArray();
    bv_json_open(out, "codes", '[');
    for (int i = 0; i < RECOVERY_CODES; i++) {
        char code[RECOVERY_CODE_SIZE];
        char signature[SIGNATURE_SIZE];
        recovery_code_make(code);
        recovery_code_sign(accounts->secret, person, code, signature);
        cJSON_AddItemToArray(kept, cJSON_CreateString(signature));
        bv_json_text(out, NULL, code);
    }
    bv_json_close(out, ']');
    cJSON_DeleteItemFromObjectCaseSensitive(account, "codes");
    cJSON_AddItemToObject(account, "codes", kept);
}

bool account_enter(struct exchange *exchange, const struct device *device)
{
    char token[SESSION_TOKEN_SIZE];
    char cookie[GUEST_COOKIE_MAX];
    if (!session_begin(accounts_of(exchange), exchange->client, "browser", device->words, token)) {
        api_unreadable(exchange, &(struct bv_error){""});
        return false;
    }
    struct bv_out out = bv_out_into(cookie, sizeof cookie);
    bv_put(&out, "s.");
    bv_put(&out, exchange->client->person);
    bv_put_char(&out, '.');
    bv_put(&out, token);
    api_set_cookie(exchange, "bivouac", cookie);
    device_mark(exchange, device);
    return true;
}

int account_wrong_password(struct exchange *exchange)
{
    return api_refuse(exchange, REFUSE_WRONG_PASSWORD);
}

/* ---- Registering ----------------------------------------------------------------------------- */

/* Whether the server accepts a new account with that invitation: 0, or the status of a refusal. */
static int may_register(struct exchange *exchange, const char *invitation, bool use)
{
    int64_t uses = 0;
    int64_t used = 0;
    if (accounts_of(exchange)->config->registration == REGISTRATION_OPEN) return 0;
    if (accounts_of(exchange)->config->registration == REGISTRATION_CLOSED)
        return api_refuse(exchange, REFUSE_REGISTRATION_CLOSED);
    cJSON *document = invitation && invitation[0] ? documents_read(accounts_of(exchange)->documents,
                                                                   "invitation", invitation, NULL)
                                                  : NULL;
    fields_number(document, "used", 0, INT32_MAX, &used);
    bool good = fields_number(document, "uses", 0, INT32_MAX, &uses) && used < uses;
    if (good && use) {
        int64_t created = 0;
        fields_number(document, "created", 0, INT64_MAX, &created);
        cJSON_DeleteItemFromObjectCaseSensitive(document, "used");
        cJSON_AddNumberToObject(document, "used", (double)(used + 1));
        documents_write(accounts_of(exchange)->documents, "invitation", invitation, created,
                        document, NULL);
    }
    cJSON_Delete(document);
    if (good) return 0;
    return api_refuse(exchange, REFUSE_BAD_INVITATION);
}

/* Bots can neither create accounts nor log in to them: 0, or the status of a refusal. */
static int refuse_bots(struct exchange *exchange)
{
    if (!person_is_bot(exchange->client->person)) return 0;
    return api_refuse(exchange, REFUSE_NOT_FOR_BOTS);
}

static int may_have_account(struct exchange *exchange)
{
    if (exchange->client->account) return api_refuse(exchange, REFUSE_HAS_ACCOUNT);
    return refuse_bots(exchange);
}

/* Every client of this guest has an account now. */
static void update_sockets(struct accounts *accounts, const struct client *client)
{
    struct client *other = connections_first(accounts->connections, client->person);
    for (; other; other = connections_next(other)) {
        other->account = true;
        bv_copy(other->name, client->name, sizeof other->name);
    }
}

static void become_owner(struct exchange *exchange, const struct pending_login *pending)
{
    struct client *client = exchange->client;
    struct batch *changes = outbox_changes(accounts_of(exchange)->outbox);
    if (client->person[0]) {
        store_batch_rename(changes, client->person, pending->name);
    } else {
        random_id(client->person, PERSON_SIZE);
        store_batch_person(changes, client->person, pending->name, server_now());
    }
    struct bv_out name = bv_out_into(client->name, sizeof client->name);
    bv_put(&name, pending->name);
    client->account = true;
    update_sockets(accounts_of(exchange), client);
}

static cJSON *new_account(const struct pending_login *pending)
{
    char folded[NAME_FOLDED_SIZE];
    cJSON *account = cJSON_CreateObject();
    name_fold(pending->name, folded);
    cJSON_AddStringToObject(account, "name", pending->name);
    cJSON_AddStringToObject(account, "folded", folded);
    cJSON_AddStringToObject(account, "hash", pending->job.fresh_hash);
    cJSON_AddNumberToObject(account, "created", (double)server_now());
    cJSON_AddStringToObject(account, "about", "");
    return account;
}

/* Checks everything again: while the password was hashed, another client may have taken the name or
 * the invitation. */
static int registered(struct exchange *exchange, struct pending_login *pending)
{
    person_refresh(accounts_of(exchange), exchange->client);
    int refused = may_have_account(exchange);
    if (!refused) refused = account_name(accounts_of(exchange), exchange, pending->name);
    if (!refused) refused = may_register(exchange, pending->word, true);
    if (refused) return refused;
    cJSON *account = new_account(pending);
    become_owner(exchange, pending);
    person_write(exchange->client, exchange->out);
    account_codes(accounts_of(exchange), exchange->client->person, account, exchange->out);
    account_write(accounts_of(exchange), exchange->client->person, account);
    cJSON_Delete(account);
    return account_enter(exchange, &pending->device) ? 201 : 503;
}

static int post_account(struct exchange *exchange)
{
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    const char *password = fields_text(exchange->body, "password", PASSWORD_MOST);
    const char *invitation = fields_text(exchange->body, "invitation", CODE_MOST);
    int refused = may_have_account(exchange);
    if (!refused) refused = may_register(exchange, invitation, false);
    if (!refused) refused = account_name(accounts_of(exchange), exchange, name);
    if (refused) return refused;
    if (!password_will_do(password, name, &exchange->refusal)) return 400;
    if (!limiter_address_may(accounts_of(exchange)->limiter, exchange->client, LIMIT_GUESTS,
                             &exchange->refusal))
        return 429;
    struct pending_login *pending = pending_new(exchange, registered);
    struct bv_out out = bv_out_into(pending->name, sizeof pending->name);
    bv_put(&out, name);
    out = bv_out_into(pending->job.fresh, sizeof pending->job.fresh);
    bv_put(&out, password);
    out = bv_out_into(pending->word, sizeof pending->word);
    bv_put(&out, invitation ? invitation : "");
    return pending_start(exchange, pending);
}

/* ---- Logging in ------------------------------------------------------------------------------ */

/* Which counter limits the attempts at that account: the device's own, if the device has a mark of
 * it. */
static struct login_attempt attempt_for(struct exchange *exchange, const char *name)
{
    char folded[NAME_FOLDED_SIZE];
    char person[ID_SIZE];
    char id[DEVICE_ID_SIZE];
    struct device device;
    device_read(exchange->request, &device);
    account_find(accounts_of(exchange), name, person);
    device_known(accounts_of(exchange), &device, person, id);
    name_fold(name, folded);
    return id[0] ? limiter_attempt_of_device(person, id)
                 : limiter_attempt_of_stranger(exchange->client, folded);
}

/* Finds the account of the name in a pending request, "" if there is none (a bot has no password,
 * so nobody can log in as one). */
static void find_owner(struct accounts *accounts, struct pending_login *pending, const char *name)
{
    account_find(accounts, name, pending->person);
    cJSON *account = documents_read(accounts->documents, "account", pending->person, NULL);
    const char *hash = fields_text(account, "hash", PASSWORD_HASH_SIZE - 1);
    struct bv_out out = bv_out_into(pending->job.hash, sizeof pending->job.hash);
    if (hash) bv_put(&out, hash);
    cJSON_Delete(account);
}

/* The password may have changed while it was verified: the old one is wrong then. */
cJSON *account_proved(struct exchange *exchange, const struct pending_login *pending)
{
    cJSON *account =
        documents_read(accounts_of(exchange)->documents, "account", pending->person, NULL);
    const char *hash = fields_text(account, "hash", PASSWORD_HASH_SIZE - 1);
    if (pending->job.right && hash && bv_equal(hash, pending->job.hash)) {
        limiter_attempt_was_right(accounts_of(exchange)->limiter, &pending->attempt);
        return account;
    }
    cJSON_Delete(account);
    account_wrong_password(exchange);
    return NULL;
}

/* The previous person of this browser is logged out; the games of a guest become the account's. */
static void replace_person(struct exchange *exchange, const char *person,
                           struct merge_result *moved)
{
    struct client *client = exchange->client;
    *moved = (struct merge_result){0};
    if (client->session[0]) session_end(accounts_of(exchange), client->person, client->session);
    person_refresh(accounts_of(exchange), client);
    if (client->person[0] && !client->account && !person_is_bot(client->person))
        merge_guest(accounts_of(exchange), client->person, person, moved);
    person_become(accounts_of(exchange), client, person);
}

static int log_in(struct exchange *exchange, const struct pending_login *pending)
{
    struct merge_result moved;
    const struct ban *ban =
        ban_of_person(accounts_of(exchange)->bans, pending->person, server_now());
    if (ban) {
        ban_refuse(&exchange->refusal, ban);
        return 403;
    }
    replace_person(exchange, pending->person, &moved);
    if (!account_enter(exchange, &pending->device)) return 503;
    person_write(exchange->client, exchange->out);
    bv_json_number(exchange->out, "moved", moved.tables);
    bv_json_open(exchange->out, "kept", '[');
    for (uint32_t i = 0; i < moved.kept; i++) bv_json_text(exchange->out, NULL, moved.table[i]);
    bv_json_close(exchange->out, ']');
    return 200;
}

static int logged_in(struct exchange *exchange, struct pending_login *pending)
{
    cJSON *account = account_proved(exchange, pending);
    cJSON_Delete(account);
    return account ? log_in(exchange, pending) : 403;
}

static int post_login(struct exchange *exchange)
{
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    const char *password = fields_text(exchange->body, "password", PASSWORD_MOST);
    int refused = refuse_bots(exchange);
    if (refused) return refused;
    if (!name || !password || !password[0]) return account_wrong_password(exchange);
    struct login_attempt attempt = attempt_for(exchange, name);
    if (!limiter_attempt(accounts_of(exchange)->limiter, exchange->client, &attempt,
                         &exchange->refusal))
        return 429;
    struct pending_login *pending = pending_new(exchange, logged_in);
    pending->attempt = attempt;
    pending->job.known = attempt.known;
    find_owner(accounts_of(exchange), pending, name);
    struct bv_out out = bv_out_into(pending->job.password, sizeof pending->job.password);
    bv_put(&out, password);
    return pending_start(exchange, pending);
}

/* ---- With a recovery code -------------------------------------------------------------------- */

/* The index of a code among those of an account, -1 if it is none. */
static int find_code(const struct accounts *accounts, const cJSON *account, const char *person,
                     const char *code)
{
    char signature[SIGNATURE_SIZE];
    const cJSON *codes = cJSON_GetObjectItemCaseSensitive(account, "codes");
    recovery_code_sign(accounts->secret, person, code, signature);
    for (int i = 0; i < cJSON_GetArraySize(codes); i++) {
        const char *kept = cJSON_GetStringValue(cJSON_GetArrayItem(codes, i));
        if (kept && bv_equal(kept, signature)) return i;
    }
    return -1;
}

static int refuse_code(struct exchange *exchange)
{
    return api_refuse(exchange, REFUSE_BAD_CODE);
}

/* Whether it is a code of that account; false for a name without an account. */
static bool is_code(struct accounts *accounts, const char *person, const char *code)
{
    cJSON *account = documents_read(accounts->documents, "account", person, NULL);
    bool good = find_code(accounts, account, person, code) >= 0;
    cJSON_Delete(account);
    return good;
}

/* The code is used up, the password is replaced, and all other sessions end. */
static int recovered(struct exchange *exchange, struct pending_login *pending)
{
    cJSON *account =
        documents_read(accounts_of(exchange)->documents, "account", pending->person, NULL);
    int code = find_code(accounts_of(exchange), account, pending->person, pending->word);
    if (code >= 0) {
        cJSON_DeleteItemFromArray(cJSON_GetObjectItemCaseSensitive(account, "codes"), code);
        cJSON_DeleteItemFromObjectCaseSensitive(account, "hash");
        cJSON_AddStringToObject(account, "hash", pending->job.fresh_hash);
        account_write(accounts_of(exchange), pending->person, account);
        sessions_end(accounts_of(exchange), pending->person, "");
    }
    cJSON_Delete(account);
    return code < 0 ? refuse_code(exchange) : log_in(exchange, pending);
}

/* A code has sixty random bits and cannot be guessed: only the address limits the attempts, so that
 * guesses at the account do not lock its owner out. It is checked before the new password is
 * hashed, so that wrong codes cost nothing. */
static int post_code(struct exchange *exchange)
{
    char person[ID_SIZE];
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    const char *code = fields_text(exchange->body, "code", CODE_MOST);
    const char *password = fields_text(exchange->body, "password", PASSWORD_MOST);
    int refused = refuse_bots(exchange);
    if (refused) return refused;
    if (!password_will_do(password, name ? name : "", &exchange->refusal)) return 400;
    if (!limiter_address_may(accounts_of(exchange)->limiter, exchange->client, LIMIT_CODES,
                             &exchange->refusal))
        return 429;
    account_find(accounts_of(exchange), name ? name : "", person);
    if (!is_code(accounts_of(exchange), person, code ? code : "")) return refuse_code(exchange);
    struct pending_login *pending = pending_new(exchange, recovered);
    pending->job.known = true;
    bv_copy(pending->person, person, sizeof person);
    struct bv_out out = bv_out_into(pending->word, sizeof pending->word);
    bv_put(&out, code);
    out = bv_out_into(pending->job.fresh, sizeof pending->job.fresh);
    bv_put(&out, password);
    return pending_start(exchange, pending);
}

/* ---- Logging out ----------------------------------------------------------------------------- */

static int post_logout(struct exchange *exchange)
{
    struct client *client = exchange->client;
    bool logged_in_now = client->person[0] != '\0'; /* else the session has ended meanwhile */
    if (logged_in_now && !account_needed(exchange)) return 403;
    if (logged_in_now) session_end(accounts_of(exchange), client->person, client->session);
    api_set_cookie(exchange, "bivouac", "");
    return 200;
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/account", post_account},
    {"POST", "/api/v1/login", post_login},
    {"POST", "/api/v1/login/code", post_code},
    {"POST", "/api/v1/logout", post_logout},
};

const struct api_routes registration_routes = {rows, BV_COUNT(rows)};
