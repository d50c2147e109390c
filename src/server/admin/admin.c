/* Statistics of the server for its admins: GET /api/v1/admin/server. */
#include "server/admin/admin.h"

static void count_stage(void *context, struct live_table *live)
{
    int64_t *count = context;
    count[live->stage]++;
}

static void put_tables(const struct admin *admin, struct bv_out *out)
{
    int64_t count[TABLE_OVER + 1] = {0};
    live_tables_visit(admin->tables, count_stage, count);
    bv_json_open(out, "tables", '{');
    bv_json_number(out, "open", count[TABLE_OPEN]);
    bv_json_number(out, "playing", count[TABLE_PLAYING]);
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
    if (trouble[0])
        bv_json_text(out, "trouble", trouble);
    else
        bv_json_null(out, "trouble");
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/admin/server", get_server},
};

const struct api_routes admin_routes = {rows, BV_COUNT(rows)};
