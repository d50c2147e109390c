/* The loop: listening, waiting, whose time is up, stopping. What a connection does is in connection.c. */
#define _GNU_SOURCE
#include "net/net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "net/connection.h"

const struct bv_net_limits bv_net_default_limits = {
    .connections = 10000,
    .per_address = 100,
    .memory = 128 * 1024 * 1024,
    .head = 8 * 1024,
    .body = 64 * 1024,
    .message = 48 * 1024,
    .hearing = 64 * 1024,
    .queue = 256 * 1024,
    .request_seconds = 15,
    .answer_seconds = 120,
    .idle_seconds = 60,
    .silence_seconds = 30,
};

static int64_t microseconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* ---- opening ---- */

/* Takes all descriptors that the system gives, and no more connections than there are descriptors for: were they to run
 * out first, those that only hold the door would keep everybody else out. */
static uint32_t connections_possible(uint32_t wanted)
{
    enum {
        SPARE = 320
    }; /* files, the store's too, and what is accepted in one go before others are closed */
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < 2 * SPARE || limit.rlim_cur - SPARE >= wanted) return wanted;
    return (uint32_t)limit.rlim_cur - SPARE;
}

/* Returns the size of the address, nought if the text is none. */
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

/* An address to listen on, and where it is set. */
struct place {
    const char *address;
    int port;
    const char *setting;
};

static bool say_why(const struct place *place, int reason, struct bv_error *error)
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

static bool listen_on(struct bv_listener *listener, const struct place *place,
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
    if (listener->socket < 0) return say_why(place, errno, error);
    setsockopt(listener->socket, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (where.ss_family == AF_INET6) /* :: is everybody's address */
        setsockopt(listener->socket, IPPROTO_IPV6, IPV6_V6ONLY, &(int){0}, sizeof(int));
    if (bind(listener->socket, (struct sockaddr *)&where, size) != 0 ||
        listen(listener->socket, BACKLOG) != 0 ||
        getsockname(listener->socket, (struct sockaddr *)&where, &size) != 0)
        return say_why(place, errno, error);
    listener->port = port_of(&where);
    return true;
}

/* The listeners and the bell are known in epoll by the place of their descriptors. */
static bool watch(const struct bv_net *net, int *descriptor)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = descriptor};
    return epoll_ctl(net->epoll, EPOLL_CTL_ADD, *descriptor, &event) == 0;
}

static struct bv_net *new_net(const struct bv_net_limits *limits,
                              const struct bv_net_handler *handler)
{
    struct bv_net *net = calloc(1, sizeof *net);
    if (!net) return NULL;
    net->limits = *limits;
    net->limits.connections = connections_possible(limits->connections);
    net->handler = *handler;
    for (int i = 0; i < BV_LISTENERS; i++) net->listener[i].socket = -1;
    net->epoll = epoll_create1(EPOLL_CLOEXEC);
    net->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    net->now = microseconds_now() / 1000;
    bv_link_init(&net->everybody);
    bv_link_init(&net->changed);
    bv_link_init(&net->ended);
    for (size_t i = 0; i < BV_PATIENCE_KINDS; i++) bv_link_init(&net->waiting[i]);
    net->patience[BV_FOR_FIRST] = (int64_t)limits->request_seconds * 1000;
    net->patience[BV_FOR_REQUEST] = (int64_t)limits->request_seconds * 1000;
    net->patience[BV_FOR_NEXT] = (int64_t)limits->idle_seconds * 1000;
    net->patience[BV_FOR_READER] = (int64_t)limits->answer_seconds * 1000;
    net->patience[BV_FOR_SOUND] = (int64_t)limits->silence_seconds * 1000;
    net->patience[BV_FOR_PONG] = (int64_t)limits->silence_seconds * 1000;
    net->patience[BV_FOR_TURN] = BV_TURN_MILLISECONDS;
    net->patience[BV_FOR_FAREWELL] = BV_FAREWELL_MILLISECONDS;
    net->ping = bv_parcel_new(BV_WS_HEAD_MAX);
    if (net->ping)
        net->ping->length =
            bv_ws_put_frame(net->ping->own, BV_WS_PING, true, (struct bv_span){"", 0}, NULL);
    return net;
}

