/* What keepers read and write: the audit, the announcement, invitations and reports. */
#include "server/keeping/admin.h"
#include "server/keeping/announcement.h"
#include "server/people/people.h"

enum { NOTE_MAX = 1000, CODE_SIZE = 13, USES_MAX = 10000, INVITATION_NOTE_MAX = 200 };

static void put_text(const cJSON *paper, const char *name, struct bv_out *out)
{
    const char *text = bv_json_get_text(paper, name, BV_PAPER_MAX);
    bv_json_text(out, name, text ? text : "");
}

static void put_number(const cJSON *paper, const char *name, struct bv_out *out)
{
    int64_t number = 0;
    bv_json_get_number(paper, name, 0, INT64_MAX / 1024, &number);
    bv_json_number(out, name, number);
}

/* ---- The audit ------------------------------------------------------------------------------------------------------ */

static bool put_deed(struct bv_visit *visit, const char *key, const cJSON *paper,
                     struct bv_out *out)
{
    (void)visit;
    (void)key;
    put_number(paper, "at", out);
    put_text(paper, "by", out);
    put_text(paper, "what", out);
    put_text(paper, "whom", out);
    put_text(paper, "detail", out);
    return true;
}

static int get_audit(struct bv_visit *visit)
{
    return bv_pager_list(visit, "audit", "audit", put_deed);
}

/* ---- The announcement ----------------------------------------------------------------------------------------------- */

static int put_announcement(struct bv_visit *visit)
{
    struct bv_error trouble;
    const char *fr = bv_json_get_text(visit->body, "fr", BV_ANNOUNCEMENT_MAX);
    const char *en = bv_json_get_text(visit->body, "en", BV_ANNOUNCEMENT_MAX);
    int64_t until = 0;
    bool has_until = cJSON_GetObjectItemCaseSensitive(visit->body, "until");
    if (!bv_is_presentable(fr, BV_ANNOUNCEMENT_MAX) ||
        !bv_is_presentable(en, BV_ANNOUNCEMENT_MAX) ||
        (has_until &&
         !bv_json_get_number(visit->body, "until", bv_now(), INT64_MAX / 1024, &until)))
        return bv_api_refuse(
            visit, 400, "bad-announcement",
            (struct bv_text){"Une annonce a un texte français et un texte anglais d'au plus 1000 "
                             "octets, et une date à venir ou aucune.",
                             "An announcement has a French and an English text of at most 1000 "
                             "bytes, and a date to come or none."});
    if (!bv_announce(visit->house, (struct bv_text){fr, en}, until, &trouble))
        return bv_api_unreadable(visit, &trouble);
    bv_audit(visit, "announce", "", en);
    return 200;
}

static int delete_announcement(struct bv_visit *visit)
{
    struct bv_error trouble;
    if (!bv_announce_nothing(visit->house, &trouble)) return bv_api_unreadable(visit, &trouble);
    bv_audit(visit, "announce", "", "nothing");
    return 200;
}

/* ---- Invitations to make an account, each good for so many: papers keyed by their code ------------------------------ */

static bool put_invitation(struct bv_visit *visit, const char *key, const cJSON *paper,
                           struct bv_out *out)
{
    (void)visit;
    bv_json_text(out, "code", key);
    put_number(paper, "uses", out);
    put_number(paper, "used", out);
    put_text(paper, "note", out);
    put_text(paper, "by", out);
    put_number(paper, "created", out);
    return true;
}

static int get_invitations(struct bv_visit *visit)
{
    return bv_pager_list(visit, "invitation", "invitations", put_invitation);
}

/* A new one; whoever makes an account with it counts that in `used`. */
static bool write_invitation(struct bv_visit *visit, int64_t uses, const char *note,
                             char code[CODE_SIZE], struct bv_error *trouble)
{
    int64_t now = bv_now();
    bv_random_id(code, CODE_SIZE);
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddNumberToObject(paper, "uses", (double)uses);
    cJSON_AddNumberToObject(paper, "used", 0);
    cJSON_AddStringToObject(paper, "note", note);
    cJSON_AddStringToObject(paper, "by", bv_keeper_of(visit));
    cJSON_AddNumberToObject(paper, "created", (double)now);
    bool good = bv_desk_write(visit->house->desk, "invitation", code, now, paper, trouble);
    cJSON_Delete(paper);
    return good;
}

static int post_invitation(struct bv_visit *visit)
{
    struct bv_error trouble;
    char code[CODE_SIZE];
    int64_t uses = 1;
    bool has_uses = cJSON_GetObjectItemCaseSensitive(visit->body, "uses");
    bool has_note = cJSON_GetObjectItemCaseSensitive(visit->body, "note");
    const char *note = bv_json_get_text(visit->body, "note", INVITATION_NOTE_MAX);
    if ((has_uses && !bv_json_get_number(visit->body, "uses", 1, USES_MAX, &uses)) ||
        (has_note && !bv_is_presentable(note, INVITATION_NOTE_MAX)))
        return bv_api_refuse(
            visit, 400, "bad-invite",
            (struct bv_text){
                "Une invitation sert de 1 à 10000 fois ; sa note a au plus 200 octets.",
                "An invitation is good for 1 to 10000 accounts; its note has at most "
                "200 bytes."});
    if (!write_invitation(visit, uses, note ? note : "", code, &trouble))
        return bv_api_unreadable(visit, &trouble);
    bv_audit(visit, "invite", code, note ? note : "");
    bv_json_text(visit->out, "code", code);
    return 201;
}

