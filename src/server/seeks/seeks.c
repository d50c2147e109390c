#include "server/seeks/seeks.h"

#include "server/accounts/persons.h"
#include "server/accounts/ratings.h"
#include "server/seeks/seek_queue.h"

/* Milliseconds: between two passes of the leader, with and without a change; between two reports to
 * clients; between two sweeps; how long a paired seek, or one of a dead node, is kept for a player
 * who connects again. */
enum {
    PASS_PACE = 50,
    WIDENING_PACE = 1000,
    SHOW_PACE = 1000,
    SWEEP_PACE = 10 * 1000,
    KEPT = 2 * 60 * 1000,
};

enum { PEOPLE_SHOWN = 20, SHOWN_SIZE = 16 * 1024 };

static const char *const paces[SEEK_PACES] = {"live", "correspondence"};

static int game_named(const char *id)
{
    for (size_t i = 0; id && i < bv_game_count; i++)
        if (bv_equal(bv_games[i]->id, id)) return (int)i;
    return -1;
}

static size_t usual_row(const struct seek *seek)
{
    return seek->any ? SEEK_GAMES : (size_t)__builtin_ctz(seek->wanted.games);
}

/* ---- The queue ------------------------------------------------------------------------------- */

static struct seek *find(const struct seek_queue *queue, const char *person)
{
    for (size_t i = 0; i < queue->count; i++)
        if (bv_equal(queue->seek[i].person, person)) return &queue->seek[i];
    return NULL;
}

static struct seek *find_or_add(struct seek_queue *queue, const char *person)
{
    struct seek *seek = find(queue, person);
    if (seek) return seek;
    MEMORY_GROW(queue->seek, queue->count, queue->capacity);
    seek = &queue->seek[queue->count++];
    *seek = (struct seek){0};
    bv_copy_text(seek->person, ID_SIZE, person);
    return seek;
}

static bool is_of_this_node(const struct seek *seek)
{
    return bv_equal(seek->node, node_name());
}

bool seek_waits(const struct seeks *seeks, const struct seek *seek)
{
    if (!seek->wanted.games || seek->table[0]) return false;
    return is_of_this_node(seek) || (seeks->peers && peers_is_alive(seeks->peers, seek->node));
}

void seek_changes(struct seeks *seeks, const char *person)
{
    find_or_add(seeks->queue, person)->transaction = outbox_transaction(seeks->outbox);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void copy_field(char *to, size_t size, const cJSON *document, const char *field)
{
    const char *text = fields_text(document, field, size - 1);
    bv_copy_text(to, size, text ? text : "");
}

/* The seek in a document; {0}: there is none. */
static struct seek seek_of(const char *person, const cJSON *document)
{
    struct seek seek = {.wanted = {.with = SEEK_ANYONE}};
    bv_copy_text(seek.person, ID_SIZE, person);
    if (!document) return seek;
    int game = game_named(fields_text(document, "game", BV_NAME_MAX));
    const cJSON *ratings = cJSON_GetObjectItemCaseSensitive(document, "ratings");
    copy_field(seek.name, sizeof seek.name, document, "name");
    copy_field(seek.node, sizeof seek.node, document, "node");
    copy_field(seek.with, sizeof seek.with, document, "with");
    copy_field(seek.table, sizeof seek.table, document, "table");
    seek.account = fields_true(document, "account");
    seek.rated = fields_true(document, "rated");
    seek.paired = fields_integer(document, "paired");
    seek.any = game < 0;
    seek.wanted.since = fields_integer(document, "since");
    seek.wanted.games =
        seek.any ? (UINT32_C(1) << bv_game_count) - 1 : UINT32_C(1) << (unsigned)game;
    seek.wanted.pace =
        fields_is(document, "pace", paces[SEEK_LIVE]) ? SEEK_LIVE : SEEK_CORRESPONDENCE;
    for (size_t i = 0; i < bv_game_count; i++)
        seek.wanted.rating[i] = (int)fields_integer(ratings, bv_games[i]->id);
    return seek;
}

/* A client of this node through which the player waits. */
static struct client *waiting_client(const struct seeks *seeks, const char *person)
{
    struct client *client = connections_first(seeks->connections, person);
    while (client && !client->seeking) client = connections_next(client);
    return client;
}

/* Tells a client which table was opened; "": none, the player looks from elsewhere now. */
static void send_end(const struct seeks *seeks, struct client *client, const char *table)
{
    char text[128];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", *table ? "paired" : "seek-over");
    if (*table) bv_json_text(&out, "table", table);
    bv_json_close(&out, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, out.length});
    outbox_send(seeks->outbox, client, buffer, OUTBOX_ANYWAY);
    net_buffer_free(buffer);
}

