#define _GNU_SOURCE
#include "net/connection.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- creation and destruction ---- */

static bool watch(struct connection *connection, int how, uint32_t interest)
{
    struct epoll_event event = {.events = interest, .data.ptr = connection};
    connection->interest = interest;
    return epoll_ctl(connection->net->epoll, how, connection->socket, &event) == 0;
}

/* Without this the system would buffer megabytes for a client that does not read, beyond the limits
 * here. */
static void set_socket(int socket)
{
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &(int){64 * 1024}, sizeof(int));
}

struct connection *connection_new(struct net *net, int socket, const struct address *address,
                                  struct address_count *address_count)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        if (address_count) address_count_leave(&net->address_counts, address_count);
        close(socket);
        return NULL;
    }
    connection->net = net;
    connection->socket = socket;
    list_init(&connection->all_connections);
    list_init(&connection->changed);
    list_init(&connection->ended);
    list_init(&connection->waiting);
    list_init(&connection->fresh);
    connection->address = *address;
    connection->address_count = address_count;
    set_socket(socket);
    net->count++;
    *(address_count ? &net->accepted : &net->refused) += 1;
    if (address_count) list_append(&connection->fresh, &address_count->fresh);
    list_append(&connection->all_connections, &net->all_connections);
    connection_wait(connection, TIMEOUT_FIRST);
    if (!watch(connection, EPOLL_CTL_ADD, EPOLLIN)) connection_kill(connection);
    return connection;
}

void connection_kill(struct connection *connection)
{
    struct net *net = connection->net;
    if (connection->stage == CONNECTION_DEAD) return;
    connection->stage = CONNECTION_DEAD;
    *(connection->address_count ? &net->accepted : &net->refused) -= 1;
    list_remove(&connection->fresh);
    if (connection->address_count)
        address_count_leave(&net->address_counts, connection->address_count);
    connection->address_count = NULL;
    net->held -= connection->held;
    connection->held = 0;
    connection_wait_no_more(connection);
    connection_ended(connection);
}

static void destroy(struct connection *connection)
{
    struct net *net = connection->net;
    list_remove(&connection->all_connections);
    list_remove(&connection->changed);
    list_remove(&connection->ended);
    list_remove(&connection->waiting);
    net->count--;
    /* Closing alone would not end its events while a forked child still has the socket. */
    epoll_ctl(net->epoll, EPOLL_CTL_DEL, connection->socket, NULL);
    close(connection->socket);
    queue_free(&connection->queue);
    ws_reader_free(&connection->reader);
    free(connection->inbox.bytes);
    free(connection);
}

void connection_wait(struct connection *connection, enum connection_timeout what)
{
    struct net *net = connection->net;
    connection->deadline = net->now + net->timeout_ms[what];
    list_append(&connection->waiting, &net->waiting[what]);
}

void connection_wait_no_more(struct connection *connection)
{
    list_remove(&connection->waiting);
}

void connection_changed(struct connection *connection)
{
    if (list_is_empty(&connection->changed))
        list_append(&connection->changed, &connection->net->changed);
}

void connection_ended(struct connection *connection)
{
    if (list_is_empty(&connection->ended)) list_append(&connection->ended, &connection->net->ended);
}

/* ---- input ---- */

static bool is_read(const struct connection *connection)
{
    if (connection->paused) return false;
    return connection->stage == CONNECTION_READING || connection->stage == CONNECTION_OPEN ||
           connection->stage == CONNECTION_CLOSING || connection->stage == CONNECTION_LINGERING;
}

/* A complete request fits into the inbox, and no more input of requests is ever read. */
static size_t inbox_limit(const struct connection *connection)
{
    return (size_t)connection->net->limits.head + connection->net->limits.body;
}

static bool put_into_inbox(struct connection *connection, const char *bytes, size_t length)
{
    enum { LEAST = 512 };
    struct net_inbox *inbox = &connection->inbox;
    if (inbox->start) {
        if (inbox->length)
            __builtin_memmove(inbox->bytes, inbox->bytes + inbox->start, inbox->length);
        inbox->start = 0;
    }
    size_t needed = inbox->length + length;
    if (needed > inbox->size) {
        size_t size = inbox->size ? (size_t)inbox->size * 2 : LEAST;
        while (size < needed) size *= 2;
        char *grown = realloc(inbox->bytes, size);
        if (!grown) return false;
        inbox->bytes = grown;
        inbox->size = (uint32_t)size;
    }
    bv_copy(inbox->bytes + inbox->length, bytes, length);
    inbox->length = (uint32_t)needed;
    return true;
}

/* So many bytes are in the scratch buffer. */
static void read_requests(struct connection *connection, size_t length)
{
    if (put_into_inbox(connection, connection->net->scratch, length))
        connection_serve(connection);
    else
        connection_kill(connection);
}

