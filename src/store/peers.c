#include "store/peers.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/peers_channel.h"
#include "util/clock.h"
#include "util/list.h"
#include "util/memory.h"

enum {
    BEAT = 1000,
    VALID =
        /* how long the result of a heartbeat is trusted: less than other nodes need to consider
         * this one dead */
    2500,
    LONGEST = 1000, /* between two attempts to reconnect */
    TRIPS = 8,      /* clocks are compared by the shortest of so many round trips */
    HEAD = NODE_SIZE + PEERS_TOPIC_SIZE + 24, /* of a payload: `NODE #SERIAL what ` */
};

/* A message sent or received, followed by its bytes. */
struct piece {
    struct list_link link;
    char node[NODE_SIZE];
    char what[PEERS_TOPIC_SIZE];
    size_t length;
    char text[];
};

struct queue {
    struct list_link pieces;
    size_t count, bytes;
};

struct peers {
    char *where;
    char *address;
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    int wake_thread[2];  /* a pipe: there is a message to send, or it is time to stop */
    struct piece *given; /* the last message that peers_receive returned */

    /* Used by the thread only. */
    struct peers_channel *channel;
    struct piece *half;  /* of a long text, the parts received so far */
    uint64_t serial;     /* of payloads */
    int64_t trip[TRIPS]; /* of the last heartbeats, and the clock they read */
    int64_t trip_shift[TRIPS];
    unsigned trips;
    int64_t beaten; /* when the last heartbeat began */
    int64_t last;   /* and the last one that advanced game time; 0: none has */

    atomic_int_fast64_t shift; /* database's clock less monotonic */

    pthread_mutex_t lock; /* protects all below */
    bool stopping;
    struct queue outgoing, incoming;
    bool missed;
    struct bv_error why_missed;
    int64_t valid_until;   /* until when the result of the last heartbeat is trusted */
    struct game_time time; /* as of the last heartbeat that advanced it, */
    int64_t time_shift;    /* the database's clock less the monotonic one then, */
    int64_t time_until;    /* and until when it continues by itself */
    struct peers_heartbeat beat;
};

/* ---- Queues ---------------------------------------------------------------------------------- */

static struct piece *new_message(const char *node, struct bv_span what, struct bv_span text)
{
    struct piece *piece = memory_new(sizeof *piece + text.length + 1);
    list_init(&piece->link);
    struct bv_out name = bv_out_into(piece->node, sizeof piece->node);
    struct bv_out word = bv_out_into(piece->what, sizeof piece->what);
    bv_put(&name, node);
    bv_put_span(&word, what);
    piece->length = text.length;
    if (text.length) memcpy(piece->text, text.text, text.length);
    return piece;
}

static struct piece *pop(struct queue *queue)
{
    if (list_is_empty(&queue->pieces)) return NULL;
    struct piece *piece = LIST_HOLDER(list_take(&queue->pieces), struct piece, link);
    queue->count--;
    queue->bytes -= piece->length;
    return piece;
}

/* Adds a message; false if older ones were dropped for it. */
static bool push(struct queue *queue, struct piece *piece)
{
    bool capacity = true;
    while (queue->count >= PEERS_QUEUE ||
           (queue->count && queue->bytes + piece->length > PEERS_BYTES)) {
        free(pop(queue));
        capacity = false;
    }
    list_append(&piece->link, &queue->pieces);
    queue->count++;
    queue->bytes += piece->length;
    return capacity;
}

static void clear(struct queue *queue)
{
    for (struct piece *piece = pop(queue); piece; piece = pop(queue)) free(piece);
}

/* ---- Receiving ------------------------------------------------------------------------------- */

/* A node counts as alive from its last message, not only from its last heartbeat. */
static void note_alive(struct peers_heartbeat *beat, const char *node)
{
    uint32_t at = 0;
    while (at < beat->nodes && !bv_equal(beat->node[at], node)) at++;
    if (at < beat->nodes || at == PEERS_CHANNEL_NODES) return;
    bv_copy_text(beat->node[beat->nodes++], NODE_SIZE, node);
}

