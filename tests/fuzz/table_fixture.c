#include "table_fixture.h"

#include <stdio.h>

#include "harness.h"

static struct terms_cache *terms_cache;

static void seat(struct table *table, int8_t number, const char *person)
{
    struct table_event event = {
        .verb = TABLE_SIT, .seat = number, .text = bv_span_of(person), .at = 1000};
    struct bv_out out = bv_out_into(event.person, sizeof event.person);
    bv_put(&out, person);
    apply_to_fuzz_table(table, &event);
}

struct table *open_fuzz_table(unsigned pick)
{
    char text[256];
    struct table_setup setup = {0};
    struct bv_error error = {""};
    const struct bv_game *game = bv_games[pick % bv_game_count];
    pick /= (unsigned)bv_game_count;
    snprintf(text, sizeof text, "{\"game\":\"%s\",\"agreement\":%s,\"time\":%s}", game->id,
             pick & 1 ? "true" : "false", pick & 2 ? "{\"seconds\":60}" : "null");
    cJSON *json = cJSON_Parse(text);
    if (!(pick & 2)) cJSON_DeleteItemFromObject(json, "time");
    if (!terms_cache) terms_cache = terms_cache_new();
    must(table_setup_read(json, terms_cache, &setup, &error), error.text);
    cJSON_Delete(json);
    struct bv_out owner = bv_out_into(setup.owner, sizeof setup.owner);
    bv_put(&owner, "ada");
    struct table *table = table_new(&setup, "table");
    const struct bv_terms *terms = table_terms(table);
    for (int8_t i = 0; i < terms->form->seats; i++)
        seat(table, i, bv_side_of(terms, i) ? "bob" : "ada");
    if (pick & 4) seat(table, 0, "cleo"); /* who shares a seat with Ada */
    apply_to_fuzz_table(table, &(struct table_event){.verb = TABLE_START, .seat = -1, .at = 1000});
    return table;
}

void close_fuzz_table(struct table *table)
{
    const struct bv_terms *terms = table_terms(table);
    table_free(table);
    terms_cache_return(terms_cache, terms);
}

static void tell(const struct table *table, const struct table_event *event,
                 const struct table_effect *effect)
{
    static char text[MESSAGE_MAX];
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        if (!(effect->channels >> channel & 1)) continue;
        if (channel < BV_SEATS_MAX && channel >= table_terms(table)->form->seats) continue;
        struct bv_out out = bv_out_into(text, sizeof text);
        messages_event(table, event, effect, channel, &out);
        must(!out.cut, "a message fits its room");
        cJSON *json = cJSON_ParseWithLength(text, out.length);
        must(cJSON_IsObject(json), "a message is JSON whatever was said");
        cJSON_Delete(json);
    }
}

void apply_to_fuzz_table(struct table *table, const struct table_event *event)
{
    char line[TABLE_EVENT_MAX + BV_TOKEN_MAX];
    struct table_event read;
    struct table_effect effect = {.channels = 0};
    struct bv_error error = {""};
    struct bv_out out = bv_out_into(line, sizeof line);
    table_event_write(table_terms(table), event, &out);
    must(!out.cut, "an event fits its line");
    must(!__builtin_strchr(line, '\n'), "an event is one line");
    must(table_event_read(table_terms(table), bv_span_of(line), &read, &error), error.text);
    read.at = event->at;
    must(table_apply(table, &read, &effect, &error), error.text);
    tell(table, &read, &effect);
}
