/* The devices that want reminders: browsers, and the player's address of e-mail (mail.h).
 *
 *     push  PERSON/DEVICE  {"endpoint":…,"p256dh":…,"auth":…,"device":"Firefox, Linux",…}
 *
 * The id of a device is the server's signature of its endpoint: a browser that subscribes again
 * replaces itself. */
#include "core/hash.h"
#include "server/accounts/devices.h"
#include "server/accounts/sessions.h"
#include "server/reminders/reminder.h"

enum { DAY_MINUTES = 24 * 60, OFFSET_MAX = 14 * 60, MINUTE = 60 * 1000 };

static const char kind[] = "push";

/* ---- Who has devices ------------------------------------------------------------------------- */

/* A set in memory, so that a move at a table need not read the store. */
struct person_entry {
    char id[ID_SIZE];
    struct person_entry *next;
};

enum { BUCKETS = 4096 };

struct push_people {
    size_t count;
    struct store_cursor cursor; /* while all are read again */
    struct person_entry *bucket[BUCKETS];
};

static struct person_entry **place_of(const struct push_people *people, const char *person)
{
    struct person_entry *const *place = &people->bucket[bv_hash_text(0, person) % BUCKETS];
    while (*place && !bv_equal((*place)->id, person)) place = &(*place)->next;
    return (struct person_entry **)(uintptr_t)place;
}

bool push_people_has(const struct push_people *people, const char *person)
{
    return *place_of(people, person) != NULL;
}

void push_people_add(struct push_people *people, const char *person)
{
    struct person_entry **place = place_of(people, person);
    if (*place) return;
    *place = memory_new(sizeof **place);
    bv_copy_text((*place)->id, ID_SIZE, person);
    people->count++;
}

void push_people_drop(struct push_people *people, const char *person)
{
    struct person_entry **place = place_of(people, person);
    struct person_entry *entry = *place;
    if (!entry) return;
    *place = entry->next;
    free(entry);
    people->count--;
}

size_t push_people_count(const struct push_people *people)
{
    return people->count;
}

void push_people_free(struct push_people *people)
{
    for (size_t i = 0; i < BUCKETS; i++)
        while (people->bucket[i]) {
            struct person_entry *entry = people->bucket[i];
            people->bucket[i] = entry->next;
            free(entry);
        }
    free(people);
}

/* The owner of a key PERSON/DEVICE. */
static bool add_owner(struct push_people *people, const char *key)
{
    char person[ID_SIZE];
    struct bv_span rest = bv_span_of(key);
    struct bv_span part = {0};
    if (bv_take_part(&rest, '/', &part) && bv_keep(person, sizeof person, part))
        push_people_add(people, person);
    return true;
}

static bool note_owner(void *context, const struct document *document)
{
    return add_owner(context, document->key);
}

bool push_people_open(struct reminders *reminders, struct bv_error *error)
{
    struct push_people *people = reminders->people = memory_new(sizeof *people);
    do documents_page(reminders->documents, kind, &people->cursor, note_owner, people);
    while (people->cursor.more);
    people->cursor = (struct store_cursor){0};
    if (!documents_failed(reminders->documents)) return true;
    *error = *documents_trouble(reminders->documents);
    return false;
}

bool reminders_device_updated(struct reminders *reminders, const char *key)
{
    struct push_people *people = reminders->people;
    if (!people) return true;
    if (key && *key) return add_owner(people, key);
    documents_page(reminders->documents, kind, &people->cursor, note_owner, people);
    bool done = !documents_failed(reminders->documents) && !people->cursor.more;
    if (done) people->cursor = (struct store_cursor){0};
    return done;
}

/* ---- Devices as they are stored -------------------------------------------------------------- */

