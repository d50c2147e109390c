#include "server/accounts/account_merge.h"

#include "server/accounts/bots.h"
#include "server/accounts/challenges.h"
#include "server/accounts/document_kinds.h"
#include "server/accounts/notes.h"
#include "server/accounts/sessions.h"
#include "server/records/records.h"

enum { TABLES_COUNTED = 10000, DOCUMENTS_A_STEP = 100 };

/* The name of a person who was forgotten. */
static const char forgotten_name[] = "?";

/* ---- Running merges -------------------------------------------------------------------------- */

static struct account_merges *find(const struct accounts *accounts, const char *person)
{
    struct account_merges *merges = accounts->merges;
    while (merges && !bv_equal(merges->from, person)) merges = merges->next;
    return merges;
}

static struct account_merges *add(struct accounts *accounts, const char *from, const char *to)
{
    struct account_merges *merges = memory_new(sizeof *merges);
    bv_copy_text(merges->from, sizeof merges->from, from);
    bv_copy_text(merges->to, sizeof merges->to, to);
    struct account_merges **end = &accounts->merges;
    while (*end) end = &(*end)->next;
    *end = merges;
    return merges;
}

static void write_down(struct accounts *accounts, struct account_merges *merges)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "to", merges->to);
    documents_write(accounts->documents, "merge", merges->from, 0, document);
    merges->transaction = outbox_transaction(accounts->outbox);
}

static void take(struct accounts *accounts, const char *from, const cJSON *document)
{
    const char *to = fields_text(document, "to", ID_SIZE - 1);
    struct account_merges *known = find(accounts, from);
    if (to && known)
        bv_copy_text(known->to, sizeof known->to, to);
    else if (to)
        add(accounts, from, to);
}

static bool restore(void *context, const struct document *document)
{
    take(context, document->key, document->fields);
    return true;
}

bool merges_restore(struct accounts *accounts, struct bv_error *error)
{
    struct store_cursor cursor = {0};
    documents_begin(accounts->documents);
    do documents_page(accounts->documents, "merge", &cursor, restore, accounts);
    while (cursor.more);
    *error = *documents_trouble(accounts->documents);
    return !documents_failed(accounts->documents);
}

void merges_clear(struct accounts *accounts)
{
    while (accounts->merges) {
        struct account_merges *merges = accounts->merges;
        accounts->merges = merges->next;
        free(merges);
    }
}

/* ---- Starting a merge ------------------------------------------------------------------------ */

struct keys {
    int64_t *key;
    uint32_t count;
};

static bool note_key(void *context, const struct stored_table *table)
{
    struct keys *keys = context;
    keys->key[keys->count++] = table->table;
    return true;
}

static bool is_among(const struct keys *keys, int64_t table)
{
    for (uint32_t i = 0; i < keys->count; i++)
        if (keys->key[i] == table) return true;
    return false;
}

struct counting {
    const struct keys *theirs;
    struct merge_result *moved;
};

static bool count_table(void *context, const struct stored_table *table)
{
    struct counting *counting = context;
    struct merge_result *moved = counting->moved;
    if (!is_among(counting->theirs, table->table)) {
        moved->tables++;
    } else if (moved->kept < MERGE_KEPT_MAX) {
        bv_copy_text(moved->table[moved->kept++], ID_SIZE, table->id);
    }
    return true;
}

static void count(struct accounts *accounts, const char *guest, const char *account,
                  struct merge_result *moved)
{
    struct bv_error ignored;
    struct keys theirs = {.key = memory_new(TABLES_COUNTED * sizeof(int64_t))};
    struct counting counting = {&theirs, moved};
    *moved = (struct merge_result){0};
    store_tables_of(accounts->reader, account, TABLES_COUNTED, note_key, &theirs, &ignored);
    store_tables_of(accounts->reader, guest, TABLES_COUNTED, count_table, &counting, &ignored);
    free(theirs.key);
}

void merge_guest(struct accounts *accounts, const char *guest, const char *account,
                 struct merge_result *moved)
{
    count(accounts, guest, account, moved);
    write_down(accounts, add(accounts, guest, account));
}

static void forget_bots(struct accounts *accounts, const char *owner)
{
    char bot[BOTS_MAX][ID_SIZE];
    uint32_t bots = bots_of(accounts, owner, bot);
    for (uint32_t i = 0; i < bots; i++)
        if (!merge_is_running(accounts, bot[i])) merge_forget_person(accounts, bot[i]);
}

