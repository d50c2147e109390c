/* The HTTP interface: one row for each route. docs/openapi.json describes it, and a test holds one against the other. */
#include "server/api.h"

#include "net/utf8.h"
#include "server/evenings/evening.h"
#include "server/keeping/gate.h"
#include "server/keeping/keeper.h"
#include "server/people/accounts.h"
#include "server/preview.h"

enum { OWN_TABLES = 200 };

static const struct {
    int status;
    const char *code;
} statuses[] = {
    {404, "no-such-table"},  {404, "no-such-record"},    {401, "nobody"},
    {503, "unreadable"},     {503, "not-stored"},        {429, "too-many"},
    {403, "not-your-seat"},  {403, "not-owner"},         {403, "kept"},
    {409, "name-taken"},     {403, "needs-account"},     {403, "blocked"},
    {404, "no-such-person"}, {404, "no-such-challenge"}, {403, "banned"},
    {403, "members-only"},   {421, "wrong-host"},
};

int bv_status_of(const char *code)
{
    for (size_t i = 0; i < BV_COUNT(statuses); i++)
        if (bv_equal(statuses[i].code, code)) return statuses[i].status;
    return 400;
}

int bv_api_refuse(struct bv_visit *visit, int status, const char *code, struct bv_text text)
{
    bv_refuse(&visit->refusal, code, text);
    return status;
}

int bv_api_unreadable(struct bv_visit *visit, const struct bv_error *error)
{
    visit->refusal.detail = *error;
    bv_refuse_unreadable(&visit->refusal);
    return 503;
}

