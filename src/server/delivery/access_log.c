#include "server/delivery/access_log.h"

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/delivery/client.h"
#include "util/clock.h"

static const char *method_of(struct bv_span method)
{
    static const char *const names[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};
    for (size_t i = 0; i < BV_COUNT(names); i++)
        if (bv_span_is(method, names[i])) return names[i];
    return "other";
}

void access_log_asked(struct client *client, const struct http_request *request)
{
    client->own.asked = (struct access_log_request){
        .method = method_of(request->method), .route = "-", .since = clock_microseconds()};
}

static void log_address(struct log_line *line, const struct address *address)
{
    char text[ADDRESS_TEXT];
    if (!line->wanted) return;
    address_write(address, text);
    log_text(line, "address", text);
}

void access_log_answered(struct metrics *metrics, struct connection *connection, int status)
{
    struct client *client = connection_get(connection);
    struct access_log_request asked = client ? client->own.asked : (struct access_log_request){0};
    uint64_t took = asked.since ? clock_microseconds() - asked.since : 0;
    struct log_line line;
    BV_ASSERT(status >= 100 && status < 600);
    metrics->answers[status / 100]++;
    if (asked.since) histogram_metric_add(&metrics->answering, took);
    if (client) client->own.asked = (struct access_log_request){0};
    log_begin(&line, LOGGED_DEBUG, "request");
    log_text(&line, "method", asked.since ? asked.method : "-");
    log_text(&line, "route", asked.since ? asked.route : "-");
    log_number(&line, "status", status);
    log_number(&line, "microseconds", (int64_t)took);
    log_address(&line, client ? &client->address : connection_address(connection));
    log_end(&line);
}

/* Logs a line about a client. */
static void log_client(const char *event, const struct client *client, const char *name,
                       const char *value)
{
    struct log_line line;
    log_begin(&line, LOGGED_DEBUG, event);
    if (name) log_text(&line, name, value);
    log_address(&line, &client->address);
    log_end(&line);
}

void access_log_refused(struct metrics *metrics, const struct client *client, const char *code)
{
    metrics_count_refusal(metrics, code);
    log_client("refused", client, "code", code);
}

void access_log_entered(struct metrics *metrics, struct client *client)
{
    metrics->sockets++;
    client->own.has_socket = true;
    /* a WebSocket handshake does not count as an answered request */
    client->own.asked = (struct access_log_request){0};
    log_client("websocket-opened", client, NULL, NULL);
}

void access_log_left(struct metrics *metrics, const struct client *client)
{
    if (!client->own.has_socket) return;
    metrics->sockets--;
    log_client("websocket-closed", client, NULL, NULL);
}

/* One warning per interval says how many rounds were slow, so that a busy server does not fill its
 * log. */
void access_log_round(struct metrics *metrics, uint64_t microseconds)
{
    enum { SLOW = 100000, WARNING_INTERVAL = 10000000 };
    histogram_metric_add(&metrics->rounds, microseconds);
    if (microseconds <= SLOW) return;
    uint64_t now = clock_microseconds();
    metrics->slow_iterations++;
    if (metrics->slow_logged && now - metrics->slow_logged < WARNING_INTERVAL) return;
    struct log_line line;
    log_begin(&line, LOGGED_WARNING, "slow-iteration");
    log_number(&line, "milliseconds", (int64_t)(microseconds / 1000));
    log_number(&line, "iterations", (int64_t)metrics->slow_iterations);
    log_end(&line);
    metrics->slow_logged = now;
    metrics->slow_iterations = 0;
}
