/* The event loop: what the server does when something comes from the network, from another thread or
 * from another node, and at the end of each turn. */
#include <signal.h>
#include <stdatomic.h>

#include "server/accounts/account_merge.h"
#include "server/accounts/authentication.h"
#include "server/accounts/pending_logins.h"
#include "server/accounts/sessions.h"
#include "server/base/hosts.h"
#include "server/base/log.h"
#include "server/base/unreadable.h"
#include "server/cluster/cluster.h"
#include "server/delivery/rate_limiter.h"
#include "server/main/server.h"
#include "server/tournaments/schedule.h"
#include "util/clock.h"

/* ---- Signals --------------------------------------------------------------------------------- */

/* SIGHUP makes some servers read their configuration again; this one logs that it does not. */
static atomic_bool got_hangup;

static struct net *stopped_by_signals;

static void on_signal(int signal)
{
    if (signal == SIGHUP) {
        atomic_store(&got_hangup, true);
        net_wake(stopped_by_signals);
    } else {
        net_stop(stopped_by_signals);
    }
}

static void listen_to_signals(struct net *net)
{
    struct sigaction action = {.sa_handler = on_signal};
    stopped_by_signals = net;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a full disk is reported as an error and does not end the process */
}

/* ---- Callbacks of the network layer ---------------------------------------------------------- */

static struct client *client_of(struct connection *connection)
{
    struct client *client = connection_get(connection);
    if (client) return client;
    client = memory_new(sizeof *client);
    client->connection = connection;
    client->holders = 1;
    connection_set(connection, client);
    return client;
}

static uint32_t on_arrival(void *context, const struct address *address)
{
    struct server *server = context;
    return limiter_connections_of(server->limiter, address);
}

static bool is_api_path(struct bv_span path)
{
    static const char prefix[] = "/api/";
    size_t length = sizeof prefix - 1;
    return path.length > length && memcmp(path.text, prefix, length) == 0;
}

static bool has_our_host(const struct server *server, const struct http_request *request,
                         struct refusal *refusal)
{
    struct bv_span host = http_header(request, "host");
    if (host_is_ours(&server->base, server->config->allowed_hosts, host)) return true;
    return refusal_set(refusal, REFUSE_WRONG_HOST);
}

/* Whether a request is allowed. Notes its address and authenticates the client. The address is
 * checked first, because authentication reads the store. */
static bool is_allowed(struct server *server, struct client *client,
                       const struct http_request *request, struct refusal *refusal)
{
    limiter_note(server->limiter, client, request);
    if (!limiter_address_may(server->limiter, client, LIMIT_REQUESTS, refusal) ||
        !has_our_host(server, request, refusal) ||
        !limiter_address_may(server->limiter, client, LIMIT_WORK, refusal) ||
        !ban_allows_address(server->bans, &client->address, refusal))
        return false;
    authenticate(&server->accounts, request, client);
    /* A client with a session must not be treated as unauthenticated; static pages do not depend on
     * it. */
    if (client->unread && is_api_path(request->path)) return refusal_unreadable(refusal);
    return limiter_person_may(server->limiter, client, LIMIT_REQUESTS, refusal) &&
           limiter_person_may(server->limiter, client, LIMIT_WORK, refusal) &&
           ban_allows_person(server->bans, client->person, request, refusal);
}

/* The request as if the server were at the root of its host. The proxy may have removed the base
 * path already; both forms are accepted. */
static struct http_request at_root(const struct server *server, const struct http_request *request)
{
    struct http_request inside = *request;
    base_url_strip(&server->base, &inside.path);
    return inside;
}

/* `/bivouac` is not below `/bivouac/`, so the relative links of its page would be wrong. */
static void answer_base(const struct server *server, struct connection *connection)
{
    char headers[sizeof server->base.path + 32];
    struct bv_out out = bv_out_into(headers, sizeof headers);
    bv_put_all(&out, "Location: ", server->base.path, "/\r\n");
    net_respond(connection, &(struct http_response){.status = 308, .headers = headers});
}

static bool only_reads(const struct http_request *request)
{
    return bv_span_is(request->method, "GET") || bv_span_is(request->method, "HEAD");
}

/* Runs a request. If another node may overtake it, or it only reads, it is kept so that it can run
 * again. It then has a transaction of its own, so that no other request makes it fail. */
