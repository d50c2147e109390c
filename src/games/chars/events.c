/*
 * Events are noted where they happen, while an action is played again on a copy: so they cannot
 * tell another story than the rules. Most are for everybody; a placement before both sides are
 * ready and a plotted shot are for their own seat alone, and nothing tells the others that they
 * happened.
 */
#include "games/storage.h"

struct bv_event chars_event(enum bv_event_kind kind, int side)
{
    return (struct bv_event){
        .kind = (uint8_t)kind,
        .side = (uint8_t)side,
        .from = BV_NOWHERE,
        .to = BV_NOWHERE,
        .audience = BV_EVERYBODY,
    };
}

void chars_note(struct chars_log *log, struct bv_event event)
{
    BV_ASSERT(log->count < BV_EVENTS_MAX);
    log->list[log->count++] = event;
}
