/* Sending reminders. The leading node looks for those that are due; worker threads call the push
 * services and the mail server, each call in a job; the event loop collects the answers. A reminder stays stored until
 * every device has it, or will not get it. */
#include "server/base/log.h"
#include "server/reminders/outgoing.h"
#include "server/reminders/reminder.h"
#include "util/workers.h"

enum {
    LOOK_INTERVAL = 500, /* milliseconds between two looks for due reminders, */
    LOOK_SOON = 20,      /* and while more are due: moves come between them */
    CONSIDERED_MAX = 2,  /* at each look */
    THREADS = 4,
    SENDINGS_MAX =
        32, /* reminders that are being sent at once; each has at most DEVICES_MAX jobs */
    TRIES_MAX = 8,
    SECOND = 1000,
    HOUR = 60 * 60 * SECOND,
};

enum outcome { SENT, GONE, AGAIN, GIVEN_UP };

/* One message to one device. */
struct job {
    struct list_link link;
    struct sending *sending;
    const struct reminders *reminders;
    struct push_device device;
    char text[WEB_PUSH_TEXT_MAX];
    size_t length;
    char *mail;      /* the whole message to an address; NULL: to a browser */
    int64_t seconds; /* the service drops the message after that time */
    bool urgent;
    int64_t expires; /* of the server's signature, in seconds */
    enum outcome outcome;
    struct outgoing_answer answer;
};

/* A reminder while messages about it are on their way. */
struct sending {
    struct list_link link;
    struct reminder reminder;
    uint32_t waiting; /* jobs that are not collected */
    uint32_t count;   /* devices that are to be tried again */
    char again[DEVICES_MAX][PUSH_ID_SIZE];
    int64_t after;        /* and when: milliseconds from now, at least */
    int64_t late;         /* when the time of a turn is running out; 0: never */
    uint64_t transaction; /* that stores what became of it; 0: messages are on their way */
};

/* ---- In the worker threads ------------------------------------------------------------------- */

/* RFC 8030, 5 and 7.3. */
static enum outcome outcome_of(const struct outgoing_answer *answer)
{
    if (answer->result == OUTGOING_REFUSED) return GIVEN_UP;
    if (answer->result == OUTGOING_FAILED) return AGAIN;
    if (answer->status >= 200 && answer->status < 300) return SENT;
    if (answer->status == 404 || answer->status == 410) return GONE;
    return answer->status == 429 || answer->status >= 500 ? AGAIN : GIVEN_UP;
}

static void send_mail(struct job *job)
{
    const struct config *config = job->reminders->config;
    outgoing_mail(&(struct outgoing_message){.server = config->smtp,
                                             .user = config->smtp_user,
                                             .password = config->smtp_password,
                                             .from = config->smtp_from,
                                             .to = job->device.mail,
                                             .text = job->mail},
                  &job->answer);
    /* A mail server that refuses for good may do so because of a mistake of the host: the address
     * stays. */
    job->outcome = job->answer.status == 250 ? SENT : job->answer.status >= 500 ? GIVEN_UP : AGAIN;
}

