#include "server/delivery/outbox.h"

#include "net/websocket.h"
#include "server/base/log.h"
#include "table/refusal.h"
#include "util/clock.h"
#include "util/list.h"

enum { TRIES = 20 }; /* of a request that runs again */

/* A message, or the answer to an HTTP request. */
struct message {
    struct client *client;
    struct net_buffer *buffer; /* NULL for an HTTP answer */
    size_t bytes;
    int64_t request; /* of a reply; negative: not a reply */
    /* delivered even when its transaction fails (OUTBOX_ANYWAY), */
    enum outbox_when when;
    /* unless the transaction that it depends on has failed; 0: it depends on none */
    uint64_t since;
    struct http_response answer;
    char *texts; /* body and headers of the answer */
};

/* A client's request, kept in case it has to run again. */
struct pending {
    struct outbox_request request;
    uint32_t tries;
    size_t messages, messages_end; /* its answers in its transaction */
    char *bytes;                   /* all its texts */
    struct list_link link;
};

struct touched {
    int64_t table;
    uint32_t number;
};

/* A message to the other nodes. */
struct notice {
    const char *what;
    char *text;
    size_t length;
};

struct transaction {
    uint64_t number;
    struct batch *batch;
    uint64_t left;  /* when it was committed, in microseconds */
    bool committed; /* handed to the committer, or without changes */
    bool arrived;
    bool failed;
    bool overtaken;     /* and can run again at once */
    uint64_t lost_from; /* the first transaction that failed with it */
    struct message *message;
    size_t messages, message_capacity;
    struct touched *table;
    size_t tables, table_capacity;
    struct notice *notice;
    size_t notices, notice_capacity;
    struct list_link pendings;
    struct transaction *next;
};

struct outbox {
    struct outbox_handler handler;
    struct committer *committer;
    struct transaction *first; /* the oldest that is not complete */
    struct transaction *last;  /* the open transaction */
    uint64_t transactions;
    struct bv_error trouble;
    struct outbox_figures figures;
    int64_t probed;           /* when the failing store was last tested */
    size_t messages, changes; /* of the open transaction, when the current request began */
    struct list_link again;   /* pending requests that run again */
    struct pending *asked;    /* the request that runs again, or did last */
};

static struct transaction *new_transaction(struct outbox *outbox)
{
    struct transaction *transaction = memory_new(sizeof *transaction);
    transaction->number = ++outbox->transactions;
    transaction->batch = store_batch_new();
    list_init(&transaction->pendings);
    return transaction;
}

/* ---- Pending requests ------------------------------------------------------------------------ */

static struct pending *pending_of(struct list_link *link)
{
    return LIST_HOLDER(link, struct pending, link);
}

/* NULL: the list is empty. */
static struct pending *pop(struct list_link *list)
{
    return list_is_empty(list) ? NULL : pending_of(list_take(list));
}

static void free_pending(struct pending *pending)
{
    if (!pending) return;
    struct outbox_held *held = pending->request.held;
    if (held && --held->holders == 0) held->free(held);
    client_drop(pending->request.client);
    free(pending->bytes);
    free(pending);
}

/* Copies a text to the end of the bytes. */
static void copy_text(char **end, struct bv_span *text)
{
    if (text->length) memcpy(*end, text->text, text->length);
    text->text = *end;
    *end += text->length;
}

static size_t length_of(const struct outbox_request *request)
{
    const struct http_request *http = &request->http;
    size_t length = request->message.length + http->method.length + http->path.length +
                    http->query.length + http->body.length;
    for (uint32_t i = 0; i < http->headers; i++)
        length += http->header[i].name.length + http->header[i].value.length;
    return length;
}

