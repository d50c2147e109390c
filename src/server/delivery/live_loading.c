/*
 * Loading tables from the store, and keeping them up to date while other nodes write there too.
 *
 *     unloaded ──load──▶ loaded ──own events (live_tables.c)──▶ stored; or lost: loaded again
 *                        └───────catch up───────▶ entries of other nodes are applied and sent here
 *
 * A table is caught up only while none of its own events waits for the disk: then it equals the
 * store up to a number.
 */
#include "server/base/unreadable.h"
#include "server/delivery/live_tables.h"
#include "server/delivery/server.h"

#define NOT_SENT UINT32_MAX

void live_table_forget_replay(struct live_table *live)
{
    if (live->replay) table_free(live->replay);
    live->replay = NULL;
    live->replay_lines = 0;
}

static void forget_log(struct live_table *live)
{
    for (size_t i = 0; i < live->lines; i++) free(live->line[i]);
    free((void *)live->line);
    free(live->line_at);
    live->line = NULL;
    live->line_at = NULL;
    live->lines = live->line_capacity = live->line_at_capacity = 0;
    live_table_forget_replay(live);
}

void live_table_unload(struct server *server, struct live_table *live)
{
    if (!live->table) return;
    const struct bv_terms *terms = live->table->setup.terms;
    table_free(live->table);
    terms_cache_return(server->terms_cache, terms);
    forget_log(live);
    live->table = NULL;
    server->tables_loaded--;
    server->tables_unloaded++;
}

void live_table_keep_line(struct live_table *live, struct bv_span line, int64_t at)
{
    MEMORY_GROW(live->line, live->lines, live->line_capacity);
    MEMORY_GROW(live->line_at, live->lines, live->line_at_capacity);
    live->line[live->lines] = memory_copy_text(line.text, line.length);
    live->line_at[live->lines++] = at;
}

/* ---- Reading --------------------------------------------------------------------------------- */

struct loading {
    struct server *server;
    struct live_table *live;
    uint32_t heard; /* entries after this number are new to the subscribers */
    bool good;
    struct bv_error error;
};

static bool load_setup(void *context, const struct stored_table *stored)
{
    struct loading *loading = context;
    struct table_setup setup;
    if (!table_setup_restore(stored->setup, loading->server->terms_cache, &setup, &loading->error))
        return false;
    struct live_table *live = loading->live;
    live_table_set_key(loading->server, live, stored->table);
    live->stage = stored->stage;
    live->listed = setup.listed;
    live->timed = setup.time.mode == TABLE_TIME_CLOCK;
    bv_copy(live->club, setup.club, sizeof live->club);
    live->stored_look = stored->due;
    live->table = table_new(&setup, live->id);
    loading->server->tables_loaded++;
    /* Until its first event a table is as old as its setup. */
    live->table->latest = stored->created;
    loading->good = true;
    return false;
}

/* Sends an event of another node to the subscribers here. It is on disk, so it is sent even if the
 * open transaction fails. */
static void send_remote_event(struct server *server, struct live_table *live,
                              const struct table_event *event, const struct table_effect *effect,
                              enum table_stage before)
{
    bool facts = outbox_facts(server->outbox, true);
    live_table_announce(server, live, event, effect);
    live->stored = live->table->events; /* even if the rest cannot be read */
    live->stage = live->table->stage;
    if (live_table_changes_summary(event, before, live->stage)) lobby_changed(server, live);
    outbox_facts(server->outbox, facts);
}

