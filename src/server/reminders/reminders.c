#include "server/reminders/reminders.h"

#include "server/base/log.h"
#include "server/reminders/outgoing.h"
#include "server/reminders/reminder.h"

const char *const reminder_names[REMINDERS_ALL] = {"turn",      "late",       "opponent",
                                                   "challenge", "tournament", "confirm"};

/* ---- The server's keys ----------------------------------------------------------------------- */

static const char key_setting[] = "push-key";

static bool read_key(struct reminders *reminders, struct store *store, bool *found,
                     struct bv_error *error)
{
    char text[WEB_PUSH_KEY_TEXT];
    if (!store_setting(store, key_setting, text, sizeof text, found, error)) return false;
    if (!*found) return true;
    reminders->identity = web_push_identity_new(text);
    return reminders->identity || bv_error_set(error, "the key for push messages is damaged");
}

/* The document makes sure that only one of two nodes that start at once makes the key. */
static bool make_key(struct store *store, struct bv_error *error)
{
    char text[WEB_PUSH_KEY_TEXT];
    if (!web_push_new_key(text)) return bv_error_set(error, "OpenSSL cannot make a key");
    struct batch *batch = store_batch_new();
    store_batch_document(batch, "server", key_setting, 0, 0, bv_span_of("{}"));
    store_batch_setting(batch, key_setting, text);
    bool good = store_commit(store, batch, error) || store_had_conflict(store);
    store_batch_free(batch);
    return good;
}

static bool open_key(struct reminders *reminders, struct store *store, struct bv_error *error)
{
    bool found = false;
    return read_key(reminders, store, &found, error) &&
           (found ||
            (make_key(store, error) && read_key(reminders, store, &found, error) &&
             (found || bv_error_set(error, "the key for push messages cannot be stored"))));
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Push services may tell the host that something is wrong. */
static void set_contact(struct reminders *reminders)
{
    struct bv_out out = bv_out_into(reminders->contact, sizeof reminders->contact);
    const struct config *config = reminders->config;
    if (config->push_contact[0])
        bv_put(&out, config->push_contact);
    else if (reminders->base->secure)
        bv_put_all(&out, reminders->base->origin, reminders->base->path, "/");
}

bool reminders_open(struct reminders *reminders, struct store *writer, struct bv_error *error)
{
    const struct config *config = reminders->config;
    list_init(&reminders->sending);
    if (!config->push && !config->smtp[0]) return true;
    reminders->services =
        (struct push_services){.hosts = config->push_services, .loopback = config->push_loopback};
    set_contact(reminders);
    if (config->push_loopback) log_event(LOGGED_WARNING, "push-to-loopback-is-allowed");
    if (config->smtp[0] && (!config->smtp_from[0] || !reminders->base->origin[0]))
        return bv_error_set(error, "smtp needs smtp-from and base-url: messages have links");
    if (config->push && (!web_push_open(error) || !open_key(reminders, writer, error)))
        return false;
    if (!outgoing_open(error) || !push_people_open(reminders, error)) return false;
    reminder_delivery_open(reminders);
    return true;
}

void reminders_close(struct reminders *reminders)
{
    if (reminders->workers) reminder_delivery_close(reminders);
    if (reminders->people) push_people_free(reminders->people);
    web_push_identity_free(reminders->identity);
    reminders->workers = NULL; /* what still happens writes no more reminders */
    reminders->people = NULL;
    reminders->identity = NULL;
}

/* ---- Documents ------------------------------------------------------------------------------- */

static const char kind[] = "reminder";

static void read_devices(const cJSON *document, struct reminder *reminder)
{
    const cJSON *only = cJSON_GetObjectItemCaseSensitive(document, "only");
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, only)
    {
        if (!cJSON_IsString(one) || reminder->count == DEVICES_MAX) continue;
        bv_copy_text(reminder->only[reminder->count++], PUSH_ID_SIZE, one->valuestring);
    }
}

