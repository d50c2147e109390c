/* The event loop: listening, accepting, timeouts, stopping. connection.c handles single
 * connections. */
#define _GNU_SOURCE
#include "net/net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/connection.h"
#include "util/clock.h"

const struct net_limits net_default_limits = {
    .connections = 10000,
    .per_address = 100,
    .memory = 128 * 1024 * 1024,
    .head = 8 * 1024,
    .body = 64 * 1024,
    .message = 48 * 1024,
    .receive = 64 * 1024,
    .queue = 256 * 1024,
    .request_seconds = 15,
    .answer_seconds = 120,
    .idle_seconds = 60,
    .silence_seconds = 10,
};

/* ---- opening ---- */

/* Raises the descriptor limit as far as the system allows, and limits the connections to the
 * descriptors: if these ran out first, idle clients could keep all others out. */
static uint32_t connections_possible(uint32_t wanted)
{
    enum {
        SPARE = 320
    }; /* files, also the store's, and connections accepted in one go before others are closed */
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < 2 * SPARE || limit.rlim_cur - SPARE >= wanted) return wanted;
    return (uint32_t)limit.rlim_cur - SPARE;
}

/* Returns the size of the address, 0 if the text is not an address. */
static socklen_t read_address(const char *text, int port, struct sockaddr_storage *address)
{
    struct sockaddr_in *four = (struct sockaddr_in *)(void *)address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)(void *)address;
    bv_clear(address, sizeof *address);
    if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)port);
        return sizeof *four;
    }
    if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons((uint16_t)port);
        return sizeof *six;
    }
    return 0;
}

/* An address to listen on, and the option that sets it. */
struct place {
    const char *address;
    int port;
    const char *setting;
};

static bool explain_failure(const struct place *place, int reason, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    if (reason == EADDRINUSE || reason == EACCES) {
        bv_put(&out, "port ");
        bv_put_number(&out, place->port);
        bv_put(&out, reason == EADDRINUSE ? " is taken; choose another with "
                                          : " needs more rights; choose one above 1023 with ");
        bv_put(&out, place->setting);
    } else if (reason == EADDRNOTAVAIL) {
        bv_put(&out, "this machine does not have the address ");
        bv_put_excerpt(&out, bv_span_of(place->address), 60);
    } else {
        bv_put(&out, "cannot listen: error ");
        bv_put_number(&out, reason);
        bv_put(&out, " of the system");
    }
    return false;
}

static int port_of(const struct sockaddr_storage *address)
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)address;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)address;
    return ntohs(address->ss_family == AF_INET ? four->sin_port : six->sin6_port);
}

static bool listen_on(struct connection_listener *listener, const struct place *place,
                      struct bv_error *error)
{
    enum { BACKLOG = 1024 };
    struct sockaddr_storage where;
    socklen_t size = read_address(place->address, place->port, &where);
    if (!size) {
        struct bv_out out = bv_error_begin(error);
        bv_put_excerpt(&out, bv_span_of(place->address), 60);
        bv_put(&out, " is not an address; write one like 127.0.0.1 or ::1");
        return false;
    }
    if (place->port < 0 || place->port > UINT16_MAX)
        return bv_error_set(error, "a port is between 0 and 65535");
    listener->socket = socket(where.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener->socket < 0) return explain_failure(place, errno, error);
    setsockopt(listener->socket, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (where.ss_family == AF_INET6) /* :: accepts IPv4 too */
        setsockopt(listener->socket, IPPROTO_IPV6, IPV6_V6ONLY, &(int){0}, sizeof(int));
    if (bind(listener->socket, (struct sockaddr *)&where, size) != 0 ||
        listen(listener->socket, BACKLOG) != 0 ||
        getsockname(listener->socket, (struct sockaddr *)&where, &size) != 0)
        return explain_failure(place, errno, error);
    listener->port = port_of(&where);
    return true;
}

/* epoll identifies the listeners and the wake-up descriptor by the addresses of their fields. */
static bool watch(const struct net *net, int *descriptor)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = descriptor};
    return epoll_ctl(net->epoll, EPOLL_CTL_ADD, *descriptor, &event) == 0;
}

