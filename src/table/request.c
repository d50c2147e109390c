#include "table/request.h"

#include <string.h>

#include "search/levels.h"
#include "table/table.h"
#include "util/fields.h"

/* The definition knows the limits of the program. */
#define SAME(one, other) _Static_assert((int)(one) == (int)(other), #other)
SAME(PROTOCOL_ID_MAX, ID_SIZE - 1);
SAME(PROTOCOL_KEY_MAX, TABLE_KEY_SIZE - 1);
SAME(PROTOCOL_SEAT_MAX, BV_NAME_MAX - 1);
SAME(PROTOCOL_TOKEN_MAX, BV_TOKEN_MAX - 1);
SAME(PROTOCOL_WORD_MAX, BV_WORD_MAX);
SAME(PROTOCOL_TEXT_MAX, TABLE_SAID_MAX);
SAME(PROTOCOL_LEVEL_MAX, LEVELS);
SAME(PROTOCOL_PEOPLE_MAX, TABLE_GROUP_MAX);
#undef SAME

enum { REQUEST_NOT_STORED = -1, ID_MAX = INT32_MAX };

/* The kinds of JSON values. */
enum {
    REQUEST_TEXT = 1,
    REQUEST_INTEGER = 2,
    REQUEST_BOOLEAN = 4,
    REQUEST_MAP = 8,
    REQUEST_NULL = 16,
    REQUEST_LIST = 32,
};

struct field {
    const char *name;
    int offset; /* in struct request */
    unsigned kinds;
    bool required;
    int64_t least, most; /* of a number, or of the bytes of a text */
    const char *words;   /* the words that the text may be; NULL: any */
    enum refusal_reason reason;
};

static const struct field all_fields[] = {REQUEST_FIELD_ROWS};

static const struct {
    const char *name;
    unsigned flags;
    size_t first, count; /* its fields */
} rows[VERBS] = {REQUEST_ROWS};

unsigned request_flags(enum request_verb verb)
{
    return rows[verb].flags;
}

/* ---- What is wrong --------------------------------------------------------------------------- */

static bool wrong(struct refusal *refusal, enum refusal_reason reason, const char *name,
                  const char *what)
{
    struct bv_out out = bv_error_begin(&refusal->detail);
    bv_put_all(&out, name, ": ", what);
    return refusal_set(refusal, reason);
}

static void put_range(const struct field *field, const char *between, struct bv_out *out)
{
    if (field->most == INT64_MAX) return;
    bv_put(out, between);
    bv_put_number(out, field->least);
    bv_put(out, " to ");
    bv_put_number(out, field->most);
}