/* Milliseconds until the quiet hours are over, by the device's own clock; 0: they are not now. */
static int64_t quiet_left(const cJSON *document, int64_t now)
{
    const cJSON *quiet = cJSON_GetObjectItemCaseSensitive(document, "quiet");
    int64_t offset = 0;
    int64_t from = 0;
    int64_t to = 0;
    fields_number(document, "offset", -OFFSET_MAX, OFFSET_MAX, &offset);
    if (!fields_number(quiet, "from", 0, DAY_MINUTES - 1, &from) ||
        !fields_number(quiet, "to", 0, DAY_MINUTES - 1, &to))
        return 0;
    int64_t here = (now / MINUTE + offset) % DAY_MINUTES;
    bool inside = from <= to ? here >= from && here < to : here >= from || here < to;
    if (!inside) return 0;
    int64_t minutes = (to - here + DAY_MINUTES) % DAY_MINUTES;
    return minutes * MINUTE - now % MINUTE;
}

static uint32_t kinds_of(const cJSON *list)
{
    uint32_t kinds = 0;
    for (int i = 0; i < REMINDER_KINDS; i++)
        if (fields_has_text(list, reminder_names[i])) kinds |= 1u << i;
    return kinds;
}

struct reading {
    struct reminders *reminders;
    int64_t now;
    size_t prefix; /* bytes of `PERSON/` before the device's id */
    struct push_device *device;
    uint32_t count;
    char session[DEVICES_MAX][CLIENT_SESSION_SIZE];
};

static bool read_mail(const struct reminders *reminders, const cJSON *fields,
                      struct push_device *device)
{
    const char *address = fields_text(fields, "mail", MAIL_ADDRESS_MAX);
    if (!address || !mail_is_on(reminders)) return false;
    bv_copy_text(device->mail, sizeof device->mail, address);
    device->confirmed = fields_true(fields, "confirmed");
    return true;
}

static bool read_browser(const struct reminders *reminders, const cJSON *fields,
                         struct push_device *device)
{
    const char *endpoint = fields_text(fields, "endpoint", PUSH_ENDPOINT_MAX);
    const char *point = fields_text(fields, "p256dh", 2 * WEB_PUSH_POINT);
    const char *auth = fields_text(fields, "auth", 2 * WEB_PUSH_AUTH);
    /* The host may have changed the list of services since. */
    if (!endpoint || !point || !auth || !reminders->identity ||
        !push_services_allow(&reminders->services, bv_span_of(endpoint)) ||
        !web_push_read_keys(point, auth, &device->keys))
        return false;
    bv_copy_text(device->endpoint, sizeof device->endpoint, endpoint);
    return true;
}

static bool read_device(void *context, const struct document *document)
{
    struct reading *reading = context;
    const cJSON *fields = document->fields;
    struct push_device *device = &reading->device[reading->count];
    *device = (struct push_device){0};
    if (!read_mail(reading->reminders, fields, device) &&
        !read_browser(reading->reminders, fields, device))
        return true;
    bv_copy_text(device->id, sizeof device->id, document->key + reading->prefix);
    bv_copy_text(reading->session[reading->count], CLIENT_SESSION_SIZE,
                 fields_text(fields, "session", CLIENT_SESSION_SIZE - 1));
    device->french = !fields_is(fields, "language", "en");
    device->kinds = kinds_of(cJSON_GetObjectItemCaseSensitive(fields, "kinds"));
    device->quiet = quiet_left(fields, reading->now);
    return ++reading->count < DEVICES_MAX;
}

uint32_t push_devices_of(struct reminders *reminders, const char *person, int64_t now,
                         struct push_device device[DEVICES_MAX])
{
    struct pair_key prefix = pair_key(person, "");
    struct reading reading = {
        .reminders = reminders, .now = now, .prefix = bv_length(prefix.text), .device = device};
    uint32_t good = 0;
    documents_list(reminders->documents, kind, prefix.text, read_device, &reading);
    for (uint32_t i = 0; i < reading.count; i++) {
        const char *session = reading.session[i];
        if (*session && !session_stands(reminders->accounts, person, session) &&
            !documents_failed(reminders->documents)) {
            push_device_remove(reminders, person, device[i].id);
            continue;
        }
        device[good++] = device[i];
    }
    return good;
}

