/* The lobby: the list of public tables that a player can join or watch, kept up to date. */
#include "server/delivery/server.h"

void lobby_subscribe(struct server *server, struct client *client)
{
    if (!client->in_lobby) {
        MEMORY_GROW(server->lobby, server->in_lobby, server->lobby_capacity);
        server->lobby[server->in_lobby++] = client;
        client->in_lobby = true;
    }
    struct bv_out out = bv_out_into(server->page, sizeof server->page);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "lobby");
    bv_json_open(&out, "tables", '[');
    bool all = lobby_write(server, (struct lobby_filter){0}, &out);
    bv_json_close(&out, ']');
    bv_json_bool(&out, "more", !all);
    bv_json_close(&out, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){server->page, out.length});
    outbox_send(server->outbox, client, buffer);
    net_buffer_free(buffer);
}

void lobby_unsubscribe(struct server *server, struct client *client)
{
    if (!client->in_lobby) return;
    size_t at = 0;
    while (server->lobby[at] != client) at++;
    server->lobby[at] = server->lobby[--server->in_lobby];
    client->in_lobby = false;
}

const char *live_table_summary(struct server *server, struct live_table *live)
{
    enum { SUMMARY_MAX = 8192 };
    struct refusal refusal;
    if (live->summary && !live->summary_old) return live->summary;
    if (!live->table && !live_table_enter(server, live->id, &refusal)) return NULL;
    char text[SUMMARY_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    messages_summary(live->table, &out);
    bv_json_close(&out, '}');
    free(live->summary);
    live->summary = memory_copy_text(text, out.length);
    live->summary_old = false;
    return live->summary;
}

bool lobby_summary_is_of_game(const char *summary, const char *game)
{
    char wanted[64];
    struct bv_out out = bv_out_into(wanted, sizeof wanted);
    bv_json_text(&out, "game", game);
    return strstr(summary, wanted) != NULL;
}

static int newest_first(const void *a, const void *b)
{
    const struct live_table *const *one = (const struct live_table *const *)a;
    const struct live_table *const *other = (const struct live_table *const *)b;
    return ((*one)->key < (*other)->key) - ((*one)->key > (*other)->key);
}

static bool is_shown(const struct live_table *live, const char *club)
{
    return live->stage != TABLE_OVER && (club ? bv_equal(live->club, club) : live->listed);
}

bool lobby_write(struct server *server, struct lobby_filter filter, struct bv_out *out)
{
    enum { SHOWN_MAX = 1000, LINE_MAX_BYTES = 8192 };
    struct live_table *shown[SHOWN_MAX];
    size_t count = 0;
    for (size_t i = 0; i < LIVE_BUCKETS; i++)
        for (struct live_table *live = server->bucket[i]; live && count < SHOWN_MAX;
             live = live->next)
            if (is_shown(live, filter.club)) shown[count++] = live;
    qsort((void *)shown, count, sizeof *shown, newest_first);
    for (size_t i = 0; i < count; i++) {
        if (out->length + (size_t)2 * LINE_MAX_BYTES > out->size) return false;
        const char *summary = live_table_summary(server, shown[i]);
        if (summary && (!filter.game || lobby_summary_is_of_game(summary, filter.game)))
            bv_json_raw(out, summary);
    }
    return count < SHOWN_MAX;
}

static void send_line(struct server *server, struct live_table *live)
{
    char text[8192 + 64];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bool gone = live->stage == TABLE_OVER;
    bv_json_text(&out, "type", gone ? "lobby-gone" : "lobby-table");
    if (gone)
        bv_json_text(&out, "table", live->id);
    else
        messages_summary(live->table, &out);
    bv_json_close(&out, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, out.length});
    for (size_t i = 0; i < server->in_lobby; i++)
        outbox_send(server->outbox, server->lobby[i], buffer);
    net_buffer_free(buffer);
}

void lobby_changed(struct server *server, struct live_table *live)
{
    live->summary_old = true;
    if (live->listed && server->in_lobby) send_line(server, live);
}
