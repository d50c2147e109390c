#include "core/say.h"

/*
 * One pattern per kind of event, without verbs that would have to agree with a piece or a side. In
 * a pattern %s is the side, %p the piece, %f and %t the points the event comes from and goes to, %n
 * its amount.
 */
static const struct bv_text pattern[BV_EVENT_KINDS] = {
    [BV_EVENT_PLACED] = {"%s : %p en %t.", "%s: %p placed on %t."},
    [BV_EVENT_MOVED] = {"%s : %p, de %f à %t.", "%s: %p from %f to %t."},
    [BV_EVENT_TURNED] = {"%s : %p en %t, nouvelle orientation.", "%s: %p on %t, new facing."},
    [BV_EVENT_TRANSFERRED] = {"%s : transfert de %n, de %f à %t.",
                              "%s: %n transferred from %f to %t."},
    [BV_EVENT_PLOTTED] = {"%s : tir prévu en %t.", "%s: shot plotted on %t."},
    [BV_EVENT_FIRED] = {"%s : %p, tir de %f sur %t.", "%s: %p, shot from %f at %t."},
    [BV_EVENT_ROLLED] = {"Le sort donne %n.", "Chance gives %n."},
    [BV_EVENT_LOST] = {"%s : %n de moins en %t (%p).", "%s: %n lost on %t (%p)."},
    [BV_EVENT_MISSED] = {"Manqué.", "Missed."},
    [BV_EVENT_TAKEN] = {"%s : %p, capture en %t.", "%s: %p captured on %t."},
    [BV_EVENT_DESTROYED] = {"%s : %p, destruction en %t.", "%s: %p destroyed on %t."},
    [BV_EVENT_CHANGED] = {"%s : maintenant %p en %t.", "%s: now %p on %t."},
    [BV_EVENT_SHOWN] = {"%s : %p en %t, à découvert.", "%s: %p shown on %t."},
    [BV_EVENT_FOUGHT] = {"%s : %p, attaque de %f sur %t.", "%s: %p, attack from %f on %t."},
    [BV_EVENT_SUMMONED] = {"%s : sommation de prendre en %t.", "%s: summons to capture on %t."},
    [BV_EVENT_CALLED] = {"%s : faute signalée, le coup est repris.",
                         "%s: fault called, the move is taken back."},
    [BV_EVENT_ASKED] = {"Les %s demandent l'armistice.", "%s asks for an armistice."},
    [BV_EVENT_PRICED] = {"Les %s demandent une indemnité de %n.", "%s demands an indemnity of %n."},
    [BV_EVENT_ACCEPTED] = {"Les %s acceptent l'armistice.", "%s accepts the armistice."},
    [BV_EVENT_REFUSED] = {"Les %s refusent l'armistice.", "%s refuses the armistice."},
    [BV_EVENT_PASSED] = {"%s : fini.", "%s: done."},
    [BV_EVENT_READY] = {"%s : prêt.", "%s: ready."},
    [BV_EVENT_TURN] = {"Au tour de : %s.", "To play: %s."},
    [BV_EVENT_OVER] = {"Fin de la partie.", "The game is over."},
};

/* A tank whose rank is announced is shown with it. */
static const struct bv_text shown_with_rank = {"%s : %p de rang %n en %t.",
                                               "%s: %p of rank %n on %t."};

static const char *word(struct bv_text text, bool french)
{
    return french ? text.fr : text.en;
}

void bv_say_named(const struct bv_game *game, const struct bv_event *event, const char *from,
                  const char *to, bool french, struct bv_out *out)
{
    BV_ASSERT(event->kind < BV_EVENT_KINDS && event->piece < game->pieces);
    bool ranked = event->kind == BV_EVENT_SHOWN && event->amount;
    for (const char *c = word(ranked ? shown_with_rank : pattern[event->kind], french); *c; c++) {
        if (*c != '%') {
            bv_put_char(out, *c);
            continue;
        }
        switch (*++c) {
        case 's': bv_put(out, word(game->side[event->side].title, french)); break;
        case 'p': bv_put(out, word(game->piece[event->piece], french)); break;
        case 'f': bv_put(out, from); break;
        case 't': bv_put(out, to); break;
        default: bv_put_number(out, event->amount); break;
        }
    }
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
