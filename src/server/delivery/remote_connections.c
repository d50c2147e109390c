#include "server/delivery/remote_connections.h"

#include "core/hash.h"
#include "util/memory.h"

enum { SLICES = 16, SLICE_BUCKETS = 256, BUCKETS = SLICES * SLICE_BUCKETS };
enum { SLICE_PACE = 500, SLICE_PACE_FAST = 20 }; /* milliseconds between two slices */

struct line {
    char key[REMOTE_CONNECTIONS_KEY_SIZE];
    char node[NODE_SIZE]; /* "": this one */
    uint32_t count;
    bool listed; /* in the slice that is being received */
    struct line *next;
};

struct remote_connections {
    struct peers *peers;
    uint32_t slice;         /* the next slice to send */
    uint32_t urgent_slices; /* how many slices to send quickly */
    int64_t last_sent;      /* when the last slice was sent */
    struct line *bucket[BUCKETS];
};

struct remote_connections *remote_connections_open(struct peers *peers)
{
    struct remote_connections *remote_connections = memory_new(sizeof *remote_connections);
    remote_connections->peers = peers;
    remote_connections_ask(remote_connections);
    return remote_connections;
}

void remote_connections_close(struct remote_connections *remote_connections)
{
    if (!remote_connections) return;
    for (size_t i = 0; i < BUCKETS; i++)
        while (remote_connections->bucket[i]) {
            struct line *line = remote_connections->bucket[i];
            remote_connections->bucket[i] = line->next;
            free(line);
        }
    free(remote_connections);
}

/* ---- Counts ---------------------------------------------------------------------------------- */

static size_t bucket_of(const char *key)
{
    return bv_hash_text(0, key) % BUCKETS;
}

static struct line **find(struct remote_connections *remote_connections, const char *node,
                          const char *key)
{
    struct line **place = &remote_connections->bucket[bucket_of(key)];
    while (*place && !(bv_equal((*place)->key, key) && bv_equal((*place)->node, node)))
        place = &(*place)->next;
    return place;
}

static void remove_line(struct line **place)
{
    struct line *line = *place;
    *place = line->next;
    free(line);
}

/* Sets the count of a node for a key; NULL for 0. */
static struct line *set_count(struct remote_connections *remote_connections, const char *node,
                              const char *key, uint32_t count)
{
    struct line **place = find(remote_connections, node, key);
    if (!count) {
        if (*place) remove_line(place);
        return NULL;
    }
    if (!*place) {
        *place = memory_new(sizeof **place);
        bv_copy_text((*place)->key, REMOTE_CONNECTIONS_KEY_SIZE, key);
        bv_copy_text((*place)->node, NODE_SIZE, node);
    }
    (*place)->count = count;
    return *place;
}

uint32_t remote_connections_count(const struct remote_connections *remote_connections,
                                  const char *key)
{
    uint32_t count = 0;
    const struct line *line =
        remote_connections ? remote_connections->bucket[bucket_of(key)] : NULL;
    for (; line; line = line->next)
        if (line->node[0] && bv_equal(line->key, key)) count += line->count;
    return count;
}

/* ---- Sending --------------------------------------------------------------------------------- */

void remote_connections_set(struct remote_connections *remote_connections, const char *key,
                            uint32_t count)
{
    char text[REMOTE_CONNECTIONS_KEY_SIZE + 16];
    struct bv_out out = bv_out_into(text, sizeof text);
    if (!remote_connections || !key[0]) return;
    set_count(remote_connections, "", key, count);
    bv_put_all(&out, key, " ");
    bv_put_number(&out, count);
    peers_send(remote_connections->peers, "in", (struct bv_span){text, out.length});
}

void remote_connections_ask(struct remote_connections *remote_connections)
{
    peers_send(remote_connections->peers, "roll", (struct bv_span){"", 0});
}

