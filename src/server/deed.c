#include "server/deed.h"

#include "core/menu.h"

static const struct {
    const char *name;
    unsigned fields;
} verbs[BV_VERBS] = {
    [BV_SIT] = {"sit", BV_FIELD_SEAT | BV_FIELD_PERSON | BV_FIELD_TEXT},
    [BV_STAND] = {"stand", BV_FIELD_SEAT | BV_FIELD_PERSON},
    [BV_COMPUTER] = {"computer", BV_FIELD_SEAT | BV_FIELD_AMOUNT},
    [BV_KEEP] = {"keep", BV_FIELD_SEAT | BV_FIELD_AMOUNT | BV_FIELD_PERSON | BV_FIELD_KEY},
    [BV_FREE] = {"free", BV_FIELD_SEAT},
    [BV_WORD] = {"word", BV_FIELD_SEAT | BV_FIELD_TEXT},
    [BV_START] = {"start", BV_FIELD_GAME},
    [BV_PLAY] = {"play", BV_FIELD_SEAT | BV_FIELD_PERSON | BV_FIELD_KEY | BV_FIELD_TEXT},
    [BV_ROLL] = {"roll", BV_FIELD_TEXT},
    [BV_PROPOSE] = {"propose", BV_FIELD_SEAT | BV_FIELD_PERSON | BV_FIELD_KEY | BV_FIELD_TEXT},
    [BV_AGREE] = {"agree", BV_FIELD_SIDE | BV_FIELD_PERSON},
    [BV_OBJECT] = {"object", BV_FIELD_SIDE | BV_FIELD_PERSON},
    [BV_OFFER] = {"offer", BV_FIELD_SIDE},
    [BV_DECLINE] = {"decline", BV_FIELD_SIDE},
    [BV_ACCEPT] = {"accept", BV_FIELD_SIDE},
    [BV_ASK] = {"ask", BV_FIELD_SIDE | BV_FIELD_AMOUNT},
    [BV_REFUSE] = {"refuse", BV_FIELD_SIDE},
    [BV_TAKE_BACK] = {"take-back", BV_FIELD_SIDE | BV_FIELD_AMOUNT},
    [BV_RESIGN] = {"resign", BV_FIELD_SIDE},
    [BV_FLAG] = {"flag", BV_FIELD_SIDE},
    [BV_ABANDON] = {"abandon", BV_FIELD_SIDE},
    [BV_CANCEL] = {"cancel", 0},
    [BV_CREDIT] = {"credit", BV_FIELD_SIDE | BV_FIELD_AMOUNT},
    [BV_RESTART] = {"restart", BV_FIELD_GAME},
    [BV_PAUSE] = {"pause", BV_FIELD_GAME},
    [BV_VACATION] = {"vacation", BV_FIELD_SIDE | BV_FIELD_AMOUNT},
    [BV_SAY] = {"say", BV_FIELD_ROOM | BV_FIELD_PERSON | BV_FIELD_TEXT},
    [BV_JOIN] = {"join", BV_FIELD_SEAT | BV_FIELD_PERSON | BV_FIELD_TEXT},
    [BV_REJECT] = {"reject", BV_FIELD_SEAT | BV_FIELD_PERSON},
    [BV_REMATCH] = {"rematch", BV_FIELD_SIDE},
    [BV_NEXT] = {"next", BV_FIELD_TEXT},
    [BV_RATED] = {"rated", BV_FIELD_TEXT},
};

const char *bv_verb_name(enum bv_verb verb)
{
    return verbs[verb].name;
}

unsigned bv_verb_fields(enum bv_verb verb)
{
    return verbs[verb].fields;
}

