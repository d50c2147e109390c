/*
 * Prints the server's responses as tables. Names and reasons come from other people: characters
 * that could move the cursor, change the writing direction or hide text are printed as escapes.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/admin.h"
#include "util/fields.h"
#include "util/utf8.h"

enum { CELL_SIZE = 256, COLUMNS_MAX = 10 };

static void put_safely(struct bv_out *out, const char *text)
{
    struct bv_span rest = bv_span_of(text);
    while (rest.length) {
        uint32_t code = 0;
        char escape[16];
        size_t bytes = utf8_character(rest, &code);
        if (!bytes) {
            snprintf(escape, sizeof escape, "\\x%02x", (unsigned char)*rest.text);
            bytes = 1;
        } else if (text_is_hidden(code)) {
            snprintf(escape, sizeof escape, "\\u%04" PRIx32, code);
        } else {
            escape[0] = '\0';
        }
        if (escape[0])
            bv_put(out, escape);
        else
            bv_put_span(out, (struct bv_span){rest.text, bytes});
        rest.text += bytes;
        rest.length -= bytes;
    }
}

static const cJSON *field_of(const cJSON *line, const char *path)
{
    struct bv_span rest = bv_span_of(path);
    struct bv_span part = {0};
    while (line && bv_take_part(&rest, '.', &part)) {
        char name[32];
        struct bv_out out = bv_out_into(name, sizeof name);
        bv_put_span(&out, part);
        line = cJSON_GetObjectItemCaseSensitive(line, name);
    }
    return line;
}

static void put_date(struct bv_out *out, double milliseconds)
{
    char date[32];
    time_t seconds = (time_t)(milliseconds / 1000);
    struct tm parts;
    localtime_r(&seconds, &parts);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M", &parts);
    bv_put(out, date);
}

/* The players of a table: `V Ada  G level 5`. */
static void put_chairs(struct bv_out *out, const cJSON *chairs)
{
    const cJSON *chair = NULL;
    cJSON_ArrayForEach(chair, chairs)
    {
        const cJSON *seat = cJSON_GetObjectItemCaseSensitive(chair, "seat");
        const cJSON *level = cJSON_GetObjectItemCaseSensitive(chair, "level");
        const cJSON *person = NULL;
        if (out->length) bv_put(out, "  ");
        bv_put(out, cJSON_IsString(seat) ? seat->valuestring : "?");
        if (cJSON_IsNumber(level) && level->valueint) {
            bv_put(out, " level ");
            bv_put_number(out, level->valueint);
        }
        cJSON_ArrayForEach(person, cJSON_GetObjectItemCaseSensitive(chair, "people"))
        {
            const cJSON *name = cJSON_GetObjectItemCaseSensitive(person, "name");
            bv_put_char(out, ' ');
            put_safely(out, cJSON_IsString(name) ? name->valuestring : "?");
        }
    }
}

static void put_value(struct bv_out *out, const cJSON *value, enum cell cell)
{
    if (cell == CELL_CHAIRS)
        put_chairs(out, value);
    else if (cJSON_IsString(value))
        put_safely(out, value->valuestring);
    else if (cJSON_IsNumber(value) && cell == CELL_DATE && value->valuedouble > 0)
        put_date(out, value->valuedouble);
    else if (cJSON_IsNumber(value) && cell != CELL_DATE)
        bv_put_number(out, (int64_t)value->valuedouble);
    else if (cJSON_IsBool(value))
        bv_put(out, cJSON_IsTrue(value) ? "+" : "–");
    else
        bv_put(out, "–");
}

static void print_json(const cJSON *answer)
{
    char *text = cJSON_PrintUnformatted(answer);
    if (!text) abort();
    puts(text);
    free(text);
}

static void print_cell(const char *text, int width, bool last)
{
    fputs(text, stdout);
    for (int i = text_columns(text); !last && i < width + 2; i++) putchar(' ');
    if (last) putchar('\n');
}

void show_list(const cJSON *answer, const char *name, const struct column *column, size_t columns)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(answer, name);
    const cJSON *line = NULL;
    int width[COLUMNS_MAX] = {0};
    char cell[CELL_SIZE];
    BV_ASSERT(columns <= COLUMNS_MAX);
    if (common.json) {
        print_json(answer);
        return;
    }
    for (size_t i = 0; i < columns; i++) {
        width[i] = text_columns(say(column[i].title));
        cJSON_ArrayForEach(line, array)
        {
            struct bv_out out = bv_out_into(cell, sizeof cell);
            put_value(&out, field_of(line, column[i].field), column[i].cell);
            int wide = text_columns(cell);
            if (wide > width[i]) width[i] = wide;
        }
    }
    for (size_t i = 0; i < columns; i++)
        print_cell(say(column[i].title), width[i], i + 1 == columns);
    cJSON_ArrayForEach(line, array)
    {
        for (size_t i = 0; i < columns; i++) {
            struct bv_out out = bv_out_into(cell, sizeof cell);
            put_value(&out, field_of(line, column[i].field), column[i].cell);
            print_cell(cell, width[i], i + 1 == columns);
        }
    }
}

static void print_fields(const cJSON *object, const char *prefix)
{
    const cJSON *field = NULL;
    cJSON_ArrayForEach(field, object)
    {
        char name[64];
        char value[CELL_SIZE];
        struct bv_out out = bv_out_into(value, sizeof value);
        snprintf(name, sizeof name, "%s%s%s", prefix, prefix[0] ? "." : "", field->string);
        if (cJSON_IsObject(field)) {
            print_fields(field, name);
            continue;
        }
        put_value(&out, field, strcmp(field->string, "opened") == 0 ? CELL_DATE : CELL_TEXT);
        printf("%-18s %s\n", name, value);
    }
}

void show_fields(const cJSON *answer)
{
    if (common.json)
        print_json(answer);
    else
        print_fields(answer, "");
}
