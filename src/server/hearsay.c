/*
 * The list of rooms and what other nodes say about their tables (store.h): `KEY:NUMBER` for a table that has entries up
 * to that number, with `!` behind it where the table is new, or its line in the lobby may have changed, and `*` where
 * entries were written again.
 */
#include "server/house.h"
#include "server/rooms.h"

/* ---- The list ------------------------------------------------------------------------------------------------------ */

static bool restore(void *context, const struct bv_stored_table *stored)
{
    struct bv_house *house = context;
    struct bv_room *room = bv_room_of_key(house, stored->table);
    if (!room && stored->stage == BV_TABLE_OVER) return true;
    if (!room) {
        room = bv_room_list(house, stored->table, stored->id);
        cJSON *setup = cJSON_Parse(stored->setup);
        room->listed = setup && bv_json_get_true(setup, "public");
        const cJSON *time = cJSON_GetObjectItemCaseSensitive(setup, "time");
        room->live = cJSON_GetObjectItemCaseSensitive(time, "seconds");
        const char *club = setup ? bv_json_get_text(setup, "club", BV_ID_SIZE - 1) : NULL;
        struct bv_out out = bv_out_into(room->club, sizeof room->club);
        if (club) bv_put(&out, club);
        cJSON_Delete(setup);
    }
    room->swept = house->sweep;
    if (room->table) return true;
    room->stage = stored->stage;
    room->look = room->stored_look = stored->due;
    return true;
}

bool bv_rooms_restore(struct bv_house *house, struct bv_error *error)
{
    return bv_store_last_key(house->reader, &house->last_key, error) &&
           bv_store_unfinished(house->reader, restore, house, error);
}

/* ---- News ---------------------------------------------------------------------------------------------------------- */

/* The line of a table that sleeps here, for those in the lobby. */
static void show_line(struct bv_house *house, struct bv_room *room)
{
    struct bv_error error;
    room->summary_old = true;
    if (!room->listed || !house->in_lobby) return;
    if (room->stage != BV_TABLE_OVER && !bv_room_wake(house, room, &error)) return;
    bool facts = bv_post_facts(house->post, bv_post_landed(house->post, room->flight));
    bv_lobby_changed(house, room);
    bv_post_facts(house->post, facts);
}

bool bv_room_look_up(struct bv_house *house, int64_t key)
{
    struct bv_error error;
    if (!bv_store_table(house->reader, NULL, key, restore, house, &error)) return false;
    struct bv_room *room = bv_room_of_key(house, key);
    if (!room) return true;
    show_line(house, room);
    if (room->stage == BV_TABLE_OVER && !room->clients && !room->table) bv_room_remove(house, room);
    return true;
}

/* Takes a sign off the end. */
static bool take_sign(struct bv_span *part, char sign)
{
    if (!part->length || part->text[part->length - 1] != sign) return false;
    part->length--;
    return true;
}

static void hear_of(struct bv_house *house, int64_t key, int64_t number, bool changed,
                    bool rewritten)
{
    struct bv_room *room = bv_room_of_key(house, key);
    if (!room || !room->table) {
        /* What cannot be looked up now was missed. */
        if (changed && !bv_room_look_up(house, key)) house->missed = true;
        return;
    }
    room->rewritten |= rewritten;
    bool landed = bv_post_landed(house->post, room->flight);
    if (rewritten || !landed || number > room->table->deeds) bv_room_behind(house, room);
}

void bv_rooms_news(struct bv_house *house, struct bv_span tables)
{
    struct bv_span part = {0};
    struct bv_span name = {0};
    while (bv_take_part(&tables, ' ', &part)) {
        int64_t key = 0;
        int64_t number = 0;
        bool rewritten = take_sign(&part, '*');
        bool changed = take_sign(&part, '!');
        if (bv_take_part(&part, ':', &name) && bv_long_of(name, &key) && bv_long_of(part, &number))
            hear_of(house, key, number, changed, rewritten);
    }
    bv_rooms_catch_up(house);
}

/* Rooms that are not among the unfinished tables any more: another node has seen their end. */
static void sweep_out(struct bv_house *house, struct bv_room *room)
{
    bool landed = bv_post_landed(house->post, room->flight);
    if (room->swept == house->sweep || room->table || !landed || !room->key) return;
    room->stage = BV_TABLE_OVER;
    show_line(house, room);
    if (!room->clients) bv_room_remove(house, room);
}

void bv_rooms_missed(struct bv_house *house)
{
    struct bv_error error;
    house->sweep++;
    house->missed = !bv_store_unfinished(house->reader, restore, house, &error);
    if (house->missed) return; /* tried again at the next look */
    for (size_t i = 0; i < BV_ROOM_BUCKETS; i++) {
        struct bv_room *room = house->bucket[i];
        while (room) {
            struct bv_room *next = room->next;
            if (room->table) bv_room_behind(house, room);
            sweep_out(house, room);
            room = next;
        }
    }
    bv_rooms_catch_up(house);
}
