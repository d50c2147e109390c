#include "server/json.h"

#include <string.h>

#include "net/utf8.h"

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
    struct bv_span rest = {text, text ? strlen(text) : 0};
    if (rest.length > most) return false;
    while (rest.length) {
        uint32_t code = 0;
        size_t bytes = bv_utf8_character(rest, &code);
        if (!bytes || is_hidden(code)) return false;
        if (code != ' ' && code != 0xA0) visible = true;
        rest.text += bytes;
        rest.length -= bytes;
    }
    return visible;
}