/* The player waits no longer through any client of this node. */
static void end_waiting(const struct seeks *seeks, const char *person, const char *table)
{
    for (struct client *client; (client = waiting_client(seeks, person));) {
        client->seeking = false;
        send_end(seeks, client, table);
    }
}

/* What a pairing teaches about the usual wait: the mean, in which later ones weigh more. */
static void note_wait(struct seek_queue *queue, const struct seek *seek)
{
    int64_t waited = seek->paired > seek->wanted.since ? seek->paired - seek->wanted.since : 1;
    int64_t *usual = &queue->usual[usual_row(seek)][seek->wanted.pace];
    *usual = *usual ? *usual + (waited - *usual) / 4 : waited;
    if (!*usual) *usual = 1;
}

static void note_stored(struct seeks *seeks, const struct seek *now)
{
    struct seek_queue *queue = seeks->queue;
    struct seek *seek = find(queue, now->person);
    if (!seek && !now->wanted.games) return;
    if (!seek) seek = find_or_add(queue, now->person);
    if (now->table[0] && !seek->table[0]) note_wait(queue, now);
    *seek = *now;
    queue->to_pair = queue->to_show = true;
    if (!seek_waits(seeks, seek) || !is_of_this_node(seek))
        end_waiting(seeks, seek->person, seek->table);
    if (!seek->wanted.games) *seek = queue->seek[--queue->count];
}

/* Reads one seek from the store; false: that cannot be read now. */
static bool read_one(struct seeks *seeks, const char *person)
{
    documents_begin(seeks->documents);
    cJSON *document = documents_read(seeks->documents, "seek", person);
    bool good = !documents_failed(seeks->documents);
    if (good) {
        struct seek now = seek_of(person, document);
        note_stored(seeks, &now);
    }
    cJSON_Delete(document);
    return good;
}

static bool read_next(void *context, const struct document *document)
{
    struct seeks *seeks = context;
    const struct seek *seek = find(seeks->queue, document->key);
    struct seek now = seek_of(document->key, document->fields);
    if (!seek || !seek->transaction) note_stored(seeks, &now);
    return true;
}

/* Reads all seeks; those that are gone are found one by one. */
static bool read_all(struct seeks *seeks)
{
    struct seek_queue *queue = seeks->queue;
    struct store_cursor cursor = {0};
    for (size_t i = queue->count; i-- > 0;)
        if (!queue->seek[i].transaction && !read_one(seeks, queue->seek[i].person)) return false;
    documents_begin(seeks->documents);
    do documents_page(seeks->documents, "seek", &cursor, read_next, seeks);
    while (cursor.more && !documents_failed(seeks->documents));
    return !documents_failed(seeks->documents);
}

bool seeks_updated(struct seeks *seeks, const char *person)
{
    const struct seek *seek = person ? find(seeks->queue, person) : NULL;
    if (!person || !*person) return read_all(seeks);
    return (seek && seek->transaction) || read_one(seeks, person);
}

bool seeks_open(struct seeks *seeks, struct bv_error *error)
{
    BV_ASSERT(bv_game_count <= SEEK_GAMES);
    seeks->queue = memory_new(sizeof *seeks->queue);
    bool good = read_all(seeks);
    *error = *documents_trouble(seeks->documents);
    return good;
}

void seeks_close(struct seeks *seeks)
{
    if (!seeks->queue) return;
    free(seeks->queue->seek);
    free(seeks->queue);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static cJSON *ratings_of(struct seeks *seeks, const char *person)
{
    cJSON *ratings = cJSON_CreateObject();
    int64_t now = server_now();
    for (size_t i = 0; i < bv_game_count; i++) {
        const char *game = bv_games[i]->id;
        struct rating_standing standing = rating_read(seeks->documents, game, person, now);
        if (standing.last)
            cJSON_AddNumberToObject(ratings, game, rating_told(standing.glicko.rating));
    }
    return ratings;
}

static cJSON *document_of(struct seeks *seeks, const struct client *client,
                          const struct request *request, int64_t since)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "name", client->name);
    cJSON_AddBoolToObject(document, "account", client->account);
    fields_set_text(document, "game", request->game);
    cJSON_AddStringToObject(document, "pace", request->pace);
    cJSON_AddBoolToObject(document, "rated", request->rated && client->account);
    cJSON_AddItemToObject(document, "ratings", ratings_of(seeks, client->person));
    fields_set_text(document, "with", request->with);
    cJSON_AddNumberToObject(document, "since", (double)since);
    cJSON_AddStringToObject(document, "node", node_name());
    return document;
}

