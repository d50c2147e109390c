#include "server/json.h"

#include <string.h>

static void put_escaped(struct bv_out *out, struct bv_span text)
{
    static const char hex[] = "0123456789abcdef";
    bv_put_char(out, '"');
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.text[i];
        if (c == '"' || c == '\\') bv_put_char(out, '\\');
        if (c >= 0x20) {
            bv_put_char(out, (char)c);
            continue;
        }
        bv_put(out, "\\u00");
        bv_put_char(out, hex[c >> 4]);
        bv_put_char(out, hex[c & 15]);
    }
    bv_put_char(out, '"');
}

/* A comma where something stands before, then the name. What stands before shows in the last character. */
static void put_name(struct bv_out *out, const char *name)
{
    char last = out->length ? out->text[out->length - 1] : '{';
    if (last != '{' && last != '[' && last != ':') bv_put_char(out, ',');
    if (!name) return;
    put_escaped(out, bv_span_of(name));
    bv_put_char(out, ':');
}

void bv_json_open(struct bv_out *out, const char *name, char bracket)
{
    put_name(out, name);
    bv_put_char(out, bracket);
}

void bv_json_close(struct bv_out *out, char bracket)
{
    bv_put_char(out, bracket);
}

void bv_json_span(struct bv_out *out, const char *name, struct bv_span text)
{
    put_name(out, name);
    put_escaped(out, text);
}

void bv_json_text(struct bv_out *out, const char *name, const char *text)
{
    bv_json_span(out, name, bv_span_of(text));
}

void bv_json_number(struct bv_out *out, const char *name, int64_t number)
{
    put_name(out, name);
    bv_put_number(out, number);
}

void bv_json_bool(struct bv_out *out, const char *name, bool value)
{
    put_name(out, name);
    bv_put(out, value ? "true" : "false");
}

void bv_json_null(struct bv_out *out, const char *name)
{
    put_name(out, name);
    bv_put(out, "null");
}

void bv_json_raw(struct bv_out *out, const char *json)
{
    put_name(out, NULL);
    bv_put(out, json);
}

void bv_json_both(struct bv_out *out, const char *name, struct bv_text text)
{
    bv_json_open(out, name, '{');
    bv_json_text(out, "fr", text.fr);
    bv_json_text(out, "en", text.en);
    bv_json_close(out, '}');
}

const char *bv_json_get_text(const cJSON *object, const char *name, size_t most)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsString(item) || strlen(item->valuestring) > most) return NULL;
    return item->valuestring;
}

bool bv_json_get_number(const cJSON *object, const char *name, int64_t least, int64_t most,
                        int64_t *number)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsNumber(item)) return false;
    double value = item->valuedouble;
    if (!(value >= (double)least && value <= (double)most)) return false;
    *number = (int64_t)value;
    return (double)*number == value;
}

bool bv_json_get_true(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name));
}

/* Bytes of the UTF-8 character that begins here, or 0: overlong forms and surrogates are none. */
static size_t character_length(const unsigned char *at, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = at[0] < 0x80             ? 1
                    : (at[0] & 0xE0) == 0xC0 ? 2
                    : (at[0] & 0xF0) == 0xE0 ? 3
                    : (at[0] & 0xF8) == 0xF0 ? 4
                                             : 0;
    if (!length) return 0;
    *code = length == 1 ? at[0] : at[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
        *code = *code << 6 | (at[i] & 0x3Fu);
    }
    bool bad = *code < least[length] || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000);
    return bad ? 0 : length;
}

/* Control characters, and those that turn the direction of writing or cannot be seen at all. */
static bool is_hidden(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code <= 0x200F) ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) ||
           code == 0xFEFF;
}

bool bv_is_presentable(const char *text, size_t most)
{
    bool visible = false;
    size_t length = text ? strlen(text) : 0;
    if (length > most) return false;
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        size_t bytes = character_length((const unsigned char *)text + at, &code);
        if (!bytes || is_hidden(code)) return false;
        if (code != ' ' && code != 0xA0) visible = true;
        at += bytes;
    }
    return visible;
}
