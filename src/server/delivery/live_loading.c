/*
 * Loading tables from the store, and keeping them up to date while other nodes write there too.
 *
 *     unloaded ──load──▶ loaded ──own events (live_tables.c)──▶ stored; or lost: loaded again
 *                        └───────catch up───────▶ events of other nodes are applied and sent here
 *
 * A table is caught up only while none of its own events waits for the disk: then it equals the
 * store up to a number.
 *
 * The store announces (store.h) `KEY:NUMBER` for a table that has events up to that number,
 * followed by `!` if the table is new or its line in the lobby may have changed, and by `*` if
 * events were rewritten.
 */
#include "server/base/unreadable.h"
#include "server/delivery/live_tables_private.h"

#define NOT_SENT UINT32_MAX

void live_table_forget_replay(struct live_table *live)
{
    if (live->own->replay) table_free(live->own->replay);
    live->own->replay = NULL;
    live->own->replay_lines = 0;
}

static void forget_log(struct live_table *live)
{
    for (size_t i = 0; i < live->own->lines; i++) free(live->own->line[i]);
    free((void *)live->own->line);
    free(live->own->line_at);
    live->own->line = NULL;
    live->own->line_at = NULL;
    live->own->lines = live->own->line_capacity = live->own->line_at_capacity = 0;
    live_table_forget_replay(live);
}

void live_table_unload(struct live_tables *tables, struct live_table *live)
{
    if (!live->table) return;
    const struct bv_terms *terms = live->table->setup.terms;
    table_free(live->table);
    terms_cache_return(tables->terms_cache, terms);
    forget_log(live);
    live->table = NULL;
    tables->loaded--;
    tables->unloaded++;
}

void live_table_keep_line(struct live_table *live, struct bv_span line, int64_t at)
{
    MEMORY_GROW(live->own->line, live->own->lines, live->own->line_capacity);
    MEMORY_GROW(live->own->line_at, live->own->lines, live->own->line_at_capacity);
    live->own->line[live->own->lines] = memory_copy_text(line.text, line.length);
    live->own->line_at[live->own->lines++] = at;
}

/* ---- Reading --------------------------------------------------------------------------------- */

struct loading {
    struct live_tables *tables;
    struct live_table *live;
    uint32_t known; /* events after this number are new to the subscribers */
    bool good;
    struct bv_error error;
};

static bool load_setup(void *context, const struct stored_table *stored)
{
    struct loading *loading = context;
    struct table_setup setup;
    if (!table_setup_restore(stored->setup, loading->tables->terms_cache, &setup, &loading->error))
        return false;
    struct live_table *live = loading->live;
    live_table_set_key(loading->tables, live, stored->table);
    live->stage = stored->stage;
    live_table_describe(live, &setup);
    live->own->stored_look = stored->due;
    live->table = table_new(&setup, live->id);
    loading->tables->loaded++;
    /* Until its first event a table is as old as its setup. */
    live->table->latest = stored->created;
    loading->good = true;
    return false;
}

/* Sends an event of another node to the subscribers here. It is on disk, so it is sent even if the
 * open transaction fails. */
static void send_remote_event(struct live_tables *tables, struct live_table *live,
                              const struct table_event *event, const struct table_effect *effect,
                              enum table_stage before)
{
    live_table_announce(tables, live, event, effect, OUTBOX_ANYWAY);
    live->own->stored = live->table->events; /* even if the rest cannot be read */
    live->stage = live->table->stage;
    if (live_table_changes_summary(event, before, live->stage))
        lobby_changed(tables, live, OUTBOX_ANYWAY);
}

static bool load_event(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    struct loading *loading = context;
    struct live_table *live = loading->live;
    struct table_event event;
    struct table_effect effect;
    enum table_stage before = live->table->stage;
    live_table_keep_line(live, line, at);
    struct bv_span kept = bv_span_of(live->own->line[live->own->lines - 1]);
    loading->good = table_event_read(live->table->setup.terms, kept, &event, &loading->error);
    event.at = at;
    if (number == loading->known + 1) subscriptions_follow_seats(live);
    if (loading->good) loading->good = table_apply(live->table, &event, &effect, &loading->error);
    if (loading->good && number > loading->known)
        send_remote_event(loading->tables, live, &event, &effect, before);
    return loading->good;
}