/* A player who was paired while the connection was lost learns of the table now. */
static bool was_paired(struct seeks *seeks, struct client *client, const struct seek *before)
{
    struct refusal ignored;
    if (!before->table[0]) return false;
    struct live_table *live = live_table_enter(seeks->tables, before->table, &ignored);
    if (!live || live->stage == TABLE_OVER) return false;
    send_end(seeks, client, before->table);
    return true;
}

static uint32_t count_waiting(const struct seeks *seeks)
{
    uint32_t count = 0;
    for (size_t i = 0; i < seeks->queue->count; i++)
        count += seek_waits(seeks, &seeks->queue->seek[i]);
    return count;
}

bool seeks_enter(struct seeks *seeks, struct client *client, const struct request *request,
                 struct refusal *refusal)
{
    if (person_is_known(seeks->accounts, client->person) && !client->account)
        return refusal_set(refusal, REFUSE_NOT_FOR_BOTS);
    if (request->game && game_named(request->game) < 0)
        return refusal_set(refusal, REFUSE_BAD_QUERY_GAME);
    if (count_waiting(seeks) >= SEEKS_MAX) return refusal_set(refusal, REFUSE_TOO_MANY_SEEKS);
    cJSON *stored = documents_read(seeks->documents, "seek", client->person);
    struct seek before = seek_of(client->person, stored);
    cJSON_Delete(stored);
    if (request->again && was_paired(seeks, client, &before)) return true;
    if (!live_tables_may_open(seeks->tables, client, refusal)) return false;
    bool goes_on = request->again && before.wanted.games && !before.table[0];
    int64_t since = goes_on ? before.wanted.since : server_now();
    client->seeking = false;
    end_waiting(seeks, client->person, "");
    documents_write(seeks->documents, "seek", client->person, since,
                    document_of(seeks, client, request, since));
    client->seeking = true;
    seek_changes(seeks, client->person);
    seeks_show(seeks, client);
    return true;
}

static void remove_seek(struct seeks *seeks, const char *person)
{
    documents_remove(seeks->documents, "seek", person);
    seek_changes(seeks, person);
}

void seeks_leave(struct seeks *seeks, struct client *client)
{
    if (!client->seeking) return;
    client->seeking = false;
    cJSON *document = documents_read(seeks->documents, "seek", client->person);
    struct seek now = seek_of(client->person, document);
    if (document && !now.table[0] && is_of_this_node(&now)) remove_seek(seeks, client->person);
    cJSON_Delete(document);
}

/* ---- Telling --------------------------------------------------------------------------------- */

static void put_rows(const struct seeks *seeks, struct bv_out *out)
{
    const struct seek_queue *queue = seeks->queue;
    uint32_t count[SEEK_GAMES + 1][SEEK_PACES] = {0};
    for (size_t i = 0; i < queue->count; i++)
        if (seek_waits(seeks, &queue->seek[i]))
            count[usual_row(&queue->seek[i])][queue->seek[i].wanted.pace]++;
    bv_json_open(out, "waiting", '[');
    for (size_t row = 0; row <= SEEK_GAMES; row++)
        for (int pace = 0; pace < SEEK_PACES; pace++) {
            if (!count[row][pace] && !queue->usual[row][pace]) continue;
            bv_json_open(out, NULL, '{');
            bv_json_text_or_null(out, "game", row < bv_game_count ? bv_games[row]->id : NULL);
            bv_json_text(out, "pace", paces[pace]);
            bv_json_number(out, "count", count[row][pace]);
            bv_json_number_or_null(out, "usual", (queue->usual[row][pace] + 999) / 1000);
            bv_json_close(out, '}');
        }
    bv_json_close(out, ']');
}

static void put_person(const struct seek *seek, struct bv_out *out)
{
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "person", seek->person);
    bv_json_text(out, "name", seek->name);
    bv_json_bool(out, "account", seek->account);
    bv_json_text_or_null(out, "game",
                         seek->any ? NULL : bv_games[__builtin_ctz(seek->wanted.games)]->id);
    bv_json_text(out, "pace", paces[seek->wanted.pace]);
    bv_json_bool(out, "rated", seek->rated);
    if (!seek->any)
        bv_json_number_or_null(out, "rating",
                               seek->wanted.rating[__builtin_ctz(seek->wanted.games)]);
    bv_json_number(out, "since", seek->wanted.since);
    bv_json_close(out, '}');
}

