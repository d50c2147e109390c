/* Requests of clients over a WebSocket: a function for each request of protocol/protocol.def that
 * is the server's; all others are commands at a table. */
#include "server/accounts/authentication.h"
#include "server/accounts/persons.h"
#include "server/base/unreadable.h"
#include "server/delivery/rate_limiter.h"
#include "server/main/server.h"
#include "server/tournaments/schedule.h"
#include "table/messages.h"

/* A request that is being answered. */
struct asked {
    struct server *server;
    struct client *client;
    struct request request;
    struct refusal refusal;
    struct bv_out *reply; /* fields of the answer */
};

static struct live_table *table_of(struct asked *asked)
{
    return live_table_enter(asked->server->tables, asked->request.table, &asked->refusal);
}

static bool answer_ping(struct asked *asked)
{
    bv_json_number(asked->reply, "now", server_now());
    return true;
}

static bool answer_open(struct asked *asked)
{
    struct live_table *live =
        live_table_open(asked->server->tables, asked->client, asked->request.json, &asked->refusal);
    if (live) live_table_write_opened(live, asked->reply);
    return live != NULL;
}

static bool answer_subscribe(struct asked *asked)
{
    struct live_table *live = table_of(asked);
    if (!live) return false;
    return subscription_open(asked->server->tables, asked->client, live, asked->request.since,
                             &asked->refusal);
}

static bool answer_leave(struct asked *asked)
{
    struct live_table *live = table_of(asked);
    if (live) subscription_close(asked->server->tables, asked->client, live);
    return live != NULL;
}

static bool answer_mute(struct asked *asked)
{
    struct live_table *live = table_of(asked);
    if (!live) return false;
    struct subscription *subscription = subscription_of(asked->client, live);
    if (!subscription) return refusal_set(&asked->refusal, REFUSE_NOT_SUBSCRIBED);
    subscription->muted = asked->request.on;
    return true;
}

/* A ticket authenticates programs that cannot send a cookie with a WebSocket. If the player
 * changes, the client leaves its tables first: their messages were for the previous player. */
static bool answer_resume(struct asked *asked)
{
    struct server *server = asked->server;
    struct client *client = asked->client;
    struct client newcomer = {.local = client->local};
    const char *ticket = asked->request.ticket;
    if (!ticket_redeem(&server->accounts, &newcomer, bv_span_of(ticket), server_now()))
        return refusal_set(&asked->refusal, REFUSE_BAD_TICKET);
    connections_leave(server->connections,
                      client); /* a client of the same player is not counted twice */
    bool fits =
        limiter_person_fits(server->limiter, &newcomer, server->connections, &asked->refusal);
    if (fits) auth_ticket_spend(&server->accounts, bv_span_of(ticket));
    if (documents_failed(server->documents)) {
        asked->refusal.detail = *documents_trouble(server->documents);
        fits = refusal_unreadable(&asked->refusal);
    }
    if (fits) client->resumed = outbox_transaction(server->outbox);
    if (fits && !bv_equal(newcomer.person, client->person)) {
        subscription_close_all(server->tables, client);
        seeks_leave(&server->seeks, client);
    }
    if (fits) person_become(&server->accounts, client, newcomer.person);
    connections_enter(server->connections, client);
    if (fits) person_write(client, asked->reply);
    return fits;
}

static bool answer_lobby(struct asked *asked)
{
    lobby_subscribe(asked->server->tables, asked->client);
    seeks_show(&asked->server->seeks, asked->client);
    return true;
}

static bool answer_lobby_leave(struct asked *asked)
{
    lobby_unsubscribe(asked->server->tables, asked->client);
    return true;
}

static bool answer_seek(struct asked *asked)
{
    person_refresh(&asked->server->accounts, asked->client);
    return seeks_enter(&asked->server->seeks, asked->client, &asked->request, &asked->refusal);
}

static bool answer_seek_leave(struct asked *asked)
{
    seeks_leave(&asked->server->seeks, asked->client);
    return true;
}

static bool answer_tournament(struct asked *asked)
{
    const char *id = asked->request.tournament;
    if (!documents_has(asked->server->documents, "tournament", id))
        return refusal_set(&asked->refusal, REFUSE_NO_SUCH_TOURNAMENT);
    connections_follow(asked->server->connections, asked->client, id);
    return true;
}

