/* Making an account, logging in and out. */
#include "server/keeping/gate.h"
#include "server/people/accounts.h"
#include "server/people/moving.h"
#include "server/people/passwords.h"

enum { PERSON_SIZE = 17, CODE_MOST = BV_DEVICE_SIZE - 1 };

/* ---- What the rest of accounts share ---------------------------------------------------------------------------------- */

bool bv_needs_account(struct bv_visit *visit)
{
    if (visit->client->account) return true;
    return bv_refuse(&visit->refusal, "needs-account",
                     (struct bv_text){"Il faut pour cela un compte.", "That takes an account."});
}

void bv_account_find(struct bv_house *house, const char *name, char person[BV_ID_SIZE])
{
    char folded[BV_FOLDED_SIZE];
    struct bv_out out = bv_out_into(person, BV_ID_SIZE);
    bv_name_fold(name, folded);
    cJSON *paper = folded[0] ? bv_desk_read(house->desk, "name", folded, NULL) : NULL;
    const char *id = bv_json_get_text(paper, "person", BV_ID_SIZE - 1);
    if (id) bv_put(&out, id);
    cJSON_Delete(paper);
}

int bv_account_name(struct bv_visit *visit, const char *name)
{
    if (!name || !bv_name_is_proper(name))
        return bv_api_refuse(
            visit, 400, "bad-name",
            (struct bv_text){"Le nom d'un compte a de 2 à 24 caractères : des lettres, des "
                             "chiffres et, entre eux, des blancs, - _ ' ou des points.",
                             "The name of an account has 2 to 24 characters: letters, digits and, "
                             "between them, blanks, - _ ' or full stops."});
    return bv_name_is_free(visit->house, name, &visit->refusal) ? 0 : 409;
}

void bv_account_write(struct bv_house *house, const char *person, const cJSON *account)
{
    int64_t created = 0;
    cJSON *name = cJSON_CreateObject();
    bv_json_get_number(account, "created", 0, INT64_MAX, &created);
    cJSON_AddStringToObject(name, "person", person);
    bv_desk_write(house->desk, "account", person, created, account, NULL);
    bv_desk_write(house->desk, "name", bv_json_get_text(account, "folded", BV_FOLDED_SIZE), 0, name,
                  NULL);
    cJSON_Delete(name);
}

void bv_account_codes(struct bv_house *house, const char *person, cJSON *account,
                      struct bv_out *out)
{
    cJSON *kept = cJSON_CreateArray();
    bv_json_open(out, "codes", '[');
    for (int i = 0; i < BV_CODES; i++) {
        char code[BV_CODE_SIZE];
        char seal[BV_SEAL_SIZE];
        bv_code_make(code);
        bv_code_seal(house->secret, person, code, seal);
        cJSON_AddItemToArray(kept, cJSON_CreateString(seal));
        bv_json_text(out, NULL, code);
    }
    bv_json_close(out, ']');
    cJSON_DeleteItemFromObjectCaseSensitive(account, "codes");
    cJSON_AddItemToObject(account, "codes", kept);
}

bool bv_account_enter(struct bv_visit *visit, const struct bv_device *device)
{
    char token[BV_TOKEN_SIZE];
    char cookie[BV_COOKIE_MAX];
    if (!bv_session_begin(visit->house, visit->client, "browser", device->words, token)) {
        bv_api_unreadable(visit, &(struct bv_error){""});
        return false;
    }
    struct bv_out out = bv_out_into(cookie, sizeof cookie);
    bv_put(&out, "s.");
    bv_put(&out, visit->client->person);
    bv_put_char(&out, '.');
    bv_put(&out, token);
    bv_visit_cookie(visit, "bivouac", cookie);
    bv_device_mark(visit, device);
    return true;
}

int bv_wrong_password(struct bv_visit *visit)
{
    return bv_api_refuse(visit, 403, "wrong-password",
                         (struct bv_text){"Le nom ou le mot de passe n'est pas le bon.",
                                          "The name or the password is not right."});
}

/* ---- Registering -------------------------------------------------------------------------------------------------------- */

