#include "table/event.h"

#include "core/menu.h"

static const struct {
    const char *name;
    unsigned fields;
} verbs[TABLE_VERBS] = {
    [TABLE_SIT] = {"sit", TABLE_FIELD_SEAT | TABLE_FIELD_PERSON | TABLE_FIELD_TEXT},
    [TABLE_STAND] = {"stand", TABLE_FIELD_SEAT | TABLE_FIELD_PERSON},
    [TABLE_COMPUTER] = {"computer", TABLE_FIELD_SEAT | TABLE_FIELD_AMOUNT},
    [TABLE_RESERVE] = {"reserve", TABLE_FIELD_SEAT | TABLE_FIELD_AMOUNT | TABLE_FIELD_PERSON |
                                      TABLE_FIELD_KEY},
    [TABLE_FREE] = {"free", TABLE_FIELD_SEAT},
    [TABLE_WORD] = {"word", TABLE_FIELD_SEAT | TABLE_FIELD_TEXT},
    [TABLE_START] = {"start", TABLE_FIELD_GAME},
    [TABLE_PLAY] = {"play",
                    TABLE_FIELD_SEAT | TABLE_FIELD_PERSON | TABLE_FIELD_KEY | TABLE_FIELD_TEXT},
    [TABLE_ROLL] = {"roll", TABLE_FIELD_TEXT},
    [TABLE_PROPOSE] = {"propose",
                       TABLE_FIELD_SEAT | TABLE_FIELD_PERSON | TABLE_FIELD_KEY | TABLE_FIELD_TEXT},
    [TABLE_AGREE] = {"agree", TABLE_FIELD_SIDE | TABLE_FIELD_PERSON},
    [TABLE_OBJECT] = {"object", TABLE_FIELD_SIDE | TABLE_FIELD_PERSON},
    [TABLE_OFFER] = {"offer", TABLE_FIELD_SIDE},
    [TABLE_DECLINE] = {"decline", TABLE_FIELD_SIDE},
    [TABLE_ACCEPT] = {"accept", TABLE_FIELD_SIDE},
    [TABLE_ASK] = {"ask", TABLE_FIELD_SIDE | TABLE_FIELD_AMOUNT},
    [TABLE_REFUSE] = {"refuse", TABLE_FIELD_SIDE},
    [TABLE_TAKE_BACK] = {"take-back", TABLE_FIELD_SIDE | TABLE_FIELD_AMOUNT},
    [TABLE_RESIGN] = {"resign", TABLE_FIELD_SIDE},
    [TABLE_FLAG] = {"flag", TABLE_FIELD_SIDE},
    [TABLE_ABANDON] = {"abandon", TABLE_FIELD_SIDE},
    [TABLE_CANCEL] = {"cancel", 0},
    [TABLE_CREDIT] = {"credit", TABLE_FIELD_SIDE | TABLE_FIELD_AMOUNT},
    [TABLE_RESTART] = {"restart", TABLE_FIELD_GAME},
    [TABLE_PAUSE] = {"pause", TABLE_FIELD_GAME},
    [TABLE_VACATION] = {"vacation", TABLE_FIELD_SIDE | TABLE_FIELD_AMOUNT},
    [TABLE_PREPARE] = {"prepare", TABLE_FIELD_SIDE | TABLE_FIELD_PERSON | TABLE_FIELD_TEXT},
    [TABLE_SAY] = {"say", TABLE_FIELD_AUDIENCE | TABLE_FIELD_PERSON | TABLE_FIELD_TEXT},
    [TABLE_JOIN] = {"join", TABLE_FIELD_SEAT | TABLE_FIELD_PERSON | TABLE_FIELD_TEXT},
    [TABLE_REJECT] = {"reject", TABLE_FIELD_SEAT | TABLE_FIELD_PERSON},
    [TABLE_REMATCH] = {"rematch", TABLE_FIELD_SIDE},
    [TABLE_NEXT] = {"next", TABLE_FIELD_TEXT},
    [TABLE_RATED] = {"rated", TABLE_FIELD_TEXT},
};

const char *table_verb_name(enum table_event_kind verb)
{
    return verbs[verb].name;
}

unsigned table_verb_fields(enum table_event_kind verb)
{
    return verbs[verb].fields;
}