static void respond(struct server *server, const struct outbox_request *request)
{
    struct outbox_request asked = *request;
    bool alone = server->peers || outbox_trouble(server->outbox)[0];
    if (alone) outbox_commit(server->outbox);
    documents_begin(server->documents);
    outbox_request_begin(server->outbox);
    switch (request->kind) {
    case OUTBOX_BY_MESSAGE:
        asked.reads = socket_message(server, request->client, request->message);
        break;
    case OUTBOX_BY_REQUEST:
        asked.reads = only_reads(&request->http);
        api_request(server->api, request->client, &request->http);
        break;
    case OUTBOX_BY_PENDING: pending_answer(&server->accounts, request); break;
    }
    if (server->peers || asked.reads) outbox_request_end(server->outbox, &asked);
    if (alone) outbox_commit(server->outbox);
}

static void on_request(void *context, struct connection *connection,
                       const struct http_request *request)
{
    struct server *server = context;
    struct client *client = client_of(connection);
    struct refusal refusal = {0};
    struct http_request inside = at_root(server, request);
    uint64_t begun = clock_thread_microseconds();
    access_log_asked(client, request);
    if (!is_allowed(server, client, &inside, &refusal))
        api_turn_away(server->api, client, &refusal);
    else if (server->base.path[0] && bv_span_is(request->path, server->base.path))
        answer_base(server, connection);
    else
        respond(server, &(struct outbox_request){
                            .kind = OUTBOX_BY_REQUEST, .client = client, .http = inside});
    limiter_worked(server->limiter, client, clock_thread_microseconds() - begun);
}

static void on_private_request(void *context, struct connection *connection,
                               const struct http_request *request)
{
    server_metrics_request(context, connection, request);
}

static bool on_upgrade(void *context, struct connection *connection,
                       const struct http_request *request)
{
    struct server *server = context;
    struct client *client = client_of(connection);
    struct refusal refusal = {0};
    struct http_request inside = at_root(server, request);
    access_log_asked(client, request);
    if (!bv_span_is(inside.path, "/api/v1/socket") || api_is_cross_site(server->api, request)) {
        net_respond(connection, &(struct http_response){.status = 403});
        return false;
    }
    if (!is_allowed(server, client, &inside, &refusal) ||
        !limiter_enter(server->limiter, client, server->connections, &refusal)) {
        api_turn_away(server->api, client, &refusal);
        return false;
    }
    access_log_entered(&server->metrics, client);
    socket_opened(server, client);
    return true;
}

static void on_message(void *context, struct connection *connection, struct bv_span text)
{
    struct server *server = context;
    struct client *client = connection_get(connection);
    uint64_t begun = clock_thread_microseconds();
    server->metrics.messages_in++;
    respond(server,
            &(struct outbox_request){.kind = OUTBOX_BY_MESSAGE, .client = client, .message = text});
    limiter_worked(server->limiter, client, clock_thread_microseconds() - begun);
}

static void on_closed(void *context, struct connection *connection)
{
    struct server *server = context;
    struct client *client = connection_get(connection);
    if (!client) return;
    access_log_left(&server->metrics, client);
    client->connection = NULL;
    documents_begin(server->documents);
    seeks_leave(&server->seeks, client);
    subscription_close_all(server->tables, client);
    lobby_unsubscribe(server->tables, client);
    connections_follow(server->connections, client, "");
    connections_leave(server->connections, client);
    limiter_leave(server->limiter, client);
    client_drop(client);
}

/* Transactions are complete. Tables and documents drop what was lost, then lost requests run
 * again. */
static void complete_transactions(struct server *server)
{
    struct outbox_request request;
    outbox_deliver(server->outbox);
    documents_clear(server->documents);
    live_tables_recover(server->tables);
    limiter_counted(server->limiter, true);
    while (outbox_retry(server->outbox, &request)) respond(server, &request);
    limiter_counted(server->limiter, false);
    live_tables_catch_up(server->tables);
    computer_jobs_tick(server->tables, server_game_now());
}

static void on_turn(void *context, int64_t now)
{
    server_time_turn(context, now);
}

