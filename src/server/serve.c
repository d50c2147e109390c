/* Opening and closing the house. */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "server/api.h"
#include "server/archive.h"
#include "server/evenings/hall.h"
#include "server/fellowship/fellowship.h"
#include "server/keeping/announcement.h"
#include "server/keeping/gate.h"
#include "server/keeping/hosts.h"
#include "server/keeping/inspect.h"
#include "server/keeping/keeper.h"
#include "server/keeping/log.h"
#include "server/people/errands.h"
#include "server/people/moving.h"
#include "server/rooms.h"
#include "store/private.h"

/* ---- What the doors call ----------------------------------------------------------------------------------------- */

static struct bv_client *client_of(struct bv_connection *connection)
{
    struct bv_client *client = bv_connection_get(connection);
    if (client) return client;
    client = bv_new(sizeof *client);
    client->connection = connection;
    client->holders = 1;
    bv_connection_set(connection, client);
    return client;
}

static uint32_t on_arrival(void *context, const struct bv_address *address)
{
    struct bv_house *house = context;
    return bv_gate_room(house->gate, address);
}

static bool is_for_programs(struct bv_span path)
{
    static const char beginning[] = "/api/";
    size_t length = sizeof beginning - 1;
    return path.length > length && memcmp(path.text, beginning, length) == 0;
}

static bool names_us(const struct bv_house *house, const struct bv_http_request *request,
                     struct bv_refusal *refusal)
{
    struct bv_span host = bv_http_header(request, "host");
    if (bv_host_is_ours(&house->base, house->config->allowed_hosts, host)) return true;
    return bv_refuse(
        refusal, "wrong-host",
        (struct bv_text){"Ce serveur ne répond pas à ce nom. Qui le tient peut l'ajouter : "
                         "base-url ou allowed-hosts.",
                         "This server does not answer to that name. Whoever runs it "
                         "can add it: base-url or allowed-hosts."});
}

/* Notes where a request comes from and who makes it. The address is asked first: to know a person costs a look into the
 * store. */
static bool is_let_in(struct bv_house *house, struct bv_client *client,
                      const struct bv_http_request *request, struct bv_refusal *refusal)
{
    bv_gate_note(house->gate, client, request);
    if (!bv_gate_address_may(house->gate, client, BV_LIMIT_REQUESTS, refusal) ||
        !names_us(house, request, refusal) ||
        !bv_gate_address_may_ask(house->gate, client, refusal) ||
        !bv_address_is_welcome(house->bans, &client->address, refusal))
        return false;
    bv_recognise(house, request, client);
    /* Whoever is somebody must not be taken for nobody; pages are for everybody. */
    if (client->unread && is_for_programs(request->path)) return bv_refuse_unreadable(refusal);
    return bv_gate_person_may(house->gate, client, BV_LIMIT_REQUESTS, refusal) &&
           bv_gate_person_may_ask(house->gate, client, refusal) &&
           bv_person_is_welcome(house->bans, client->person, request, refusal);
}

/* The request as it would be if the house stood at the root of its host. Whoever stands in front may have taken the
 * path of the base off already; both ways lead here. */
static struct bv_http_request at_root(const struct bv_house *house,
                                      const struct bv_http_request *request)
{
    struct bv_http_request inside = *request;
    bv_base_strip(&house->base, &inside.path);
    return inside;
}

/* `/bivouac` is not below `/bivouac/`, so links of its page would lead elsewhere. */
static void answer_base(const struct bv_house *house, struct bv_connection *connection)
{
    char headers[sizeof house->base.path + 32];
    struct bv_out out = bv_out_into(headers, sizeof headers);
    bv_put(&out, "Location: ");
    bv_put(&out, house->base.path);
    bv_put(&out, "/\r\n");
    bv_net_answer(connection, &(struct bv_http_answer){.status = 308, .headers = headers});
}

static bool only_reads(const struct bv_http_request *request)
{
    return bv_span_is(request->method, "GET") || bv_span_is(request->method, "HEAD");
}

/* What is asked goes to those who answer it. Where another node may overtake it, or it only reads, it is remembered. Where it
 * may be asked again it has a flight of its own, so that it is not lost because of others. */
