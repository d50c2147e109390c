/* Starting, running and stopping the server. */
#include "server/main/main.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "server/accounts/account_merge.h"
#include "server/accounts/pending_logins.h"
#include "server/admin/admin_access.h"
#include "server/admin/announcement.h"
#include "server/admin/inspect.h"
#include "server/base/log.h"
#include "server/cluster/cluster.h"
#include "server/delivery/rate_limiter.h"
#include "server/main/server.h"
#include "server/tournaments/schedule.h"
#include "store/private.h"
#include "util/clock.h"

/* Makes the data folder private before anything is written to it. */
static bool protect(const char *where, struct bv_error *error)
{
    char text[1024];
    struct bv_out notice = bv_out_into(text, sizeof text);
    if (!store_protect(where, &notice, error)) return false;
    if (!notice.length) return true;
    struct log_line line;
    log_begin(&line, LOGGED_WARNING, "permissions-tightened");
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
        bv_put_all(&out,
                   "this folder cannot be created, its parent folder is missing: ", config->data);
        return false;
    }
    return store_is_shared(store) || store_lock(config->data, lock, error);
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

static bool open_cluster(struct server *server, const struct config *config, struct bv_error *error)
{
    server->cluster = cluster_open(config, server_wake, server, error);
    if (!server->cluster) return false;
    server->peers = cluster_peers(server->cluster);
    if (server->peers) server->metrics.begun += peers_offset(server->peers);
    return true;
}

/* Opens delivery: what the features are given. */
static bool open_delivery(struct server *server, const struct config *config, struct store *writer,
                          struct bv_error *error)
{
    struct outbox_handler handler = server_outbox_handler(server);
    server->connections = connections_new();
    server->limiter = limiter_open(config, error);
    if (!server->limiter) return false;
    server->reader = store_open(config_store(config), STORE_READ, error);
    if (!server->reader) return false;
    server->outbox = outbox_open(writer, &handler);
    server->documents = documents_open(server->reader, server->outbox);
    server->thinkers = thinkers_open(thread_count(config->threads), server_wake, server);
    server->tables =
        live_tables_open(&(struct live_tables_deps){.config = config,
                                                    .reader = server->reader,
                                                    .outbox = server->outbox,
                                                    .limiter = server->limiter,
                                                    .thinkers = server->thinkers,
                                                    .metrics = &server->metrics,
                                                    .peers = server->peers,
                                                    .hooks = server_table_hooks(server)},
                         error);
    if (!server->tables) return false;
    server->slow = slow_answers_open(&(struct slow_answers_deps){.store = config_store(config),
                                                                 .outbox = server->outbox,
                                                                 .limiter = server->limiter,
                                                                 .wake = server_wake,
                                                                 .context = server},
                                     error);
    server->api = server_open_api(server);
    return server->slow != NULL;
}

static void log_start(const struct server *server, const struct config *config)
{
    struct log_line line;
    log_begin(&line, LOGGED_INFO, "started");
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
    int64_t now = server->peers ? peers_now(server->peers) : clock_wall_milliseconds();
    log_number(&line, "milliseconds", now - server->metrics.begun);
    if (!server->pages) log_text(&line, "pages", "none");
    log_end(&line);
}

static void log_stop(const struct server *server)
{
    struct log_line line;
    log_begin(&line, LOGGED_INFO, "stopped");
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

static void run(struct server *server, const struct config *config)
{
    server->admin.net = server->net; /* opened last */
    server_follow_cluster(server);
    if (server->peers)
        announcement_updated(
            &server->admin); /* no client is connected yet: only changes will be announced */
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
    accounts_stop(&server->accounts);
    reminders_close(&server->reminders);
    if (server->thinkers) thinkers_close(server->thinkers);
    documents_close(server->documents);
    if (server->outbox) outbox_close(server->outbox);
    cluster_close(server->cluster);
    if (server->net) net_close(server->net);
    slow_answers_close(server->slow);
    live_tables_close(server->tables);
    accounts_close(&server->accounts);
}

bool server_run(const struct config *config, struct bv_error *error)
{
    log_set_format((enum log_level)config->log_level, (enum log_format)config->log_format);
    game_time_confirm_after((int64_t)config->confirm_jump_seconds * 1000);
    int64_t begun = clock_wall_milliseconds();
    int lock = -1;
    if (!lock_store(config, &lock, error)) return false;
    struct server *server = memory_new(sizeof *server);
    server->config = config;
    server->metrics.begun = begun;
    struct store *writer = store_open(config_store(config), STORE_WRITE, error);
    bool good = writer && open_cluster(server, config, error) &&
                server_time_open(server, writer, error) &&
                base_url_read(&server->base, config->base_url) &&
                open_pages(server, config, error) && open_delivery(server, config, writer, error) &&
                server_open_features(server, writer, error) && server_listen(server, config, error);
    if (good) run(server, config);
    close_delivery(server);
    if (server->reader) store_close(server->reader);
    if (writer) store_close(writer);
    static_files_close(server->pages);
    server_pages_close(server->server_pages);
    bans_close(server->bans);
    connections_free(server->connections);
    limiter_close(server->limiter);
    schedule_close(&server->tournaments);
    seeks_close(&server->seeks);
    http_api_free(server->api);
    free(server);
    if (lock >= 0) close(lock);
    return good;
}