static void deliver(struct peers *peers, struct piece *piece)
{
    pthread_mutex_lock(&peers->lock);
    note_alive(&peers->beat, piece->node);
    /* else the loop was woken already, and receives until there is none */
    bool first = !peers->incoming.count;
    if (!push(&peers->incoming, piece)) {
        peers->missed = true;
        bv_error_set(&peers->why_missed, "more messages came than could be kept");
    }
    pthread_mutex_unlock(&peers->lock);
    if (first) peers->wake(peers->context);
}

/* Appends a part of a long text to those before it; parts arrive in order. */
static struct piece *joined(struct peers *peers, struct piece *part)
{
    struct piece *half = peers->half;
    peers->half = NULL;
    if (!half) return part;
    bool fits = bv_equal(half->node, part->node) && bv_equal(half->what, part->what) &&
                half->length + part->length <= PEERS_TEXT_MAX;
    if (!fits) {
        free(half);
        return part;
    }
    struct piece *whole = realloc(half, sizeof *half + half->length + part->length + 1);
    if (!whole) abort();
    list_init(&whole->link); /* it may have moved */
    memcpy(whole->text + whole->length, part->text, part->length + 1);
    whole->length += part->length;
    free(part);
    return whole;
}

/* `NODE what text`, which a commit announces, or `NODE #SERIAL what text`, which a node sends; `+`
 * for `#`: the text continues in the next payload. */
static void take_payload(struct peers *peers, const char *payload)
{
    struct bv_span rest = bv_span_of(payload);
    struct bv_span node;
    struct bv_span what;
    char name[NODE_SIZE];
    if (!bv_take_part(&rest, ' ', &node) || node.length >= sizeof name ||
        bv_span_is(node, node_name()) || !bv_take_part(&rest, ' ', &what) || !what.length)
        return;
    bool goes_on = what.text[0] == '+';
    if ((goes_on || what.text[0] == '#') && !bv_take_part(&rest, ' ', &what)) return;
    if (what.length >= PEERS_TOPIC_SIZE) return;
    struct bv_out out = bv_out_into(name, sizeof name);
    bv_put_span(&out, node);
    struct piece *piece = joined(peers, new_message(name, what, rest));
    if (goes_on)
        peers->half = piece;
    else
        deliver(peers, piece);
}

static bool receive_all(struct peers *peers, struct bv_error *error)
{
    bool good = peers_channel_read(peers->channel, error);
    for (const char *payload = peers_channel_next(peers->channel); payload;
         payload = peers_channel_next(peers->channel))
        take_payload(peers, payload);
    return good;
}

/* ---- Sending --------------------------------------------------------------------------------- */

/* The serial distinguishes two equal payloads of one transaction: the database would deliver them
 * once. */
static char *new_payload(struct peers *peers, const struct piece *piece, size_t at, size_t length)
{
    size_t size = HEAD + length + 1;
    char *payload = memory_new(size);
    char serial[24];
    bool goes_on = at + length < piece->length;
    snprintf(serial, sizeof serial, " %c%llu ", goes_on ? '+' : '#',
             (unsigned long long)peers->serial++);
    struct bv_out out = bv_out_into(payload, size);
    bv_put_all(&out, node_name(), serial, piece->what, " ");
    bv_put_span(&out, (struct bv_span){piece->text + at, length});
    return payload;
}

enum {
    PART = PEERS_CHANNEL_PAYLOAD - HEAD, /* bytes of a text that fit in one payload */
    CHARACTER = 4, /* bytes of the longest character: a character is never split */
};

static size_t part_of(const struct piece *piece, size_t at)
{
    size_t length = piece->length - at;
    if (length <= PART) return length;
    length = PART;
    while (length > PART - CHARACTER && (piece->text[at + length] & 0xC0) == 0x80) length--;
    return length;
}

