/* The lobby: the public tables where one can sit down or watch, live. */
#include "server/house.h"

void bv_lobby_enter(struct bv_house *house, struct bv_client *client)
{
    if (!client->in_lobby) {
        BV_GROW(house->lobby, house->in_lobby, house->lobby_room);
        house->lobby[house->in_lobby++] = client;
        client->in_lobby = true;
    }
    struct bv_out out = bv_out_into(house->page, sizeof house->page);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "lobby");
    bv_json_open(&out, "tables", '[');
    bool all = bv_lobby_write(house, (struct bv_lobby_filter){0}, &out);
    bv_json_close(&out, ']');
    bv_json_bool(&out, "more", !all);
    bv_json_close(&out, '}');
    struct bv_parcel *parcel = bv_parcel_text((struct bv_span){house->page, out.length});
    bv_post_tell(house->post, client, parcel);
    bv_parcel_free(parcel);
}

void bv_lobby_leave(struct bv_house *house, struct bv_client *client)
{
    if (!client->in_lobby) return;
    size_t at = 0;
    while (house->lobby[at] != client) at++;
    house->lobby[at] = house->lobby[--house->in_lobby];
    client->in_lobby = false;
}

const char *bv_room_summary(struct bv_house *house, struct bv_room *room)
{
    enum { SUMMARY_MAX = 8192 };
    struct bv_refusal refusal;
    if (room->summary && !room->summary_old) return room->summary;
    if (!room->table && !bv_room_enter(house, room->id, &refusal)) return NULL;
    char text[SUMMARY_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_tell_summary(room->table, &out);
    bv_json_close(&out, '}');
    free(room->summary);
    room->summary = bv_text_copy(text, out.length);
    room->summary_old = false;
    return room->summary;
}

bool bv_summary_is_of_game(const char *summary, const char *game)
{
    char wanted[64];
    struct bv_out out = bv_out_into(wanted, sizeof wanted);
    bv_json_text(&out, "game", game);
    return strstr(summary, wanted) != NULL;
}

static int newest_first(const void *a, const void *b)
{
    const struct bv_room *const *one = (const struct bv_room *const *)a;
    const struct bv_room *const *other = (const struct bv_room *const *)b;
    return ((*one)->key < (*other)->key) - ((*one)->key > (*other)->key);
}

static bool is_shown(const struct bv_room *room, const char *club)
{
    return room->stage != BV_TABLE_OVER && (club ? bv_equal(room->club, club) : room->listed);
}

bool bv_lobby_write(struct bv_house *house, struct bv_lobby_filter filter, struct bv_out *out)
{
    enum { SHOWN_MAX = 1000, LINE_ROOM = 8192 };
    struct bv_room *shown[SHOWN_MAX];
    size_t count = 0;
    for (size_t i = 0; i < BV_ROOM_BUCKETS; i++)
        for (struct bv_room *room = house->bucket[i]; room && count < SHOWN_MAX; room = room->next)
            if (is_shown(room, filter.club)) shown[count++] = room;
    qsort((void *)shown, count, sizeof *shown, newest_first);
    for (size_t i = 0; i < count; i++) {
        if (out->length + (size_t)2 * LINE_ROOM > out->size) return false;
        const char *summary = bv_room_summary(house, shown[i]);
        if (summary && (!filter.game || bv_summary_is_of_game(summary, filter.game)))
            bv_json_raw(out, summary);
    }
    return count < SHOWN_MAX;
}

static void tell_line(struct bv_house *house, struct bv_room *room)
{
    char text[8192 + 64];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bool gone = room->stage == BV_TABLE_OVER;
    bv_json_text(&out, "type", gone ? "lobby-gone" : "lobby-table");
    if (gone)
        bv_json_text(&out, "table", room->id);
    else
        bv_tell_summary(room->table, &out);
    bv_json_close(&out, '}');
    struct bv_parcel *parcel = bv_parcel_text((struct bv_span){text, out.length});
    for (size_t i = 0; i < house->in_lobby; i++) bv_post_tell(house->post, house->lobby[i], parcel);
    bv_parcel_free(parcel);
}

void bv_lobby_changed(struct bv_house *house, struct bv_room *room)
{
    room->summary_old = true;
    if (room->listed && house->in_lobby) tell_line(house, room);
}