static void send_push(struct job *job)
{
    const struct reminders *reminders = job->reminders;
    uint8_t body[WEB_PUSH_BODY_MAX];
    char origin[PUSH_ENDPOINT_MAX + 1];
    char signature[WEB_PUSH_AUTHORIZATION];
    char authorization[WEB_PUSH_AUTHORIZATION + 32];
    char ttl[32];
    char topic[64];
    struct bv_out out = bv_out_into(authorization, sizeof authorization);
    bv_keep(origin, sizeof origin, push_endpoint_origin(bv_span_of(job->device.endpoint)));
    size_t size =
        web_push_encrypt(&job->device.keys, (struct bv_span){job->text, job->length}, body);
    bool good = size && web_push_authorization(reminders->identity, origin, reminders->contact,
                                               job->expires, signature);
    job->outcome = GIVEN_UP;
    if (!good) {
        bv_error_set(&job->answer.why, "the device's key is not valid");
        return;
    }
    bv_put_all(&out, "Authorization: ", signature);
    out = bv_out_into(ttl, sizeof ttl);
    bv_put(&out, "TTL: ");
    bv_put_number(&out, job->seconds);
    out = bv_out_into(topic, sizeof topic);
    bv_put_all(&out, "Topic: ", job->sending->reminder.subject);
    outgoing_post(
        &(struct outgoing_request){.url = job->device.endpoint,
                                   .header = {authorization, ttl, topic,
                                              "Content-Type: application/octet-stream",
                                              "Content-Encoding: aes128gcm",
                                              job->urgent ? "Urgency: high" : "Urgency: normal"},
                                   .body = body,
                                   .size = size,
                                   .loopback = reminders->services.loopback},
        &job->answer);
    job->outcome = outcome_of(&job->answer);
}

static void send_job(void *context, struct list_link *link)
{
    struct job *job = LIST_HOLDER(link, struct job, link);
    (void)context;
    if (job->mail)
        send_mail(job);
    else
        send_push(job);
}

static void free_job(struct job *job)
{
    free(job->mail);
    free(job);
}

/* ---- Whether a reminder still holds ---------------------------------------------------------- */

enum state {
    OUTDATED, /* it holds no longer, or the player is at the table */
    EARLY,    /* the time of the turn will run out later */
    UNKNOWN,  /* the store cannot be read now */
    HOLDS,
};

/* Whether the turn of the reminder still goes on: since it began, only the player's own seats have
 * moved. */
static bool same_turn(const struct reminder *reminder, const struct table *table)
{
    bv_seats held = table_seats_held(table, reminder->person);
    if (reminder->epoch != table->epoch || reminder->moves > (int64_t)table->moves) return false;
    for (size_t i = (size_t)reminder->moves; i < table->moves; i++)
        if (table->move[i].seat < BV_SEATS_MAX && !(held & bv_seat_bit(table->move[i].seat)))
            return false;
    return table_to_act(table) & held;
}

static int64_t time_left(const struct table *table, const char *person)
{
    bv_seats seats = table_to_act(table) & table_seats_held(table, person);
    if (!seats || table->setup.time.mode != TABLE_TIME_DAYS) return 0;
    int side = bv_side_of(table_terms(table), __builtin_ctz(seats));
    return table_clock_left(&table->clock, side, server_confirmed_now());
}

/* *due: when an early one holds. */
static enum state state_at_table(const struct reminder *reminder, const struct live_table *live,
                                 struct reminder_subject *subject, int64_t *due)
{
    const struct table *table = live->table;
    subject->table = table;
    if (table->stage == TABLE_OVER) return OUTDATED;
    if (reminder->what == REMINDER_CHALLENGE) return table->stage == TABLE_OPEN ? HOLDS : OUTDATED;
    subject->left = time_left(table, reminder->person);
    if (reminder->what == REMINDER_OPPONENT)
        return presence_has(live, reminder->person) ? OUTDATED : HOLDS;
    if (!same_turn(reminder, table)) return OUTDATED;
    int64_t spare = subject->left - reminder_lead(table);
    *due = server_now() + spare;
    bool late = reminder->what == REMINDER_LATE;
    bool seen = presence_has(live, reminder->person);
    if (subject->left && spare > SECOND && (late || seen)) return EARLY;
    return seen || (late && !subject->left) ? OUTDATED : HOLDS;
}

/* The name of a tournament that has begun; it is reminded of for an hour. */
static enum state state_of_tournament(struct reminders *reminders, const struct reminder *reminder,
                                      char name[CONFIG_TEXT])
{
    cJSON *document = documents_read(reminders->documents, "tournament", reminder->subject);
    bv_copy_text(name, CONFIG_TEXT, fields_text(document, "name", CONFIG_TEXT - 1));
    cJSON_Delete(document);
    return document && server_now() - reminder->since < HOUR ? HOLDS : OUTDATED;
}

