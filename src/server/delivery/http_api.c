/* The HTTP interface: one row for each route. docs/openapi.json describes it; a test compares the
 * two. */
#include "server/delivery/http_api.h"
#include "server/base/unreadable.h"

#include "server/accounts/accounts.h"
#include "server/admin/admin_access.h"
#include "server/delivery/rate_limiter.h"
#include "server/records/link_preview.h"
#include "server/tournaments/tournament.h"
#include "util/utf8.h"

enum { OWN_TABLES = 200 };

int api_refuse(struct exchange *exchange, enum refusal_reason reason)
{
    refusal_set(&exchange->refusal, reason);
    return exchange->refusal.status;
}

int api_unreadable(struct exchange *exchange, const struct bv_error *error)
{
    exchange->refusal.detail = *error;
    refusal_unreadable(&exchange->refusal);
    return 503;
}

void api_set_cookie(struct exchange *exchange, const char *name, const char *value)
{
    const struct base_url *base = &exchange->server->base;
    size_t before = bv_length(exchange->headers);
    struct bv_out out = bv_out_into(exchange->headers + before, sizeof exchange->headers - before);
    bv_put(&out, "Set-Cookie: ");
    bv_put(&out, name);
    bv_put_char(&out, '=');
    bv_put(&out, value);
    bv_put(&out, "; Path=");
    bv_put(&out, base->path[0] ? base->path : "/");
    bv_put(&out, value[0] ? "; Max-Age=31536000" : "; Max-Age=0");
    bv_put(&out, "; HttpOnly; SameSite=Lax");
    bv_put(&out, base->secure ? "; Secure\r\n" : "\r\n");
    BV_ASSERT(!out.cut);
}

void api_path_id(struct bv_span part, char id[ID_SIZE])
{
    struct bv_out out = bv_out_into(id, ID_SIZE);
    bv_put_span(&out, part);
    if (out.cut) id[0] = '\0';
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool api_unescape(struct bv_span text, char *value, size_t size)
{
    struct bv_out out = bv_out_into(value, size);
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (c == '+') c = ' ';
        if (c == '%') {
            if (i + 2 >= text.length) return false;
            int high = hex_digit(text.text[i + 1]);
            int low = hex_digit(text.text[i + 2]);
            if (high < 0 || low < 0) return false;
            c = (char)(high << 4 | low);
            i += 2;
        }
        if ((unsigned char)c < ' ') return false;
        bv_put_char(&out, c);
    }
    return !out.cut && utf8_good((struct bv_span){value, out.length});
}

bool api_query_get(struct bv_span query, const char *name, char *value, size_t size)
{
    struct bv_span field = {0};
    struct bv_span key = {0};
    while (bv_take_part(&query, '&', &field)) {
        if (!bv_take_part(&field, '=', &key) || !bv_span_is(key, name)) continue;
        if (!api_unescape(field, value, size)) value[0] = '\0';
        return true;
    }
    return false;
}

/* ---- People ---------------------------------------------------------------------------------- */

static int post_guest(struct exchange *exchange)
{
    char cookie[GUEST_COOKIE_MAX];
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    if (!limiter_address_may(exchange->server->limiter, exchange->client, LIMIT_GUESTS,
                             &exchange->refusal) ||
        !guest_new(exchange->server, exchange->client, name, cookie, &exchange->refusal))
        return exchange->refusal.status;
    api_set_cookie(exchange, "bivouac", cookie);
    person_write(exchange->client, exchange->out);
    return 201;
}

bool api_needs_person(struct exchange *exchange)
{
    if (exchange->client->person[0]) return true;
    return refusal_set(&exchange->refusal, REFUSE_NOBODY);
}

/* A player's tables: those that are not over in full, with whether it is the player's turn; the
 * others by id. */
struct own_tables {
    struct exchange *exchange;
    struct stored_table table[OWN_TABLES];
    uint32_t count;
};

static bool note_table(void *context, const struct stored_table *table)
{
    struct own_tables *own = context;
    own->table[own->count] = *table;
    own->table[own->count++].setup = NULL; /* valid during this call only */
    return own->count < OWN_TABLES;
}

