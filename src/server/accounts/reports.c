/*
 * Reports: a person asks the admins to look into another person.
 *
 *     document report  TIME-RANDOM  {by, person, table?, reason, text, at, state}   rank: the time
 *
 * A report is `open` until an admin closes it.
 */
#include "server/accounts/persons.h"

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

static bool count_one(void *context, const struct document *document)
{
    struct counting *counting = context;
    counting->open += fields_is(document->fields, "by", counting->by) &&
                      fields_is(document->fields, "state", "open");
    return counting->open < OPEN_MAX;
}

static bool may_report_more(struct exchange *exchange)
{
    struct counting counting = {.by = exchange->client->person};
    documents_ranked(exchange->documents, "report", INT64_MAX, "", REPORTS_READ, count_one,
                     &counting);
    return counting.open < OPEN_MAX || refusal_set(&exchange->refusal, REFUSE_TOO_MANY_REPORTS);
}

/* The text is optional if the reason is enough. */
static bool is_valid(struct exchange *exchange)
{
    const char *reason = fields_text(exchange->body, "reason", 16);
    const char *text = fields_text(exchange->body, "text", REPORT_TEXT_MAX);
    bool given = fields_has(exchange->body, "text");
    bool good =
        is_reason(reason) && (!given || text_is_presentable(text, REPORT_TEXT_MAX)) &&
        (given || !bv_equal(reason, "other")) &&
        (!fields_has(exchange->body, "table") || fields_text(exchange->body, "table", ID_SIZE - 1));
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

static int post_report(struct exchange *exchange)
{
    static const char *const fields[] = {"person", "table", "reason", "text"};
    char key[DOCUMENT_KEY_MAX + 1];
    char random[9];
    int64_t now = server_now();
    if (!names_person(exchange) || !is_valid(exchange) || !may_report_more(exchange))
        return exchange->refusal.status;
    struct bv_out out = bv_out_into(key, sizeof key);
    random_id(random, sizeof random);
    bv_put_number(&out, now); /* the same number of digits for the next two centuries */
    bv_put_char(&out, '-');
    bv_put(&out, random);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "by", exchange->client->person);
    for (size_t i = 0; i < BV_COUNT(fields); i++)
        fields_set_text(document, fields[i],
                        fields_text(exchange->body, fields[i], REPORT_TEXT_MAX));
    fields_set_number(document, "at", now);
    cJSON_AddStringToObject(document, "state", "open");
    documents_write(exchange->documents, "report", key, now, document);
    return 201;
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/reports", post_report, API_PERSON},
};

const struct api_routes report_routes = {rows, BV_COUNT(rows)};