void merge_forget_person(struct accounts *accounts, const char *person)
{
    cJSON *account = documents_read(accounts->documents, "account", person);
    const char *folded = fields_text(account, "folded", DOCUMENT_KEY_MAX);
    if (folded) documents_remove(accounts->documents, "name", folded);
    cJSON_Delete(account);
    documents_remove(accounts->documents, "account", person);
    sessions_end(accounts, person, "");
    challenges_close(accounts, person, NULL);
    /* Forgets also the persons who are being merged into this one. */
    for (struct account_merges *merges = accounts->merges; merges; merges = merges->next)
        if (bv_equal(merges->to, person)) {
            merges->to[0] = '\0';
            write_down(accounts, merges);
        }
    write_down(accounts, add(accounts, person, ""));
    if (!person_is_bot(person)) forget_bots(accounts, person);
}

/* ---- Rewriting the log of a table ------------------------------------------------------------ */

enum { SETUP_SIZE = 256 * 1024 };

struct rewrite {
    const char *from; /* the old person */
    const char *to;   /* the new person */
    const char *name; /* the name of the new person */
    bool forgotten; /* blanks what the person said; the new person is not a person of this server */
};

/* Rewrites one event; false: it stays unchanged. */
static bool change(const void *context, struct table_event *event)
{
    const struct rewrite *how = context;
    if (!(table_verb_fields(event->verb) & TABLE_FIELD_PERSON) ||
        !bv_equal(event->person, how->from))
        return false;
    bv_copy_text(event->person, sizeof event->person, how->to);
    if (event->verb == TABLE_SIT || event->verb == TABLE_JOIN) event->text = bv_span_of(how->name);
    if (event->verb == TABLE_SAY && how->forgotten) event->text = bv_span_of("…");
    return true;
}

static void change_owner(struct accounts *accounts, struct live_table *live,
                         const struct rewrite *how, struct table_setup *setup)
{
    if (!bv_equal(setup->owner, how->from)) return;
    bv_copy_text(setup->owner, sizeof setup->owner, how->to);
    char *text = memory_new(SETUP_SIZE);
    struct bv_out out = bv_out_into(text, SETUP_SIZE);
    table_setup_store(setup, &out);
    BV_ASSERT(!out.cut);
    store_batch_setup(outbox_changes(accounts->outbox), live->key, text);
    free(text);
}

/* Rewrites the log in the current transaction, updates the search index if the game is over, and
 * sends the table again to all its subscribers. The game stays the same. */
static void rewrite_table(struct accounts *accounts, struct live_table *live,
                          const struct rewrite *how)
{
    char old_tags[RECORD_TAGS_SIZE];
    char tags[RECORD_TAGS_SIZE];
    struct batch *changes = outbox_changes(accounts->outbox);
    struct table_setup setup = live->table->setup;
    struct bv_out out = bv_out_into(old_tags, sizeof old_tags);
    record_tags(live->table, &out);
    change_owner(accounts, live, how, &setup);
    live_table_rewrite(accounts->tables, live, &setup, change, how);
    if (live->table->stage == TABLE_OVER && live->table->begun) {
        char line[RECORD_SUMMARY_SIZE];
        struct bv_out summary = bv_out_into(line, sizeof line);
        out = bv_out_into(tags, sizeof tags);
        record_summary(live->table, &summary);
        record_tags(live->table, &out);
        store_batch_retag(changes, live->key, live->table->ended, line, old_tags, tags);
    }
    if (!how->forgotten) store_batch_join(changes, how->to, live->key);
    store_batch_leave(changes, how->from, live->key);
    live_table_show(accounts->tables, live, NULL, OUTBOX_WHEN_STORED);
    presence_send(accounts->tables, live);
    lobby_changed(accounts->tables, live, OUTBOX_WHEN_STORED);
}

/* ---- One table ------------------------------------------------------------------------------- */

/* A forgotten person blocks no game: resigns from an unfinished game, frees a seat, closes a table
 * of their own. */
