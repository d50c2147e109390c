/* What a move looks like: the piece that goes, whoever is taken, and whose turn it is then. */
#include "games/storage.h"

static struct bv_event event(enum bv_event_kind kind, int piece, int from, int to)
{
    return (struct bv_event){.kind = (uint8_t)kind,
                             .side = (uint8_t)piece,
                             .piece = (uint8_t)piece,
                             .from = (int16_t)from,
                             .to = (int16_t)to,
                             .audience = BV_EVERYBODY};
}

uint32_t assaut_events(const struct bv_terms *terms, const union bv_state *before, int seat,
                       bv_action action, const union bv_state *after, struct bv_event *list)
{
    const struct assaut_state *s = &after->assaut;
    int from = assaut_from(action);
    int to = assaut_to(action);
    uint32_t count = 0;
    (void)terms;
    list[count++] = event(BV_EVENT_MOVED, seat, from, to);
    for (int side = 0; side < 2;
         side++) { /* Whoever stood there, or came there, and stands no more. */
        uint64_t had = before->assaut.piece[side];
        if (side == seat) had ^= assaut_bit(from) | assaut_bit(to);
        uint64_t gone = had & ~s->piece[side];
        if (gone) list[count++] = event(BV_EVENT_TAKEN, side, BV_NOWHERE, bv_low64(gone));
    }
    if (!s->leaping)
        list[count++] =
            event(s->standing ? BV_EVENT_OVER : BV_EVENT_TURN, s->side, BV_NOWHERE, BV_NOWHERE);
    if (s->standing) list[count - 1].amount = s->standing - 1;
    return count;
}
