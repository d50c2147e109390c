/*
 * Updates of tables by other nodes. The store announces (store.h) `KEY:NUMBER` for a table that has
 * events up to that number, followed by `!` if the table is new or its line in the lobby may have
 * changed, and by `*` if events were rewritten.
 */
#include "server/delivery/live_tables.h"
#include "server/delivery/server.h"

/* ---- The list -------------------------------------------------------------------------------- */

static bool restore(void *context, const struct stored_table *stored)
{
    struct server *server = context;
    struct live_table *live = live_table_of_key(server, stored->table);
    if (!live && stored->stage == TABLE_OVER) return true;
    if (!live) {
        live = live_table_list(server, stored->table, stored->id);
        cJSON *setup = cJSON_Parse(stored->setup);
        live->listed = setup && fields_true(setup, "public");
        const cJSON *time = cJSON_GetObjectItemCaseSensitive(setup, "time");
        live->timed = cJSON_GetObjectItemCaseSensitive(time, "seconds");
        const char *club = setup ? fields_text(setup, "club", ID_SIZE - 1) : NULL;
        struct bv_out out = bv_out_into(live->club, sizeof live->club);
        if (club) bv_put(&out, club);
        cJSON_Delete(setup);
    }
    live->swept = server->sweep;
    if (live->table) return true;
    live->stage = stored->stage;
    live->look = live->stored_look = stored->due;
    return true;
}

bool live_tables_restore(struct server *server, struct bv_error *error)
{
    return store_last_key(server->reader, &server->last_key, error) &&
           store_unfinished(server->reader, restore, server, error);
}

/* ---- Updates --------------------------------------------------------------------------------- */

/* Sends the lobby the line of a table that is not loaded here. */
static void show_line(struct server *server, struct live_table *live)
{
    struct bv_error error;
    live->summary_old = true;
    if (!live->listed || !server->in_lobby) return;
    if (live->stage != TABLE_OVER && !live_table_load(server, live, &error)) return;
    bool facts = outbox_facts(server->outbox, outbox_is_settled(server->outbox, live->transaction));
    lobby_changed(server, live);
    outbox_facts(server->outbox, facts);
}

bool live_table_look_up(struct server *server, int64_t key)
{
    struct bv_error error;
    if (!store_table(server->reader, NULL, key, restore, server, &error)) return false;
    struct live_table *live = live_table_of_key(server, key);
    if (!live) return true;
    show_line(server, live);
    if (live->stage == TABLE_OVER && !live->clients && !live->table)
        live_table_remove(server, live);
    return true;
}

/* Removes a mark from the end. */
static bool take_mark(struct bv_span *part, char mark)
{
    if (!part->length || part->text[part->length - 1] != mark) return false;
    part->length--;
    return true;
}

static void handle_update(struct server *server, int64_t key, int64_t number, bool changed,
                          bool rewritten)
{
    struct live_table *live = live_table_of_key(server, key);
    if (!live || !live->table) {
        /* If the store cannot be read now, a sweep follows later. */
        if (changed && !live_table_look_up(server, key)) server->missed = true;
        return;
    }
    live->rewritten |= rewritten;
    bool settled = outbox_is_settled(server->outbox, live->transaction);
    if (rewritten || !settled || number > live->table->events) live_table_behind(server, live);
}

void live_tables_updated(struct server *server, struct bv_span tables)
{
    struct bv_span part = {0};
    struct bv_span name = {0};
    while (bv_take_part(&tables, ' ', &part)) {
        int64_t key = 0;
        int64_t number = 0;
        bool rewritten = take_mark(&part, '*');
        bool changed = take_mark(&part, '!');
        if (bv_take_part(&part, ':', &name) && bv_long_of(name, &key) && bv_long_of(part, &number))
            handle_update(server, key, number, changed, rewritten);
    }
    live_tables_catch_up(server);
}

/* Removes a live table that is no longer among the unfinished tables: another node has ended it. */
static void remove_ended(struct server *server, struct live_table *live)
{
    bool settled = outbox_is_settled(server->outbox, live->transaction);
    if (live->swept == server->sweep || live->table || !settled || !live->key) return;
    live->stage = TABLE_OVER;
    show_line(server, live);
    if (!live->clients) live_table_remove(server, live);
}

void live_tables_missed(struct server *server)
{
    struct bv_error error;
    server->sweep++;
    server->missed = !store_unfinished(server->reader, restore, server, &error);
    if (server->missed) return; /* tried again at the next check */
    for (size_t i = 0; i < LIVE_BUCKETS; i++) {
        struct live_table *live = server->bucket[i];
        while (live) {
            struct live_table *next = live->next;
            if (live->table) live_table_behind(server, live);
            remove_ended(server, live);
            live = next;
        }
    }
    live_tables_catch_up(server);
}
