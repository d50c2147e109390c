#include "server/people/rewrite.h"

#include "server/archive.h"

/* A batch holds 65,536 changes. In a log longer than any game has ever been, moves keep the id of who made them. */
enum { REWRITTEN_MAX = 20000, TAGS_ROOM = 4096 };

/* The deed as it shall stand there; false: as it is. */
static bool change(const struct bv_rewriting *how, struct bv_deed *deed)
{
    if (!(bv_verb_fields(deed->verb) & BV_FIELD_PERSON) || !bv_equal(deed->person, how->from))
        return false;
    struct bv_out out = bv_out_into(deed->person, sizeof deed->person);
    bv_put(&out, how->to);
    if (deed->verb == BV_SIT || deed->verb == BV_JOIN) deed->text = bv_span_of(how->name);
    if (deed->verb == BV_SAY && how->forgotten) deed->text = bv_span_of("…");
    return true;
}

static void rewrite_line(struct bv_house *house, struct bv_room *room, size_t index,
                         const struct bv_rewriting *how)
{
    char line[BV_DEED_MAX + BV_TOKEN_MAX];
    struct bv_deed deed;
    struct bv_error error;
    const struct bv_terms *terms = bv_table_terms(room->table);
    bool good = bv_deed_read(terms, bv_span_of(room->line[index]), &deed, &error);
    BV_ASSERT(good); /* it was read before */
    if (!good || !change(how, &deed)) return;
    struct bv_out out = bv_out_into(line, sizeof line);
    bv_deed_write(terms, &deed, &out);
    struct bv_span whole = {line, out.length};
    bv_batch_rewrite(bv_post_changes(house->post), room->key, (uint32_t)index + 1, whole);
    free(room->line[index]);
    room->line[index] = bv_text_copy(whole.text, whole.length);
}

static bool is_move(const char *line)
{
    return strncmp(line, "play ", 5) == 0;
}

/* The same table from the new log. */
static void fold_again(struct bv_room *room, const struct bv_setup *setup)
{
    struct bv_table *old = room->table;
    struct bv_table *table = bv_table_new(setup, room->id);
    if (!room->lines) table->latest = old->latest;
    for (size_t i = 0; i < room->lines; i++) {
        struct bv_deed deed;
        struct bv_effect effect;
        struct bv_error error;
        bool good = bv_deed_read(setup->terms, bv_span_of(room->line[i]), &deed, &error);
        deed.at = room->line_at[i];
        good = good && bv_table_take(table, &deed, &effect, &error);
        BV_ASSERT(good);
        (void)good;
    }
    room->table = table;
    bv_table_free(old);
}

static void change_owner(struct bv_house *house, struct bv_room *room,
                         const struct bv_rewriting *how, struct bv_setup *setup)
{
    if (!bv_equal(setup->owner, how->from)) return;
    struct bv_out owner = bv_out_into(setup->owner, sizeof setup->owner);
    bv_put(&owner, how->to);
    struct bv_out text = bv_out_into(house->text, sizeof house->text);
    bv_setup_keep(setup, &text);
    bv_batch_setup(bv_post_changes(house->post), room->key, house->text);
}

void bv_room_rewrite(struct bv_house *house, struct bv_room *room, const struct bv_rewriting *how)
{
    char old_tags[TAGS_ROOM];
    char tags[TAGS_ROOM];
    struct bv_batch *changes = bv_post_changes(house->post);
    struct bv_setup setup = room->table->setup;
    struct bv_out out = bv_out_into(old_tags, sizeof old_tags);
    bv_archive_tags(room->table, &out);
    for (size_t i = 0; i < room->lines; i++)
        if (room->lines <= REWRITTEN_MAX || !is_move(room->line[i]))
            rewrite_line(house, room, i, how);
    change_owner(house, room, how, &setup);
    fold_again(room, &setup);
    if (room->table->stage == BV_TABLE_OVER && room->table->begun) {
        struct bv_out summary = bv_out_into(house->text, sizeof house->text);
        out = bv_out_into(tags, sizeof tags);
        bv_archive_summary(room->table, &summary);
        bv_archive_tags(room->table, &out);
        bv_batch_refile(changes, room->key, room->table->ended, house->text, old_tags, tags);
    }
    if (!how->forgotten) bv_batch_joined(changes, how->to, room->key);
    bv_batch_left(changes, how->from, room->key);
    room->flight = bv_post_touches(house->post, room->key, room->table->deeds);
    bv_show_room(house, room, NULL);
    bv_tell_presence(house, room);
    bv_lobby_changed(house, room);
}