static bool is_turn_of(const struct table *table, const char *person)
{
    return table_to_act(table) & table_seats_held(table, person);
}

static void put_own_table(struct exchange *exchange, const struct stored_table *stored)
{
    struct refusal ignored;
    struct live_table *live = NULL;
    if (stored->stage != TABLE_OVER)
        live = live_table_enter(exchange->server, stored->id, &ignored);
    bv_json_open(exchange->out, NULL, '{');
    if (live) {
        messages_summary(live->table, exchange->out);
        bv_json_bool(exchange->out, "yourTurn", is_turn_of(live->table, exchange->client->person));
    } else {
        bv_json_text(exchange->out, "table", stored->id);
        bv_json_text(exchange->out, "stage", "over");
    }
    bv_json_number(exchange->out, "created", stored->created);
    bv_json_close(exchange->out, '}');
}

static int get_me(struct exchange *exchange)
{
    enum { LINE_MAX_BYTES = 8192 };
    struct bv_error error;
    struct own_tables *own = memory_new(sizeof *own);
    person_write(exchange->client, exchange->out);
    bool read = !exchange->client->person[0] ||
                store_joined(exchange->server->reader, exchange->client->person, OWN_TABLES,
                             note_table, own, &error);
    bv_json_open(exchange->out, "tables", '[');
    for (uint32_t i = 0; read && i < own->count; i++)
        if (exchange->out->length + LINE_MAX_BYTES < exchange->out->size)
            put_own_table(exchange, &own->table[i]);
    bv_json_close(exchange->out, ']');
    free(own);
    return read ? 200 : api_unreadable(exchange, &error);
}

static int patch_me(struct exchange *exchange)
{
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    if (!api_needs_person(exchange)) return 401;
    if (exchange->client->account || person_is_bot(exchange->client->person))
        return api_refuse(exchange, REFUSE_HAS_ACCOUNT_NAME);
    if (!guest_name_check(exchange->server, name, &exchange->refusal))
        return exchange->refusal.status;
    struct bv_out out = bv_out_into(exchange->client->name, sizeof exchange->client->name);
    bv_put(&out, name);
    store_batch_rename(outbox_changes(exchange->server->outbox), exchange->client->person, name);
    person_write(exchange->client, exchange->out);
    return 200;
}

static int post_ticket(struct exchange *exchange)
{
    char ticket[TICKET_SIZE];
    if (!api_needs_person(exchange)) return 401;
    ticket_write(exchange->server, exchange->client, server_now(), ticket);
    bv_json_text(exchange->out, "ticket", ticket);
    return 200;
}

