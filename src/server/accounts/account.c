/* Requests of a person about the own account. */
#include "server/accounts/account.h"
#include "server/accounts/account_merge.h"
#include "server/accounts/bots.h"
#include "server/accounts/document_kinds.h"
#include "server/accounts/passwords.h"
#include "server/accounts/persons.h"
#include "server/delivery/rate_limiter.h"
#include "server/delivery/slow_answers.h"

enum { ABOUT_MAX = 500 };

/* ---- Reading --------------------------------------------------------------------------------- */

static int get_account(struct exchange *exchange)
{
    struct bv_out *out = exchange->out;
    const struct client *client = exchange->client;
    cJSON *account = documents_read(exchange->documents, "account", client->person);
    person_write(client, out);
    fields_put_number(account, "created", out);
    fields_put_text(account, "about", out);
    bv_json_number(out, "codesLeft",
                   cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(account, "codes")));
    cJSON_Delete(account);
    bv_json_open(out, "sessions", '[');
    sessions_write(accounts_of(exchange), client->person, client->session, out);
    bv_json_close(out, ']');
    bv_json_open(out, "bots", '[');
    bots_write(accounts_of(exchange), client->person, out);
    bv_json_close(out, ']');
    return 200;
}

/* ---- With the password ----------------------------------------------------------------------- */

/* A pending request that begins by verifying the client's own password; NULL and a refusal if there
 * were too many attempts. */
static struct pending_login *pending_of_owner(struct exchange *exchange, pending_done *done)
{
    const char *person = exchange->client->person;
    const char *password = fields_text(exchange->body, "password", PASSWORD_MOST);
    struct login_attempt attempt = limiter_attempt_of_owner(person);
    if (!password || !password[0]) {
        api_refuse(exchange, REFUSE_WRONG_PASSWORD);
        return NULL;
    }
    if (!limiter_attempt(accounts_of(exchange)->limiter, exchange->client, &attempt,
                         &exchange->refusal))
        return NULL;
    struct pending_login *pending = pending_new(exchange, done);
    bv_copy(pending->person, person, sizeof pending->person);
    bv_copy_text(pending->job.password, sizeof pending->job.password, password);
    pending_read_hash(exchange, pending);
    pending->attempt = attempt;
    pending->job.known = true;
    return pending;
}

static int verify_then(struct exchange *exchange, pending_done *done)
{
    struct pending_login *pending = pending_of_owner(exchange, done);
    return pending ? pending_start(exchange, pending) : exchange->refusal.status;
}

/* A new password ends all other sessions: a client that logged in with the old one is
 * disconnected. */
static int password_changed(struct exchange *exchange, struct pending_login *pending)
{
    cJSON *account = account_proved(exchange, pending);
    if (!account) return exchange->refusal.status;
    fields_set_text(account, "hash", pending->job.fresh_hash);
    if (pending->about) fields_set_text(account, "about", pending->about);
    account_write(accounts_of(exchange), pending->person, account);
    sessions_end(accounts_of(exchange), pending->person, exchange->client->session);
    device_mark(exchange, &pending->device);
    return 200;
}

/* The text about the account changes together with the password, or neither changes. */
static int change_password(struct exchange *exchange, const char *about)
{
    const char *fresh = fields_text(exchange->body, "newPassword", PASSWORD_MOST);
    if (!password_will_do(fresh, exchange->client->name, &exchange->refusal))
        return exchange->refusal.status;
    struct pending_login *pending = pending_of_owner(exchange, password_changed);
    if (!pending) return exchange->refusal.status;
    bv_copy_text(pending->job.fresh, sizeof pending->job.fresh, fresh);
    pending->about = about ? memory_copy_text(about, bv_length(about)) : NULL;
    return pending_start(exchange, pending);
}

static int change_about(struct exchange *exchange, const char *about)
{
    const char *person = exchange->client->person;
    cJSON *account = documents_read(exchange->documents, "account", person);
    fields_set_text(account, "about", about);
    if (account) account_write(accounts_of(exchange), person, account);
    return 200;
}

static int patch_account(struct exchange *exchange)
{
    const char *about = fields_text(exchange->body, "about", ABOUT_MAX);
    bool readable = about && (!about[0] || text_is_presentable(about, ABOUT_MAX));
    if (fields_has(exchange->body, "about") && !readable)
        return api_refuse(exchange, REFUSE_BAD_TEXT_ABOUT);
    if (fields_has(exchange->body, "newPassword")) return change_password(exchange, about);
    return about ? change_about(exchange, about) : 200;
}

static int codes_made(struct exchange *exchange, struct pending_login *pending)
{
    cJSON *account = account_proved(exchange, pending);
    if (!account) return exchange->refusal.status;
    account_codes(accounts_of(exchange), pending->person, account, exchange->out);
    account_write(accounts_of(exchange), pending->person, account);
    return 200;
}

static int post_codes(struct exchange *exchange)
{
    return verify_then(exchange, codes_made);
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
    if (!limiter_person_may(accounts_of(exchange)->limiter, exchange->client, LIMIT_LOGINS,
                            &exchange->refusal))
        return exchange->refusal.status;
    return slow_answer_later(accounts_of(exchange)->slow, exchange, export_data,
                             exchange->client->person, sizeof exchange->client->person);
}

static int deleted(struct exchange *exchange, struct pending_login *pending)
{
    cJSON *account = account_proved(exchange, pending);
    cJSON_Delete(account);
    if (!account) return exchange->refusal.status;
    merge_forget_person(accounts_of(exchange), pending->person);
    api_set_cookie(exchange, "bivouac", "");
    return 200;
}

static int delete_account(struct exchange *exchange)
{
    return verify_then(exchange, deleted);
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static int delete_session(struct exchange *exchange)
{
    char session[CLIENT_SESSION_SIZE];
    struct bv_out out = bv_out_into(session, sizeof session);
    bv_put_span(&out, exchange->id);
    if (!out.cut && session_end(accounts_of(exchange), exchange->client->person, session))
        return 200;
    return api_refuse(exchange, REFUSE_NO_SUCH_SESSION);
}

static int delete_sessions(struct exchange *exchange)
{
    struct device device;
    device_read(exchange->request, &device);
    sessions_end(accounts_of(exchange), exchange->client->person, exchange->client->session);
    device_mark(exchange, &device);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/account", get_account, API_ACCOUNT},
    {"PATCH", "/api/v1/account", patch_account, API_ACCOUNT},
    {"DELETE", "/api/v1/account", delete_account, API_ACCOUNT},
    {"GET", "/api/v1/account/export", get_export, API_ACCOUNT},
    {"POST", "/api/v1/account/codes", post_codes, API_ACCOUNT},
    {"DELETE", "/api/v1/account/sessions", delete_sessions, API_ACCOUNT},
    {"DELETE", "/api/v1/account/sessions/*", delete_session, API_ACCOUNT},
};

const struct api_routes account_routes = {rows, BV_COUNT(rows)};
