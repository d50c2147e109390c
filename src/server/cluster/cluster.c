#include "server/cluster/cluster.h"
#include "server/accounts/sessions.h"
#include "server/base/log.h"
#include "server/delivery/rate_limiter.h"

/* ---- Receiving ------------------------------------------------------------------------------- */

static void receive_tables(struct server *server, const struct peers_message *message)
{
    live_tables_updated(server->tables, message->text);
}

static void receive_here(struct server *server, const struct peers_message *message)
{
    remote_presence_here(server->tables, message->node, message->text);
}

static void receive_who(struct server *server, const struct peers_message *message)
{
    remote_presence_who(server->tables, message->text);
}

static void receive_documents(struct server *server, const struct peers_message *message)
{
    document_updates_receive(server, message->text);
}

/* PERSON, a newline, the message: its transaction was on disk before it was sent. */
static void receive_person(struct server *server, const struct peers_message *message)
{
    char person[ID_SIZE];
    struct bv_span rest = message->text;
    struct bv_span id = {0};
    struct bv_out out = bv_out_into(person, sizeof person);
    if (!bv_take_part(&rest, '\n', &id)) return;
    bv_put_span(&out, id);
    connections_send_here(server->connections, server->outbox, person, rest, OUTBOX_ANYWAY);
}

static void receive_in(struct server *server, const struct peers_message *message)
{
    remote_connections_receive_count(server->remote_connections, message->node, message->text);
}

static void receive_slice(struct server *server, const struct peers_message *message)
{
    remote_connections_receive_slice(server->remote_connections, message->node, message->text);
}

static void receive_roll(struct server *server, const struct peers_message *message)
{
    (void)message;
    remote_connections_receive_roll(server->remote_connections);
}

static void receive_limits(struct server *server, const struct peers_message *message)
{
    shared_limits_receive(server, message->text);
}

static void receive_missed(struct server *server, const struct peers_message *message)
{
    log_trouble("peers", message->text.text);
    live_tables_missed(server->tables);
    document_updates_missed(server);
    remote_connections_ask(server->remote_connections);
    remote_connections_receive_roll(
        server->remote_connections); /* the other nodes have missed what this one sent */
}

static const struct {
    const char *what;
    void (*receive)(struct server *server, const struct peers_message *message);
} receivers[] = {
    {"tables", receive_tables},       {"here", receive_here},     {"who", receive_who},
    {"documents", receive_documents}, {"person", receive_person}, {"in", receive_in},
    {"slice", receive_slice},         {"roll", receive_roll},     {"limits", receive_limits},
    {"missed", receive_missed},
};

void cluster_receive(struct server *server)
{
    struct peers_message message;
    while (server->peers && peers_receive(server->peers, &message))
        for (size_t i = 0; i < BV_COUNT(receivers); i++)
            if (bv_equal(receivers[i].what, message.what)) receivers[i].receive(server, &message);
}

/* ---- Sending --------------------------------------------------------------------------------- */

void cluster_look(struct server *server)
{
    enum { LIMITS_INTERVAL = 1000 };
    if (!server->peers) return;
    int64_t now = limiter_now();
    bool all = now >= server->limits_shared + LIMITS_INTERVAL;
    if (all) server->limits_shared = now;
    shared_limits_send(server, all);
    remote_connections_look(server->remote_connections, now);
    document_updates_look(server);
    session_doubts_look(server);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

bool cluster_open(struct server *server, void (*wake)(void *context), struct bv_error *error)
{
    const char *where = config_store(server->config);
    if (!store_is_shared(where)) return true;
    char address[CONFIG_TEXT + 16];
    struct bv_out out = bv_out_into(address, sizeof address);
    bv_put(&out, server->config->listen);
    bv_put_char(&out, ':');
    bv_put_number(&out, server->config->port);
    server->peers = peers_open(where, address, wake, server, error);
    if (!server->peers) return false;
    server->metrics.begun += peers_offset(server->peers);
    server->remote_connections = remote_connections_open(server->peers);
    return true;
}

void cluster_share_limits(struct server *server)
{
    if (!server->peers) return;
    limiter_share(server->limiter, server->remote_connections, shared_limits_seed(server));
    connections_report(server->connections, server->remote_connections);
}

void cluster_close(struct server *server)
{
    remote_connections_close(server->remote_connections);
    peers_close(server->peers);
    server->remote_connections = NULL;
    server->peers = NULL;
}

bool cluster_leads(const struct server *server)
{
    return !server->peers || peers_leads(server->peers);
}