bool reminder_read(struct reminders *reminders, const char *key, struct reminder *reminder)
{
    struct bv_span rest = bv_span_of(key);
    struct bv_span person = {0};
    *reminder = (struct reminder){0};
    cJSON *document = documents_read(reminders->documents, kind, key);
    const char *what = fields_text(document, "what", 16);
    int number = what ? bv_word_among(bv_span_of(what), reminder_names, REMINDERS_ALL) : -1;
    bool good = number >= 0 && bv_take_part(&rest, '/', &person) &&
                bv_keep(reminder->person, ID_SIZE, person) &&
                bv_keep(reminder->subject, ID_SIZE, rest);
    if (good) {
        reminder->what = (enum reminder_kind)number;
        reminder->since = fields_integer(document, "since");
        reminder->due = fields_integer(document, "due");
        reminder->moves = fields_integer(document, "moves");
        reminder->epoch = fields_integer(document, "epoch");
        reminder->tries = fields_integer(document, "tries");
        read_devices(document, reminder);
    }
    cJSON_Delete(document);
    return good;
}

void reminder_write(struct reminders *reminders, const struct reminder *reminder)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "what", reminder_names[reminder->what]);
    cJSON_AddNumberToObject(document, "since", (double)reminder->since);
    cJSON_AddNumberToObject(document, "due", (double)reminder->due);
    cJSON_AddNumberToObject(document, "moves", (double)reminder->moves);
    cJSON_AddNumberToObject(document, "epoch", (double)reminder->epoch);
    if (reminder->tries) cJSON_AddNumberToObject(document, "tries", (double)reminder->tries);
    cJSON *only = reminder->count ? cJSON_AddArrayToObject(document, "only") : NULL;
    for (uint32_t i = 0; i < reminder->count; i++)
        cJSON_AddItemToArray(only, cJSON_CreateString(reminder->only[i]));
    documents_write(reminders->documents, kind, pair_key(reminder->person, reminder->subject).text,
                    -reminder->due, document);
}

void reminder_remove(struct reminders *reminders, const struct reminder *reminder)
{
    documents_remove(reminders->documents, kind,
                     pair_key(reminder->person, reminder->subject).text);
}

/* ---- What happens ---------------------------------------------------------------------------- */

int64_t reminder_lead(const struct table *table)
{
    enum { SHARE = 4 };
    const int64_t most = TABLE_DAY / 2;
    if (table->setup.time.mode != TABLE_TIME_DAYS) return 0;
    int64_t lead = table->setup.time.budget / SHARE;
    return lead < most ? lead : most;
}

/* Milliseconds until a reminder is due: a page that is open goes to its table by itself, and the
 * player is then there. */
enum { IF_ABSENT = 3000, IF_PRESENT = 60 * 1000 };

void reminders_add(struct reminders *reminders, const char *person, const char *subject,
                   enum reminder_kind what)
{
    if (!reminders_are_on(reminders) || !push_people_has(reminders->people, person)) return;
    struct reminder reminder = {
        .what = what, .since = server_now(), .due = server_now() + IF_ABSENT};
    bv_copy_text(reminder.person, ID_SIZE, person);
    bv_copy_text(reminder.subject, ID_SIZE, subject);
    reminder_write(reminders, &reminder);
}

/* A player who looks at the table sees the turn. In a game of days the connection may be that of a
 * device that was just put away: the player is reminded a minute later, if then not connected. */
static void add_turn(struct reminders *reminders, const struct live_table *live, const char *person)
{
    const struct table *table = live->table;
    if (!push_people_has(reminders->people, person)) return;
    bool present = presence_has(live, person);
    if (present && table->setup.time.mode != TABLE_TIME_DAYS) return;
    struct reminder reminder = {.what = REMINDER_TURN,
                                .since = server_now(),
                                .due = server_now() + (present ? IF_PRESENT : IF_ABSENT),
                                .moves = (int64_t)table->moves,
                                .epoch = table->epoch};
    bv_copy_text(reminder.person, ID_SIZE, person);
    bv_copy_text(reminder.subject, ID_SIZE, table->id);
    reminder_write(reminders, &reminder);
}

void reminders_turned(struct reminders *reminders, const struct live_table *live, bv_seats seats)
{
    if (!reminders_are_on(reminders)) return;
    for (int seat = 0; seat < table_terms(live->table)->form->seats; seat++) {
        const struct table_occupant *occupant = &live->table->occupant[seat];
        for (int i = 0; seats & bv_seat_bit(seat) && i < occupant->holders; i++)
            add_turn(reminders, live, occupant->holder[i].person);
    }
}

size_t reminders_people(const struct reminders *reminders)
{
    return reminders->people ? push_people_count(reminders->people) : 0;
}
