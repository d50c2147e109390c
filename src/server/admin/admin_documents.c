/* The audit, the announcement, invitations and reports in the admin API. */
#include "server/accounts/persons.h"
#include "server/admin/admin.h"
#include "server/admin/announcement.h"

enum { NOTE_MAX = 1000, CODE_SIZE = 13, USES_MAX = 10000, INVITATION_NOTE_MAX = 200 };

/* ---- Pages of documents: those of a kind, the highest rank first. `next` in an answer is the value
 * of `after` in the query of the next page; null: that was the last page. ----------------------- */

enum { PAGE = 100, DOCUMENTS_READ = 1000, LINE_SIZE = 8192, CURSOR_SIZE = DOCUMENT_KEY_MAX + 32 };

/* Writes the fields of one document into an open object; false leaves the document out. */
typedef bool page_line(struct exchange *exchange, const struct document *document,
                       struct bv_out *out);

struct page {
    struct exchange *exchange;
    page_line *line;
    uint32_t read, shown;
    int64_t rank; /* of the last document that was read */
    char key[DOCUMENT_KEY_MAX + 1];
    bool full;
};

/* `1794756164272.KEY`; nothing: from the first. */
static bool read_cursor(struct exchange *exchange, struct page *page)
{
    char cursor[CURSOR_SIZE];
    page->rank = INT64_MAX;
    if (!api_query_get(exchange->request->query, "after", cursor, sizeof cursor)) return true;
    char *end = NULL;
    page->rank = strtoll(cursor, &end, 10);
    if (end == cursor || *end != '.') return false;
    return bv_copy_text(page->key, sizeof page->key, end + 1);
}

static bool put_document(void *context, const struct document *document)
{
    char text[LINE_SIZE];
    struct page *page = context;
    struct bv_out line = bv_out_into(text, sizeof text);
    if (page->shown == PAGE ||
        page->exchange->out->length + LINE_SIZE + 1024 > page->exchange->out->size) {
        page->full = true;
        return false;
    }
    bv_json_open(&line, NULL, '{');
    bool wanted = page->line(page->exchange, document, &line);
    bv_json_close(&line, '}');
    if (wanted && !line.cut) {
        bv_json_raw(page->exchange->out, text);
        page->shown++;
    }
    bv_copy_text(page->key, sizeof page->key, document->key);
    page->rank = document->rank;
    page->full = ++page->read == DOCUMENTS_READ;
    return !page->full;
}

static void put_cursor(const struct page *page, struct bv_out *out)
{
    char cursor[CURSOR_SIZE];
    struct bv_out text = bv_out_into(cursor, sizeof cursor);
    bv_put_number(&text, page->rank);
    bv_put_char(&text, '.');
    bv_put(&text, page->key);
    bv_json_text_or_null(out, "next", page->full ? cursor : NULL);
}

static int put_page(struct exchange *exchange, const char *kind, const char *field, page_line *line)
{
    struct page page = {.exchange = exchange, .line = line};
    if (!read_cursor(exchange, &page)) return api_refuse(exchange, REFUSE_BAD_QUERY_AFTER);
    char from[DOCUMENT_KEY_MAX + 1];
    bv_copy(from, page.key, sizeof from);
    bv_json_open(exchange->out, field, '[');
    documents_ranked(exchange->documents, kind, page.rank, from, DOCUMENTS_READ, put_document,
                     &page);
    bv_json_close(exchange->out, ']');
    put_cursor(&page, exchange->out);
    return 200;
}

/* The document that the path names; NULL and a refusal if there is none. */
static cJSON *read_named(struct exchange *exchange, const char *kind,
                         char key[DOCUMENT_KEY_MAX + 1])
{
    cJSON *document = NULL;
    if (api_unescape(exchange->id, key, DOCUMENT_KEY_MAX + 1))
        document = documents_read(exchange->documents, kind, key);
    if (!document) api_refuse(exchange, REFUSE_NO_SUCH_DOCUMENT);
    return document;
}

/* ---- The audit ------------------------------------------------------------------------------- */

static bool put_event(struct exchange *exchange, const struct document *document,
                      struct bv_out *out)
{
    (void)exchange;
    fields_put_number(document->fields, "at", out);
    fields_put_text(document->fields, "by", out);
    fields_put_text(document->fields, "what", out);
    fields_put_text(document->fields, "whom", out);
    fields_put_text(document->fields, "detail", out);
    return true;
}

static int get_audit(struct exchange *exchange)
{
    return put_page(exchange, "audit", "audit", put_event);
}

/* ---- The announcement ------------------------------------------------------------------------ */

static int put_announcement(struct exchange *exchange)
{
    const char *fr = fields_text(exchange->body, "fr", ANNOUNCEMENT_MAX);
    const char *en = fields_text(exchange->body, "en", ANNOUNCEMENT_MAX);
    int64_t until = 0;
    if (!text_is_presentable(fr, ANNOUNCEMENT_MAX) || !text_is_presentable(en, ANNOUNCEMENT_MAX) ||
        (fields_has(exchange->body, "until") &&
         !fields_number(exchange->body, "until", server_now(), INT64_MAX / 1024, &until)))
        return api_refuse(exchange, REFUSE_BAD_ANNOUNCEMENT);
    announcement_set(admin_of(exchange), (struct bv_text){fr, en}, until);
    audit(exchange, "announce", "", en);
    return 200;
}

