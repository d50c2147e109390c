#include "server/accounts/sessions.h"

#include "server/accounts/account_merge.h"
#include "server/accounts/devices.h"
#include "server/accounts/persons.h"

/* How outdated the stored time of the last visit may be. */
#define SEEN_MS ((int64_t)60 * 60 * 1000)

enum { HUNG_UP = 4001 };

/* ---- Documents ------------------------------------------------------------------------------- */

static void sign_token(const struct accounts *accounts, struct bv_span token,
                       char session[CLIENT_SESSION_SIZE])
{
    signature_make(accounts->secret, "session", token, session);
}

/* All sessions of a person, because ending them must not miss any. */
struct listed {
    char id[CLIENT_SESSION_SIZE];
    char device[DEVICE_SIZE];
    int64_t created, seen;
};

struct list {
    struct listed *session;
    size_t count, capacity;
};

static bool note(void *context, const struct document *document)
{
    struct list *list = context;
    MEMORY_GROW(list->session, list->count, list->capacity);
    struct listed *session = &list->session[list->count++];
    const char *slash = strchr(document->key, '/');
    *session = (struct listed){.created = fields_integer(document->fields, "created"),
                               .seen = fields_integer(document->fields, "seen")};
    bv_copy_text(session->id, sizeof session->id, slash ? slash + 1 : NULL);
    bv_copy_text(session->device, sizeof session->device,
                 fields_text(document->fields, "device", DEVICE_SIZE - 1));
    return true;
}

static int newest_first(const void *a, const void *b)
{
    int64_t left = ((const struct listed *)a)->created;
    int64_t right = ((const struct listed *)b)->created;
    return (left < right) - (left > right);
}

/* Newest first; the caller frees list.session. */
static struct list read_list(struct accounts *accounts, const char *person)
{
    struct list list = {0};
    documents_list(accounts->documents, "session", pair_key(person, "").text, note, &list);
    if (list.count) qsort(list.session, list.count, sizeof list.session[0], newest_first);
    return list;
}

static void write_document(struct accounts *accounts, const char *person, const char *session,
                           cJSON *document)
{
    int64_t now = server_now();
    fields_set_number(document, "seen", now);
    documents_write(accounts->documents, "session", pair_key(person, session).text, now, document);
}

/* ---- Starting and entering ------------------------------------------------------------------- */

void session_begin(struct accounts *accounts, struct client *client, const char *kind,
                   const char *device, char token[SESSION_TOKEN_SIZE])
{
    struct list list = read_list(accounts, client->person);
    for (size_t i = SESSIONS_MAX - 1; i < list.count; i++)
        session_end(accounts, client->person, list.session[i].id);
    free(list.session);
    random_id(token, SESSION_TOKEN_SIZE);
    sign_token(accounts, bv_span_of(token), client->session);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "device", device);
    cJSON_AddNumberToObject(document, "created", (double)server_now());
    cJSON_AddStringToObject(document, "kind", kind);
    write_document(accounts, client->person, client->session, document);
}

bool session_enter(struct accounts *accounts, struct client *client, const char *person,
                   struct bv_span token)
{
    char session[CLIENT_SESSION_SIZE];
    struct bv_error error;
    sign_token(accounts, token, session);
    cJSON *document =
        documents_try(accounts->documents, "session", pair_key(person, session).text, &error);
    client->unread = error.text[0] != '\0';
    if (!document) return false;
    /* An answer that stores nothing else must not fail because of this. */
    if (server_now() - fields_integer(document, "seen") > SEEN_MS &&
        !outbox_trouble(accounts->outbox)[0])
        write_document(accounts, person, session, document);
    else
        cJSON_Delete(document);
    person_become(accounts, client, person);
    bv_copy(client->session, session, sizeof session);
    return client->person[0] != '\0';
}

bool session_stands(struct accounts *accounts, const char *person, const char *session)
{
    return documents_has(accounts->documents, "session", pair_key(person, session).text);
}

/* ---- Ending ---------------------------------------------------------------------------------- */

void session_close_sockets(struct accounts *accounts, struct client *client)
{
    subscription_close_all(accounts->tables, client);
    lobby_unsubscribe(accounts->tables, client);
    connections_leave(accounts->connections, client);
    client->person[0] = '\0';
    if (client->connection) net_close_socket(client->connection, HUNG_UP, "logged out");
}

