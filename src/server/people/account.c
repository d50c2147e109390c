/* What somebody does with an account of their own. */
#include "server/archive.h"
#include "server/keeping/gate.h"
#include "server/people/accounts.h"
#include "server/people/moving.h"
#include "server/people/passwords.h"
#include "server/people/programs.h"

enum { ABOUT_MAX = 500 };

/* ---- Reading ------------------------------------------------------------------------------------------------------ */

static int get_account(struct bv_visit *visit)
{
    int64_t created = 0;
    struct bv_out *out = visit->out;
    struct bv_error error = {""};
    if (!bv_needs_account(visit)) return 403;
    cJSON *account = bv_desk_read(visit->house->desk, "account", visit->client->person, &error);
    if (!account) return bv_api_unreadable(visit, &error);
    const char *about = bv_json_get_text(account, "about", ABOUT_MAX);
    const cJSON *codes = cJSON_GetObjectItemCaseSensitive(account, "codes");
    bv_json_get_number(account, "created", 0, INT64_MAX, &created);
    bv_person_write(visit->client, out);
    bv_json_number(out, "created", created);
    bv_json_text(out, "about", about ? about : "");
    bv_json_number(out, "codesLeft", cJSON_GetArraySize(codes));
    cJSON_Delete(account);
    bv_json_open(out, "sessions", '[');
    bv_sessions_write(visit->house, visit->client->person, visit->client->session, out);
    bv_json_close(out, ']');
    bv_json_open(out, "bots", '[');
    bv_bots_write(visit->house, visit->client->person, out);
    bv_json_close(out, ']');
    return 200;
}

/* ---- With the password ---------------------------------------------------------------------------------------------- */

struct bv_errand *bv_errand_of_owner(struct bv_visit *visit, bv_errand_done *done)
{
    const char *password = bv_json_get_text(visit->body, "password", BV_PASSWORD_MOST);
    struct bv_attempt attempt = bv_attempt_of_owner(visit->client->person);
    if (!password || !password[0]) {
        bv_wrong_password(visit);
        return NULL;
    }
    if (!bv_gate_attempt(visit->house->gate, visit->client, &attempt, &visit->refusal)) return NULL;
    struct bv_errand *errand = bv_errand_new(visit, done);
    cJSON *account = bv_desk_read(visit->house->desk, "account", visit->client->person, NULL);
    const char *hash = bv_json_get_text(account, "hash", BV_PASSWORD_HASH_SIZE - 1);
    struct bv_out out = bv_out_into(errand->job.hash, sizeof errand->job.hash);
    if (hash) bv_put(&out, hash);
    cJSON_Delete(account);
    out = bv_out_into(errand->job.password, sizeof errand->job.password);
    bv_put(&out, password);
    bv_copy(errand->person, visit->client->person, sizeof errand->person);
    errand->attempt = attempt;
    errand->job.known = true;
    return errand;
}

static int status_of_failure(const struct bv_visit *visit)
{
    return bv_equal(visit->refusal.code, "too-many") ? 429 : 403;
}

static void set_text(cJSON *account, const char *name, const char *text)
{
    cJSON_DeleteItemFromObjectCaseSensitive(account, name);
    cJSON_AddStringToObject(account, name, text);
}

/* A new password closes all other sessions: whoever had the old one is out. */
static int password_changed(struct bv_visit *visit, struct bv_errand *errand)
{
    cJSON *account = bv_account_proved(visit, errand);
    if (!account) return 403;
    set_text(account, "hash", errand->job.fresh_hash);
    if (errand->about) set_text(account, "about", errand->about);
    bv_account_write(visit->house, errand->person, account);
    bv_sessions_end(visit->house, errand->person, visit->client->session);
    bv_device_mark(visit, &errand->device);
    cJSON_Delete(account);
    return 200;
}

/* What is said about oneself changes along with the password, or neither does. */
static int change_password(struct bv_visit *visit, const char *about)
{
    const char *fresh = bv_json_get_text(visit->body, "newPassword", BV_PASSWORD_MOST);
    if (!bv_password_will_do(fresh, visit->client->name, &visit->refusal)) return 400;
    struct bv_errand *errand = bv_errand_of_owner(visit, password_changed);
    if (!errand) return status_of_failure(visit);
    struct bv_out out = bv_out_into(errand->job.fresh, sizeof errand->job.fresh);
    bv_put(&out, fresh);
    errand->about = about ? bv_text_copy(about, bv_length(about)) : NULL;
    return bv_errand_go(visit, errand);
}

