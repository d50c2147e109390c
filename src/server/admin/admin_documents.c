/* The audit, the announcement, invitations and reports in the admin API. */
#include "server/accounts/persons.h"
#include "server/admin/admin.h"
#include "server/admin/announcement.h"

enum { NOTE_MAX = 1000, CODE_SIZE = 13, USES_MAX = 10000, INVITATION_NOTE_MAX = 200 };

static void put_text(const cJSON *document, const char *name, struct bv_out *out)
{
    const char *text = fields_text(document, name, DOCUMENT_MAX);
    bv_json_text(out, name, text ? text : "");
}

static void put_number(const cJSON *document, const char *name, struct bv_out *out)
{
    int64_t number = 0;
    fields_number(document, name, 0, INT64_MAX / 1024, &number);
    bv_json_number(out, name, number);
}

/* ---- The audit ------------------------------------------------------------------------------- */

static bool put_event(struct exchange *exchange, const char *key, const cJSON *document,
                      struct bv_out *out)
{
    (void)exchange;
    (void)key;
    put_number(document, "at", out);
    put_text(document, "by", out);
    put_text(document, "what", out);
    put_text(document, "whom", out);
    put_text(document, "detail", out);
    return true;
}

static int get_audit(struct exchange *exchange)
{
    return paging_list(exchange, "audit", "audit", put_event);
}

/* ---- The announcement ------------------------------------------------------------------------ */

static int put_announcement(struct exchange *exchange)
{
    struct bv_error trouble;
    const char *fr = fields_text(exchange->body, "fr", ANNOUNCEMENT_MAX);
    const char *en = fields_text(exchange->body, "en", ANNOUNCEMENT_MAX);
    int64_t until = 0;
    bool has_until = cJSON_GetObjectItemCaseSensitive(exchange->body, "until");
    if (!text_is_presentable(fr, ANNOUNCEMENT_MAX) || !text_is_presentable(en, ANNOUNCEMENT_MAX) ||
        (has_until &&
         !fields_number(exchange->body, "until", server_now(), INT64_MAX / 1024, &until)))
        return api_refuse(exchange, REFUSE_BAD_ANNOUNCEMENT);
    if (!announcement_set(admin_of(exchange), (struct bv_text){fr, en}, until, &trouble))
        return api_unreadable(exchange, &trouble);
    audit(exchange, "announce", "", en);
    return 200;
}

static int delete_announcement(struct exchange *exchange)
{
    struct bv_error trouble;
    if (!announcement_clear(admin_of(exchange), &trouble))
        return api_unreadable(exchange, &trouble);
    audit(exchange, "announce", "", "nothing");
    return 200;
}

/* ---- Invitations: documents keyed by their code, each valid for a number of accounts --------- */

static bool put_invitation(struct exchange *exchange, const char *key, const cJSON *document,
                           struct bv_out *out)
{
    (void)exchange;
    bv_json_text(out, "code", key);
    put_number(document, "uses", out);
    put_number(document, "used", out);
    put_text(document, "note", out);
    put_text(document, "by", out);
    put_number(document, "created", out);
    return true;
}

static int get_invitations(struct exchange *exchange)
{
    return paging_list(exchange, "invitation", "invitations", put_invitation);
}

/* Writes a new invitation; each account created with it is counted in `used`. */
static bool write_invitation(struct exchange *exchange, int64_t uses, const char *note,
                             char code[CODE_SIZE], struct bv_error *trouble)
{
    int64_t now = server_now();
    random_id(code, CODE_SIZE);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "uses", (double)uses);
    cJSON_AddNumberToObject(document, "used", 0);
    cJSON_AddStringToObject(document, "note", note);
    cJSON_AddStringToObject(document, "by", admin_asking(exchange));
    cJSON_AddNumberToObject(document, "created", (double)now);
    bool good =
        documents_write(admin_of(exchange)->documents, "invitation", code, now, document, trouble);
    cJSON_Delete(document);
    return good;
}

static int post_invitation(struct exchange *exchange)
{
    struct bv_error trouble;
    char code[CODE_SIZE];
    int64_t uses = 1;
    bool has_uses = cJSON_GetObjectItemCaseSensitive(exchange->body, "uses");
    bool has_note = cJSON_GetObjectItemCaseSensitive(exchange->body, "note");
    const char *note = fields_text(exchange->body, "note", INVITATION_NOTE_MAX);
    if ((has_uses && !fields_number(exchange->body, "uses", 1, USES_MAX, &uses)) ||
        (has_note && !text_is_presentable(note, INVITATION_NOTE_MAX)))
        return api_refuse(exchange, REFUSE_BAD_INVITE);
    if (!write_invitation(exchange, uses, note ? note : "", code, &trouble))
        return api_unreadable(exchange, &trouble);
    audit(exchange, "invite", code, note ? note : "");
    bv_json_text(exchange->out, "code", code);
    return 201;
}