int64_t live_table_now(const struct live_table *live)
{
    bool timed = live->table && table_is_live(live->table);
    return timed ? server_game_now() + live->table->offset : server_now();
}

/* Whether wall time and game time have moved apart since the log last related them. */
static bool has_jumped(const struct table *table)
{
    int64_t jump = server_now() - server_game_now() - table->offset;
    return jump >= GAME_TIME_JUMP_LEAST || jump <= -GAME_TIME_JUMP_LEAST;
}

/* While the server was stopped, or could not store anything, no live clock runs: no player could
 * have moved. */
static bool is_clock_wrong(const struct live_table *live)
{
    return table_is_live(live->table) && (live->own->stopped || has_jumped(live->table));
}

void live_table_set_clock_right(struct live_tables *tables, struct live_table *live)
{
    struct table_event event = {
        .verb = live->own->stopped ? TABLE_RESTART : TABLE_PAUSE, .seat = -1, .at = server_now()};
    if (!is_clock_wrong(live)) return;
    live->own->stopped = false;
    live_table_apply(tables, live, &event);
}

void live_table_settle(struct live_tables *tables, struct live_table *live)
{
    live->own->idle = false;
    if (outbox_trouble(tables->outbox)[0]) return;
    live_table_set_clock_right(tables, live);
    if (live->own->unfollowed) live_table_follow(tables, live);
}

/* Reading a table stores nothing: a clock that is not right yet is shown as the event that sets it
 * right will leave it. */
void live_table_write(const struct live_table *live, int channel, struct bv_out *out)
{
    if (!is_clock_wrong(live)) {
        messages_table(live->table, channel, live_table_now(live), out);
        return;
    }
    struct table shown = *live->table;
    shown.offset = server_now() - server_game_now();
    if (live->own->stopped) table_clock_skip(&shown.clock, server_game_now());
    messages_table(&shown, channel, server_now(), out);
}

/* Whether the server was stopped after the last event. */
static bool was_stopped(const struct table *table)
{
    return table_time(table, table->latest) < server_opened();
}

static void resume(struct live_tables *tables, struct live_table *live)
{
    int64_t now = server_game_now();
    live->own->last_active = live->own->checked = now;
    live->own->stored = live->table->events;
    bool timed = table_is_live(live->table);
    /* If a server that runs alone loads a table with a live clock, the server was stopped and no
     * player could connect. For other tables it is known since when a side is absent; other nodes
     * kept running and have reported it. */
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if ((timed && !tables->peers) || !live->own->absent_since[side])
            live->own->absent_since[side] = now;
    live->own->stopped = timed && (live->own->stopped || was_stopped(live->table));
    live->own->idle = live->own->unfollowed = true;
    remote_presence_ask(tables, live);
}

bool live_table_load(struct live_tables *tables, struct live_table *live, struct bv_error *error)
{
    if (live->table) return true;
    struct loading loading = {
        .tables = tables, .live = live, .known = live->own->clients ? live->own->stored : NOT_SENT};
    bool read = store_table(tables->reader, live->id, 0, load_setup, &loading, error);
    if (read && loading.good)
        read = store_events(tables->reader, live->key, 0, load_event, &loading, error);
    if (read && loading.good) {
        /* A player whose change of seat was lost gets the channels of the old seat again. */
        if (live->table->events <= loading.known) subscriptions_follow_seats(live);
        resume(tables, live);
        return true;
    }
    if (read) *error = loading.error;
    live_table_unload(tables, live);
    return false;
}

struct live_table *live_table_at_hand(struct live_tables *tables, const char *id,
                                      struct refusal *refusal)
{
    struct bv_error error = {""};
    struct live_table *live = live_table_find(tables, id);
    if (!live) live = live_table_list(tables, 0, id);
    if (live_table_load(tables, live, &error)) {
        live->own->last_active = server_game_now();
        return live;
    }
    bool missing = !error.text[0];
    if (!live->key) live_table_remove(tables, live);
    if (missing)
        refusal_set(refusal, REFUSE_NO_SUCH_TABLE);
    else
        refusal_unreadable_table(refusal, &error);
    return NULL;
}