static bool open_listener(struct bv_net *net, struct bv_listener *listener,
                          const struct place *place, struct bv_error *error)
{
    if (!listen_on(listener, place, error)) return false;
    return watch(net, &listener->socket) || say_why(place, errno, error);
}

struct bv_net *bv_net_open(const char *address, int port, const struct bv_net_limits *limits,
                           const struct bv_net_handler *handler, struct bv_error *error)
{
    BV_ASSERT(handler->request);
    BV_ASSERT(limits->connections && limits->head && limits->message && limits->hearing &&
              limits->queue);
    BV_ASSERT((uint64_t)limits->head + limits->body <= INT32_MAX);
    struct bv_net *net = new_net(limits, handler);
    if (!net || !bv_homes_open(&net->homes) || net->epoll < 0 || net->bell < 0 || !net->ping ||
        !watch(net, &net->bell))
        bv_error_set(error, "no memory or no descriptors left to begin with");
    else if (open_listener(net, &net->listener[BV_PUBLIC], &(struct place){address, port, "--port"},
                           error))
        return net;
    bv_net_close(net);
    return NULL;
}

bool bv_net_open_private(struct bv_net *net, const char *address, int port, const char *setting,
                         struct bv_error *error)
{
    BV_ASSERT(net->handler.private_request);
    return open_listener(net, &net->listener[BV_PRIVATE], &(struct place){address, port, setting},
                         error);
}

static void close_listeners(struct bv_net *net)
{
    for (int i = 0; i < BV_LISTENERS; i++) {
        if (net->listener[i].socket >= 0) close(net->listener[i].socket);
        net->listener[i].socket = -1;
    }
}

void bv_net_close(struct bv_net *net)
{
    if (!net) return;
    BV_ASSERT(bv_link_alone(&net->everybody)); /* bv_net_run has returned, or was never called */
    close_listeners(net);
    if (net->epoll >= 0) close(net->epoll);
    if (net->bell >= 0) close(net->bell);
    bv_parcel_free(net->ping);
    bv_homes_close(&net->homes);
    free(net);
}

int bv_net_port(const struct bv_net *net)
{
    return net->listener[BV_PUBLIC].port;
}

int bv_net_private_port(const struct bv_net *net)
{
    return net->listener[BV_PRIVATE].port;
}

uint32_t bv_net_connections(const struct bv_net *net)
{
    return net->guests;
}

size_t bv_net_memory(const struct bv_net *net)
{
    return net->held;
}

/* ---- accepting ---- */

static struct bv_connection *first_waiting(const struct bv_net *net, int what)
{
    const struct bv_link *list = &net->waiting[what];
    return bv_link_alone(list) ? NULL : BV_HOLDER(list->after, struct bv_connection, waiting);
}

enum { REFUSED_MAX = 64, LISTEN_PAUSE_MILLISECONDS = 100, ACCEPT_AT_ONCE = 256 };

/* Over a limit: told so, and a short farewell so that it is heard; when there are too many of these, silence. */
static void refuse(struct bv_net *net, int socket, const struct bv_address *address, int status,
                   const char *reason)
{
    if (net->refused >= REFUSED_MAX) {
        close(socket);
        return;
    }
    struct bv_connection *connection = bv_connection_new(net, socket, address, NULL);
    if (connection && connection->stage != BV_DEAD)
        bv_connection_refuse(connection, status, reason);
}

/* Whether the home has room for the connection that is counted already; if not, its oldest one that has never made a
 * whole request gives way. */
static bool home_has_room(const struct bv_net *net, const struct bv_home *home,
                          const struct bv_address *address)
{
    uint32_t room = net->limits.per_address;
    if (net->handler.room) room = net->handler.room(net->handler.context, address);
    if (home->connections <= room) return true;
    if (bv_link_alone(&home->fresh)) return false;
    bv_connection_kill(BV_HOLDER(home->fresh.after, struct bv_connection, fresh));
    return true;
}