static int delete_announcement(struct exchange *exchange)
{
    announcement_clear(admin_of(exchange));
    audit(exchange, "announce", "", "nothing");
    return 200;
}

/* ---- Invitations: documents keyed by their code, each valid for a number of accounts --------- */

static bool put_invitation(struct exchange *exchange, const struct document *document,
                           struct bv_out *out)
{
    (void)exchange;
    bv_json_text(out, "code", document->key);
    fields_put_number(document->fields, "uses", out);
    fields_put_number(document->fields, "used", out);
    fields_put_text(document->fields, "note", out);
    fields_put_text(document->fields, "by", out);
    fields_put_number(document->fields, "created", out);
    return true;
}

static int get_invitations(struct exchange *exchange)
{
    return put_page(exchange, "invitation", "invitations", put_invitation);
}

/* Each account created with an invitation is counted in `used`. */
static int post_invitation(struct exchange *exchange)
{
    char code[CODE_SIZE];
    int64_t uses = 1;
    int64_t now = server_now();
    const char *note = fields_text(exchange->body, "note", INVITATION_NOTE_MAX);
    if ((fields_has(exchange->body, "uses") &&
         !fields_number(exchange->body, "uses", 1, USES_MAX, &uses)) ||
        (fields_has(exchange->body, "note") &&
         (!note || (note[0] && !text_is_presentable(note, INVITATION_NOTE_MAX)))))
        return api_refuse(exchange, REFUSE_BAD_INVITATION_FIELDS);
    random_id(code, sizeof code);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "uses", (double)uses);
    cJSON_AddNumberToObject(document, "used", 0);
    cJSON_AddStringToObject(document, "note", note ? note : "");
    cJSON_AddStringToObject(document, "by", admin_asking(exchange));
    cJSON_AddNumberToObject(document, "created", (double)now);
    documents_write(exchange->documents, "invitation", code, now, document);
    audit(exchange, "invite", code, note ? note : "");
    bv_json_text(exchange->out, "code", code);
    return 201;
}

static int delete_invitation(struct exchange *exchange)
{
    char code[DOCUMENT_KEY_MAX + 1];
    cJSON *document = read_named(exchange, "invitation", code);
    cJSON_Delete(document);
    if (!document) return exchange->refusal.status;
    documents_remove(exchange->documents, "invitation", code);
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

static bool put_report(struct exchange *exchange, const struct document *document,
                       struct bv_out *out)
{
    char wanted[16];
    const cJSON *fields = document->fields;
    const char *state = fields_text(fields, "state", sizeof wanted - 1);
    if (!state) state = "open";
    if (api_query_get(exchange->request->query, "state", wanted, sizeof wanted) &&
        !bv_equal(wanted, state))
        return false;
    bv_json_text(out, "id", document->key);
    bv_json_text(out, "state", state);
    fields_put_number(fields, "at", out);
    put_person(exchange, fields, "by", out);
    put_person(exchange, fields, "person", out);
    if (fields_has(fields, "table")) fields_put_text(fields, "table", out);
    fields_put_text(fields, "reason", out);
    fields_put_text(fields, "text", out);
    fields_put_text(fields, "note", out);
    return true;
}

static int get_reports(struct exchange *exchange)
{
    return put_page(exchange, "report", "reports", put_report);
}

static int patch_report(struct exchange *exchange)
{
    char key[DOCUMENT_KEY_MAX + 1];
    const char *state = fields_text(exchange->body, "state", 16);
    const char *note = fields_text(exchange->body, "note", NOTE_MAX);
    if (!state || !(bv_equal(state, "closed") || bv_equal(state, "open")) ||
        (note && note[0] && !text_is_presentable(note, NOTE_MAX)))
        return api_refuse(exchange, REFUSE_BAD_REPORT_STATE);
    cJSON *document = read_named(exchange, "report", key);
    if (!document) return exchange->refusal.status;
    fields_set_text(document, "state", state);
    fields_set_text(document, "note", note ? note : "");
    documents_write(exchange->documents, "report", key, fields_integer(document, "at"), document);
    audit(exchange, "report", key, state);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/admin/audit", get_audit, API_ADMIN},
    {"PUT", "/api/v1/admin/announcement", put_announcement, API_ADMIN},
    {"DELETE", "/api/v1/admin/announcement", delete_announcement, API_ADMIN},
    {"GET", "/api/v1/admin/invitations", get_invitations, API_ADMIN},
    {"POST", "/api/v1/admin/invitations", post_invitation, API_ADMIN},
    {"DELETE", "/api/v1/admin/invitations/*", delete_invitation, API_ADMIN},
    {"GET", "/api/v1/admin/reports", get_reports, API_ADMIN},
    {"PATCH", "/api/v1/admin/reports/*", patch_report, API_ADMIN},
};

const struct api_routes admin_document_routes = {rows, BV_COUNT(rows)};
