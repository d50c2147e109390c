/*
 * What an action did, for screens and logs. Nothing is secret here: every event is for all seats.
 */
#include "games/storage.h"

const struct bv_event_words paris_event_words[PARIS_EVENT_WORDS] = {
    {PARIS_EVENT_SUMMONED,
     "summoned",
     {"%s : sommation de prendre en %t.", "%s: summons to capture on %t."},
     {0}},
};

/* The index among the game's pieces: three of the garrison, then five of each army. */
uint8_t paris_index(int piece)
{
    int army = paris_army_of(piece);
    int rank = paris_rank_of(piece);
    if (army == PARIS_GARRISON) return (uint8_t)(rank == PARIS_SOLDIER ? 2 : rank);
    return (uint8_t)(3 + (army - PARIS_WHITE) * PARIS_RANKS_OF_MEN + rank);
}

static void add(struct bv_event_list *list, int kind, int army, int piece, int from, int to,
                int amount)
{
    bv_add_piece_event(list, kind, army != PARIS_GARRISON, piece ? paris_index(piece) : 0, from, to,
                       amount);
}

/* The Colonel is set down first, then the Soldiers beside him. */
static void add_placed(struct bv_event_list *list, const struct paris_state *before,
                       const struct paris_state *after, int first)
{
    add(list, BV_EVENT_PLACED, PARIS_GARRISON, after->at[first], BV_NOWHERE, first, 0);
    for (int circle = 0; circle < PARIS_CIRCLES; circle++)
        if (circle != first && before->at[circle] != after->at[circle])
            add(list, BV_EVENT_PLACED, PARIS_GARRISON, after->at[circle], BV_NOWHERE, circle, 0);
}

uint32_t paris_events(const struct bv_terms *terms, const union bv_state *before, int seat,
                      bv_action action, const union bv_state *after, struct bv_event *event)
{
    const struct paris_state *then = &before->paris;
    const struct paris_state *now = &after->paris;
    struct bv_event_list list = {event, 0};
    int from = paris_from(action);
    int to = paris_to(action);
    (void)terms;
    switch (paris_action_kind(action)) {
    case PARIS_DO_GENERAL:
    case PARIS_DO_COLONEL: add_placed(&list, then, now, from); break;
    case PARIS_DO_SUMMON:
        add(&list, PARIS_EVENT_SUMMONED, seat, then->at[from], BV_NOWHERE, from, 0);
        break;
    case PARIS_DO_END: add(&list, BV_EVENT_PASSED, seat, 0, BV_NOWHERE, BV_NOWHERE, 0); break;
    case PARIS_DO_CAPTURE:
        add(&list, BV_EVENT_TAKEN, paris_army_of(then->at[to]), then->at[to], BV_NOWHERE, to, 0);
        add(&list, BV_EVENT_MOVED, seat, then->at[from], from, to, 0);
        break;
    default: add(&list, BV_EVENT_MOVED, seat, then->at[from], from, to, 0);
    }
    if (now->phase == PARIS_OVER)
        add(&list, BV_EVENT_OVER, PARIS_GARRISON, 0, BV_NOWHERE, BV_NOWHERE, now->reason);
    else if (now->moves != then->moves || then->phase != now->phase)
        add(&list, BV_EVENT_TURN, paris_turn(now), 0, BV_NOWHERE, BV_NOWHERE, now->phase);
    return list.count;
}
