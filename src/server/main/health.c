/* For the operator: GET /healthz for all, which reveals nothing about the tables; and GET
 * /metrics in the text format of Prometheus, which counts secret moves too, on an address for the
 * operator only. */
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/main/server.h"

static int get_health(struct exchange *exchange)
{
    const struct server *server = server_of(exchange);
    bool trouble = outbox_trouble(server->outbox)[0];
    bv_json_text(exchange->out, "status", trouble ? "trouble" : "good");
    /* Which disk or database fails, and how, is only in the log: any client may send this request. */
    if (trouble) bv_json_text(exchange->out, "trouble", "nothing can be stored; the log says why");
    bv_json_text(exchange->out, "version", BIVOUAC_VERSION);
    bv_json_text(exchange->out, "node", node_name());
    bv_json_number(exchange->out, "nodes", server->peers ? peers_count(server->peers) : 1);
    bv_json_bool(exchange->out, "leads", peers_leads(server->peers));
    bv_json_number(exchange->out, "uptime", (server_now() - server->metrics.begun) / 1000);
    bv_json_number(exchange->out, "tables", (int64_t)live_tables_count(server->tables));
    bv_json_number(exchange->out, "connections", net_connections(server->net));
    return trouble ? 503 : 200;
}

/* ---- The text format ------------------------------------------------------------------------- */

static void put_family(struct bv_out *out, const char *name, const char *type, const char *help)
{
    bv_put_all(out, "# HELP ", name, " ", help, "\n# TYPE ", name, " ", type, "\n");
}

/* One sample; `label` may be NULL. Label values are constants of the program and need no
 * escapes. */
static void put_sample(struct bv_out *out, const char *name, const char *label, const char *value,
                       uint64_t number)
{
    bv_put(out, name);
    if (label) {
        bv_put_all(out, "{", label, "=\"", value, "\"}");
    }
    bv_put_char(out, ' ');
    bv_put_number(out, (int64_t)number);
    bv_put_char(out, '\n');
}

static void put_one(struct bv_out *out, const char *name, const char *type, const char *help,
                    uint64_t number)
{
    put_family(out, name, type, help);
    put_sample(out, name, NULL, NULL, number);
}

/* Seconds with six decimals. */
static void put_seconds(struct bv_out *out, uint64_t microseconds)
{
    char text[32];
    snprintf(text, sizeof text, "%llu.%06llu", (unsigned long long)(microseconds / 1000000),
             (unsigned long long)(microseconds % 1000000));
    bv_put(out, text);
}

static void put_histogram(struct bv_out *out, const char *name, const char *help,
                          const struct histogram_metric *histogram)
{
    char bucket[64], bound[32];
    uint64_t so_far = 0;
    put_family(out, name, "histogram", help);
    snprintf(bucket, sizeof bucket, "%s_bucket", name);
    for (size_t i = 0; i < HISTOGRAM_METRIC_BOUNDS; i++) {
        struct bv_out text = bv_out_into(bound, sizeof bound);
        put_seconds(&text, histogram_metric_bounds[i]);
        so_far += histogram->within[i];
        put_sample(out, bucket, "le", bound, so_far);
    }
    put_sample(out, bucket, "le", "+Inf", histogram->count);
    bv_put_all(out, name, "_sum ");
    put_seconds(out, histogram->microseconds);
    bv_put_all(out, "\n", name, "_count ");
    bv_put_number(out, (int64_t)histogram->count);
    bv_put_char(out, '\n');
}

/* ---- The page -------------------------------------------------------------------------------- */

static void put_games(struct bv_out *out, const char *name, const char *help,
                      const uint64_t counts[METRIC_GAMES])
{
    put_family(out, name, "counter", help);
    for (size_t i = 0; i < bv_game_count; i++)
        put_sample(out, name, "game", bv_games[i]->id, counts[i]);
}

static void put_play(const struct server *server, struct bv_out *out)
{
    const struct metrics *metrics = &server->metrics;
    put_one(out, "bivouac_live_tables", "gauge",
            "Tables that are not over, and others with subscribers.",
            live_tables_count(server->tables));
    put_one(out, "bivouac_live_tables_loaded", "gauge", "Of those, tables loaded in memory.",
            live_tables_loaded(server->tables));
    put_games(out, "bivouac_tables_opened_total", "Tables opened.", metrics->opened);
    put_games(out, "bivouac_tables_finished_total", "Games finished.", metrics->finished);
    put_one(out, "bivouac_events_total", "counter", "Events at tables: moves, chat and all others.",
            metrics->events);
    put_one(out, "bivouac_computer_waiting", "gauge", "Moves that the computer is asked for.",
            thinkers_waiting(server->thinkers));
    put_histogram(out, "bivouac_computer_thinking_seconds", "Time the computer took for a move.",
                  &metrics->thinking);
}

