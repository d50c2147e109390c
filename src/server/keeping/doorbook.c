#include "server/keeping/doorbook.h"

#include "server/house.h"
#include "server/keeping/log.h"

static const char *method_of(struct bv_span method)
{
    static const char *const names[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};
    for (size_t i = 0; i < BV_COUNT(names); i++)
        if (bv_span_is(method, names[i])) return names[i];
    return "other";
}

void bv_door_asked(struct bv_client *client, const struct bv_http_request *request)
{
    client->asked = (struct bv_asked){
        .method = method_of(request->method), .route = "-", .since = bv_microseconds()};
}

static void log_address(struct bv_log_line *line, const struct bv_address *address)
{
    char text[BV_ADDRESS_TEXT];
    if (!line->wanted) return;
    bv_address_write(address, text);
    bv_log_text(line, "address", text);
}

void bv_door_answered(struct bv_house *house, struct bv_connection *connection, int status)
{
    struct bv_client *client = bv_connection_get(connection);
    struct bv_asked asked = client ? client->asked : (struct bv_asked){0};
    uint64_t took = asked.since ? bv_microseconds() - asked.since : 0;
    struct bv_log_line line;
    BV_ASSERT(status >= 100 && status < 600);
    house->metrics.answers[status / 100]++;
    if (asked.since) bv_spread_add(&house->metrics.answering, took);
    if (client) client->asked = (struct bv_asked){0};
    bv_log_begin(&line, BV_LOG_DEBUG, "request");
    bv_log_text(&line, "method", asked.since ? asked.method : "-");
    bv_log_text(&line, "route", asked.since ? asked.route : "-");
    bv_log_number(&line, "status", status);
    bv_log_number(&line, "microseconds", (int64_t)took);
    log_address(&line, client ? &client->address : bv_connection_address(connection));
    bv_log_end(&line);
}

/* A line about somebody at the door. */
static void log_client(const char *event, const struct bv_client *client, const char *name,
                       const char *value)
{
    struct bv_log_line line;
    bv_log_begin(&line, BV_LOG_DEBUG, event);
    if (name) bv_log_text(&line, name, value);
    log_address(&line, &client->address);
    bv_log_end(&line);
}

void bv_door_refused(struct bv_house *house, const struct bv_client *client, const char *code)
{
    bv_count_refusal(&house->metrics, code);
    log_client("refused", client, "code", code);
}

void bv_door_entered(struct bv_house *house, struct bv_client *client)
{
    house->metrics.sockets++;
    client->has_socket = true;
    client->asked = (struct bv_asked){0}; /* a handshake has no answer in the sense of requests */
    log_client("entered", client, NULL, NULL);
}

void bv_door_left(struct bv_house *house, const struct bv_client *client)
{
    if (!client->has_socket) return;
    house->metrics.sockets--;
    log_client("left", client, NULL, NULL);
}

/* One warning in a while says how many rounds were slow, so that a busy house does not fill its log. */
void bv_door_round(struct bv_house *house, uint64_t microseconds)
{
    enum { SLOW = 100000, WHILE = 10000000 };
    bv_spread_add(&house->metrics.rounds, microseconds);
    if (microseconds <= SLOW) return;
    uint64_t now = bv_microseconds();
    house->slow_rounds++;
    if (house->slow_told && now - house->slow_told < WHILE) return;
    struct bv_log_line line;
    bv_log_begin(&line, BV_LOG_WARNING, "slow");
    bv_log_number(&line, "milliseconds", (int64_t)(microseconds / 1000));
    bv_log_number(&line, "rounds", (int64_t)house->slow_rounds);
    bv_log_end(&line);
    house->slow_told = now;
    house->slow_rounds = 0;
}