void bv_deed_write(const struct bv_terms *terms, const struct bv_deed *deed, struct bv_out *out)
{
    unsigned fields = verbs[deed->verb].fields;
    const struct bv_side *side = terms->game->side;
    if (!deed->game) fields &= ~(unsigned)BV_FIELD_GAME;
    bv_put(out, verbs[deed->verb].name);
    for (unsigned field = 1; field <= BV_FIELD_GAME; field <<= 1) {
        if (!(fields & field)) continue;
        bv_put_char(out, ' ');
        switch (field) {
        case BV_FIELD_SEAT: bv_put(out, bv_seat_name(terms, deed->seat)); break;
        case BV_FIELD_SIDE: bv_put(out, side[deed->side].name); break;
        case BV_FIELD_ROOM:
            bv_put(out, deed->side == BV_ROOM_TABLE ? "table" : side[deed->side].name);
            break;
        case BV_FIELD_AMOUNT: bv_put_number(out, deed->amount); break;
        case BV_FIELD_GAME: bv_put_number(out, deed->game); break;
        case BV_FIELD_PERSON: bv_put(out, deed->person[0] ? deed->person : "-"); break;
        case BV_FIELD_KEY: bv_put(out, deed->key[0] ? deed->key : "-"); break;
        default: bv_put_span(out, deed->text);
        }
    }
}

static bool keep(char *to, size_t size, struct bv_span word)
{
    struct bv_out out = bv_out_into(to, size);
    bv_put_span(&out, word);
    return !out.cut;
}

static bool read_side(const struct bv_terms *terms, struct bv_span word, bool room, int8_t *side)
{
    *side = BV_ROOM_TABLE;
    if (room && bv_span_is(word, "table")) return true;
    for (int i = 0; i < BV_SIDES_MAX; i++)
        if (bv_span_is(word, terms->game->side[i].name)) *side = (int8_t)i;
    return *side >= 0;
}

static bool read_field(const struct bv_terms *terms, unsigned field, struct bv_span *rest,
                       struct bv_deed *deed)
{
    struct bv_span word = {0};
    if (field == BV_FIELD_TEXT) {
        if (!rest->length) return false;
        deed->text = *rest;
        *rest = (struct bv_span){0};
        return true;
    }
    if (!bv_take_word(rest, &word)) return field == BV_FIELD_GAME;
    switch (field) {
    case BV_FIELD_GAME: return word.length <= 15 && bv_long_of(word, &deed->game);
    case BV_FIELD_SEAT:
        deed->seat = (int8_t)bv_seat_named(terms, word);
        return deed->seat >= 0 && deed->seat != BV_CHANCE; /* chance sits nowhere */
    case BV_FIELD_SIDE: return read_side(terms, word, false, &deed->side);
    case BV_FIELD_ROOM: return read_side(terms, word, true, &deed->side);
    /* May be a time in milliseconds, more than an int holds. */
    case BV_FIELD_AMOUNT: return word.length <= 15 && bv_long_of(word, &deed->amount);
    case BV_FIELD_PERSON:
        return bv_span_is(word, "-") || keep(deed->person, sizeof deed->person, word);
    default: return bv_span_is(word, "-") || keep(deed->key, sizeof deed->key, word);
    }
}

bool bv_deed_read(const struct bv_terms *terms, struct bv_span line, struct bv_deed *deed,
                  struct bv_error *error)
{
    struct bv_span rest = line;
    struct bv_span name = {0};
    bv_take_word(&rest, &name);
    *deed = (struct bv_deed){.verb = BV_VERBS, .seat = -1, .side = BV_ROOM_TABLE};
    for (int verb = 0; verb < BV_VERBS; verb++)
        if (bv_span_is(name, verbs[verb].name)) deed->verb = (enum bv_verb)verb;
    bool good = deed->verb != BV_VERBS;
    for (unsigned field = 1; good && field <= BV_FIELD_GAME; field <<= 1)
        if (verbs[deed->verb].fields & field) good = read_field(terms, field, &rest, deed);
    if (good && !rest.length) return true;
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, "the log has a line that this version does not know: ");
    bv_put_excerpt(&out, line, 80);
    return false;
}