/* Whether the house takes new accounts, from whoever brings that invitation: 0, or the status of a refusal. */
static int may_register(struct bv_visit *visit, const char *invitation, bool use)
{
    int64_t uses = 0;
    int64_t used = 0;
    if (visit->house->config->registration == BV_REGISTRATION_OPEN) return 0;
    if (visit->house->config->registration == BV_REGISTRATION_CLOSED)
        return bv_api_refuse(visit, 403, "registration-closed",
                             (struct bv_text){"Cette maison n'ouvre pas de nouveaux comptes.",
                                              "This house makes no new accounts."});
    cJSON *paper = invitation && invitation[0]
                       ? bv_desk_read(visit->house->desk, "invitation", invitation, NULL)
                       : NULL;
    bv_json_get_number(paper, "used", 0, INT32_MAX, &used);
    bool good = bv_json_get_number(paper, "uses", 0, INT32_MAX, &uses) && used < uses;
    if (good && use) {
        int64_t created = 0;
        bv_json_get_number(paper, "created", 0, INT64_MAX, &created);
        cJSON_DeleteItemFromObjectCaseSensitive(paper, "used");
        cJSON_AddNumberToObject(paper, "used", (double)(used + 1));
        bv_desk_write(visit->house->desk, "invitation", invitation, created, paper, NULL);
    }
    cJSON_Delete(paper);
    if (good) return 0;
    return bv_api_refuse(
        visit, 403, "bad-invitation",
        (struct bv_text){"Il faut ici une invitation, et celle-ci n'est pas bonne.",
                         "It takes an invitation here, and this one is not good."});
}

/* Programs neither make accounts nor log in to them: 0, or the status of a refusal. */
static int may_knock(struct bv_visit *visit)
{
    if (!bv_is_bot(visit->client->person)) return 0;
    return bv_api_refuse(
        visit, 403, "not-for-bots",
        (struct bv_text){"Ce n'est pas pour les programmes.", "That is not for programs."});
}

static int may_own(struct bv_visit *visit)
{
    if (visit->client->account)
        return bv_api_refuse(
            visit, 409, "has-account",
            (struct bv_text){"Vous avez déjà un compte.", "You have an account already."});
    return may_knock(visit);
}

/* Everybody who is connected as this guest has an account now. */
static void tell_sockets(struct bv_house *house, const struct bv_client *client)
{
    struct bv_client *other = bv_porter_first(house->porter, client->person);
    for (; other; other = bv_porter_next(other)) {
        other->account = true;
        bv_copy(other->name, client->name, sizeof other->name);
    }
}

static void become_owner(struct bv_visit *visit, const struct bv_errand *errand)
{
    struct bv_client *client = visit->client;
    struct bv_batch *changes = bv_post_changes(visit->house->post);
    if (client->person[0]) {
        bv_batch_rename(changes, client->person, errand->name);
    } else {
        bv_random_id(client->person, PERSON_SIZE);
        bv_batch_person(changes, client->person, errand->name, bv_now());
    }
    struct bv_out name = bv_out_into(client->name, sizeof client->name);
    bv_put(&name, errand->name);
    client->account = true;
    tell_sockets(visit->house, client);
}

static cJSON *new_account(const struct bv_errand *errand)
{
    char folded[BV_FOLDED_SIZE];
    cJSON *account = cJSON_CreateObject();
    bv_name_fold(errand->name, folded);
    cJSON_AddStringToObject(account, "name", errand->name);
    cJSON_AddStringToObject(account, "folded", folded);
    cJSON_AddStringToObject(account, "hash", errand->job.fresh_hash);
    cJSON_AddNumberToObject(account, "created", (double)bv_now());
    cJSON_AddStringToObject(account, "about", "");
    return account;
}

/* Everything is asked again: while the vault was at work somebody else may have been faster. */
static int registered(struct bv_visit *visit, struct bv_errand *errand)
{
    bv_refresh_person(visit->house, visit->client);
    int refused = may_own(visit);
    if (!refused) refused = bv_account_name(visit, errand->name);
    if (!refused) refused = may_register(visit, errand->word, true);
    if (refused) return refused;
    cJSON *account = new_account(errand);
    become_owner(visit, errand);
    bv_person_write(visit->client, visit->out);
    bv_account_codes(visit->house, visit->client->person, account, visit->out);
    bv_account_write(visit->house, visit->client->person, account);
    cJSON_Delete(account);
    return bv_account_enter(visit, &errand->device) ? 201 : 503;
}

static int post_account(struct bv_visit *visit)
{
    const char *name = bv_json_get_text(visit->body, "name", BV_TABLE_NAME_MAX);
    const char *password = bv_json_get_text(visit->body, "password", BV_PASSWORD_MOST);
    const char *invitation = bv_json_get_text(visit->body, "invitation", CODE_MOST);
    int refused = may_own(visit);
    if (!refused) refused = may_register(visit, invitation, false);
    if (!refused) refused = bv_account_name(visit, name);
    if (refused) return refused;
    if (!bv_password_will_do(password, name, &visit->refusal)) return 400;
    if (!bv_gate_address_may(visit->house->gate, visit->client, BV_LIMIT_GUESTS, &visit->refusal))
        return 429;
    struct bv_errand *errand = bv_errand_new(visit, registered);
    struct bv_out out = bv_out_into(errand->name, sizeof errand->name);
    bv_put(&out, name);
    out = bv_out_into(errand->job.fresh, sizeof errand->job.fresh);
    bv_put(&out, password);
    out = bv_out_into(errand->word, sizeof errand->word);
    bv_put(&out, invitation ? invitation : "");
    return bv_errand_go(visit, errand);
}