/* Frames are handled in place, unless earlier ones wait. */
static void read_frames(struct connection *connection, size_t length)
{
    char *bytes = connection->net->scratch;
    size_t received = 0;
    if (!connection->inbox.length) received = connection_receive(connection, bytes, length);
    if (received == length) return;
    bool waits = connection->inbox.length;
    if (!put_into_inbox(connection, bytes + received, length - received))
        connection_kill(connection);
    else if (waits)
        connection_receive_inbox(connection);
}

static void discard_input(struct connection *connection, size_t length)
{
    connection->received += (uint32_t)length;
    if (connection->received > CONNECTION_LINGER_MAX) connection_kill(connection);
}

void connection_read(struct connection *connection)
{
    struct net *net = connection->net;
    if (!is_read(connection)) return;
    size_t capacity = CONNECTION_SCRATCH_SIZE;
    if (connection->stage == CONNECTION_READING) {
        size_t left = inbox_limit(connection) - connection->inbox.length;
        if (left < capacity) capacity = left;
    }
    ssize_t got = recv(connection->socket, net->scratch, capacity, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
    connection_changed(connection);
    if (got <= 0)
        connection_kill(connection);
    else if (connection->stage == CONNECTION_READING)
        read_requests(connection, (size_t)got);
    else if (connection->stage == CONNECTION_LINGERING)
        discard_input(connection, (size_t)got);
    else
        read_frames(connection, (size_t)got);
}

/* ---- output ---- */

void connection_push(struct connection *connection, struct net_buffer *buffer)
{
    if (!buffer || !queue_push(&connection->queue, buffer)) connection_kill(connection);
    connection_changed(connection);
}

/* Updates how many bytes the connection holds; shared buffers count for each connection that waits
 * for them. */
static void update_held(struct connection *connection)
{
    size_t held = connection->queue.held + connection->inbox.size + connection->reader.kept_size;
    connection->net->held += held - connection->held;
    connection->held = (uint32_t)held;
}

/* Everything is sent: go to the next stage. */
static void sent_all(struct connection *connection)
{
    bool last = connection->stage == CONNECTION_SENDING && !connection->keep_alive;
    if (connection->stage == CONNECTION_LEAVING && connection->peer_closed) {
        connection_kill(connection);
    } else if (connection->stage == CONNECTION_LEAVING || last) {
        shutdown(connection->socket, SHUT_WR);
        connection->stage = CONNECTION_LINGERING;
        connection->received = 0;
        connection_wait(connection, TIMEOUT_CLOSE);
        connection_ended(connection);
    } else if (connection->stage == CONNECTION_SENDING) {
        connection->stage = CONNECTION_READING;
        connection_wait(connection, TIMEOUT_NEXT);
        connection_serve(connection);
    }
}

static void flush(struct connection *connection)
{
    if (connection->stage == CONNECTION_DEAD) return;
    enum queue_end end = queue_send(&connection->queue, connection->socket);
    if (end == QUEUE_BROKEN) connection_kill(connection);
    if (end == QUEUE_EMPTY) sent_all(connection);
    if (connection->stage == CONNECTION_DEAD) return;
    /* New output comes from sent_all and will be flushed there. */
    uint32_t interest = (is_read(connection) ? (uint32_t)EPOLLIN : 0) |
                        (end == QUEUE_BLOCKED ? (uint32_t)EPOLLOUT : 0);
    if (interest != connection->interest && !watch(connection, EPOLL_CTL_MOD, interest))
        connection_kill(connection);
    if (connection->stage != CONNECTION_DEAD) update_held(connection);
}

/* All connections together hold too much: closes the one that holds most. */
static void reduce_memory(struct net *net)
{
    while (net->held > net->limits.memory) {
        struct list_link *at = net->all_connections.after;
        struct connection *heaviest = LIST_HOLDER(at, struct connection, all_connections);
        for (; at != &net->all_connections; at = at->after) {
            struct connection *other = LIST_HOLDER(at, struct connection, all_connections);
            if (other->held > heaviest->held) heaviest = other;
        }
        BV_ASSERT(heaviest->held);
        connection_kill(heaviest);
    }
}

static void report_and_free(struct connection *connection)
{
    struct net *net = connection->net;
    if (connection->known) {
        connection->known = false;
        net->called = true;
        if (net->handler.closed) net->handler.closed(net->handler.context, connection);
    }
    if (connection->stage == CONNECTION_DEAD) destroy(connection);
}

bool net_settle(struct net *net)
{
    net->called = false;
    while (!list_is_empty(&net->changed) || !list_is_empty(&net->ended)) {
        while (!list_is_empty(&net->changed))
            flush(LIST_HOLDER(list_take(&net->changed), struct connection, changed));
        reduce_memory(net);
        if (!list_is_empty(&net->ended))
            report_and_free(LIST_HOLDER(list_take(&net->ended), struct connection, ended));
    }
    return net->called;
}

/* ---- functions for the handler ---- */

void connection_set(struct connection *connection, void *mine)
{
    connection->mine = mine;
}

void *connection_get(const struct connection *connection)
{
    return connection->mine;
}

const struct address *connection_address(const struct connection *connection)
{
    return &connection->address;
}
