/* A vacation from all games by correspondence at once. */
#include "server/accounts/vacation.h"

enum { VACATION_TABLES_MAX = 200, VACATION_DAYS_MAX = 60 };

/* The first side that a player holds; -1: none. */
static int side_of(const struct table *table, const char *person)
{
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (table_holds_side(table, side, person)) return side;
    return -1;
}

void vacation_write(const struct table *table, const char *person, struct bv_out *out)
{
    int side = side_of(table, person);
    if (side < 0 || table->stage != TABLE_PLAYING || table->setup.time.mode != TABLE_TIME_DAYS)
        return;
    bv_json_number(out, "vacation", table->clock.vacation_left[side] / TABLE_DAY);
    if (table->clock.away_until[side] > server_now())
        bv_json_number(out, "awayUntil", table->clock.away_until[side]);
}

struct own_tables {
    char id[VACATION_TABLES_MAX][ID_SIZE];
    uint32_t count;
};

static bool note_table(void *context, const struct stored_table *table)
{
    struct own_tables *own = context;
    if (table->stage == TABLE_PLAYING) bv_copy_text(own->id[own->count++], ID_SIZE, table->id);
    return own->count < VACATION_TABLES_MAX;
}

/* Takes the days, or as many as are left at that table; false: none. */
static bool take_days(struct exchange *exchange, const char *id, int64_t days)
{
    struct refusal refusal;
    char key[TABLE_KEY_SIZE];
    struct live_tables *tables = accounts_of(exchange)->tables;
    struct live_table *live = live_table_enter(tables, id, &refusal);
    int side = live ? side_of(live->table, exchange->client->person) : -1;
    if (side < 0) return false;
    int64_t left = live->table->clock.vacation_left[side] / TABLE_DAY;
    struct request request = {.verb = VERB_VACATION, .id = -1, .days = days < left ? days : left};
    return request.days > 0 &&
           live_table_command(tables, live, exchange->client, &request, key, &refusal);
}

static int post_vacation(struct exchange *exchange)
{
    struct bv_error error;
    int64_t days = 0;
    int64_t taken = 0;
    if (!fields_number(exchange->body, "days", 1, VACATION_DAYS_MAX, &days))
        return api_refuse(exchange, REFUSE_NO_VACATION_DAYS);
    struct own_tables *own = memory_new(sizeof *own);
    bool read = store_tables_of(accounts_of(exchange)->reader, exchange->client->person,
                                VACATION_TABLES_MAX, note_table, own, &error);
    for (uint32_t i = 0; read && i < own->count; i++)
        taken += take_days(exchange, own->id[i], days);
    free(own);
    if (!read) return api_unreadable(exchange, &error);
    bv_json_number(exchange->out, "tables", taken);
    return 200;
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/me/vacation", post_vacation, API_PERSON},
};

const struct api_routes vacation_routes = {rows, BV_COUNT(rows)};