/* ---- Logging in --------------------------------------------------------------------------------------------------------- */

/* How tries for that account are counted: as those of the device, where it is known there. */
static struct bv_attempt attempt_for(struct bv_visit *visit, const char *name)
{
    char folded[BV_FOLDED_SIZE];
    char person[BV_ID_SIZE];
    char id[BV_DEVICE_ID_SIZE];
    struct bv_device device;
    bv_device_read(visit->request, &device);
    bv_account_find(visit->house, name, person);
    bv_device_known(visit->house, &device, person, id);
    bv_name_fold(name, folded);
    return id[0] ? bv_attempt_of_device(person, id) : bv_attempt_of_stranger(visit->client, folded);
}

/* The account of that name in an errand, "" where there is none (a bot has no password, so nobody logs in as one). */
static void find_owner(struct bv_house *house, struct bv_errand *errand, const char *name)
{
    bv_account_find(house, name, errand->person);
    cJSON *account = bv_desk_read(house->desk, "account", errand->person, NULL);
    const char *hash = bv_json_get_text(account, "hash", BV_PASSWORD_HASH_SIZE - 1);
    struct bv_out out = bv_out_into(errand->job.hash, sizeof errand->job.hash);
    if (hash) bv_put(&out, hash);
    cJSON_Delete(account);
}

/* The password may have been changed while the vault was at work: what was right before is not right any more. */
cJSON *bv_account_proved(struct bv_visit *visit, const struct bv_errand *errand)
{
    cJSON *account = bv_desk_read(visit->house->desk, "account", errand->person, NULL);
    const char *hash = bv_json_get_text(account, "hash", BV_PASSWORD_HASH_SIZE - 1);
    if (errand->job.right && hash && bv_equal(hash, errand->job.hash)) {
        bv_gate_attempt_was_right(visit->house->gate, &errand->attempt);
        return account;
    }
    cJSON_Delete(account);
    bv_wrong_password(visit);
    return NULL;
}

/* Whoever was here before in this browser is so no longer; the games of a guest become the account's. */
static void take_over(struct bv_visit *visit, const char *person, struct bv_moved *moved)
{
    struct bv_client *client = visit->client;
    *moved = (struct bv_moved){0};
    if (client->session[0]) bv_session_end(visit->house, client->person, client->session);
    bv_refresh_person(visit->house, client);
    if (client->person[0] && !client->account && !bv_is_bot(client->person))
        bv_move_guest(visit->house, client->person, person, moved);
    bv_become(visit->house, client, person);
}

static int let_in(struct bv_visit *visit, const struct bv_errand *errand)
{
    struct bv_moved moved;
    const struct bv_ban *ban = bv_ban_of_person(visit->house->bans, errand->person, bv_now());
    if (ban) {
        bv_refuse_banned(&visit->refusal, ban);
        return 403;
    }
    take_over(visit, errand->person, &moved);
    if (!bv_account_enter(visit, &errand->device)) return 503;
    bv_person_write(visit->client, visit->out);
    bv_json_number(visit->out, "moved", moved.tables);
    bv_json_open(visit->out, "kept", '[');
    for (uint32_t i = 0; i < moved.kept; i++) bv_json_text(visit->out, NULL, moved.table[i]);
    bv_json_close(visit->out, ']');
    return 200;
}

static int logged_in(struct bv_visit *visit, struct bv_errand *errand)
{
    cJSON *account = bv_account_proved(visit, errand);
    cJSON_Delete(account);
    return account ? let_in(visit, errand) : 403;
}

static int post_login(struct bv_visit *visit)
{
    const char *name = bv_json_get_text(visit->body, "name", BV_TABLE_NAME_MAX);
    const char *password = bv_json_get_text(visit->body, "password", BV_PASSWORD_MOST);
    int refused = may_knock(visit);
    if (refused) return refused;
    if (!name || !password || !password[0]) return bv_wrong_password(visit);
    struct bv_attempt attempt = attempt_for(visit, name);
    if (!bv_gate_attempt(visit->house->gate, visit->client, &attempt, &visit->refusal)) return 429;
    struct bv_errand *errand = bv_errand_new(visit, logged_in);
    errand->attempt = attempt;
    errand->job.known = attempt.known;
    find_owner(visit->house, errand, name);
    struct bv_out out = bv_out_into(errand->job.password, sizeof errand->job.password);
    bv_put(&out, password);
    return bv_errand_go(visit, errand);
}

