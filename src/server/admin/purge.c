#include "server/admin/purge.h"

#include "server/accounts/account_merge.h"
#include "server/admin/admin.h"
#include "server/base/log.h"

#define MINUTE ((int64_t)60 * 1000)
#define DAY ((int64_t)24 * 60 * MINUTE)

enum {
    PACE_MS = 100,   /* between two slices */
    DOCUMENTS = 100, /* that a slice examines */
    GUESTS = 100,    /* that a slice deletes at most; the rest wait for the next round */
    WIDTH = 32,      /* of which ids are made (guests.c) */
    SESSION_DAYS = 400,
    CHALLENGE_DAYS = 30,
    AUDIT_DAYS = 730,
    REPORT_DAYS = 730,
};

/* ---- Guests ---------------------------------------------------------------------------------- */

struct idle_people {
    uint32_t count;
    char person[GUESTS][ID_SIZE];
};

static bool note_person(void *context, const char *id)
{
    struct idle_people *idle = context;
    bv_copy_text(idle->person[idle->count++], ID_SIZE, id);
    return idle->count < GUESTS;
}

/* Ids are random, so those that begin with the same two letters are a small part of all. The first
 * slice has no lower bound and the last no upper bound, whatever ids there are. */
static void put_bound(uint32_t slice, char bound[3])
{
    static const char letters[WIDTH + 1] = "0123456789abcdefghijkmnopqrstvwx";
    bound[0] = bound[1] = bound[2] = '\0';
    if (slice == 0 || slice == WIDTH * WIDTH) return;
    bound[0] = letters[slice / WIDTH];
    bound[1] = letters[slice % WIDTH];
}

/* Skips guests who are connected or being merged. A guest with documents loses these now and is
 * deleted in the next round. */
static bool forget(struct admin *admin, const char *person)
{
    if (connections_has(admin->connections, person) || merge_is_running(admin->accounts, person) ||
        !merge_delete_documents(admin->accounts, person))
        return false;
    store_batch_person_gone(outbox_changes(admin->outbox), person);
    return true;
}

static bool purge_guests(struct admin *admin, int64_t now, uint32_t *gone)
{
    char after[3];
    char until[3];
    struct bv_error error;
    struct idle_people people = {0};
    struct purge *purge = &admin->purge;
    if (!admin->config->guest_days) return true;
    put_bound(purge->slice, after);
    put_bound(++purge->slice, until);
    struct store_idle_query idle = {.kind = "account",
                                    .before = now - admin->config->guest_days * DAY,
                                    .after = after,
                                    .until = until,
                                    .most = GUESTS};
    if (!store_idle(admin->reader, &idle, note_person, &people, &error)) return true;
    for (uint32_t i = 0; i < people.count; i++) *gone += forget(admin, people.person[i]);
    return purge->slice == WIDTH * WIDTH;
}

/* ---- Documents ------------------------------------------------------------------------------- */

typedef bool is_old(const cJSON *fields, int64_t rank, int64_t now);

/* The rank of a session is when it was last used; the token of a bot is a session too, and does not
 * expire. */
static bool is_old_session(const cJSON *fields, int64_t rank, int64_t now)
{
    return rank < now - SESSION_DAYS * DAY && !fields_is(fields, "kind", "bot");
}

static bool is_old_challenge(const cJSON *fields, int64_t rank, int64_t now)
{
    (void)fields;
    return rank < now - CHALLENGE_DAYS * DAY;
}

static bool is_used_up(const cJSON *fields, int64_t rank, int64_t now)
{
    (void)rank;
    (void)now;
    return fields_has(fields, "uses") &&
           fields_integer(fields, "used") >= fields_integer(fields, "uses");
}

static bool is_over(const cJSON *fields, int64_t rank, int64_t now)
{
    int64_t until = fields_integer(fields, "until");
    (void)rank;
    return until && until <= now;
}

static bool is_old_audit(const cJSON *fields, int64_t rank, int64_t now)
{
    (void)fields;
    return rank < now - AUDIT_DAYS * DAY;
}

