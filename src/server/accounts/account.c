/* Requests of a person about the own account. */
#include "server/accounts/account.h"
#include "server/accounts/account_merge.h"
#include "server/accounts/bots.h"
#include "server/accounts/export.h"
#include "server/accounts/passwords.h"
#include "server/accounts/persons.h"
#include "server/delivery/rate_limiter.h"
#include "server/delivery/slow_answers.h"

enum { ABOUT_MAX = 500 };

/* ---- Reading --------------------------------------------------------------------------------- */

static int get_account(struct exchange *exchange)
{
    int64_t created = 0;
    struct bv_out *out = exchange->out;
    struct bv_error error = {""};
    if (!account_needed(exchange)) return 403;
    cJSON *account = documents_read(accounts_of(exchange)->documents, "account",
                                    exchange->client->person, &error);
    if (!account) return api_unreadable(exchange, &error);
    const char *about = fields_text(account, "about", ABOUT_MAX);
    const cJSON *codes = cJSON_GetObjectItemCaseSensitive(account, "codes");
    fields_number(account, "created", 0, INT64_MAX, &created);
    person_write(exchange->client, out);
    bv_json_number(out, "created", created);
    bv_json_text(out, "about", about ? about : "");
    bv_json_number(out, "codesLeft", cJSON_GetArraySize(codes));
    cJSON_Delete(account);
    bv_json_open(out, "sessions", '[');
    sessions_write(accounts_of(exchange), exchange->client->person, exchange->client->session, out);
    bv_json_close(out, ']');
    bv_json_open(out, "bots", '[');
    bots_write(accounts_of(exchange), exchange->client->person, out);
    bv_json_close(out, ']');
    return 200;
}

/* ---- With the password ----------------------------------------------------------------------- */

struct pending_login *pending_of_owner(struct exchange *exchange, pending_done *done)
{
    const char *password = fields_text(exchange->body, "password", PASSWORD_MOST);
    struct login_attempt attempt = limiter_attempt_of_owner(exchange->client->person);
    if (!password || !password[0]) {
        account_wrong_password(exchange);
        return NULL;
    }
    if (!limiter_attempt(accounts_of(exchange)->limiter, exchange->client, &attempt,
                         &exchange->refusal))
        return NULL;
    struct pending_login *pending = pending_new(exchange, done);
    cJSON *account =
        documents_read(accounts_of(exchange)->documents, "account", exchange->client->person, NULL);
    const char *hash = fields_text(account, "hash", PASSWORD_HASH_SIZE - 1);
    struct bv_out out = bv_out_into(pending->job.hash, sizeof pending->job.hash);
    if (hash) bv_put(&out, hash);
    cJSON_Delete(account);
    out = bv_out_into(pending->job.password, sizeof pending->job.password);
    bv_put(&out, password);
    bv_copy(pending->person, exchange->client->person, sizeof pending->person);
    pending->attempt = attempt;
    pending->job.known = true;
    return pending;
}

static int status_of_failure(const struct exchange *exchange)
{
    return bv_equal(exchange->refusal.code, "too-many") ? 429 : 403;
}

static void set_text(cJSON *account, const char *name, const char *text)
{
    cJSON_DeleteItemFromObjectCaseSensitive(account, name);
    cJSON_AddStringToObject(account, name, text);
}

/* A new password ends all other sessions: a client that logged in with the old one is
 * disconnected. */
static int password_changed(struct exchange *exchange, struct pending_login *pending)
{
    cJSON *account = account_proved(exchange, pending);
    if (!account) return 403;
    set_text(account, "hash", pending->job.fresh_hash);
    if (pending->about) set_text(account, "about", pending->about);
    account_write(accounts_of(exchange), pending->person, account);
    sessions_end(accounts_of(exchange), pending->person, exchange->client->session);
    device_mark(exchange, &pending->device);
    cJSON_Delete(account);
    return 200;
}

/* The text about the account changes together with the password, or neither changes. */
static int change_password(struct exchange *exchange, const char *about)
{
    const char *fresh = fields_text(exchange->body, "newPassword", PASSWORD_MOST);
    if (!password_will_do(fresh, exchange->client->name, &exchange->refusal)) return 400;
    struct pending_login *pending = pending_of_owner(exchange, password_changed);
    if (!pending) return status_of_failure(exchange);
    struct bv_out out = bv_out_into(pending->job.fresh, sizeof pending->job.fresh);
    bv_put(&out, fresh);
    pending->about = about ? memory_copy_text(about, bv_length(about)) : NULL;
    return pending_start(exchange, pending);
}

