#include "parlour.h"

#include "support.h"

#include "server/memory.h"

static void hear(struct parlour *parlour, int channel, const char *text, size_t length)
{
    assert_true(parlour->length[channel] + length + 1 < PARLOUR_BYTES);
    memcpy(parlour->told[channel] + parlour->length[channel], text, length);
    parlour->length[channel] += length;
    parlour->told[channel][parlour->length[channel]++] = '\n';
}

static void take(struct parlour *parlour, const struct bv_deed *deed)
{
    static char text[BV_MESSAGE_MAX];
    struct bv_effect effect;
    struct bv_error error;
    if (!bv_table_take(parlour->table, deed, &effect, &error)) fail_msg("%s", error.text);
    for (int channel = 0; channel < BV_CHANNELS; channel++) {
        if (!(effect.heard >> channel & 1)) continue;
        struct bv_out out = bv_out_into(text, sizeof text);
        if (channel < BV_SEATS_MAX && channel >= bv_table_terms(parlour->table)->form->seats)
            continue;
        bv_tell_deed(parlour->table, deed, &effect, channel, &out);
        assert_false(out.cut);
        hear(parlour, channel, text, out.length);
    }
}

void happens(struct parlour *parlour, const struct bv_deed *deed)
{
    struct bv_deed now = *deed;
    char token[BV_TOKEN_MAX];
    now.at = parlour->now += 1000;
    take(parlour, &now);
    while (bv_follows(parlour->table, &now, token)) take(parlour, &now);
}

void plays(struct parlour *parlour, int seat, const char *token)
{
    happens(parlour,
            &(struct bv_deed){.verb = BV_PLAY, .seat = (int8_t)seat, .text = bv_span_of(token)});
}

void wishes(struct parlour *parlour, const char *person, const char *verb, const char *fields,
            const char *code)
{
    struct bv_deed deed[BV_DEEDS_OF_A_WISH];
    struct bv_refusal refusal;
    cJSON *json = cJSON_Parse(fields);
    assert_non_null(json);
    struct bv_wish wish = {.verb = verb,
                           .person = person,
                           .name = person,
                           .fields = json,
                           .now = parlour->now,
                           .new_key = "key"};
    int deeds = bv_decide(parlour->table, &wish, deed, &refusal);
    if (code) {
        assert_int_equal(deeds, 0);
        assert_non_null(refusal.code);
        assert_string_equal(refusal.code, code);
    } else if (refusal.code) {
        fail_msg("%s: %s (%s)", verb, refusal.code, refusal.detail.text);
    }
    for (int i = 0; i < deeds; i++) happens(parlour, &deed[i]);
    cJSON_Delete(json);
}

struct parlour *empty_parlour(const char *text)
{
    struct parlour *parlour = bv_new(sizeof *parlour);
    struct bv_setup setup;
    struct bv_error error;
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    parlour->shelf = bv_shelf_new();
    parlour->now = 1000000;
    if (!bv_setup_read(json, parlour->shelf, &setup, &error)) fail_msg("%s", error.text);
    cJSON_Delete(json);
    struct bv_out owner = bv_out_into(setup.owner, sizeof setup.owner);
    bv_put(&owner, "ada");
    for (int i = 0; i < BV_SEED_SIZE; i++) setup.seed[i] = (uint8_t)i;
    parlour->table = bv_table_new(&setup, "table");
    for (int channel = 0; channel < BV_CHANNELS; channel++)
        parlour->told[channel] = bv_new(PARLOUR_BYTES);
    return parlour;
}

struct parlour *parlour(const char *text)
{
    struct parlour *parlour = empty_parlour(text);
    const struct bv_terms *terms = bv_table_terms(parlour->table);
    for (int8_t seat = 0; seat < terms->form->seats; seat++) {
        const char *person = bv_side_of(terms, seat) ? "bob" : "ada";
        struct bv_deed deed = {.verb = BV_SIT, .seat = seat, .text = bv_span_of(person)};
        struct bv_out out = bv_out_into(deed.person, sizeof deed.person);
        bv_put(&out, person);
        happens(parlour, &deed);
    }
    happens(parlour, &(struct bv_deed){.verb = BV_START, .seat = -1});
    return parlour;
}

void parlour_end(struct parlour *parlour)
{
    for (int channel = 0; channel < BV_CHANNELS; channel++) free(parlour->told[channel]);
    const struct bv_terms *terms = bv_table_terms(parlour->table);
    bv_table_free(parlour->table);
    bv_shelf_return(parlour->shelf, terms);
    bv_shelf_free(parlour->shelf);
    free(parlour);
}
