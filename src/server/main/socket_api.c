/* Messages of clients over a WebSocket: one row of the table for each verb; all others are commands
 * at a table. */
#include "server/accounts/authentication.h"
#include "server/accounts/persons.h"
#include "server/base/unreadable.h"
#include "server/delivery/rate_limiter.h"
#include "server/main/server.h"
#include "server/tournaments/schedule.h"
#include "table/messages.h"

/* A message that is being answered. */
struct asked {
    struct server *server;
    struct client *client;
    const cJSON *fields;
    int64_t id; /* negative: it asks for no answer */
    struct refusal refusal;
    struct bv_out *reply; /* fields of the answer */
    bool reads;           /* it changes nothing in the store */
};

static bool needs_person(struct asked *asked)
{
    if (asked->client->person[0]) return true;
    return refusal_nameless(&asked->refusal);
}

typedef struct live_table *table_finder(struct live_tables *tables, const char *id,
                                        struct refusal *refusal);

static struct live_table *table_by(struct asked *asked, table_finder *enter)
{
    const char *id = fields_text(asked->fields, "table", ID_SIZE - 1);
    if (id) return enter(asked->server->tables, id, &asked->refusal);
    refusal_set(&asked->refusal, "bad-message",
                (struct bv_text){"Il manque la table.", "The table is missing."});
    return NULL;
}

static struct live_table *table_of(struct asked *asked)
{
    return table_by(asked, live_table_enter);
}

static bool open_table(struct asked *asked)
{
    if (!needs_person(asked)) return false;
    struct live_table *live =
        live_table_open(asked->server->tables, asked->client, asked->fields, &asked->refusal);
    if (live) live_table_write_opened(live, asked->reply);
    return live != NULL;
}

static bool subscribe(struct asked *asked)
{
    struct live_table *live = table_of(asked);
    if (!live) return false;
    return subscription_open(asked->server->tables, asked->client, live,
                             cJSON_GetObjectItemCaseSensitive(asked->fields, "since"),
                             &asked->refusal);
}

static bool leave(struct asked *asked)
{
    struct live_table *live = table_of(asked);
    if (live) subscription_close(asked->server->tables, asked->client, live);
    return live != NULL;
}

static bool mute(struct asked *asked)
{
    struct live_table *live = table_of(asked);
    if (!live) return false;
    struct subscription *subscription = subscription_of(asked->client, live);
    if (!subscription)
        return refusal_set(
            &asked->refusal, "not-subscribed",
            (struct bv_text){"Vous n'êtes pas à cette table.", "You are not at this table."});
    subscription->muted = fields_true(asked->fields, "on");
    return true;
}

/* A ticket authenticates programs that cannot send a cookie with a WebSocket. If the player
 * changes, the client leaves its tables first: their messages were for the previous player. */
static bool resume(struct asked *asked)
{
    struct server *server = asked->server;
    struct client *client = asked->client;
    struct client newcomer = {.local = client->local};
    const char *ticket = fields_text(asked->fields, "ticket", TICKET_SIZE);
    if (!ticket || !ticket_redeem(&server->accounts, &newcomer, bv_span_of(ticket), server_now()))
        return refusal_ticket(&asked->refusal);
    connections_leave(server->connections,
                      client); /* a client of the same player is not counted twice */
    bool fits =
        limiter_person_fits(server->limiter, &newcomer, server->connections, &asked->refusal);
    if (fits && !auth_ticket_spend(&server->accounts, bv_span_of(ticket), &asked->refusal.detail))
        fits = refusal_unreadable(&asked->refusal);
    if (fits) client->resumed = outbox_transaction(server->outbox);
    if (fits && !bv_equal(newcomer.person, client->person))
        subscription_close_all(server->tables, client);
    if (fits) auth_become(&server->accounts, client, newcomer.person);
    connections_enter(server->connections, client);
    if (fits) person_write(client, asked->reply);
    return fits;
}

static bool lobby(struct asked *asked)
{
    lobby_subscribe(asked->server->tables, asked->client);
    return true;
}

static bool lobby_leave(struct asked *asked)
{
    lobby_unsubscribe(asked->server->tables, asked->client);
    return true;
}

static bool tournament(struct asked *asked)
{
    const char *id = fields_text(asked->fields, "tournament", ID_SIZE - 1);
    cJSON *document = id ? documents_read(asked->server->documents, "tournament", id, NULL) : NULL;
    cJSON_Delete(document);
    if (!document)
        return refusal_set(
            &asked->refusal, "no-such-tournament",
            (struct bv_text){"Ce tournoi n'existe pas.", "There is no such tournament."});
    connections_follow(asked->server->connections, asked->client, id);
    return true;
}

static bool tournament_leave(struct asked *asked)
{
    connections_follow(asked->server->connections, asked->client, "");
    return true;
}

