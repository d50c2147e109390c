#include "util/fields.h"

#include <string.h>

#include "util/utf8.h"

/* Backslashes occur only in strings, and the character after one belongs to it. */
static bool has_zero(struct bv_span json)
{
    static const char zero[] = "u0000";
    if (memchr(json.text, '\0', json.length)) return true;
    for (size_t i = 0; i + sizeof zero <= json.length; i++)
        if (json.text[i] == '\\' && memcmp(json.text + ++i, zero, sizeof zero - 1) == 0)
            return true;
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

cJSON *fields_json_parse(struct bv_span text)
{
    const char *end = NULL;
    if (!text.length || has_zero(text)) return NULL;
    cJSON *json = cJSON_ParseWithLengthOpts(text.text, text.length, &end, false);
    while (json && end < text.text + text.length && is_space(*end)) end++;
    if (json && end == text.text + text.length) return json;
    cJSON_Delete(json);
    return NULL;
}

const char *fields_text(const cJSON *object, const char *name, size_t most)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsString(item) || strlen(item->valuestring) > most) return NULL;
    return item->valuestring;
}

struct bv_span fields_span(const cJSON *object, const char *name)
{
    const char *text = fields_text(object, name, SIZE_MAX);
    return bv_span_of(text ? text : "");
}

bool fields_number(const cJSON *object, const char *name, int64_t least, int64_t most,
                   int64_t *number)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsNumber(item)) return false;
    double value = item->valuedouble;
    if (!(value >= (double)least && value <= (double)most)) return false;
    int64_t whole = (int64_t)value;
    if ((double)whole != value) return false;
    *number = whole;
    return true;
}

int64_t fields_integer(const cJSON *object, const char *name)
{
    int64_t number = 0;
    fields_number(object, name, 0, INT64_MAX / 2, &number);
    return number;
}

void fields_put_text(const cJSON *object, const char *name, struct bv_out *out)
{
    bv_json_span(out, name, fields_span(object, name));
}

void fields_put_number(const cJSON *object, const char *name, struct bv_out *out)
{
    bv_json_number(out, name, fields_integer(object, name));
}

void fields_set_text(cJSON *object, const char *name, const char *text)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    if (text) cJSON_AddStringToObject(object, name, text);
}

void fields_set_number(cJSON *object, const char *name, int64_t number)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    cJSON_AddNumberToObject(object, name, (double)number);
}

bool fields_has(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name) != NULL;
}

bool fields_is(const cJSON *object, const char *name, const char *text)
{
    return bv_span_is(fields_span(object, name), text);
}

bool fields_has_text(const cJSON *array, const char *text)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (cJSON_IsString(item) && bv_equal(item->valuestring, text)) return true;
    }
    return false;
}

bool fields_true(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name));
}

bool text_is_hidden(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } hidden[] = {
        {0x00, 0x1F},     {0x7F, 0x9F},       {0xAD, 0xAD},        /* controls, soft hyphen */
        {0x061C, 0x061C}, {0x115F, 0x1160},   {0x17B4, 0x17B5},    /* marks and fillers */
        {0x180B, 0x180F}, {0x200B, 0x200F},   {0x2028, 0x202E},    /* joiners, direction */
        {0x2060, 0x206F}, {0x2800, 0x2800},   {0x3164, 0x3164},    /* empty letters */
        {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},    /* byte order, annotations */
        {0xFFFE, 0xFFFF}, {0xE0000, 0xE0FFF}, {0xF0000, 0x10FFFF}, /* tags, private letters */
    };
    for (size_t i = 0; i < BV_COUNT(hidden); i++)
        if (code >= hidden[i].first && code <= hidden[i].last) return true;
    return false;
}

/* Spaces of all widths: a text of only these is invisible too. */
static bool is_blank(uint32_t code)
{
    return code == ' ' || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
           code == 0x202F || code == 0x205F || code == 0x3000;
}

bool text_is_presentable(const char *text, size_t most)
{
    bool visible = false;
    struct bv_span rest = {text, text ? strlen(text) : 0};
    if (rest.length > most) return false;
    while (rest.length) {
        uint32_t code = 0;
        size_t bytes = utf8_character(rest, &code);
        if (!bytes || text_is_hidden(code)) return false;
        if (!is_blank(code)) visible = true;
        rest.text += bytes;
        rest.length -= bytes;
    }
    return visible;
}