/* A client without a session (a guest from before the account existed, or with a ticket) is
 * disconnected with any. */
static void disconnect(struct accounts *accounts, const char *person, const char *session)
{
    struct client *client = connections_first(accounts->connections, person);
    while (client) {
        struct client *next = connections_next(client);
        if (!client->session[0] || bv_equal(client->session, session))
            session_close_sockets(accounts, client);
        client = next;
    }
}

bool session_end(struct accounts *accounts, const char *person, const char *session)
{
    if (!session_stands(accounts, person, session)) return false;
    documents_remove(accounts->documents, "session", pair_key(person, session).text);
    disconnect(accounts, person, session);
    return true;
}

void sessions_end(struct accounts *accounts, const char *person, const char *but)
{
    struct list list = read_list(accounts, person);
    for (size_t i = 0; i < list.count; i++)
        if (!bv_equal(list.session[i].id, but)) session_end(accounts, person, list.session[i].id);
    free(list.session);
    devices_forget(accounts, person);
    disconnect(accounts, person, "");
}

/* ---- Ended on another node ------------------------------------------------------------------- */

static void doubt(void *context, struct client *client)
{
    struct accounts *accounts = context;
    if (client->doubted || !client->person[0]) return;
    client->doubted = true;
    accounts->doubtful++;
}

void session_doubt_person(struct accounts *accounts, const char *person)
{
    if (!person[0]) {
        connections_all(accounts->connections, doubt, accounts);
        return;
    }
    struct client *client = connections_first(accounts->connections, person);
    for (; client; client = connections_next(client)) doubt(accounts, client);
}

void session_updated(struct accounts *accounts, const char *person, const char *session)
{
    if (!connections_first(accounts->connections, person)) return;
    bool stands = session_stands(accounts, person, session);
    if (documents_failed(accounts->documents))
        session_doubt_person(accounts, person);
    else if (!stands)
        disconnect(accounts, person, session);
}

struct doubts {
    struct client *client[16];
    size_t count;
};

static void gather(void *context, struct client *client)
{
    struct doubts *doubts = context;
    if (client->doubted && doubts->count < BV_COUNT(doubts->client))
        doubts->client[doubts->count++] = client;
}

/* False: the store cannot be read now. */
static bool look_at(struct accounts *accounts, struct client *client)
{
    char name[TABLE_NAME_MAX + 1];
    bool found = false;
    struct bv_error error;
    documents_begin(accounts->documents);
    bool stands = !client->session[0] || session_stands(accounts, client->person, client->session);
    if (documents_failed(accounts->documents) ||
        !store_person(accounts->reader, client->person, name, sizeof name, &found, &error))
        return false;
    client->doubted = false;
    if (found && stands && !merge_is_running(accounts, client->person))
        person_refresh(accounts, client);
    else
        session_close_sockets(accounts, client);
    return true;
}

/* A few at a time, so that requests are answered in between. Clients that have disconnected are
 * skipped. */
void session_doubts_tick(struct accounts *accounts)
{
    struct doubts doubts = {0};
    if (!accounts->doubtful) return;
    connections_all(accounts->connections, gather, &doubts);
    for (size_t i = 0; i < doubts.count; i++)
        if (!look_at(accounts, doubts.client[i])) return;
    if (doubts.count < BV_COUNT(doubts.client))
        accounts->doubtful = 0;
    else
        accounts->wake(accounts->context); /* other clients first, then more of these */
}

/* ---- The list -------------------------------------------------------------------------------- */

void sessions_write(struct accounts *accounts, const char *person, const char *current,
                    struct bv_out *out)
{
    struct list list = read_list(accounts, person);
    for (size_t i = 0; i < list.count; i++) {
        const struct listed *session = &list.session[i];
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "id", session->id);
        bv_json_text(out, "device", session->device);
        bv_json_number(out, "created", session->created);
        bv_json_number(out, "seen", session->seen);
        bv_json_bool(out, "current", bv_equal(session->id, current));
        bv_json_close(out, '}');
    }
    free(list.session);
}
