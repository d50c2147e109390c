/* A turn that is played here first, and sent when it is complete. */
#include <stdio.h>
#include <string.h>

#include "tui/choices.h"
#include "tui/remote_internal.h"

static void add_step(struct remote *remote, int seat, const char *token)
{
    struct remote_step *step = &remote->draft.step[remote->draft.count++];
    step->seat = seat;
    snprintf(step->token, sizeof step->token, "%s", token);
    snprintf(step->key, sizeof step->key, "%016llx",
             (unsigned long long)bv_random_word(&remote->loop.random));
    step->before = remote->game.view;
    step->log = remote->game.log.count;
}

void draft_send(struct remote *remote)
{
    if (!remote->draft.count || remote->draft.sending) return;
    remote->draft.sending = true;
    remote->draft.sent = 0;
    /* The server sends everything again. */
    game_log_shorten(&remote->game.log, remote->draft.step[0].log);
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
    struct tui_game *game = &remote->game;
    const struct bv_terms *terms = &remote->terms;
    union bv_state after = game->view;
    struct bv_event event[BV_EVENTS_MAX];
    bool known = nothing_is_hidden(terms, &game->view, seat);
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
    uint32_t count = terms->game->events(terms, &game->view, seat, action, &after, event);
    game_log_add_move(&game->log, terms, BV_EVERYBODY, seat, token);
    tui_game_tell(game, event, count);
    game->view = after;
    game->version++;
    remote_show(remote);
}

bool draft_take_back(struct remote *remote)
{
    if (!remote->draft.count || remote->draft.sending) return false;
    const struct remote_step *step = &remote->draft.step[--remote->draft.count];
    remote->game.view = step->before;
    game_log_shorten(&remote->game.log, step->log);
    tui_game_forget_trail(&remote->game);
    remote->game.version++;
    tui_game_say(&remote->game, false, SAY("Repris.", "Taken back."));
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
