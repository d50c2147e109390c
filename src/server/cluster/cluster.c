#include "server/cluster/cluster.h"

#include "server/base/log.h"
#include "server/delivery/remote_connections.h"
#include "server/delivery/subscriptions.h"
#include "store/store.h"
#include "util/clock.h"

enum { HANDLERS_MAX = 8 };

struct document_handler {
    const char *kinds;
    cluster_handler *handle;
    void *context;
    bool again; /* the store could not be read */
};

struct cluster {
    struct peers *peers;                           /* NULL: the server runs alone, */
    struct remote_connections *remote_connections; /* and so is this */
    struct cluster_deps given;
    int64_t limits_shared; /* when this node last sent its use of rate limits */
    struct document_handler handler[HANDLERS_MAX];
    size_t handlers;
};

/* ---- Opening and closing --------------------------------------------------------------------- */

struct cluster *cluster_open(const struct config *config, void (*wake)(void *context),
                             void *context, struct bv_error *error)
{
    struct cluster *cluster = memory_new(sizeof *cluster);
    const char *where = config_store(config);
    if (!store_is_shared(where)) return cluster;
    char address[CONFIG_TEXT + 16];
    struct bv_out out = bv_out_into(address, sizeof address);
    bv_put_all(&out, config->listen, ":");
    bv_put_number(&out, config->port);
    cluster->peers = peers_open(where, address, wake, context, error);
    if (cluster->peers) {
        cluster->remote_connections = remote_connections_open(cluster->peers);
        return cluster;
    }
    free(cluster);
    return NULL;
}

void cluster_close(struct cluster *cluster)
{
    if (!cluster) return;
    remote_connections_close(cluster->remote_connections);
    peers_close(cluster->peers);
    free(cluster);
}

struct peers *cluster_peers(const struct cluster *cluster)
{
    return cluster->peers;
}

void cluster_join(struct cluster *cluster, const struct cluster_deps *given)
{
    cluster->given = *given;
    if (!cluster->peers) return;
    limiter_share(given->limiter, cluster->remote_connections, shared_limits_seed(given->secret));
    connections_report(given->connections, cluster->remote_connections);
}

/* ---- Documents ------------------------------------------------------------------------------- */

void cluster_on_documents(struct cluster *cluster, const char *kinds, cluster_handler *handler,
                          void *context)
{
    BV_ASSERT(cluster->handlers < HANDLERS_MAX);
    cluster->handler[cluster->handlers++] =
        (struct document_handler){kinds, handler, context, false};
}

static void call(struct document_handler *handler, const char *key)
{
    if (!handler->handle(handler->context, key)) handler->again = true;
}

static bool is_for(const struct document_handler *handler, struct bv_span kind)
{
    struct bv_span rest = bv_span_of(handler->kinds);
    struct bv_span one = {0};
    while (bv_take_part(&rest, ' ', &one))
        if (one.length == kind.length && bv_same(one.text, kind.text, kind.length)) return true;
    return false;
}

/* A space in a key is written %20, a percent sign %25. */
static void put_key(struct bv_span text, char key[DOCUMENT_KEY_MAX + 1])
{
    struct bv_out out = bv_out_into(key, DOCUMENT_KEY_MAX + 1);
    for (size_t i = 0; i < text.length; i++) {
        bool escaped = text.text[i] == '%' && i + 2 < text.length;
        bv_put_char(&out, (char)(!escaped ? text.text[i] : text.text[i + 2] == '0' ? ' ' : '%'));
        if (escaped) i += 2;
    }
}

static void receive_documents(struct cluster *cluster, const struct peers_message *message)
{
    struct bv_span text = message->text;
    struct bv_span part = {0};
    while (bv_take_part(&text, ' ', &part)) {
        char key[DOCUMENT_KEY_MAX + 1];
        struct bv_span kind = {0};
        if (!bv_take_part(&part, '/', &kind)) continue;
        put_key(part, key);
        for (size_t i = 0; *key && i < cluster->handlers; i++)
            if (is_for(&cluster->handler[i], kind)) call(&cluster->handler[i], key);
    }
}

/* ---- Receiving ------------------------------------------------------------------------------- */

static void receive_tables(struct cluster *cluster, const struct peers_message *message)
{
    live_tables_updated(cluster->given.tables, message->text);
}

static void receive_here(struct cluster *cluster, const struct peers_message *message)
{
    remote_presence_here(cluster->given.tables, message->node, message->text);
}

static void receive_who(struct cluster *cluster, const struct peers_message *message)
{
    remote_presence_who(cluster->given.tables, message->text);
}

/* PERSON, a newline, the message: its transaction was on disk before it was sent. */
static void receive_person(struct cluster *cluster, const struct peers_message *message)
{
    char person[ID_SIZE];
    struct bv_span rest = message->text;
    struct bv_span id = {0};
    struct bv_out out = bv_out_into(person, sizeof person);
    if (!bv_take_part(&rest, '\n', &id)) return;
    bv_put_span(&out, id);
    connections_send_here(cluster->given.connections, cluster->given.outbox, person, rest,
                          OUTBOX_ANYWAY);
}

static void receive_in(struct cluster *cluster, const struct peers_message *message)
{
    remote_connections_receive_count(cluster->remote_connections, message->node, message->text);
}

static void receive_slice(struct cluster *cluster, const struct peers_message *message)
{
    remote_connections_receive_slice(cluster->remote_connections, message->node, message->text);
}

static void receive_roll(struct cluster *cluster, const struct peers_message *message)
{
    (void)message;
    remote_connections_receive_roll(cluster->remote_connections);
}

static void receive_limits(struct cluster *cluster, const struct peers_message *message)
{
    shared_limits_receive(limiter_limits(cluster->given.limiter), message->text);
}

static void receive_missed(struct cluster *cluster, const struct peers_message *message)
{
    log_trouble("cluster-error", message->text.text);
    live_tables_missed(cluster->given.tables);
    for (size_t i = 0; i < cluster->handlers; i++) call(&cluster->handler[i], "");
    remote_connections_ask(cluster->remote_connections);
    remote_connections_receive_roll(
        cluster->remote_connections); /* the other nodes have missed what this one sent */
}

static const struct {
    const char *what;
    void (*receive)(struct cluster *cluster, const struct peers_message *message);
} receivers[] = {
    {"tables", receive_tables},       {"here", receive_here},     {"who", receive_who},
    {"documents", receive_documents}, {"person", receive_person}, {"in", receive_in},
    {"slice", receive_slice},         {"roll", receive_roll},     {"limits", receive_limits},
    {"missed", receive_missed},
};

void cluster_receive(struct cluster *cluster)
{
    struct peers_message message;
    while (cluster->peers && peers_receive(cluster->peers, &message))
        for (size_t i = 0; i < BV_COUNT(receivers); i++)
            if (bv_equal(receivers[i].what, message.what)) receivers[i].receive(cluster, &message);
}

void cluster_tick(struct cluster *cluster)
{
    enum { LIMITS_INTERVAL = 1000 };
    if (!cluster->peers) return;
    int64_t now = clock_milliseconds();
    bool all = now >= cluster->limits_shared + LIMITS_INTERVAL;
    if (all) cluster->limits_shared = now;
    shared_limits_send(cluster->peers, limiter_limits(cluster->given.limiter), all);
    remote_connections_tick(cluster->remote_connections, now);
    for (size_t i = 0; i < cluster->handlers; i++) {
        struct document_handler *handler = &cluster->handler[i];
        if (handler->again) handler->again = !handler->handle(handler->context, NULL);
    }
}
