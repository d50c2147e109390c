#include "server/accounts/rewrite.h"

#include "server/records/record_search.h"

/* A batch holds 65,536 changes. In a log longer than any real game, moves keep the id of their
 * player. */
enum { REWRITTEN_MAX = 20000, TAGS_ROOM = 4096 };

/* Rewrites one event; false: it stays unchanged. */
static bool change(const struct rewrite *how, struct table_event *event)
{
    if (!(table_verb_fields(event->verb) & TABLE_FIELD_PERSON) ||
        !bv_equal(event->person, how->from))
        return false;
    struct bv_out out = bv_out_into(event->person, sizeof event->person);
    bv_put(&out, how->to);
    if (event->verb == TABLE_SIT || event->verb == TABLE_JOIN) event->text = bv_span_of(how->name);
    if (event->verb == TABLE_SAY && how->forgotten) event->text = bv_span_of("…");
    return true;
}

static void rewrite_line(struct server *server, struct live_table *live, size_t index,
                         const struct rewrite *how)
{
    char line[TABLE_EVENT_MAX + BV_TOKEN_MAX];
    struct table_event event;
    struct bv_error error;
    const struct bv_terms *terms = table_terms(live->table);
    bool good = table_event_read(terms, bv_span_of(live->line[index]), &event, &error);
    BV_ASSERT(good); /* it was read before */
    if (!good || !change(how, &event)) return;
    struct bv_out out = bv_out_into(line, sizeof line);
    table_event_write(terms, &event, &out);
    struct bv_span whole = {line, out.length};
    store_batch_rewrite(outbox_changes(server->outbox), live->key, (uint32_t)index + 1, whole);
    free(live->line[index]);
    live->line[index] = memory_copy_text(whole.text, whole.length);
}

static bool is_move(const char *line)
{
    return strncmp(line, "play ", 5) == 0;
}

/* Builds the table from the new log. */
static void fold_again(struct live_table *live, const struct table_setup *setup)
{
    struct table *old = live->table;
    struct table *table = table_new(setup, live->id);
    if (!live->lines) table->latest = old->latest;
    for (size_t i = 0; i < live->lines; i++) {
        struct table_event event;
        struct table_effect effect;
        struct bv_error error;
        bool good = table_event_read(setup->terms, bv_span_of(live->line[i]), &event, &error);
        event.at = live->line_at[i];
        good = good && table_apply(table, &event, &effect, &error);
        BV_ASSERT(good);
        (void)good;
    }
    live->table = table;
    table_free(old);
}

static void change_owner(struct server *server, struct live_table *live, const struct rewrite *how,
                         struct table_setup *setup)
{
    if (!bv_equal(setup->owner, how->from)) return;
    struct bv_out owner = bv_out_into(setup->owner, sizeof setup->owner);
    bv_put(&owner, how->to);
    struct bv_out text = bv_out_into(server->text, sizeof server->text);
    table_setup_store(setup, &text);
    store_batch_setup(outbox_changes(server->outbox), live->key, server->text);
}

void rewrite_table(struct server *server, struct live_table *live, const struct rewrite *how)
{
    char old_tags[TAGS_ROOM];
    char tags[TAGS_ROOM];
    struct batch *changes = outbox_changes(server->outbox);
    struct table_setup setup = live->table->setup;
    struct bv_out out = bv_out_into(old_tags, sizeof old_tags);
    record_tags(live->table, &out);
    for (size_t i = 0; i < live->lines; i++)
        if (live->lines <= REWRITTEN_MAX || !is_move(live->line[i]))
            rewrite_line(server, live, i, how);
    change_owner(server, live, how, &setup);
    fold_again(live, &setup);
    if (live->table->stage == TABLE_OVER && live->table->begun) {
        struct bv_out summary = bv_out_into(server->text, sizeof server->text);
        out = bv_out_into(tags, sizeof tags);
        record_summary(live->table, &summary);
        record_tags(live->table, &out);
        store_batch_refile(changes, live->key, live->table->ended, server->text, old_tags, tags);
    }
    if (!how->forgotten) store_batch_joined(changes, how->to, live->key);
    store_batch_left(changes, how->from, live->key);
    live->transaction = outbox_touches(server->outbox, live->key, live->table->events);
    live_table_show(server->tables, live, NULL, OUTBOX_WHEN_STORED);
    presence_send(server->tables, live);
    lobby_changed(server->tables, live, OUTBOX_WHEN_STORED);
}