/* The same for the whole house. */
static bool house_has_room(const struct bv_net *net)
{
    if (net->guests < net->limits.connections) return true;
    struct bv_connection *oldest = first_waiting(net, BV_FOR_FIRST);
    if (!oldest) return false;
    bv_connection_kill(oldest);
    return true;
}

static void welcome(struct bv_net *net, int listener, int socket, const struct bv_address *address)
{
    struct bv_home *home = bv_home_enter(&net->homes, address);
    if (!home) {
        close(socket);
        return;
    }
    const char *full = "the house is full; try again later";
    bool here = home_has_room(net, home, address);
    if (here && house_has_room(net)) {
        struct bv_connection *connection = bv_connection_new(net, socket, address, home);
        if (connection) connection->listener = (uint8_t)listener;
        return;
    }
    bv_home_leave(&net->homes, home);
    refuse(net, socket, address, here ? 503 : 429,
           here ? full : "too many connections come from your address");
}

/* Without descriptors or memory listeners would be ready for ever: they are left alone for a moment. */
static void pause_listening(struct bv_net *net)
{
    net->listen_again = net->now + LISTEN_PAUSE_MILLISECONDS;
    for (int i = 0; i < BV_LISTENERS; i++)
        if (net->listener[i].socket >= 0)
            epoll_ctl(net->epoll, EPOLL_CTL_DEL, net->listener[i].socket, NULL);
}

static void resume_listening(struct bv_net *net)
{
    if (!net->listen_again || net->now < net->listen_again) return;
    net->listen_again = 0;
    for (int i = 0; i < BV_LISTENERS; i++)
        if (net->listener[i].socket >= 0 && !watch(net, &net->listener[i].socket) &&
            errno != EEXIST)
            net->listen_again = net->now + LISTEN_PAUSE_MILLISECONDS;
}

static void accept_all(struct bv_net *net, int listener)
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
        struct bv_address whence = bv_address_of(&address);
        welcome(net, listener, socket, &whence);
    }
}

/* ---- time ---- */

static void time_is_up(struct bv_connection *connection, enum bv_patience what)
{
    switch (what) {
    case BV_FOR_FIRST:
    case BV_FOR_REQUEST:
        if (connection->inbox.length)
            bv_connection_refuse(connection, 408, "the request took too long to arrive");
        else
            bv_connection_kill(connection);
        break;
    case BV_FOR_SOUND:
        bv_connection_wait(connection, BV_FOR_PONG);
        bv_net_send(connection, connection->net->ping);
        break;
    case BV_FOR_TURN: bv_connection_resume(connection); break;
    case BV_FOR_PONG:
        bv_net_goodbye(connection, BV_WS_GOING_AWAY, "nothing was heard for too long");
        break;
    default: bv_connection_kill(connection); break;
    }
}

/* Whatever happens in time_is_up takes the connection off the front of this list. */
static void check_time(struct bv_net *net)
{
    struct bv_connection *first;
    for (int what = 0; what < BV_PATIENCE_KINDS; what++)
        while ((first = first_waiting(net, what)) && first->deadline <= net->now)
            time_is_up(first, (enum bv_patience)what);
}

static void no_longer_than(int *wait, int64_t milliseconds)
{
    if (milliseconds < 0) milliseconds = 0;
    if (milliseconds > INT_MAX) milliseconds = INT_MAX;
    if (*wait < 0 || milliseconds < *wait) *wait = (int)milliseconds;
}

static int shortest_wait(const struct bv_net *net, int wait, int64_t end)
{
    const struct bv_connection *first;
    for (int what = 0; what < BV_PATIENCE_KINDS; what++)
        if ((first = first_waiting(net, what))) no_longer_than(&wait, first->deadline - net->now);
    if (net->listen_again) no_longer_than(&wait, net->listen_again - net->now);
    if (net->stopping) no_longer_than(&wait, end - net->now);
    return wait;
}

