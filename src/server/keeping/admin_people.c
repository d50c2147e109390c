/* Accounts as keepers see them, and what keepers may do about them. */
#include "server/keeping/admin.h"
#include "server/people/accounts.h"
#include "server/people/moving.h"
#include "server/people/passwords.h"

enum { PAGE = 100 };

/* ---- The list ------------------------------------------------------------------------------------------------------- */

static bool note_seen(void *context, const struct bv_paper *paper)
{
    int64_t *latest = context;
    int64_t seen = 0;
    cJSON *session = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    bv_json_get_number(session, "seen", 0, INT64_MAX / 1024, &seen);
    if (seen > *latest) *latest = seen;
    cJSON_Delete(session);
    return true;
}

/* When the person last came with a session; 0: there is none. */
static int64_t last_seen(struct bv_house *house, const char *person)
{
    enum { SESSIONS = 64 };
    char prefix[BV_PAPER_KEY_MAX + 1];
    struct bv_error error;
    int64_t latest = 0;
    bv_pair_key(person, "", prefix);
    bv_store_papers(house->reader, "session", prefix, "", SESSIONS, note_seen, &latest, &error);
    return latest;
}

static void put_ban(struct bv_house *house, const char *person, struct bv_out *out)
{
    const struct bv_ban *ban = bv_ban_of_person(house->bans, person, bv_now());
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

/* The fields of an account into an object that is open. */
static void put_account(struct bv_house *house, const char *person, struct bv_out *out)
{
    int64_t created = 0;
    cJSON *account = bv_desk_read(house->desk, "account", person, NULL);
    bv_json_get_number(account, "created", 0, INT64_MAX / 1024, &created);
    cJSON_Delete(account);
    bv_person_put(house, "person", person, out);
    bv_json_number(out, "created", created);
    bv_json_number(out, "seen", last_seen(house, person));
    bv_json_number(out, "connections",
                   (int64_t)bv_porter_count(house->porter, person) +
                       bv_roster_count(house->roster, person));
    put_ban(house, person, out);
}

/* Who is listed: first the ids, since writing about them reads papers again. */
struct listing {
    uint32_t count;
    char person[PAGE][BV_ID_SIZE];
    char last[BV_PAPER_KEY_MAX + 1];
};

static bool note_name(void *context, const struct bv_paper *paper)
{
    struct listing *listing = context;
    struct bv_out last = bv_out_into(listing->last, sizeof listing->last);
    struct bv_out id = bv_out_into(listing->person[listing->count++], BV_ID_SIZE);
    cJSON *name = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    const char *person = bv_json_get_text(name, "person", BV_ID_SIZE - 1);
    bv_put(&last, paper->key);
    bv_put(&id, person ? person : "");
    cJSON_Delete(name);
    return listing->count < PAGE;
}

static int get_people(struct bv_visit *visit)
{
    char name[BV_FOLDED_SIZE] = "";
    char folded[BV_FOLDED_SIZE] = "";
    char after[BV_PAPER_KEY_MAX + 1] = "";
    struct bv_error error;
    struct listing listing = {0};
    bv_query_get(visit->request->query, "name", name, sizeof name);
    bv_query_get(visit->request->query, "after", after, sizeof after);
    bv_name_fold(name, folded);
    if (!bv_store_papers(visit->house->reader, "name", folded, after, PAGE, note_name, &listing,
                         &error))
        return bv_api_unreadable(visit, &error);
    bv_json_open(visit->out, "people", '[');
    for (uint32_t i = 0; i < listing.count; i++) {
        bv_json_open(visit->out, NULL, '{');
        put_account(visit->house, listing.person[i], visit->out);
        bv_json_close(visit->out, '}');
    }
    bv_json_close(visit->out, ']');
    if (listing.count == PAGE)
        bv_json_text(visit->out, "next", listing.last);
    else
        bv_json_null(visit->out, "next");
    return 200;
}

/* ---- One of them ---------------------------------------------------------------------------------------------------- */

/* The account that the path names; false after refusing. */
static bool read_person(struct bv_visit *visit, char person[BV_ID_SIZE])
{
    cJSON *account = NULL;
    if (bv_unescape(visit->id, person, BV_ID_SIZE))
        account = bv_desk_read(visit->house->desk, "account", person, NULL);
    cJSON_Delete(account);
    if (account) return true;
    return bv_refuse(
        &visit->refusal, "no-such-person",
        (struct bv_text){"Personne ici n'a ce compte.", "Nobody here has that account."});
}

/* The last keeper cannot be lost by a slip of one's own hand. */
static bool is_oneself(const struct bv_visit *visit, const char *person)
{
    return bv_equal(visit->client->person, person);
}

/* The paper of the account, to be changed; NULL after refusing, 503. */
static cJSON *open_account(struct bv_visit *visit, const char *person)
{
    struct bv_error trouble = {""};
    cJSON *account = bv_desk_read(visit->house->desk, "account", person, &trouble);
    if (!account) bv_api_unreadable(visit, &trouble);
    return account;
}

static void set_text(cJSON *account, const char *field, const char *text)
{
    cJSON_DeleteItemFromObjectCaseSensitive(account, field);
    if (text) cJSON_AddStringToObject(account, field, text);
}

static int change_role(struct bv_visit *visit, const char *person, const cJSON *role)
{
    bool keeper = cJSON_IsString(role) && bv_equal(role->valuestring, "keeper");
    if ((!keeper && !cJSON_IsNull(role)) || is_oneself(visit, person) || bv_is_bot(person))
        return bv_api_refuse(
            visit, 400, "bad-role",
            (struct bv_text){"Un rôle est « keeper » ou null, et n'est ni le vôtre, ni celui d'un "
                             "programme.",
                             "A role is 'keeper' or null, and neither your own nor a program's."});
    cJSON *account = open_account(visit, person);
    if (!account) return 503;
    set_text(account, "role", keeper ? "keeper" : NULL);
    bv_account_write(visit->house, person, account);
    cJSON_Delete(account);
    bv_audit(visit, keeper ? "promote" : "demote", person, "");
    return 200;
}

static int change_ban(struct bv_visit *visit, const char *person, const cJSON *fields)
{
    struct bv_ban ban = {0};
    struct bv_out key = bv_out_into(ban.key, sizeof ban.key);
    if (cJSON_IsNull(fields)) return bv_ban_remove(visit, person);
    if (is_oneself(visit, person))
        return bv_api_refuse(
            visit, 400, "bad-ban",
            (struct bv_text){"On ne s'exclut pas soi-même.", "Nobody bans themselves."});
    bv_put(&key, person);
    return bv_ban_read(visit, fields, &ban) ? bv_ban_put(visit, &ban) : 400;
}

/* Whoever is connected has the new name at once; tables keep the name under which somebody sat down. */
static void tell_name(struct bv_house *house, const char *person, const char *name)
{
    struct bv_client *client = bv_porter_first(house->porter, person);
    for (; client; client = bv_porter_next(client)) {
        struct bv_out out = bv_out_into(client->name, sizeof client->name);
        bv_put(&out, name);
    }
}

static int change_name(struct bv_visit *visit, const char *person, const cJSON *value)
{
    char folded[BV_FOLDED_SIZE];
    const char *name = cJSON_GetStringValue(value);
    int refused = bv_account_name(visit, name);
    if (refused) return refused;
    cJSON *account = open_account(visit, person);
    if (!account) return 503;
    const char *old = bv_json_get_text(account, "folded", BV_FOLDED_SIZE);
    if (old) bv_desk_remove(visit->house->desk, "name", old, NULL);
    bv_audit(visit, "rename", person, name);
    bv_name_fold(name, folded);
    set_text(account, "name", name);
    set_text(account, "folded", folded);
    bv_account_write(visit->house, person, account);
    cJSON_Delete(account);
    bv_batch_rename(bv_post_changes(visit->house->post), person, name);
    tell_name(visit->house, person, name);
    return 200;
}

/* One more recovery code, for somebody who has lost theirs and whom the keeper knows; the oldest gives way. */
static int give_code(struct bv_visit *visit, const char *person, const cJSON *value)
{
    char code[BV_CODE_SIZE];
    char seal[BV_SEAL_SIZE];
    if (!cJSON_IsTrue(value) || bv_is_bot(person))
        return bv_api_refuse(visit, 400, "bad-change",
                             (struct bv_text){"« code » est true, et n'est pas pour un programme.",
                                              "'code' is true, and not for a program."});
    cJSON *account = open_account(visit, person);
    if (!account) return 503;
    cJSON *codes = cJSON_GetObjectItemCaseSensitive(account, "codes");
    if (!codes) codes = cJSON_AddArrayToObject(account, "codes");
    while (cJSON_GetArraySize(codes) >= BV_CODES) cJSON_DeleteItemFromArray(codes, 0);
    bv_code_make(code);
    bv_code_seal(visit->house->secret, person, code, seal);
    cJSON_AddItemToArray(codes, cJSON_CreateString(seal));
    bv_account_write(visit->house, person, account);
    cJSON_Delete(account);
    bv_audit(visit, "code", person, "");
    bv_json_text(visit->out, "code", code);
    return 200;
}

static const struct {
    const char *field;
    int (*change)(struct bv_visit *visit, const char *person, const cJSON *value);
} changes[] = {
    {"role", change_role}, {"banned", change_ban}, {"name", change_name}, {"code", give_code}};

/* One change a request, so that it is done or refused as a whole. */
static int patch_person(struct bv_visit *visit)
{
    char person[BV_ID_SIZE];
    const cJSON *value = cJSON_GetArrayItem(visit->body, 0);
    if (!read_person(visit, person)) return 404;
    for (size_t i = 0; cJSON_GetArraySize(visit->body) == 1 && i < BV_COUNT(changes); i++)
        if (bv_equal(changes[i].field, value->string))
            return changes[i].change(visit, person, value);
    return bv_api_refuse(visit, 400, "bad-change",
                         (struct bv_text){"Dites une chose à la fois : role, banned, name ou code.",
                                          "Say one thing at a time: role, banned, name or code."});
}

/* As if they had asked for it themselves. */
static int delete_person(struct bv_visit *visit)
{
    char person[BV_ID_SIZE];
    if (!read_person(visit, person)) return 404;
    if (is_oneself(visit, person))
        return bv_api_refuse(visit, 400, "bad-change",
                             (struct bv_text){"On supprime son propre compte soi-même.",
                                              "One deletes one's own account oneself."});
    bv_audit(visit, "delete", person, "");
    bv_forget_person(visit->house, person);
    return 200;
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/admin/people", get_people},
    {"PATCH", "/api/v1/admin/people/*", patch_person},
    {"DELETE", "/api/v1/admin/people/*", delete_person},
};

const struct bv_routes bv_admin_people_routes = {rows, BV_COUNT(rows)};
