#include "server/post.h"

#include "net/websocket.h"
#include "server/json.h"
#include "server/keeping/log.h"

/* A piece of mail: a message, or the answer to an HTTP request. */
struct mail {
    struct bv_client *client;
    struct bv_parcel *parcel; /* NULL for an HTTP answer */
    size_t bytes;
    int64_t request; /* of a reply; negative: not a reply */
    struct bv_http_answer answer;
    char *texts; /* body and headers of the answer */
};

struct flight {
    uint64_t number;
    struct bv_batch *batch;
    uint64_t left; /* when it departed, in microseconds */
    bool departed; /* handed to the committer, or without changes */
    bool arrived;
    bool failed;
    struct mail *mail;
    size_t mails, mail_room;
    int64_t *table;
    size_t tables, table_room;
    struct flight *next;
};

struct bv_post {
    struct bv_post_handler handler;
    struct bv_committer *committer;
    struct flight *first; /* the oldest under way */
    struct flight *last;  /* the one that stands ready */
    uint64_t flights;
    struct bv_error trouble;
    struct bv_post_figures figures;
    int64_t probed; /* when it was last tried whether it is over */
};

static struct flight *new_flight(struct bv_post *post)
{
    struct flight *flight = bv_new(sizeof *flight);
    flight->number = ++post->flights;
    flight->batch = bv_batch_new();
    return flight;
}

static void free_flight(struct flight *flight)
{
    for (size_t i = 0; i < flight->mails; i++) {
        struct mail *mail = &flight->mail[i];
        if (mail->parcel) bv_parcel_free(mail->parcel);
        free(mail->texts);
        mail->client->owed -= mail->bytes;
        bv_client_drop(mail->client);
    }
    if (flight->batch) bv_batch_free(flight->batch);
    free(flight->mail);
    free(flight->table);
    free(flight);
}

struct bv_post *bv_post_open(struct bv_store *store, const struct bv_post_handler *handler)
{
    struct bv_post *post = bv_new(sizeof *post);
    post->handler = *handler;
    post->committer = bv_committer_start(store, handler->wake, handler->context);
    post->first = post->last = new_flight(post);
    return post;
}

void bv_post_close(struct bv_post *post)
{
    bv_committer_free(post->committer);
    while (post->first) {
        struct flight *flight = post->first;
        post->first = flight->next;
        /* A batch that has departed was the committer's. */
        if (flight->departed && !flight->arrived) flight->batch = NULL;
        free_flight(flight);
    }
    free(post);
}

struct bv_batch *bv_post_changes(struct bv_post *post)
{
    return post->last->batch;
}

uint64_t bv_post_flight(const struct bv_post *post)
{
    return post->last->number;
}

uint64_t bv_post_touches(struct bv_post *post, int64_t table)
{
    struct flight *flight = post->last;
    /* Deeds of one table follow each other. */
    if (flight->tables && flight->table[flight->tables - 1] == table) return flight->number;
    BV_GROW(flight->table, flight->tables, flight->table_room);
    flight->table[flight->tables++] = table;
    return flight->number;
}

bool bv_post_landed(const struct bv_post *post, uint64_t flight)
{
    return flight < post->first->number;
}

static struct mail *new_mail(struct bv_post *post, struct bv_client *client, size_t bytes)
{
    struct flight *flight = post->last;
    BV_GROW(flight->mail, flight->mails, flight->mail_room);
    struct mail *mail = &flight->mail[flight->mails++];
    *mail = (struct mail){.client = client, .bytes = bytes, .request = -1};
    client->holders++;
    client->owed += bytes;
    return mail;
}

/* A message; `request` is negative if it is not a reply. A client to whom too much is owed already is closed. */
static void put_message(struct bv_post *post, struct bv_client *client, int64_t request,
                        struct bv_parcel *parcel)
{
    if (client->owed >= BV_OWED_MAX) {
        if (client->connection)
            bv_net_goodbye(client->connection, BV_WS_TRY_LATER, "too much waits to be stored");
        return;
    }
    struct mail *mail = new_mail(post, client, bv_parcel_length(parcel));
    mail->request = request;
    mail->parcel = bv_parcel_hold(parcel);
}

void bv_post_tell(struct bv_post *post, struct bv_client *client, struct bv_parcel *parcel)
{
    put_message(post, client, -1, parcel);
}

static struct bv_parcel *reply_of(int64_t request, bool good, struct bv_span fields)
{
    char head[64];
    struct bv_out out = bv_out_into(head, sizeof head);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", good ? "done" : "refused");
    bv_json_number(&out, "re", request);
    char *text = bv_new(out.length + fields.length + 3);
    struct bv_out whole = bv_out_into(text, out.length + fields.length + 3);
    bv_put(&whole, head);
    if (fields.length) bv_put_char(&whole, ',');
    bv_put_span(&whole, fields);
    bv_put_char(&whole, '}');
    struct bv_parcel *parcel = bv_parcel_text((struct bv_span){text, whole.length});
    free(text);
    return parcel;
}

void bv_post_reply(struct bv_post *post, struct bv_client *client, int64_t request,
                   struct bv_span fields)
{
    if (request < 0) return;
    struct bv_parcel *parcel = reply_of(request, true, fields);
    put_message(post, client, request, parcel);
    bv_parcel_free(parcel);
}

void bv_post_refuse(struct bv_post *post, struct bv_client *client, int64_t request,
                    struct bv_parcel *parcel)
{
    put_message(post, client, request, parcel);
}

