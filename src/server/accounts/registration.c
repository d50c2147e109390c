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

void account_enter(struct exchange *exchange, const struct device *device)
{
    char token[SESSION_TOKEN_SIZE];
    char cookie[GUEST_COOKIE_MAX];
    session_begin(accounts_of(exchange), exchange->client, "browser", device->words, token);
    struct bv_out out = bv_out_into(cookie, sizeof cookie);
    bv_put(&out, "s.");
    bv_put(&out, exchange->client->person);
    bv_put_char(&out, '.');
    bv_put(&out, token);
    api_set_cookie(exchange, "bivouac", cookie);
    device_mark(exchange, device);
}

/* ---- Registering ----------------------------------------------------------------------------- */

/* Whether that invitation is valid; if so, it is used up once if `use`. */
static bool is_invited(struct exchange *exchange, const char *invitation, bool use)
{
    if (!invitation || !invitation[0]) return false;
    cJSON *document = documents_read(exchange->documents, "invitation", invitation);
    int64_t used = fields_integer(document, "used");
    bool good = used < fields_integer(document, "uses");
    if (good && use) {
        fields_set_number(document, "used", used + 1);
        documents_write(exchange->documents, "invitation", invitation,
                        fields_integer(document, "created"), document);
    } else {
        cJSON_Delete(document);
    }
    return good;
}

/* Whether the server accepts a new account with that invitation. */
static bool may_register(struct exchange *exchange, const char *invitation, bool use)
{
    switch (accounts_of(exchange)->config->registration) {
    case REGISTRATION_OPEN: return true;
    case REGISTRATION_CLOSED: return refusal_set(&exchange->refusal, REFUSE_REGISTRATION_CLOSED);
    default:
        return is_invited(exchange, invitation, use) ||
               refusal_set(&exchange->refusal, REFUSE_BAD_INVITATION);
    }
}

/* Bots can neither create accounts nor log in to them. */
static bool is_no_bot(struct exchange *exchange)
{
    return !person_is_bot(exchange->client->person) ||
           refusal_set(&exchange->refusal, REFUSE_NOT_FOR_BOTS);
}

static bool may_have_account(struct exchange *exchange)
{
    if (exchange->client->account) return refusal_set(&exchange->refusal, REFUSE_HAS_ACCOUNT);
    return is_no_bot(exchange);
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
    bv_copy_text(client->name, sizeof client->name, pending->name);
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
    struct accounts *accounts = accounts_of(exchange);
    person_refresh(accounts, exchange->client);
    if (!may_have_account(exchange) ||
        !account_may_take_name(accounts, pending->name, &exchange->refusal) ||
        !may_register(exchange, pending->word, true))
        return exchange->refusal.status;
    cJSON *account = new_account(pending);
    become_owner(exchange, pending);
    person_write(exchange->client, exchange->out);
    account_codes(accounts, exchange->client->person, account, exchange->out);
    account_write(accounts, exchange->client->person, account);
    account_enter(exchange, &pending->device);
    return 201;
}

