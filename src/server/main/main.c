/* Starting, running and stopping the server. */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "server/accounts/account_merge.h"
#include "server/accounts/accounts.h"
#include "server/accounts/challenges.h"
#include "server/accounts/pending_logins.h"
#include "server/accounts/ratings.h"
#include "server/accounts/relations.h"
#include "server/admin/admin_access.h"
#include "server/admin/announcement.h"
#include "server/admin/inspect.h"
#include "server/base/hosts.h"
#include "server/base/log.h"
#include "server/base/unreadable.h"
#include "server/cluster/cluster.h"
#include "server/delivery/live_tables.h"
#include "server/delivery/rate_limiter.h"
#include "server/main/server.h"
#include "server/records/link_preview.h"
#include "server/records/record_search.h"
#include "server/tournaments/club.h"
#include "server/tournaments/schedule.h"
#include "server/tournaments/tournament.h"
#include "store/private.h"

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
    return limiter_room(server->limiter, address);
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
        !limiter_address_may_ask(server->limiter, client, refusal) ||
        !ban_allows_address(server->bans, &client->address, refusal))
        return false;
    authenticate(server, request, client);
    /* A client with a session must not be treated as unauthenticated; static pages do not depend on
     * it. */
    if (client->unread && is_api_path(request->path)) return refusal_unreadable(refusal);
    return limiter_person_may(server->limiter, client, LIMIT_REQUESTS, refusal) &&
           limiter_person_may_ask(server->limiter, client, refusal) &&
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
    bv_put(&out, "Location: ");
    bv_put(&out, server->base.path);
    bv_put(&out, "/\r\n");
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
    case OUTBOX_BY_PENDING: pending_answer(server, request); break;
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
    uint64_t begun = metrics_work_microseconds();
    access_log_asked(client, request);
    if (!is_allowed(server, client, &inside, &refusal))
        api_turn_away(server->api, client, &refusal);
    else if (server->base.path[0] && bv_span_is(request->path, server->base.path))
        answer_base(server, connection);
    else
        respond(server, &(struct outbox_request){
                            .kind = OUTBOX_BY_REQUEST, .client = client, .http = inside});
    limiter_worked(server->limiter, client, metrics_work_microseconds() - begun);
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
    uint64_t begun = metrics_work_microseconds();
    server->metrics.messages_in++;
    respond(server,
            &(struct outbox_request){.kind = OUTBOX_BY_MESSAGE, .client = client, .message = text});
    limiter_worked(server->limiter, client, metrics_work_microseconds() - begun);
}

static void on_closed(void *context, struct connection *connection)
{
    struct server *server = context;
    struct client *client = connection_get(connection);
    if (!client) return;
    access_log_left(&server->metrics, client);
    client->connection = NULL;
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
    computer_jobs_look(server->tables, server_game_now());
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
    struct record_search_answer found;
    struct outbox_request request;
    complete_transactions(server);
    documents_begin(server->documents);
    cluster_receive(server);
    bans_look(server);
    int answers = 0;
    for (; answers < ANSWERS_MAX && thinkers_collect(server->thinkers, &answer); answers++) {
        histogram_metric_add(&server->metrics.thinking, answer.microseconds);
        live_table_answered(server->tables, &answer);
    }
    /* Computers that play each other may answer without end: other work comes first now. */
    if (answers == ANSWERS_MAX) net_wake(server->net);
    while (pending_collect(server, &request)) {
        respond(server, &request);
        pending_drop(&request);
    }
    while (record_search_collect(server->record_search, &found))
        api_search_answered(server, &found);
}

/* SIGHUP makes some servers read their configuration again; this one logs that it does not. */
static atomic_bool got_hangup;