/* As many messages as fit in one transaction; all parts of a text do, so that no other message
 * comes between them. */
static size_t take_payloads(struct peers *peers, char *payload[PEERS_CHANNEL_GROUP])
{
    size_t count = 0;
    pthread_mutex_lock(&peers->lock);
    while (peers->outgoing.count) {
        const struct piece *next = LIST_HOLDER(peers->outgoing.pieces.after, struct piece, link);
        if (count + next->length / (PART - CHARACTER) >= PEERS_CHANNEL_GROUP) break;
        struct piece *piece = pop(&peers->outgoing);
        size_t at = 0;
        do {
            size_t length = part_of(piece, at);
            payload[count++] = new_payload(peers, piece, at, length);
            at += length;
        } while (at < piece->length);
        free(piece);
    }
    pthread_mutex_unlock(&peers->lock);
    return count;
}

static bool send_all(struct peers *peers, struct bv_error *error)
{
    char *payload[PEERS_CHANNEL_GROUP];
    bool good = true;
    size_t count;
    while (good && (count = take_payloads(peers, payload))) {
        good = peers_channel_notify(peers->channel, (const char *const *)payload, count, error);
        for (size_t i = 0; i < count; i++) free(payload[i]);
    }
    return good;
}

/* ---- The thread ------------------------------------------------------------------------------ */

/* Whether two round trips can both be right: each is wrong by at most half of its duration, and
 * clocks drift a little. */
static bool are_consistent(const struct peers *peers, unsigned a, unsigned b)
{
    enum { DRIFT = 2 }; /* milliseconds */
    int64_t apart = peers->trip_shift[a] - peers->trip_shift[b];
    int64_t most = (peers->trip[a] + peers->trip[b]) / 2000 + DRIFT;
    return apart <= most && -apart <= most;
}

/* The shortest of the last round trips gives the database's clock most exactly, unless a clock was
 * set since, or this machine was suspended. */
static void compare_clocks(struct peers *peers, const struct peers_heartbeat *beat)
{
    unsigned last = peers->trips++ % TRIPS;
    unsigned best = last;
    peers->trip[last] = beat->trip;
    peers->trip_shift[last] = beat->shift;
    for (unsigned i = 0; i < TRIPS && i < peers->trips; i++)
        if (peers->trip[i] < peers->trip[best] && are_consistent(peers, i, last)) best = i;
    atomic_store(&peers->shift, peers->trip_shift[best]);
}

static bool beat_once(struct peers *peers, struct bv_error *error)
{
    struct peers_heartbeat beat = {0};
    peers->beaten = clock_milliseconds();
    struct peers_channel_last_beat last = {peers->beat.leads, peers->last, peers->time_shift};
    if (!peers_channel_heartbeat(peers->channel, peers->address, &last, &beat, error)) return false;
    if (beat.counted) compare_clocks(peers, &beat);
    pthread_mutex_lock(&peers->lock);
    if (beat.counted) {
        peers->last = peers->beaten;
        peers->time = beat.time;
        peers->time_shift = atomic_load(&peers->shift);
        peers->time_until = peers->beaten + PEERS_CHANNEL_BEAT_LONGEST;
    }
    peers->beat = beat;
    peers->valid_until = peers->beaten + VALID;
    pthread_mutex_unlock(&peers->lock);
    return true;
}

/* The lead ends with the connection, and unsent messages are dropped. The next connection may reach
 * another database, with another clock. */
static void disconnect(struct peers *peers, const struct bv_error *why)
{
    peers_channel_close(peers->channel);
    peers->channel = NULL;
    free(peers->half);
    peers->half = NULL;
    peers->trips = 0;
    pthread_mutex_lock(&peers->lock);
    peers->beat.leads = false;
    peers->why_missed = *why;
    clear(&peers->outgoing);
    pthread_mutex_unlock(&peers->lock);
}

