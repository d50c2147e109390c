#include "tui/remote.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "play/keep.h"
#include "tui/list.h"
#include "tui/remote_table.h"
#include "tui/stage.h"

/* ---- Ways ----------------------------------------------------------------------------------------------- */

static void play(struct table *table, int seat, bv_action action, const char *token)
{
    draft_play((struct remote *)table, seat, action, token);
}

/* Whether the other side has said so. */
static bool others_said(const struct remote *remote, const bool said[BV_SIDES_MAX])
{
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (said[side] && !(remote->table.mine & bv_seats_of_side(&remote->terms, side)))
            return true;
    return false;
}

/* Answers who has waited longest to share a seat of ours; false: nobody does. */
static bool answer_joining(struct remote *remote, const char *verb)
{
    if (remote->joined < 0) return false;
    remote_wish_at(remote, verb, bv_seat_name(&remote->terms, remote->joined));
    return true;
}

static void refuse_nothing(struct remote *remote)
{
    table_say(&remote->table, true, SAY("Personne ne demande rien.", "Nobody asks for anything."));
}

static void decline(struct remote *remote)
{
    if (others_said(remote, remote->offered))
        remote_wish(remote, "decline");
    else if (others_said(remote, remote->asked))
        remote_wish(remote, "refuse");
    else if (!answer_joining(remote, "reject"))
        refuse_nothing(remote);
}

static bool grant(struct table *table, enum wish wish, const char *text)
{
    struct remote *remote = (struct remote *)table;
    if (!table->terms) return false;
    switch (wish) {
    case WISH_UNDO:
    case WISH_ASK:
        if (draft_take_back(remote)) return true;
        remote_wish(remote, others_said(remote, remote->asked) ? "grant" : "ask");
        return true;
    case WISH_DRAW:
        remote_wish(remote, others_said(remote, remote->offered) ? "accept" : "offer");
        return true;
    case WISH_DECLINE: decline(remote); return true;
    case WISH_JOIN: remote_wish_at(remote, "join", text); return true;
    case WISH_ADMIT:
        if (!answer_joining(remote, "admit")) refuse_nothing(remote);
        return true;
    case WISH_RESIGN:
        if (list_confirm(SAY("Abandonner la partie ?", "Resign the game?"), NULL, NULL))
            remote_wish(remote, "resign");
        return true;
    case WISH_START:
        if (remote->draft.count)
            draft_send(remote);
        else
            remote_wish(remote, "start");
        return true;
    case WISH_SAY: remote_chat(remote, text); return true;
    default: return false;
    }
}

static void lift(struct table *table)
{
    table->curtain = -1;
}

/* Under which its cookie is kept: what was said in secret is not told aloud, and houses of one machine are told apart. */
static void name_house(const struct bv_door *door, char name[REMOTE_HOUSE])
{
    snprintf(name, REMOTE_HOUSE, "%s%s%s", door->secret ? "https+" : "", door->host, door->path);
    for (char *at = name; *at; at++)
        if (*at == '/') *at = '+';
}

/* ---- The connection ------------------------------------------------------------------------------------- */

static void message(void *context, struct bv_caller *caller, struct bv_span text)
{
    struct remote *remote = context;
    (void)caller;
    remote_hear(remote, text);
    if (remote->me[0]) keep_write_cookie(remote->house, remote->caller.cookie);
}

static void lost(void *context, struct bv_caller *caller)
{
    struct remote *remote = context;
    (void)caller;
    remote->away = true;
    table_say(&remote->table, true,
              SAY("La liaison est perdue ; on revient dès que possible.",
                  "The connection is lost; coming back as soon as possible."));
    remote_show(remote);
}

static int descriptor(void *context)
{
    const struct remote *remote = context;
    return remote->board.epoll;
}

/* Until the next attempt to come back, or the next second of a clock. */
static int milliseconds(void *context)
{
    const struct remote *remote = context;
    if (remote->caller.stage != BV_CALLER_AWAY) return 1000;
    int64_t wait = (remote->caller.due - bv_load_now()) / 1000;
    return wait < 0 ? 0 : wait > 1000 ? 1000 : (int)wait + 1;
}

static bool stir(void *context)
{
    struct remote *remote = context;
    struct epoll_event event;
    if (remote->caller.stage == BV_CALLER_AWAY && bv_load_now() >= remote->caller.due &&
        !remote->failed)
        bv_caller_connect(&remote->board, &remote->caller);
    while (epoll_wait(remote->board.epoll, &event, 1, 0) > 0)
        bv_caller_stir(&remote->board, &remote->caller, event.events);
    if (remote->board.distrust)
        table_notice(&remote->table, true,
                     SAY("Pas de liaison sûre avec cette maison : %s.",
                         "No secure connection to this house: %s."),
                     say_in(*remote->board.distrust));
    else if (remote->board.complaint[0] && !remote->table.terms)
        table_notice(&remote->table, true, "%.200s", remote->board.complaint);
    remote_show(remote);
    return true;
}

static struct guest guest(struct table *table)
{
    return (struct guest){table, descriptor, milliseconds, stir};
}

static void leave(struct table *table)
{
    struct remote *remote = (struct remote *)table;
    bv_caller_close(&remote->board, &remote->caller);
    close(remote->board.epoll);
    free(remote->board_text);
    logbook_clear(&table->log);
}

static const struct table_ways ways = {play, grant, lift, guest, leave};

/* ---- The evening ---------------------------------------------------------------------------------------- */

static bool open_remote(struct remote *remote, const struct tui_wishes *wishes,
                        struct bv_error *error)
{
    const char *user = getenv("USER");
    *remote = (struct remote){.wishes = wishes, .joined = -1};
    if (!bv_door_read(&remote->door, wishes->server, true, error)) return false;
    if (strlen(wishes->table) >= sizeof remote->id)
        return bv_error_set(error, "that is no table's name");
    snprintf(remote->id, sizeof remote->id, "%s", wishes->table);
    remote->table.ways = &ways;
    remote->table.curtain = -1;
    remote->table.is_remote = true;
    remote->table.onlooker = BV_WATCHER;
    remote->board = (struct bv_switchboard){.door = &remote->door,
                                            .name = wishes->name    ? wishes->name
                                                    : user && *user ? user
                                                                    : SAY("Quelqu'un", "Somebody"),
                                            .epoll = epoll_create1(EPOLL_CLOEXEC),
                                            .random = bv_random_seeded(wishes->seed),
                                            .context = remote,
                                            .message = message,
                                            .lost = lost};
    if (remote->board.epoll < 0) return bv_error_set(error, strerror(errno));
    name_house(&remote->door, remote->house);
    keep_read_cookie(remote->house, remote->caller.cookie, sizeof remote->caller.cookie);
    bv_caller_connect(&remote->board, &remote->caller);
    remote_show(remote);
    return true;
}

enum tui_end remote_play(const struct tui_wishes *wishes, char farewell[512],
                         struct bv_error *error)
{
    static struct remote remote;
    if (!open_remote(&remote, wishes, error)) return TUI_MISUSED;
    stage_run(&remote.table);
    if (remote.draft.count && !remote.draft.sending)
        snprintf(
            farewell, 512, "%s",
            SAY("Le tour commencé n'a pas été envoyé. La même commande ramène à votre place.",
                "The turn that was begun was not sent. The same command leads back to your seat."));
    else if (!remote.table.over && remote.table.mine)
        snprintf(farewell, 512, "%s",
                 SAY("Votre place est gardée : la même commande y ramène.",
                     "Your seat is kept: the same command leads back to it."));
    remote.table.ways->leave(&remote.table);
    return TUI_LEFT;
}
