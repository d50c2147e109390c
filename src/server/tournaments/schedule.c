#include "server/tournaments/schedule.h"

#include "server/tournaments/page_cache.h"

/* Milliseconds between two pairings of an arena; between two checks for missing tables; after an
 * error; between two notifications of watchers. */
enum { ARENA_PACE = 3000, CHECKED_AGAIN = 60 * 1000, TROUBLE = 5000, NOTIFY_INTERVAL = 1000 };

struct entry {
    char id[ID_SIZE];
    char owner[ID_SIZE];
    char club[ID_SIZE];   /* "": none */
    bool paced;           /* an arena: it is checked at its own times */
    int64_t due;          /* when to check it */
    int64_t checked;      /* when its tables were last checked */
    int64_t notified;     /* when watchers were last notified of a change */
    bool to_notify;       /* it has changed since */
    uint64_t transaction; /* the transaction of the last step; 0: it is committed */
    uint64_t losses;      /* the outbox's count of lost commits at that step */
    bool over;            /* set by the last step */
    bool listed;          /* it was among the documents when these were last read */
};

struct schedule {
    struct entry *entry;
    size_t count, capacity;
    struct page_cache *page_cache;
    bool led;                    /* this node runs the tournaments */
    struct store_cursor read_to; /* of those that are not over, while all are read again */
};

/* ---- The list -------------------------------------------------------------------------------- */

static struct entry *find(const struct schedule *schedule, const char *tournament)
{
    for (size_t i = 0; i < schedule->count; i++)
        if (bv_equal(schedule->entry[i].id, tournament)) return &schedule->entry[i];
    return NULL;
}

static uint64_t losses(const struct tournaments *tournaments)
{
    const struct outbox_figures *figures = outbox_figures(tournaments->outbox);
    return figures->failures + figures->overtaken;
}

/* The last step of a tournament belongs to the current transaction. */
static void note_transaction(const struct tournaments *tournaments, struct entry *entry)
{
    entry->transaction = outbox_transaction(tournaments->outbox);
    entry->losses = losses(tournaments);
}

void schedule_add(struct tournaments *tournaments, const char *tournament, const char *owner,
                  const char *club)
{
    struct schedule *schedule = tournaments->schedule;
    if (find(schedule, tournament)) return;
    MEMORY_GROW(schedule->entry, schedule->count, schedule->capacity);
    struct entry *entry = &schedule->entry[schedule->count++];
    *entry = (struct entry){.listed = true};
    if (tournaments->outbox) note_transaction(tournaments, entry);
    bv_copy_text(entry->id, ID_SIZE, tournament);
    bv_copy_text(entry->owner, ID_SIZE, owner);
    bv_copy_text(entry->club, ID_SIZE, club);
}

/* Inserts an id into the sorted list of the lowest ones. */
static size_t insert(const char **id, size_t count, size_t most, const char *fresh)
{
    if (count == most && strcmp(id[most - 1], fresh) <= 0) return count;
    size_t at = count < most ? count++ : most - 1;
    for (; at > 0 && strcmp(id[at - 1], fresh) > 0; at--) id[at] = id[at - 1];
    id[at] = fresh;
    return count;
}

size_t schedule_list(const struct tournaments *tournaments, const char *club, const char *after,
                     const char **id, size_t most)
{
    size_t count = 0;
    const struct schedule *schedule = tournaments->schedule;
    for (size_t i = 0; i < schedule->count; i++) {
        const struct entry *entry = &schedule->entry[i];
        if (strcmp(entry->id, after) <= 0 || (*club && !bv_equal(entry->club, club))) continue;
        count = insert(id, count, most, entry->id);
    }
    return count;
}

bool schedule_has(const struct tournaments *tournaments, const char *tournament)
{
    return find(tournaments->schedule, tournament) != NULL;
}

int schedule_held_by(const struct tournaments *tournaments, const char *owner)
{
    int count = 0;
    for (size_t i = 0; i < tournaments->schedule->count; i++)
        count += bv_equal(tournaments->schedule->entry[i].owner, owner);
    return count;
}

static void restore_one(struct tournaments *tournaments, const char *id, const cJSON *open)
{
    const char *owner = fields_text(open, "owner", ID_SIZE - 1);
    const char *club = fields_text(open, "club", ID_SIZE - 1);
    schedule_add(tournaments, id, owner ? owner : "", club ? club : "");
    find(tournaments->schedule, id)->listed = true;
}

static bool restore(void *context, const struct document *document)
{
    restore_one(context, document->key, document->fields);
    return true;
}