static void leave_table(struct accounts *accounts, struct live_table *live, struct client *person)
{
    char key[TABLE_KEY_SIZE];
    struct refusal ignored;
    const struct bv_terms *terms = table_terms(live->table);
    if (live->table->stage == TABLE_OPEN && bv_equal(live->table->setup.owner, person->person))
        live_table_command(accounts->tables, live, person, &(struct request){.verb = VERB_CANCEL},
                           key, &ignored);
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (live->table->stage == TABLE_OVER || !table_holds(live->table, seat, person->person))
            continue;
        struct request request = {.verb = VERB_STAND, .seat = bv_seat_name(terms, seat)};
        if (live_table_command(accounts->tables, live, person, &request, key, &ignored)) continue;
        request.verb = VERB_RESIGN;
        live_table_command(accounts->tables, live, person, &request, key, &ignored);
    }
}

static void forget_at_table(struct accounts *accounts, struct live_table *live, const char *person)
{
    /* A different name at each table, so that the tables cannot be linked to one person. */
    char new_id[17] = "gone";
    struct client client = {0};
    bv_copy(client.person, person, ID_SIZE);
    bv_copy(client.name, forgotten_name, sizeof forgotten_name);
    leave_table(accounts, live, &client);
    random_id(new_id + 4, sizeof new_id - 4);
    rewrite_table(
        accounts, live,
        &(struct rewrite){.from = person, .to = new_id, .name = forgotten_name, .forgotten = true});
}

/* A table that both persons have joined stays unchanged: otherwise a person could have played
 * against themselves. */
static bool has_joined(const struct accounts *accounts, const char *person, int64_t table)
{
    struct bv_error ignored;
    struct keys keys = {.key = memory_new(TABLES_COUNTED * sizeof(int64_t))};
    store_tables_of(accounts->reader, person, TABLES_COUNTED, note_key, &keys, &ignored);
    bool joined = is_among(&keys, table);
    free(keys.key);
    return joined;
}

