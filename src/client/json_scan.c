#include "client/json_scan.h"

#include <string.h>

static void skip_blanks(struct bv_span *rest)
{
    while (rest->length && (*rest->text == ' ' || *rest->text == '\t' || *rest->text == '\n' ||
                            *rest->text == '\r')) {
        rest->text++;
        rest->length--;
    }
}

static void advance(struct bv_span *rest, size_t by)
{
    rest->text += by;
    rest->length -= by;
}

/* Takes a string with its quotes off the front. */
static bool take_text(struct bv_span *rest, struct bv_span *inside)
{
    if (!rest->length || *rest->text != '"') return false;
    const char *from = rest->text + 1;
    const char *end = rest->text + rest->length;
    for (const char *at = from; at < end; at++) {
        at = memchr(at, '"', (size_t)(end - at));
        if (!at) return false;
        size_t slashes = 0;
        while (at - slashes > from && *(at - slashes - 1) == '\\') slashes++;
        if (slashes % 2) continue;
        *inside = (struct bv_span){from, (size_t)(at - from)};
        advance(rest, inside->length + 2);
        return true;
    }
    return false;
}

/* Takes everything up to the bracket that closes the one at the front. */
static bool take_nested(struct bv_span *rest, struct bv_span *value)
{
    struct bv_span at = *rest;
    struct bv_span ignored;
    int depth = 0;
    do {
        if (!at.length) return false;
        char c = *at.text;
        if (c == '"') {
            if (!take_text(&at, &ignored)) return false;
            continue;
        }
        if (c == '{' || c == '[') depth++;
        if (c == '}' || c == ']') depth--;
        advance(&at, 1);
    } while (depth > 0);
    *value = (struct bv_span){rest->text, rest->length - at.length};
    *rest = at;
    return true;
}

static bool take_value(struct bv_span *rest, struct bv_span *value, bool *quoted)
{
    skip_blanks(rest);
    if (!rest->length) return false;
    *quoted = *rest->text == '"';
    if (*quoted) return take_text(rest, value);
    if (*rest->text == '{' || *rest->text == '[') return take_nested(rest, value);
    size_t length = 0;
    while (length < rest->length && !strchr(",}] \t\r\n", rest->text[length])) length++;
    *value = (struct bv_span){rest->text, length};
    advance(rest, length);
    return length > 0;
}

static bool take_member(struct bv_span *rest, struct bv_span *name, struct bv_span *value,
                        bool *quoted)
{
    skip_blanks(rest);
    if (!take_text(rest, name)) return false;
    skip_blanks(rest);
    return bv_take_char(rest, ':') && take_value(rest, value, quoted);
}

bool json_scan_find(struct bv_span object, struct json_scan_field *wanted, size_t count)
{
    struct bv_span name;
    struct bv_span value;
    bool quoted = false;
    for (size_t i = 0; i < count; i++) wanted[i].value = (struct bv_span){NULL, 0};
    skip_blanks(&object);
    if (!bv_take_char(&object, '{')) return false;
    skip_blanks(&object);
    if (bv_take_char(&object, '}')) return true;
    do {
        if (!take_member(&object, &name, &value, &quoted)) return false;
        for (size_t i = 0; i < count; i++) {
            if (!bv_span_is(name, wanted[i].name)) continue;
            wanted[i].value = value;
            wanted[i].quoted = quoted;
        }
        skip_blanks(&object);
    } while (bv_take_char(&object, ','));
    return bv_take_char(&object, '}');
}

struct bv_span json_scan_of(struct bv_span object, const char *name)
{
    struct json_scan_field field = {.name = name};
    if (!json_scan_find(object, &field, 1)) return (struct bv_span){NULL, 0};
    return field.value;
}

/* Reads four hexadecimal digits; 0xffff if they are not. */
static uint32_t code_of(const char *digits)
{
    uint32_t code = 0;
    for (int i = 0; i < 4; i++) {
        char c = digits[i];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit == 16) return 0xffff;
        code = code << 4 | digit;
    }
    return code;
}

static void put_code(struct bv_out *out, uint32_t code)
{
    if (code >= 0xd800 && (code < 0xe000 || code == 0xffff)) return;
    if (code < 0x80) {
        bv_put_char(out, (char)code);
        return;
    }
    if (code < 0x800) {
        bv_put_char(out, (char)(0xc0 | code >> 6));
    } else {
        bv_put_char(out, (char)(0xe0 | code >> 12));
        bv_put_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
    }
    bv_put_char(out, (char)(0x80 | (code & 0x3f)));
}

void json_scan_text(struct bv_span value, struct bv_out *out)
{
    static const char plain[] = "nrtbf";
    static const char meant[] = "\n\r\t\b\f";
    for (size_t i = 0; i < value.length; i++) {
        char c = value.text[i];
        if (c != '\\' || i + 1 == value.length) {
            bv_put_char(out, c);
            continue;
        }
        c = value.text[++i];
        const char *found = strchr(plain, c);
        if (c == 'u' && i + 4 < value.length) {
            put_code(out, code_of(value.text + i + 1));
            i += 4;
        } else {
            bv_put_char(out, found ? meant[found - plain] : c);
        }
    }
}

bool json_scan_number(const struct json_scan_field *field, int64_t most, int64_t *number)
{
    int64_t found = 0;
    if (!field->value.length || field->quoted) return false;
    for (size_t i = 0; i < field->value.length; i++) {
        char digit = field->value.text[i];
        if (digit < '0' || digit > '9' || found > (most - (digit - '0')) / 10) return false;
        found = 10 * found + (digit - '0');
    }
    *number = found;
    return true;
}

bool json_scan_next(struct bv_span *rest, struct bv_span *element)
{
    bool quoted = false;
    skip_blanks(rest);
    if (!bv_take_char(rest, '[') && !bv_take_char(rest, ',')) return false;
    return take_value(rest, element, &quoted);
}

bool json_scan_has(struct bv_span array, const char *text)
{
    struct bv_span element;
    while (json_scan_next(&array, &element))
        if (bv_span_is(element, text)) return true;
    return false;
}