/* ---- stopping and waking ---- */

static void ring(struct bv_net *net)
{
    int kept = errno; /* we may be inside a signal handler */
    ssize_t written = write(net->bell, &(uint64_t){1}, sizeof(uint64_t));
    (void)written; /* it fails only when the bell rings already */
    errno = kept;
}

void bv_net_wake(struct bv_net *net)
{
    if (!atomic_exchange(&net->wake_asked, true)) ring(net);
}

void bv_net_stop(struct bv_net *net)
{
    atomic_store(&net->stop_asked, true);
    ring(net);
}

static void hear_bell(struct bv_net *net)
{
    uint64_t rings;
    ssize_t got = read(net->bell, &rings, sizeof rings);
    (void)got;
    if (atomic_exchange(&net->wake_asked, false) && net->handler.woken)
        net->handler.woken(net->handler.context);
}

static void say_goodbye(struct bv_connection *connection)
{
    connection->keep_alive = false; /* the answer that is owed or under way is the last */
    if (connection->stage == BV_READING) bv_connection_kill(connection);
    bv_net_goodbye(connection, BV_WS_GOING_AWAY, "the server stops");
}

static void begin_to_stop(struct bv_net *net)
{
    net->stopping = true;
    net->listen_again = 0;
    close_listeners(net);
    for (struct bv_link *at = net->everybody.after; at != &net->everybody; at = at->after)
        say_goodbye(BV_HOLDER(at, struct bv_connection, everybody));
}

static void kill_everybody(struct bv_net *net)
{
    for (struct bv_link *at = net->everybody.after; at != &net->everybody; at = at->after)
        bv_connection_kill(BV_HOLDER(at, struct bv_connection, everybody));
    bv_net_settle(net);
}

/* ---- the loop ---- */

static void handle_event(struct bv_net *net, const struct epoll_event *event)
{
    for (int i = 0; i < BV_LISTENERS; i++)
        if (event->data.ptr == &net->listener[i].socket) {
            if (net->listener[i].socket >= 0) accept_all(net, i);
            return;
        }
    if (event->data.ptr == &net->bell) {
        hear_bell(net);
        return;
    }
    struct bv_connection *connection = event->data.ptr;
    if (connection->stage == BV_DEAD) return;
    bv_connection_changed(connection);
    if (event->events & EPOLLIN)
        bv_connection_read(connection);
    else if (event->events & (EPOLLERR | EPOLLHUP))
        bv_connection_kill(connection);
}

/* Lets the handler finish its round and returns how long to wait for the next. What rest itself sets going may make
 * the handler busy again; then the round is not over. */
static int rest(struct bv_net *net)
{
    bv_net_settle(net);
    int wait = net->handler.rest ? net->handler.rest(net->handler.context) : -1;
    return bv_net_settle(net) ? 0 : wait;
}

static void tell_round(const struct bv_net *net, int64_t begun)
{
    if (net->handler.round)
        net->handler.round(net->handler.context, (uint64_t)(microseconds_now() - begun));
}

void bv_net_run(struct bv_net *net)
{
    enum { EVENTS = 256 };
    struct epoll_event event[EVENTS];
    int64_t end = 0;
    int64_t begun = microseconds_now();
    for (;;) {
        int wait = rest(net);
        tell_round(net, begun);
        if (net->stopping && (!net->count || net->now >= end)) break;
        int count = epoll_wait(net->epoll, event, EVENTS, shortest_wait(net, wait, end));
        begun = microseconds_now();
        net->now = begun / 1000;
        if (net->handler.turn) net->handler.turn(net->handler.context, net->now);
        for (int i = 0; i < count; i++) handle_event(net, &event[i]);
        check_time(net);
        resume_listening(net);
        if (!net->stopping && atomic_load(&net->stop_asked)) {
            begin_to_stop(net);
            end = net->now + BV_FAREWELL_MILLISECONDS;
        }
    }
    kill_everybody(net);
}