static bool legal(struct asked *asked)
{
    struct live_table *live = table_of(asked);
    if (!live) return false;
    const struct bv_terms *terms = table_terms(live->table);
    const char *name = fields_text(asked->fields, "seat", BV_NAME_MAX);
    bv_seats held =
        asked->client->person[0] ? table_seats_held(live->table, asked->client->person) : 0;
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (!(held & bv_seat_bit(seat))) continue;
        if (name && !bv_equal(name, bv_seat_name(terms, seat))) continue;
        bv_json_text(asked->reply, "seat", bv_seat_name(terms, seat));
        messages_legal(live->table, seat, asked->reply);
        return true;
    }
    return refusal_others_seat(&asked->refusal);
}

static bool command(struct asked *asked, const char *verb)
{
    char key[TABLE_KEY_SIZE];
    if (!needs_person(asked)) return false;
    struct live_table *live = table_by(asked, live_table_at_hand);
    if (!live) return false;
    if (bv_equal(verb, "say") &&
        !limiter_may(asked->server->limiter, asked->client, LIMIT_CHATS, &asked->refusal))
        return false;
    if (table_is_for_a_seat(verb)) auth_refresh_person(&asked->server->accounts, asked->client);
    if (!live_table_command(asked->server->tables, live, asked->client, verb, asked->fields, key,
                            &asked->refusal))
        return false;
    if (key[0]) bv_json_text(asked->reply, "key", key);
    return true;
}

static const struct {
    const char *verb;
    bool (*answer)(struct asked *asked);
    bool reads;
} verbs[] = {
    {"open", open_table, false},
    {"resume", resume, false},
    {"subscribe", subscribe, true},
    {"leave", leave, true},
    {"mute", mute, true},
    {"legal", legal, true},
    {"lobby", lobby, true},
    {"lobby-leave", lobby_leave, true},
    {"tournament", tournament, true},
    {"tournament-leave", tournament_leave, true},
};

static bool answer(struct asked *asked)
{
    const char *verb = fields_text(asked->fields, "do", 32);
    if (!verb)
        return refusal_set(&asked->refusal, "bad-message",
                           (struct bv_text){"Il manque « do » : la demande elle-même.",
                                            "'do' is missing: the request itself."});
    for (size_t i = 0; i < BV_COUNT(verbs); i++) {
        if (!bv_equal(verbs[i].verb, verb)) continue;
        asked->reads = verbs[i].reads;
        return verbs[i].answer(asked);
    }
    if (table_is_command(verb)) return command(asked, verb);
    return refusal_set(&asked->refusal, "unknown",
                       (struct bv_text){"Le serveur ne connaît pas cette demande.",
                                        "The server does not know this request."});
}

/* A refusal changes nothing, but must not overtake earlier messages: it goes through the outbox. */
static void refuse(struct asked *asked)
{
    access_log_refused(&asked->server->metrics, asked->client, asked->refusal.code);
    char text[4096];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "refused");
    if (asked->id >= 0) bv_json_number(&out, "re", asked->id);
    refusal_write(&asked->refusal, &out);
    bv_json_close(&out, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, out.length});
    outbox_refuse(asked->server->outbox, asked->client, asked->id, buffer);
    net_buffer_free(buffer);
}

/* Reads the sender's number of the request. */
static bool read_id(struct asked *asked)
{
    if (!cJSON_IsObject(asked->fields))
        return refusal_set(&asked->refusal, "bad-message",
                           (struct bv_text){"Ce message n'est pas un objet JSON.",
                                            "This message is not a JSON object."});
    bool numbered = cJSON_GetObjectItemCaseSensitive(asked->fields, "id");
    if (!numbered || fields_number(asked->fields, "id", 0, INT32_MAX, &asked->id)) return true;
    return refusal_set(&asked->refusal, "bad-message",
                       (struct bv_text){"« id » est un nombre entier.", "'id' is a whole number."});
}

bool socket_message(struct server *server, struct client *client, struct bv_span text)
{
    static char reply[MESSAGES_LEGAL_MAX * (BV_TOKEN_MAX + 4)];
    struct bv_out out = bv_out_into(reply, sizeof reply);
    cJSON *fields = fields_json_parse(text);
    struct asked asked = {
        .server = server, .client = client, .fields = fields, .id = -1, .reply = &out};
    bool readable = read_id(&asked);
    bool may = limiter_message(server->limiter, client, &asked.refusal);
    if (may && readable && answer(&asked))
        outbox_reply(server->outbox, client, asked.id, (struct bv_span){reply, out.length});
    else
        refuse(&asked);
    cJSON_Delete(fields);
    return asked.reads;
}

void socket_opened(struct server *server, struct client *client)
{
    char text[512];
    struct bv_out out = bv_out_into(text, sizeof text);
    connections_enter(server->connections, client);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "hello");
    bv_json_number(&out, "version", SERVER_PROTOCOL);
    person_write(client, &out);
    bv_json_number(&out, "now", server_now());
    bv_json_close(&out, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, out.length});
    outbox_send(server->outbox, client, buffer, OUTBOX_ANYWAY);
    net_buffer_free(buffer);
}