void table_event_write(const struct bv_terms *terms, const struct table_event *event,
                       struct bv_out *out)
{
    unsigned fields = verbs[event->verb].fields;
    const struct bv_side *side = terms->game->side;
    if (!event->game) fields &= ~(unsigned)TABLE_FIELD_GAME;
    bv_put(out, verbs[event->verb].name);
    for (unsigned field = 1; field <= TABLE_FIELD_GAME; field <<= 1) {
        if (!(fields & field)) continue;
        bv_put_char(out, ' ');
        switch (field) {
        case TABLE_FIELD_SEAT: bv_put(out, bv_seat_name(terms, event->seat)); break;
        case TABLE_FIELD_SIDE: bv_put(out, side[event->side].name); break;
        case TABLE_FIELD_AUDIENCE:
            bv_put(out, event->side == TABLE_AUDIENCE_ALL ? "table" : side[event->side].name);
            break;
        case TABLE_FIELD_AMOUNT: bv_put_number(out, event->amount); break;
        case TABLE_FIELD_GAME: bv_put_number(out, event->game); break;
        case TABLE_FIELD_PERSON: bv_put(out, event->person[0] ? event->person : "-"); break;
        case TABLE_FIELD_KEY: bv_put(out, event->key[0] ? event->key : "-"); break;
        default: bv_put_span(out, event->text);
        }
    }
}

static bool copy_word(char *to, size_t size, struct bv_span word)
{
    struct bv_out out = bv_out_into(to, size);
    bv_put_span(&out, word);
    return !out.cut;
}

static bool read_side(const struct bv_terms *terms, struct bv_span word, bool may_be_table,
                      int8_t *side)
{
    *side = TABLE_AUDIENCE_ALL;
    if (may_be_table && bv_span_is(word, "table")) return true;
    for (int i = 0; i < BV_SIDES_MAX; i++)
        if (bv_span_is(word, terms->game->side[i].name)) *side = (int8_t)i;
    return *side >= 0;
}

static bool read_field(const struct bv_terms *terms, unsigned field, struct bv_span *rest,
                       struct table_event *event)
{
    struct bv_span word = {0};
    if (field == TABLE_FIELD_TEXT) {
        if (!rest->length) return false;
        event->text = *rest;
        *rest = (struct bv_span){0};
        return true;
    }
    if (!bv_take_word(rest, &word)) return field == TABLE_FIELD_GAME;
    switch (field) {
    case TABLE_FIELD_GAME: return word.length <= 15 && bv_long_of(word, &event->game);
    case TABLE_FIELD_SEAT:
        event->seat = (int8_t)bv_seat_named(terms, word);
        return event->seat >= 0 && event->seat != BV_CHANCE; /* chance has no seat */
    case TABLE_FIELD_SIDE: return read_side(terms, word, false, &event->side);
    case TABLE_FIELD_AUDIENCE: return read_side(terms, word, true, &event->side);
    /* May be a time in milliseconds, larger than an int. */
    case TABLE_FIELD_AMOUNT: return word.length <= 15 && bv_long_of(word, &event->amount);
    case TABLE_FIELD_PERSON:
        return bv_span_is(word, "-") || copy_word(event->person, sizeof event->person, word);
    default: return bv_span_is(word, "-") || copy_word(event->key, sizeof event->key, word);
    }
}

bool table_event_read(const struct bv_terms *terms, struct bv_span line, struct table_event *event,
                      struct bv_error *error)
{
    struct bv_span rest = line;
    struct bv_span name = {0};
    bv_take_word(&rest, &name);
    *event = (struct table_event){.verb = TABLE_VERBS, .seat = -1, .side = TABLE_AUDIENCE_ALL};
    for (int verb = 0; verb < TABLE_VERBS; verb++)
        if (bv_span_is(name, verbs[verb].name)) event->verb = (enum table_event_kind)verb;
    bool good = event->verb != TABLE_VERBS;
    for (unsigned field = 1; good && field <= TABLE_FIELD_GAME; field <<= 1)
        if (verbs[event->verb].fields & field) good = read_field(terms, field, &rest, event);
    if (good && !rest.length) return true;
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, "the log has a line that this version does not know: ");
    bv_put_excerpt(&out, line, 80);
    return false;
}