/* Writes `waiting`, and the `people` who wait: not all of them where there are many. */
static void put_seeks(const struct seeks *seeks, struct bv_out *out)
{
    int shown = 0;
    put_rows(seeks, out);
    bv_json_open(out, "people", '[');
    for (size_t i = 0; shown < PEOPLE_SHOWN && i < seeks->queue->count; i++) {
        const struct seek *seek = &seeks->queue->seek[i];
        if (!seek_waits(seeks, seek)) continue;
        put_person(seek, out);
        shown++;
    }
    bv_json_close(out, ']');
}

static struct net_buffer *message(const struct seeks *seeks)
{
    char text[SHOWN_SIZE];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "seeks");
    put_seeks(seeks, &out);
    bv_json_close(&out, '}');
    BV_ASSERT(!out.cut);
    return net_buffer_text((struct bv_span){text, out.length});
}

void seeks_show(struct seeks *seeks, struct client *client)
{
    struct net_buffer *buffer = message(seeks);
    outbox_send(seeks->outbox, client, buffer, OUTBOX_ANYWAY);
    net_buffer_free(buffer);
}

struct showing {
    struct outbox *outbox;
    struct net_buffer *buffer;
};

static void show_to(void *context, struct client *client)
{
    const struct showing *showing = context;
    if (client->in_lobby || client->seeking)
        outbox_send(showing->outbox, client, showing->buffer, OUTBOX_ANYWAY);
}

static int get_seeks(struct exchange *exchange)
{
    put_seeks(exchange->context, exchange->out);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/seeks", get_seeks, API_ANYONE},
};

const struct api_routes seek_routes = {rows, BV_COUNT(rows)};

/* ---- Periodic -------------------------------------------------------------------------------- */

/* Transactions are complete: what they stored, or did not, is read. */
static void read_settled(struct seeks *seeks)
{
    struct seek_queue *queue = seeks->queue;
    for (size_t i = queue->count; i-- > 0;) {
        uint64_t transaction = queue->seek[i].transaction;
        if (!transaction || !outbox_is_settled(seeks->outbox, transaction)) continue;
        char person[ID_SIZE];
        bv_copy_text(person, ID_SIZE, queue->seek[i].person);
        read_one(seeks, person); /* if that fails it is still marked, and read with the next turn */
    }
}

/* Whether nobody will come back for it. */
static bool is_left(const struct seeks *seeks, const struct seek *seek, int64_t now)
{
    if (seek->transaction) return false;
    if (!seek->table[0] && is_of_this_node(seek)) return !waiting_client(seeks, seek->person);
    if (!peers_leads(seeks->peers) || seek_waits(seeks, seek)) return false;
    int64_t since = seek->table[0] ? seek->paired : seek->wanted.since;
    return now - since >= KEPT;
}

static void sweep(struct seeks *seeks, int64_t now)
{
    documents_begin(seeks->documents);
    for (size_t i = seeks->queue->count; i-- > 0;) {
        struct seek *seek = &seeks->queue->seek[i];
        if (!is_left(seeks, seek, now)) continue;
        cJSON *document = documents_read(seeks->documents, "seek", seek->person);
        if (document) remove_seek(seeks, seek->person);
        cJSON_Delete(document);
    }
}

void seeks_tick(struct seeks *seeks, int64_t now)
{
    struct seek_queue *queue = seeks->queue;
    if (outbox_trouble(seeks->outbox)[0]) return;
    read_settled(seeks);
    int64_t pace = queue->to_pair ? PASS_PACE : WIDENING_PACE;
    if (now - queue->passed >= pace || now < queue->passed) {
        queue->passed = now;
        queue->to_pair = false;
        if (peers_leads(seeks->peers)) seeks_pair(seeks, now);
    }
    if (now - queue->swept >= SWEEP_PACE || now < queue->swept) {
        queue->swept = now;
        sweep(seeks, now);
    }
    if (!queue->to_show || (now - queue->shown < SHOW_PACE && now >= queue->shown)) return;
    queue->shown = now;
    queue->to_show = false;
    struct showing showing = {seeks->outbox, message(seeks)};
    connections_all(seeks->connections, show_to, &showing);
    net_buffer_free(showing.buffer);
}

int seeks_wait(const struct seeks *seeks, int most)
{
    return seeks->queue->to_pair && most > PASS_PACE ? PASS_PACE : most;
}