static struct pending *new_pending(const struct outbox_request *request)
{
    struct pending *pending = memory_new(sizeof *pending);
    list_init(&pending->link);
    pending->request = *request;
    pending->bytes = memory_new(length_of(request) + 1);
    request->client->holders++;
    if (request->held) request->held->holders++;
    char *end = pending->bytes;
    struct http_request *http = &pending->request.http;
    copy_text(&end, &pending->request.message);
    copy_text(&end, &http->method);
    copy_text(&end, &http->path);
    copy_text(&end, &http->query);
    copy_text(&end, &http->body);
    for (uint32_t i = 0; i < http->headers; i++) {
        copy_text(&end, &http->header[i].name);
        copy_text(&end, &http->header[i].value);
    }
    return pending;
}

void outbox_request_begin(struct outbox *outbox)
{
    outbox->messages = outbox->last->messages;
    outbox->changes = store_batch_count(outbox->last->batch);
}

/* A request that changes nothing and has no answer in the outbox need not run again. */
void outbox_request_end(struct outbox *outbox, const struct outbox_request *request)
{
    struct transaction *transaction = outbox->last;
    if (transaction->messages == outbox->messages &&
        store_batch_count(transaction->batch) == outbox->changes)
        return;
    struct pending *pending = new_pending(request);
    if (outbox->asked) pending->tries = outbox->asked->tries;
    pending->messages = outbox->messages;
    pending->messages_end = transaction->messages;
    list_append(&pending->link, &transaction->pendings);
}

bool outbox_retry(struct outbox *outbox, struct outbox_request *request)
{
    free_pending(outbox->asked);
    do {
        outbox->asked = pop(&outbox->again);
        if (!outbox->asked) return false;
        if (outbox->asked->request.client->connection) break;
        free_pending(outbox->asked);
    } while (true);
    *request = outbox->asked->request;
    return true;
}

/* ---- Transactions ---------------------------------------------------------------------------- */

static void free_transaction(struct transaction *transaction)
{
    struct pending *pending = NULL;
    while ((pending = pop(&transaction->pendings))) free_pending(pending);
    for (size_t i = 0; i < transaction->messages; i++) {
        struct message *message = &transaction->message[i];
        if (message->buffer) net_buffer_free(message->buffer);
        free(message->texts);
        message->client->own.owed -= message->bytes;
        client_drop(message->client);
    }
    for (size_t i = 0; i < transaction->notices; i++) free(transaction->notice[i].text);
    if (transaction->batch) store_batch_free(transaction->batch);
    free(transaction->notice);
    free(transaction->message);
    free(transaction->table);
    free(transaction);
}

struct outbox *outbox_open(struct store *store, const struct outbox_handler *handler)
{
    struct outbox *outbox = memory_new(sizeof *outbox);
    outbox->handler = *handler;
    list_init(&outbox->again);
    outbox->committer = committer_start(store, handler->wake, handler->context);
    outbox->first = outbox->last = new_transaction(outbox);
    return outbox;
}

void outbox_close(struct outbox *outbox)
{
    committer_free(outbox->committer);
    while (outbox->first) {
        struct transaction *transaction = outbox->first;
        outbox->first = transaction->next;
        /* The committer has freed the batch of a transaction that was handed to it. */
        if (transaction->committed && !transaction->arrived) transaction->batch = NULL;
        free_transaction(transaction);
    }
    struct pending *pending = NULL;
    while ((pending = pop(&outbox->again))) free_pending(pending);
    free_pending(outbox->asked);
    free(outbox);
}

struct batch *outbox_changes(struct outbox *outbox)
{
    return outbox->last->batch;
}

uint64_t outbox_transaction(const struct outbox *outbox)
{
    return outbox->last->number;
}

uint64_t outbox_touches(struct outbox *outbox, int64_t table, uint32_t number)
{
    struct transaction *transaction = outbox->last;
    /* Events of one table follow each other. */
    if (!transaction->tables || transaction->table[transaction->tables - 1].table != table) {
        MEMORY_GROW(transaction->table, transaction->tables, transaction->table_capacity);
        transaction->tables++;
    }
    transaction->table[transaction->tables - 1] = (struct touched){table, number};
    return transaction->number;
}

