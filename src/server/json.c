#include "server/json.h"

#include <string.h>

#include "net/utf8.h"

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
    int64_t whole = (int64_t)value;
    if ((double)whole != value) return false;
    *number = whole;
    return true;
}

bool bv_json_get_true(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name));
}

bool bv_is_hidden(uint32_t code)
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
        if (!bytes || bv_is_hidden(code)) return false;
        if (code != ' ' && code != 0xA0) visible = true;
        rest.text += bytes;
        rest.length -= bytes;
    }
    return visible;
}
