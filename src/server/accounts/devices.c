#include "server/accounts/devices.h"

#include "server/accounts/account.h"
#include "server/accounts/authentication.h"

static const char cookie_name[] = "bivouac-device";

/* ---- The kind of a device -------------------------------------------------------------------- */

/* The first name that the User-Agent contains counts; most browsers also name others. */
struct sign {
    const char *word;
    const char *name;
};

static const struct sign browsers[] = {
    {"Edg", "Edge"},      {"OPR/", "Opera"},         {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
    {"CriOS/", "Chrome"}, {"Chromium/", "Chromium"}, {"Chrome/", "Chrome"},   {"Safari/", "Safari"},
    {"curl/", "curl"},    {"node", "Node.js"},       {"python", "Python"},
};

static const struct sign systems[] = {
    {"Android", "Android"}, {"iPhone", "iPhone"},  {"iPad", "iPad"},
    {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"},
};

static const char *find_sign(const struct sign *sign, size_t count, struct bv_span text)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = bv_length(sign[i].word);
        for (size_t at = 0; at + length <= text.length; at++)
            if (bv_same(text.text + at, sign[i].word, length)) return sign[i].name;
    }
    return NULL;
}

static void put_words(const struct http_request *request, char words[DEVICE_SIZE])
{
    struct bv_span agent = http_header(request, "user-agent");
    struct bv_out out = bv_out_into(words, DEVICE_SIZE);
    const char *browser = find_sign(browsers, BV_COUNT(browsers), agent);
    const char *system = find_sign(systems, BV_COUNT(systems), agent);
    bv_put(&out, browser ? browser : "?");
    if (!system) return;
    bv_put(&out, ", ");
    bv_put(&out, system);
}

void device_read(const struct http_request *request, struct device *device)
{
    struct bv_out marks = bv_out_into(device->marks, sizeof device->marks);
    put_words(request, device->words);
    bv_put_span(&marks, auth_cookie(request, cookie_name));
    if (marks.cut) device->marks[0] = '\0';
}

/* ---- Marks ----------------------------------------------------------------------------------- */

/* The signed text: PERSON.DEVICE.WORD. */
enum { SIGNED_SIZE = 2 * ID_SIZE + DEVICE_ID_SIZE };

static struct bv_span signed_text(struct accounts *accounts, const char *person, struct bv_span id,
                                  char text[SIGNED_SIZE])
{
    cJSON *account = documents_read(accounts->documents, "account", person);
    const char *word = fields_text(account, "devices", DEVICE_ID_SIZE - 1);
    struct bv_out out = bv_out_into(text, SIGNED_SIZE);
    bv_put(&out, person);
    bv_put_char(&out, '.');
    bv_put_span(&out, id);
    bv_put_char(&out, '.');
    if (word) bv_put(&out, word);
    cJSON_Delete(account);
    return (struct bv_span){text, out.length};
}

/* Finds the mark of a person among several, without the name. */
static bool find_mark(struct bv_span marks, const char *person, struct bv_span *id,
                      struct bv_span *signature)
{
    struct bv_span mark = {0};
    struct bv_span owner = {0};
    while (bv_take_part(&marks, '~', &mark)) {
        if (!bv_take_part(&mark, '.', &owner) || !bv_span_is(owner, person)) continue;
        *signature = mark;
        return bv_take_part(signature, '.', id);
    }
    return false;
}

void device_known(struct accounts *accounts, const struct device *device, const char *person,
                  char id[DEVICE_ID_SIZE])
{
    char text[SIGNED_SIZE];
    struct bv_span given = {0};
    struct bv_span signature = {0};
    id[0] = '\0';
    if (!person[0] || !find_mark(bv_span_of(device->marks), person, &given, &signature) ||
        given.length != DEVICE_ID_SIZE - 1 ||
        !signature_is_good(accounts->secret, "device", signed_text(accounts, person, given, text),
                           signature))
        return;
    struct bv_out out = bv_out_into(id, DEVICE_ID_SIZE);
    bv_put_span(&out, given);
}

/* The newest mark comes first; the oldest is dropped if there are too many. */
void device_mark(struct exchange *exchange, const struct device *device)
{
    char marks[DEVICE_MARKS_SIZE];
    char text[SIGNED_SIZE];
    char id[DEVICE_ID_SIZE];
    char signature[SIGNATURE_SIZE];
    const char *person = exchange->client->person;
    struct bv_span rest = bv_span_of(device->marks);
    struct bv_span mark = {0};
    device_known(accounts_of(exchange), device, person, id);
    if (!id[0]) random_id(id, sizeof id);
    signature_make(accounts_of(exchange)->secret, "device",
                   signed_text(accounts_of(exchange), person, bv_span_of(id), text), signature);
    struct bv_out out = bv_out_into(marks, sizeof marks);
    bv_put(&out, person);
    bv_put_char(&out, '.');
    bv_put(&out, id);
    bv_put_char(&out, '.');
    bv_put(&out, signature);
    for (int kept = 1; kept < DEVICE_MARKS_MAX && bv_take_part(&rest, '~', &mark);) {
        struct bv_span after = mark;
        struct bv_span owner = {0};
        bool fits = mark.length < DEVICE_MARKS_SIZE / DEVICE_MARKS_MAX;
        if (!fits || !bv_take_part(&after, '.', &owner) || bv_span_is(owner, person)) continue;
        bv_put_char(&out, '~');
        bv_put_span(&out, mark);
        kept++;
    }
    BV_ASSERT(!out.cut);
    api_set_cookie(exchange, cookie_name, marks);
}

void devices_forget(struct accounts *accounts, const char *person)
{
    char word[DEVICE_ID_SIZE];
    cJSON *account =
        person_is_bot(person) ? NULL : documents_read(accounts->documents, "account", person);
    if (!account) return;
    random_id(word, sizeof word);
    fields_set_text(account, "devices", word);
    account_write(accounts, person, account);
}