/* The name is a buffer for the subject. */
static enum state state_of(struct reminders *reminders, const struct reminder *reminder,
                           struct reminder_subject *subject, char name[CONFIG_TEXT], int64_t *due)
{
    struct refusal refusal = {0};
    *subject = (struct reminder_subject){.tournament = name};
    if (reminder->what == REMINDER_CONFIRM) return HOLDS;
    if (reminder->what == REMINDER_TOURNAMENT)
        return state_of_tournament(reminders, reminder, name);
    struct live_table *live = live_table_enter(reminders->tables, reminder->subject, &refusal);
    if (live) return state_at_table(reminder, live, subject, due);
    return bv_equal(refusal.code, "no-such-table") ? OUTDATED : UNKNOWN;
}

/* ---- Sending --------------------------------------------------------------------------------- */

/* How long a service keeps a message for a device that is off. */
static int64_t seconds_of(const struct reminder *reminder, int64_t left)
{
    const int64_t usual = reminder->what == REMINDER_TOURNAMENT ? HOUR : 7 * TABLE_DAY;
    return (left && left < usual ? left : usual) / SECOND;
}

static void ask(struct reminders *reminders, struct sending *sending,
                const struct push_device *device, const struct reminder_subject *subject)
{
    struct job *job = memory_new(sizeof *job);
    struct bv_out out = bv_out_into(job->text, sizeof job->text);
    list_init(&job->link);
    job->sending = sending;
    job->reminders = reminders;
    job->device = *device;
    job->seconds = seconds_of(&sending->reminder, subject->left);
    job->urgent = sending->reminder.what == REMINDER_LATE;
    job->expires = (server_now() + 12 * (int64_t)HOUR) / SECOND;
    if (device->mail[0]) {
        job->mail = reminder_mail(reminders, &sending->reminder, subject, device);
    } else {
        reminder_text(&sending->reminder, subject, device->french, &out);
        job->length = out.length;
    }
    sending->waiting++;
    workers_ask(reminders->workers, &job->link);
}

/* An address that is not confirmed gets nothing but the message to confirm it. */
static bool wants(const struct push_device *device, enum reminder_kind what)
{
    if (what == REMINDER_CONFIRM) return device->mail[0] && !device->confirmed;
    return device->kinds & 1u << what && (!device->mail[0] || device->confirmed);
}

static bool is_meant(const struct reminder *reminder, const struct push_device *device)
{
    for (uint32_t i = 0; i < reminder->count; i++)
        if (bv_equal(reminder->only[i], device->id)) return wants(device, reminder->what);
    return !reminder->count && wants(device, reminder->what);
}

static void try_again(struct sending *sending, const char *id, int64_t after)
{
    bv_copy_text(sending->again[sending->count++], PUSH_ID_SIZE, id);
    if (!sending->after || after < sending->after) sending->after = after;
}

/* Whether the store still has the reminder as it was when it was sent: meanwhile the next turn may
 * have begun, with a reminder of its own. */
static bool is_unchanged(struct reminders *reminders, const struct reminder *reminder)
{
    struct reminder now;
    return reminder_read(reminders, pair_key(reminder->person, reminder->subject).text, &now) &&
           now.what == reminder->what && now.since == reminder->since && now.due == reminder->due;
}

/* The other reminder of a turn: its time is running out. */
static void write_late(struct reminders *reminders, const struct reminder *turn, int64_t due)
{
    struct reminder late = *turn;
    late.what = REMINDER_LATE;
    late.due = due;
    late.count = 0;
    late.tries = 0;
    reminder_write(reminders, &late);
}