/* Reads whether a tournament is not over; false: the store cannot be read. */
static bool read_open(struct tournaments *tournaments, const char *id)
{
    documents_begin(tournaments->documents);
    cJSON *open = documents_read(tournaments->documents, "tournament.open", id);
    if (open) restore_one(tournaments, id, open);
    cJSON_Delete(open);
    return !documents_failed(tournaments->documents);
}

bool schedule_open(struct tournaments *tournaments, struct bv_error *error)
{
    tournaments->schedule = memory_new(sizeof *tournaments->schedule);
    tournaments->schedule->page_cache = page_cache_new();
    struct store_cursor cursor = {0};
    documents_begin(tournaments->documents);
    do documents_page(tournaments->documents, "tournament.open", &cursor, restore, tournaments);
    while (cursor.more);
    *error = *documents_trouble(tournaments->documents);
    return !documents_failed(tournaments->documents);
}

void schedule_close(struct tournaments *tournaments)
{
    if (!tournaments->schedule) return;
    page_cache_free(tournaments->schedule->page_cache);
    free(tournaments->schedule->entry);
    free(tournaments->schedule);
}

struct page_cache *schedule_page_cache(const struct tournaments *tournaments)
{
    return tournaments->schedule->page_cache;
}

/* ---- Watchers -------------------------------------------------------------------------------- */

/* A client that shows a tournament follows its id as a topic. */
static void notify_watchers(struct tournaments *tournaments, const char *tournament)
{
    char text[128];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "tournament-changed");
    bv_json_text(&out, "tournament", tournament);
    bv_json_close(&out, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, out.length});
    connections_send_topic(tournaments->connections, tournaments->outbox, tournament, buffer);
    net_buffer_free(buffer);
}

/* Each notified client requests the page again: changes within a second are notified together. */
static void notify_later(struct tournaments *tournaments, struct entry *entry, int64_t now)
{
    if (!entry->to_notify || now - entry->notified < NOTIFY_INTERVAL) return;
    entry->to_notify = false;
    entry->notified = now;
    notify_watchers(tournaments, entry->id);
}

void schedule_wake(struct tournaments *tournaments, const char *tournament)
{
    struct entry *entry = find(tournaments->schedule, tournament);
    page_cache_drop(tournaments->schedule->page_cache, tournament);
    if (!entry) {
        notify_watchers(tournaments, tournament);
        return;
    }
    if (!entry->paced) entry->due = 0;
    entry->to_notify = true;
    notify_later(tournaments, entry, server_confirmed_now());
}

/* ---- Checking -------------------------------------------------------------------------------- */

/* When to check a tournament again; 0: never, it is over. */
static int64_t next_look(const struct tournament *tournament, int64_t now)
{
    switch (tournament->stage) {
    case TOURNAMENT_ANNOUNCED: return tournament->starts ? tournament->starts : INT64_MAX;
    case TOURNAMENT_RUNNING:
        if (tournament->opens) return tournament->opens;
        return now + (tournament->kind == PAIRING_ARENA ? ARENA_PACE : CHECKED_AGAIN);
    default: return 0;
    }
}

static struct tournament *read_checked(struct tournaments *tournaments, struct entry *entry,
                                       int64_t now)
{
    struct tournament *tournament = tournament_read(tournaments->documents, entry->id);
    bool running = tournament && tournament->stage == TOURNAMENT_RUNNING;
    if (!running || now - entry->checked < CHECKED_AGAIN) return tournament;
    entry->checked = now;
    if (!tournament_check_tables(tournaments, tournament)) return tournament;
    tournament_free(tournament);
    return tournament_read(tournaments->documents, entry->id);
}

/* A failed step is tried again: the documents have the state. */
static int64_t run_step(struct tournaments *tournaments, struct entry *entry, int64_t now)
{
    documents_begin(tournaments->documents);
    struct tournament *tournament = read_checked(tournaments, entry, now);
    if (!tournament) return documents_failed(tournaments->documents) ? now + TROUBLE : 0;
    if (tournament->stage == TOURNAMENT_RUNNING)
        tournament_go_on(tournaments, tournament);
    else if (tournament->stage == TOURNAMENT_ANNOUNCED && tournament->starts &&
             tournament->starts <= now)
        tournament_begin(tournaments, tournament);
    entry->paced = tournament->kind == PAIRING_ARENA && tournament->stage == TOURNAMENT_RUNNING;
    int64_t due =
        documents_failed(tournaments->documents) ? now + TROUBLE : next_look(tournament, now);
    tournament_free(tournament);
    return due;
}

