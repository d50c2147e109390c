/*
 * What a move looks like: the step or canter, each capture leap by leap, and whose turn it is then.
 */
#include "games/storage.h"

const struct bv_event_words chevaliers_event_words[CHEVALIERS_EVENT_WORDS] = {
    {CHEVALIERS_EVENT_CALLED,
     "called",
     {"%s : faute signalée, le coup est repris.", "%s: fault called, the move is taken back."},
     {0}},
};

static int piece_on(const struct chevaliers_state *s, int square)
{
    return bv_has128(s->knights, square) ? CHEVALIERS_KNIGHT : CHEVALIERS_MAN;
}

static void add_moves(const struct chevaliers_state *before, bv_action action,
                      struct bv_event_list *list)
{
    int from = chevaliers_from(action);
    int at = chevaliers_stop(action);
    int piece = piece_on(before, from);
    if (at != from) bv_add_piece_event(list, BV_EVENT_MOVED, before->side, piece, from, at, 0);
    for (int i = 0; i < chevaliers_captures(action); i++) {
        int step = chevaliers_leap(action, i);
        int prey = at + step;
        bv_add_piece_event(list, BV_EVENT_MOVED, before->side, piece, at, prey + step, 0);
        bv_add_piece_event(list, BV_EVENT_TAKEN, !before->side, piece_on(before, prey), BV_NOWHERE,
                           prey, 0);
        at = prey + step;
    }
}

/* The call, and the faulty piece going back. */
static void add_call(const struct chevaliers_state *before, struct bv_event_list *list)
{
    bv_add_event(list, CHEVALIERS_EVENT_CALLED, before->side);
    bv_add_piece_event(list, BV_EVENT_MOVED, !before->side, piece_on(before, before->fault_to),
                       before->fault_to, before->fault_from, 0);
}

uint32_t chevaliers_events(const struct bv_terms *terms, const union bv_state *before, int seat,
                           bv_action action, const union bv_state *after, struct bv_event *event)
{
    const struct chevaliers_state *s = &after->chevaliers;
    struct bv_event_list list = {event, 0};
    (void)terms;
    (void)seat;
    switch (chevaliers_kind_of(action)) {
    case CHEVALIERS_CALL: add_call(&before->chevaliers, &list); break;
    case CHEVALIERS_PASS: bv_add_event(&list, BV_EVENT_PASSED, before->chevaliers.side); break;
    default: add_moves(&before->chevaliers, action, &list);
    }
    if (s->standing == CHEVALIERS_RUNNING)
        bv_add_event(&list, BV_EVENT_TURN, s->side);
    else
        bv_add_event(&list, BV_EVENT_OVER, s->side)->amount = s->standing - 1;
    return list.count;
}