/* Every device has been told, or is to be told later. */
static void finish(struct reminders *reminders, struct sending *sending)
{
    struct reminder next = sending->reminder;
    sending->transaction = outbox_transaction(reminders->accounts->outbox);
    if (!is_unchanged(reminders, &sending->reminder)) return;
    if (sending->count) {
        next.count = sending->count;
        bv_copy(next.only, sending->again, sizeof next.only);
        next.due = server_now() + sending->after;
        next.tries++;
        reminder_write(reminders, &next);
    } else if (sending->late > server_now()) {
        write_late(reminders, &next, sending->late);
    } else {
        reminder_remove(reminders, &next);
    }
}

/* What became of it is stored, or could not be: then once more. */
static void settle(struct reminders *reminders)
{
    struct list_link *link = reminders->sending.after;
    while (link != &reminders->sending) {
        struct sending *sending = LIST_HOLDER(link, struct sending, link);
        link = link->after;
        if (!sending->transaction ||
            !outbox_is_settled(reminders->accounts->outbox, sending->transaction))
            continue;
        if (is_unchanged(reminders, &sending->reminder)) {
            finish(reminders, sending);
            continue;
        }
        if (documents_failed(reminders->documents)) return;
        list_remove(&sending->link);
        reminders->sendings--;
        free(sending);
    }
}

static void send_reminder(struct reminders *reminders, const struct reminder *reminder,
                          const struct reminder_subject *subject)
{
    struct push_device device[DEVICES_MAX];
    uint32_t count = push_devices_of(reminders, reminder->person, server_now(), device);
    if (documents_failed(reminders->documents)) return;
    if (!count) push_people_drop(reminders->people, reminder->person);
    struct sending *sending = memory_new(sizeof *sending);
    sending->reminder = *reminder;
    if (subject->left) sending->late = server_now() + subject->left - reminder_lead(subject->table);
    list_init(&sending->link);
    list_append(&sending->link, &reminders->sending);
    reminders->sendings++;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_meant(reminder, &device[i])) continue;
        if (device[i].quiet && reminder->what != REMINDER_CONFIRM)
            try_again(sending, device[i].id, device[i].quiet);
        else
            ask(reminders, sending, &device[i], subject);
    }
    if (!sending->waiting) finish(reminders, sending);
}