static int change_about(struct exchange *exchange, const char *about)
{
    struct bv_error error = {""};
    cJSON *account = documents_read(accounts_of(exchange)->documents, "account",
                                    exchange->client->person, &error);
    if (!account) return api_unreadable(exchange, &error);
    set_text(account, "about", about);
    account_write(accounts_of(exchange), exchange->client->person, account);
    cJSON_Delete(account);
    return 200;
}

static int patch_account(struct exchange *exchange)
{
    if (!account_needed(exchange)) return 403;
    const char *about = fields_text(exchange->body, "about", ABOUT_MAX);
    bool readable = about && (!about[0] || text_is_presentable(about, ABOUT_MAX));
    if (cJSON_GetObjectItemCaseSensitive(exchange->body, "about") && !readable)
        return api_refuse(exchange, REFUSE_BAD_TEXT_ABOUT);
    if (cJSON_GetObjectItemCaseSensitive(exchange->body, "newPassword"))
        return change_password(exchange, about);
    return about ? change_about(exchange, about) : 200;
}

static int codes_made(struct exchange *exchange, struct pending_login *pending)
{
    cJSON *account = account_proved(exchange, pending);
    if (!account) return 403;
    account_codes(accounts_of(exchange), pending->person, account, exchange->out);
    account_write(accounts_of(exchange), pending->person, account);
    cJSON_Delete(account);
    return 200;
}

static int post_codes(struct exchange *exchange)
{
    if (!account_needed(exchange)) return 403;
    struct pending_login *pending = pending_of_owner(exchange, codes_made);
    return pending ? pending_start(exchange, pending) : status_of_failure(exchange);
}

/* ---- Export and deletion --------------------------------------------------------------------- */

static struct slow_answer export_data(struct store *store, const void *person)
{
    char *text = export_person(store, person);
    return (struct slow_answer){
        .text = text,
        .length = text ? bv_length(text) : 0,
        .headers = "Content-Disposition: attachment; filename=\"bivouac.json\"\r\n"};
}

static int get_export(struct exchange *exchange)
{
    if (!account_needed(exchange)) return 403;
    if (!limiter_person_may(accounts_of(exchange)->limiter, exchange->client, LIMIT_LOGINS,
                            &exchange->refusal))
        return 429;
    return slow_answer_later(accounts_of(exchange)->slow, exchange, export_data,
                             exchange->client->person, sizeof exchange->client->person);
}

static int deleted(struct exchange *exchange, struct pending_login *pending)
{
    cJSON *account = account_proved(exchange, pending);
    cJSON_Delete(account);
    if (!account) return 403;
    merge_forget_person(accounts_of(exchange), pending->person);
    api_set_cookie(exchange, "bivouac", "");
    return 200;
}

static int delete_account(struct exchange *exchange)
{
    if (!account_needed(exchange)) return 403;
    struct pending_login *pending = pending_of_owner(exchange, deleted);
    return pending ? pending_start(exchange, pending) : status_of_failure(exchange);
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static int delete_session(struct exchange *exchange)
{
    char session[CLIENT_SESSION_SIZE];
    struct bv_out out = bv_out_into(session, sizeof session);
    bv_put_span(&out, exchange->id);
    if (!account_needed(exchange)) return 403;
    if (!out.cut && session_end(accounts_of(exchange), exchange->client->person, session))
        return 200;
    return api_refuse(exchange, REFUSE_NO_SUCH_SESSION);
}

static int delete_sessions(struct exchange *exchange)
{
    struct device device;
    if (!account_needed(exchange)) return 403;
    device_read(exchange->request, &device);
    sessions_end(accounts_of(exchange), exchange->client->person, exchange->client->session);
    device_mark(exchange, &device);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/account", get_account},
    {"PATCH", "/api/v1/account", patch_account},
    {"DELETE", "/api/v1/account", delete_account},
    {"GET", "/api/v1/account/export", get_export},
    {"POST", "/api/v1/account/codes", post_codes},
    {"DELETE", "/api/v1/account/sessions", delete_sessions},
    {"DELETE", "/api/v1/account/sessions/*", delete_session},
};

const struct api_routes account_routes = {rows, BV_COUNT(rows)};