bool outbox_is_settled(const struct outbox *outbox, uint64_t transaction)
{
    return transaction < outbox->first->number;
}

static struct message *new_message(struct outbox *outbox, struct client *client, size_t bytes)
{
    struct transaction *transaction = outbox->last;
    MEMORY_GROW(transaction->message, transaction->messages, transaction->message_capacity);
    struct message *message = &transaction->message[transaction->messages++];
    *message = (struct message){.client = client, .bytes = bytes, .request = -1};
    client->holders++;
    client->own.owed += bytes;
    return message;
}

/* Adds a message; `request` is negative if it is not a reply. NULL: too many bytes wait for this
 * client already; it is disconnected. */
static struct message *put_message(struct outbox *outbox, struct client *client, int64_t request,
                                   struct net_buffer *buffer)
{
    if (client->own.owed >= OUTBOX_OWED_MAX) {
        if (client->connection)
            net_close_socket(client->connection, WS_TRY_LATER, "too much waits to be stored");
        return NULL;
    }
    struct message *message = new_message(outbox, client, net_buffer_length(buffer));
    message->request = request;
    message->buffer = net_buffer_hold(buffer);
    return message;
}

void outbox_send_after(struct outbox *outbox, struct client *client, struct net_buffer *buffer,
                       enum outbox_when when, uint64_t transaction)
{
    struct message *message = put_message(outbox, client, -1, buffer);
    if (!message) return;
    message->when = when;
    message->since = transaction;
}

void outbox_send(struct outbox *outbox, struct client *client, struct net_buffer *buffer,
                 enum outbox_when when)
{
    outbox_send_after(outbox, client, buffer, when, 0);
}

void outbox_notify(struct outbox *outbox, const char *what, struct bv_span text)
{
    struct transaction *transaction = outbox->last;
    if (!outbox->handler.say) return;
    MEMORY_GROW(transaction->notice, transaction->notices, transaction->notice_capacity);
    transaction->notice[transaction->notices++] =
        (struct notice){what, memory_copy_text(text.text, text.length), text.length};
}

static struct net_buffer *reply_of(int64_t request, bool good, struct bv_span fields)
{
    char head[64];
    struct bv_out out = bv_out_into(head, sizeof head);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", good ? "done" : "refused");
    bv_json_number(&out, "re", request);
    char *text = memory_new(out.length + fields.length + 3);
    struct bv_out whole = bv_out_into(text, out.length + fields.length + 3);
    bv_put(&whole, head);
    if (fields.length) bv_put_char(&whole, ',');
    bv_put_span(&whole, fields);
    bv_put_char(&whole, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, whole.length});
    free(text);
    return buffer;
}

void outbox_reply(struct outbox *outbox, struct client *client, int64_t request,
                  struct bv_span fields)
{
    if (request < 0) return;
    struct net_buffer *buffer = reply_of(request, true, fields);
    put_message(outbox, client, request, buffer);
    net_buffer_free(buffer);
}

void outbox_refuse(struct outbox *outbox, struct client *client, int64_t request,
                   struct net_buffer *buffer)
{
    put_message(outbox, client, request, buffer);
}

void outbox_respond(struct outbox *outbox, struct client *client,
                    const struct http_response *answer, enum outbox_when when)
{
    struct message *message = new_message(outbox, client, answer->body.length);
    size_t headers = answer->headers ? bv_length(answer->headers) : 0;
    message->when = when;
    message->texts = memory_new(headers + answer->body.length + 2);
    memcpy(message->texts, answer->body.text, answer->body.length);
    message->answer = *answer;
    message->answer.body.text = message->texts;
    if (!headers) return;
    memcpy(message->texts + answer->body.length, answer->headers, headers + 1);
    message->answer.headers = message->texts + answer->body.length;
}