static void respond(struct bv_house *house, const struct bv_petition *petition)
{
    struct bv_petition asked = *petition;
    bool alone = house->fellows || bv_post_trouble(house->post)[0];
    if (alone) bv_post_depart(house->post);
    bv_desk_begin(house->desk);
    bv_post_asking(house->post);
    switch (petition->kind) {
    case BV_BY_MESSAGE:
        asked.reads = bv_socket_message(house, petition->client, petition->message);
        break;
    case BV_BY_REQUEST:
        asked.reads = only_reads(&petition->http);
        bv_api_request(house, petition->client, &petition->http);
        break;
    case BV_BY_ERRAND: bv_errand_answer(house, petition); break;
    }
    if (house->fellows || asked.reads) bv_post_asked(house->post, &asked);
    if (alone) bv_post_depart(house->post);
}

static void on_request(void *context, struct bv_connection *connection,
                       const struct bv_http_request *request)
{
    struct bv_house *house = context;
    struct bv_client *client = client_of(connection);
    struct bv_refusal refusal = {0};
    struct bv_http_request inside = at_root(house, request);
    uint64_t begun = bv_work_microseconds();
    bv_door_asked(client, request);
    if (!is_let_in(house, client, &inside, &refusal))
        bv_api_turn_away(house, client, &refusal);
    else if (house->base.path[0] && bv_span_is(request->path, house->base.path))
        answer_base(house, connection);
    else
        respond(house,
                &(struct bv_petition){.kind = BV_BY_REQUEST, .client = client, .http = inside});
    bv_gate_worked(house->gate, client, bv_work_microseconds() - begun);
}

static void on_private_request(void *context, struct bv_connection *connection,
                               const struct bv_http_request *request)
{
    bv_metrics_request(context, connection, request);
}

static bool on_upgrade(void *context, struct bv_connection *connection,
                       const struct bv_http_request *request)
{
    struct bv_house *house = context;
    struct bv_client *client = client_of(connection);
    struct bv_refusal refusal = {0};
    struct bv_http_request inside = at_root(house, request);
    bv_door_asked(client, request);
    if (!bv_span_is(inside.path, "/api/v1/socket") || bv_is_from_elsewhere(house, request)) {
        bv_net_answer(connection, &(struct bv_http_answer){.status = 403});
        return false;
    }
    if (!is_let_in(house, client, &inside, &refusal) ||
        !bv_gate_enter(house->gate, client, house->porter, &refusal)) {
        bv_api_turn_away(house, client, &refusal);
        return false;
    }
    bv_door_entered(house, client);
    bv_socket_opened(house, client);
    return true;
}

static void on_message(void *context, struct bv_connection *connection, struct bv_span text)
{
    struct bv_house *house = context;
    struct bv_client *client = bv_connection_get(connection);
    uint64_t begun = bv_work_microseconds();
    house->metrics.messages_in++;
    respond(house, &(struct bv_petition){.kind = BV_BY_MESSAGE, .client = client, .message = text});
    bv_gate_worked(house->gate, client, bv_work_microseconds() - begun);
}

static void on_closed(void *context, struct bv_connection *connection)
{
    struct bv_house *house = context;
    struct bv_client *client = bv_connection_get(connection);
    if (!client) return;
    bv_door_left(house, client);
    client->connection = NULL;
    bv_leave_all(house, client);
    bv_lobby_leave(house, client);
    bv_hall_watch(house, client, "");
    bv_porter_leave(house->porter, client);
    bv_gate_leave(house->gate, client);
    bv_client_drop(client);
}

/* Flights have arrived. What was lost is forgotten, then what was asked in vain is asked again. */
static void land(struct bv_house *house)
{
    struct bv_petition petition;
    bv_post_arrive(house->post);
    bv_desk_clear(house->desk);
    bv_rooms_recover(house);
    bv_gate_counted(house->gate, true);
    while (bv_post_again(house->post, &petition)) respond(house, &petition);
    bv_gate_counted(house->gate, false);
    bv_rooms_catch_up(house);
    bv_jobs_look(house, bv_game_now());
}

static void on_turn(void *context, int64_t now)
{
    bv_time_turn(context, now);
}

