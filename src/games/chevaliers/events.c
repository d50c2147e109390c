/*
 * What a move looks like: the step or canter, each capture leap by leap, and whose turn it is then.
 */
#include "games/storage.h"

static struct bv_event event(enum bv_event_kind kind, int side, int piece, int from, int to)
{
    return (struct bv_event){.kind = (uint8_t)kind,
                             .side = (uint8_t)side,
                             .piece = (uint8_t)piece,
                             .from = (int16_t)from,
                             .to = (int16_t)to,
                             .audience = BV_EVERYBODY};
}

static int piece_on(const struct chevaliers_state *s, int square)
{
    return bv_has128(s->knights, square) ? CHEVALIERS_KNIGHT : CHEVALIERS_MAN;
}

static uint32_t moves(const struct chevaliers_state *before, bv_action action,
                      struct bv_event *list)
{
    uint32_t count = 0;
    int from = chevaliers_from(action);
    int at = chevaliers_stop(action);
    int piece = piece_on(before, from);
    if (at != from) list[count++] = event(BV_EVENT_MOVED, before->side, piece, from, at);
    for (int i = 0; i < chevaliers_captures(action); i++) {
        int step = chevaliers_leap(action, i);
        int prey = at + step;
        list[count++] = event(BV_EVENT_MOVED, before->side, piece, at, prey + step);
        list[count++] =
            event(BV_EVENT_TAKEN, !before->side, piece_on(before, prey), BV_NOWHERE, prey);
        at = prey + step;
    }
    return count;
}

/* The call, and the faulty piece going back. */
static uint32_t call(const struct chevaliers_state *before, struct bv_event *list)
{
    list[0] = event(BV_EVENT_CALLED, before->side, 0, BV_NOWHERE, BV_NOWHERE);
    list[1] = event(BV_EVENT_MOVED, !before->side, piece_on(before, before->fault_to),
                    before->fault_to, before->fault_from);
    return 2;
}

uint32_t chevaliers_events(const struct bv_terms *terms, const union bv_state *before, int seat,
                           bv_action action, const union bv_state *after, struct bv_event *list)
{
    const struct chevaliers_state *s = &after->chevaliers;
    uint32_t count = 0;
    (void)terms;
    (void)seat;
    switch (chevaliers_kind_of(action)) {
    case CHEVALIERS_CALL: count = call(&before->chevaliers, list); break;
    case CHEVALIERS_PASS:
        list[count++] = event(BV_EVENT_PASSED, before->chevaliers.side, 0, BV_NOWHERE, BV_NOWHERE);
        break;
    default: count = moves(&before->chevaliers, action, list);
    }
    bool over = s->standing != CHEVALIERS_RUNNING;
    list[count] = event(over ? BV_EVENT_OVER : BV_EVENT_TURN, s->side, 0, BV_NOWHERE, BV_NOWHERE);
    if (over) list[count].amount = s->standing - 1;
    return count + 1;
}