static void send_slice(struct remote_connections *remote_connections, uint32_t slice)
{
    static char text[PEERS_TEXT_MAX]; /* counts that do not fit are sent only when they change */
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_number(&out, slice);
    for (size_t i = 0; i < SLICE_BUCKETS; i++)
        for (const struct line *line = remote_connections->bucket[slice * SLICE_BUCKETS + i]; line;
             line = line->next) {
            if (line->node[0] || out.length + REMOTE_CONNECTIONS_KEY_SIZE + 16 > out.size) continue;
            bv_put_all(&out, " ", line->key, ":");
            bv_put_number(&out, line->count);
        }
    peers_send(remote_connections->peers, "slice", (struct bv_span){text, out.length});
}

static void forget_dead(struct remote_connections *remote_connections, uint32_t slice)
{
    for (size_t i = 0; i < SLICE_BUCKETS; i++) {
        struct line **place = &remote_connections->bucket[slice * SLICE_BUCKETS + i];
        while (*place)
            if ((*place)->node[0] && !peers_is_alive(remote_connections->peers, (*place)->node))
                remove_line(place);
            else
                place = &(*place)->next;
    }
}

void remote_connections_tick(struct remote_connections *remote_connections, int64_t now)
{
    int64_t pace = remote_connections->urgent_slices ? SLICE_PACE_FAST : SLICE_PACE;
    if (now < remote_connections->last_sent + pace) return;
    remote_connections->last_sent = now;
    if (remote_connections->urgent_slices) remote_connections->urgent_slices--;
    send_slice(remote_connections, remote_connections->slice);
    remote_connections->slice = (remote_connections->slice + 1) % SLICES;
    for (uint32_t slice = 0; slice < SLICES; slice++) forget_dead(remote_connections, slice);
}

/* ---- Receiving ------------------------------------------------------------------------------- */

/* Parses `KEY`, the separator and `COUNT`. */
static bool take_line(struct bv_span *rest, char separator, char key[REMOTE_CONNECTIONS_KEY_SIZE],
                      int *count)
{
    struct bv_span part = {0};
    struct bv_out out = bv_out_into(key, REMOTE_CONNECTIONS_KEY_SIZE);
    if (!bv_take_part(rest, separator, &part)) return false;
    bv_put_span(&out, part);
    return part.length && !out.cut && bv_number_of(*rest, 0, INT32_MAX, count);
}

void remote_connections_receive_count(struct remote_connections *remote_connections,
                                      const char *node, struct bv_span text)
{
    char key[REMOTE_CONNECTIONS_KEY_SIZE];
    int count = 0;
    if (take_line(&text, ' ', key, &count))
        set_count(remote_connections, node, key, (uint32_t)count);
}

static void remove_unlisted(struct remote_connections *remote_connections, const char *node,
                            uint32_t slice)
{
    for (size_t i = 0; i < SLICE_BUCKETS; i++) {
        struct line **place = &remote_connections->bucket[slice * SLICE_BUCKETS + i];
        while (*place) {
            struct line *line = *place;
            bool of_node = bv_equal(line->node, node);
            if (of_node && !line->listed) {
                remove_line(place);
                continue;
            }
            if (of_node) line->listed = false;
            place = &line->next;
        }
    }
}

void remote_connections_receive_slice(struct remote_connections *remote_connections,
                                      const char *node, struct bv_span text)
{
    char key[REMOTE_CONNECTIONS_KEY_SIZE];
    int slice = 0;
    struct bv_span part = {0};
    if (!bv_take_part(&text, ' ', &part) || !bv_number_of(part, 0, SLICES - 1, &slice)) return;
    while (bv_take_part(&text, ' ', &part)) {
        int count = 0;
        if (!take_line(&part, ':', key, &count) || !count ||
            bucket_of(key) / SLICE_BUCKETS != (size_t)slice)
            continue;
        set_count(remote_connections, node, key, (uint32_t)count)->listed = true;
    }
    remove_unlisted(remote_connections, node, (uint32_t)slice);
}

void remote_connections_receive_roll(struct remote_connections *remote_connections)
{
    remote_connections->urgent_slices = SLICES;
}