struct live_table *live_table_enter(struct live_tables *tables, const char *id,
                                    struct refusal *refusal)
{
    struct live_table *live = live_table_at_hand(tables, id, refusal);
    if (live) live_table_catch_up(tables, live);
    /* Catching up may have unloaded the table. */
    return live && !live->table ? live_table_at_hand(tables, id, refusal) : live;
}

/* ---- Rewriting ------------------------------------------------------------------------------- */

/* A batch holds 65,536 changes. */
enum { REWRITTEN_MAX = 20000 };

static void rewrite_line(struct live_tables *tables, struct live_table *live, size_t index,
                         live_table_change *change, const void *context)
{
    char text[TABLE_EVENT_MAX + BV_TOKEN_MAX];
    struct table_event event;
    struct bv_error error;
    const struct bv_terms *terms = table_terms(live->table);
    char **line = &live->own->line[index];
    bool good = table_event_read(terms, bv_span_of(*line), &event, &error);
    BV_ASSERT(good); /* it was read before */
    bool keeps = live->own->lines > REWRITTEN_MAX && event.verb == TABLE_PLAY;
    if (!good || keeps || !change(context, &event)) return;
    struct bv_out out = bv_out_into(text, sizeof text);
    table_event_write(terms, &event, &out);
    struct bv_span whole = {text, out.length};
    store_batch_rewrite(outbox_changes(tables->outbox), live->key, (uint32_t)index + 1, whole);
    free(*line);
    *line = memory_copy_text(whole.text, whole.length);
}

void live_table_rewrite(struct live_tables *tables, struct live_table *live,
                        const struct table_setup *setup, live_table_change *change,
                        const void *context)
{
    struct table *old = live->table;
    struct table *table = table_new(setup, live->id);
    if (!live->own->lines) table->latest = old->latest;
    for (size_t i = 0; i < live->own->lines; i++) {
        struct table_event event;
        struct table_effect effect;
        struct bv_error error;
        rewrite_line(tables, live, i, change, context);
        bool good = table_event_read(setup->terms, bv_span_of(live->own->line[i]), &event, &error);
        event.at = live->own->line_at[i];
        good = good && table_apply(table, &event, &effect, &error);
        BV_ASSERT(good);
        (void)good;
    }
    live->table = table;
    table_free(old);
    live_table_forget_replay(live);
    live->own->transaction = outbox_touches(tables->outbox, live->key, table->events);
}

/* ---- Catching up ----------------------------------------------------------------------------- */

uint32_t live_table_catch_up(struct live_tables *tables, struct live_table *live)
{
    struct bv_error error;
    struct loading loading = {.tables = tables, .live = live, .good = true};
    if (!tables->peers || !live->table ||
        !outbox_is_settled(tables->outbox, live->own->transaction))
        return 0;
    uint32_t before = live->table->events;
    live->own->checked = server_game_now();
    loading.known = before;
    bool read = store_events(tables->reader, live->key, before, load_event, &loading, &error);
    live->own->stored = live->table->events;
    if (live->own->stored > before) {
        live->own->last_active = live->own->checked;
        /* The node that stored the event also stored a time to check that is no later than this. */
        live->own->look = live->own->stored_look = table_look_again(live->table);
    }
    /* A log that is inconsistent or damaged is not played on. */
    if (read ? !loading.good : store_was_damaged(tables->reader)) live_table_unload(tables, live);
    return live->table ? live->own->stored - before : 0;
}

/* Marks a table to be caught up as soon as possible. */
static void live_table_behind(struct live_tables *tables, struct live_table *live)
{
    if (live->own->behind) return;
    live->own->behind = true;
    MEMORY_GROW(tables->behind, tables->behind_count, tables->behind_capacity);
    tables->behind[tables->behind_count++] = live->key;
}

