/* The house in figures, for its keepers: GET /api/v1/admin/house. */
#include "server/keeping/admin.h"

static void put_tables(const struct bv_house *house, struct bv_out *out)
{
    int64_t count[BV_TABLE_OVER + 1] = {0};
    for (size_t i = 0; i < BV_ROOM_BUCKETS; i++)
        for (const struct bv_room *room = house->bucket[i]; room; room = room->next)
            count[room->stage]++;
    bv_json_open(out, "tables", '{');
    bv_json_number(out, "open", count[BV_TABLE_OPEN]);
    bv_json_number(out, "playing", count[BV_TABLE_PLAYING]);
    bv_json_number(out, "awake", (int64_t)house->awake);
    bv_json_close(out, '}');
}

static void count_client(void *context, struct bv_client *client)
{
    int64_t *count = context;
    (void)client;
    ++*count;
}

static bool put_people(struct bv_house *house, struct bv_out *out, struct bv_error *error)
{
    int64_t people = 0;
    int64_t bots = 0;
    int64_t accounts = 0;
    int64_t sockets = 0;
    if (!bv_store_people(house->reader, "", &people, error) ||
        !bv_store_people(house->reader, "bot_", &bots, error) ||
        !bv_store_above(house->reader, "account", INT64_MIN, &accounts, error))
        return false;
    bv_porter_all(house->porter, count_client, &sockets);
    bv_json_open(out, "people", '{');
    bv_json_number(out, "accounts", accounts - bots); /* a bot has such a paper too */
    bv_json_number(out, "guests", people - accounts);
    bv_json_number(out, "bots", bots);
    bv_json_close(out, '}');
    bv_json_number(out, "connections", bv_net_connections(house->net));
    bv_json_number(out, "sockets", sockets);
    return true;
}

static int get_house(struct bv_visit *visit)
{
    struct bv_house *house = visit->house;
    struct bv_out *out = visit->out;
    struct bv_error error;
    int64_t size = 0;
    const char *trouble = bv_post_trouble(house->post);
    bv_json_text(out, "name", house->config->name);
    bv_json_text(out, "version", BIVOUAC_VERSION);
    bv_json_number(out, "opened", house->metrics.begun);
    if (!put_people(house, out, &error) || !bv_store_size(house->reader, &size, &error))
        return bv_api_unreadable(visit, &error);
    put_tables(house, out);
    bv_json_number(out, "thinking", (int64_t)bv_bots_waiting(house->bots));
    bv_json_number(out, "bans", (int64_t)bv_bans_count(house->bans));
    bv_json_number(out, "memory", (int64_t)bv_memory_used());
    bv_json_number(out, "store", size);
    if (trouble[0])
        bv_json_text(out, "trouble", trouble);
    else
        bv_json_null(out, "trouble");
    return 200;
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/admin/house", get_house},
};

const struct bv_routes bv_admin_routes = {rows, BV_COUNT(rows)};