static int on_rest(void *context)
{
    enum { WAIT_MAX = 250 };
    struct server *server = context;
    documents_begin(server->documents);
    live_tables_look(server->tables, server_game_now());
    merges_step(server);
    schedule_look(server, server_confirmed_now());
    purge_look(server, server_confirmed_now());
    cluster_look(server);
    computer_jobs_look(server->tables, server_game_now());
    server_time_store(server, false);
    outbox_commit(server->outbox);
    outbox_probe(server->outbox, server_game_now());
    if (atomic_exchange(&got_hangup, false))
        log_event(LOGGED_INFO, "configuration-is-read-at-start");
    return live_tables_wait(server->tables, WAIT_MAX);
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

static void wake(void *context)
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

static void on_unheard(void *context, struct client *client, uint64_t transaction)
{
    struct server *server = context;
    subscription_cancel(server->tables, client, transaction);
    /* The ticket could not be marked as used, so the client must not stay authenticated by it. */
    if (client->resumed == transaction) session_close_sockets(server, client);
}

/* ---- What delivery asks the features --------------------------------------------------------- */

static bool club_lets_person_in(void *context, const char *club, const char *person,
                                struct refusal *refusal)
{
    return club_lets_in(context, club, person, refusal);
}

static bool has_account(void *context, const char *person)
{
    return person_is_known(context, person);
}

static bool is_unwelcome(void *context, const struct table *table, const char *person)
{
    return relation_is_unwelcome(context, table, person);
}

static bool has_blocked(void *context, const char *who, const char *whom)
{
    if (!who) return relation_is_blocked_by_anyone(context, whom);
    if (!whom) return relation_has_blocked_anyone(context, who);
    return relation_has_blocked(context, who, whom);
}

static void on_begun(void *context, const struct table *table)
{
    challenge_settle(context, table);
}

static void on_ended(void *context, struct live_table *live)
{
    struct server *server = context;
    rating_count_game(server, live);
    tournament_note_result(server, live);
    if (record_file(outbox_changes(server->outbox), live->key, live->table))
        metrics_count_finished(&server->metrics, table_terms(live->table)->game);
}

static struct live_table_hooks hooks_of(struct server *server)
{
    return (struct live_table_hooks){.context = server,
                                     .club_lets_in = club_lets_person_in,
                                     .has_account = has_account,
                                     .is_unwelcome = is_unwelcome,
                                     .has_blocked = has_blocked,
                                     .begun = on_begun,
                                     .ended = on_ended};
}

static bool is_admin(void *context, const struct exchange *exchange)
{
    (void)context;
    return admin_of(exchange) != NULL;
}

static bool answer_page(void *context, struct client *client, const struct http_request *request)
{
    struct server *server = context;
    char text[LINK_PREVIEW_SIZE];
    struct bv_out head = bv_out_into(text, sizeof text);
    if (server->pages) link_preview_write(server, request, &head);
    return static_files_request(server->pages, client->connection, request,
                                (struct bv_span){text, head.cut ? 0 : head.length});
}

/* All routes there are, each list with what its handlers work on. */
static struct http_api *open_api(struct server *server)
{
    const struct api_mount mounts[] = {
        {&table_routes, server->tables},
        {&records_routes, server},
        {&opening_book_routes, server},
        {&server_page_routes, server},
        {&health_routes, server},
        {&guest_routes, server},
        {&registration_routes, server},
        {&account_routes, server},
        {&bot_routes, server},
        {&profile_routes, server},
        {&leaderboard_routes, server},
        {&friend_routes, server},
        {&report_routes, server},
        {&challenge_routes, server},
        {&own_game_routes, server},
        {&admin_routes, server},
        {&admin_people_routes, server},
        {&admin_table_routes, server},
        {&admin_ban_routes, server},
        {&admin_document_routes, server},
        {&club_routes, server},
        {&tournament_routes, server},
        {&tournament_result_routes, server},
    };
    return http_api_new(&(struct http_api_given){.outbox = server->outbox,
                                                 .limiter = server->limiter,
                                                 .base = &server->base,
                                                 .metrics = &server->metrics,
                                                 .mount = mounts,
                                                 .mounts = BV_COUNT(mounts),
                                                 .context = server,
                                                 .is_admin = is_admin,
                                                 .answer_page = answer_page});
}

/* ---- Starting -------------------------------------------------------------------------------- */

/* Makes the data folder private before anything is written to it. */
static bool protect(const char *where, struct bv_error *error)
{
    char text[1024];
    struct bv_out notice = bv_out_into(text, sizeof text);
    if (!store_protect(where, &notice, error)) return false;
    if (!notice.length) return true;
    struct log_line line;
    log_begin(&line, LOGGED_WARNING, "closed-to-others");
    log_text(&line, "what", text);
    log_end(&line);
    return true;
}

/* Only one server uses a data folder: a second one would give the same keys to other tables. A
 * shared store has no such lock. */
static bool lock_store(const struct config *config, int *lock, struct bv_error *error)
{
    const char *store = config_store(config);
    *lock = -1;
    if (!protect(config->data, error) || (store != config->data && !protect(store, error)))
        return false;
    if (!private_mkdir(config->data) && errno == ENOENT) {
        /* If the parent folder is missing, it may only be unmounted: do not start an empty server
         * there. */
        struct bv_out out = bv_error_begin(error);
        bv_put(&out, "this folder cannot be created, its parent folder is missing: ");
        bv_put(&out, config->data);
        return false;
    }
    return store_is_shared(store) || store_lock(config->data, lock, error);
}

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

static uint32_t thread_count(int wanted)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (wanted) return (uint32_t)wanted;
    return cores > 2 ? (uint32_t)cores - 1 : 1;
}

