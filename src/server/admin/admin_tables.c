/*
 * Tables in the admin API: all that are not over, including private ones, with the public view of a
 * table: no secrets and no keys. An admin may close a table.
 */
#include "server/admin/admin.h"
#include "server/delivery/live_tables.h"

enum { PAGE = 100, ROOMS_READ = 1000, LINE_ROOM = 8192 };

static const char *const stages[] = {
    [TABLE_OPEN] = "open", [TABLE_PLAYING] = "playing", [TABLE_OVER] = "over"};

struct wanted {
    char stage[16]; /* "": any */
    char game[32];
    int64_t before; /* keys below this one */
};

static int newest_first(const void *a, const void *b)
{
    const struct live_table *const *one = (const struct live_table *const *)a;
    const struct live_table *const *other = (const struct live_table *const *)b;
    return ((*one)->key < (*other)->key) - ((*one)->key > (*other)->key);
}

static bool is_wanted(const struct live_table *live, const struct wanted *wanted)
{
    if (wanted->game[0] && !(live->game && bv_equal(live->game->id, wanted->game))) return false;
    return live->key < wanted->before &&
           (wanted->stage[0] ? bv_equal(stages[live->stage], wanted->stage)
                             : live->stage != TABLE_OVER);
}

struct collected {
    const struct wanted *wanted;
    struct live_table **live;
    size_t count;
};

static void collect(void *context, struct live_table *live)
{
    struct collected *collected = context;
    if (is_wanted(live, collected->wanted)) collected->live[collected->count++] = live;
}

static bool put_line(struct exchange *exchange, struct live_table *live)
{
    struct bv_out *out = exchange->out;
    const char *summary = live_table_summary(admin_of(exchange)->tables, live);
    if (!summary) return false;
    bv_json_raw(out, summary);
    out->length--; /* replaces its brace, for one more field */
    bv_json_number(out, "subscribed", (int64_t)live->clients);
    bv_json_close(out, '}');
    return true;
}

static bool read_wanted(const struct exchange *exchange, struct wanted *wanted)
{
    char number[24];
    char *end = number;
    wanted->before = INT64_MAX;
    api_query_get(exchange->request->query, "stage", wanted->stage, sizeof wanted->stage);
    api_query_get(exchange->request->query, "game", wanted->game, sizeof wanted->game);
    if (!api_query_get(exchange->request->query, "after", number, sizeof number)) return true;
    wanted->before = strtoll(number, &end, 10);
    return end != number && !*end;
}

static int get_tables(struct exchange *exchange)
{
    struct wanted wanted = {0};
    if (!read_wanted(exchange, &wanted)) return api_refuse(exchange, REFUSE_BAD_QUERY_AFTER);
    const struct live_tables *tables = admin_of(exchange)->tables;
    struct live_table **live =
        (struct live_table **)memory_new((live_tables_count(tables) + 1) * sizeof *live);
    struct collected collected = {.wanted = &wanted, .live = live};
    live_tables_visit(tables, collect, &collected);
    qsort((void *)live, collected.count, sizeof *live, newest_first);
    size_t count = collected.count;
    size_t read = 0;
    size_t shown = 0;
    bv_json_open(exchange->out, "tables", '[');
    for (; read < count && read < ROOMS_READ && shown < PAGE; read++) {
        if (exchange->out->length + (size_t)2 * LINE_ROOM > exchange->out->size) break;
        shown += put_line(exchange, live[read]);
    }
    bv_json_close(exchange->out, ']');
    if (read < count) {
        char next[24];
        struct bv_out out = bv_out_into(next, sizeof next);
        bv_put_number(&out, live[read]->key + 1);
        bv_json_text(exchange->out, "next", next);
    } else {
        bv_json_null(exchange->out, "next");
    }
    free((void *)live);
    return 200;
}

static int delete_table(struct exchange *exchange)
{
    char id[ID_SIZE];
    if (!api_unescape(exchange->id, id, sizeof id)) id[0] = '\0';
    struct live_table *live = live_table_enter(admin_of(exchange)->tables, id, &exchange->refusal);
    if (!live) return bv_equal(exchange->refusal.code, "unreadable") ? 503 : 404;
    if (live->stage == TABLE_OVER) return api_refuse(exchange, REFUSE_OVER);
    const char *stage = stages[live->stage];
    live_table_apply(admin_of(exchange)->tables, live,
                     &(struct table_event){.verb = TABLE_CANCEL, .seat = -1, .at = server_now()});
    audit(exchange, "close", id, stage);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/admin/tables", get_tables},
    {"DELETE", "/api/v1/admin/tables/*", delete_table},
};

const struct api_routes admin_table_routes = {rows, BV_COUNT(rows)};
