#include "room.h"

#include <stdio.h>

#include "harness.h"

static struct bv_shelf *shelf;

static void seat(struct bv_table *table, int8_t number, const char *person)
{
    struct bv_deed deed = {.verb = BV_SIT, .seat = number, .text = bv_span_of(person), .at = 1000};
    struct bv_out out = bv_out_into(deed.person, sizeof deed.person);
    bv_put(&out, person);
    room_takes(table, &deed);
}

struct bv_table *open_room(unsigned pick)
{
    char text[256];
    struct bv_setup setup = {0};
    struct bv_error error = {""};
    const struct bv_game *game = bv_games[pick % bv_game_count];
    pick /= (unsigned)bv_game_count;
    snprintf(text, sizeof text, "{\"game\":\"%s\",\"agreement\":%s,\"time\":%s}", game->id,
             pick & 1 ? "true" : "false", pick & 2 ? "{\"seconds\":60}" : "null");
    cJSON *json = cJSON_Parse(text);
    if (!(pick & 2)) cJSON_DeleteItemFromObject(json, "time");
    if (!shelf) shelf = bv_shelf_new();
    must(bv_setup_read(json, shelf, &setup, &error), error.text);
    cJSON_Delete(json);
    struct bv_out owner = bv_out_into(setup.owner, sizeof setup.owner);
    bv_put(&owner, "ada");
    struct bv_table *table = bv_table_new(&setup, "table");
    const struct bv_terms *terms = bv_table_terms(table);
    for (int8_t i = 0; i < terms->form->seats; i++)
        seat(table, i, bv_side_of(terms, i) ? "bob" : "ada");
    if (pick & 4) seat(table, 0, "cleo"); /* who shares a seat with Ada */
    room_takes(table, &(struct bv_deed){.verb = BV_START, .seat = -1, .at = 1000});
    return table;
}

void close_room(struct bv_table *table)
{
    const struct bv_terms *terms = bv_table_terms(table);
    bv_table_free(table);
    bv_shelf_return(shelf, terms);
}

static void tell(const struct bv_table *table, const struct bv_deed *deed,
                 const struct bv_effect *effect)
{
    static char text[BV_MESSAGE_MAX];
    for (int channel = 0; channel < BV_CHANNELS; channel++) {
        if (!(effect->heard >> channel & 1)) continue;
        if (channel < BV_SEATS_MAX && channel >= bv_table_terms(table)->form->seats) continue;
        struct bv_out out = bv_out_into(text, sizeof text);
        bv_tell_deed(table, deed, effect, channel, &out);
        must(!out.cut, "a message fits its room");
        cJSON *json = cJSON_ParseWithLength(text, out.length);
        must(cJSON_IsObject(json), "a message is JSON whatever was said");
        cJSON_Delete(json);
    }
}

void room_takes(struct bv_table *table, const struct bv_deed *deed)
{
    char line[BV_DEED_MAX + BV_TOKEN_MAX];
    struct bv_deed read;
    struct bv_effect effect = {.heard = 0};
    struct bv_error error = {""};
    struct bv_out out = bv_out_into(line, sizeof line);
    bv_deed_write(bv_table_terms(table), deed, &out);
    must(!out.cut, "a deed fits its line");
    must(!__builtin_strchr(line, '\n'), "a deed is one line");
    must(bv_deed_read(bv_table_terms(table), bv_span_of(line), &read, &error), error.text);
    read.at = deed->at;
    must(bv_table_take(table, &read, &effect, &error), error.text);
    tell(table, &read, &effect);
}
