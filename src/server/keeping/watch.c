/* For whoever watches over the house: GET /healthz for everybody, which says nothing of what goes on at tables; and GET
 * /metrics in the text format of Prometheus, which counts secret moves too, on an address of the operator's alone. */
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/api.h"
#include "server/fellowship/fellowship.h"

static int get_health(struct bv_visit *visit)
{
    const struct bv_house *house = visit->house;
    bool trouble = bv_post_trouble(house->post)[0];
    bv_json_text(visit->out, "status", trouble ? "trouble" : "good");
    /* Which disk or database it is, and what is wrong with it, is in the log: anybody may ask here. */
    if (trouble) bv_json_text(visit->out, "trouble", "nothing can be stored; the log says why");
    bv_json_text(visit->out, "version", BIVOUAC_VERSION);
    bv_json_text(visit->out, "node", bv_node());
    bv_json_number(visit->out, "nodes", house->fellows ? bv_fellows_count(house->fellows) : 1);
    bv_json_bool(visit->out, "leads", bv_leads(house));
    bv_json_number(visit->out, "uptime", (bv_now() - house->metrics.begun) / 1000);
    bv_json_number(visit->out, "rooms", (int64_t)house->rooms);
    bv_json_number(visit->out, "connections", bv_net_connections(house->net));
    return trouble ? 503 : 200;
}

/* ---- The text format ----------------------------------------------------------------------------------------------- */

static void put_family(struct bv_out *out, const char *name, const char *type, const char *help)
{
    bv_put(out, "# HELP ");
    bv_put(out, name);
    bv_put_char(out, ' ');
    bv_put(out, help);
    bv_put(out, "\n# TYPE ");
    bv_put(out, name);
    bv_put_char(out, ' ');
    bv_put(out, type);
    bv_put_char(out, '\n');
}