static bool answer_tournament_leave(struct asked *asked)
{
    connections_follow(asked->server->connections, asked->client, "");
    return true;
}

static bool answer_legal(struct asked *asked)
{
    struct live_table *live = table_of(asked);
    if (!live) return false;
    const struct bv_terms *terms = table_terms(live->table);
    const char *name = asked->request.seat;
    bv_seats held =
        asked->client->person[0] ? table_seats_held(live->table, asked->client->person) : 0;
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (!(held & bv_seat_bit(seat))) continue;
        if (name && !bv_equal(name, bv_seat_name(terms, seat))) continue;
        bv_json_text(asked->reply, "seat", bv_seat_name(terms, seat));
        messages_legal(live->table, seat, asked->reply);
        return true;
    }
    return refusal_set(&asked->refusal, REFUSE_NOT_YOUR_SEAT);
}

static bool command(struct asked *asked)
{
    char key[TABLE_KEY_SIZE];
    const struct request *request = &asked->request;
    struct live_table *live =
        live_table_at_hand(asked->server->tables, request->table, &asked->refusal);
    if (!live) return false;
    if (request->verb == VERB_SAY &&
        !limiter_may(asked->server->limiter, asked->client, LIMIT_CHATS, &asked->refusal))
        return false;
    if (request_flags(request->verb) & REQUEST_SITS)
        person_refresh(&asked->server->accounts, asked->client);
    if (!live_table_command(asked->server->tables, live, asked->client, request, key,
                            &asked->refusal))
        return false;
    if (key[0]) bv_json_text(asked->reply, "key", key);
    return true;
}

static bool (*const answers[VERBS])(struct asked *asked) = {
#define ANSWER(VERB, name) [VERB_##VERB] = answer_##name,
    SERVER_REQUESTS(ANSWER)
#undef ANSWER
};

static bool answer(struct asked *asked)
{
    enum request_verb verb = asked->request.verb;
    bool named = request_flags(verb) & (REQUEST_PERSON | REQUEST_TABLE);
    if (named && !asked->client->person[0]) return refusal_set(&asked->refusal, REFUSE_NEEDS_NAME);
    return answers[verb] ? answers[verb](asked) : command(asked);
}

/* A refusal changes nothing, but must not overtake earlier messages: it goes through the outbox. */
static void refuse(struct asked *asked)
{
    access_log_refused(&asked->server->metrics, asked->client, asked->refusal.code);
    char text[4096];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "refused");
    if (asked->request.id >= 0) bv_json_number(&out, "re", asked->request.id);
    refusal_write(&asked->refusal, &out);
    bv_json_close(&out, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, out.length});
    outbox_refuse(asked->server->outbox, asked->client, asked->request.id, buffer);
    net_buffer_free(buffer);
}

bool socket_message(struct server *server, struct client *client, struct bv_span text)
{
    static char reply[MESSAGES_LEGAL_MAX * (BV_TOKEN_MAX + 4)];
    struct bv_out out = bv_out_into(reply, sizeof reply);
    struct asked asked = {.server = server, .client = client, .reply = &out};
    cJSON *json = fields_json_parse(text);
    bool readable = request_read(json, &asked.request, &asked.refusal);
    bool may = limiter_message(server->limiter, client, &asked.refusal);
    if (may && readable && answer(&asked))
        outbox_reply(server->outbox, client, asked.request.id, (struct bv_span){reply, out.length});
    else
        refuse(&asked);
    cJSON_Delete(json);
    return readable && request_flags(asked.request.verb) & REQUEST_READS;
}

void socket_opened(struct server *server, struct client *client)
{
    char text[512];
    struct bv_out out = bv_out_into(text, sizeof text);
    connections_enter(server->connections, client);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "hello");
    bv_json_number(&out, "version", PROTOCOL_VERSION);
    person_write(client, &out);
    bv_json_number(&out, "now", server_now());
    bv_json_close(&out, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, out.length});
    outbox_send(server->outbox, client, buffer, OUTBOX_ANYWAY);
    net_buffer_free(buffer);
}
