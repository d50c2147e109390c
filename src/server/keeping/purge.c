#include "server/keeping/purge.h"

#include "server/fellowship/fellowship.h"
#include "server/house.h"
#include "server/keeping/log.h"
#include "server/people/moving.h"

#define MINUTE ((int64_t)60 * 1000)
#define DAY ((int64_t)24 * 60 * MINUTE)

enum {
    PACE_MS = 100, /* between two slices */
    PAPERS = 100,  /* that a slice looks at */
    GUESTS = 100,  /* that a slice forgets at most; the rest wait for the next round */
    LETTERS = 32,  /* of which ids are made (guests.c) */
    SESSION_DAYS = 400,
    CHALLENGE_DAYS = 30,
    AUDIT_DAYS = 730,
    REPORT_DAYS = 730,
};

/* ---- Guests --------------------------------------------------------------------------------------------------------- */

struct idle_people {
    uint32_t count;
    char person[GUESTS][BV_ID_SIZE];
};

static bool note_person(void *context, const char *id)
{
    struct idle_people *idle = context;
    struct bv_out out = bv_out_into(idle->person[idle->count++], BV_ID_SIZE);
    bv_put(&out, id);
    return idle->count < GUESTS;
}

/* Ids are random, so that those which begin with the same two letters are a small part of them all. The first part has no
 * beginning and the last no end, whatever ids there may be. */
static void put_bound(uint32_t slice, char bound[3])
{
    static const char letters[LETTERS + 1] = "0123456789abcdefghijkmnopqrstvwx";
    bound[0] = bound[1] = bound[2] = '\0';
    if (slice == 0 || slice == LETTERS * LETTERS) return;
    bound[0] = letters[slice / LETTERS];
    bound[1] = letters[slice % LETTERS];
}

/* Who is here, or is being moved, is left alone; who has papers loses these now and is forgotten in the next round. */
static bool forget(struct bv_house *house, const char *person)
{
    if (bv_is_in(house, person) || bv_is_moving(house, person) || !bv_throw_papers(house, person))
        return false;
    bv_batch_forget(bv_post_changes(house->post), person);
    return true;
}

static bool purge_guests(struct bv_house *house, int64_t now, uint32_t *gone)
{
    char after[3];
    char until[3];
    struct bv_error error;
    struct idle_people people = {0};
    struct bv_purge *purge = &house->purge;
    if (!house->config->guest_days) return true;
    put_bound(purge->slice, after);
    put_bound(++purge->slice, until);
    struct bv_idle idle = {.kind = "account",
                           .before = now - house->config->guest_days * DAY,
                           .after = after,
                           .until = until,
                           .most = GUESTS};
    if (!bv_store_idle(house->reader, &idle, note_person, &people, &error)) return true;
    for (uint32_t i = 0; i < people.count; i++) *gone += forget(house, people.person[i]);
    return purge->slice == LETTERS * LETTERS;
}

/* ---- Papers --------------------------------------------------------------------------------------------------------- */

typedef bool is_old(const cJSON *fields, int64_t rank, int64_t now);

/* A session's rank is when it was last used; a bot's token is one too, and lasts. */
static bool is_old_session(const cJSON *fields, int64_t rank, int64_t now)
{
    const char *kind = bv_json_get_text(fields, "kind", 16);
    return rank < now - SESSION_DAYS * DAY && !(kind && bv_equal(kind, "bot"));
}

static bool is_old_challenge(const cJSON *fields, int64_t rank, int64_t now)
{
    (void)fields;
    return rank < now - CHALLENGE_DAYS * DAY;
}

static bool is_used_up(const cJSON *fields, int64_t rank, int64_t now)
{
    int64_t uses = 0;
    int64_t used = 0;
    (void)rank;
    (void)now;
    return bv_json_get_number(fields, "uses", 0, INT32_MAX, &uses) &&
           bv_json_get_number(fields, "used", 0, INT32_MAX, &used) && used >= uses;
}

static bool is_over(const cJSON *fields, int64_t rank, int64_t now)
{
    int64_t until = 0;
    (void)rank;
    bv_json_get_number(fields, "until", 0, INT64_MAX / 1024, &until);
    return until && until <= now;
}

static bool is_old_audit(const cJSON *fields, int64_t rank, int64_t now)
{
    (void)fields;
    return rank < now - AUDIT_DAYS * DAY;
}

/* One that nobody has settled stays: the keepers still owe an answer. */
static bool is_old_report(const cJSON *fields, int64_t rank, int64_t now)
{
    const char *state = bv_json_get_text(fields, "state", 16);
    return rank < now - REPORT_DAYS * DAY && state && bv_equal(state, "closed");
}

