#include "core/json.h"

#include "core/dice.h"

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
        if (c == '\n') {
            bv_put(out, "\\n");
            continue;
        }
        bv_putf(out, "\\u00%c%c", hex[c >> 4], hex[c & 15]);
    }
    bv_put_char(out, '"');
}

/* A comma if something comes before, then the name. The last character shows what comes before. */
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

void bv_json_hex(struct bv_out *out, const char *name, const uint8_t *bytes, size_t size)
{
    put_name(out, name);
    bv_put_char(out, '"');
    bv_put_hex(out, bytes, size);
    bv_put_char(out, '"');
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

void bv_json_text_or_null(struct bv_out *out, const char *name, const char *text)
{
    if (text)
        bv_json_text(out, name, text);
    else
        bv_json_null(out, name);
}

void bv_json_number_or_null(struct bv_out *out, const char *name, int64_t number)
{
    if (number)
        bv_json_number(out, name, number);
    else
        bv_json_null(out, name);
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