/* Checks a tournament, and notes the transaction of the step. */
static void look_at(struct tournaments *tournaments, struct entry *entry, int64_t now)
{
    size_t changes = store_batch_count(outbox_changes(tournaments->outbox));
    entry->due = run_step(tournaments, entry, now);
    entry->over = !entry->due;
    if (store_batch_count(outbox_changes(tournaments->outbox)) != changes)
        note_transaction(tournaments, entry);
}

/* Whether the documents say that it is not over; true also if they cannot be read. */
static bool is_listed(struct tournaments *tournaments, struct entry *entry)
{
    entry->listed = false;
    return !read_open(tournaments, entry->id) || entry->listed;
}

/* The step is on disk now; or it was lost in a conflict with another node, and is done again. */
static void note_landing(struct tournaments *tournaments, struct entry *entry)
{
    if (!entry->transaction || !outbox_is_settled(tournaments->outbox, entry->transaction)) return;
    entry->transaction = 0;
    if (entry->losses == losses(tournaments)) return;
    entry->over = !is_listed(tournaments, entry);
    entry->due = 0;
}

static void remove_at(struct tournaments *tournaments, size_t at)
{
    struct schedule *schedule = tournaments->schedule;
    struct entry *entry = &schedule->entry[at];
    if (entry->to_notify) notify_watchers(tournaments, entry->id);
    *entry = schedule->entry[--schedule->count];
}

/* Only the leading node runs tournaments. A new leader checks all of them, because the last steps
 * of the old one are unknown. */
static bool is_leader(struct tournaments *tournaments)
{
    struct schedule *schedule = tournaments->schedule;
    bool leads = peers_leads(tournaments->peers);
    for (size_t i = 0; leads && !schedule->led && i < schedule->count; i++)
        schedule->entry[i].due = 0;
    schedule->led = leads;
    return leads;
}

void schedule_jumped(struct tournaments *tournaments)
{
    struct schedule *schedule = tournaments->schedule;
    for (size_t i = 0; i < schedule->count; i++) {
        struct entry *entry = &schedule->entry[i];
        entry->due = entry->notified = entry->checked = 0;
    }
}

void schedule_tick(struct tournaments *tournaments, int64_t now)
{
    struct schedule *schedule = tournaments->schedule;
    if (outbox_trouble(tournaments->outbox)[0]) return;
    bool leads = is_leader(tournaments);
    for (size_t i = schedule->count; i-- > 0;) {
        struct entry *entry = &schedule->entry[i];
        notify_later(tournaments, entry, now);
        note_landing(tournaments, entry);
        if (leads && !entry->over && !entry->transaction && entry->due <= now)
            look_at(tournaments, entry, now);
        if (entry->over && !entry->transaction) remove_at(tournaments, i);
    }
}

/* ---- Changes by other nodes ------------------------------------------------------------------ */

/* The node that ended it sends a notification when it is over; until then it stays. */
static void remove_unlisted(struct tournaments *tournaments, const char *tournament)
{
    struct schedule *schedule = tournaments->schedule;
    for (size_t i = schedule->count; schedule->entry && i-- > 0;) {
        struct entry *entry = &schedule->entry[i];
        bool meant = !*tournament || bv_equal(entry->id, tournament);
        if (meant && !entry->listed && !entry->transaction) remove_at(tournaments, i);
    }
}

static bool read_one(struct tournaments *tournaments, const char *tournament)
{
    struct entry *entry = find(tournaments->schedule, tournament);
    if (entry) entry->listed = false;
    bool read = read_open(tournaments, tournament);
    schedule_wake(tournaments, tournament);
    if (read) remove_unlisted(tournaments, tournament);
    return read;
}

/* Reads the next page of all tournaments that are not over; false until it was the last. */
static bool read_page(struct tournaments *tournaments)
{
    struct schedule *schedule = tournaments->schedule;
    documents_begin(tournaments->documents);
    documents_page(tournaments->documents, "tournament.open", &schedule->read_to, restore,
                   tournaments);
    if (documents_failed(tournaments->documents) || schedule->read_to.more) return false;
    for (size_t i = 0; i < schedule->count; i++) schedule_wake(tournaments, schedule->entry[i].id);
    remove_unlisted(tournaments, "");
    return true;
}

bool schedule_updated(struct tournaments *tournaments, const char *tournament)
{
    struct schedule *schedule = tournaments->schedule;
    if (tournament && *tournament) return read_one(tournaments, tournament);
    if (tournament) {
        schedule->read_to = (struct store_cursor){0};
        for (size_t i = 0; i < schedule->count; i++) schedule->entry[i].listed = false;
    }
    return read_page(tournaments);
}