/* An open report stays: an admin has to answer it. */
static bool is_old_report(const cJSON *fields, int64_t rank, int64_t now)
{
    return rank < now - REPORT_DAYS * DAY && fields_is(fields, "state", "closed");
}

/* The tasks of a round; guests first. */
static const struct task {
    const char *name; /* in the log */
    const char *kind; /* of document; NULL: guests */
    is_old *is_old;
} tasks[PURGE_TASKS] = {
    {"guests", NULL, NULL},
    {"sessions", "session", is_old_session},
    {"challenges", "challenge", is_old_challenge},
    {"invitations", "invitation", is_used_up},
    {"bans", "ban", is_over},
    {"tickets", "ticket", is_over},
    {"audit", "audit", is_old_audit},
    {"reports", "report", is_old_report},
};

struct sorting {
    const struct task *task;
    struct purge *purge;
    int64_t now;
    uint32_t read, old;
    char key[DOCUMENTS][DOCUMENT_KEY_MAX + 1];
};

static bool sort_document(void *context, const struct document *document)
{
    struct sorting *sorting = context;
    bv_copy_text(sorting->purge->after, sizeof sorting->purge->after, document->key);
    sorting->read++;
    if (sorting->task->is_old(document->fields, document->rank, sorting->now))
        bv_copy_text(sorting->key[sorting->old++], DOCUMENT_KEY_MAX + 1, document->key);
    return true;
}

static bool purge_documents(struct admin *admin, const struct task *task, int64_t now,
                            uint32_t *gone)
{
    char after[DOCUMENT_KEY_MAX + 1];
    struct sorting *sorting = memory_new(sizeof *sorting);
    *sorting = (struct sorting){.task = task, .purge = &admin->purge, .now = now};
    bv_copy(after, admin->purge.after, sizeof after);
    documents_stored(admin->documents, task->kind, "", after, DOCUMENTS, sort_document, sorting);
    for (uint32_t i = 0; i < sorting->old; i++)
        documents_remove(admin->documents, task->kind, sorting->key[i]);
    bool read = !documents_failed(admin->documents);
    if (read) *gone += sorting->old;
    if (sorting->old && bv_equal(task->kind, "ban")) bans_change(admin->accounts->bans);
    bool done = !read || sorting->read < DOCUMENTS;
    free(sorting);
    return done;
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

static void log_round(const struct purge *purge)
{
    struct log_line line;
    uint32_t gone = 0;
    for (uint32_t i = 0; i < PURGE_TASKS; i++) gone += purge->gone[i];
    if (!gone) return;
    log_begin(&line, LOGGED_INFO, "purge");
    for (uint32_t i = 0; i < PURGE_TASKS; i++)
        if (purge->gone[i]) log_number(&line, tasks[i].name, purge->gone[i]);
    log_end(&line);
}

bool purge_slice(struct admin *admin, int64_t now)
{
    struct purge *purge = &admin->purge;
    const struct task *task = &tasks[purge->task];
    uint32_t *gone = &purge->gone[purge->task];
    documents_begin(admin->documents);
    bool done =
        task->kind ? purge_documents(admin, task, now, gone) : purge_guests(admin, now, gone);
    if (!done) return false;
    purge->after[0] = '\0';
    if (++purge->task < PURGE_TASKS) return false;
    log_round(purge);
    *purge = (struct purge){0};
    return true;
}

/* A guest who comes back must not be deleted by a transaction that also holds the guest's new
 * changes: the purge waits until everything is on disk, and then commits alone. */
static bool is_quiet(struct admin *admin)
{
    return !outbox_trouble(admin->outbox)[0] && !store_batch_count(outbox_changes(admin->outbox)) &&
           outbox_is_settled(admin->outbox, outbox_transaction(admin->outbox) - 1);
}

void purge_tick(struct admin *admin, int64_t now)
{
    struct purge *purge = &admin->purge;
    if (!purge->next) purge->next = now + MINUTE; /* the server has just started */
    if (now < purge->next || !peers_leads(admin->peers) || !is_quiet(admin)) return;
    bool done = purge_slice(admin, now);
    purge->next = now + (done ? 60 * MINUTE : PACE_MS);
}
