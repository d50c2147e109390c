#include "server/post.h"

#include "net/websocket.h"
#include "server/json.h"
#include "server/keeping/log.h"

enum { TRIES = 20 }; /* of something that is asked again */

/* A piece of mail: a message, or the answer to an HTTP request. */
struct mail {
    struct bv_client *client;
    struct bv_parcel *parcel; /* NULL for an HTTP answer */
    size_t bytes;
    int64_t request; /* of a reply; negative: not a reply */
    bool fact;       /* delivered even when its flight fails, */
    uint64_t since;  /* unless the flight that it follows upon has failed; nought: upon none */
    struct bv_http_answer answer;
    char *texts; /* body and headers of the answer */
};

/* What a client asked, kept in case it has to be asked again. */
struct errand {
    struct bv_petition request;
    uint32_t tries;
    size_t mails, mails_end; /* what it was answered with, in its flight */
    char *bytes;             /* all its texts */
    struct errand *next;
};

struct errands {
    struct errand *first, *last;
};

struct touched {
    int64_t table;
    uint32_t number;
};

/* Something to be said to the other nodes. */
struct word {
    const char *what;
    char *text;
    size_t length;
};

struct flight {
    uint64_t number;
    struct bv_batch *batch;
    uint64_t left; /* when it departed, in microseconds */
    bool departed; /* handed to the committer, or without changes */
    bool arrived;
    bool failed;
    bool overtaken;     /* and can be tried again at once */
    uint64_t lost_from; /* the first that failed with it */
    struct mail *mail;
    size_t mails, mail_room;
    struct touched *table;
    size_t tables, table_room;
    struct word *word;
    size_t words, word_room;
    struct errands errands;
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
    bool facts;
    size_t mails, changes; /* of the flight that stands ready, when the present request came */
    struct errands again;  /* to be asked again */
    struct errand *asked;  /* the one that is being asked again, or was last */
};

static struct flight *new_flight(struct bv_post *post)
{
    struct flight *flight = bv_new(sizeof *flight);
    flight->number = ++post->flights;
    flight->batch = bv_batch_new();
    return flight;
}

/* ---- Errands ------------------------------------------------------------------------------------------------------ */

static void push(struct errands *errands, struct errand *errand)
{
    errand->next = NULL;
    if (errands->last)
        errands->last->next = errand;
    else
        errands->first = errand;
    errands->last = errand;
}

static struct errand *pop(struct errands *errands)
{
    struct errand *errand = errands->first;
    if (!errand) return NULL;
    errands->first = errand->next;
    if (!errands->first) errands->last = NULL;
    return errand;
}

static void free_errand(struct errand *errand)
{
    if (!errand) return;
    struct bv_held *held = errand->request.held;
    if (held && --held->holders == 0) held->free(held);
    bv_client_drop(errand->request.client);
    free(errand->bytes);
    free(errand);
}

/* Copies a text to where the bytes end. */
static void keep(char **end, struct bv_span *text)
{
    if (text->length) memcpy(*end, text->text, text->length);
    text->text = *end;
    *end += text->length;
}

static size_t length_of(const struct bv_petition *request)
{
    const struct bv_http_request *http = &request->http;
    size_t length = request->message.length + http->method.length + http->path.length +
                    http->query.length + http->body.length;
    for (uint32_t i = 0; i < http->headers; i++)
        length += http->header[i].name.length + http->header[i].value.length;
    return length;
}

static struct errand *new_errand(const struct bv_petition *request)
{
    struct errand *errand = bv_new(sizeof *errand);
    errand->request = *request;
    errand->bytes = bv_new(length_of(request) + 1);
    request->client->holders++;
    if (request->held) request->held->holders++;
    char *end = errand->bytes;
    struct bv_http_request *http = &errand->request.http;
    keep(&end, &errand->request.message);
    keep(&end, &http->method);
    keep(&end, &http->path);
    keep(&end, &http->query);
    keep(&end, &http->body);
    for (uint32_t i = 0; i < http->headers; i++) {
        keep(&end, &http->header[i].name);
        keep(&end, &http->header[i].value);
    }
    return errand;
}