/* Reads the document that the path names; NULL after a refusal. */
static cJSON *read_named(struct exchange *exchange, const char *kind,
                         char key[DOCUMENT_KEY_MAX + 1], int *status)
{
    struct bv_error trouble = {""};
    cJSON *document = NULL;
    if (api_unescape(exchange->id, key, DOCUMENT_KEY_MAX + 1))
        document = documents_read(admin_of(exchange)->documents, kind, key, &trouble);
    if (document) return document;
    *status = trouble.text[0] ? api_unreadable(exchange, &trouble)
                              : api_refuse(exchange, REFUSE_NO_SUCH_DOCUMENT);
    return NULL;
}

static int delete_invitation(struct exchange *exchange)
{
    char code[DOCUMENT_KEY_MAX + 1];
    struct bv_error trouble;
    int status = 200;
    cJSON *document = read_named(exchange, "invitation", code, &status);
    cJSON_Delete(document);
    if (!document) return status;
    if (!documents_remove(admin_of(exchange)->documents, "invitation", code, &trouble))
        return api_unreadable(exchange, &trouble);
    audit(exchange, "uninvite", code, "");
    return 200;
}

/* ---- Reports --------------------------------------------------------------------------------- */

static void put_person(struct exchange *exchange, const cJSON *document, const char *name,
                       struct bv_out *out)
{
    const char *person = fields_text(document, name, ID_SIZE - 1);
    person_put(admin_of(exchange)->accounts, name, person ? person : "", out);
}

static bool put_report(struct exchange *exchange, const char *key, const cJSON *document,
                       struct bv_out *out)
{
    char wanted[16];
    const char *state = fields_text(document, "state", sizeof wanted - 1);
    if (!state) state = "open";
    if (api_query_get(exchange->request->query, "state", wanted, sizeof wanted) &&
        !bv_equal(wanted, state))
        return false;
    bv_json_text(out, "id", key);
    bv_json_text(out, "state", state);
    put_number(document, "at", out);
    put_person(exchange, document, "by", out);
    put_person(exchange, document, "person", out);
    if (fields_text(document, "table", ID_SIZE)) put_text(document, "table", out);
    put_text(document, "reason", out);
    put_text(document, "text", out);
    put_text(document, "note", out);
    return true;
}

static int get_reports(struct exchange *exchange)
{
    return paging_list(exchange, "report", "reports", put_report);
}

static int patch_report(struct exchange *exchange)
{
    char key[DOCUMENT_KEY_MAX + 1];
    struct bv_error trouble;
    int status = 200;
    int64_t at = 0;
    const char *state = fields_text(exchange->body, "state", 16);
    const char *note = fields_text(exchange->body, "note", NOTE_MAX);
    if (!state || !(bv_equal(state, "closed") || bv_equal(state, "open")) ||
        (note && note[0] && !text_is_presentable(note, NOTE_MAX)))
        return api_refuse(exchange, REFUSE_BAD_REPORT_STATE);
    cJSON *document = read_named(exchange, "report", key, &status);
    if (!document) return status;
    cJSON_DeleteItemFromObjectCaseSensitive(document, "state");
    cJSON_DeleteItemFromObjectCaseSensitive(document, "note");
    cJSON_AddStringToObject(document, "state", state);
    cJSON_AddStringToObject(document, "note", note ? note : "");
    fields_number(document, "at", 0, INT64_MAX / 1024, &at);
    bool good =
        documents_write(admin_of(exchange)->documents, "report", key, at, document, &trouble);
    cJSON_Delete(document);
    if (!good) return api_unreadable(exchange, &trouble);
    audit(exchange, "report", key, state);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/admin/audit", get_audit},
    {"PUT", "/api/v1/admin/announcement", put_announcement},
    {"DELETE", "/api/v1/admin/announcement", delete_announcement},
    {"GET", "/api/v1/admin/invitations", get_invitations},
    {"POST", "/api/v1/admin/invitations", post_invitation},
    {"DELETE", "/api/v1/admin/invitations/*", delete_invitation},
    {"GET", "/api/v1/admin/reports", get_reports},
    {"PATCH", "/api/v1/admin/reports/*", patch_report},
};

const struct api_routes admin_document_routes = {rows, BV_COUNT(rows)};