static bool connect_first(struct peers *peers, struct bv_error *error)
{
    enum { TRIES = 100 };
    peers->channel = peers_channel_open(peers->where, error);
    bool good = peers->channel && beat_once(peers, error);
    for (int i = 0; good && !peers->last; i++) /* other nodes were faster; it must be known once */
        good = (i < TRIES || bv_error_set(error, "PostgreSQL: too many nodes run at once")) &&
               beat_once(peers, error);
    if (good) return true;
    peers_channel_close(peers->channel);
    peers->channel = NULL;
    return false;
}

static void reconnect(struct peers *peers)
{
    struct bv_error error;
    if (!connect_first(peers, &error)) return;
    pthread_mutex_lock(&peers->lock);
    peers->missed = true;
    clear(&peers->outgoing);
    pthread_mutex_unlock(&peers->lock);
    peers->wake(peers->context);
}

static bool is_stopping(struct peers *peers)
{
    pthread_mutex_lock(&peers->lock);
    bool stopping = peers->stopping;
    pthread_mutex_unlock(&peers->lock);
    return stopping;
}

/* Waits until there is input, a message to send, or the time is up. */
static void wait_at(struct peers *peers, int64_t milliseconds)
{
    char bytes[64];
    struct pollfd inputs[] = {
        {.fd = peers->wake_thread[0], .events = POLLIN},
        {.fd = peers->channel ? peers_channel_socket(peers->channel) : -1, .events = POLLIN},
    };
    poll(inputs, BV_COUNT(inputs), milliseconds > 0 ? (int)milliseconds : 0);
    while (read(peers->wake_thread[0], bytes, sizeof bytes) > 0) continue;
}

static void serve_connection(struct peers *peers)
{
    struct bv_error error;
    wait_at(peers, peers->beaten + BEAT - clock_milliseconds());
    bool due = clock_milliseconds() >= peers->beaten + BEAT;
    bool good = receive_all(peers, &error) && send_all(peers, &error) &&
                (!due || beat_once(peers, &error)) &&
                receive_all(peers, &error); /* arrived together with the answers */
    if (!good) disconnect(peers, &error);
}

static void *run(void *context)
{
    enum { SHORTEST = 100 };
    struct peers *peers = context;
    int64_t pause = SHORTEST;
    while (!is_stopping(peers)) {
        if (peers->channel) {
            serve_connection(peers);
            pause = SHORTEST;
            continue;
        }
        reconnect(peers);
        if (peers->channel) continue;
        wait_at(peers, pause);
        pause = 2 * pause < LONGEST ? 2 * pause : LONGEST;
    }
    if (peers->channel) {
        struct bv_error error;
        send_all(peers, &error);
        peers_channel_leave(peers->channel);
    }
    return NULL;
}

/* ---- Called from the loop -------------------------------------------------------------------- */

