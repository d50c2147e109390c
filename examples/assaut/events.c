/* What a move looks like: the piece that goes, a piece that is taken, and whose turn it is then. */
#include "games/storage.h"

uint32_t assaut_events(const struct bv_terms *terms, const union bv_state *before, int seat,
                       bv_action action, const union bv_state *after, struct bv_event *event)
{
    const struct assaut_state *s = &after->assaut;
    struct bv_event_list list = {event, 0};
    int from = assaut_from(action);
    int to = assaut_to(action);
    (void)terms;
    bv_add_piece_event(&list, BV_EVENT_MOVED, seat, seat, from, to, 0);
    for (int side = 0; side < 2;
         side++) { /* What stood there, or came there, and stands no more. */
        uint64_t had = before->assaut.piece[side];
        if (side == seat) had ^= assaut_bit(from) | assaut_bit(to);
        uint64_t gone = had & ~s->piece[side];
        if (gone)
            bv_add_piece_event(&list, BV_EVENT_TAKEN, side, side, BV_NOWHERE, bv_low64(gone), 0);
    }
    if (s->standing)
        bv_add_event(&list, BV_EVENT_OVER, s->side)->amount = s->standing - 1;
    else if (!s->leaping)
        bv_add_event(&list, BV_EVENT_TURN, s->side);
    return list.count;
}