static int post_resume(struct exchange *exchange)
{
    char cookie[GUEST_COOKIE_MAX];
    struct device device;
    struct bv_error error;
    const char *ticket = fields_text(exchange->body, "ticket", TICKET_SIZE);
    if (!ticket ||
        !ticket_redeem(exchange->server, exchange->client, bv_span_of(ticket), server_now()) ||
        person_is_bot(exchange->client->person)) {
        refusal_set(&exchange->refusal, REFUSE_BAD_TICKET);
        return 403;
    }
    device_read(exchange->request, &device);
    if (exchange->client->account && !account_enter(exchange, &device)) return 503;
    if (!auth_ticket_spend(exchange->server, bv_span_of(ticket), &error))
        return api_unreadable(exchange, &error);
    if (!exchange->client->account) {
        guest_cookie(exchange->server, exchange->client->person, cookie);
        api_set_cookie(exchange, "bivouac", cookie);
    }
    person_write(exchange->client, exchange->out);
    return 200;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static int get_tables(struct exchange *exchange)
{
    char game[32];
    bool one = api_query_get(exchange->request->query, "game", game, sizeof game);
    bv_json_open(exchange->out, "tables", '[');
    bool all = lobby_write(exchange->server, (struct lobby_filter){.game = one ? game : NULL},
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
        live_table_open(exchange->server, exchange->client, exchange->body, &exchange->refusal);
    if (!live) return exchange->refusal.status;
    live_table_write_opened(live, exchange->out);
    return 201;
}

static struct live_table *table_of(struct exchange *exchange)
{
    char id[ID_SIZE];
    api_path_id(exchange->id, id);
    return live_table_enter(exchange->server, id, &exchange->refusal);
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
    messages_table(live->table, channel, live_table_now(live), exchange->out);
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
           event->verb == TABLE_OBJECT;
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
    bool all = subscription_replay(exchange->server, live, channel, (uint32_t)since,
                                   exchange->client->person, put_message, &replay);
    bv_json_close(exchange->out, ']');
    bv_json_bool(exchange->out, "more", !all); /* the client asks again with since */
    return 200;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

static const struct api_route server_rows[] = {
    {"POST", "/api/v1/guest", post_guest},
    {"GET", "/api/v1/me", get_me},
    {"PATCH", "/api/v1/me", patch_me},
    {"POST", "/api/v1/me/ticket", post_ticket},
    {"POST", "/api/v1/resume", post_resume},
    {"GET", "/api/v1/tables", get_tables},
    {"POST", "/api/v1/tables", post_tables},
    {"GET", "/api/v1/tables/*", get_table},
    {"GET", "/api/v1/tables/*/history", get_history},
};

static const struct api_routes server_routes = {server_rows, BV_COUNT(server_rows)};

static const struct api_routes *const all_routes[] = {
    &server_routes,      &records_routes,    &opening_book_routes,
    &server_page_routes, &health_routes,     &registration_routes,
    &account_routes,     &bot_routes,        &profile_routes,
    &leaderboard_routes, &friend_routes,     &report_routes,
    &challenge_routes,   &admin_routes,      &admin_people_routes,
    &admin_table_routes, &admin_ban_routes,  &admin_document_routes,
    &club_routes,        &tournament_routes, &tournament_result_routes,
    &own_game_routes,
};

static bool matches(const char *pattern, struct bv_span path, struct exchange *exchange)
{
    struct bv_span rest = bv_span_of(pattern);
    struct bv_span wanted = {0};
    struct bv_span part = {0};
    exchange->id = exchange->second = (struct bv_span){0};
    for (;;) {
        bool more = bv_take_part(&rest, '/', &wanted);
        if (more != bv_take_part(&path, '/', &part)) return false;
        if (!more) return true;
        if (bv_span_is(wanted, "*"))
            *(exchange->id.text ? &exchange->second : &exchange->id) = part;
        else if (wanted.length != part.length || !bv_same(wanted.text, part.text, part.length))
            return false;
    }
}

static bool is_for_admins(const char *path)
{
    static const char prefix[] = "/api/v1/admin/";
    return strncmp(path, prefix, sizeof prefix - 1) == 0;
}

static int refuse_not_admin(struct exchange *exchange)
{
    return api_refuse(exchange, REFUSE_NOT_ADMIN);
}

/* The route of a request; NULL if there is none. *known: the path exists, with another method. */
static api_handler *find_route(struct exchange *exchange, bool *known)
{
    struct bv_span method = exchange->request->method;
    if (bv_span_is(method, "HEAD"))
        method = bv_span_of("GET"); /* the network layer leaves the body out */
    for (size_t i = 0; i < BV_COUNT(all_routes); i++)
        for (size_t j = 0; j < all_routes[i]->count; j++) {
            const struct api_route *row = &all_routes[i]->row[j];
            if (!matches(row->path, exchange->request->path, exchange)) continue;
            *known = true;
            if (!bv_span_is(method, row->method)) continue;
            exchange->client->asked.route = row->path;
            return is_for_admins(row->path) && !admin_of(exchange) ? refuse_not_admin : row->route;
        }
    return NULL;
}

static struct http_response answer_of(struct exchange *exchange, int status)
{
    struct bv_out *out = exchange->out;
    if (exchange->refusal.wait) {
        struct bv_out headers = bv_out_into(exchange->headers, sizeof exchange->headers);
        bv_put(&headers, "Retry-After: ");
        bv_put_number(&headers, exchange->refusal.wait);
        bv_put(&headers, "\r\n");
    }
    if (exchange->refusal.code) {
        access_log_refused(exchange->server, exchange->client, exchange->refusal.code);
        *out = bv_out_into(exchange->server->page, sizeof exchange->server->page);
        bv_json_open(out, NULL, '{');
        refusal_write(&exchange->refusal, out);
    }
    bv_json_close(out, '}');
    return (struct http_response){.status = status,
                                  .type = "application/json",
                                  .headers = exchange->headers[0] ? exchange->headers : NULL,
                                  .body = {out->text, out->length}};
}

static void answer(struct exchange *exchange, int status)
{
    struct http_response answer = answer_of(exchange, status);
    outbox_respond(exchange->server->outbox, exchange->client, &answer);
}

void api_later(struct server *server, struct client *client, api_later_handler *later,
               void *context)
{
    struct bv_out out = bv_out_into(server->page, sizeof server->page);
    struct exchange exchange = {.server = server, .client = client, .out = &out};
    bv_json_open(&out, NULL, '{');
    answer(&exchange, later(&exchange, context));
}

/* Only pages of this server may change something: a browser says where a request comes from. */
bool api_is_cross_site(const struct server *server, const struct http_request *request)
{
    struct bv_span origin = http_header(request, "origin");
    struct bv_span host = http_header(request, "host");
    struct bv_span scheme = {0};
    if (!origin.length || bv_span_is(origin, server->base.origin)) return false;
    if (!bv_take_part(&origin, '/', &scheme) || !bv_take_char(&origin, '/')) return true;
    return origin.length != host.length || !bv_same(origin.text, host.text, host.length);
}

static int call(struct exchange *exchange, api_handler *route)
{
    bool changes = !bv_span_is(exchange->request->method, "GET") &&
                   !bv_span_is(exchange->request->method, "HEAD");
    if (!changes) return route(exchange);
    if (api_is_cross_site(exchange->server, exchange->request))
        return api_refuse(exchange, REFUSE_ELSEWHERE);
    if (!limiter_may(exchange->server->limiter, exchange->client, LIMIT_CHANGES,
                     &exchange->refusal))
        return 429;
    struct bv_span text = exchange->request->body;
    cJSON *body = text.length ? NULL : cJSON_CreateObject();
    if (text.length && utf8_good(text)) body = fields_json_parse(text);
    exchange->body = body;
    int status = cJSON_IsObject(body) ? route(exchange) : api_refuse(exchange, REFUSE_BAD_BODY);
    exchange->body = NULL;
    cJSON_Delete(body);
    return status;
}

void api_turn_away(struct server *server, struct client *client, const struct refusal *refusal)
{
    struct bv_out out = bv_out_into(server->page, sizeof server->page);
    struct exchange exchange = {
        .server = server, .client = client, .out = &out, .refusal = *refusal};
    bv_json_open(&out, NULL, '{');
    struct http_response answer = answer_of(&exchange, refusal->status);
    net_respond(client->connection, &answer);
}

static bool answer_page(struct server *server, struct client *client,
                        const struct http_request *request)
{
    char text[LINK_PREVIEW_SIZE];
    struct bv_out head = bv_out_into(text, sizeof text);
    if (server->pages) link_preview_write(server, request, &head);
    return static_files_request(server->pages, client->connection, request,
                                (struct bv_span){text, head.cut ? 0 : head.length});
}

void api_request(struct server *server, struct client *client, const struct http_request *request)
{
    struct bv_out out = bv_out_into(server->page, sizeof server->page);
    struct exchange exchange = {
        .server = server, .client = client, .request = request, .out = &out};
    bool known = false;
    bv_json_open(&out, NULL, '{');
    api_handler *route = find_route(&exchange, &known);
    if (route) {
        int status = call(&exchange, route);
        if (status != 0) answer(&exchange, status);
        return;
    }
    if (!known) client->asked.route = "page";
    if (!known && answer_page(server, client, request)) return;
    if (known)
        refusal_set(&exchange.refusal, REFUSE_BAD_METHOD);
    else
        refusal_set(&exchange.refusal, REFUSE_NOT_FOUND);
    answer(&exchange, known ? 405 : 404);
}
