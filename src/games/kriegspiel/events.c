/*
 * What happened, for screens and logs. Everything is open to everybody in this game.
 */
#include "games/storage.h"

/* Events being listed. */
struct telling {
    struct bv_event *list;
    uint32_t count;
};

static void tell(struct telling *telling, struct bv_event event)
{
    event.audience = BV_EVERYBODY;
    telling->list[telling->count++] = event;
}

/* An event without a place. */
static void tell_plain(struct telling *telling, uint8_t kind, unsigned side, int32_t amount)
{
    tell(telling, (struct bv_event){.kind = kind,
                                    .side = (uint8_t)side,
                                    .from = BV_NOWHERE,
                                    .to = BV_NOWHERE,
                                    .amount = amount});
}

static uint8_t kind_at(const struct kriegspiel_state *state, unsigned hexagon)
{
    return (uint8_t)kriegspiel_kind(state->field[hexagon] & KRIEGSPIEL_SLOT_MASK);
}

static unsigned plate_at(const struct kriegspiel_state *state, unsigned side, unsigned hexagon)
{
    return state->plate[side][state->field[hexagon] & KRIEGSPIEL_SLOT_MASK];
}

/* A turn's new direction. */
static void tell_turn(struct telling *telling, const struct kriegspiel_state *after, unsigned at)
{
    tell(telling,
         (struct bv_event){.kind = BV_EVENT_TURNED,
                           .side = after->side,
                           .piece = kind_at(after, at),
                           .from = BV_NOWHERE,
                           .to = (int16_t)at,
                           .amount = (int32_t)kriegspiel_facing(plate_at(after, after->side, at))});
}

/* An action of the plate at one hexagon that concerns another. */
static void tell_pair(struct telling *telling, uint8_t kind, const struct kriegspiel_state *before,
                      bv_action action)
{
    unsigned at = kriegspiel_at(action);
    tell(telling, (struct bv_event){.kind = kind,
                                    .side = before->side,
                                    .piece = kind_at(before, at),
                                    .from = (int16_t)at,
                                    .to = (int16_t)kriegspiel_to(action),
                                    .amount = (int32_t)kriegspiel_amount(action)});
}

/* The throw, and what it did to the target. */
static void tell_roll(struct telling *telling, const struct kriegspiel_state *before,
                      bv_action action, const struct kriegspiel_state *after)
{
    unsigned enemy = before->side ^ 1U;
    unsigned target = before->shot_to;
    bool wrecked = after->field[target] & KRIEGSPIEL_WRECK;
    bool gone = !kriegspiel_is_plate(after->field[target]);
    unsigned left = gone ? 0 : kriegspiel_figures(plate_at(after, enemy, target));
    unsigned lost = kriegspiel_figures(plate_at(before, enemy, target)) - left;
    struct bv_event event = {.side = (uint8_t)enemy,
                             .piece = kind_at(before, target),
                             .from = BV_NOWHERE,
                             .to = (int16_t)target};
    tell_plain(telling, BV_EVENT_ROLLED, before->side, (int32_t)kriegspiel_amount(action));
    if (lost) {
        event.kind = BV_EVENT_LOST;
        event.amount = (int32_t)lost;
        tell(telling, event);
    }
    if (wrecked) {
        event.kind = BV_EVENT_DESTROYED;
        event.amount = 0;
        tell(telling, event);
    }
    if (!lost && !wrecked) {
        event.kind = BV_EVENT_MISSED;
        tell(telling, event);
    }
}

/* A new turn, a new phase, or the end. */
static void tell_course(struct telling *telling, const struct bv_terms *terms,
                        const struct kriegspiel_state *before, const union bv_state *after)
{
    const struct kriegspiel_state *now = &after->kriegspiel;
    if (now->phase == KRIEGSPIEL_OVER) {
        struct bv_result result = kriegspiel_result(terms, after);
        tell_plain(telling, BV_EVENT_OVER, now->side, result.reason);
        return;
    }
    bool shooting = before->phase == KRIEGSPIEL_DIE || now->phase == KRIEGSPIEL_DIE;
    if (now->phase != before->phase && !shooting)
        tell_plain(telling, BV_EVENT_TURN, now->side, now->phase);
}

uint32_t kriegspiel_events(const struct bv_terms *terms, const union bv_state *any_before, int seat,
                           bv_action action, const union bv_state *any_after, struct bv_event *list)
{
    const struct kriegspiel_state *before = &any_before->kriegspiel;
    const struct kriegspiel_state *after = &any_after->kriegspiel;
    struct telling telling = {list, 0};
    (void)seat;
    switch (kriegspiel_action_kind(action)) {
    case KRIEGSPIEL_PASS: tell_plain(&telling, BV_EVENT_PASSED, before->side, 0); break;
    case KRIEGSPIEL_LEFT:
    case KRIEGSPIEL_RIGHT:
    case KRIEGSPIEL_HALF: tell_turn(&telling, after, kriegspiel_at(action)); break;
    case KRIEGSPIEL_STEP: tell_pair(&telling, BV_EVENT_MOVED, before, action); break;
    case KRIEGSPIEL_GIVE: tell_pair(&telling, BV_EVENT_TRANSFERRED, before, action); break;
    case KRIEGSPIEL_SHOOT: tell_pair(&telling, BV_EVENT_FIRED, before, action); break;
    case KRIEGSPIEL_ROLL: tell_roll(&telling, before, action, after); break;
    case KRIEGSPIEL_START:
        tell_plain(&telling, BV_EVENT_ROLLED, kriegspiel_amount(action),
                   (int32_t)kriegspiel_amount(action));
        break;
    }
    tell_course(&telling, terms, before, any_after);
    return telling.count;
}
