#include "table_fixture.h"

#include "support.h"

#include "util/memory.h"

static void hear(struct fixture *fixture, int channel, const char *text, size_t length)
{
    assert_true(fixture->length[channel] + length + 1 < FIXTURE_BYTES);
    memcpy(fixture->told[channel] + fixture->length[channel], text, length);
    fixture->length[channel] += length;
    fixture->told[channel][fixture->length[channel]++] = '\n';
}

static void take(struct fixture *fixture, const struct table_event *event)
{
    static char text[MESSAGE_MAX];
    struct table_effect effect;
    struct bv_error error;
    if (!table_apply(fixture->table, event, &effect, &error)) fail_msg("%s", error.text);
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        if (!(effect.channels >> channel & 1)) continue;
        struct bv_out out = bv_out_into(text, sizeof text);
        if (channel < BV_SEATS_MAX && channel >= table_terms(fixture->table)->form->seats) continue;
        messages_event(fixture->table, event, &effect, channel, &out);
        assert_false(out.cut);
        hear(fixture, channel, text, out.length);
    }
}

void happens(struct fixture *fixture, const struct table_event *event)
{
    struct table_event now = *event;
    char token[BV_TOKEN_MAX];
    now.at = fixture->now += 1000;
    take(fixture, &now);
    while (table_follows(fixture->table, &now, token)) take(fixture, &now);
}

void plays(struct fixture *fixture, int seat, const char *token)
{
    happens(fixture, &(struct table_event){
                         .verb = TABLE_PLAY, .seat = (int8_t)seat, .text = bv_span_of(token)});
}

void commands(struct fixture *fixture, const char *person, const char *verb, const char *fields,
              const char *code)
{
    struct table_event event[TABLE_EVENTS_OF_A_COMMAND];
    struct refusal refusal = {0};
    struct request request;
    cJSON *json = cJSON_Parse(fields);
    assert_non_null(json);
    cJSON_AddStringToObject(json, "do", verb);
    cJSON_AddStringToObject(json, "table", "table");
    struct table_command command = {.request = &request,
                                    .person = person,
                                    .name = person,
                                    .now = fixture->now,
                                    .new_key = "key"};
    int events = request_read(json, &request, &refusal)
                     ? table_decide(fixture->table, &command, event, &refusal)
                     : 0;
    if (code) {
        assert_int_equal(events, 0);
        assert_non_null(refusal.code);
        assert_string_equal(refusal.code, code);
    } else if (refusal.code) {
        fail_msg("%s: %s (%s)", verb, refusal.code, refusal.detail.text);
    }
    for (int i = 0; i < events; i++) happens(fixture, &event[i]);
    cJSON_Delete(json);
}

struct fixture *empty_fixture(const char *text)
{
    struct fixture *fixture = memory_new(sizeof *fixture);
    struct table_setup setup;
    struct bv_error error;
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    fixture->terms_cache = terms_cache_new();
    fixture->now = 1000000;
    if (!table_setup_read(json, fixture->terms_cache, &setup, &error)) fail_msg("%s", error.text);
    cJSON_Delete(json);
    struct bv_out owner = bv_out_into(setup.owner, sizeof setup.owner);
    bv_put(&owner, "ada");
    for (int i = 0; i < BV_SEED_SIZE; i++) setup.seed[i] = (uint8_t)i;
    fixture->table = table_new(&setup, "table");
    for (int channel = 0; channel < TABLE_CHANNELS; channel++)
        fixture->told[channel] = memory_new(FIXTURE_BYTES);
    return fixture;
}

struct fixture *fixture(const char *text)
{
    struct fixture *fixture = empty_fixture(text);
    const struct bv_terms *terms = table_terms(fixture->table);
    for (int8_t seat = 0; seat < terms->form->seats; seat++) {
        const char *person = bv_side_of(terms, seat) ? "bob" : "ada";
        struct table_event event = {.verb = TABLE_SIT, .seat = seat, .text = bv_span_of(person)};
        struct bv_out out = bv_out_into(event.person, sizeof event.person);
        bv_put(&out, person);
        happens(fixture, &event);
    }
    happens(fixture, &(struct table_event){.verb = TABLE_START, .seat = -1});
    return fixture;
}

void fixture_end(struct fixture *fixture)
{
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) free(fixture->told[channel]);
    const struct bv_terms *terms = table_terms(fixture->table);
    table_free(fixture->table);
    terms_cache_return(fixture->terms_cache, terms);
    terms_cache_free(fixture->terms_cache);
    free(fixture);
}