static void on_woken(void *context)
{
    enum { ANSWERS = 64 };
    struct bv_house *house = context;
    struct bv_bot_answer answer;
    struct bv_archive_answer found;
    struct bv_petition petition;
    land(house);
    bv_desk_begin(house->desk);
    bv_fellowship_hear(house);
    bv_bans_look(house);
    int answers = 0;
    for (; answers < ANSWERS && bv_bots_collect(house->bots, &answer); answers++) {
        bv_spread_add(&house->metrics.thinking, answer.microseconds);
        bv_room_answered(house, &answer);
    }
    /* Computers that play each other answer faster than they are asked: now it is other people's turn. */
    if (answers == ANSWERS) bv_net_wake(house->net);
    while (bv_errands_collect(house, &petition)) {
        respond(house, &petition);
        bv_errand_drop(&petition);
    }
    bool facts = bv_post_facts(house->post, true);
    while (bv_archive_collect(house->archive, &found)) bv_archive_answered(house, &found);
    bv_post_facts(house->post, facts);
}

/* SIGHUP asks some servers to read their configuration again; this one says that it does not. */
static atomic_bool hung_up;

static int on_rest(void *context)
{
    enum { LONGEST = 250 };
    struct bv_house *house = context;
    bv_desk_begin(house->desk);
    bv_rooms_look(house, bv_game_now());
    bv_moving_step(house);
    bv_hall_look(house, bv_confirmed_now());
    bv_purge_look(house, bv_confirmed_now());
    bv_fellowship_look(house);
    bv_jobs_look(house, bv_game_now());
    bv_time_keep(house, false);
    bv_post_depart(house->post);
    bv_post_probe(house->post, bv_game_now());
    if (atomic_exchange(&hung_up, false))
        bv_log_event(BV_LOG_INFO, "configuration-is-read-at-start");
    return house->pacing ? BV_PACE : LONGEST;
}

static void on_answered(void *context, struct bv_connection *connection, int status)
{
    bv_door_answered(context, connection, status);
}

static void on_round(void *context, uint64_t microseconds)
{
    bv_door_round(context, microseconds);
}

/* ---- From other threads ------------------------------------------------------------------------------------------- */

/* Other nodes may say something before the doors are open. */
static atomic_bool is_open;

static void wake(void *context)
{
    struct bv_house *house = context;
    if (atomic_load(&is_open)) bv_net_wake(house->net);
}

static void on_said(void *context, const char *what, struct bv_span text)
{
    struct bv_house *house = context;
    bv_fellows_say(house->fellows, what, text);
}

static void on_stored(void *context, int64_t table, uint32_t number)
{
    bv_room_stored(context, table, number);
}

static void on_lost(void *context, int64_t table, bool overtaken)
{
    bv_room_lost(context, table, overtaken);
}

static void on_unheard(void *context, struct bv_client *client, uint64_t flight)
{
    bv_unattend(context, client, flight);
    /* Whose ticket could not be marked as used has not become that person. */
    if (client->resumed == flight) bv_hang_up(context, client);
}

/* ---- Opening -------------------------------------------------------------------------------------------------------- */

/* What is secret is private before anything is written there. */
static bool protect(const char *where, struct bv_error *error)
{
    char text[1024];
    struct bv_out notice = bv_out_into(text, sizeof text);
    if (!bv_store_protect(where, &notice, error)) return false;
    if (!notice.length) return true;
    struct bv_log_line line;
    bv_log_begin(&line, BV_LOG_WARNING, "closed-to-others");
    bv_log_text(&line, "what", text);
    bv_log_end(&line);
    return true;
}

/* One house keeps one folder: a second one on it would give the same numbers to other tables. A store that is made to be
 * shared has no such owner. */
static bool lock_store(const struct bv_config *config, int *lock, struct bv_error *error)
{
    const char *store = bv_config_store(config);
    *lock = -1;
    if (!protect(config->data, error) || (store != config->data && !protect(store, error)))
        return false;
    if (!bv_private_mkdir(config->data) && errno == ENOENT) {
        /* A house is not opened anew where the one that was meant is only not mounted. */
        struct bv_out out = bv_error_begin(error);
        bv_put(&out, "this folder cannot be written, the one it lies in is missing: ");
        bv_put(&out, config->data);
        return false;
    }
    return bv_store_is_shared(store) || bv_store_lock(config->data, lock, error);
}

static struct bv_net *stopped_by_signals;

