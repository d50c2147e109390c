#include "server/delivery/http_api.h"

#include "core/ids.h"
#include "server/base/unreadable.h"
#include "server/delivery/documents.h"
#include "server/delivery/rate_limiter.h"
#include "util/fields.h"
#include "util/utf8.h"

enum { PAGE_SIZE = 256 * 1024, MOUNTS_MAX = 32 };

struct http_api {
    struct http_api_deps given;
    struct api_mount mount[MOUNTS_MAX];
    char page[PAGE_SIZE]; /* buffer for the body of an answer */
};

struct http_api *http_api_new(const struct http_api_deps *given)
{
    struct http_api *api = memory_new(sizeof *api);
    BV_ASSERT(given->mounts <= MOUNTS_MAX);
    api->given = *given;
    bv_copy(api->mount, given->mount, given->mounts * sizeof *given->mount);
    return api;
}

void http_api_free(struct http_api *api)
{
    free(api);
}

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
    const struct base_url *base = exchange->api->given.base;
    size_t before = bv_length(exchange->headers);
    struct bv_out out = bv_out_into(exchange->headers + before, sizeof exchange->headers - before);
    bv_put_all(&out, "Set-Cookie: ", name, "=", value, "; Path=", base->path[0] ? base->path : "/",
               value[0] ? "; Max-Age=31536000" : "; Max-Age=0", "; HttpOnly; SameSite=Lax",
               base->secure ? "; Secure\r\n" : "\r\n");
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

bool api_needs_person(struct exchange *exchange)
{
    if (exchange->client->person[0]) return true;
    return refusal_set(&exchange->refusal, REFUSE_NEEDS_NAME);
}

/* ---- Routes ---------------------------------------------------------------------------------- */

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

/* The route of a request; NULL if there is none. *known: the path exists, with another method. */
static const struct api_route *find_route(struct exchange *exchange, bool *known)
{
    const struct http_api_deps *given = &exchange->api->given;
    struct bv_span method = exchange->request->method;
    if (bv_span_is(method, "HEAD"))
        method = bv_span_of("GET"); /* the network layer leaves the body out */
    for (size_t i = 0; i < given->mounts; i++)
        for (size_t j = 0; j < exchange->api->mount[i].routes->count; j++) {
            const struct api_route *row = &exchange->api->mount[i].routes->row[j];
            if (!matches(row->path, exchange->request->path, exchange)) continue;
            *known = true;
            if (!bv_span_is(method, row->method)) continue;
            exchange->client->own.asked.route = row->path;
            exchange->context = exchange->api->mount[i].context;
            return row;
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
        access_log_refused(exchange->api->given.metrics, exchange->client, exchange->refusal.code);
        *out = bv_out_into(exchange->api->page, sizeof exchange->api->page);
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
    if (documents_failed(exchange->documents)) {
        exchange->headers[0] = '\0'; /* no cookie of a session that was not stored */
        status = api_unreadable(exchange, documents_trouble(exchange->documents));
    }
    struct http_response answer = answer_of(exchange, status);
    api_respond(exchange, &answer);
}

void api_respond(struct exchange *exchange, const struct http_response *answer)
{
    outbox_respond(exchange->api->given.outbox, exchange->client, answer, OUTBOX_WHEN_STORED);
}

void api_later(struct http_api *api, struct client *client, void *context, api_later_handler *later,
               void *what)
{
    struct bv_out out = bv_out_into(api->page, sizeof api->page);
    struct exchange exchange = {.api = api,
                                .context = context,
                                .documents = api->given.documents,
                                .client = client,
                                .out = &out};
    bv_json_open(&out, NULL, '{');
    answer(&exchange, later(&exchange, what));
}

/* Only pages of this server may change something: a browser says where a request comes from. */
bool api_is_cross_site(const struct http_api *api, const struct http_request *request)
{
    struct bv_span origin = http_header(request, "origin");
    struct bv_span host = http_header(request, "host");
    struct bv_span scheme = {0};
    if (!origin.length || bv_span_is(origin, api->given.base->origin)) return false;
    if (!bv_take_part(&origin, '/', &scheme) || !bv_take_char(&origin, '/')) return true;
    return origin.length != host.length || !bv_same(origin.text, host.text, host.length);
}

static bool is_caller(struct exchange *exchange, enum api_caller caller)
{
    const struct client *client = exchange->client;
    switch (caller) {
    case API_PERSON: return api_needs_person(exchange);
    case API_ACCOUNT:
        return client->account || refusal_set(&exchange->refusal, REFUSE_NEEDS_ACCOUNT);
    case API_ACCOUNT_OR_BOT:
        return api_needs_person(exchange) &&
               (client->account || person_is_bot(client->person) ||
                refusal_set(&exchange->refusal, REFUSE_NEEDS_ACCOUNT_BOTH));
    default: return true;
    }
}

static int run(struct exchange *exchange, const struct api_route *row)
{
    return is_caller(exchange, row->caller) ? row->route(exchange) : exchange->refusal.status;
}

static int call(struct exchange *exchange, const struct api_route *row)
{
    const struct http_api_deps *given = &exchange->api->given;
    if (row->caller == API_ADMIN && !given->is_admin(given->context, exchange))
        return api_refuse(exchange, REFUSE_NOT_ADMIN);
    bool changes = !bv_span_is(exchange->request->method, "GET") &&
                   !bv_span_is(exchange->request->method, "HEAD");
    if (!changes) return run(exchange, row);
    if (api_is_cross_site(exchange->api, exchange->request))
        return api_refuse(exchange, REFUSE_CROSS_SITE);
    if (!limiter_may(given->limiter, exchange->client, LIMIT_CHANGES, &exchange->refusal))
        return 429;
    struct bv_span text = exchange->request->body;
    if (row->caller == API_LINK) text.length = 0;
    cJSON *body = text.length ? NULL : cJSON_CreateObject();
    if (text.length && utf8_good(text)) body = fields_json_parse(text);
    exchange->body = body;
    int status = cJSON_IsObject(body) ? run(exchange, row) : api_refuse(exchange, REFUSE_BAD_BODY);
    exchange->body = NULL;
    cJSON_Delete(body);
    return status;
}

void api_turn_away(struct http_api *api, struct client *client, const struct refusal *refusal)
{
    struct bv_out out = bv_out_into(api->page, sizeof api->page);
    struct exchange exchange = {.api = api, .client = client, .out = &out, .refusal = *refusal};
    bv_json_open(&out, NULL, '{');
    struct http_response answer = answer_of(&exchange, refusal->status);
    net_respond(client->connection, &answer);
}

void api_request(struct http_api *api, struct client *client, const struct http_request *request)
{
    struct bv_out out = bv_out_into(api->page, sizeof api->page);
    struct exchange exchange = {.api = api,
                                .documents = api->given.documents,
                                .client = client,
                                .request = request,
                                .out = &out};
    bool known = false;
    bv_json_open(&out, NULL, '{');
    const struct api_route *row = find_route(&exchange, &known);
    if (row) {
        int status = call(&exchange, row);
        if (status != 0) answer(&exchange, status);
        return;
    }
    if (!known) client->own.asked.route = "page";
    if (!known && api->given.answer_page(api->given.context, client, request)) return;
    if (known)
        refusal_set(&exchange.refusal, REFUSE_BAD_METHOD);
    else
        refusal_set(&exchange.refusal, REFUSE_NOT_FOUND);
    answer(&exchange, known ? 405 : 404);
}
