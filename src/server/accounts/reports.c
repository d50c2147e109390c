/*
 * Reports: a person asks the admins to look into another person.
 *
 *     document report  TIME-RANDOM  {by, person, table?, reason, text, at, state}   rank: the time
 *
 * A report is `open` until an admin closes it.
 */
#include "server/accounts/named_person.h"
#include "server/accounts/relations.h"

enum { REPORT_TEXT_MAX = 1000, OPEN_MAX = 10, REPORTS_READ = 1000 };

static const char *const reasons[] = {"cheating", "insults", "name", "other"};

static bool is_reason(const char *reason)
{
    for (size_t i = 0; reason && i < BV_COUNT(reasons); i++)
        if (bv_equal(reasons[i], reason)) return true;
    return false;
}

struct counting {
    const char *by;
    int open;
};

static bool count_one(void *context, const struct store_document *document)
{
    struct counting *counting = context;
    cJSON *report = cJSON_ParseWithLength(document->text.text, document->text.length);
    const char *by = fields_text(report, "by", ID_SIZE - 1);
    const char *state = fields_text(report, "state", 16);
    bool counts = by && state && bv_equal(by, counting->by) && bv_equal(state, "open");
    counting->open += counts;
    cJSON_Delete(report);
    return counting->open < OPEN_MAX;
}

static bool may_report_more(struct exchange *exchange)
{
    struct counting counting = {.by = exchange->client->person};
    struct bv_error error;
    if (!store_ranked(accounts_of(exchange)->reader, "report", INT64_MAX, "", REPORTS_READ,
                      count_one, &counting, &error)) {
        api_unreadable(exchange, &error);
        return false;
    }
    if (counting.open < OPEN_MAX) return true;
    return refusal_set(&exchange->refusal, REFUSE_TOO_MANY_REPORTS);
}

/* The text is optional if the reason is enough. */
static bool is_valid(struct exchange *exchange)
{
    const char *reason = fields_text(exchange->body, "reason", 16);
    const char *text = fields_text(exchange->body, "text", REPORT_TEXT_MAX);
    bool given = cJSON_GetObjectItemCaseSensitive(exchange->body, "text") != NULL;
    bool table = cJSON_GetObjectItemCaseSensitive(exchange->body, "table") != NULL;
    bool good = is_reason(reason) && (!given || text_is_presentable(text, REPORT_TEXT_MAX)) &&
                (given || !bv_equal(reason, "other")) &&
                (!table || fields_text(exchange->body, "table", ID_SIZE - 1));
    return good || refusal_set(&exchange->refusal, REFUSE_BAD_REPORT);
}

static bool names_person(struct exchange *exchange)
{
    const char *person = fields_text(exchange->body, "person", ID_SIZE - 1);
    if (!person || !person_exists(accounts_of(exchange), person))
        return refusal_set(&exchange->refusal, REFUSE_NO_SUCH_PERSON);
    return !bv_equal(person, exchange->client->person) ||
           refusal_set(&exchange->refusal, REFUSE_YOURSELF);
}

static bool file(struct exchange *exchange)
{
    static const char *const fields[] = {"person", "table", "reason", "text"};
    char key[DOCUMENT_KEY_MAX + 1];
    char random[9];
    int64_t now = server_now();
    struct bv_error error;
    struct bv_out out = bv_out_into(key, sizeof key);
    random_id(random, sizeof random);
    bv_put_number(&out, now); /* the same number of digits for the next two centuries */
    bv_put_char(&out, '-');
    bv_put(&out, random);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "by", exchange->client->person);
    for (size_t i = 0; i < BV_COUNT(fields); i++) {
        const char *value = fields_text(exchange->body, fields[i], REPORT_TEXT_MAX);
        if (value) cJSON_AddStringToObject(document, fields[i], value);
    }
    cJSON_AddNumberToObject(document, "at", (double)now);
    cJSON_AddStringToObject(document, "state", "open");
    bool good =
        documents_write(accounts_of(exchange)->documents, "report", key, now, document, &error);
    cJSON_Delete(document);
    if (!good) api_unreadable(exchange, &error);
    return good;
}

static int post_report(struct exchange *exchange)
{
    bool good = api_needs_person(exchange) && names_person(exchange) && is_valid(exchange) &&
                may_report_more(exchange) && file(exchange);
    return good ? 201 : exchange->refusal.status;
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/reports", post_report},
};

const struct api_routes report_routes = {rows, BV_COUNT(rows)};
