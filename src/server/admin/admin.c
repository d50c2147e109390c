/*
 * What admins see of the server: statistics, and all tables that are not over, including private
 * ones, with the public view of a table: no secrets and no keys. An admin may close a table.
 */
#include "server/admin/admin.h"

/* ---- Statistics ------------------------------------------------------------------------------ */

static void put_tables(const struct admin *admin, struct bv_out *out)
{
    size_t count[TABLE_OVER + 1] = {0};
    live_tables_count_stages(admin->tables, count);
    bv_json_open(out, "tables", '{');
    bv_json_number(out, "open", (int64_t)count[TABLE_OPEN]);
    bv_json_number(out, "playing", (int64_t)count[TABLE_PLAYING]);
    bv_json_number(out, "loaded", (int64_t)live_tables_loaded(admin->tables));
    bv_json_close(out, '}');
}

static void count_client(void *context, struct client *client)
{
    int64_t *count = context;
    (void)client;
    ++*count;
}

static bool put_people(struct admin *admin, struct bv_out *out, struct bv_error *error)
{
    int64_t people = 0;
    int64_t bots = 0;
    int64_t accounts = 0;
    int64_t sockets = 0;
    if (!store_people(admin->reader, "", &people, error) ||
        !store_people(admin->reader, "bot_", &bots, error) ||
        !store_above(admin->reader, "account", INT64_MIN, &accounts, error))
        return false;
    connections_all(admin->connections, count_client, &sockets);
    bv_json_open(out, "people", '{');
    bv_json_number(out, "accounts", accounts - bots); /* a bot has such a document too */
    bv_json_number(out, "guests", people - accounts);
    bv_json_number(out, "bots", bots);
    bv_json_close(out, '}');
    bv_json_number(out, "connections", net_connections(admin->net));
    bv_json_number(out, "sockets", sockets);
    return true;
}

static int get_server(struct exchange *exchange)
{
    struct admin *admin = admin_of(exchange);
    struct bv_out *out = exchange->out;
    struct bv_error error;
    int64_t size = 0;
    const char *trouble = outbox_trouble(admin->outbox);
    bv_json_text(out, "name", admin->config->name);
    bv_json_text(out, "version", BIVOUAC_VERSION);
    bv_json_number(out, "opened", admin->metrics->begun);
    if (!put_people(admin, out, &error) || !store_size(admin->reader, &size, &error))
        return api_unreadable(exchange, &error);
    put_tables(admin, out);
    bv_json_number(out, "thinking", (int64_t)thinkers_waiting(admin->thinkers));
    bv_json_number(out, "bans", (int64_t)bans_count(admin->accounts->bans));
    bv_json_number(out, "memory", (int64_t)metrics_memory_used());
    bv_json_number(out, "store", size);
    bv_json_text_or_null(out, "trouble", trouble[0] ? trouble : NULL);
    return 200;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

enum { PAGE = 100, TABLES_READ = 1000, LINE_SIZE = 8192 };

struct wanted {
    char stage[16]; /* "": any */
    char game[32];
    int64_t before; /* keys below this one */
};

static bool is_wanted(const void *context, const struct live_table *live)
{
    const struct wanted *wanted = context;
    if (wanted->game[0] && !(live->game && bv_equal(live->game->id, wanted->game))) return false;
    return live->key < wanted->before &&
           (wanted->stage[0] ? bv_equal(table_stage_name(live->stage), wanted->stage)
                             : live->stage != TABLE_OVER);
}

static bool put_line(struct exchange *exchange, struct live_table *live)
{
    struct bv_out *out = exchange->out;
    const char *summary = live_table_summary(admin_of(exchange)->tables, live);
    if (!summary) return false;
    bv_json_raw(out, summary);
    out->length--; /* replaces its brace, for one more field */
    bv_json_number(out, "subscribed", (int64_t)presence_clients(live));
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
    size_t count = 0;
    struct live_table **live =
        live_tables_newest(admin_of(exchange)->tables, is_wanted, &wanted, &count);
    size_t read = 0;
    size_t shown = 0;
    bv_json_open(exchange->out, "tables", '[');
    for (; read < count && read < TABLES_READ && shown < PAGE; read++) {
        if (exchange->out->length + (size_t)2 * LINE_SIZE > exchange->out->size) break;
        shown += put_line(exchange, live[read]);
    }
    bv_json_close(exchange->out, ']');
    char next[24];
    struct bv_out out = bv_out_into(next, sizeof next);
    if (read < count) bv_put_number(&out, live[read]->key + 1);
    bv_json_text_or_null(exchange->out, "next", read < count ? next : NULL);
    free((void *)live);
    return 200;
}

static int delete_table(struct exchange *exchange)
{
    char id[ID_SIZE];
    if (!api_unescape(exchange->id, id, sizeof id)) id[0] = '\0';
    struct live_table *live = live_table_enter(admin_of(exchange)->tables, id, &exchange->refusal);
    if (!live) return exchange->refusal.status;
    if (live->stage == TABLE_OVER) return api_refuse(exchange, REFUSE_OVER);
    const char *stage = table_stage_name(live->stage);
    live_table_apply(admin_of(exchange)->tables, live,
                     &(struct table_event){.verb = TABLE_CANCEL, .seat = -1, .at = server_now()});
    audit(exchange, "close", id, stage);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/admin/server", get_server, API_ADMIN},
    {"GET", "/api/v1/admin/tables", get_tables, API_ADMIN},
    {"DELETE", "/api/v1/admin/tables/*", delete_table, API_ADMIN},
};

const struct api_routes admin_routes = {rows, BV_COUNT(rows)};
