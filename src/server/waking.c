/*
 * Waking a table from the store, and keeping it true to the store while other nodes write there too.
 *
 *     asleep ──wake──▶ awake ──deeds of one's own (rooms.c)──▶ stored, or lost: asleep, and read anew
 *                        └─────catch up──────▶ what other nodes have stored is taken and told here
 *
 * A table is caught up only while none of its own deeds is under way: then it is what the store has, up to a number.
 */
#include "server/house.h"
#include "server/rooms.h"

#define UNHEARD UINT32_MAX

void bv_room_forget_retold(struct bv_room *room)
{
    if (room->retold) bv_table_free(room->retold);
    room->retold = NULL;
    room->retold_lines = 0;
}

static void forget_log(struct bv_room *room)
{
    for (size_t i = 0; i < room->lines; i++) free(room->line[i]);
    free((void *)room->line);
    free(room->line_at);
    room->line = NULL;
    room->line_at = NULL;
    room->lines = room->line_room = room->line_at_room = 0;
    bv_room_forget_retold(room);
}

void bv_room_sleep(struct bv_house *house, struct bv_room *room)
{
    if (!room->table) return;
    const struct bv_terms *terms = room->table->setup.terms;
    bv_table_free(room->table);
    bv_shelf_return(house->shelf, terms);
    forget_log(room);
    room->table = NULL;
    house->awake--;
    house->fallen_asleep++;
}

void bv_room_keep_line(struct bv_room *room, struct bv_span line, int64_t at)
{
    BV_GROW(room->line, room->lines, room->line_room);
    BV_GROW(room->line_at, room->lines, room->line_at_room);
    room->line[room->lines] = bv_text_copy(line.text, line.length);
    room->line_at[room->lines++] = at;
}

/* ---- Reading ------------------------------------------------------------------------------------------------------- */

struct waking {
    struct bv_house *house;
    struct bv_room *room;
    uint32_t heard; /* entries after this one are news to those who attend */
    bool good;
    struct bv_error error;
};

static bool wake_setup(void *context, const struct bv_stored_table *stored)
{
    struct waking *waking = context;
    struct bv_setup setup;
    if (!bv_setup_restore(stored->setup, waking->house->shelf, &setup, &waking->error))
        return false;
    struct bv_room *room = waking->room;
    bv_room_set_key(waking->house, room, stored->table);
    room->stage = stored->stage;
    room->listed = setup.listed;
    room->live = setup.time.mode == BV_TIME_CLOCK;
    bv_copy(room->club, setup.club, sizeof room->club);
    room->stored_look = stored->due;
    room->table = bv_table_new(&setup, room->id);
    waking->house->awake++;
    /* Until its first deed a table is as old as its setup. */
    room->table->latest = stored->created;
    waking->good = true;
    return false;
}

/* Those who attend here hear of what another node has stored. It is on disk: no flight can make it untrue. */
static void pass_on(struct bv_house *house, struct bv_room *room, const struct bv_deed *deed,
                    const struct bv_effect *effect, enum bv_table_stage before)
{
    bool facts = bv_post_facts(house->post, true);
    bv_room_announce(house, room, deed, effect);
    room->stored = room->table->deeds; /* also when the rest cannot be read */
    room->stage = room->table->stage;
    if (bv_changes_line(deed, before, room->stage)) bv_lobby_changed(house, room);
    bv_post_facts(house->post, facts);
}

static bool take_entry(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    struct waking *waking = context;
    struct bv_room *room = waking->room;
    struct bv_deed deed;
    struct bv_effect effect;
    enum bv_table_stage before = room->table->stage;
    bv_room_keep_line(room, line, at);
    struct bv_span kept = bv_span_of(room->line[room->lines - 1]);
    waking->good = bv_deed_read(room->table->setup.terms, kept, &deed, &waking->error);
    deed.at = at;
    if (number == waking->heard + 1) bv_hear_as_seated(room);
    if (waking->good) waking->good = bv_table_take(room->table, &deed, &effect, &waking->error);
    if (waking->good && number > waking->heard)
        pass_on(waking->house, room, &deed, &effect, before);
    return waking->good;
}

