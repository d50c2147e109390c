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
    bv_lobby_write(house, NULL, &out);
    bv_json_close(&out, ']');
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

/* Makes the line of a room; a table that sleeps is woken for it once, and remembered. */
static const char *summary_of(struct bv_house *house, struct bv_room *room)
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

static bool is_of_game(const char *summary, const char *game)
{
    char wanted[64];
    struct bv_out out = bv_out_into(wanted, sizeof wanted);
    bv_json_text(&out, "game", game);
    return strstr(summary, wanted) != NULL;
}

void bv_lobby_write(struct bv_house *house, const char *game, struct bv_out *out)
{
    enum { MARGIN = 8192 }; /* what one line may take; a fuller lobby shows as many as fit */
    for (size_t i = 0; i < BV_ROOM_BUCKETS; i++)
        for (struct bv_room *room = house->bucket[i]; room; room = room->next) {
            if (!room->listed || room->stage == BV_TABLE_OVER) continue;
            if (out->length + 2 * MARGIN > out->size) return;
            const char *summary = summary_of(house, room);
            if (!summary || (game && !is_of_game(summary, game))) continue;
            bv_json_raw(out, summary);
        }
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
