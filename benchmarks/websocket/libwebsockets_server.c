/* The server of the comparison on libwebsockets: a message that begins with `!` goes to all, others back
 * to their sender. Bounded as src/net is: a message of 48 KiB, 256 KiB that wait for a client.
 * libwebsockets_server PORT */
#include <libwebsockets.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE = 48 * 1024, QUEUE = 256 * 1024, WAITING = 64, CONNECTIONS = 20000 };

/* A message that several clients wait for; room for the frame's head is before it. */
struct message {
    int holders;
    size_t length;
    unsigned char room[];
};

struct client {
    struct lws *socket;
    size_t place; /* among all clients */
    struct message *waiting[WAITING];
    unsigned first, count;
    size_t queued;
    unsigned char *text; /* a message that is not complete */
    size_t length;
};

static struct client *clients[CONNECTIONS];
static size_t client_count;

static void drop(struct message *message)
{
    if (--message->holders == 0) free(message);
}

static bool give(struct client *client, struct message *message)
{
    if (client->count == WAITING || client->queued + message->length > QUEUE) return false;
    message->holders++;
    client->waiting[(client->first + client->count++) % WAITING] = message;
    client->queued += message->length;
    lws_callback_on_writable(client->socket);
    return true;
}

static bool hear(struct client *client)
{
    struct message *message = malloc(sizeof *message + LWS_PRE + client->length);
    bool good = true;
    if (!message) return false;
    *message = (struct message){.holders = 1, .length = client->length};
    if (client->length) memcpy(message->room + LWS_PRE, client->text, client->length);
    if (client->length && *client->text == '!')
        for (size_t i = 0; i < client_count; i++) give(clients[i], message);
    else
        good = give(client, message);
    client->length = 0;
    drop(message);
    return good;
}

static bool take(struct client *client, const void *bytes, size_t length)
{
    if (client->length + length > MESSAGE) {
        lws_close_reason(client->socket, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return false;
    }
    if (lws_frame_is_binary(client->socket)) {
        lws_close_reason(client->socket, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, NULL, 0);
        return false;
    }
    if (!client->text) client->text = malloc(MESSAGE);
    if (!client->text) return false;
    memcpy(client->text + client->length, bytes, length);
    client->length += length;
    if (!lws_is_final_fragment(client->socket) || lws_remaining_packet_payload(client->socket))
        return true;
    bool good = hear(client);
    free(client->text);
    client->text = NULL;
    return good;
}

static bool send_next(struct client *client)
{
    if (!client->count) return true;
    struct message *message = client->waiting[client->first];
    int sent = lws_write(client->socket, message->room + LWS_PRE, message->length, LWS_WRITE_TEXT);
    client->first = (client->first + 1) % WAITING;
    client->count--;
    client->queued -= message->length;
    drop(message);
    if (client->count) lws_callback_on_writable(client->socket);
    return sent >= 0;
}

static void leave(struct client *client)
{
    while (client->count) {
        drop(client->waiting[client->first]);
        client->first = (client->first + 1) % WAITING;
        client->count--;
    }
    free(client->text);
    clients[client->place] = clients[--client_count];
    clients[client->place]->place = client->place;
}

static int on_event(struct lws *socket, enum lws_callback_reasons reason, void *mine, void *bytes,
                    size_t length)
{
    struct client *client = mine;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        *client = (struct client){.socket = socket, .place = client_count};
        clients[client_count++] = client;
        return 0;
    case LWS_CALLBACK_RECEIVE: return take(client, bytes, length) ? 0 : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return send_next(client) ? 0 : -1;
    case LWS_CALLBACK_CLOSED: leave(client); return 0;
    default: return lws_callback_http_dummy(socket, reason, mine, bytes, length);
    }
}

int main(int count, char **word)
{
    static const struct lws_protocols protocols[] = {
        {.name = "", .callback = on_event, .per_session_data_size = sizeof(struct client)}, {0}};
    struct lws_context_creation_info info = {
        .port = count > 1 ? atoi(word[1]) : 0,
        .iface = "127.0.0.1",
        .protocols = protocols,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_DISABLE_IPV6 |
                   (getenv("LIBUV") ? LWS_SERVER_OPTION_LIBUV : 0)};
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context *context = lws_create_context(&info);
    if (!context) return 1;
    while (lws_service(context, 0) >= 0) continue;
    lws_context_destroy(context);
}
