/* Tables over HTTP. The context of the routes is the live tables. */
#include "server/delivery/http_api.h"
#include "server/delivery/subscriptions.h"

static int get_tables(struct exchange *exchange)
{
    char game[32];
    bool one = api_query_get(exchange->request->query, "game", game, sizeof game);
    bv_json_open(exchange->out, "tables", '[');
    bool all = lobby_write(exchange->context, (struct lobby_filter){.game = one ? game : NULL},
                           exchange->out);
    bv_json_close(exchange->out, ']');
    bv_json_bool(exchange->out, "more", !all);
    return 200;
}

static int post_tables(struct exchange *exchange)
{
    if (!api_needs_person(exchange)) return 401;
    struct request request;
    if (!request_read_fields(exchange->body, VERB_OPEN, &request, &exchange->refusal))
        return exchange->refusal.status;
    struct live_table *live =
        live_table_open(exchange->context, exchange->client, exchange->body, &exchange->refusal);
    if (!live) return exchange->refusal.status;
    live_table_write_opened(live, exchange->out);
    return 201;
}

static struct live_table *table_of(struct exchange *exchange)
{
    char id[ID_SIZE];
    api_path_id(exchange->id, id);
    return live_table_enter(exchange->context, id, &exchange->refusal);
}

/* The channel a client may read: that of the seat it names, if it may, or the first of its own. */
static int channel_of(struct exchange *exchange, const struct table *table)
{
    char name[BV_NAME_MAX];
    bv_seats held =
        exchange->client->person[0] ? table_seats_held(table, exchange->client->person) : 0;
    if (api_query_get(exchange->request->query, "as", name, sizeof name)) {
        const struct bv_terms *terms = table_terms(table);
        if (bv_equal(name, "watcher")) return BV_SEATS_MAX;
        for (int seat = 0; seat < terms->form->seats; seat++)
            if (bv_equal(name, bv_seat_name(terms, seat)) &&
                (held & bv_seat_bit(seat) || table->stage == TABLE_OVER))
                return seat;
        refusal_set(&exchange->refusal, REFUSE_NOT_YOUR_SEAT);
        return -1;
    }
    return held ? __builtin_ctz(held) : BV_SEATS_MAX;
}

static int get_table(struct exchange *exchange)
{
    struct live_table *live = table_of(exchange);
    if (!live) return exchange->refusal.status;
    int channel = channel_of(exchange, live->table);
    if (channel < 0) return 403;
    exchange->out->length = 0; /* the message is the whole answer */
    live_table_write(live, channel, exchange->out);
    exchange->out->length--; /* the caller closes its brace */
    return 200;
}

struct replay {
    struct bv_out *out;
    bool stranger; /* reads the channel of another player's seat, after the end */
};

/* Messages between partners stay private, even after the end. */
static bool is_among_partners(const struct table_event *event)
{
    return (event->verb == TABLE_SAY && event->side != TABLE_AUDIENCE_ALL) ||
           event->verb == TABLE_PROPOSE || event->verb == TABLE_AGREE ||
           event->verb == TABLE_OBJECT || event->verb == TABLE_PREPARE;
}

/* A page is full before the loop has spent much time on it; one more message always fits. */
static bool put_message(void *context, const struct table_event *event, struct bv_span message)
{
    enum { PAGE = 64 * 1024 };
    struct replay *replay = context;
    struct bv_out *out = replay->out;
    if (replay->stranger && is_among_partners(event)) return true;
    if (out->text[out->length - 1] == '}') bv_put_char(out, ',');
    bv_put_span(out, message);
    BV_ASSERT(!out->cut);
    return out->length < PAGE;
}

static int get_history(struct exchange *exchange)
{
    char text[16];
    int since = 0;
    struct live_table *live = table_of(exchange);
    if (!live) return exchange->refusal.status;
    int channel = channel_of(exchange, live->table);
    if (channel < 0) return 403;
    if (api_query_get(exchange->request->query, "since", text, sizeof text) &&
        !bv_number_of(bv_span_of(text), 0, INT32_MAX, &since))
        return api_refuse(exchange, REFUSE_BAD_QUERY_SINCE);
    bool own = channel != BV_SEATS_MAX &&
               table_holds_side(live->table, bv_side_of(table_terms(live->table), channel),
                                exchange->client->person);
    struct replay replay = {.out = exchange->out, .stranger = !own};
    bv_json_open(exchange->out, "messages", '[');
    bool all = subscription_replay(exchange->context, live, channel, (uint32_t)since,
                                   exchange->client->person, put_message, &replay);
    bv_json_close(exchange->out, ']');
    bv_json_bool(exchange->out, "more", !all); /* the client asks again with since */
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/tables", get_tables, API_ANYONE},
    {"POST", "/api/v1/tables", post_tables, API_ANYONE},
    {"GET", "/api/v1/tables/*", get_table, API_ANYONE},
    {"GET", "/api/v1/tables/*/history", get_history, API_ANYONE},
};

const struct api_routes table_routes = {rows, BV_COUNT(rows)};