static void on_woken(void *context)
{
    enum { ANSWERS_MAX = 64 };
    struct server *server = context;
    struct thinkers_answer answer;
    struct outbox_request request;
    complete_transactions(server);
    documents_begin(server->documents);
    cluster_receive(server->cluster);
    bans_tick(server->bans);
    int answers = 0;
    for (; answers < ANSWERS_MAX && thinkers_collect(server->thinkers, &answer); answers++) {
        histogram_metric_add(&server->metrics.thinking, answer.microseconds);
        live_table_answered(server->tables, &answer);
    }
    /* Computers that play each other may answer without end: other work comes first now. */
    if (answers == ANSWERS_MAX) net_wake(server->net);
    while (pending_collect(&server->accounts, &request)) {
        respond(server, &request);
        pending_drop(&request);
    }
    slow_answers_send(server->slow);
}

static int on_rest(void *context)
{
    enum { WAIT_MAX = 250 };
    struct server *server = context;
    documents_begin(server->documents);
    live_tables_tick(server->tables, server_game_now());
    merges_step(&server->accounts);
    schedule_tick(&server->tournaments, server_confirmed_now());
    seeks_tick(&server->seeks, server_now());
    purge_tick(&server->admin, server_confirmed_now());
    reminders_tick(&server->reminders, server_now());
    cluster_tick(server->cluster);
    bans_tick(server->bans);
    session_doubts_tick(&server->accounts);
    computer_jobs_tick(server->tables, server_game_now());
    server_time_store(server, false);
    outbox_commit(server->outbox);
    outbox_probe(server->outbox, server_game_now());
    if (atomic_exchange(&got_hangup, false))
        log_event(LOGGED_INFO, "configuration-is-read-at-start");
    return live_tables_wait(server->tables, seeks_wait(&server->seeks, WAIT_MAX));
}

static void on_answered(void *context, struct connection *connection, int status)
{
    struct server *server = context;
    access_log_answered(&server->metrics, connection, status);
}

static void on_round(void *context, uint64_t microseconds)
{
    struct server *server = context;
    access_log_round(&server->metrics, microseconds);
}

/* ---- Callbacks of other threads -------------------------------------------------------------- */

/* Messages of other nodes may come before the network layer is open. */
static atomic_bool is_open;

void server_wake(void *context)
{
    struct server *server = context;
    if (atomic_load(&is_open)) net_wake(server->net);
}

static void on_notice(void *context, const char *what, struct bv_span text)
{
    struct server *server = context;
    peers_send(server->peers, what, text);
}

static void on_stored(void *context, int64_t table, uint32_t number)
{
    struct server *server = context;
    live_table_stored(server->tables, table, number);
}

static void on_lost(void *context, int64_t table, bool overtaken)
{
    struct server *server = context;
    live_table_lost(server->tables, table, overtaken);
}

static void on_unanswered(void *context, struct client *client, uint64_t transaction)
{
    struct server *server = context;
    subscription_cancel(server->tables, client, transaction);
    /* The ticket could not be marked as used, so the client must not stay authenticated by it. */
    if (client->resumed == transaction) session_close_sockets(&server->accounts, client);
}

struct outbox_handler server_outbox_handler(struct server *server)
{
    return (struct outbox_handler){.context = server,
                                   .stored = on_stored,
                                   .lost = on_lost,
                                   .unanswered = on_unanswered,
                                   .say = server->peers ? on_notice : NULL,
                                   .wake = server_wake};
}

bool server_listen(struct server *server, const struct config *config, struct bv_error *error)
{
    struct net_limits limits = net_default_limits;
    limits.connections = (uint32_t)config->connections;
    limits.message = (uint32_t)config->message_size;
    struct net_handler handler = {.context = server,
                                  .capacity = on_arrival,
                                  .request = on_request,
                                  .private_request = on_private_request,
                                  .upgrade = on_upgrade,
                                  .message = on_message,
                                  .closed = on_closed,
                                  .turn = on_turn,
                                  .woken = on_woken,
                                  .rest = on_rest,
                                  .answered = on_answered,
                                  .round = on_round};
    server->net = net_open(config->listen, config->port, &limits, &handler, error);
    if (!server->net) return false;
    char address[CONFIG_ADDRESS_MAX];
    int port = 0;
    if (config_metrics(config, address, &port) &&
        !net_open_private(server->net, address, port, "metrics", error))
        return false;
    listen_to_signals(server->net);
    atomic_store(&is_open, true);
    net_wake(server->net); /* for messages that came before */
    return true;
}
