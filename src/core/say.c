#include "core/say.h"

/* The words for kinds of events that any game may have. */
static const struct bv_event_words shared[] = {
    {BV_EVENT_PLACED, "placed", {"%s : %p en %t.", "%s: %p placed on %t."}, {0}},
    {BV_EVENT_MOVED, "moved", {"%s : %p, de %f à %t.", "%s: %p from %f to %t."}, {0}},
    {BV_EVENT_TURNED,
     "turned",
     {"%s : %p en %t, nouvelle orientation.", "%s: %p on %t, new facing."},
     {0}},
    {BV_EVENT_FIRED, "fired", {"%s : %p, tir de %f sur %t.", "%s: %p, shot from %f at %t."}, {0}},
    {BV_EVENT_ROLLED, "rolled", {"Le sort donne %n.", "Chance gives %n."}, {0}},
    {BV_EVENT_LOST, "lost", {"%s : %n de moins en %t (%p).", "%s: %n lost on %t (%p)."}, {0}},
    {BV_EVENT_MISSED, "missed", {"Manqué.", "Missed."}, {0}},
    {BV_EVENT_TAKEN, "taken", {"%s : perte en %t (%p).", "%s: %p captured on %t."}, {0}},
    {BV_EVENT_DESTROYED,
     "destroyed",
     {"%s : destruction en %t (%p).", "%s: %p destroyed on %t."},
     {0}},
    {BV_EVENT_CHANGED, "changed", {"%s : maintenant %p en %t.", "%s: now %p on %t."}, {0}},
    {BV_EVENT_SHOWN, "shown", {"%s : %p en %t, désormais visible.", "%s: %p shown on %t."}, {0}},
    {BV_EVENT_FOUGHT,
     "fought",
     {"%s : %p, attaque de %f sur %t.", "%s: %p, attack from %f on %t."},
     {0}},
    {BV_EVENT_PASSED, "passed", {"%s : fini.", "%s: done."}, {0}},
    {BV_EVENT_READY, "ready", {"%s : prêt.", "%s: ready."}, {0}},
    {BV_EVENT_TURN, "turn", {"Au tour de : %s.", "To play: %s."}, {0}},
    {BV_EVENT_OVER, "over", {"Fin de la partie.", "The game is over."}, {0}},
};

static const struct bv_event_words *find(const struct bv_event_words *list, size_t count, int kind)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].kind == kind) return &list[i];
    return NULL;
}

const struct bv_event_words *bv_event_words(const struct bv_game *game, int kind)
{
    const struct bv_event_words *own = find(game->kind, game->kinds, kind);
    return own ? own : find(shared, BV_COUNT(shared), kind);
}

int bv_event_kind_named(const struct bv_game *game, struct bv_span name)
{
    for (int i = 0; i < game->kinds; i++)
        if (bv_span_is(name, game->kind[i].name)) return game->kind[i].kind;
    for (size_t i = 0; i < BV_COUNT(shared); i++)
        if (bv_span_is(name, shared[i].name)) return shared[i].kind;
    return -1;
}

static const char *word(struct bv_text text, bool french)
{
    return french ? text.fr : text.en;
}

/* Writes one of two words, `one|many)`; returns the parenthesis. */
static const char *put_chosen(struct bv_out *out, const char *c, bool many)
{
    bool second = false;
    for (; *c != ')'; c++) {
        if (*c == '|')
            second = true;
        else if (second == many)
            bv_put_char(out, *c);
    }
    return c;
}

void bv_put_filled(struct bv_out *out, const char *pattern, const struct bv_blanks *blanks,
                   bool french)
{
    bool many = french ? blanks->number > 1 : blanks->number != 1;
    for (const char *c = pattern; *c; c++) {
        if (*c != '%') {
            bv_put_char(out, *c);
            continue;
        }
        switch (*++c) {
        case 's': bv_put(out, word(blanks->side, french)); break;
        case 'p': bv_put(out, word(blanks->piece, french)); break;
        case 'f': bv_put(out, blanks->from); break;
        case 't': bv_put(out, blanks->to); break;
        case 'w': bv_put(out, word(blanks->word, french)); break;
        case 'n': bv_put_number(out, blanks->number); break;
        case 'm': bv_put_number(out, blanks->more); break;
        default: c = put_chosen(out, c + 1, many); break;
        }
    }
}

void bv_say_named(const struct bv_game *game, const struct bv_event *event, const char *from,
                  const char *to, bool french, struct bv_out *out)
{
    const struct bv_event_words *words = bv_event_words(game, event->kind);
    BV_ASSERT(words && event->piece < game->pieces);
    bool counts = event->amount && words->with_amount.fr;
    struct bv_blanks blanks = {
        .side = game->side[event->side].title,
        .piece = game->piece[event->piece],
        .from = from,
        .to = to,
        .number = event->amount,
    };
    bv_put_filled(out, word(counts ? words->with_amount : words->sentence, french), &blanks,
                  french);
}

static void name_point(const struct bv_terms *terms, int point, char name[BV_NAME_MAX])
{
    struct bv_out out = bv_out_into(name, BV_NAME_MAX);
    if (point == BV_NOWHERE)
        bv_put_char(&out, '-');
    else
        terms->game->point(terms, point, &out);
}

void bv_say(const struct bv_terms *terms, const struct bv_event *event, bool french,
            struct bv_out *out)
{
    char from[BV_NAME_MAX];
    char to[BV_NAME_MAX];
    name_point(terms, event->from, from);
    name_point(terms, event->to, to);
    bv_say_named(terms->game, event, from, to, french, out);
}