/* One sample; `label` may be NULL. Labels are words of ours and need no escapes. */
static void put_sample(struct bv_out *out, const char *name, const char *label, const char *value,
                       uint64_t number)
{
    bv_put(out, name);
    if (label) {
        bv_put_char(out, '{');
        bv_put(out, label);
        bv_put(out, "=\"");
        bv_put(out, value);
        bv_put(out, "\"}");
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

/* Seconds with their six decimals. */
static void put_seconds(struct bv_out *out, uint64_t microseconds)
{
    char text[32];
    snprintf(text, sizeof text, "%llu.%06llu", (unsigned long long)(microseconds / 1000000),
             (unsigned long long)(microseconds % 1000000));
    bv_put(out, text);
}

static void put_spread(struct bv_out *out, const char *name, const char *help,
                       const struct bv_spread *spread)
{
    char bucket[64], bound[32];
    uint64_t so_far = 0;
    put_family(out, name, "histogram", help);
    snprintf(bucket, sizeof bucket, "%s_bucket", name);
    for (size_t i = 0; i < BV_SPREAD_BOUNDS; i++) {
        struct bv_out text = bv_out_into(bound, sizeof bound);
        put_seconds(&text, bv_spread_bounds[i]);
        so_far += spread->within[i];
        put_sample(out, bucket, "le", bound, so_far);
    }
    put_sample(out, bucket, "le", "+Inf", spread->count);
    bv_put(out, name);
    bv_put(out, "_sum ");
    put_seconds(out, spread->microseconds);
    bv_put_char(out, '\n');
    bv_put(out, name);
    bv_put(out, "_count ");
    bv_put_number(out, (int64_t)spread->count);
    bv_put_char(out, '\n');
}

/* ---- The page ---------------------------------------------------------------------------------------------------- */

static void put_games(struct bv_out *out, const char *name, const char *help,
                      const uint64_t counts[BV_METRIC_GAMES])
{
    put_family(out, name, "counter", help);
    for (size_t i = 0; i < bv_game_count; i++)
        put_sample(out, name, "game", bv_games[i]->id, counts[i]);
}

static void put_play(const struct bv_house *house, struct bv_out *out)
{
    const struct bv_metrics *metrics = &house->metrics;
    put_one(out, "bivouac_rooms", "gauge", "Tables that are not over, and those somebody looks at.",
            house->rooms);
    put_one(out, "bivouac_rooms_awake", "gauge", "Of those, in memory.", house->awake);
    put_games(out, "bivouac_tables_opened_total", "Tables that were opened.", metrics->opened);
    put_games(out, "bivouac_tables_finished_total", "Games that came to their end.",
              metrics->finished);
    put_one(out, "bivouac_deeds_total", "counter", "Deeds at tables: moves, chat and all others.",
            metrics->deeds);
    put_one(out, "bivouac_computer_waiting", "gauge", "Questions to the computer that wait.",
            bv_bots_waiting(house->bots));
    put_spread(out, "bivouac_computer_thinking_seconds",
               "How long the computer thought about an answer.", &metrics->thinking);
}

static void put_traffic(const struct bv_house *house, struct bv_out *out)
{
    static const char *const classes[] = {"1xx", "2xx", "3xx", "4xx", "5xx"};
    const struct bv_metrics *metrics = &house->metrics;
    put_one(out, "bivouac_connections", "gauge", "Connections that are open.",
            bv_net_connections(house->net));
    put_one(out, "bivouac_sockets", "gauge", "Of those, WebSockets.", metrics->sockets);
    put_one(out, "bivouac_messages_received_total", "counter", "Messages of WebSockets.",
            metrics->messages_in);
    put_one(out, "bivouac_messages_sent_total", "counter", "Messages to WebSockets.",
            bv_post_figures(house->post)->messages);
    put_family(out, "bivouac_http_answers_total", "counter", "Answers to HTTP requests.");
    for (size_t i = 0; i < BV_COUNT(classes); i++)
        put_sample(out, "bivouac_http_answers_total", "status", classes[i],
                   metrics->answers[i + 1]);
    put_spread(out, "bivouac_http_seconds", "From a request to its answer.", &metrics->answering);
    put_family(out, "bivouac_refusals_total", "counter", "What was refused, by the code.");
    for (size_t i = 0; i < BV_METRIC_CODES && metrics->refusal[i].code; i++)
        put_sample(out, "bivouac_refusals_total", "code", metrics->refusal[i].code,
                   metrics->refusal[i].count);
}

static void put_store(const struct bv_house *house, struct bv_out *out)
{
    const struct bv_post_figures *post = bv_post_figures(house->post);
    put_one(out, "bivouac_store_changes_total", "counter", "Changes that are on disk.",
            post->changes);
    put_one(out, "bivouac_store_failures_total", "counter", "Commits that failed.", post->failures);
    put_one(out, "bivouac_store_trouble", "gauge", "1 while nothing can be stored.",
            bv_post_trouble(house->post)[0] != '\0');
    put_spread(out, "bivouac_store_commit_seconds", "From a change to its being on disk.",
               &post->committing);
}

uint64_t bv_memory_used(void)
{
    long pages = 0;
    char text[128];
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    /* size, then what is resident */
    if (fgets(text, sizeof text, file)) {
        char *end = NULL;
        strtol(text, &end, 10);
        pages = strtol(end, NULL, 10);
    }
    fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void put_process(const struct bv_house *house, struct bv_out *out)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    put_spread(out, "bivouac_loop_seconds", "How long a round of the event loop took.",
               &house->metrics.rounds);
    put_family(out, "bivouac_node_info", "gauge", "The name of the node, as a label.");
    put_sample(out, "bivouac_node_info", "node", bv_node(), 1);
    put_one(out, "bivouac_nodes", "gauge", "Nodes that share the store and are alive.",
            house->fellows ? bv_fellows_count(house->fellows) : 1);
    put_one(out, "bivouac_node_leads", "gauge", "1 where this node does what is done once.",
            bv_leads(house));
    put_family(out, "bivouac_build_info", "gauge", "The version, as a label.");
    put_sample(out, "bivouac_build_info", "version", BIVOUAC_VERSION, 1);
    put_one(out, "process_start_time_seconds", "gauge", "When the house was opened, since 1970.",
            (uint64_t)(house->metrics.begun / 1000));
    put_one(out, "process_resident_memory_bytes", "gauge", "Memory.", bv_memory_used());
    put_family(out, "process_cpu_seconds_total", "counter", "Time of all cores.");
    bv_put(out, "process_cpu_seconds_total ");
    put_seconds(out, (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 +
                         (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec));
    bv_put_char(out, '\n');
}

static bool asks_for_metrics(const struct bv_http_request *request)
{
    bool reads = bv_span_is(request->method, "GET") || bv_span_is(request->method, "HEAD");
    return reads && bv_span_is(request->path, "/metrics");
}

void bv_metrics_request(struct bv_house *house, struct bv_connection *connection,
                        const struct bv_http_request *request)
{
    static const char nothing[] = "There is nothing here but /metrics.\n";
    struct bv_http_answer answer = {
        .status = 404, .type = "text/plain; charset=utf-8", .body = bv_span_of(nothing)};
    if (!asks_for_metrics(request)) {
        bv_net_answer(connection, &answer);
        return;
    }
    struct bv_out out = bv_out_into(house->page, sizeof house->page);
    put_play(house, &out);
    put_traffic(house, &out);
    put_store(house, &out);
    put_process(house, &out);
    bv_net_answer(connection,
                  &(struct bv_http_answer){.status = 200,
                                           .type = "text/plain; version=0.0.4; charset=utf-8",
                                           .body = {out.text, out.length}});
}

static const struct bv_route_row watch_rows[] = {
    {"GET", "/healthz", get_health},
};

const struct bv_routes bv_watch_routes = {watch_rows, BV_COUNT(watch_rows)};