static struct net *new_net(const struct net_limits *limits, const struct net_handler *handler)
{
    struct net *net = calloc(1, sizeof *net);
    if (!net) return NULL;
    net->limits = *limits;
    net->limits.connections = connections_possible(limits->connections);
    net->handler = *handler;
    for (int i = 0; i < CONNECTION_LISTENERS; i++) net->listener[i].socket = -1;
    net->epoll = epoll_create1(EPOLL_CLOEXEC);
    net->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    net->now = clock_milliseconds();
    list_init(&net->all_connections);
    list_init(&net->changed);
    list_init(&net->ended);
    for (size_t i = 0; i < TIMEOUT_KINDS; i++) list_init(&net->waiting[i]);
    net->timeout_ms[TIMEOUT_FIRST] = (int64_t)limits->request_seconds * 1000;
    net->timeout_ms[TIMEOUT_REQUEST] = (int64_t)limits->request_seconds * 1000;
    net->timeout_ms[TIMEOUT_NEXT] = (int64_t)limits->idle_seconds * 1000;
    net->timeout_ms[TIMEOUT_READER] = (int64_t)limits->answer_seconds * 1000;
    net->timeout_ms[TIMEOUT_SILENCE] = (int64_t)limits->silence_seconds * 1000;
    net->timeout_ms[TIMEOUT_PONG] = (int64_t)limits->silence_seconds * 1000;
    net->timeout_ms[TIMEOUT_TURN] = CONNECTION_TURN_MILLISECONDS;
    net->timeout_ms[TIMEOUT_CLOSE] = CONNECTION_CLOSE_MILLISECONDS;
    net->ping = net_buffer_new(WS_HEAD_MAX);
    if (net->ping)
        net->ping->length =
            ws_put_frame(net->ping->own, WS_PING, true, (struct bv_span){"", 0}, NULL);
    return net;
}

static bool open_listener(struct net *net, struct connection_listener *listener,
                          const struct place *place, struct bv_error *error)
{
    if (!listen_on(listener, place, error)) return false;
    return watch(net, &listener->socket) || explain_failure(place, errno, error);
}

struct net *net_open(const char *address, int port, const struct net_limits *limits,
                     const struct net_handler *handler, struct bv_error *error)
{
    BV_ASSERT(handler->request);
    BV_ASSERT(limits->connections && limits->head && limits->message && limits->receive &&
              limits->queue);
    BV_ASSERT((uint64_t)limits->head + limits->body <= INT32_MAX);
    struct net *net = new_net(limits, handler);
    if (!net || !address_counts_open(&net->address_counts) || net->epoll < 0 || net->wake_fd < 0 ||
        !net->ping || !watch(net, &net->wake_fd))
        bv_error_set(error, "no memory or no descriptors left to begin with");
    else if (open_listener(net, &net->listener[CONNECTION_PUBLIC],
                           &(struct place){address, port, "--port"}, error))
        return net;
    net_close(net);
    return NULL;
}

bool net_open_private(struct net *net, const char *address, int port, const char *setting,
                      struct bv_error *error)
{
    BV_ASSERT(net->handler.private_request);
    return open_listener(net, &net->listener[CONNECTION_PRIVATE],
                         &(struct place){address, port, setting}, error);
}

static void close_listeners(struct net *net)
{
    for (int i = 0; i < CONNECTION_LISTENERS; i++) {
        if (net->listener[i].socket >= 0) close(net->listener[i].socket);
        net->listener[i].socket = -1;
    }
}

void net_close(struct net *net)
{
    if (!net) return;
    BV_ASSERT(list_is_empty(&net->all_connections)); /* net_run has returned, or was never called */
    close_listeners(net);
    if (net->epoll >= 0) close(net->epoll);
    if (net->wake_fd >= 0) close(net->wake_fd);
    net_buffer_free(net->ping);
    address_counts_close(&net->address_counts);
    free(net);
}

int net_port(const struct net *net)
{
    return net->listener[CONNECTION_PUBLIC].port;
}

int net_private_port(const struct net *net)
{
    return net->listener[CONNECTION_PRIVATE].port;
}

uint32_t net_connections(const struct net *net)
{
    return net->accepted;
}

/* ---- accepting ---- */

static struct connection *first_waiting(const struct net *net, int what)
{
    const struct list_link *list = &net->waiting[what];
    return list_is_empty(list) ? NULL : LIST_HOLDER(list->after, struct connection, waiting);
}

enum { REFUSED_MAX = 64, LISTEN_PAUSE_MILLISECONDS = 100, ACCEPT_AT_ONCE = 256 };

/* Over a limit: the client gets a refusal and the connection lingers shortly so that it can be
 * read; with too many of these, it is closed without an answer. */