/* Events that were applied already have been rewritten with another player. */
static void reload(struct live_tables *tables, struct live_table *live)
{
    struct bv_error error;
    live->own->rewritten = false;
    live_table_unload(tables, live);
    if (!live->own->clients || !live_table_load(tables, live, &error)) return;
    live_table_settle(tables, live);
    live_table_show(tables, live, NULL, OUTBOX_WHEN_STORED);
}

void live_tables_catch_up(struct live_tables *tables)
{
    size_t kept = 0;
    for (size_t i = 0; i < tables->behind_count; i++) {
        struct live_table *live = live_table_of_key(tables, tables->behind[i]);
        if (!live) continue;
        if (live->table && !outbox_is_settled(tables->outbox, live->own->transaction)) {
            tables->behind[kept++] = live->key;
            continue;
        }
        live->own->behind = false;
        if (live->own->rewritten)
            reload(tables, live);
        else
            live_table_catch_up(tables, live);
    }
    tables->behind_count = kept;
}

/* ---- Lost events ----------------------------------------------------------------------------- */

void live_table_stored(struct live_tables *tables, int64_t key, uint32_t number)
{
    struct live_table *live = live_table_of_key(tables, key);
    if (!live) return;
    if (number > live->own->stored) live->own->stored = number;
    if (number > live->own->released) live->own->released = 0;
}

/* No client was told of the lost events, so every client's view is still right. The table is loaded
 * again when everything that was lost with it is known. */
void live_table_lost(struct live_tables *tables, int64_t key, bool overtaken)
{
    struct live_table *live = live_table_of_key(tables, key);
    if (!live) return;
    live_table_unload(tables, live);
    live->own->thinking = false;
    live->own->posted = 0;
    if (live->own->released) live->own->held = live->own->released;
    if (!overtaken) live->own->stopped = true;
    MEMORY_GROW(tables->lost, tables->lost_count, tables->lost_capacity);
    tables->lost[tables->lost_count++] = key;
}

static bool is_stored(void *context, const struct stored_table *stored)
{
    bool *found = context;
    (void)stored;
    *found = true;
    return false;
}

/* A table that was never stored is removed. */
static void recover(struct live_tables *tables, struct live_table *live)
{
    struct bv_error error;
    bool found = false;
    if (!store_table(tables->reader, live->id, 0, is_stored, &found, &error)) return;
    if (found) {
        if (!live->own->stopped && live_table_load(tables, live, &error)) live->own->idle = false;
        return;
    }
    while (live->own->clients) subscription_close(tables, live->own->client[0], live);
    live_table_remove(tables, live);
}

void live_tables_recover(struct live_tables *tables)
{
    for (size_t i = 0; i < tables->lost_count; i++) {
        struct live_table *live = live_table_of_key(tables, tables->lost[i]);
        if (live && !live->table) recover(tables, live);
    }
    tables->lost_count = 0;
}

/* ---- Tables in the store -------------------------------------------------------------------------------- */

static bool restore(void *context, const struct stored_table *stored)
{
    struct live_tables *tables = context;
    struct live_table *live = live_table_of_key(tables, stored->table);
    if (!live && stored->stage == TABLE_OVER) return true;
    if (!live) {
        live = live_table_list(tables, stored->table, stored->id);
        cJSON *setup = cJSON_Parse(stored->setup);
        live->own->listed = setup && fields_true(setup, "public");
        const cJSON *time = cJSON_GetObjectItemCaseSensitive(setup, "time");
        live->own->timed = cJSON_GetObjectItemCaseSensitive(time, "seconds");
        const char *game = setup ? fields_text(setup, "game", 32) : NULL;
        live->game = game ? bv_game_named(game) : NULL;
        const char *club = setup ? fields_text(setup, "club", ID_SIZE - 1) : NULL;
        struct bv_out out = bv_out_into(live->own->club, sizeof live->own->club);
        if (club) bv_put(&out, club);
        cJSON_Delete(setup);
    }
    live->own->swept = tables->sweep;
    if (live->table) return true;
    live->stage = stored->stage;
    live->own->look = live->own->stored_look = stored->due;
    return true;
}