void push_device_remove(struct reminders *reminders, const char *person, const char *id)
{
    documents_remove(reminders->documents, kind, pair_key(person, id).text);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static struct reminders *reminders_of(const struct exchange *exchange)
{
    return exchange->context;
}

void push_device_write_wishes(const cJSON *document, struct bv_out *out)
{
    const cJSON *quiet = cJSON_GetObjectItemCaseSensitive(document, "quiet");
    uint32_t kinds = kinds_of(cJSON_GetObjectItemCaseSensitive(document, "kinds"));
    bv_json_open(out, "kinds", '[');
    for (int i = 0; i < REMINDER_KINDS; i++)
        if (kinds & 1u << i) bv_json_text(out, NULL, reminder_names[i]);
    bv_json_close(out, ']');
    if (quiet) {
        bv_json_open(out, "quiet", '{');
        fields_put_number(quiet, "from", out);
        fields_put_number(quiet, "to", out);
        bv_json_close(out, '}');
    } else {
        bv_json_null(out, "quiet");
    }
}

static bool is_browser(const struct document *document)
{
    return cJSON_GetObjectItemCaseSensitive(document->fields, "endpoint") != NULL;
}

static bool put_device(void *context, const struct document *document)
{
    struct bv_out *out = context;
    if (!is_browser(document)) return true;
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "id", strchr(document->key, '/') + 1);
    fields_put_text(document->fields, "device", out);
    fields_put_number(document->fields, "since", out);
    push_device_write_wishes(document->fields, out);
    bv_json_close(out, '}');
    return true;
}

static void put_mail_settings(struct exchange *exchange)
{
    struct bv_out *out = exchange->out;
    if (!mail_is_on(reminders_of(exchange))) {
        bv_json_null(out, "mail");
        return;
    }
    cJSON *document =
        documents_read(exchange->documents, kind, pair_key(exchange->client->person, mail_id).text);
    bv_json_open(out, "mail", '{');
    bv_json_text_or_null(out, "address", fields_text(document, "mail", MAIL_ADDRESS_MAX));
    bv_json_bool(out, "confirmed", fields_true(document, "confirmed"));
    push_device_write_wishes(document, out);
    bv_json_close(out, '}');
    cJSON_Delete(document);
}

static int get_reminders(struct exchange *exchange)
{
    const struct reminders *reminders = reminders_of(exchange);
    bv_json_text_or_null(exchange->out, "key",
                         reminders->identity ? web_push_public(reminders->identity) : NULL);
    bv_json_open(exchange->out, "devices", '[');
    documents_stored(exchange->documents, kind, pair_key(exchange->client->person, "").text, "",
                     DEVICES_MAX, put_device, exchange->out);
    bv_json_close(exchange->out, ']');
    put_mail_settings(exchange);
    return 200;
}

static bool count_one(void *context, const struct document *document)
{
    uint32_t *count = context;
    *count += is_browser(document);
    return true;
}

static void copy_quiet(const cJSON *body, cJSON *document)
{
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(body, "quiet");
    int64_t from = 0;
    int64_t to = 0;
    if (!fields_number(given, "from", 0, DAY_MINUTES - 1, &from) ||
        !fields_number(given, "to", 0, DAY_MINUTES - 1, &to) || from == to)
        return;
    cJSON *quiet = cJSON_AddObjectToObject(document, "quiet");
    cJSON_AddNumberToObject(quiet, "from", (double)from);
    cJSON_AddNumberToObject(quiet, "to", (double)to);
}