static void put_traffic(const struct server *server, struct bv_out *out)
{
    static const char *const classes[] = {"1xx", "2xx", "3xx", "4xx", "5xx"};
    const struct metrics *metrics = &server->metrics;
    put_one(out, "bivouac_connections", "gauge", "Open connections.", net_connections(server->net));
    put_one(out, "bivouac_websockets", "gauge", "Of those, WebSockets.", metrics->sockets);
    put_one(out, "bivouac_messages_received_total", "counter", "Messages received on WebSockets.",
            metrics->messages_in);
    put_one(out, "bivouac_messages_sent_total", "counter", "Messages sent on WebSockets.",
            outbox_figures(server->outbox)->messages);
    put_family(out, "bivouac_http_responses_total", "counter", "Responses to HTTP requests.");
    for (size_t i = 0; i < BV_COUNT(classes); i++)
        put_sample(out, "bivouac_http_responses_total", "status", classes[i],
                   metrics->answers[i + 1]);
    put_histogram(out, "bivouac_http_seconds", "Time from a request to its answer.",
                  &metrics->answering);
    put_family(out, "bivouac_refusals_total", "counter", "Refused requests, by code.");
    for (size_t i = 0; i < METRIC_CODES && metrics->refusal[i].code; i++)
        put_sample(out, "bivouac_refusals_total", "code", metrics->refusal[i].code,
                   metrics->refusal[i].count);
}

static void put_store(const struct server *server, struct bv_out *out)
{
    const struct outbox_figures *outbox = outbox_figures(server->outbox);
    put_one(out, "bivouac_store_changes_total", "counter", "Changes written to disk.",
            outbox->changes);
    put_one(out, "bivouac_store_failures_total", "counter", "Failed commits.", outbox->failures);
    put_one(out, "bivouac_store_failing", "gauge", "1 while nothing can be stored.",
            outbox_trouble(server->outbox)[0] != '\0');
    put_histogram(out, "bivouac_store_commit_seconds", "Time of a commit.", &outbox->committing);
}

uint64_t metrics_memory_used(void)
{
    long pages = 0;
    char text[128];
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    /* total size, then resident size */
    if (fgets(text, sizeof text, file)) {
        char *end = NULL;
        strtol(text, &end, 10);
        pages = strtol(end, NULL, 10);
    }
    fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void put_reminders(const struct server *server, struct bv_out *out)
{
    static const char name[] = "bivouac_reminders_total";
    const struct reminder_figures *figures = &server->reminders.figures;
    put_family(out, name, "counter", "Reminders for devices of players, by what became of them.");
    put_sample(out, name, "result", "sent", figures->sent);
    put_sample(out, name, "result", "retried", figures->again);
    put_sample(out, name, "result", "given-up", figures->failed);
    put_sample(out, name, "result", "refused", figures->refused);
    put_sample(out, name, "result", "device-gone", figures->dropped);
    put_one(out, "bivouac_reminders_sending", "gauge", "Reminders that are being sent.",
            reminders_sending(&server->reminders));
    put_one(out, "bivouac_reminder_people", "gauge", "Players with devices that want reminders.",
            reminders_people(&server->reminders));
}

static void put_process(const struct server *server, struct bv_out *out)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    put_histogram(out, "bivouac_event_loop_iteration_seconds",
                  "Time of one iteration of the event loop.", &server->metrics.rounds);
    put_family(out, "bivouac_node_info", "gauge", "The name of the node, as a label.");
    put_sample(out, "bivouac_node_info", "node", node_name(), 1);
    put_one(out, "bivouac_nodes", "gauge", "Nodes that share the store and are alive.",
            server->peers ? peers_count(server->peers) : 1);
    put_one(out, "bivouac_node_is_leader", "gauge", "1 if this node is the leader of the cluster.",
            peers_leads(server->peers));
    put_family(out, "bivouac_build_info", "gauge", "The version, as a label.");
    put_sample(out, "bivouac_build_info", "version", BIVOUAC_VERSION, 1);
    put_one(out, "process_start_time_seconds", "gauge", "Start time of the server, since 1970.",
            (uint64_t)(server->metrics.begun / 1000));
    put_one(out, "process_resident_memory_bytes", "gauge", "Resident memory.",
            metrics_memory_used());
    put_family(out, "process_cpu_seconds_total", "counter", "CPU time of all threads.");
    bv_put(out, "process_cpu_seconds_total ");
    put_seconds(out, (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 +
                         (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec));
    bv_put_char(out, '\n');
}

static bool asks_for_metrics(const struct http_request *request)
{
    bool reads = bv_span_is(request->method, "GET") || bv_span_is(request->method, "HEAD");
    return reads && bv_span_is(request->path, "/metrics");
}

void server_metrics_request(struct server *server, struct connection *connection,
                            const struct http_request *request)
{
    static const char nothing[] = "Only /metrics is served here.\n";
    struct http_response answer = {
        .status = 404, .type = "text/plain; charset=utf-8", .body = bv_span_of(nothing)};
    if (!asks_for_metrics(request)) {
        net_respond(connection, &answer);
        return;
    }
    struct bv_out out = bv_out_into(server->text, sizeof server->text);
    put_play(server, &out);
    put_traffic(server, &out);
    put_store(server, &out);
    put_reminders(server, &out);
    put_process(server, &out);
    net_respond(connection,
                &(struct http_response){.status = 200,
                                        .type = "text/plain; version=0.0.4; charset=utf-8",
                                        .body = {out.text, out.length}});
}

static const struct api_route health_rows[] = {
    {"GET", "/healthz", get_health, API_ANYONE},
};

const struct api_routes health_routes = {health_rows, BV_COUNT(health_rows)};