static bool open_pipe(int end[2])
{
    if (pipe(end)) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(end[i], F_SETFL, O_NONBLOCK);
        fcntl(end[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void release(struct peers *peers)
{
    peers_channel_close(peers->channel);
    clear(&peers->outgoing);
    clear(&peers->incoming);
    free(peers->half);
    free(peers->given);
    free(peers->where);
    free(peers->address);
    for (int i = 0; i < 2; i++)
        if (peers->wake_thread[i] >= 0) close(peers->wake_thread[i]);
    pthread_mutex_destroy(&peers->lock);
    free(peers);
}

struct peers *peers_open(const char *where, const char *address, void (*wake)(void *),
                         void *context, struct bv_error *error)
{
    struct peers *peers = memory_new(sizeof *peers);
    *peers = (struct peers){.where = memory_copy_text(where, strlen(where)),
                            .address = memory_copy_text(address, strlen(address)),
                            .wake = wake,
                            .context = context,
                            .wake_thread = {-1, -1}};
    list_init(&peers->outgoing.pieces);
    list_init(&peers->incoming.pieces);
    pthread_mutex_init(&peers->lock, NULL);
    bool good = open_pipe(peers->wake_thread) || bv_error_set(error, "no more files can be opened");
    good = good && connect_first(peers, error);
    if (good && pthread_create(&peers->thread, NULL, run, peers) != 0)
        good = bv_error_set(error, "no thread can be started");
    if (good) return peers;
    release(peers);
    return NULL;
}

static void wake_thread(struct peers *peers)
{
    ssize_t put = write(peers->wake_thread[1], "", 1);
    (void)put; /* a full pipe wakes the thread as well */
}

void peers_close(struct peers *peers)
{
    if (!peers) return;
    pthread_mutex_lock(&peers->lock);
    peers->stopping = true;
    pthread_mutex_unlock(&peers->lock);
    wake_thread(peers);
    pthread_join(peers->thread, NULL);
    release(peers);
}

void peers_send(struct peers *peers, const char *what, struct bv_span text)
{
    BV_ASSERT(text.length <= PEERS_TEXT_MAX && bv_length(what) < PEERS_TOPIC_SIZE);
    struct piece *piece = new_message(node_name(), bv_span_of(what), text);
    pthread_mutex_lock(&peers->lock);
    bool first = !peers->outgoing.count;
    push(&peers->outgoing, piece);
    pthread_mutex_unlock(&peers->lock);
    if (first) wake_thread(peers);
}

/* What was received before the connection was lost is delivered first, then `missed`. */
bool peers_receive(struct peers *peers, struct peers_message *message)
{
    free(peers->given);
    pthread_mutex_lock(&peers->lock);
    peers->given = pop(&peers->incoming);
    if (!peers->given && peers->missed) {
        peers->missed = false;
        peers->given =
            new_message(node_name(), bv_span_of("missed"), bv_span_of(peers->why_missed.text));
    }
    pthread_mutex_unlock(&peers->lock);
    const struct piece *piece = peers->given;
    if (!piece) return false;
    *message = (struct peers_message){.text = {piece->text, piece->length}};
    memcpy(message->node, piece->node, sizeof message->node);
    memcpy(message->what, piece->what, sizeof message->what);
    return true;
}

int64_t peers_now(const struct peers *peers)
{
    return clock_milliseconds() + atomic_load(&peers->shift);
}

int64_t peers_offset(const struct peers *peers)
{
    return peers_now(peers) - clock_wall_milliseconds();
}

/* Casts const away from the lock only: the caller changes nothing. */
static pthread_mutex_t *lock_of(const struct peers *peers)
{
    return (pthread_mutex_t *)&peers->lock;
}

bool peers_leads(const struct peers *peers)
{
    if (!peers) return true;
    pthread_mutex_lock(lock_of(peers));
    bool leads = peers->beat.leads && clock_milliseconds() < peers->valid_until;
    pthread_mutex_unlock(lock_of(peers));
    return leads;
}

bool peers_is_alive(const struct peers *peers, const char *node)
{
    bool alive = bv_equal(node, node_name());
    pthread_mutex_lock(lock_of(peers));
    for (uint32_t i = 0; i < peers->beat.nodes && !alive; i++)
        alive = bv_equal(peers->beat.node[i], node);
    pthread_mutex_unlock(lock_of(peers));
    return alive;
}

uint32_t peers_count(const struct peers *peers)
{
    pthread_mutex_lock(lock_of(peers));
    uint32_t count = peers->beat.nodes;
    pthread_mutex_unlock(lock_of(peers));
    return count ? count : 1;
}

bool peers_time(const struct peers *peers, struct game_time *time)
{
    int64_t now = clock_milliseconds();
    pthread_mutex_lock(lock_of(peers));
    bool known = now <= peers->time_until;
    *time = peers->time;
    int64_t passed = now + peers->time_shift - peers->time.wall;
    pthread_mutex_unlock(lock_of(peers));
    time->wall += passed;
    if (known) time->game += passed;
    return known;
}
