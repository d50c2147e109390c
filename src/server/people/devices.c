#include "server/people/devices.h"

#include "server/people/accounts.h"

static const char cookie_name[] = "bivouac-device";

/* ---- What a device is ------------------------------------------------------------------------------------------- */

/* The first that a browser's long description of itself contains; most name others whom they resemble too. */
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

static void put_words(const struct bv_http_request *request, char words[BV_DEVICE_SIZE])
{
    struct bv_span agent = bv_http_header(request, "user-agent");
    struct bv_out out = bv_out_into(words, BV_DEVICE_SIZE);
    const char *browser = find_sign(browsers, BV_COUNT(browsers), agent);
    const char *system = find_sign(systems, BV_COUNT(systems), agent);
    bv_put(&out, browser ? browser : "?");
    if (!system) return;
    bv_put(&out, ", ");
    bv_put(&out, system);
}

void bv_device_read(const struct bv_http_request *request, struct bv_device *device)
{
    struct bv_out marks = bv_out_into(device->marks, sizeof device->marks);
    put_words(request, device->words);
    bv_put_span(&marks, bv_cookie(request, cookie_name));
    if (marks.cut) device->marks[0] = '\0';
}

/* ---- Marks ------------------------------------------------------------------------------------------------------ */

/* What is sealed: PERSON.DEVICE.WORD. */
enum { SEALED_SIZE = 2 * BV_ID_SIZE + BV_DEVICE_ID_SIZE };

static struct bv_span sealed_text(struct bv_house *house, const char *person, struct bv_span id,
                                  char text[SEALED_SIZE])
{
    cJSON *account = bv_desk_read(house->desk, "account", person, NULL);
    const char *word = bv_json_get_text(account, "devices", BV_DEVICE_ID_SIZE - 1);
    struct bv_out out = bv_out_into(text, SEALED_SIZE);
    bv_put(&out, person);
    bv_put_char(&out, '.');
    bv_put_span(&out, id);
    bv_put_char(&out, '.');
    if (word) bv_put(&out, word);
    cJSON_Delete(account);
    return (struct bv_span){text, out.length};
}

/* The mark of somebody among several, without the name. */
static bool find_mark(struct bv_span marks, const char *person, struct bv_span *id,
                      struct bv_span *seal)
{
    struct bv_span mark = {0};
    struct bv_span owner = {0};
    while (bv_take_part(&marks, '~', &mark)) {
        if (!bv_take_part(&mark, '.', &owner) || !bv_span_is(owner, person)) continue;
        *seal = mark;
        return bv_take_part(seal, '.', id);
    }
    return false;
}

void bv_device_known(struct bv_house *house, const struct bv_device *device, const char *person,
                     char id[BV_DEVICE_ID_SIZE])
{
    char text[SEALED_SIZE];
    struct bv_span given = {0};
    struct bv_span seal = {0};
    id[0] = '\0';
    if (!person[0] || !find_mark(bv_span_of(device->marks), person, &given, &seal) ||
        given.length != BV_DEVICE_ID_SIZE - 1 ||
        !bv_is_sealed(house->secret, "device", sealed_text(house, person, given, text), seal))
        return;
    struct bv_out out = bv_out_into(id, BV_DEVICE_ID_SIZE);
    bv_put_span(&out, given);
}

/* The newest mark comes first; of those that were there the oldest gives way. */
void bv_device_mark(struct bv_visit *visit, const struct bv_device *device)
{
    char marks[BV_MARKS_SIZE];
    char text[SEALED_SIZE];
    char id[BV_DEVICE_ID_SIZE];
    char seal[BV_SEAL_SIZE];
    const char *person = visit->client->person;
    struct bv_span rest = bv_span_of(device->marks);
    struct bv_span mark = {0};
    bv_device_known(visit->house, device, person, id);
    if (!id[0]) bv_random_id(id, sizeof id);
    bv_seal(visit->house->secret, "device", sealed_text(visit->house, person, bv_span_of(id), text),
            seal);
    struct bv_out out = bv_out_into(marks, sizeof marks);
    bv_put(&out, person);
    bv_put_char(&out, '.');
    bv_put(&out, id);
    bv_put_char(&out, '.');
    bv_put(&out, seal);
    for (int kept = 1; kept < BV_MARKS_MAX && bv_take_part(&rest, '~', &mark);) {
        struct bv_span after = mark;
        struct bv_span owner = {0};
        bool fits = mark.length < BV_MARKS_SIZE / BV_MARKS_MAX;
        if (!fits || !bv_take_part(&after, '.', &owner) || bv_span_is(owner, person)) continue;
        bv_put_char(&out, '~');
        bv_put_span(&out, mark);
        kept++;
    }
    BV_ASSERT(!out.cut);
    bv_visit_cookie(visit, cookie_name, marks);
}

void bv_devices_forget(struct bv_house *house, const char *person)
{
    char word[BV_DEVICE_ID_SIZE];
    cJSON *account = bv_is_bot(person) ? NULL : bv_desk_read(house->desk, "account", person, NULL);
    if (!account) return;
    bv_random_id(word, sizeof word);
    cJSON_DeleteItemFromObjectCaseSensitive(account, "devices");
    cJSON_AddStringToObject(account, "devices", word);
    bv_account_write(house, person, account);
    cJSON_Delete(account);
}