static void deliver(struct outbox *outbox, const struct message *message)
{
    if (!message->client->connection) return;
    if (message->buffer)
        outbox->figures.messages += net_send(message->client->connection, message->buffer);
    else
        net_respond(message->client->connection, &message->answer);
}

/* Tells the client that its request was not stored; other clients were told nothing. */
static void refuse_message(const struct message *message)
{
    char text[512];
    struct refusal refusal = {0};
    struct bv_out out = bv_out_into(text, sizeof text);
    refusal_set(&refusal, REFUSE_NOT_STORED);
    if (!message->client->connection) return;
    if (!message->buffer) {
        bv_json_open(&out, NULL, '{');
        refusal_write(&refusal, &out);
        bv_json_close(&out, '}');
        net_respond(message->client->connection,
                    &(struct http_response){.status = refusal.status,
                                            .type = "application/json",
                                            .body = {text, out.length}});
    } else if (message->request >= 0) {
        refusal_write(&refusal, &out);
        struct net_buffer *buffer =
            reply_of(message->request, false, (struct bv_span){text, out.length});
        net_send(message->client->connection, buffer);
        net_buffer_free(buffer);
    }
}

/* Requests of an overtaken transaction run again; so do those that only read, if theirs has
 * failed. */
static bool runs_again(const struct transaction *transaction, const struct pending *pending)
{
    return transaction->overtaken || (pending->request.reads && pending->tries <= TRIES);
}

/* Whether a message answers a request that will run again. */
static bool answer_comes_again(const struct transaction *transaction, size_t message)
{
    LIST_EACH (link, &transaction->pendings) {
        const struct pending *pending = pending_of(link);
        if (pending->messages_end <= message) continue;
        return pending->messages <= message &&
               pending->request.client == transaction->message[message].client &&
               runs_again(transaction, pending);
    }
    return false;
}

static void fail_transaction(struct outbox *outbox, const struct transaction *transaction)
{
    for (size_t i = 0; i < transaction->messages; i++) {
        const struct message *message = &transaction->message[i];
        if (message->when == OUTBOX_ANYWAY && message->since < transaction->lost_from) {
            deliver(outbox, message);
        } else if (!answer_comes_again(transaction, i)) {
            refuse_message(message);
            if (message->request >= 0)
                outbox->handler.unanswered(outbox->handler.context, message->client,
                                           transaction->number);
        }
    }
    LIST_EACH (link, &transaction->pendings)
        outbox->handler.unanswered(outbox->handler.context, pending_of(link)->request.client,
                                   transaction->number);
    for (size_t i = 0; i < transaction->tables; i++)
        outbox->handler.lost(outbox->handler.context, transaction->table[i].table,
                             transaction->overtaken);
}

static void deliver_transaction(struct outbox *outbox, const struct transaction *transaction)
{
    for (size_t i = 0; i < transaction->tables; i++)
        outbox->handler.stored(outbox->handler.context, transaction->table[i].table,
                               transaction->table[i].number);
    for (size_t i = 0; i < transaction->messages; i++) deliver(outbox, &transaction->message[i]);
    for (size_t i = 0; i < transaction->notices; i++)
        outbox->handler.say(
            outbox->handler.context, transaction->notice[i].what,
            (struct bv_span){transaction->notice[i].text, transaction->notice[i].length});
}

/* Completes the first transaction. */
static void complete(struct outbox *outbox)
{
    struct transaction *transaction = outbox->first;
    struct pending *pending = NULL;
    outbox->first = transaction->next;
    if (transaction->failed)
        fail_transaction(outbox, transaction);
    else
        deliver_transaction(outbox, transaction);
    while (transaction->failed && (pending = pop(&transaction->pendings))) {
        bool again = runs_again(transaction, pending);
        if (!transaction->overtaken) pending->tries++;
        if (again)
            list_append(&pending->link, &outbox->again);
        else
            free_pending(pending);
    }
    free_transaction(transaction);
}