void bv_post_asking(struct bv_post *post)
{
    post->mails = post->last->mails;
    post->changes = bv_batch_count(post->last->batch);
}

/* What neither changes anything nor is answered by post need not be asked again. */
void bv_post_asked(struct bv_post *post, const struct bv_petition *request)
{
    struct flight *flight = post->last;
    if (flight->mails == post->mails && bv_batch_count(flight->batch) == post->changes) return;
    struct errand *errand = new_errand(request);
    if (post->asked) errand->tries = post->asked->tries;
    errand->mails = post->mails;
    errand->mails_end = flight->mails;
    push(&flight->errands, errand);
}

bool bv_post_again(struct bv_post *post, struct bv_petition *request)
{
    free_errand(post->asked);
    do {
        post->asked = pop(&post->again);
        if (!post->asked) return false;
        if (post->asked->request.client->connection) break;
        free_errand(post->asked);
    } while (true);
    *request = post->asked->request;
    return true;
}

/* ---- Flights ------------------------------------------------------------------------------------------------------ */

static void free_flight(struct flight *flight)
{
    struct errand *errand = NULL;
    while ((errand = pop(&flight->errands))) free_errand(errand);
    for (size_t i = 0; i < flight->mails; i++) {
        struct mail *mail = &flight->mail[i];
        if (mail->parcel) bv_parcel_free(mail->parcel);
        free(mail->texts);
        mail->client->owed -= mail->bytes;
        bv_client_drop(mail->client);
    }
    for (size_t i = 0; i < flight->words; i++) free(flight->word[i].text);
    if (flight->batch) bv_batch_free(flight->batch);
    free(flight->word);
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
    struct errand *errand = NULL;
    while ((errand = pop(&post->again))) free_errand(errand);
    free_errand(post->asked);
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

uint64_t bv_post_touches(struct bv_post *post, int64_t table, uint32_t number)
{
    struct flight *flight = post->last;
    /* Deeds of one table follow each other. */
    if (!flight->tables || flight->table[flight->tables - 1].table != table) {
        BV_GROW(flight->table, flight->tables, flight->table_room);
        flight->tables++;
    }
    flight->table[flight->tables - 1] = (struct touched){table, number};
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
    *mail = (struct mail){.client = client, .bytes = bytes, .request = -1, .fact = post->facts};
    client->holders++;
    client->owed += bytes;
    return mail;
}

/* A message; `request` is negative if it is not a reply. A client to whom too much is owed already is closed. */
/* NULL: the client is owed too much. */
static struct mail *put_message(struct bv_post *post, struct bv_client *client, int64_t request,
                                struct bv_parcel *parcel)
{
    if (client->owed >= BV_OWED_MAX) {
        if (client->connection)
            bv_net_goodbye(client->connection, BV_WS_TRY_LATER, "too much waits to be stored");
        return NULL;
    }
    struct mail *mail = new_mail(post, client, bv_parcel_length(parcel));
    mail->request = request;
    mail->parcel = bv_parcel_hold(parcel);
    return mail;
}

bool bv_post_facts(struct bv_post *post, bool facts)
{
    bool before = post->facts;
    post->facts = facts;
    return before;
}

void bv_post_tell_since(struct bv_post *post, struct bv_client *client, struct bv_parcel *parcel,
                        uint64_t flight)
{
    struct mail *mail = put_message(post, client, -1, parcel);
    if (mail) mail->since = flight;
}

void bv_post_tell(struct bv_post *post, struct bv_client *client, struct bv_parcel *parcel)
{
    put_message(post, client, -1, parcel);
}

void bv_post_say(struct bv_post *post, const char *what, struct bv_span text)
{
    struct flight *flight = post->last;
    if (!post->handler.say) return;
    BV_GROW(flight->word, flight->words, flight->word_room);
    flight->word[flight->words++] =
        (struct word){what, bv_text_copy(text.text, text.length), text.length};
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

/* What was overtaken is asked again; and what only read, when its flight has failed. */
static bool is_for_again(const struct flight *flight, const struct errand *errand)
{
    return flight->overtaken || (errand->request.reads && errand->tries <= TRIES);
}

/* Whether a piece of mail answers something that will be asked again. */
static bool will_be_asked_again(const struct flight *flight, size_t mail)
{
    const struct errand *errand = flight->errands.first;
    while (errand && errand->mails_end <= mail) errand = errand->next;
    return errand && errand->mails <= mail && errand->request.client == flight->mail[mail].client &&
           is_for_again(flight, errand);
}

static void burn_all(struct bv_post *post, const struct flight *flight)
{
    for (size_t i = 0; i < flight->mails; i++) {
        const struct mail *mail = &flight->mail[i];
        if (mail->fact && mail->since < flight->lost_from) {
            deliver(post, mail);
        } else if (!will_be_asked_again(flight, i)) {
            burn(mail);
            if (mail->request >= 0)
                post->handler.unheard(post->handler.context, mail->client, flight->number);
        }
    }
    for (const struct errand *errand = flight->errands.first; errand; errand = errand->next)
        post->handler.unheard(post->handler.context, errand->request.client, flight->number);
    for (size_t i = 0; i < flight->tables; i++)
        post->handler.lost(post->handler.context, flight->table[i].table, flight->overtaken);
}

static void deliver_all(struct bv_post *post, const struct flight *flight)
{
    for (size_t i = 0; i < flight->tables; i++)
        post->handler.stored(post->handler.context, flight->table[i].table,
                             flight->table[i].number);
    for (size_t i = 0; i < flight->mails; i++) deliver(post, &flight->mail[i]);
    for (size_t i = 0; i < flight->words; i++)
        post->handler.say(post->handler.context, flight->word[i].what,
                          (struct bv_span){flight->word[i].text, flight->word[i].length});
}

/* Unloads the first flight. */
static void unload(struct bv_post *post)
{
    struct flight *flight = post->first;
    struct errand *errand = NULL;
    post->first = flight->next;
    if (flight->failed)
        burn_all(post, flight);
    else
        deliver_all(post, flight);
    while (flight->failed && (errand = pop(&flight->errands))) {
        bool again = is_for_again(flight, errand);
        if (!flight->overtaken) errand->tries++;
        if (again)
            push(&post->again, errand);
        else
            free_errand(errand);
    }
    free_flight(flight);
}

static void unload_arrived(struct bv_post *post)
{
    while (post->first->departed && post->first->arrived) unload(post);
}

void bv_post_depart(struct bv_post *post)
{
    enum { MANY = 512, LARGE = 10000 };
    struct flight *flight = post->last;
    if (!flight->mails && !flight->words && !bv_batch_count(flight->batch)) return;
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

/* Whoever has been overtaken too often is told that it does not work at the moment. */
static bool may_try_again(const struct flight *flight)
{
    for (const struct errand *errand = flight->errands.first; errand; errand = errand->next)
        if (errand->tries > TRIES) return false;
    return true;
}

/* Everything that was built on what is lost is lost too. */
static void fail_from(struct bv_post *post, struct flight *flight, bool overtaken)
{
    for (struct errand *errand = flight->errands.first; errand; errand = errand->next)
        errand->tries++; /* those behind it are only carried along */
    for (uint64_t from = flight->number; flight; flight = flight->next) {
        flight->failed = true;
        flight->lost_from = from;
        flight->overtaken = overtaken && may_try_again(flight);
    }
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

static void note_trouble(struct bv_post *post, const struct bv_error *error)
{
    if (!bv_equal(post->trouble.text, error->text)) bv_log_trouble("store", error->text);
    post->trouble = *error;
    post->figures.failures++;
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
            bool overtaken = bv_committer_overtaken(post->committer);
            if (overtaken)
                post->figures.overtaken++;
            else
                note_trouble(post, &error);
            fail_from(post, flight, overtaken);
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