static void consider(struct reminders *reminders, const char *key, int64_t now)
{
    struct reminder reminder;
    struct reminder_subject subject;
    char name[CONFIG_TEXT];
    int64_t due = 0;
    if (!reminder_read(reminders, key, &reminder) || reminder.due > now) return;
    switch (state_of(reminders, &reminder, &subject, name, &due)) {
    case OUTDATED: reminder_remove(reminders, &reminder); break;
    case EARLY: write_late(reminders, &reminder, due); break;
    case UNKNOWN: break; /* it is looked at again */
    case HOLDS: send_reminder(reminders, &reminder, &subject); break;
    }
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void log_answer(enum log_level level, const char *event, const struct job *job)
{
    struct log_line line;
    char service[PUSH_ENDPOINT_MAX + 1];
    bv_keep(service, sizeof service, push_endpoint_origin(bv_span_of(job->device.endpoint)));
    log_begin(&line, level, event);
    /* the rest of the endpoint is the device's secret, the address the player's */
    log_text(&line, "service", job->mail ? "e-mail" : service);
    log_text(&line, "what", reminder_names[job->sending->reminder.what]);
    if (job->answer.status) log_number(&line, "status", job->answer.status);
    if (job->answer.why.text[0]) log_text(&line, "reason", job->answer.why.text);
    log_end(&line);
}

/* 2, 8, 32 … seconds, at most six hours; or as the service asks. */
static int64_t pause_after(const struct job *job)
{
    enum { LONGEST = 6 * HOUR };
    int64_t pause = (int64_t)2 * SECOND << (2 * job->sending->reminder.tries);
    int64_t asked = job->answer.retry_after * SECOND;
    if (asked > pause) pause = asked;
    return pause < LONGEST ? pause : LONGEST;
}

static void note_answer(struct reminders *reminders, struct job *job)
{
    struct sending *sending = job->sending;
    struct reminder_figures *figures = &reminders->figures;
    if (job->outcome == AGAIN && sending->reminder.tries >= TRIES_MAX) job->outcome = GIVEN_UP;
    switch (job->outcome) {
    case SENT:
        figures->sent++;
        log_answer(LOGGED_DEBUG, "reminder-sent", job);
        break;
    case GONE:
        figures->dropped++;
        log_answer(LOGGED_INFO, "reminder-device-gone", job);
        push_device_remove(reminders, sending->reminder.person, job->device.id);
        break;
    case AGAIN:
        figures->again++;
        log_answer(LOGGED_INFO, "reminder-not-sent", job);
        try_again(sending, job->device.id, pause_after(job));
        break;
    case GIVEN_UP:
        if (job->answer.result == OUTGOING_REFUSED)
            figures->refused++;
        else
            figures->failed++;
        log_answer(LOGGED_WARNING, "reminder-given-up", job);
        break;
    }
}

static void collect(struct reminders *reminders)
{
    struct list_link *link;
    while ((link = workers_collect(reminders->workers))) {
        struct job *job = LIST_HOLDER(link, struct job, link);
        struct sending *sending = job->sending;
        note_answer(reminders, job);
        free_job(job);
        if (--sending->waiting == 0) finish(reminders, sending);
    }
}

/* ---- For the event loop ---------------------------------------------------------------------- */

struct due_list {
    const struct reminders *reminders;
    int64_t now;
    uint32_t count;
    struct pair_key key[CONSIDERED_MAX];
};

static bool is_being_sent(const struct reminders *reminders, const char *key)
{
    LIST_EACH (link, &reminders->sending) {
        const struct reminder *other = &LIST_HOLDER(link, struct sending, link)->reminder;
        if (bv_equal(pair_key(other->person, other->subject).text, key)) return true;
    }
    return false;
}

static bool note_due(void *context, const struct document *document)
{
    struct due_list *list = context;
    if (-document->rank > list->now) return false;
    if (is_being_sent(list->reminders, document->key)) return true;
    bv_copy_text(list->key[list->count++].text, DOCUMENT_KEY_MAX + 1, document->key);
    return list->count < CONSIDERED_MAX && list->count + list->reminders->sendings < SENDINGS_MAX;
}

void reminders_tick(struct reminders *reminders, int64_t now)
{
    if (!reminders->workers) return;
    collect(reminders);
    settle(reminders);
    int64_t interval = reminders->hurried ? LOOK_SOON : LOOK_INTERVAL;
    bool due = now - reminders->looked >= interval || now < reminders->looked;
    if (!due || !peers_leads(reminders->peers) || reminders->sendings >= SENDINGS_MAX) return;
    reminders->looked = now;
    struct due_list list = {.reminders = reminders, .now = now};
    documents_ranked(reminders->documents, "reminder", INT64_MAX, "", 2 * SENDINGS_MAX, note_due,
                     &list);
    reminders->hurried = list.count == CONSIDERED_MAX;
    for (uint32_t i = 0; i < list.count; i++) consider(reminders, list.key[i].text, now);
}

uint32_t reminders_sending(const struct reminders *reminders)
{
    return reminders->sendings;
}

void reminder_delivery_open(struct reminders *reminders)
{
    enum { NICENESS = 5 };
    reminders->workers = workers_open(&(struct workers_deps){.threads = THREADS,
                                                             .niceness = NICENESS,
                                                             .work = send_job,
                                                             .wake = reminders->wake,
                                                             .wake_context = reminders->context});
}

/* What was being sent is stored, and is sent again after the next start. */
void reminder_delivery_close(struct reminders *reminders)
{
    struct list_link *link;
    outgoing_stop();
    workers_stop(reminders->workers);
    while ((link = workers_collect(reminders->workers)))
        free_job(LIST_HOLDER(link, struct job, link));
    workers_free(reminders->workers);
    while (!list_is_empty(&reminders->sending))
        free(LIST_HOLDER(list_take(&reminders->sending), struct sending, link));
}
