#include "server/accounts/rewrite.h"

#include "server/records/records.h"

/* A batch holds 65,536 changes. In a log longer than any real game, moves keep the id of their
 * player. */
enum { REWRITTEN_MAX = 20000, SETUP_SIZE = 256 * 1024 };

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

static void rewrite_line(struct accounts *accounts, struct live_table *live, size_t index,
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
    store_batch_rewrite(outbox_changes(accounts->outbox), live->key, (uint32_t)index + 1, whole);
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

static void change_owner(struct accounts *accounts, struct live_table *live,
                         const struct rewrite *how, struct table_setup *setup)
{
    if (!bv_equal(setup->owner, how->from)) return;
    struct bv_out owner = bv_out_into(setup->owner, sizeof setup->owner);
    bv_put(&owner, how->to);
    char *text = memory_new(SETUP_SIZE);
    struct bv_out out = bv_out_into(text, SETUP_SIZE);
    table_setup_store(setup, &out);
    BV_ASSERT(!out.cut);
    store_batch_setup(outbox_changes(accounts->outbox), live->key, text);
    free(text);
}

void rewrite_table(struct accounts *accounts, struct live_table *live, const struct rewrite *how)
{
    char old_tags[RECORD_TAGS_SIZE];
    char tags[RECORD_TAGS_SIZE];
    struct batch *changes = outbox_changes(accounts->outbox);
    struct table_setup setup = live->table->setup;
    struct bv_out out = bv_out_into(old_tags, sizeof old_tags);
    record_tags(live->table, &out);
    for (size_t i = 0; i < live->lines; i++)
        if (live->lines <= REWRITTEN_MAX || !is_move(live->line[i]))
            rewrite_line(accounts, live, i, how);
    change_owner(accounts, live, how, &setup);
    fold_again(live, &setup);
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
    live->transaction = outbox_touches(accounts->outbox, live->key, live->table->events);
    live_table_show(accounts->tables, live, NULL, OUTBOX_WHEN_STORED);
    presence_send(accounts->tables, live);
    lobby_changed(accounts->tables, live, OUTBOX_WHEN_STORED);
}
