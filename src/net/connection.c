#define _GNU_SOURCE
#include "net/connection.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- birth and death ---- */

static bool watch(struct bv_connection *connection, int how, uint32_t interest)
{
    struct epoll_event event = {.events = interest, .data.ptr = connection};
    connection->interest = interest;
    return epoll_ctl(connection->net->epoll, how, connection->socket, &event) == 0;
}

/* Left alone, the system would take megabytes for a client that does not read, and our own bounds would bound
 * little. */
static void set_socket(int socket)
{
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &(int){64 * 1024}, sizeof(int));
}

struct bv_connection *bv_connection_new(struct bv_net *net, int socket,
                                        const struct bv_address *address, struct bv_home *home)
{
    struct bv_connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        if (home) bv_home_leave(&net->homes, home);
        close(socket);
        return NULL;
    }
    connection->net = net;
    connection->socket = socket;
    bv_link_init(&connection->everybody);
    bv_link_init(&connection->changed);
    bv_link_init(&connection->ended);
    bv_link_init(&connection->waiting);
    bv_link_init(&connection->fresh);
    connection->address = *address;
    connection->home = home;
    set_socket(socket);
    net->count++;
    *(home ? &net->guests : &net->refused) += 1;
    if (home) bv_link_join(&connection->fresh, &home->fresh);
    bv_link_join(&connection->everybody, &net->everybody);
    bv_connection_wait(connection, BV_FOR_FIRST);
    if (!watch(connection, EPOLL_CTL_ADD, EPOLLIN)) bv_connection_kill(connection);
    return connection;
}

void bv_connection_kill(struct bv_connection *connection)
{
    struct bv_net *net = connection->net;
    if (connection->stage == BV_DEAD) return;
    connection->stage = BV_DEAD;
    *(connection->home ? &net->guests : &net->refused) -= 1;
    bv_link_leave(&connection->fresh);
    if (connection->home) bv_home_leave(&net->homes, connection->home);
    connection->home = NULL;
    net->held -= connection->held;
    connection->held = 0;
    bv_connection_wait_no_more(connection);
    bv_connection_ended(connection);
}

static void destroy(struct bv_connection *connection)
{
    struct bv_net *net = connection->net;
    bv_link_leave(&connection->everybody);
    bv_link_leave(&connection->changed);
    bv_link_leave(&connection->ended);
    bv_link_leave(&connection->waiting);
    net->count--;
    close(connection->socket);
    bv_queue_free(&connection->queue);
    bv_ws_reader_free(&connection->reader);
    free(connection->inbox.bytes);
    free(connection);
}

void bv_connection_wait(struct bv_connection *connection, enum bv_patience what)
{
    struct bv_net *net = connection->net;
    connection->deadline = net->now + net->patience[what];
    bv_link_join(&connection->waiting, &net->waiting[what]);
}

void bv_connection_wait_no_more(struct bv_connection *connection)
{
    bv_link_leave(&connection->waiting);
}

void bv_connection_changed(struct bv_connection *connection)
{
    if (bv_link_alone(&connection->changed))
        bv_link_join(&connection->changed, &connection->net->changed);
}

void bv_connection_ended(struct bv_connection *connection)
{
    if (bv_link_alone(&connection->ended))
        bv_link_join(&connection->ended, &connection->net->ended);
}

/* ---- coming in ---- */

static bool is_read(const struct bv_connection *connection)
{
    if (connection->paused) return false;
    return connection->stage == BV_READING || connection->stage == BV_OPEN ||
           connection->stage == BV_CLOSING || connection->stage == BV_LINGERING;
}

/* A whole request fits into the inbox, and no more of requests is ever read. */
static size_t inbox_limit(const struct bv_connection *connection)
{
    return (size_t)connection->net->limits.head + connection->net->limits.body;
}

