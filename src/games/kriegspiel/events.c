/*
 * What happened, for screens and logs. All seats know everything in this game.
 */
#include "games/storage.h"

const struct bv_event_words kriegspiel_event_words[KRIEGSPIEL_EVENT_WORDS] = {
    {KRIEGSPIEL_EVENT_TRANSFERRED,
     "transferred",
     {"%s : transfert de %n, de %f à %t.", "%s: %n transferred from %f to %t."},
     {0}},
};

static uint8_t kind_at(const struct kriegspiel_state *state, unsigned hexagon)
{
    return (uint8_t)kriegspiel_kind(state->field[hexagon] & KRIEGSPIEL_SLOT_MASK);
}

static unsigned plate_at(const struct kriegspiel_state *state, unsigned side, unsigned hexagon)
{
    return state->plate[side][state->field[hexagon] & KRIEGSPIEL_SLOT_MASK];
}

/* A turn's new direction. */
static void add_turn(struct bv_event_list *list, const struct kriegspiel_state *after, unsigned at)
{
    bv_add_piece_event(list, BV_EVENT_TURNED, after->side, kind_at(after, at), BV_NOWHERE, (int)at,
                       (int)kriegspiel_facing(plate_at(after, after->side, at)));
}

/* An action of the plate at one hexagon that concerns another. */
static void add_pair(struct bv_event_list *list, int kind, const struct kriegspiel_state *before,
                     bv_action action)
{
    unsigned at = kriegspiel_at(action);
    bv_add_piece_event(list, kind, before->side, kind_at(before, at), (int)at,
                       (int)kriegspiel_to(action), (int)kriegspiel_amount(action));
}

/* The throw, and what it did to the target. */
static void add_roll(struct bv_event_list *list, const struct kriegspiel_state *before,
                     bv_action action, const struct kriegspiel_state *after)
{
    int enemy = before->side ^ 1;
    int target = before->shot_to;
    int piece = kind_at(before, before->shot_to);
    bool wrecked = after->field[target] & KRIEGSPIEL_WRECK;
    bool gone = !kriegspiel_is_plate(after->field[target]);
    unsigned left =
        gone ? 0 : kriegspiel_figures(plate_at(after, (unsigned)enemy, before->shot_to));
    unsigned had = kriegspiel_figures(plate_at(before, (unsigned)enemy, before->shot_to));
    int lost = (int)(had - left);
    bv_add_event(list, BV_EVENT_ROLLED, before->side)->amount = (int)kriegspiel_amount(action);
    if (lost) bv_add_piece_event(list, BV_EVENT_LOST, enemy, piece, BV_NOWHERE, target, lost);
    if (wrecked) bv_add_piece_event(list, BV_EVENT_DESTROYED, enemy, piece, BV_NOWHERE, target, 0);
    if (!lost && !wrecked)
        bv_add_piece_event(list, BV_EVENT_MISSED, enemy, piece, BV_NOWHERE, target, 0);
}

/* A new turn, a new phase, or the end. */
static void add_course(struct bv_event_list *list, const struct bv_terms *terms,
                       const struct kriegspiel_state *before, const union bv_state *after)
{
    const struct kriegspiel_state *now = &after->kriegspiel;
    if (now->phase == KRIEGSPIEL_OVER) {
        bv_add_event(list, BV_EVENT_OVER, now->side)->amount =
            kriegspiel_result(terms, after).reason;
        return;
    }
    bool shooting = before->phase == KRIEGSPIEL_DIE || now->phase == KRIEGSPIEL_DIE;
    if (now->phase != before->phase && !shooting)
        bv_add_event(list, BV_EVENT_TURN, now->side)->amount = now->phase;
}

uint32_t kriegspiel_events(const struct bv_terms *terms, const union bv_state *any_before, int seat,
                           bv_action action, const union bv_state *any_after,
                           struct bv_event *event)
{
    const struct kriegspiel_state *before = &any_before->kriegspiel;
    const struct kriegspiel_state *after = &any_after->kriegspiel;
    struct bv_event_list list = {event, 0};
    (void)seat;
    switch (kriegspiel_action_kind(action)) {
    case KRIEGSPIEL_PASS: bv_add_event(&list, BV_EVENT_PASSED, before->side); break;
    case KRIEGSPIEL_LEFT:
    case KRIEGSPIEL_RIGHT:
    case KRIEGSPIEL_HALF: add_turn(&list, after, kriegspiel_at(action)); break;
    case KRIEGSPIEL_STEP: add_pair(&list, BV_EVENT_MOVED, before, action); break;
    case KRIEGSPIEL_GIVE: add_pair(&list, KRIEGSPIEL_EVENT_TRANSFERRED, before, action); break;
    case KRIEGSPIEL_SHOOT: add_pair(&list, BV_EVENT_FIRED, before, action); break;
    case KRIEGSPIEL_ROLL: add_roll(&list, before, action, after); break;
    case KRIEGSPIEL_START:
        bv_add_event(&list, BV_EVENT_ROLLED, (int)kriegspiel_amount(action))->amount =
            (int32_t)kriegspiel_amount(action);
        break;
    }
    add_course(&list, terms, before, any_after);
    return list.count;
}
