/*
 * What happened, for screens and logs. Only placings have an audience of their own: the side that
 * places sees them at once, the others when both sides are done.
 */
#include "games/storage.h"

const struct bv_event_words belligerants_event_words[BELL_EVENT_WORDS] = {
    {BELL_EVENT_ASKED,
     "asked",
     {"Les %s demandent l'armistice.", "%s asks for an armistice."},
     {0}},
    {BELL_EVENT_PRICED,
     "priced",
     {"Les %s demandent une indemnité de %n.", "%s demands an indemnity of %n."},
     {0}},
    {BELL_EVENT_ACCEPTED,
     "accepted",
     {"Les %s acceptent l'armistice.", "%s accepts the armistice."},
     {0}},
    {BELL_EVENT_REFUSED,
     "refused",
     {"Les %s refusent l'armistice.", "%s refuses the armistice."},
     {0}},
};

struct story {
    const struct belligerants_tables *tables;
    const struct belligerants_state *before;
    const struct belligerants_state *after;
    struct bv_event_list list;
};

static struct bv_event *add_pawn_event(struct story *story, int kind, int side, int slot, int to)
{
    return bv_add_piece_event(&story->list, kind, side, story->tables->kind[slot], BV_NOWHERE, to,
                              0);
}

/* ---- Set-up ---------------------------------------------------------------------------------- */

/* Both sides are done: what each placed is shown to all others. */
static void add_setup(struct story *story)
{
    for (int slot = 0; slot < BELL_SLOTS; slot++) {
        int side = belligerants_owner(slot);
        add_pawn_event(story, BV_EVENT_PLACED, side, slot, story->after->place[slot])->audience =
            BV_EVERYBODY & ~bv_seat_bit(side);
    }
}

static void add_placing(struct story *story, int side, int square)
{
    const struct belligerants_state *after = story->after;
    int slot = belligerants_slot_on(after, square);
    add_pawn_event(story, BV_EVENT_PLACED, side, slot, square)->audience = bv_seat_bit(side);
    if (after->placed[side] == BELL_ARMY)
        bv_add_event(&story->list, BV_EVENT_READY, side)->audience = bv_seat_bit(side);
    if (after->phase == BELL_LOTS) add_setup(story);
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static void add_take(struct story *story, int victim, bv_action action, int to)
{
    int side = story->before->turn;
    add_pawn_event(story, BV_EVENT_TAKEN, !side, victim, to);
    if (action & BELL_KEEPS)
        add_pawn_event(story, BV_EVENT_CHANGED, side, victim, belligerants_square_of(action));
}

static void add_move(struct story *story, bv_action action)
{
    const struct belligerants_tables *t = story->tables;
    const struct belligerants_state *before = story->before;
    int side = before->turn;
    int from = belligerants_square_of(action);
    int to = belligerants_end_of(action);
    int mover = belligerants_slot_on(before, from);
    int other = belligerants_slot_on(before, to);
    add_pawn_event(story, BV_EVENT_MOVED, side, mover, to)->from = (int16_t)from;
    if (action & BELL_TAKES) add_take(story, other, action, to);
    if (action & BELL_CARRIES)
        add_pawn_event(story, BV_EVENT_MOVED, side, other, belligerants_camp_square_of(action))
            ->from = (int16_t)to;
    if (t->ground[to] & BELL_BLACK && !(t->trait[mover] & BELL_HARDY))
        add_pawn_event(story, BV_EVENT_DESTROYED, side, mover, to);
}

static void add_forfeit(struct story *story, int square)
{
    int slot = belligerants_slot_on(story->before, square);
    add_pawn_event(story, BV_EVENT_TAKEN, story->before->turn, slot, square);
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Who acts now, if the turn or the phase within it has changed; or how it ended. */
static void add_turn(struct story *story)
{
    const struct belligerants_state *after = story->after;
    if (after->phase == BELL_OVER)
        bv_add_event(&story->list, BV_EVENT_OVER, after->turn)->amount = after->reason;
    else if (after->phase > BELL_LOTS &&
             (after->turn != story->before->turn || story->before->phase == BELL_LOTS))
        bv_add_event(&story->list, BV_EVENT_TURN, after->turn)->amount = after->phase;
}

uint32_t belligerants_events(const struct bv_terms *terms, const union bv_state *before, int seat,
                             bv_action action, const union bv_state *after, struct bv_event *event)
{
    struct story story = {
        &terms->tables->belligerants, &before->belligerants, &after->belligerants, {event, 0}};
    int side = before->belligerants.turn;
    int square = belligerants_square_of(action);
    int number = belligerants_number_of(action);
    switch (belligerants_action_kind(action)) {
    case BELL_DO_PLACE: add_placing(&story, seat, square); break;
    case BELL_DO_LOTS: bv_add_event(&story.list, BV_EVENT_ROLLED, number)->amount = number; break;
    case BELL_DO_DIE: bv_add_event(&story.list, BV_EVENT_ROLLED, side)->amount = number; break;
    case BELL_DO_ASK: bv_add_event(&story.list, BELL_EVENT_ASKED, side); break;
    case BELL_DO_PRICE:
        bv_add_event(&story.list, BELL_EVENT_PRICED, !side)->amount = number * BELL_PRICE_UNIT;
        break;
    case BELL_DO_ACCEPT: bv_add_event(&story.list, BELL_EVENT_ACCEPTED, side); break;
    case BELL_DO_REFUSE: bv_add_event(&story.list, BELL_EVENT_REFUSED, side); break;
    case BELL_DO_MOVE: add_move(&story, action); break;
    case BELL_DO_FORFEIT: add_forfeit(&story, square); break;
    case BELL_DO_PASS: bv_add_event(&story.list, BV_EVENT_PASSED, side); break;
    case BELL_DO_ROLL: break;
    }
    add_turn(&story);
    return story.list.count;
}