void bv_visit_cookie(struct bv_visit *visit, const char *name, const char *value)
{
    const struct bv_base *base = &visit->house->base;
    size_t before = bv_length(visit->headers);
    struct bv_out out = bv_out_into(visit->headers + before, sizeof visit->headers - before);
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

void bv_visit_id(struct bv_span part, char id[BV_ID_SIZE])
{
    struct bv_out out = bv_out_into(id, BV_ID_SIZE);
    bv_put_span(&out, part);
    if (out.cut) id[0] = '\0';
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool bv_unescape(struct bv_span text, char *value, size_t size)
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
    return !out.cut && bv_utf8_good((struct bv_span){value, out.length});
}

bool bv_query_get(struct bv_span query, const char *name, char *value, size_t size)
{
    struct bv_span field = {0};
    struct bv_span key = {0};
    while (bv_take_part(&query, '&', &field)) {
        if (!bv_take_part(&field, '=', &key) || !bv_span_is(key, name)) continue;
        if (!bv_unescape(field, value, size)) value[0] = '\0';
        return true;
    }
    return false;
}

/* ---- People ------------------------------------------------------------------------------------------------------ */

static int post_guest(struct bv_visit *visit)
{
    char cookie[BV_COOKIE_MAX];
    const char *name = bv_json_get_text(visit->body, "name", BV_TABLE_NAME_MAX);
    if (!bv_gate_address_may(visit->house->gate, visit->client, BV_LIMIT_GUESTS, &visit->refusal) ||
        !bv_guest_new(visit->house, visit->client, name, cookie, &visit->refusal))
        return bv_status_of(visit->refusal.code);
    bv_visit_cookie(visit, "bivouac", cookie);
    bv_person_write(visit->client, visit->out);
    return 201;
}

bool bv_needs_person(struct bv_visit *visit)
{
    if (visit->client->person[0]) return true;
    return bv_refuse_nameless(&visit->refusal);
}

/* A person's tables: those that are not over in full, with whether it is their turn; the others by name. */
struct own_tables {
    struct bv_visit *visit;
    struct bv_stored_table table[OWN_TABLES];
    uint32_t count;
};

static bool note_table(void *context, const struct bv_stored_table *table)
{
    struct own_tables *own = context;
    own->table[own->count] = *table;
    own->table[own->count++].setup = NULL; /* it holds during this call only */
    return own->count < OWN_TABLES;
}

static bool is_turn_of(const struct bv_table *table, const char *person)
{
    return bv_table_to_act(table) & bv_seats_held(table, person);
}

static void put_own_table(struct bv_visit *visit, const struct bv_stored_table *stored)
{
    struct bv_refusal ignored;
    struct bv_room *room = NULL;
    if (stored->stage != BV_TABLE_OVER) room = bv_room_enter(visit->house, stored->id, &ignored);
    bv_json_open(visit->out, NULL, '{');
    if (room) {
        bv_tell_summary(room->table, visit->out);
        bv_json_bool(visit->out, "yourTurn", is_turn_of(room->table, visit->client->person));
    } else {
        bv_json_text(visit->out, "table", stored->id);
        bv_json_text(visit->out, "stage", "over");
    }
    bv_json_number(visit->out, "created", stored->created);
    bv_json_close(visit->out, '}');
}

static int get_me(struct bv_visit *visit)
{
    enum { LINE_ROOM = 8192 };
    struct bv_error error;
    struct own_tables *own = bv_new(sizeof *own);
    bv_person_write(visit->client, visit->out);
    bool read =
        !visit->client->person[0] || bv_store_joined(visit->house->reader, visit->client->person,
                                                     OWN_TABLES, note_table, own, &error);
    bv_json_open(visit->out, "tables", '[');
    for (uint32_t i = 0; read && i < own->count; i++)
        if (visit->out->length + LINE_ROOM < visit->out->size) put_own_table(visit, &own->table[i]);
    bv_json_close(visit->out, ']');
    free(own);
    return read ? 200 : bv_api_unreadable(visit, &error);
}

static int patch_me(struct bv_visit *visit)
{
    const char *name = bv_json_get_text(visit->body, "name", BV_TABLE_NAME_MAX);
    if (!bv_needs_person(visit)) return 401;
    if (visit->client->account || bv_is_bot(visit->client->person))
        return bv_api_refuse(visit, 409, "has-account",
                             (struct bv_text){"Le nom d'un compte ne change pas.",
                                              "The name of an account does not change."});
    if (!bv_guest_name(visit->house, name, &visit->refusal))
        return bv_status_of(visit->refusal.code);
    struct bv_out out = bv_out_into(visit->client->name, sizeof visit->client->name);
    bv_put(&out, name);
    bv_batch_rename(bv_post_changes(visit->house->post), visit->client->person, name);
    bv_person_write(visit->client, visit->out);
    return 200;
}

static int post_ticket(struct bv_visit *visit)
{
    char ticket[BV_TICKET_SIZE];
    if (!bv_needs_person(visit)) return 401;
    bv_ticket_write(visit->house, visit->client, bv_now(), ticket);
    bv_json_text(visit->out, "ticket", ticket);
    return 200;
}

static int post_resume(struct bv_visit *visit)
{
    char cookie[BV_COOKIE_MAX];
    struct bv_device device;
    struct bv_error error;
    const char *ticket = bv_json_get_text(visit->body, "ticket", BV_TICKET_SIZE);
    if (!ticket || !bv_ticket_redeem(visit->house, visit->client, bv_span_of(ticket), bv_now()) ||
        bv_is_bot(visit->client->person)) {
        bv_refuse_ticket(&visit->refusal);
        return 403;
    }
    bv_device_read(visit->request, &device);
    if (visit->client->account && !bv_account_enter(visit, &device)) return 503;
    if (!bv_ticket_spend(visit->house, bv_span_of(ticket), &error))
        return bv_api_unreadable(visit, &error);
    if (!visit->client->account) {
        bv_guest_cookie(visit->house, visit->client->person, cookie);
        bv_visit_cookie(visit, "bivouac", cookie);
    }
    bv_person_write(visit->client, visit->out);
    return 200;
}

/* ---- Tables -------------------------------------------------------------------------------------------------------- */

static int get_tables(struct bv_visit *visit)
{
    char game[32];
    bool one = bv_query_get(visit->request->query, "game", game, sizeof game);
    bv_json_open(visit->out, "tables", '[');
    bool all = bv_lobby_write(visit->house, (struct bv_lobby_filter){.game = one ? game : NULL},
                              visit->out);
    bv_json_close(visit->out, ']');
    bv_json_bool(visit->out, "more", !all);
    return 200;
}

static int post_tables(struct bv_visit *visit)
{
    if (!bv_needs_person(visit)) return 401;
    struct bv_room *room = bv_room_open(visit->house, visit->client, visit->body, &visit->refusal);
    if (!room) return bv_status_of(visit->refusal.code);
    bv_room_write_opened(room, visit->out);
    return 201;
}

static struct bv_room *room_of(struct bv_visit *visit)
{
    char id[BV_ID_SIZE];
    bv_visit_id(visit->id, id);
    return bv_room_enter(visit->house, id, &visit->refusal);
}

/* The channel a visitor hears: that of the seat they name and may name, or the first of their own. */
static int channel_of(struct bv_visit *visit, const struct bv_table *table)
{
    char name[BV_NAME_MAX];
    bv_seats held = visit->client->person[0] ? bv_seats_held(table, visit->client->person) : 0;
    if (bv_query_get(visit->request->query, "as", name, sizeof name)) {
        const struct bv_terms *terms = bv_table_terms(table);
        if (bv_equal(name, "watcher")) return BV_SEATS_MAX;
        for (int seat = 0; seat < terms->form->seats; seat++)
            if (bv_equal(name, bv_seat_name(terms, seat)) &&
                (held & bv_seat_bit(seat) || table->stage == BV_TABLE_OVER))
                return seat;
        bv_refuse_others_seat(&visit->refusal);
        return -1;
    }
    return held ? __builtin_ctz(held) : BV_SEATS_MAX;
}

static int get_table(struct bv_visit *visit)
{
    struct bv_room *room = room_of(visit);
    if (!room) return bv_status_of(visit->refusal.code);
    int channel = channel_of(visit, room->table);
    if (channel < 0) return 403;
    visit->out->length = 0; /* the message is the whole answer */
    bv_tell_table(room->table, channel, bv_room_now(room), visit->out);
    visit->out->length--; /* its brace is closed by the caller */
    return 200;
}

struct retelling {
    struct bv_out *out;
    bool stranger; /* reads, after the end, what a seat of others heard */
};

/* What partners say to each other stays theirs, also after the end. */
static bool is_among_partners(const struct bv_deed *deed)
{
    return (deed->verb == BV_SAY && deed->side != BV_ROOM_TABLE) || deed->verb == BV_PROPOSE ||
           deed->verb == BV_AGREE || deed->verb == BV_OBJECT;
}

/* A page is full before the loop has worked on it for long; one message more always fits. */
static bool put_message(void *context, const struct bv_deed *deed, struct bv_span message)
{
    enum { PAGE = 64 * 1024 };
    struct retelling *retelling = context;
    struct bv_out *out = retelling->out;
    if (retelling->stranger && is_among_partners(deed)) return true;
    if (out->text[out->length - 1] == '}') bv_put_char(out, ',');
    bv_put_span(out, message);
    BV_ASSERT(!out->cut);
    return out->length < PAGE;
}

static int get_history(struct bv_visit *visit)
{
    char text[16];
    int since = 0;
    struct bv_room *room = room_of(visit);
    if (!room) return bv_status_of(visit->refusal.code);
    int channel = channel_of(visit, room->table);
    if (channel < 0) return 403;
    if (bv_query_get(visit->request->query, "since", text, sizeof text) &&
        !bv_number_of(bv_span_of(text), 0, INT32_MAX, &since))
        return bv_api_refuse(visit, 400, "bad-query",
                             (struct bv_text){"« since » est un nombre.", "'since' is a number."});
    bool own = channel != BV_SEATS_MAX &&
               bv_holds_side(room->table, bv_side_of(bv_table_terms(room->table), channel),
                             visit->client->person);
    struct retelling retelling = {.out = visit->out, .stranger = !own};
    bv_json_open(visit->out, "messages", '[');
    bool all = bv_retell(visit->house, room, channel, (uint32_t)since, visit->client->person,
                         put_message, &retelling);
    bv_json_close(visit->out, ']');
    bv_json_bool(visit->out, "more", !all); /* ask again with since */
    return 200;
}

/* ---- Routes -------------------------------------------------------------------------------------------------------------- */

static const struct bv_route_row house_rows[] = {
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

static const struct bv_routes house_routes = {house_rows, BV_COUNT(house_rows)};

static const struct bv_routes *const all_routes[] = {
    &house_routes,        &bv_library_routes,     &bv_openings_routes,     &bv_notice_routes,
    &bv_watch_routes,     &bv_register_routes,    &bv_account_routes,      &bv_program_routes,
    &bv_profile_routes,   &bv_leader_routes,      &bv_friend_routes,       &bv_report_routes,
    &bv_challenge_routes, &bv_admin_routes,       &bv_admin_people_routes, &bv_admin_table_routes,
    &bv_admin_ban_routes, &bv_admin_paper_routes, &bv_club_routes,         &bv_evening_routes,
    &bv_result_routes,    &bv_own_game_routes,
};

static bool matches(const char *pattern, struct bv_span path, struct bv_visit *visit)
{
    struct bv_span rest = bv_span_of(pattern);
    struct bv_span wanted = {0};
    struct bv_span part = {0};
    visit->id = visit->second = (struct bv_span){0};
    for (;;) {
        bool more = bv_take_part(&rest, '/', &wanted);
        if (more != bv_take_part(&path, '/', &part)) return false;
        if (!more) return true;
        if (bv_span_is(wanted, "*"))
            *(visit->id.text ? &visit->second : &visit->id) = part;
        else if (wanted.length != part.length || !bv_same(wanted.text, part.text, part.length))
            return false;
    }
}

static bool is_for_keepers(const char *path)
{
    static const char beginning[] = "/api/v1/admin/";
    return strncmp(path, beginning, sizeof beginning - 1) == 0;
}

static int refuse_stranger(struct bv_visit *visit)
{
    return bv_api_refuse(visit, 403, "not-keeper",
                         (struct bv_text){"Seuls les gardiens de la maison peuvent cela.",
                                          "Only the keepers of the house may do that."});
}

/* The route of a request; NULL if there is none. *known: there is one, but with another method. */
static bv_route *find_route(struct bv_visit *visit, bool *known)
{
    struct bv_span method = visit->request->method;
    if (bv_span_is(method, "HEAD")) method = bv_span_of("GET"); /* the doors leave the body out */
    for (size_t i = 0; i < BV_COUNT(all_routes); i++)
        for (size_t j = 0; j < all_routes[i]->count; j++) {
            const struct bv_route_row *row = &all_routes[i]->row[j];
            if (!matches(row->path, visit->request->path, visit)) continue;
            *known = true;
            if (!bv_span_is(method, row->method)) continue;
            visit->client->asked.route = row->path;
            return is_for_keepers(row->path) && !bv_keeper_of(visit) ? refuse_stranger : row->route;
        }
    return NULL;
}

static struct bv_http_answer answer_of(struct bv_visit *visit, int status)
{
    struct bv_out *out = visit->out;
    if (visit->refusal.wait) {
        struct bv_out headers = bv_out_into(visit->headers, sizeof visit->headers);
        bv_put(&headers, "Retry-After: ");
        bv_put_number(&headers, visit->refusal.wait);
        bv_put(&headers, "\r\n");
    }
    if (visit->refusal.code) {
        bv_door_refused(visit->house, visit->client, visit->refusal.code);
        *out = bv_out_into(visit->house->page, sizeof visit->house->page);
        bv_json_open(out, NULL, '{');
        bv_refusal_write(&visit->refusal, out);
    }
    bv_json_close(out, '}');
    return (struct bv_http_answer){.status = status,
                                   .type = "application/json",
                                   .headers = visit->headers[0] ? visit->headers : NULL,
                                   .body = {out->text, out->length}};
}

static void answer(struct bv_visit *visit, int status)
{
    struct bv_http_answer answer = answer_of(visit, status);
    bv_post_answer(visit->house->post, visit->client, &answer);
}

void bv_api_later(struct bv_house *house, struct bv_client *client, bv_later *later, void *context)
{
    struct bv_out out = bv_out_into(house->page, sizeof house->page);
    struct bv_visit visit = {.house = house, .client = client, .out = &out};
    bv_json_open(&out, NULL, '{');
    answer(&visit, later(&visit, context));
}

/* Only pages of our own may change something: a browser tells where a request comes from. */
bool bv_is_from_elsewhere(const struct bv_house *house, const struct bv_http_request *request)
{
    struct bv_span origin = bv_http_header(request, "origin");
    struct bv_span host = bv_http_header(request, "host");
    struct bv_span scheme = {0};
    if (!origin.length || bv_span_is(origin, house->base.origin)) return false;
    if (!bv_take_part(&origin, '/', &scheme) || !bv_take_char(&origin, '/')) return true;
    return origin.length != host.length || !bv_same(origin.text, host.text, host.length);
}

static int call(struct bv_visit *visit, bv_route *route)
{
    bool changes =
        !bv_span_is(visit->request->method, "GET") && !bv_span_is(visit->request->method, "HEAD");
    if (!changes) return route(visit);
    if (bv_is_from_elsewhere(visit->house, visit->request))
        return bv_api_refuse(visit, 403, "elsewhere",
                             (struct bv_text){"Cette demande vient d'un autre site.",
                                              "This request comes from another site."});
    if (!bv_gate_may(visit->house->gate, visit->client, BV_LIMIT_CHANGES, &visit->refusal))
        return 429;
    struct bv_span text = visit->request->body;
    cJSON *body = text.length ? NULL : cJSON_CreateObject();
    if (text.length && bv_utf8_good(text)) body = bv_json_parse(text);
    visit->body = body;
    int status = cJSON_IsObject(body)
                     ? route(visit)
                     : bv_api_refuse(visit, 400, "bad-body",
                                     (struct bv_text){"Le corps n'est pas un objet JSON.",
                                                      "The body is not a JSON object."});
    visit->body = NULL;
    cJSON_Delete(body);
    return status;
}

void bv_api_turn_away(struct bv_house *house, struct bv_client *client,
                      const struct bv_refusal *refusal)
{
    struct bv_out out = bv_out_into(house->page, sizeof house->page);
    struct bv_visit visit = {.house = house, .client = client, .out = &out, .refusal = *refusal};
    bv_json_open(&out, NULL, '{');
    struct bv_http_answer answer = answer_of(&visit, bv_status_of(refusal->code));
    bv_net_answer(client->connection, &answer);
}

static bool answer_page(struct bv_house *house, struct bv_client *client,
                        const struct bv_http_request *request)
{
    char text[BV_PREVIEW_ROOM];
    struct bv_out head = bv_out_into(text, sizeof text);
    if (house->pages) bv_preview_write(house, request, &head);
    return bv_pages_request(house->pages, client->connection, request,
                            (struct bv_span){text, head.cut ? 0 : head.length});
}

void bv_api_request(struct bv_house *house, struct bv_client *client,
                    const struct bv_http_request *request)
{
    struct bv_out out = bv_out_into(house->page, sizeof house->page);
    struct bv_visit visit = {.house = house, .client = client, .request = request, .out = &out};
    bool known = false;
    bv_json_open(&out, NULL, '{');
    bv_route *route = find_route(&visit, &known);
    if (route) {
        int status = call(&visit, route);
        if (status != 0) answer(&visit, status);
        return;
    }
    if (!known) client->asked.route = "page";
    if (!known && answer_page(house, client, request)) return;
    if (known)
        bv_refuse(&visit.refusal, "bad-method",
                  (struct bv_text){"Cette adresse ne répond pas à cette méthode.",
                                   "This address does not answer to this method."});
    else
        bv_refuse(&visit.refusal, "not-found",
                  (struct bv_text){"Il n'y a rien à cette adresse.",
                                   "There is nothing at this address."});
    answer(&visit, known ? 405 : 404);
}