static int change_about(struct bv_visit *visit, const char *about)
{
    struct bv_error error = {""};
    cJSON *account = bv_desk_read(visit->house->desk, "account", visit->client->person, &error);
    if (!account) return bv_api_unreadable(visit, &error);
    set_text(account, "about", about);
    bv_account_write(visit->house, visit->client->person, account);
    cJSON_Delete(account);
    return 200;
}

static int patch_account(struct bv_visit *visit)
{
    if (!bv_needs_account(visit)) return 403;
    const char *about = bv_json_get_text(visit->body, "about", ABOUT_MAX);
    bool readable = about && (!about[0] || bv_is_presentable(about, ABOUT_MAX));
    if (cJSON_GetObjectItemCaseSensitive(visit->body, "about") && !readable)
        return bv_api_refuse(visit, 400, "bad-text",
                             (struct bv_text){"Ce texte est trop long ou n'est pas lisible.",
                                              "That text is too long or cannot be read."});
    if (cJSON_GetObjectItemCaseSensitive(visit->body, "newPassword"))
        return change_password(visit, about);
    return about ? change_about(visit, about) : 200;
}

static int codes_made(struct bv_visit *visit, struct bv_errand *errand)
{
    cJSON *account = bv_account_proved(visit, errand);
    if (!account) return 403;
    bv_account_codes(visit->house, errand->person, account, visit->out);
    bv_account_write(visit->house, errand->person, account);
    cJSON_Delete(account);
    return 200;
}

static int post_codes(struct bv_visit *visit)
{
    if (!bv_needs_account(visit)) return 403;
    struct bv_errand *errand = bv_errand_of_owner(visit, codes_made);
    return errand ? bv_errand_go(visit, errand) : status_of_failure(visit);
}

/* ---- Everything, and nothing any more ---------------------------------------------------------------------------------- */

static int get_export(struct bv_visit *visit)
{
    struct bv_archive_question question = {0};
    if (!bv_needs_account(visit)) return 403;
    if (!bv_gate_person_may(visit->house->gate, visit->client, BV_LIMIT_LOGINS, &visit->refusal))
        return 429;
    bv_copy(question.person, visit->client->person, sizeof question.person);
    return bv_api_search(visit, &question);
}

static int deleted(struct bv_visit *visit, struct bv_errand *errand)
{
    cJSON *account = bv_account_proved(visit, errand);
    cJSON_Delete(account);
    if (!account) return 403;
    bv_forget_person(visit->house, errand->person);
    bv_visit_cookie(visit, "bivouac", "");
    return 200;
}

static int delete_account(struct bv_visit *visit)
{
    if (!bv_needs_account(visit)) return 403;
    struct bv_errand *errand = bv_errand_of_owner(visit, deleted);
    return errand ? bv_errand_go(visit, errand) : status_of_failure(visit);
}

/* ---- Sessions --------------------------------------------------------------------------------------------------------- */

static int delete_session(struct bv_visit *visit)
{
    char session[BV_SESSION_SIZE];
    struct bv_out out = bv_out_into(session, sizeof session);
    bv_put_span(&out, visit->id);
    if (!bv_needs_account(visit)) return 403;
    if (!out.cut && bv_session_end(visit->house, visit->client->person, session)) return 200;
    return bv_api_refuse(visit, 404, "no-such-session",
                         (struct bv_text){"Cette session n'existe pas, ou plus.",
                                          "There is no such session, or no more."});
}

static int delete_sessions(struct bv_visit *visit)
{
    struct bv_device device;
    if (!bv_needs_account(visit)) return 403;
    bv_device_read(visit->request, &device);
    bv_sessions_end(visit->house, visit->client->person, visit->client->session);
    bv_device_mark(visit, &device);
    return 200;
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/account", get_account},
    {"PATCH", "/api/v1/account", patch_account},
    {"DELETE", "/api/v1/account", delete_account},
    {"GET", "/api/v1/account/export", get_export},
    {"POST", "/api/v1/account/codes", post_codes},
    {"DELETE", "/api/v1/account/sessions", delete_sessions},
    {"DELETE", "/api/v1/account/sessions/*", delete_session},
};

const struct bv_routes bv_account_routes = {rows, BV_COUNT(rows)};