static int post_account(struct exchange *exchange)
{
    struct accounts *accounts = accounts_of(exchange);
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    const char *password = fields_text(exchange->body, "password", PASSWORD_MOST);
    const char *invitation = fields_text(exchange->body, "invitation", CODE_MOST);
    if (!may_have_account(exchange) || !may_register(exchange, invitation, false) ||
        !account_may_take_name(accounts, name, &exchange->refusal) ||
        !password_will_do(password, name, &exchange->refusal) ||
        !limiter_address_may(accounts->limiter, exchange->client, LIMIT_GUESTS, &exchange->refusal))
        return exchange->refusal.status;
    struct pending_login *pending = pending_new(exchange, registered);
    bv_copy_text(pending->name, sizeof pending->name, name);
    bv_copy_text(pending->job.fresh, sizeof pending->job.fresh, password);
    bv_copy_text(pending->word, sizeof pending->word, invitation);
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

/* The password may have changed while it was verified: the old one is wrong then. */
cJSON *account_proved(struct exchange *exchange, const struct pending_login *pending)
{
    cJSON *account = documents_read(exchange->documents, "account", pending->person);
    if (pending->job.right && pending->job.hash[0] &&
        fields_is(account, "hash", pending->job.hash)) {
        limiter_attempt_was_right(accounts_of(exchange)->limiter, &pending->attempt);
        return account;
    }
    cJSON_Delete(account);
    api_refuse(exchange, REFUSE_WRONG_PASSWORD);
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
    if (ban && !ban_refuse(&exchange->refusal, ban)) return exchange->refusal.status;
    replace_person(exchange, pending->person, &moved);
    account_enter(exchange, &pending->device);
    person_write(exchange->client, exchange->out);
    bv_json_number(exchange->out, "moved", moved.tables);
    bv_json_open(exchange->out, "notMerged", '[');
    for (uint32_t i = 0; i < moved.kept; i++) bv_json_text(exchange->out, NULL, moved.table[i]);
    bv_json_close(exchange->out, ']');
    return 200;
}

static int logged_in(struct exchange *exchange, struct pending_login *pending)
{
    cJSON *account = account_proved(exchange, pending);
    cJSON_Delete(account);
    return account ? log_in(exchange, pending) : exchange->refusal.status;
}

static int post_login(struct exchange *exchange)
{
    struct accounts *accounts = accounts_of(exchange);
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    const char *password = fields_text(exchange->body, "password", PASSWORD_MOST);
    if (!is_no_bot(exchange)) return exchange->refusal.status;
    if (!name || !password || !password[0]) return api_refuse(exchange, REFUSE_WRONG_PASSWORD);
    struct login_attempt attempt = attempt_for(exchange, name);
    if (!limiter_attempt(accounts->limiter, exchange->client, &attempt, &exchange->refusal))
        return exchange->refusal.status;
    struct pending_login *pending = pending_new(exchange, logged_in);
    pending->attempt = attempt;
    pending->job.known = attempt.known;
    account_find(accounts, name, pending->person);
    pending_read_hash(exchange, pending);
    bv_copy_text(pending->job.password, sizeof pending->job.password, password);
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

/* Whether it is a code of that account; false for a name without an account. */
static bool is_code(struct accounts *accounts, const char *person, const char *code)
{
    cJSON *account = documents_read(accounts->documents, "account", person);
    bool good = find_code(accounts, account, person, code) >= 0;
    cJSON_Delete(account);
    return good;
}

/* The code is used up, the password is replaced, and all other sessions end. */
static int recovered(struct exchange *exchange, struct pending_login *pending)
{
    struct accounts *accounts = accounts_of(exchange);
    cJSON *account = documents_read(accounts->documents, "account", pending->person);
    int code = find_code(accounts, account, pending->person, pending->word);
    if (code < 0) {
        cJSON_Delete(account);
        return api_refuse(exchange, REFUSE_BAD_CODE);
    }
    cJSON_DeleteItemFromArray(cJSON_GetObjectItemCaseSensitive(account, "codes"), code);
    fields_set_text(account, "hash", pending->job.fresh_hash);
    account_write(accounts, pending->person, account);
    sessions_end(accounts, pending->person, "");
    return log_in(exchange, pending);
}

/* A code has sixty random bits and cannot be guessed: only the address limits the attempts, so that
 * guesses at the account do not lock its owner out. It is checked before the new password is
 * hashed, so that wrong codes cost nothing. */
static int post_code(struct exchange *exchange)
{
    char person[ID_SIZE];
    struct accounts *accounts = accounts_of(exchange);
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    const char *code = fields_text(exchange->body, "code", CODE_MOST);
    const char *password = fields_text(exchange->body, "password", PASSWORD_MOST);
    if (!is_no_bot(exchange) || !password_will_do(password, name ? name : "", &exchange->refusal) ||
        !limiter_address_may(accounts->limiter, exchange->client, LIMIT_CODES, &exchange->refusal))
        return exchange->refusal.status;
    account_find(accounts, name ? name : "", person);
    if (!is_code(accounts, person, code ? code : "")) return api_refuse(exchange, REFUSE_BAD_CODE);
    struct pending_login *pending = pending_new(exchange, recovered);
    pending->job.known = true;
    bv_copy(pending->person, person, sizeof person);
    bv_copy_text(pending->word, sizeof pending->word, code);
    bv_copy_text(pending->job.fresh, sizeof pending->job.fresh, password);
    return pending_start(exchange, pending);
}

/* ---- Logging out ----------------------------------------------------------------------------- */

/* Without a person the session has ended meanwhile. */
static int post_logout(struct exchange *exchange)
{
    const struct client *client = exchange->client;
    if (client->person[0] && !client->account) return api_refuse(exchange, REFUSE_NEEDS_ACCOUNT);
    if (client->person[0]) session_end(accounts_of(exchange), client->person, client->session);
    api_set_cookie(exchange, "bivouac", "");
    return 200;
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/account", post_account, API_ANYONE},
    {"POST", "/api/v1/login", post_login, API_ANYONE},
    {"POST", "/api/v1/login/code", post_code, API_ANYONE},
    {"POST", "/api/v1/logout", post_logout, API_ANYONE},
};

const struct api_routes registration_routes = {rows, BV_COUNT(rows)};