static bool wrong_value(const struct field *field, struct refusal *refusal)
{
    static const char *const kinds[] = {"a text",    "a whole number", "true or false",
                                        "an object", "null",           "a list"};
    char text[160];
    struct bv_out out = bv_out_into(text, sizeof text);
    for (size_t i = 0; i < BV_COUNT(kinds); i++) {
        if (!(field->kinds >> i & 1)) continue;
        if (out.length) bv_put(&out, " or ");
        bv_put(&out, kinds[i]);
        if (1 << i == REQUEST_INTEGER) put_range(field, " from ", &out);
        if (1 << i == REQUEST_TEXT && !field->words) put_range(field, " of ", &out);
        if (1 << i == REQUEST_TEXT && field->most != INT64_MAX) bv_put(&out, " bytes");
    }
    if (field->words) bv_put(&out, ", one of: ");
    if (field->words) bv_put(&out, field->words);
    bv_put(&out, " is wanted");
    return wrong(refusal, field->reason, field->name, text);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static unsigned kind_of(const cJSON *item)
{
    if (cJSON_IsString(item)) return REQUEST_TEXT;
    if (cJSON_IsNumber(item)) return REQUEST_INTEGER;
    if (cJSON_IsBool(item)) return REQUEST_BOOLEAN;
    if (cJSON_IsObject(item)) return REQUEST_MAP;
    return cJSON_IsNull(item) ? REQUEST_NULL : REQUEST_LIST;
}

static bool is_among(const char *words, const char *text)
{
    struct bv_span rest = bv_span_of(words);
    struct bv_span word = {0};
    while (bv_take_word(&rest, &word))
        if (bv_span_is(word, text)) return true;
    return false;
}

static bool is_valid(const struct field *field, const cJSON *json, const cJSON *item,
                     int64_t *number)
{
    unsigned kind = kind_of(item);
    if (!(field->kinds & kind)) return false;
    if (kind == REQUEST_INTEGER)
        return fields_number(json, field->name, field->least, field->most, number);
    if (kind != REQUEST_TEXT) return true;
    int64_t length = (int64_t)strlen(item->valuestring);
    return length >= field->least && length <= field->most &&
           (!field->words || is_among(field->words, item->valuestring));
}

static bool take(const struct field *field, const cJSON *json, const cJSON *item,
                 struct request *request, struct refusal *refusal)
{
    int64_t number = 0;
    bool yes = cJSON_IsTrue(item);
    const char *text = item->valuestring;
    char *to = (char *)request + field->offset;
    if (!is_valid(field, json, item, &number)) return wrong_value(field, refusal);
    if (field->offset == REQUEST_NOT_STORED) return true;
    switch (field->kinds) {
    case REQUEST_TEXT: *(const char **)(void *)to = text; break;
    case REQUEST_INTEGER: memcpy(to, &number, sizeof number); break;
    case REQUEST_BOOLEAN: memcpy(to, &yes, sizeof yes); break;
    default: *(const cJSON **)(void *)to = item;
    }
    return true;
}

static bool read_fields(const cJSON *json, bool has_verb, struct request *request,
                        struct refusal *refusal)
{
    const struct field *field = all_fields + rows[request->verb].first;
    size_t count = rows[request->verb].count;
    uint32_t seen = 0;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, json)
    {
        size_t i = 0;
        if (has_verb && (bv_equal(item->string, "do") || bv_equal(item->string, "id"))) continue;
        while (i < count && !bv_equal(field[i].name, item->string)) i++;
        if (i == count)
            return wrong(refusal, REFUSE_BAD_MESSAGE_FIELD, item->string,
                         "there is no such field here");
        if (seen >> i & 1)
            return wrong(refusal, field[i].reason, item->string, "the field is there twice");
        seen |= 1u << i;
        if (!take(&field[i], json, item, request, refusal)) return false;
    }
    for (size_t i = 0; i < count; i++)
        if (field[i].required && !(seen >> i & 1))
            return wrong(refusal, field[i].reason, field[i].name, "the field is missing");
    return true;
}

static bool read_id(const cJSON *json, struct request *request, struct refusal *refusal)
{
    if (!cJSON_GetObjectItemCaseSensitive(json, "id")) return true;
    if (fields_number(json, "id", 0, ID_MAX, &request->id)) return true;
    return wrong(refusal, REFUSE_BAD_MESSAGE_FIELD, "id",
                 "a whole number from 0 to 2147483647 is wanted");
}

static bool read_verb(const cJSON *json, struct request *request, struct refusal *refusal)
{
    const cJSON *verb = cJSON_GetObjectItemCaseSensitive(json, "do");
    if (!cJSON_IsString(verb))
        return wrong(refusal, REFUSE_BAD_MESSAGE_FIELD, "do", "the name of a request is wanted");
    for (int i = 0; i < VERBS; i++) {
        if (!bv_equal(rows[i].name, verb->valuestring)) continue;
        request->verb = (enum request_verb)i;
        return true;
    }
    return refusal_set(refusal, REFUSE_UNKNOWN_REQUEST);
}

bool request_read(const cJSON *json, struct request *request, struct refusal *refusal)
{
    *request = (struct request){.verb = VERBS, .id = -1, .json = json};
    if (!cJSON_IsObject(json)) return refusal_set(refusal, REFUSE_BAD_MESSAGE);
    return read_id(json, request, refusal) && read_verb(json, request, refusal) &&
           read_fields(json, true, request, refusal);
}

bool request_read_fields(const cJSON *json, enum request_verb verb, struct request *request,
                         struct refusal *refusal)
{
    *request = (struct request){.verb = verb, .id = -1, .json = json};
    return read_fields(json, false, request, refusal);
}
