/*
 * Remote presence: the subscribers of a table on other nodes. Presence is not stored. A node
 * reports which seated players are connected to it, and how many clients watch: when that changes,
 * when another node asks, and every few seconds, for nodes that missed it. A report counts until
 * the node sends another, dies, or falls silent; "no subscriber left" is sent only once and may be
 * missed. Reports are kept even where the table is not loaded: a player who lost the connection may
 * come back through any node, which must know since when the player was away.
 *
 *     here TABLE 2 3 p7k2 x9qa     two watchers, sides 1 + 2, and the seated players
 *     who TABLE                    asks for reports
 */
#include "server/delivery/live_tables.h"

enum { NODES_MAX = 32, PEOPLE_MAX = 1024, REPORT_INTERVAL = 5000, SILENCE = 3 * REPORT_INTERVAL };

struct remote_presence {
    char node[NODE_SIZE];
    int64_t heard; /* when it last reported this table */
    int64_t watchers;
    uint8_t sides;
    char people[PEOPLE_MAX]; /* ids, separated by spaces */
    struct remote_presence *next;
};

void remote_presence_forget(struct live_table *live)
{
    while (live->remote_presence) {
        struct remote_presence *next = live->remote_presence->next;
        free(live->remote_presence);
        live->remote_presence = next;
    }
}

/* ---- Reports of other nodes ------------------------------------------------------------------ */

void remote_presence_visit(const struct live_table *live, store_person_visitor *visit,
                           void *context)
{
    for (const struct remote_presence *at = live->remote_presence; at; at = at->next) {
        struct bv_span rest = bv_span_of(at->people);
        struct bv_span part = {0};
        while (bv_take_part(&rest, ' ', &part)) {
            char id[ID_SIZE];
            struct bv_out out = bv_out_into(id, sizeof id);
            bv_put_span(&out, part);
            if (part.length && !out.cut && !visit(context, id)) return;
        }
    }
}

int64_t remote_presence_watchers(const struct live_table *live)
{
    int64_t watchers = 0;
    for (const struct remote_presence *at = live->remote_presence; at; at = at->next)
        watchers += at->watchers;
    return watchers;
}

uint8_t remote_presence_sides(const struct live_table *live)
{
    uint8_t sides = 0;
    for (const struct remote_presence *at = live->remote_presence; at; at = at->next)
        sides |= at->sides;
    return sides;
}

/* The report of a node, or a new one; NULL: there are too many, or the new one would be empty. */
static struct remote_presence *report_of(struct live_table *live, const char *node, bool occupied)
{
    int nodes = 0;
    for (struct remote_presence *at = live->remote_presence; at; at = at->next, nodes++)
        if (bv_equal(at->node, node)) return at;
    if (nodes == NODES_MAX || !occupied) return NULL;
    struct remote_presence *at = memory_new(sizeof *at);
    struct bv_out out = bv_out_into(at->node, sizeof at->node);
    bv_put(&out, node);
    at->next = live->remote_presence;
    live->remote_presence = at;
    return at;
}

static struct live_table *table_of(struct server *server, struct bv_span *text)
{
    char id[ID_SIZE];
    struct bv_span part = {0};
    struct bv_out out = bv_out_into(id, sizeof id);
    if (!bv_take_part(text, ' ', &part)) return NULL;
    bv_put_span(&out, part);
    return out.cut ? NULL : live_table_find(server, id);
}

/* Removes the reports of dead or silent nodes, and empty reports. */
static bool remove_old_reports(struct server *server, struct live_table *live, int64_t now)
{
    bool forgotten = false;
    struct remote_presence **link = &live->remote_presence;
    while (*link) {
        struct remote_presence *at = *link;
        bool occupied = at->watchers || at->people[0];
        if (occupied && now - at->heard < SILENCE && peers_is_alive(server->peers, at->node)) {
            link = &at->next;
            continue;
        }
        *link = at->next;
        free(at);
        forgotten = true;
    }
    return forgotten;
}

void remote_presence_here(struct server *server, const char *node, struct bv_span text)
{
    int watchers = 0;
    int sides = 0;
    struct live_table *live = table_of(server, &text);
    if (!live || !bv_take_number(&text, INT32_MAX, &watchers) || !bv_take_char(&text, ' ') ||
        !bv_take_number(&text, UINT8_MAX, &sides))
        return;
    struct remote_presence *at = report_of(live, node, watchers || text.length);
    if (!at) return;
    uint8_t before = presence_sides(live);
    bool same = at->watchers == watchers && bv_span_is(text, at->people);
    at->heard = server_game_now();
    at->watchers = watchers;
    at->sides = (uint8_t)sides;
    struct bv_out out = bv_out_into(at->people, sizeof at->people);
    bv_put_span(&out, text);
    bool gone = remove_old_reports(server, live, at->heard);
    if (!same || gone) presence_changed(server, live, before);
}

void remote_presence_who(struct server *server, struct bv_span text)
{
    struct live_table *live = table_of(server, &text);
    if (live && live->table && live->clients) remote_presence_send(server, live);
}

/* ---- Reports of this node -------------------------------------------------------------------- */

void remote_presence_send(struct server *server, struct live_table *live)
{
    char text[ID_SIZE + 32 + PEOPLE_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    if (!server->peers || !live->table) return;
    live->reported = server_game_now();
    bv_put(&out, live->id);
    bv_put_char(&out, ' ');
    bv_put_number(&out, presence_watchers_here(live));
    bv_put_char(&out, ' ');
    bv_put_number(&out, presence_sides_here(live));
    for (size_t i = 0; i < live->clients; i++) {
        const char *person = live->client[i]->person;
        if (!person[0] || !table_seats_held(live->table, person)) continue;
        bv_put_char(&out, ' ');
        bv_put(&out, person);
    }
    if (!out.cut) peers_send(server->peers, "here", (struct bv_span){text, out.length});
}

void remote_presence_ask(struct server *server, struct live_table *live)
{
    if (server->peers) peers_send(server->peers, "who", bv_span_of(live->id));
}

void remote_presence_look(struct server *server, struct live_table *live, int64_t now)
{
    if (!server->peers) return;
    uint8_t before = presence_sides(live);
    if (live->remote_presence && remove_old_reports(server, live, now))
        presence_changed(server, live, before);
    if (live->table && live->clients && now - live->reported > REPORT_INTERVAL)
        remote_presence_send(server, live);
}
