/*
 * Who is at a table through other nodes. Presence is not stored: a node says who of the seated is connected to it, and
 * how many watch, when that changes, when another node asks, and every few seconds, for whoever missed it; what a node
 * said counts until it says something else, dies, or says no more: that nobody is left is said once, and may be missed. It
 * is heard also where the table sleeps: somebody whose connection was lost may come back through any node, which must know
 * since when they were away.
 *
 *     here TABLE 2 3 p7k2 x9qa     two who watch, sides 1 + 2, and the people who have seats there
 *     who TABLE                    who is there?
 */
#include "server/rooms.h"

enum { ELSEWHERE_NODES = 32, ELSEWHERE_TEXT = 1024, AGAIN = 5000, SILENCE = 3 * AGAIN };

struct bv_elsewhere {
    char node[BV_NODE_SIZE];
    int64_t heard; /* when it last spoke of this table */
    int64_t watchers;
    uint8_t sides;
    char people[ELSEWHERE_TEXT]; /* ids, each between blanks */
    struct bv_elsewhere *next;
};

void bv_elsewhere_forget(struct bv_room *room)
{
    while (room->elsewhere) {
        struct bv_elsewhere *next = room->elsewhere->next;
        free(room->elsewhere);
        room->elsewhere = next;
    }
}

/* ---- What other nodes say ------------------------------------------------------------------------------------------ */

void bv_elsewhere_visit(const struct bv_room *room, bv_person_visitor *visit, void *context)
{
    for (const struct bv_elsewhere *at = room->elsewhere; at; at = at->next) {
        struct bv_span rest = bv_span_of(at->people);
        struct bv_span part = {0};
        while (bv_take_part(&rest, ' ', &part)) {
            char id[BV_ID_SIZE];
            struct bv_out out = bv_out_into(id, sizeof id);
            bv_put_span(&out, part);
            if (part.length && !out.cut && !visit(context, id)) return;
        }
    }
}

int64_t bv_elsewhere_watchers(const struct bv_room *room)
{
    int64_t watchers = 0;
    for (const struct bv_elsewhere *at = room->elsewhere; at; at = at->next)
        watchers += at->watchers;
    return watchers;
}

uint8_t bv_elsewhere_sides(const struct bv_room *room)
{
    uint8_t sides = 0;
    for (const struct bv_elsewhere *at = room->elsewhere; at; at = at->next) sides |= at->sides;
    return sides;
}

/* What a node has last said, or a new place for it; NULL: there are too many, or it would say that nobody is there. */
static struct bv_elsewhere *said_by(struct bv_room *room, const char *node, bool somebody)
{
    int nodes = 0;
    for (struct bv_elsewhere *at = room->elsewhere; at; at = at->next, nodes++)
        if (bv_equal(at->node, node)) return at;
    if (nodes == ELSEWHERE_NODES || !somebody) return NULL;
    struct bv_elsewhere *at = bv_new(sizeof *at);
    struct bv_out out = bv_out_into(at->node, sizeof at->node);
    bv_put(&out, node);
    at->next = room->elsewhere;
    room->elsewhere = at;
    return at;
}

static struct bv_room *room_of(struct bv_house *house, struct bv_span *text)
{
    char id[BV_ID_SIZE];
    struct bv_span part = {0};
    struct bv_out out = bv_out_into(id, sizeof id);
    if (!bv_take_part(text, ' ', &part)) return NULL;
    bv_put_span(&out, part);
    return out.cut ? NULL : bv_room_find(house, id);
}

/* What nodes have said who are dead or silent, and what says that nobody is there. */
static bool forget_gone(struct bv_house *house, struct bv_room *room, int64_t now)
{
    bool forgotten = false;
    struct bv_elsewhere **link = &room->elsewhere;
    while (*link) {
        struct bv_elsewhere *at = *link;
        bool somebody = at->watchers || at->people[0];
        if (somebody && now - at->heard < SILENCE &&
            bv_fellows_is_alive(house->fellows, at->node)) {
            link = &at->next;
            continue;
        }
        *link = at->next;
        free(at);
        forgotten = true;
    }
    return forgotten;
}

void bv_elsewhere_here(struct bv_house *house, const char *node, struct bv_span text)
{
    int watchers = 0;
    int sides = 0;
    struct bv_room *room = room_of(house, &text);
    if (!room || !bv_take_number(&text, INT32_MAX, &watchers) || !bv_take_char(&text, ' ') ||
        !bv_take_number(&text, UINT8_MAX, &sides))
        return;
    struct bv_elsewhere *at = said_by(room, node, watchers || text.length);
    if (!at) return;
    uint8_t before = bv_sides_present(room);
    bool same = at->watchers == watchers && bv_span_is(text, at->people);
    at->heard = bv_game_now();
    at->watchers = watchers;
    at->sides = (uint8_t)sides;
    struct bv_out out = bv_out_into(at->people, sizeof at->people);
    bv_put_span(&out, text);
    bool gone = forget_gone(house, room, at->heard);
    if (!same || gone) bv_presence_changed(house, room, before);
}

void bv_elsewhere_who(struct bv_house *house, struct bv_span text)
{
    struct bv_room *room = room_of(house, &text);
    if (room && room->table && room->clients) bv_elsewhere_say(house, room);
}

/* ---- What this node says ------------------------------------------------------------------------------------------- */

void bv_elsewhere_say(struct bv_house *house, struct bv_room *room)
{
    char text[BV_ID_SIZE + 32 + ELSEWHERE_TEXT];
    struct bv_out out = bv_out_into(text, sizeof text);
    if (!house->fellows || !room->table) return;
    room->said = bv_game_now();
    bv_put(&out, room->id);
    bv_put_char(&out, ' ');
    bv_put_number(&out, bv_watchers_here(room));
    bv_put_char(&out, ' ');
    bv_put_number(&out, bv_sides_here(room));
    for (size_t i = 0; i < room->clients; i++) {
        const char *person = room->client[i]->person;
        if (!person[0] || !bv_seats_held(room->table, person)) continue;
        bv_put_char(&out, ' ');
        bv_put(&out, person);
    }
    if (!out.cut) bv_fellows_say(house->fellows, "here", (struct bv_span){text, out.length});
}

void bv_elsewhere_ask(struct bv_house *house, struct bv_room *room)
{
    if (house->fellows) bv_fellows_say(house->fellows, "who", bv_span_of(room->id));
}

void bv_elsewhere_look(struct bv_house *house, struct bv_room *room, int64_t now)
{
    if (!house->fellows) return;
    uint8_t before = bv_sides_present(room);
    if (room->elsewhere && forget_gone(house, room, now)) bv_presence_changed(house, room, before);
    if (room->table && room->clients && now - room->said > AGAIN) bv_elsewhere_say(house, room);
}