static bool load_entry(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    struct loading *loading = context;
    struct live_table *live = loading->live;
    struct table_event event;
    struct table_effect effect;
    enum table_stage before = live->table->stage;
    live_table_keep_line(live, line, at);
    struct bv_span kept = bv_span_of(live->line[live->lines - 1]);
    loading->good = table_event_read(live->table->setup.terms, kept, &event, &loading->error);
    event.at = at;
    if (number == loading->heard + 1) subscriptions_follow_seats(live);
    if (loading->good) loading->good = table_apply(live->table, &event, &effect, &loading->error);
    if (loading->good && number > loading->heard)
        send_remote_event(loading->server, live, &event, &effect, before);
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
void live_table_set_clock_right(struct server *server, struct live_table *live)
{
    struct table_event event = {
        .verb = live->stopped ? TABLE_RESTART : TABLE_PAUSE, .seat = -1, .at = server_now()};
    if (!table_is_live(live->table) || (!live->stopped && !has_jumped(live->table))) return;
    live->stopped = false;
    live_table_apply(server, live, &event);
}

/* Whether the server was stopped after the last event. */
static bool was_stopped(const struct server *server, const struct table *table)
{
    return table_time(table, table->latest) < server->time.opened;
}

static void resume(struct server *server, struct live_table *live)
{
    int64_t now = server_game_now();
    live->last_active = live->checked = now;
    live->stored = live->table->events;
    bool timed = table_is_live(live->table);
    /* If a server that runs alone loads a table with a live clock, the server was stopped and no
     * player could connect. For other tables it is known since when a side is absent; other nodes
     * kept running and have reported it. */
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if ((timed && !server->peers) || !live->absent_since[side]) live->absent_since[side] = now;
    live->stopped = timed && (live->stopped || was_stopped(server, live->table));
    if (!outbox_trouble(server->outbox)[0]) live_table_set_clock_right(server, live);
    remote_presence_ask(server, live);
    live_table_follow(server, live);
}

bool live_table_load(struct server *server, struct live_table *live, struct bv_error *error)
{
    if (live->table) return true;
    struct loading loading = {
        .server = server, .live = live, .heard = live->clients ? live->stored : NOT_SENT};
    bool read = store_table(server->reader, live->id, 0, load_setup, &loading, error);
    if (read && loading.good)
        read = store_entries(server->reader, live->key, 0, load_entry, &loading, error);
    if (read && loading.good) {
        /* A player whose change of seat was lost gets the channels of the old seat again. */
        if (live->table->events <= loading.heard) subscriptions_follow_seats(live);
        resume(server, live);
        return true;
    }
    if (read) *error = loading.error;
    live_table_unload(server, live);
    return false;
}

struct live_table *live_table_at_hand(struct server *server, const char *id,
                                      struct refusal *refusal)
{
    struct bv_error error = {""};
    struct live_table *live = live_table_find(server, id);
    if (!live) live = live_table_list(server, 0, id);
    if (live_table_load(server, live, &error)) {
        live->last_active = server_game_now();
        return live;
    }
    bool missing = !error.text[0];
    if (!live->key) live_table_remove(server, live);
    if (missing)
        refusal_set(refusal, REFUSE_NO_SUCH_TABLE);
    else
        refusal_unreadable_table(refusal, &error);
    return NULL;
}

struct live_table *live_table_enter(struct server *server, const char *id, struct refusal *refusal)
{
    struct live_table *live = live_table_at_hand(server, id, refusal);
    if (live) live_table_catch_up(server, live);
    /* Catching up may have unloaded the table. */
    return live && !live->table ? live_table_at_hand(server, id, refusal) : live;
}

/* ---- Catching up ----------------------------------------------------------------------------- */

uint32_t live_table_catch_up(struct server *server, struct live_table *live)
{
    struct bv_error error;
    struct loading loading = {.server = server, .live = live, .good = true};
    if (!server->peers || !live->table || !outbox_is_settled(server->outbox, live->transaction))
        return 0;
    uint32_t before = live->table->events;
    live->checked = server_game_now();
    loading.heard = before;
    bool read = store_entries(server->reader, live->key, before, load_entry, &loading, &error);
    live->stored = live->table->events;
    if (live->stored > before) {
        live->last_active = live->checked;
        /* The node that stored the entry also stored a time to check that is no later than this. */
        live->look = live->stored_look = table_look_again(live->table);
    }
    /* A log that is inconsistent or damaged is not played on. */
    if (read ? !loading.good : store_was_damaged(server->reader)) live_table_unload(server, live);
    return live->table ? live->stored - before : 0;
}

void live_table_behind(struct server *server, struct live_table *live)
{
    if (live->behind) return;
    live->behind = true;
    MEMORY_GROW(server->behind, server->tables_behind, server->behind_capacity);
    server->behind[server->tables_behind++] = live->key;
}

/* Entries that were applied already have been rewritten with another player. */
static void reload(struct server *server, struct live_table *live)
{
    struct bv_error error;
    live->rewritten = false;
    live_table_unload(server, live);
    if (!live->clients || !live_table_load(server, live, &error)) return;
    /* Loading may have added an event that is not on disk yet. */
    bool facts = outbox_facts(server->outbox, outbox_is_settled(server->outbox, live->transaction));
    live_table_show(server, live, NULL);
    outbox_facts(server->outbox, facts);
}

void live_tables_catch_up(struct server *server)
{
    size_t kept = 0;
    for (size_t i = 0; i < server->tables_behind; i++) {
        struct live_table *live = live_table_of_key(server, server->behind[i]);
        if (!live) continue;
        if (live->table && !outbox_is_settled(server->outbox, live->transaction)) {
            server->behind[kept++] = live->key;
            continue;
        }
        live->behind = false;
        if (live->rewritten)
            reload(server, live);
        else
            live_table_catch_up(server, live);
    }
    server->tables_behind = kept;
}

/* ---- Lost events ----------------------------------------------------------------------------- */

void live_table_stored(struct server *server, int64_t key, uint32_t number)
{
    struct live_table *live = live_table_of_key(server, key);
    if (!live) return;
    if (number > live->stored) live->stored = number;
    if (number > live->released) live->released = 0;
}

/* No client was told of the lost events, so every client's view is still right. The table is loaded
 * again when everything that was lost with it is known. */
void live_table_lost(struct server *server, int64_t key, bool overtaken)
{
    struct live_table *live = live_table_of_key(server, key);
    if (!live) return;
    live_table_unload(server, live);
    live->thinking = false;
    live->posted = 0;
    if (live->released) live->held = live->released;
    if (!overtaken) live->stopped = true;
    MEMORY_GROW(server->lost, server->tables_lost, server->lost_capacity);
    server->lost[server->tables_lost++] = key;
}

static bool is_stored(void *context, const struct stored_table *stored)
{
    bool *found = context;
    (void)stored;
    *found = true;
    return false;
}

/* A table that was never stored is removed. */
static void recover(struct server *server, struct live_table *live)
{
    struct bv_error error;
    bool found = false;
    if (!store_table(server->reader, live->id, 0, is_stored, &found, &error)) return;
    if (found) {
        if (!live->stopped) live_table_load(server, live, &error);
        return;
    }
    while (live->clients) subscription_close(server, live->client[0], live);
    live_table_remove(server, live);
}

void live_tables_recover(struct server *server)
{
    for (size_t i = 0; i < server->tables_lost; i++) {
        struct live_table *live = live_table_of_key(server, server->lost[i]);
        if (live && !live->table) recover(server, live);
    }
    server->tables_lost = 0;
}
