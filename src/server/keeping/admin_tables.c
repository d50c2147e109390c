/*
 * The tables of the house as keepers see them: all that are not over, private ones too, and as everybody sees a table, without
 * secrets and keys. A keeper may close one.
 */
#include "server/keeping/admin.h"
#include "server/rooms.h"

enum { PAGE = 100, ROOMS_READ = 1000, LINE_ROOM = 8192 };

static const char *const stages[] = {
    [BV_TABLE_OPEN] = "open", [BV_TABLE_PLAYING] = "playing", [BV_TABLE_OVER] = "over"};

struct wanted {
    char stage[16]; /* "": any */
    char game[32];
    int64_t before; /* keys below this one */
};

static int newest_first(const void *a, const void *b)
{
    const struct bv_room *const *one = (const struct bv_room *const *)a;
    const struct bv_room *const *other = (const struct bv_room *const *)b;
    return ((*one)->key < (*other)->key) - ((*one)->key > (*other)->key);
}

static bool is_wanted(const struct bv_room *room, const struct wanted *wanted)
{
    return room->key < wanted->before &&
           (wanted->stage[0] ? bv_equal(stages[room->stage], wanted->stage)
                             : room->stage != BV_TABLE_OVER);
}

static size_t collect(const struct bv_house *house, const struct wanted *wanted,
                      struct bv_room **room)
{
    size_t count = 0;
    for (size_t i = 0; i < BV_ROOM_BUCKETS; i++)
        for (struct bv_room *one = house->bucket[i]; one; one = one->next)
            if (is_wanted(one, wanted)) room[count++] = one;
    qsort((void *)room, count, sizeof *room, newest_first);
    return count;
}

static bool put_line(struct bv_visit *visit, struct bv_room *room, const struct wanted *wanted)
{
    struct bv_out *out = visit->out;
    const char *summary = bv_room_summary(visit->house, room);
    if (!summary || (wanted->game[0] && !bv_summary_is_of_game(summary, wanted->game)))
        return false;
    bv_json_raw(out, summary);
    out->length--; /* its brace, for one more field */
    bv_json_number(out, "attending", (int64_t)room->clients);
    bv_json_close(out, '}');
    return true;
}

static bool read_wanted(const struct bv_visit *visit, struct wanted *wanted)
{
    char number[24];
    char *end = number;
    wanted->before = INT64_MAX;
    bv_query_get(visit->request->query, "stage", wanted->stage, sizeof wanted->stage);
    bv_query_get(visit->request->query, "game", wanted->game, sizeof wanted->game);
    if (!bv_query_get(visit->request->query, "after", number, sizeof number)) return true;
    wanted->before = strtoll(number, &end, 10);
    return end != number && !*end;
}

static int get_tables(struct bv_visit *visit)
{
    struct wanted wanted = {0};
    if (!read_wanted(visit, &wanted))
        return bv_api_refuse(visit, 400, "bad-query",
                             (struct bv_text){"« after » reprend le « next » d'une réponse.",
                                              "'after' is the 'next' of an answer."});
    struct bv_room **room = (struct bv_room **)bv_new((visit->house->rooms + 1) * sizeof *room);
    size_t count = collect(visit->house, &wanted, room);
    size_t read = 0;
    size_t shown = 0;
    bv_json_open(visit->out, "tables", '[');
    for (; read < count && read < ROOMS_READ && shown < PAGE; read++) {
        if (visit->out->length + (size_t)2 * LINE_ROOM > visit->out->size) break;
        shown += put_line(visit, room[read], &wanted);
    }
    bv_json_close(visit->out, ']');
    if (read < count) {
        char next[24];
        struct bv_out out = bv_out_into(next, sizeof next);
        bv_put_number(&out, room[read]->key + 1);
        bv_json_text(visit->out, "next", next);
    } else {
        bv_json_null(visit->out, "next");
    }
    free((void *)room);
    return 200;
}

static int delete_table(struct bv_visit *visit)
{
    char id[BV_ID_SIZE];
    if (!bv_unescape(visit->id, id, sizeof id)) id[0] = '\0';
    struct bv_room *room = bv_room_enter(visit->house, id, &visit->refusal);
    if (!room) return bv_equal(visit->refusal.code, "unreadable") ? 503 : 404;
    if (room->stage == BV_TABLE_OVER)
        return bv_api_refuse(visit, 409, "over",
                             (struct bv_text){"La partie est terminée.", "The game is over."});
    const char *stage = stages[room->stage];
    bv_room_take(visit->house, room,
                 &(struct bv_deed){.verb = BV_CANCEL, .seat = -1, .at = bv_now()});
    bv_audit(visit, "close", id, stage);
    return 200;
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/admin/tables", get_tables},
    {"DELETE", "/api/v1/admin/tables/*", delete_table},
};

const struct bv_routes bv_admin_table_routes = {rows, BV_COUNT(rows)};