/* ---- With a recovery code --------------------------------------------------------------------------------------------- */

/* Where the code stands among those of an account, -1 if it does not. */
static int find_code(const struct bv_house *house, const cJSON *account, const char *person,
                     const char *code)
{
    char seal[BV_SEAL_SIZE];
    const cJSON *codes = cJSON_GetObjectItemCaseSensitive(account, "codes");
    bv_code_seal(house->secret, person, code, seal);
    for (int i = 0; i < cJSON_GetArraySize(codes); i++) {
        const char *kept = cJSON_GetStringValue(cJSON_GetArrayItem(codes, i));
        if (kept && bv_equal(kept, seal)) return i;
    }
    return -1;
}

static int refuse_code(struct bv_visit *visit)
{
    return bv_api_refuse(visit, 403, "bad-code",
                         (struct bv_text){"Ce code n'est pas le bon, ou il a déjà servi.",
                                          "This code is not right, or has been used already."});
}

/* Whether it is a code of that account; nobody's account has any. */
static bool is_code(struct bv_house *house, const char *person, const char *code)
{
    cJSON *account = bv_desk_read(house->desk, "account", person, NULL);
    bool good = find_code(house, account, person, code) >= 0;
    cJSON_Delete(account);
    return good;
}

/* The code is used up, the password is the new one, and whoever was in with the old one is out. */
static int recovered(struct bv_visit *visit, struct bv_errand *errand)
{
    cJSON *account = bv_desk_read(visit->house->desk, "account", errand->person, NULL);
    int code = find_code(visit->house, account, errand->person, errand->word);
    if (code >= 0) {
        cJSON_DeleteItemFromArray(cJSON_GetObjectItemCaseSensitive(account, "codes"), code);
        cJSON_DeleteItemFromObjectCaseSensitive(account, "hash");
        cJSON_AddStringToObject(account, "hash", errand->job.fresh_hash);
        bv_account_write(visit->house, errand->person, account);
        bv_sessions_end(visit->house, errand->person, "");
    }
    cJSON_Delete(account);
    return code < 0 ? refuse_code(visit) : let_in(visit, errand);
}

/* A code has sixty random bits, so nobody guesses one: it is limited by the address alone, and whoever guesses at the
 * account does not keep the owner from using one. It is looked at before the new password is hashed, so that wrong ones cost
 * nothing. */
static int post_code(struct bv_visit *visit)
{
    char person[BV_ID_SIZE];
    const char *name = bv_json_get_text(visit->body, "name", BV_TABLE_NAME_MAX);
    const char *code = bv_json_get_text(visit->body, "code", CODE_MOST);
    const char *password = bv_json_get_text(visit->body, "password", BV_PASSWORD_MOST);
    int refused = may_knock(visit);
    if (refused) return refused;
    if (!bv_password_will_do(password, name ? name : "", &visit->refusal)) return 400;
    if (!bv_gate_address_may(visit->house->gate, visit->client, BV_LIMIT_CODES, &visit->refusal))
        return 429;
    bv_account_find(visit->house, name ? name : "", person);
    if (!is_code(visit->house, person, code ? code : "")) return refuse_code(visit);
    struct bv_errand *errand = bv_errand_new(visit, recovered);
    errand->job.known = true;
    bv_copy(errand->person, person, sizeof person);
    struct bv_out out = bv_out_into(errand->word, sizeof errand->word);
    bv_put(&out, code);
    out = bv_out_into(errand->job.fresh, sizeof errand->job.fresh);
    bv_put(&out, password);
    return bv_errand_go(visit, errand);
}

/* ---- Logging out -------------------------------------------------------------------------------------------------------- */

static int post_logout(struct bv_visit *visit)
{
    struct bv_client *client = visit->client;
    bool somebody = client->person[0] != '\0'; /* else the session was ended elsewhere */
    if (somebody && !bv_needs_account(visit)) return 403;
    if (somebody) bv_session_end(visit->house, client->person, client->session);
    bv_visit_cookie(visit, "bivouac", "");
    return 200;
}

static const struct bv_route_row rows[] = {
    {"POST", "/api/v1/account", post_account},
    {"POST", "/api/v1/login", post_login},
    {"POST", "/api/v1/login/code", post_code},
    {"POST", "/api/v1/logout", post_logout},
};

const struct bv_routes bv_register_routes = {rows, BV_COUNT(rows)};