bool live_tables_restore(struct live_tables *tables, struct bv_error *error)
{
    struct store_cursor cursor = {0};
    bool good = store_last_key(tables->reader, &tables->last_key, error);
    do good = good && store_unfinished(tables->reader, &cursor, restore, tables, error);
    while (good && cursor.more);
    return good;
}

/* ---- Updates --------------------------------------------------------------------------------- */

/* Sends the lobby the line of a table that is not loaded here. */
static void show_line(struct live_tables *tables, struct live_table *live)
{
    struct bv_error error;
    live->own->summary_old = true;
    if (!live->own->listed || !tables->in_lobby) return;
    if (live->stage != TABLE_OVER && !live_table_load(tables, live, &error)) return;
    lobby_changed(tables, live, OUTBOX_ANYWAY);
}

bool live_table_look_up(struct live_tables *tables, int64_t key)
{
    struct bv_error error;
    if (!store_table(tables->reader, NULL, key, restore, tables, &error)) return false;
    struct live_table *live = live_table_of_key(tables, key);
    if (!live) return true;
    show_line(tables, live);
    if (live->stage == TABLE_OVER && !live->own->clients && !live->table)
        live_table_remove(tables, live);
    return true;
}

/* Removes a mark from the end. */
static bool take_mark(struct bv_span *part, char mark)
{
    if (!part->length || part->text[part->length - 1] != mark) return false;
    part->length--;
    return true;
}

static void begin_sweep(struct live_tables *tables)
{
    tables->sweep++;
    tables->sweep_at = (struct store_cursor){0};
    tables->sweeping = true;
}

static void handle_update(struct live_tables *tables, int64_t key, int64_t number,
                          bool changes_line, bool rewritten)
{
    struct live_table *live = live_table_of_key(tables, key);
    if (!live || !live->table) {
        /* If the store cannot be read now, a sweep follows later. */
        if (changes_line && !live_table_look_up(tables, key)) begin_sweep(tables);
        return;
    }
    live->own->rewritten |= rewritten;
    bool settled = outbox_is_settled(tables->outbox, live->own->transaction);
    if (rewritten || !settled || number > live->table->events) live_table_behind(tables, live);
}

void live_tables_updated(struct live_tables *tables, struct bv_span changed)
{
    struct bv_span part = {0};
    struct bv_span name = {0};
    while (bv_take_part(&changed, ' ', &part)) {
        int64_t key = 0;
        int64_t number = 0;
        bool rewritten = take_mark(&part, '*');
        bool changes_line = take_mark(&part, '!');
        if (bv_take_part(&part, ':', &name) && bv_long_of(name, &key) && bv_long_of(part, &number))
            handle_update(tables, key, number, changes_line, rewritten);
    }
    live_tables_catch_up(tables);
}

/* Removes a live table that is no longer among the unfinished tables: another node has ended it. */
static void remove_ended(struct live_tables *tables, struct live_table *live)
{
    bool settled = outbox_is_settled(tables->outbox, live->own->transaction);
    if (live->own->swept == tables->sweep || live->table || !settled || !live->key) return;
    live->stage = TABLE_OVER;
    show_line(tables, live);
    if (!live->own->clients) live_table_remove(tables, live);
}

void live_tables_sweep(struct live_tables *tables)
{
    struct bv_error error;
    struct store_cursor *cursor = &tables->sweep_at;
    if (!store_unfinished(tables->reader, cursor, restore, tables, &error)) return;
    tables->pacing |= cursor->more; /* the next check is soon */
    if (cursor->more) return;
    tables->sweeping = false;
    for (size_t i = 0; i < LIVE_BUCKETS; i++) {
        struct live_table *live = tables->bucket[i];
        while (live) {
            struct live_table *next = live->own->next;
            if (live->table) live_table_behind(tables, live);
            remove_ended(tables, live);
            live = next;
        }
    }
    live_tables_catch_up(tables);
}

void live_tables_missed(struct live_tables *tables)
{
    begin_sweep(tables);
    live_tables_sweep(tables);
}