bool push_device_read_wishes(const cJSON *body, cJSON *document)
{
    int64_t offset = 0;
    const cJSON *kinds = cJSON_GetObjectItemCaseSensitive(body, "kinds");
    if (!kinds_of(kinds) || !fields_number(body, "offset", -OFFSET_MAX, OFFSET_MAX, &offset))
        return false;
    cJSON_AddStringToObject(document, "language", fields_is(body, "language", "en") ? "en" : "fr");
    cJSON_AddNumberToObject(document, "offset", (double)offset);
    cJSON *wanted = cJSON_AddArrayToObject(document, "kinds");
    for (int i = 0; i < REMINDER_KINDS; i++)
        if (fields_has_text(kinds, reminder_names[i]))
            cJSON_AddItemToArray(wanted, cJSON_CreateString(reminder_names[i]));
    copy_quiet(body, document);
    return true;
}

/* What is stored of a browser; NULL: the request does not describe one. */
static cJSON *device_of(struct exchange *exchange, const char *endpoint)
{
    struct web_push_keys keys;
    struct device browser;
    const cJSON *body = exchange->body;
    const char *point = fields_text(body, "p256dh", 2 * WEB_PUSH_POINT);
    const char *auth = fields_text(body, "auth", 2 * WEB_PUSH_AUTH);
    if (!point || !auth || !web_push_read_keys(point, auth, &keys)) return NULL;
    cJSON *document = cJSON_CreateObject();
    if (!push_device_read_wishes(body, document)) {
        cJSON_Delete(document);
        return NULL;
    }
    device_read(exchange->request, &browser);
    cJSON_AddStringToObject(document, "endpoint", endpoint);
    cJSON_AddStringToObject(document, "p256dh", point);
    cJSON_AddStringToObject(document, "auth", auth);
    cJSON_AddStringToObject(document, "device", browser.words);
    cJSON_AddNumberToObject(document, "since", (double)server_now());
    cJSON_AddStringToObject(document, "session", exchange->client->session);
    return document;
}

static int put_reminder_device(struct exchange *exchange)
{
    struct reminders *reminders = reminders_of(exchange);
    const char *person = exchange->client->person;
    char signature[SIGNATURE_SIZE];
    char id[PUSH_ID_SIZE];
    uint32_t count = 0;
    if (!reminders->identity) return api_refuse(exchange, REFUSE_NO_REMINDERS);
    const char *endpoint = fields_text(exchange->body, "endpoint", PUSH_ENDPOINT_MAX);
    if (!endpoint || !push_services_allow(&reminders->services, bv_span_of(endpoint)))
        return api_refuse(exchange, REFUSE_BAD_ENDPOINT);
    signature_make(reminders->accounts->secret, kind, bv_span_of(endpoint), signature);
    bv_keep(id, sizeof id, (struct bv_span){signature, PUSH_ID_SIZE - 1});
    struct pair_key key = pair_key(person, id);
    documents_list(exchange->documents, kind, pair_key(person, "").text, count_one, &count);
    if (count >= BROWSERS_MAX && !documents_has(exchange->documents, kind, key.text))
        return api_refuse(exchange, REFUSE_TOO_MANY_DEVICES);
    cJSON *document = device_of(exchange, endpoint);
    if (!document) return api_refuse(exchange, REFUSE_BAD_DEVICE);
    documents_write(exchange->documents, kind, key.text, server_now(), document);
    push_people_add(reminders->people, person);
    bv_json_text(exchange->out, "id", id);
    return 200;
}

static int delete_device(struct exchange *exchange)
{
    char id[ID_SIZE];
    api_path_id(exchange->id, id);
    struct pair_key key = pair_key(exchange->client->person, id);
    if (!documents_has(exchange->documents, kind, key.text))
        return api_refuse(exchange, REFUSE_NO_SUCH_DEVICE);
    documents_remove(exchange->documents, kind, key.text);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/reminders", get_reminders, API_PERSON},
    {"PUT", "/api/v1/reminders/devices", put_reminder_device, API_PERSON},
    {"DELETE", "/api/v1/reminders/devices/*", delete_device, API_PERSON},
};

const struct api_routes reminder_routes = {rows, BV_COUNT(rows)};