int64_t bv_room_now(const struct bv_room *room)
{
    bool live = room->table && bv_table_is_live(room->table);
    return live ? bv_game_now() + room->table->offset : bv_now();
}

/* Whether wall time and game time have jumped apart since the log last said how they go together. */
static bool has_jumped(const struct bv_table *table)
{
    int64_t jump = bv_now() - bv_game_now() - table->offset;
    return jump >= BV_JUMP_LEAST || jump <= -BV_JUMP_LEAST;
}

/* While the house was closed, or could not store anything, nobody's live clock runs: nobody could have moved. */
void bv_set_clock_right(struct bv_house *house, struct bv_room *room)
{
    struct bv_deed deed = {
        .verb = room->stopped ? BV_RESTART : BV_PAUSE, .seat = -1, .at = bv_now()};
    if (!bv_table_is_live(room->table) || (!room->stopped && !has_jumped(room->table))) return;
    room->stopped = false;
    bv_room_take(house, room, &deed);
}

/* Whether the house was closed after the last deed. */
static bool was_closed(const struct bv_house *house, const struct bv_table *table)
{
    return bv_table_time(table, table->latest) < house->time.opened;
}

static void resume(struct bv_house *house, struct bv_room *room)
{
    int64_t now = bv_game_now();
    room->stirred = room->checked = now;
    room->stored = room->table->deeds;
    bool live = bv_table_is_live(room->table);
    /* A house alone was closed if it wakes a live table: nobody could come. Of other tables it is known since when somebody is
     * away; other nodes were open, and have said so. */
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if ((live && !house->fellows) || !room->absent_since[side]) room->absent_since[side] = now;
    room->stopped = live && (room->stopped || was_closed(house, room->table));
    if (!bv_post_trouble(house->post)[0]) bv_set_clock_right(house, room);
    bv_elsewhere_ask(house, room);
    bv_room_follow(house, room);
}

bool bv_room_wake(struct bv_house *house, struct bv_room *room, struct bv_error *error)
{
    if (room->table) return true;
    struct waking waking = {
        .house = house, .room = room, .heard = room->clients ? room->stored : UNHEARD};
    bool read = bv_store_table(house->reader, room->id, 0, wake_setup, &waking, error);
    if (read && waking.good)
        read = bv_store_entries(house->reader, room->key, 0, take_entry, &waking, error);
    if (read && waking.good) {
        /* Whoever took or left a seat in vain sits where they sat before. */
        if (room->table->deeds <= waking.heard) bv_hear_as_seated(room);
        resume(house, room);
        return true;
    }
    if (read) *error = waking.error;
    bv_room_sleep(house, room);
    return false;
}

struct bv_room *bv_room_at_hand(struct bv_house *house, const char *id, struct bv_refusal *refusal)
{
    struct bv_error error = {""};
    struct bv_room *room = bv_room_find(house, id);
    if (!room) room = bv_room_list(house, 0, id);
    if (bv_room_wake(house, room, &error)) {
        room->stirred = bv_game_now();
        return room;
    }
    bool missing = !error.text[0];
    if (!room->key) bv_room_remove(house, room);
    if (missing)
        bv_refuse(refusal, "no-such-table",
                  (struct bv_text){"Cette table n'existe pas.", "There is no such table."});
    else
        bv_refuse_unreadable_table(refusal, &error);
    return NULL;
}

struct bv_room *bv_room_enter(struct bv_house *house, const char *id, struct bv_refusal *refusal)
{
    struct bv_room *room = bv_room_at_hand(house, id, refusal);
    if (room) bv_room_catch_up(house, room);
    /* What it read may have shown that the table must be read anew. */
    return room && !room->table ? bv_room_at_hand(house, id, refusal) : room;
}

/* ---- Catching up --------------------------------------------------------------------------------------------------- */