static void on_signal(int signal)
{
    if (signal == SIGHUP) {
        atomic_store(&hung_up, true);
        bv_net_wake(stopped_by_signals);
    } else {
        bv_net_stop(stopped_by_signals);
    }
}

static void listen_to_signals(struct bv_net *net)
{
    struct sigaction action = {.sa_handler = on_signal};
    stopped_by_signals = net;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a full disk is an error to be told, not a death */
}

static uint32_t thinking_threads(int wanted)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (wanted) return (uint32_t)wanted;
    return cores > 2 ? (uint32_t)cores - 1 : 1;
}

static bool open_pages(struct bv_house *house, const struct bv_config *config,
                       struct bv_error *error)
{
    house->notices = bv_notices_open(config, error);
    if (!house->notices) return false;
    char found[BV_PAGES_PATH];
    const char *folder = config->web[0] ? config->web : bv_pages_find(found);
    struct bv_error unread;
    house->pages = bv_pages_open(folder, house->base.path, &unread, error);
    /* Whoever starts the house must not learn it from an empty browser. Where none were asked for, none is no surprise. */
    bool wanted = config->web[0] || access(folder, F_OK) == 0;
    if (unread.text[0] && wanted)
        fprintf(stderr, "bivouac: %s for browsers cannot be read: %s\n",
                house->pages ? "a page" : "the pages", unread.text);
    return house->pages || !error->text[0];
}

static bool open_rooms(struct bv_house *house, const struct bv_config *config,
                       struct bv_store *writer, struct bv_error *error)
{
    house->shelf = bv_shelf_new();
    house->porter = bv_porter_new();
    house->reader = bv_store_open(bv_config_store(config), BV_STORE_READ, error);
    if (!house->reader || !bv_guests_open(house, writer, error) ||
        !bv_rooms_restore(house, error) || !bv_moving_restore(house, error))
        return false;
    house->bans = bv_bans_open(house->reader, error);
    if (!house->bans) return false;
    house->archive = bv_archive_open(bv_config_store(config), wake, house, error);
    return house->archive && bv_hall_open(house, error);
}