/* Reads the paper that the path names; NULL after refusing. */
static cJSON *read_named(struct bv_visit *visit, const char *kind, char key[BV_PAPER_KEY_MAX + 1],
                         int *status)
{
    struct bv_error trouble = {""};
    cJSON *paper = NULL;
    if (bv_unescape(visit->id, key, BV_PAPER_KEY_MAX + 1))
        paper = bv_desk_read(visit->house->desk, kind, key, &trouble);
    if (paper) return paper;
    *status = trouble.text[0] ? bv_api_unreadable(visit, &trouble)
                              : bv_api_refuse(visit, 404, "no-such-paper",
                                              (struct bv_text){"Il n'y a rien de ce nom.",
                                                               "There is nothing of that name."});
    return NULL;
}

static int delete_invitation(struct bv_visit *visit)
{
    char code[BV_PAPER_KEY_MAX + 1];
    struct bv_error trouble;
    int status = 200;
    cJSON *paper = read_named(visit, "invitation", code, &status);
    cJSON_Delete(paper);
    if (!paper) return status;
    if (!bv_desk_remove(visit->house->desk, "invitation", code, &trouble))
        return bv_api_unreadable(visit, &trouble);
    bv_audit(visit, "uninvite", code, "");
    return 200;
}

/* ---- Reports -------------------------------------------------------------------------------------------------------- */

static void put_person(struct bv_visit *visit, const cJSON *paper, const char *name,
                       struct bv_out *out)
{
    const char *person = bv_json_get_text(paper, name, BV_ID_SIZE - 1);
    bv_person_put(visit->house, name, person ? person : "", out);
}

static bool put_report(struct bv_visit *visit, const char *key, const cJSON *paper,
                       struct bv_out *out)
{
    char wanted[16];
    const char *state = bv_json_get_text(paper, "state", sizeof wanted - 1);
    if (!state) state = "open";
    if (bv_query_get(visit->request->query, "state", wanted, sizeof wanted) &&
        !bv_equal(wanted, state))
        return false;
    bv_json_text(out, "id", key);
    bv_json_text(out, "state", state);
    put_number(paper, "at", out);
    put_person(visit, paper, "by", out);
    put_person(visit, paper, "person", out);
    if (bv_json_get_text(paper, "table", BV_ID_SIZE)) put_text(paper, "table", out);
    put_text(paper, "reason", out);
    put_text(paper, "text", out);
    put_text(paper, "note", out);
    return true;
}

static int get_reports(struct bv_visit *visit)
{
    return bv_pager_list(visit, "report", "reports", put_report);
}

static int patch_report(struct bv_visit *visit)
{
    char key[BV_PAPER_KEY_MAX + 1];
    struct bv_error trouble;
    int status = 200;
    int64_t at = 0;
    const char *state = bv_json_get_text(visit->body, "state", 16);
    const char *note = bv_json_get_text(visit->body, "note", NOTE_MAX);
    if (!state || !(bv_equal(state, "closed") || bv_equal(state, "open")) ||
        (note && note[0] && !bv_is_presentable(note, NOTE_MAX)))
        return bv_api_refuse(visit, 400, "bad-report",
                             (struct bv_text){"Un signalement est « open » ou « closed », avec une "
                                              "note d'au plus 1000 octets.",
                                              "A report is 'open' or 'closed', with a note of at "
                                              "most 1000 bytes."});
    cJSON *paper = read_named(visit, "report", key, &status);
    if (!paper) return status;
    cJSON_DeleteItemFromObjectCaseSensitive(paper, "state");
    cJSON_DeleteItemFromObjectCaseSensitive(paper, "note");
    cJSON_AddStringToObject(paper, "state", state);
    cJSON_AddStringToObject(paper, "note", note ? note : "");
    bv_json_get_number(paper, "at", 0, INT64_MAX / 1024, &at);
    bool good = bv_desk_write(visit->house->desk, "report", key, at, paper, &trouble);
    cJSON_Delete(paper);
    if (!good) return bv_api_unreadable(visit, &trouble);
    bv_audit(visit, "report", key, state);
    return 200;
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/admin/audit", get_audit},
    {"PUT", "/api/v1/admin/announcement", put_announcement},
    {"DELETE", "/api/v1/admin/announcement", delete_announcement},
    {"GET", "/api/v1/admin/invitations", get_invitations},
    {"POST", "/api/v1/admin/invitations", post_invitation},
    {"DELETE", "/api/v1/admin/invitations/*", delete_invitation},
    {"GET", "/api/v1/admin/reports", get_reports},
    {"PATCH", "/api/v1/admin/reports/*", patch_report},
};

const struct bv_routes bv_admin_paper_routes = {rows, BV_COUNT(rows)};