/* What a round does; guests first. */
static const struct chore {
    const char *name; /* in the log */
    const char *kind; /* of paper; NULL: guests */
    is_old *is_old;
    void (*tell)(
        struct bv_house *house); /* whoever holds such papers in memory; NULL: nobody does */
} chores[BV_PURGE_CHORES] = {
    {"guests", NULL, NULL, NULL},
    {"sessions", "session", is_old_session, NULL},
    {"challenges", "challenge", is_old_challenge, NULL},
    {"invitations", "invitation", is_used_up, NULL},
    {"bans", "ban", is_over, bv_bans_change},
    {"tickets", "ticket", is_over, NULL},
    {"audit", "audit", is_old_audit, NULL},
    {"reports", "report", is_old_report, NULL},
};

struct sorting {
    const struct chore *chore;
    struct bv_purge *purge;
    int64_t now;
    uint32_t read, old;
    char key[PAPERS][BV_PAPER_KEY_MAX + 1];
};

static bool sort_paper(void *context, const struct bv_paper *paper)
{
    struct sorting *sorting = context;
    struct bv_out last = bv_out_into(sorting->purge->after, sizeof sorting->purge->after);
    cJSON *fields = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    bv_put(&last, paper->key);
    sorting->read++;
    if (sorting->chore->is_old(fields, paper->rank, sorting->now)) {
        struct bv_out key = bv_out_into(sorting->key[sorting->old++], BV_PAPER_KEY_MAX + 1);
        bv_put(&key, paper->key);
    }
    cJSON_Delete(fields);
    return true;
}

static bool purge_papers(struct bv_house *house, const struct chore *chore, int64_t now,
                         uint32_t *gone)
{
    struct bv_error error;
    char after[BV_PAPER_KEY_MAX + 1];
    struct sorting *sorting = bv_new(sizeof *sorting);
    *sorting = (struct sorting){.chore = chore, .purge = &house->purge, .now = now};
    bv_copy(after, house->purge.after, sizeof after);
    bool read =
        bv_store_papers(house->reader, chore->kind, "", after, PAPERS, sort_paper, sorting, &error);
    for (uint32_t i = 0; read && i < sorting->old; i++)
        *gone += bv_desk_remove(house->desk, chore->kind, sorting->key[i], &error);
    if (sorting->old && chore->tell) chore->tell(house);
    bool done = !read || sorting->read < PAPERS;
    free(sorting);
    return done;
}

/* ---- Rounds --------------------------------------------------------------------------------------------------------- */

static void log_round(const struct bv_purge *purge)
{
    struct bv_log_line line;
    uint32_t gone = 0;
    for (uint32_t i = 0; i < BV_PURGE_CHORES; i++) gone += purge->gone[i];
    if (!gone) return;
    bv_log_begin(&line, BV_LOG_INFO, "purge");
    for (uint32_t i = 0; i < BV_PURGE_CHORES; i++)
        if (purge->gone[i]) bv_log_number(&line, chores[i].name, purge->gone[i]);
    bv_log_end(&line);
}

bool bv_purge_slice(struct bv_house *house, int64_t now)
{
    struct bv_purge *purge = &house->purge;
    const struct chore *chore = &chores[purge->chore];
    uint32_t *gone = &purge->gone[purge->chore];
    bool done =
        chore->kind ? purge_papers(house, chore, now, gone) : purge_guests(house, now, gone);
    if (!done) return false;
    purge->after[0] = '\0';
    if (++purge->chore < BV_PURGE_CHORES) return false;
    log_round(purge);
    *purge = (struct bv_purge){0};
    return true;
}

/* A guest who comes back must not be forgotten by a flight that already carries what they did: the purge waits until
 * everything is on disk, and then goes alone. */
static bool is_quiet(struct bv_house *house)
{
    return !bv_post_trouble(house->post)[0] && !bv_batch_count(bv_post_changes(house->post)) &&
           bv_post_landed(house->post, bv_post_flight(house->post) - 1);
}

void bv_purge_look(struct bv_house *house, int64_t now)
{
    struct bv_purge *purge = &house->purge;
    if (!purge->next) purge->next = now + MINUTE; /* the house has just been opened */
    if (now < purge->next || !bv_leads(house) || !is_quiet(house)) return;
    bool done = bv_purge_slice(house, now);
    purge->next = now + (done ? 60 * MINUTE : PACE_MS);
}
