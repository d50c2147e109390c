/*
 * Prints the server's responses as tables. Names and reasons come from other people: characters
 * that could move the cursor, change the writing direction or hide text are printed as escapes.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/admin.h"
#include "protocol/messages.h"
#include "util/utf8.h"

enum { CELL_SIZE = 256, COLUMNS_MAX = 10 };

static void put_safely(struct bv_out *out, struct bv_span text)
{
    while (text.length) {
        uint32_t code = 0;
        char escape[16] = "";
        size_t bytes = utf8_character(text, &code);
        if (!bytes)
            snprintf(escape, sizeof escape, "\\x%02x", (unsigned char)*text.text);
        else if (text_is_hidden(code))
            snprintf(escape, sizeof escape, "\\u%04" PRIx32, code);
        if (!bytes) bytes = 1;
        if (escape[0])
            bv_put(out, escape);
        else
            bv_put_span(out, (struct bv_span){text.text, bytes});
        text.text += bytes;
        text.length -= bytes;
    }
}

static const cJSON *field_of(const cJSON *line, const char *path)
{
    struct bv_span rest = bv_span_of(path);
    struct bv_span part = {0};
    while (line && bv_take_part(&rest, '.', &part)) {
        char name[32];
        bv_keep(name, sizeof name, part);
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
static void put_occupants(struct bv_out *out, const cJSON *occupants)
{
    const cJSON *occupant = NULL;
    cJSON_ArrayForEach(occupant, occupants)
    {
        const cJSON *person = NULL;
        if (out->length) bv_put(out, "  ");
        put_safely(out, occupant_seat(occupant));
        if (occupant_level(occupant)) bv_putf(out, " level %d", (int)occupant_level(occupant));
        cJSON_ArrayForEach(person, occupant_people(occupant))
        {
            bv_put_char(out, ' ');
            put_safely(out, holder_name(person));
        }
    }
}

static void put_value(struct bv_out *out, const cJSON *value, enum cell cell)
{
    if (cell == CELL_OCCUPANTS)
        put_occupants(out, value);
    else if (cJSON_IsString(value))
        put_safely(out, bv_span_of(value->valuestring));
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

void show_list(const cJSON *answer, const char *name, const struct column *column)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(answer, name);
    int width[COLUMNS_MAX] = {0};
    if (common.json) {
        print_json(answer);
        return;
    }
    /* First the widths are found, then the title and the lines are printed. */
    for (int pass = 0; pass < 2; pass++) {
        const cJSON *line = NULL; /* the title */
        for (bool more = true; more; more = line != NULL) {
            for (int i = 0; column[i].field; i++) {
                char cell[CELL_SIZE];
                struct bv_out out = bv_out_into(cell, sizeof cell);
                BV_ASSERT(i < COLUMNS_MAX);
                if (line)
                    put_value(&out, field_of(line, column[i].field), column[i].cell);
                else
                    bv_put(&out, say(column[i].title));
                if (pass)
                    print_cell(cell, width[i], !column[i + 1].field);
                else if (text_columns(cell) > width[i])
                    width[i] = text_columns(cell);
            }
            line = line ? line->next : array ? array->child : NULL;
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
