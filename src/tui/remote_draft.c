/* A turn that is played here first, and sent when it is complete. */
#include <stdio.h>
#include <string.h>

#include "tui/choices.h"
#include "tui/remote_table.h"

static void add_step(struct remote *remote, int seat, const char *token)
{
    struct remote_step *step = &remote->draft.step[remote->draft.count++];
    step->seat = seat;
    snprintf(step->token, sizeof step->token, "%s", token);
    snprintf(step->key, sizeof step->key, "%016llx",
             (unsigned long long)bv_random_word(&remote->loop.random));
    step->before = remote->table.view;
    step->log = remote->table.log.count;
}

void draft_send(struct remote *remote)
{
    if (!remote->draft.count || remote->draft.sending) return;
    remote->draft.sending = true;
    remote->draft.sent = 0;
    /* The server sends everything again. */
    logbook_shorten(&remote->table.log, remote->draft.step[0].log);
    remote_send_token(remote);
    remote_show(remote);
}

/* Whether the next to act are only our seats. */
static bool goes_on(const struct remote *remote, const union bv_state *after)
{
    bv_seats next = remote->terms.game->to_act(&remote->terms, after);
    return next && !(next & ~remote_hands(remote));
}

void draft_play(struct remote *remote, int seat, bv_action action, const char *token)
{
    struct table *table = &remote->table;
    const struct bv_terms *terms = &remote->terms;
    union bv_state after = table->view;
    struct bv_event event[BV_EVENTS_MAX];
    bool known = nothing_is_hidden(terms, &table->view, seat);
    add_step(remote, seat, token);
    if (!known) {
        draft_send(remote);
        return;
    }
    bv_apply(terms, &after, seat, action, NULL);
    if (!goes_on(remote, &after) || remote->draft.count == REMOTE_DRAFT) {
        draft_send(remote);
        return;
    }
    uint32_t count = terms->game->events(terms, &table->view, seat, action, &after, event);
    logbook_add_move(&table->log, terms, BV_EVERYBODY, seat, token);
    table_tell(table, event, count);
    table->view = after;
    table->version++;
    remote_show(remote);
}

bool draft_take_back(struct remote *remote)
{
    if (!remote->draft.count || remote->draft.sending) return false;
    const struct remote_step *step = &remote->draft.step[--remote->draft.count];
    remote->table.view = step->before;
    logbook_shorten(&remote->table.log, step->log);
    table_forget_trail(&remote->table);
    remote->table.version++;
    table_say(&remote->table, false, SAY("Repris.", "Taken back."));
    remote_show(remote);
    return true;
}

void draft_granted(struct remote *remote)
{
    remote->play_id = 0;
    if (++remote->draft.sent < remote->draft.count)
        remote_send_token(remote);
    else
        draft_drop(remote);
}

void draft_drop(struct remote *remote)
{
    remote->play_id = 0;
    remote->draft.count = remote->draft.sent = 0;
    remote->draft.sending = false;
}