static void complete_arrived(struct outbox *outbox)
{
    while (outbox->first->committed && outbox->first->arrived) complete(outbox);
}

void outbox_commit(struct outbox *outbox)
{
    enum { MANY = 512, LARGE = 10000 };
    struct transaction *transaction = outbox->last;
    if (!transaction->messages && !transaction->notices && !store_batch_count(transaction->batch))
        return;
    /* While the disk is slow, transactions get larger, not more numerous. */
    if (committer_waiting(outbox->committer) > MANY &&
        store_batch_count(transaction->batch) < LARGE)
        return;
    transaction->committed = true;
    transaction->left = clock_microseconds();
    transaction->arrived = !store_batch_count(transaction->batch);
    if (!transaction->arrived) committer_submit(outbox->committer, transaction->batch);
    outbox->last = transaction->next = new_transaction(outbox);
    complete_arrived(outbox);
}

/* A request that was overtaken too often is refused. */
static bool may_try_again(const struct transaction *transaction)
{
    LIST_EACH (link, &transaction->pendings)
        if (pending_of(link)->tries > TRIES) return false;
    return true;
}

/* Fails a transaction and all that are based on it. */
static void fail_from(struct outbox *outbox, struct transaction *transaction, bool overtaken)
{
    LIST_EACH (link, &transaction->pendings)
        pending_of(link)->tries++; /* the requests of later transactions are not at fault */
    for (uint64_t from = transaction->number; transaction; transaction = transaction->next) {
        transaction->failed = true;
        transaction->lost_from = from;
        transaction->overtaken = overtaken && may_try_again(transaction);
    }
    outbox->last->committed = outbox->last->arrived = true;
    outbox->last = outbox->last->next = new_transaction(outbox);
}

static void note_success(struct outbox *outbox, const struct transaction *transaction)
{
    if (outbox->trouble.text[0]) log_event(LOGGED_INFO, "store-recovered");
    outbox->trouble.text[0] = '\0';
    outbox->figures.changes += store_batch_count(transaction->batch);
    histogram_metric_add(&outbox->figures.committing, clock_microseconds() - transaction->left);
}

static void note_trouble(struct outbox *outbox, const struct bv_error *error)
{
    if (!bv_equal(outbox->trouble.text, error->text)) log_trouble("store-failed", error->text);
    outbox->trouble = *error;
    outbox->figures.failures++;
}

void outbox_deliver(struct outbox *outbox)
{
    struct batch *batch = NULL;
    bool good = false;
    struct bv_error error;
    while (committer_collect(outbox->committer, &batch, &good, &error)) {
        struct transaction *transaction = outbox->first;
        while (transaction->batch != batch) transaction = transaction->next;
        transaction->arrived = true;
        if (good) {
            note_success(outbox, transaction);
        } else if (!transaction->failed) {
            bool overtaken = committer_had_conflict(outbox->committer);
            if (overtaken)
                outbox->figures.overtaken++;
            else
                note_trouble(outbox, &error);
            fail_from(outbox, transaction, overtaken);
        }
    }
    complete_arrived(outbox);
}

void outbox_probe(struct outbox *outbox, int64_t now)
{
    enum { PROBE_INTERVAL = 1000 };
    if (!outbox->trouble.text[0] || now - outbox->probed < PROBE_INTERVAL) return;
    if (committer_waiting(outbox->committer) || store_batch_count(outbox->last->batch)) return;
    outbox->probed = now;
    outbox_commit(outbox); /* alone: no messages depend on it */
    store_batch_setting(outbox->last->batch, "probe", "");
    outbox_commit(outbox);
}

const struct outbox_figures *outbox_figures(const struct outbox *outbox)
{
    return &outbox->figures;
}

const char *outbox_trouble(const struct outbox *outbox)
{
    return outbox->trouble.text;
}
