/* The server of the comparison on src/net: a message that begins with `!` goes to all, others back to
 * their sender. net_server PORT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "net/net.h"

enum { CONNECTIONS = 20000 };

struct server {
    struct connection *client[CONNECTIONS];
    size_t clients;
};

static void on_request(void *context, struct connection *connection,
                       const struct http_request *request)
{
    (void)context;
    (void)request;
    net_respond(connection, &(struct http_response){.status = 404});
}

static bool on_upgrade(void *context, struct connection *connection,
                       const struct http_request *request)
{
    struct server *server = context;
    (void)request;
    if (server->clients == CONNECTIONS) abort();
    connection_set(connection, &server->client[server->clients]);
    server->client[server->clients++] = connection;
    return true;
}

static void on_message(void *context, struct connection *connection, struct bv_span text)
{
    struct server *server = context;
    struct net_buffer *buffer = net_buffer_text(text);
    if (text.length && *text.text == '!')
        for (size_t i = 0; i < server->clients; i++) net_send(server->client[i], buffer);
    else
        net_send(connection, buffer);
    net_buffer_free(buffer);
}

static void on_closed(void *context, struct connection *connection)
{
    struct server *server = context;
    struct connection **place = connection_get(connection);
    if (!place) return;
    *place = server->client[--server->clients];
    connection_set(*place, place);
}

int main(int count, char **word)
{
    static struct server server;
    struct net_limits limits = net_default_limits;
    struct net_handler handler = {.context = &server,
                                  .request = on_request,
                                  .upgrade = on_upgrade,
                                  .message = on_message,
                                  .closed = on_closed};
    struct bv_error error;
    limits.connections = limits.per_address = CONNECTIONS;
    limits.receive = UINT32_MAX;
    signal(SIGPIPE, SIG_IGN);
    struct net *net =
        net_open("127.0.0.1", count > 1 ? atoi(word[1]) : 0, &limits, &handler, &error);
    if (!net) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    net_run(net);
}