void bv_post_answer(struct bv_post *post, struct bv_client *client,
                    const struct bv_http_answer *answer)
{
    struct mail *mail = new_mail(post, client, answer->body.length);
    size_t headers = answer->headers ? bv_length(answer->headers) : 0;
    mail->texts = bv_new(headers + answer->body.length + 2);
    memcpy(mail->texts, answer->body.text, answer->body.length);
    mail->answer = *answer;
    mail->answer.body.text = mail->texts;
    if (!headers) return;
    memcpy(mail->texts + answer->body.length, answer->headers, headers + 1);
    mail->answer.headers = mail->texts + answer->body.length;
}

static void deliver(struct bv_post *post, const struct mail *mail)
{
    if (!mail->client->connection) return;
    if (mail->parcel)
        post->figures.messages += bv_net_send(mail->client->connection, mail->parcel);
    else
        bv_net_answer(mail->client->connection, &mail->answer);
}

/* Who asked for something is told that it was not kept; all others have heard of nothing. */
static void burn(const struct mail *mail)
{
    static const char reason[] =
        "\"code\":\"not-stored\",\"text\":{\"fr\":\"La maison ne peut rien enregistrer pour le "
        "moment : rien n'a été joué. Réessayez.\",\"en\":\"The house cannot store anything at the "
        "moment: nothing was played. Try again.\"}";
    static const char body[] = "{\"code\":\"not-stored\",\"text\":{\"fr\":\"La maison ne peut rien "
                               "enregistrer pour le moment. Réessayez.\",\"en\":\"The house cannot "
                               "store anything at the moment. Try again.\"}}";
    if (!mail->client->connection) return;
    if (!mail->parcel) {
        bv_net_answer(mail->client->connection, &(struct bv_http_answer){.status = 503,
                                                                         .type = "application/json",
                                                                         .body = bv_span_of(body),
                                                                         .lasting = true});
    } else if (mail->request >= 0) {
        struct bv_parcel *parcel = reply_of(mail->request, false, bv_span_of(reason));
        bv_net_send(mail->client->connection, parcel);
        bv_parcel_free(parcel);
    }
}

/* Unloads the first flight. */
static void unload(struct bv_post *post)
{
    struct flight *flight = post->first;
    post->first = flight->next;
    for (size_t i = 0; i < flight->mails; i++) {
        if (flight->failed)
            burn(&flight->mail[i]);
        else
            deliver(post, &flight->mail[i]);
    }
    if (flight->failed)
        for (size_t i = 0; i < flight->tables; i++)
            post->handler.lost(post->handler.context, flight->table[i]);
    free_flight(flight);
}

static void unload_arrived(struct bv_post *post)
{
    while (post->first->departed && post->first->arrived) unload(post);
}

void bv_post_depart(struct bv_post *post)
{
    enum { MANY = 64, LARGE = 10000 };
    struct flight *flight = post->last;
    if (!flight->mails && !bv_batch_count(flight->batch)) return;
    /* While the disk is slow flights get larger, not more. */
    if (bv_committer_waiting(post->committer) > MANY && bv_batch_count(flight->batch) < LARGE)
        return;
    flight->departed = true;
    flight->left = bv_microseconds();
    flight->arrived = !bv_batch_count(flight->batch);
    if (!flight->arrived) bv_committer_submit(post->committer, flight->batch);
    post->last = flight->next = new_flight(post);
    unload_arrived(post);
}

/* Everything that was built on what is lost is lost too. */
static void fail_from(struct bv_post *post, struct flight *flight)
{
    for (; flight; flight = flight->next) flight->failed = true;
    post->last->departed = post->last->arrived = true;
    post->last = post->last->next = new_flight(post);
}

static void note_arrival(struct bv_post *post, const struct flight *flight)
{
    if (post->trouble.text[0]) bv_log_event(BV_LOG_INFO, "store-is-well-again");
    post->trouble.text[0] = '\0';
    post->figures.changes += bv_batch_count(flight->batch);
    bv_spread_add(&post->figures.committing, bv_microseconds() - flight->left);
}

void bv_post_arrive(struct bv_post *post)
{
    struct bv_batch *batch = NULL;
    bool good = false;
    struct bv_error error;
    while (bv_committer_collect(post->committer, &batch, &good, &error)) {
        struct flight *flight = post->first;
        while (flight->batch != batch) flight = flight->next;
        flight->arrived = true;
        if (good) {
            note_arrival(post, flight);
        } else if (!flight->failed) {
            if (!bv_equal(post->trouble.text, error.text)) bv_log_trouble("store", error.text);
            post->trouble = error;
            post->figures.failures++;
            fail_from(post, flight);
        }
    }
    unload_arrived(post);
}

void bv_post_probe(struct bv_post *post, int64_t now)
{
    enum { PATIENCE = 1000 };
    if (!post->trouble.text[0] || now - post->probed < PATIENCE) return;
    if (bv_committer_waiting(post->committer) || bv_batch_count(post->last->batch)) return;
    post->probed = now;
    bv_post_depart(post); /* alone: nobody's mail is burnt with it */
    bv_batch_setting(post->last->batch, "probe", "");
    bv_post_depart(post);
}

const struct bv_post_figures *bv_post_figures(const struct bv_post *post)
{
    return &post->figures;
}

const char *bv_post_trouble(const struct bv_post *post)
{
    return post->trouble.text;
}