static bool open_pages(struct server *server, const struct config *config, struct bv_error *error)
{
    server->server_pages = server_pages_open(config, error);
    if (!server->server_pages) return false;
    char found[STATIC_FILES_PATH];
    const char *folder = config->web[0] ? config->web : static_files_find(found);
    struct bv_error unread;
    server->pages = static_files_open(folder, server->base.path, &unread, error);
    /* The host must learn this from the terminal, not from an empty browser. Without a configured
     * folder, missing pages are no error. */
    bool wanted = config->web[0] || access(folder, F_OK) == 0;
    if (unread.text[0] && wanted)
        fprintf(stderr, "bivouac: %s for browsers cannot be read: %s\n",
                server->pages ? "a page" : "the pages", unread.text);
    return server->pages || !error->text[0];
}

/* Opens delivery: what the features are given. */
static bool open_delivery(struct server *server, const struct config *config, struct store *writer,
                          struct bv_error *error)
{
    struct outbox_handler handler = {.context = server,
                                     .stored = on_stored,
                                     .lost = on_lost,
                                     .unheard = on_unheard,
                                     .wake = wake};
    if (server->peers) handler.say = on_notice;
    server->connections = connections_new();
    server->limiter = limiter_open(config, error);
    if (!server->limiter) return false;
    server->reader = store_open(config_store(config), STORE_READ, error);
    if (!server->reader || !guests_open(server, writer, error)) return false;
    server->outbox = outbox_open(writer, &handler);
    server->documents = documents_open(server->reader, server->outbox);
    server->thinkers = thinkers_open(thread_count(config->threads), wake, server);
    server->tables = live_tables_open(&(struct live_tables_given){.config = config,
                                                                  .reader = server->reader,
                                                                  .outbox = server->outbox,
                                                                  .limiter = server->limiter,
                                                                  .thinkers = server->thinkers,
                                                                  .metrics = &server->metrics,
                                                                  .peers = server->peers,
                                                                  .hooks = hooks_of(server)},
                                      error);
    return server->tables != NULL;
}

static bool open_features(struct server *server, const struct config *config,
                          struct bv_error *error)
{
    server->hasher = hasher_open(wake, server);
    server->api = open_api(server);
    server->bans = bans_open(server->reader, error);
    if (!server->bans || !merges_restore(server, error)) return false;
    server->record_search = record_search_open(config_store(config), wake, server, error);
    return server->record_search && schedule_open(server, error);
}

static bool open_network(struct server *server, const struct config *config, struct bv_error *error)
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
    cluster_share_limits(server);
    atomic_store(&is_open, true);
    net_wake(server->net); /* for messages that came before */
    return true;
}