uint32_t bv_room_catch_up(struct bv_house *house, struct bv_room *room)
{
    struct bv_error error;
    struct waking waking = {.house = house, .room = room, .good = true};
    if (!house->fellows || !room->table || !bv_post_landed(house->post, room->flight)) return 0;
    uint32_t before = room->table->deeds;
    room->checked = bv_game_now();
    waking.heard = before;
    bool read = bv_store_entries(house->reader, room->key, before, take_entry, &waking, &error);
    room->stored = room->table->deeds;
    if (room->stored > before) {
        room->stirred = room->checked;
        /* Whoever stored it keeps the store's moment to look no later than this. */
        room->look = room->stored_look = bv_look_again(room->table);
    }
    /* What makes no sense, or is not what was written, is not played on. */
    if (read ? !waking.good : bv_store_was_damaged(house->reader)) bv_room_sleep(house, room);
    return room->table ? room->stored - before : 0;
}

void bv_room_behind(struct bv_house *house, struct bv_room *room)
{
    if (room->behind) return;
    room->behind = true;
    BV_GROW(house->behind, house->rooms_behind, house->behind_room);
    house->behind[house->rooms_behind++] = room->key;
}

/* Entries that are there already were written again under another name. */
static void read_anew(struct bv_house *house, struct bv_room *room)
{
    struct bv_error error;
    room->rewritten = false;
    bv_room_sleep(house, room);
    if (!room->clients || !bv_room_wake(house, room, &error)) return;
    /* Waking may have brought something that is not stored yet. */
    bool facts = bv_post_facts(house->post, bv_post_landed(house->post, room->flight));
    bv_show_room(house, room, NULL);
    bv_post_facts(house->post, facts);
}

void bv_rooms_catch_up(struct bv_house *house)
{
    size_t kept = 0;
    for (size_t i = 0; i < house->rooms_behind; i++) {
        struct bv_room *room = bv_room_of_key(house, house->behind[i]);
        if (!room) continue;
        if (room->table && !bv_post_landed(house->post, room->flight)) {
            house->behind[kept++] = room->key;
            continue;
        }
        room->behind = false;
        if (room->rewritten)
            read_anew(house, room);
        else
            bv_room_catch_up(house, room);
    }
    house->rooms_behind = kept;
}

/* ---- What was lost ------------------------------------------------------------------------------------------------- */

void bv_room_stored(struct bv_house *house, int64_t key, uint32_t number)
{
    struct bv_room *room = bv_room_of_key(house, key);
    if (!room) return;
    if (number > room->stored) room->stored = number;
    if (number > room->let_go) room->let_go = 0;
}

/* Nobody was told of what is lost, so everybody's picture is still right. The table is read anew when everything that was
 * lost with it is known. */
void bv_room_lost(struct bv_house *house, int64_t key, bool overtaken)
{
    struct bv_room *room = bv_room_of_key(house, key);
    if (!room) return;
    bv_room_sleep(house, room);
    room->thinking = false;
    room->posted = 0;
    if (room->let_go) room->held = room->let_go;
    if (!overtaken) room->stopped = true;
    BV_GROW(house->lost, house->rooms_lost, house->lost_room);
    house->lost[house->rooms_lost++] = key;
}

static bool is_stored(void *context, const struct bv_stored_table *stored)
{
    bool *found = context;
    (void)stored;
    *found = true;
    return false;
}

/* A table that was never stored is gone. */
static void recover(struct bv_house *house, struct bv_room *room)
{
    struct bv_error error;
    bool found = false;
    if (!bv_store_table(house->reader, room->id, 0, is_stored, &found, &error)) return;
    if (found) {
        if (!room->stopped) bv_room_wake(house, room, &error);
        return;
    }
    while (room->clients) bv_leave(house, room->client[0], room);
    bv_room_remove(house, room);
}

void bv_rooms_recover(struct bv_house *house)
{
    for (size_t i = 0; i < house->rooms_lost; i++) {
        struct bv_room *room = bv_room_of_key(house, house->lost[i]);
        if (room && !room->table) recover(house, room);
    }
    house->rooms_lost = 0;
}