static bool open_doors(struct bv_house *house, const struct bv_config *config,
                       struct bv_error *error)
{
    house->gate = bv_gate_open(config, error);
    if (!house->gate) return false;
    struct bv_net_limits limits = bv_net_default_limits;
    limits.connections = (uint32_t)config->connections;
    limits.message = (uint32_t)config->message_size;
    struct bv_net_handler handler = {.context = house,
                                     .room = on_arrival,
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
    house->net = bv_net_open(config->listen, config->port, &limits, &handler, error);
    if (!house->net) return false;
    char address[BV_ADDRESS_MAX];
    int port = 0;
    if (bv_config_metrics(config, address, &port) &&
        !bv_net_open_private(house->net, address, port, "metrics", error))
        return false;
    bv_fellowship_share_limits(house);
    atomic_store(&is_open, true);
    bv_net_wake(house->net); /* for what was said meanwhile */
    return true;
}

static void log_opening(const struct bv_house *house, const struct bv_config *config)
{
    struct bv_log_line line;
    bv_log_begin(&line, BV_LOG_INFO, "open");
    bv_log_text(&line, "version", BIVOUAC_VERSION);
    bv_log_text(&line, "listen", config->listen);
    bv_log_number(&line, "port", bv_net_port(house->net));
    bv_log_text(&line, "metrics", config->metrics);
    if (config->base_url[0]) bv_log_text(&line, "base-url", config->base_url);
    char where[BV_CONFIG_TEXT];
    struct bv_out out = bv_out_into(where, sizeof where);
    bv_store_put_where(&out, bv_config_store(config));
    bv_log_text(&line, "data", where);
    bv_log_number(&line, "schema", BV_STORE_SCHEMA);
    bv_log_number(&line, "tables", (int64_t)house->rooms);
    int64_t now = house->fellows ? bv_fellows_now(house->fellows) : bv_machine_now();
    bv_log_number(&line, "milliseconds", now - house->metrics.begun);
    if (!house->pages) bv_log_text(&line, "pages", "none");
    bv_log_end(&line);
}

static void log_closing(const struct bv_house *house)
{
    struct bv_log_line line;
    bv_log_begin(&line, BV_LOG_INFO, "closed");
    bv_log_number(&line, "seconds", (bv_now() - house->metrics.begun) / 1000);
    bv_log_number(&line, "deeds", (int64_t)house->metrics.deeds);
    bv_log_end(&line);
}

static void print_url(const char *address, int port)
{
    bool six = strchr(address, ':') != NULL;
    printf("http://%s%s%s:%d", six ? "[" : "", address, six ? "]" : "", port);
}

/* Where people come, and then where the figures are. */
static void print_addresses(const struct bv_house *house, const struct bv_config *config)
{
    char address[BV_ADDRESS_MAX];
    int port = 0;
    print_url(config->listen, bv_net_port(house->net));
    putchar('\n');
    if (bv_config_metrics(config, address, &port)) {
        fputs("metrics ", stdout);
        print_url(address, bv_net_private_port(house->net));
        puts("/metrics");
    }
    fflush(stdout);
    clearerr(stdout); /* the house is open, whether anybody reads this or not */
}

/* Searches that nobody waits for any more. */
static void forget_searches(struct bv_house *house)
{
    struct bv_archive_answer found;
    while (bv_archive_collect(house->archive, &found)) {
        bv_client_drop(found.asker);
        free(found.text);
    }
}

static void keep_open(struct bv_house *house, const struct bv_config *config,
                      struct bv_store *writer)
{
    struct bv_post_handler handler = {.context = house,
                                      .stored = on_stored,
                                      .lost = on_lost,
                                      .unheard = on_unheard,
                                      .wake = wake};
    if (house->fellows) handler.say = on_said;
    house->post = bv_post_open(writer, &handler);
    house->desk = bv_desk_open(house->reader, house->post);
    house->vault = bv_vault_open(wake, house);
    house->threads = thinking_threads(config->threads);
    house->bots = bv_bots_open(house->threads, wake, house);
    if (house->fellows)
        bv_announcement_heard(house); /* nobody is here yet: only a change will be told */
    listen_to_signals(house->net);
    log_opening(house, config);
    /* Whoever reads the printed line may turn to the house at once, `bivouac admin` too. */
    bv_address_leave(config, bv_net_port(house->net));
    print_addresses(house, config);
    struct bv_inspector *inspector = bv_inspector_open(bv_config_store(config));
    bv_net_run(house->net);
    bv_inspector_close(inspector);
    bv_address_remove(config);
    forget_searches(house);
    bv_errands_close(house);
    bv_time_keep(house, true);
    bv_post_depart(house->post);
    bv_bots_close(house->bots);
    bv_desk_close(house->desk);
    bv_post_close(house->post);
    log_closing(house);
}

bool bv_serve(const struct bv_config *config, struct bv_error *error)
{
    bv_log_as((enum bv_log_level)config->log_level, (enum bv_log_format)config->log_format);
    bv_jump_confirm_after((int64_t)config->confirm_jump_seconds * 1000);
    int64_t begun = bv_machine_now();
    int lock = -1;
    if (!lock_store(config, &lock, error)) return false;
    struct bv_house *house = bv_new(sizeof *house);
    house->config = config;
    house->metrics.begun = begun;
    struct bv_store *writer = bv_store_open(bv_config_store(config), BV_STORE_WRITE, error);
    bool good = writer && bv_fellowship_open(house, wake, error) &&
                bv_time_open(house, writer, error) &&
                bv_base_read(&house->base, config->base_url) && open_pages(house, config, error) &&
                open_rooms(house, config, writer, error) && open_doors(house, config, error);
    if (good) keep_open(house, config, writer);
    bv_fellowship_close(house);
    if (house->net) bv_net_close(house->net); /* takes leave of whoever is still there */
    if (house->archive) bv_archive_close(house->archive);
    if (house->shelf) bv_rooms_clear(house);
    bv_moving_clear(house);
    if (house->reader) bv_store_close(house->reader);
    if (writer) bv_store_close(writer);
    if (house->shelf) bv_shelf_free(house->shelf);
    bv_pages_close(house->pages);
    bv_notices_close(house->notices);
    bv_bans_close(house->bans);
    bv_porter_free(house->porter);
    bv_gate_close(house->gate);
    bv_hall_close(house);
    free((void *)house->lobby);
    free(house->behind);
    free(house->lost);
    free(house);
    if (lock >= 0) close(lock);
    return good;
}