static void log_start(const struct server *server, const struct config *config)
{
    struct log_line line;
    log_begin(&line, LOGGED_INFO, "open");
    log_text(&line, "version", BIVOUAC_VERSION);
    log_text(&line, "listen", config->listen);
    log_number(&line, "port", net_port(server->net));
    log_text(&line, "metrics", config->metrics);
    if (config->base_url[0]) log_text(&line, "base-url", config->base_url);
    char where[CONFIG_TEXT];
    struct bv_out out = bv_out_into(where, sizeof where);
    store_put_where(&out, config_store(config));
    log_text(&line, "data", where);
    log_number(&line, "schema", STORE_SCHEMA);
    log_number(&line, "tables", (int64_t)live_tables_count(server->tables));
    int64_t now = server->peers ? peers_now(server->peers) : server_machine_now();
    log_number(&line, "milliseconds", now - server->metrics.begun);
    if (!server->pages) log_text(&line, "pages", "none");
    log_end(&line);
}

static void log_stop(const struct server *server)
{
    struct log_line line;
    log_begin(&line, LOGGED_INFO, "closed");
    log_number(&line, "seconds", (server_now() - server->metrics.begun) / 1000);
    log_number(&line, "events", (int64_t)server->metrics.events);
    log_end(&line);
}

static void print_url(const char *address, int port)
{
    bool six = strchr(address, ':') != NULL;
    printf("http://%s%s%s:%d", six ? "[" : "", address, six ? "]" : "", port);
}

/* The public address, then that of the metrics. */
static void print_addresses(const struct server *server, const struct config *config)
{
    char address[CONFIG_ADDRESS_MAX];
    int port = 0;
    print_url(config->listen, net_port(server->net));
    putchar('\n');
    if (config_metrics(config, address, &port)) {
        fputs("metrics ", stdout);
        print_url(address, net_private_port(server->net));
        puts("/metrics");
    }
    fflush(stdout);
    clearerr(stdout); /* the server runs, whether the output can be written or not */
}

/* Drops searches whose clients are gone. */
static void drop_searches(struct server *server)
{
    struct record_search_answer found;
    while (record_search_collect(server->record_search, &found)) {
        client_drop(found.asker);
        free(found.text);
    }
}

static void run(struct server *server, const struct config *config)
{
    if (server->peers)
        announcement_heard(server); /* no client is connected yet: only changes will be announced */
    listen_to_signals(server->net);
    log_start(server, config);
    /* A program that reads the printed line may connect at once, `bivouac admin` too. */
    admin_address_write(config, net_port(server->net));
    print_addresses(server, config);
    struct inspector *inspector = inspector_open(config_store(config));
    net_run(server->net);
    inspector_close(inspector);
    admin_address_remove(config);
    server_time_store(server, true);
    outbox_commit(server->outbox);
    log_stop(server);
}

/* Stops the threads, closes the remaining connections, and frees what they worked on. */
static void close_delivery(struct server *server)
{
    if (server->record_search) drop_searches(server);
    if (server->hasher) pending_close(server);
    if (server->thinkers) thinkers_close(server->thinkers);
    documents_close(server->documents);
    if (server->outbox) outbox_close(server->outbox);
    cluster_close(server);
    if (server->net) net_close(server->net);
    if (server->record_search) record_search_close(server->record_search);
    live_tables_close(server->tables);
    merges_clear(server);
}

bool server_run(const struct config *config, struct bv_error *error)
{
    log_set_format((enum log_level)config->log_level, (enum log_format)config->log_format);
    game_time_confirm_after((int64_t)config->confirm_jump_seconds * 1000);
    int64_t begun = server_machine_now();
    int lock = -1;
    if (!lock_store(config, &lock, error)) return false;
    struct server *server = memory_new(sizeof *server);
    server->config = config;
    server->metrics.begun = begun;
    struct store *writer = store_open(config_store(config), STORE_WRITE, error);
    bool good = writer && cluster_open(server, wake, error) &&
                server_time_open(server, writer, error) &&
                base_url_read(&server->base, config->base_url) &&
                open_pages(server, config, error) && open_delivery(server, config, writer, error) &&
                open_features(server, config, error) && open_network(server, config, error);
    if (good) run(server, config);
    close_delivery(server);
    if (server->reader) store_close(server->reader);
    if (writer) store_close(writer);
    static_files_close(server->pages);
    server_pages_close(server->server_pages);
    bans_close(server->bans);
    connections_free(server->connections);
    limiter_close(server->limiter);
    schedule_close(server);
    http_api_free(server->api);
    free(server);
    if (lock >= 0) close(lock);
    return good;
}
