/*
 * Reports: somebody tells the keepers of the house that somebody else should be looked into.
 *
 *     paper report  MOMENT-RANDOM  {by, person, table?, reason, text, at, state}     rank: the moment
 *
 * A report is `open` until a keeper has settled it.
 */
#include "server/people/relations.h"
#include "server/people/visits.h"

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

static bool count_one(void *context, const struct bv_paper *paper)
{
    struct counting *counting = context;
    cJSON *report = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    const char *by = bv_json_get_text(report, "by", BV_ID_SIZE - 1);
    const char *state = bv_json_get_text(report, "state", 16);
    bool counts = by && state && bv_equal(by, counting->by) && bv_equal(state, "open");
    counting->open += counts;
    cJSON_Delete(report);
    return counting->open < OPEN_MAX;
}

static bool has_patience(struct bv_visit *visit)
{
    struct counting counting = {.by = visit->client->person};
    struct bv_error error;
    if (!bv_store_ranked(visit->house->reader, "report", INT64_MAX, "", REPORTS_READ, count_one,
                         &counting, &error)) {
        bv_api_unreadable(visit, &error);
        return false;
    }
    if (counting.open < OPEN_MAX) return true;
    return bv_refuse(&visit->refusal, "too-many",
                     (struct bv_text){"Vos signalements précédents attendent encore une réponse.",
                                      "Your earlier reports are still waiting for an answer."});
}

/* The text may be left out where the reason says it all. */
static bool is_well_put(struct bv_visit *visit)
{
    const char *reason = bv_json_get_text(visit->body, "reason", 16);
    const char *text = bv_json_get_text(visit->body, "text", REPORT_TEXT_MAX);
    bool given = cJSON_GetObjectItemCaseSensitive(visit->body, "text") != NULL;
    bool table = cJSON_GetObjectItemCaseSensitive(visit->body, "table") != NULL;
    bool good = is_reason(reason) && (!given || bv_is_presentable(text, REPORT_TEXT_MAX)) &&
                (given || !bv_equal(reason, "other")) &&
                (!table || bv_json_get_text(visit->body, "table", BV_ID_SIZE - 1));
    return good || bv_refuse(&visit->refusal, "bad-report",
                             (struct bv_text){
                                 "Il y faut une raison connue et un texte de 1000 octets au plus.",
                                 "It takes a known reason and a text of at most 1000 bytes."});
}

static bool names_person(struct bv_visit *visit)
{
    const char *person = bv_json_get_text(visit->body, "person", BV_ID_SIZE - 1);
    if (!person || !bv_is_somebody(visit->house, person)) return bv_refuse_nobody(&visit->refusal);
    return !bv_equal(person, visit->client->person) || bv_refuse_oneself(&visit->refusal);
}

static bool file(struct bv_visit *visit)
{
    static const char *const fields[] = {"person", "table", "reason", "text"};
    char key[BV_PAPER_KEY_MAX + 1];
    char random[9];
    int64_t now = bv_now();
    struct bv_error error;
    struct bv_out out = bv_out_into(key, sizeof key);
    bv_random_id(random, sizeof random);
    bv_put_number(&out, now); /* as many digits for the next two centuries */
    bv_put_char(&out, '-');
    bv_put(&out, random);
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddStringToObject(paper, "by", visit->client->person);
    for (size_t i = 0; i < BV_COUNT(fields); i++) {
        const char *value = bv_json_get_text(visit->body, fields[i], REPORT_TEXT_MAX);
        if (value) cJSON_AddStringToObject(paper, fields[i], value);
    }
    cJSON_AddNumberToObject(paper, "at", (double)now);
    cJSON_AddStringToObject(paper, "state", "open");
    bool good = bv_desk_write(visit->house->desk, "report", key, now, paper, &error);
    cJSON_Delete(paper);
    if (!good) bv_api_unreadable(visit, &error);
    return good;
}

static int post_report(struct bv_visit *visit)
{
    bool good = bv_needs_person(visit) && names_person(visit) && is_well_put(visit) &&
                has_patience(visit) && file(visit);
    return good ? 201 : bv_status_of(visit->refusal.code);
}

static const struct bv_route_row rows[] = {
    {"POST", "/api/v1/reports", post_report},
};

const struct bv_routes bv_report_routes = {rows, BV_COUNT(rows)};