static bool put_into_inbox(struct bv_connection *connection, const char *bytes, size_t length)
{
    enum { LEAST = 512 };
    struct bv_inbox *inbox = &connection->inbox;
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

/* So many bytes are in the scratch. */
static void read_requests(struct bv_connection *connection, size_t length)
{
    if (put_into_inbox(connection, connection->net->scratch, length))
        bv_connection_serve(connection);
    else
        bv_connection_kill(connection);
}

/* Frames are heard where they lie, unless earlier ones wait. */
static void read_frames(struct bv_connection *connection, size_t length)
{
    char *bytes = connection->net->scratch;
    size_t heard = 0;
    if (!connection->inbox.length) heard = bv_connection_hear(connection, bytes, length);
    if (heard == length) return;
    bool waits = connection->inbox.length;
    if (!put_into_inbox(connection, bytes + heard, length - heard))
        bv_connection_kill(connection);
    else if (waits)
        bv_connection_hear_inbox(connection);
}

static void read_in_vain(struct bv_connection *connection, size_t length)
{
    connection->heard += (uint32_t)length;
    if (connection->heard > BV_LINGER_MAX) bv_connection_kill(connection);
}

void bv_connection_read(struct bv_connection *connection)
{
    struct bv_net *net = connection->net;
    if (!is_read(connection)) return;
    size_t room = BV_SCRATCH_SIZE;
    if (connection->stage == BV_READING) {
        size_t left = inbox_limit(connection) - connection->inbox.length;
        if (left < room) room = left;
    }
    ssize_t got = recv(connection->socket, net->scratch, room, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
    bv_connection_changed(connection);
    if (got <= 0)
        bv_connection_kill(connection);
    else if (connection->stage == BV_READING)
        read_requests(connection, (size_t)got);
    else if (connection->stage == BV_LINGERING)
        read_in_vain(connection, (size_t)got);
    else
        read_frames(connection, (size_t)got);
}

/* ---- going out ---- */

void bv_connection_push(struct bv_connection *connection, struct bv_parcel *parcel)
{
    if (!parcel || !bv_queue_push(&connection->queue, parcel)) bv_connection_kill(connection);
    bv_connection_changed(connection);
}

/* Notes what the connection holds; shared parcels count for everybody who waits for them. */
static void weigh(struct bv_connection *connection)
{
    size_t held = connection->queue.held + connection->inbox.size + connection->reader.kept_size;
    connection->net->held += held - connection->held;
    connection->held = (uint32_t)held;
}

/* Everything is sent: what next? */
static void sent_all(struct bv_connection *connection)
{
    bool last = connection->stage == BV_SENDING && !connection->keep_alive;
    if (connection->stage == BV_LEAVING && connection->farewell) {
        bv_connection_kill(connection);
    } else if (connection->stage == BV_LEAVING || last) {
        shutdown(connection->socket, SHUT_WR);
        connection->stage = BV_LINGERING;
        connection->heard = 0;
        bv_connection_wait(connection, BV_FOR_FAREWELL);
        bv_connection_ended(connection);
    } else if (connection->stage == BV_SENDING) {
        connection->stage = BV_READING;
        bv_connection_wait(connection, BV_FOR_NEXT);
        bv_connection_serve(connection);
    }
}

static void flush(struct bv_connection *connection)
{
    if (connection->stage == BV_DEAD) return;
    enum bv_queue_end end = bv_queue_send(&connection->queue, connection->socket);
    if (end == BV_QUEUE_BROKEN) bv_connection_kill(connection);
    if (end == BV_QUEUE_EMPTY) sent_all(connection);
    if (connection->stage == BV_DEAD) return;
    /* Something new to send comes from sent_all and has its flush to come. */
    uint32_t interest = (is_read(connection) ? (uint32_t)EPOLLIN : 0) |
                        (end == BV_QUEUE_BLOCKED ? (uint32_t)EPOLLOUT : 0);
    if (interest != connection->interest && !watch(connection, EPOLL_CTL_MOD, interest))
        bv_connection_kill(connection);
    if (connection->stage != BV_DEAD) weigh(connection);
}

/* Together they hold too much: whoever holds most of it goes. */
static void lighten(struct bv_net *net)
{
    while (net->held > net->limits.memory) {
        struct bv_link *at = net->everybody.after;
        struct bv_connection *heaviest = BV_HOLDER(at, struct bv_connection, everybody);
        for (; at != &net->everybody; at = at->after) {
            struct bv_connection *other = BV_HOLDER(at, struct bv_connection, everybody);
            if (other->held > heaviest->held) heaviest = other;
        }
        BV_ASSERT(heaviest->held);
        bv_connection_kill(heaviest);
    }
}

static void tell_and_bury(struct bv_connection *connection)
{
    struct bv_net *net = connection->net;
    if (connection->known) {
        connection->known = false;
        net->called = true;
        if (net->handler.closed) net->handler.closed(net->handler.context, connection);
    }
    if (connection->stage == BV_DEAD) destroy(connection);
}

bool bv_net_settle(struct bv_net *net)
{
    net->called = false;
    while (!bv_link_alone(&net->changed) || !bv_link_alone(&net->ended)) {
        while (!bv_link_alone(&net->changed))
            flush(BV_HOLDER(bv_link_take(&net->changed), struct bv_connection, changed));
        lighten(net);
        if (!bv_link_alone(&net->ended))
            tell_and_bury(BV_HOLDER(bv_link_take(&net->ended), struct bv_connection, ended));
    }
    return net->called;
}

/* ---- what the handler may ask ---- */

void bv_connection_set(struct bv_connection *connection, void *mine)
{
    connection->mine = mine;
}

void *bv_connection_get(const struct bv_connection *connection)
{
    return connection->mine;
}

const struct bv_address *bv_connection_address(const struct bv_connection *connection)
{
    return &connection->address;
}