static void refuse(struct net *net, int socket, const struct address *address, int status,
                   const char *reason)
{
    if (net->refused >= REFUSED_MAX) {
        close(socket);
        return;
    }
    struct connection *connection = connection_new(net, socket, address, NULL);
    if (connection && connection->stage != CONNECTION_DEAD)
        connection_refuse(connection, status, reason);
}

/* Whether the address has room for the connection, which is counted already; if not, its oldest
 * connection without a complete request is closed. */
static bool address_has_capacity(const struct net *net, const struct address_count *address_count,
                                 const struct address *address)
{
    uint32_t capacity = net->limits.per_address;
    if (net->handler.capacity) capacity = net->handler.capacity(net->handler.context, address);
    if (address_count->connections <= capacity) return true;
    if (list_is_empty(&address_count->fresh)) return false;
    connection_kill(LIST_HOLDER(address_count->fresh.after, struct connection, fresh));
    return true;
}

/* The same for the whole server. */
static bool server_has_capacity(const struct net *net)
{
    if (net->accepted < net->limits.connections) return true;
    struct connection *oldest = first_waiting(net, TIMEOUT_FIRST);
    if (!oldest) return false;
    connection_kill(oldest);
    return true;
}

static void accept_one(struct net *net, int listener, int socket, const struct address *address)
{
    struct address_count *address_count = address_count_enter(&net->address_counts, address);
    if (!address_count) {
        close(socket);
        return;
    }
    const char *full = "the server is full; try again later";
    bool here = address_has_capacity(net, address_count, address);
    if (here && server_has_capacity(net)) {
        struct connection *connection = connection_new(net, socket, address, address_count);
        if (connection) connection->listener = (uint8_t)listener;
        return;
    }
    address_count_leave(&net->address_counts, address_count);
    refuse(net, socket, address, here ? 503 : 429,
           here ? full : "too many connections come from your address");
}

/* Without descriptors or memory the listeners would always be ready: stops watching them for a
 * moment. */
static void pause_listening(struct net *net)
{
    net->listen_again = net->now + LISTEN_PAUSE_MILLISECONDS;
    for (int i = 0; i < CONNECTION_LISTENERS; i++)
        if (net->listener[i].socket >= 0)
            epoll_ctl(net->epoll, EPOLL_CTL_DEL, net->listener[i].socket, NULL);
}

static void resume_listening(struct net *net)
{
    if (!net->listen_again || net->now < net->listen_again) return;
    net->listen_again = 0;
    for (int i = 0; i < CONNECTION_LISTENERS; i++)
        if (net->listener[i].socket >= 0 && !watch(net, &net->listener[i].socket) &&
            errno != EEXIST)
            net->listen_again = net->now + LISTEN_PAUSE_MILLISECONDS;
}

static void accept_all(struct net *net, int listener)
{
    for (int i = 0; i < ACCEPT_AT_ONCE; i++) {
        struct sockaddr_storage address;
        socklen_t size = sizeof address;
        int socket = accept4(net->listener[listener].socket, (struct sockaddr *)&address, &size,
                             SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
                pause_listening(net);
            if (errno == EINTR || errno == ECONNABORTED) continue;
            return;
        }
        struct address client_address = address_of(&address);
        accept_one(net, listener, socket, &client_address);
    }
}

/* ---- timeouts ---- */

static void handle_timeout(struct connection *connection, enum connection_timeout what)
{
    switch (what) {
    case TIMEOUT_FIRST:
    case TIMEOUT_REQUEST:
        if (connection->inbox.length)
            connection_refuse(connection, 408, "the request took too long to arrive");
        else
            connection_kill(connection);
        break;
    case TIMEOUT_SILENCE:
        connection_wait(connection, TIMEOUT_PONG);
        net_send(connection, connection->net->ping);
        break;
    case TIMEOUT_TURN: connection_resume(connection); break;
    case TIMEOUT_PONG:
        net_close_socket(connection, WS_GOING_AWAY, "nothing was received for too long");
        break;
    default: connection_kill(connection); break;
    }
}

/* Everything that handle_timeout does takes the connection off the front of this list. */
static void check_timeouts(struct net *net)
{
    struct connection *first;
    for (int what = 0; what < TIMEOUT_KINDS; what++)
        while ((first = first_waiting(net, what)) && first->deadline <= net->now)
            handle_timeout(first, (enum connection_timeout)what);
}