static void merge_at_table(struct accounts *accounts, struct live_table *live,
                           const struct account_merges *merges)
{
    char name[TABLE_NAME_MAX + 1] = "";
    bool found = false;
    struct bv_error error;
    store_person(accounts->reader, merges->to, name, sizeof name, &found, &error);
    if (!found || has_joined(accounts, merges->to, live->key)) {
        store_batch_leave(outbox_changes(accounts->outbox), merges->from, live->key);
        return;
    }
    rewrite_table(accounts, live,
                  &(struct rewrite){.from = merges->from, .to = merges->to, .name = name});
    note_move(accounts, live->id, merges->from, merges->to);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

struct next_table {
    int64_t key;
    char id[ID_SIZE];
};

static bool note_table(void *context, const struct stored_table *table)
{
    struct next_table *next = context;
    next->key = table->table;
    bv_copy(next->id, table->id, sizeof next->id);
    return false;
}

static void step_table(struct accounts *accounts, const struct account_merges *merges,
                       const struct next_table *next)
{
    struct refusal refusal;
    struct live_table *live = live_table_enter(accounts->tables, next->id, &refusal);
    if (!live) /* it cannot be read, so it names no person */
        store_batch_leave(outbox_changes(accounts->outbox), merges->from, next->key);
    else if (merges->to[0])
        merge_at_table(accounts, live, merges);
    else
        forget_at_table(accounts, live, merges->from);
}

/* Documents to be deleted, noted while the store is read. */
struct waste {
    struct {
        char kind[DOCUMENT_KIND_MAX + 1];
        char key[DOCUMENT_KEY_MAX + 1];
        const char *mirror;
    } document[DOCUMENTS_A_STEP];
    uint32_t count;
};

static bool note_document(void *context, const struct document_kind *row, const char *kind,
                          const struct store_document *document)
{
    struct waste *waste = context;
    if (waste->count == DOCUMENTS_A_STEP) return false;
    bv_copy_text(waste->document[waste->count].kind, DOCUMENT_KIND_MAX + 1, kind);
    bv_copy_text(waste->document[waste->count].key, DOCUMENT_KEY_MAX + 1, document->key);
    waste->document[waste->count++].mirror = row->mirror;
    return true;
}

/* The mirror document, with the two ids swapped. */
static void remove_mirrored(struct accounts *accounts, const char *kind, const char *person,
                            const char *key)
{
    const char *slash = strchr(key, '/');
    if (!slash) return;
    documents_remove(accounts->documents, kind, pair_key(slash + 1, person).text);
}

bool merge_delete_documents(struct accounts *accounts, const char *person)
{
    struct bv_error ignored;
    struct waste *waste = memory_new(sizeof *waste);
    bool good = document_kinds_visit(accounts->reader, person, DOCUMENTS_A_STEP, note_document,
                                     waste, &ignored);
    bool none = good && !waste->count;
    for (uint32_t i = 0; i < waste->count; i++) {
        if (!accounts->forget(accounts->context, person, waste->document[i].kind,
                              waste->document[i].key))
            continue;
        documents_remove(accounts->documents, waste->document[i].kind, waste->document[i].key);
        if (waste->document[i].mirror)
            remove_mirrored(accounts, waste->document[i].mirror, person, waste->document[i].key);
    }
    free(waste);
    return none;
}

/* The last steps, when no table is left: documents, then the person. */
static void step_documents(struct accounts *accounts, const struct account_merges *merges)
{
    if (!merge_delete_documents(accounts, merges->from)) return;
    documents_remove(accounts->documents, "merge", merges->from);
    if (documents_failed(accounts->documents)) return;
    store_batch_person_gone(outbox_changes(accounts->outbox), merges->from);
}

/* Disconnects the clients of the old person; they reconnect as the new one. */
static void disconnect(struct accounts *accounts, const char *person)
{
    struct client *client = NULL;
    while ((client = connections_first(accounts->connections, person)))
        session_close_sockets(accounts, client);
}

/* Whether the merge is still running: the document is deleted with the last step. */
static bool is_running(const struct accounts *accounts, const struct account_merges *merges)
{
    return documents_has(accounts->documents, "merge", merges->from) ||
           documents_failed(accounts->documents);
}

static void step(struct accounts *accounts, struct account_merges *merges)
{
    struct next_table next = {0};
    struct bv_error error;
    disconnect(accounts, merges->from);
    if (!store_tables_of(accounts->reader, merges->from, 1, note_table, &next, &error)) return;
    merges->transaction = outbox_transaction(accounts->outbox);
    if (next.key)
        step_table(accounts, merges, &next);
    else
        step_documents(accounts, merges);
}

static void drop(struct accounts *accounts, struct account_merges *merges)
{
    struct account_merges **place = &accounts->merges;
    while (*place != merges) place = &(*place)->next;
    *place = merges->next;
    free(merges);
}

/* Another node does the work: this node only disconnects the clients. A merge that was started here
 * and never stored is forgotten. */
static void follow_other_nodes(struct accounts *accounts)
{
    struct account_merges *next = NULL;
    for (struct account_merges *merges = accounts->merges; merges; merges = next) {
        next = merges->next;
        disconnect(accounts, merges->from);
        if (!merges->transaction || !outbox_is_settled(accounts->outbox, merges->transaction))
            continue;
        merges->transaction = 0;
        if (!is_running(accounts, merges)) drop(accounts, merges);
    }
}

bool merges_updated(struct accounts *accounts, const char *person)
{
    struct account_merges *next = NULL;
    struct store_cursor *cursor = &accounts->merges_read;
    bool one = person && *person;
    documents_begin(accounts->documents);
    if (person) *cursor = (struct store_cursor){0};
    if (one) {
        session_doubt_person(accounts, person); /* a merged person is no longer found */
        cJSON *document = documents_read(accounts->documents, "merge", person);
        take(accounts, person, document);
        cJSON_Delete(document);
    } else {
        documents_page(accounts->documents, "merge", cursor, restore, accounts);
    }
    if (documents_failed(accounts->documents) || cursor->more) return false;
    for (struct account_merges *merges = accounts->merges; merges; merges = next) {
        next = merges->next;
        bool meant = !one || bv_equal(merges->from, person);
        bool landed = outbox_is_settled(accounts->outbox, merges->transaction);
        if (meant && landed && !is_running(accounts, merges)) drop(accounts, merges);
    }
    return true;
}

void merges_step(struct accounts *accounts)
{
    struct account_merges *merges = accounts->merges;
    if (!merges || outbox_trouble(accounts->outbox)[0]) return;
    documents_begin(accounts->documents);
    if (!peers_leads(accounts->peers)) {
        follow_other_nodes(accounts);
        return;
    }
    accounts->merges = merges->next;
    merges->next = NULL;
    bool landed = outbox_is_settled(accounts->outbox, merges->transaction);
    if (landed && !is_running(accounts, merges)) {
        free(merges);
        return;
    }
    struct account_merges **end = &accounts->merges; /* other merges come next */
    while (*end) end = &(*end)->next;
    *end = merges;
    if (landed) step(accounts, merges);
}