static void no_longer_than(int *wait, int64_t milliseconds)
{
    if (milliseconds < 0) milliseconds = 0;
    if (milliseconds > INT_MAX) milliseconds = INT_MAX;
    if (*wait < 0 || milliseconds < *wait) *wait = (int)milliseconds;
}

static int shortest_wait(const struct net *net, int wait, int64_t end)
{
    const struct connection *first;
    for (int what = 0; what < TIMEOUT_KINDS; what++)
        if ((first = first_waiting(net, what))) no_longer_than(&wait, first->deadline - net->now);
    if (net->listen_again) no_longer_than(&wait, net->listen_again - net->now);
    if (net->stopping) no_longer_than(&wait, end - net->now);
    return wait;
}

/* ---- stopping and waking ---- */

static void wake_loop(struct net *net)
{
    int kept = errno; /* this may run inside a signal handler */
    ssize_t written = write(net->wake_fd, &(uint64_t){1}, sizeof(uint64_t));
    (void)written; /* it fails only when the loop will wake anyway */
    errno = kept;
}

void net_wake(struct net *net)
{
    if (!atomic_exchange(&net->wake_asked, true)) wake_loop(net);
}

void net_stop(struct net *net)
{
    atomic_store(&net->stop_asked, true);
    wake_loop(net);
}

static void clear_wake_fd(struct net *net)
{
    uint64_t rings;
    ssize_t got = read(net->wake_fd, &rings, sizeof rings);
    (void)got;
    if (atomic_exchange(&net->wake_asked, false) && net->handler.woken)
        net->handler.woken(net->handler.context);
}

static void close_websockets(struct connection *connection)
{
    connection->keep_alive = false; /* the answer that is pending or being sent is the last */
    if (connection->stage == CONNECTION_READING) connection_kill(connection);
    net_close_socket(connection, WS_GOING_AWAY, "the server stops");
}

static void begin_to_stop(struct net *net)
{
    net->stopping = true;
    net->listen_again = 0;
    close_listeners(net);
    LIST_EACH (at, &net->all_connections)
        close_websockets(LIST_HOLDER(at, struct connection, all_connections));
}

static void kill_all(struct net *net)
{
    LIST_EACH (at, &net->all_connections)
        connection_kill(LIST_HOLDER(at, struct connection, all_connections));
    net_settle(net);
}

/* ---- the loop ---- */

static void handle_event(struct net *net, const struct epoll_event *event)
{
    for (int i = 0; i < CONNECTION_LISTENERS; i++)
        if (event->data.ptr == &net->listener[i].socket) {
            if (net->listener[i].socket >= 0) accept_all(net, i);
            return;
        }
    if (event->data.ptr == &net->wake_fd) {
        clear_wake_fd(net);
        return;
    }
    struct connection *connection = event->data.ptr;
    if (connection->stage == CONNECTION_DEAD) return;
    connection_changed(connection);
    if (event->events & EPOLLIN)
        connection_read(connection);
    else if (event->events & (EPOLLERR | EPOLLHUP))
        connection_kill(connection);
}

/* Calls the handler's `rest` and returns how long to wait. If `rest` causes events that call the
 * handler again, the round is not over. */
static int rest(struct net *net)
{
    net_settle(net);
    int wait = net->handler.rest ? net->handler.rest(net->handler.context) : -1;
    return net_settle(net) ? 0 : wait;
}

static void report_round(const struct net *net, int64_t begun)
{
    if (net->handler.round)
        net->handler.round(net->handler.context, (uint64_t)(clock_microseconds() - begun));
}

void net_run(struct net *net)
{
    enum { EVENTS = 256 };
    struct epoll_event event[EVENTS];
    int64_t end = 0;
    int64_t begun = clock_microseconds();
    for (;;) {
        int wait = rest(net);
        report_round(net, begun);
        if (net->stopping && (!net->count || net->now >= end)) break;
        int count = epoll_wait(net->epoll, event, EVENTS, shortest_wait(net, wait, end));
        begun = clock_microseconds();
        net->now = begun / 1000;
        if (net->handler.turn) net->handler.turn(net->handler.context, net->now);
        for (int i = 0; i < count; i++) handle_event(net, &event[i]);
        check_timeouts(net);
        resume_listening(net);
        if (!net->stopping && atomic_load(&net->stop_asked)) {
            begin_to_stop(net);
            end = net->now + CONNECTION_CLOSE_MILLISECONDS;
        }
    }
    kill_all(net);
}
