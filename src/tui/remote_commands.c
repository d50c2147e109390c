/* What is sent to a server. */
#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "tui/remote_internal.h"

/* A command being written. */
struct saying {
    struct bv_out out;
    char text[REMOTE_MESSAGE + 1];
};

static void begin(struct remote *remote, struct saying *saying, const char *verb)
{
    saying->out = bv_out_into(saying->text, sizeof saying->text);
    bv_json_open(&saying->out, NULL, '{');
    bv_json_text(&saying->out, "do", verb);
    bv_json_number(&saying->out, "id", ++remote->last_id);
    bv_json_text(&saying->out, "table", remote->id);
}

static void send_it(struct remote *remote, struct saying *saying)
{
    bv_json_close(&saying->out, '}');
    if (saying->out.cut)
        tui_game_say(&remote->game, true, SAY("C'est trop long.", "That is too long."));
    else
        client_send(&remote->loop, &remote->connection,
                    (struct bv_span){saying->text, saying->out.length});
}

/* The seat that sends: one that is to act, or the first of ours. */
static void put_seat(const struct remote *remote, struct saying *saying)
{
    bv_seats seats = remote->game.acting ? remote->game.acting : remote_hands(remote);
    if (seats && remote->game.terms)
        bv_json_text(&saying->out, "seat", bv_seat_name(&remote->terms, __builtin_ctz(seats)));
}

void remote_subscribe(struct remote *remote)
{
    struct saying saying;
    begin(remote, &saying, "subscribe");
    if (remote->channel[0]) {
        bv_json_open(&saying.out, "since", '{');
        bv_json_number(&saying.out, remote->channel, remote->heard);
        bv_json_close(&saying.out, '}');
    }
    send_it(remote, &saying);
}

/* Whether a seat is the one that was asked for, by its own name or by its side's. */
static bool is_wanted(const struct remote *remote, int seat)
{
    const char *wanted = remote->plan->side;
    if (!wanted) return true;
    return strcmp(wanted, remote->terms.form->seat[seat].name) == 0 ||
           strcmp(wanted, remote->terms.game->side[bv_side_of(&remote->terms, seat)].name) == 0;
}

void remote_sit(struct remote *remote)
{
    struct saying saying;
    int seat = 0;
    const char *key = remote->plan->key;
    while (seat < remote->terms.form->seats &&
           !(remote->chair[seat].open && is_wanted(remote, seat)))
        seat++;
    bool found = seat < remote->terms.form->seats;
    if (remote->sat || (!found && !key)) return;
    remote->sat = true;
    begin(remote, &saying, "sit");
    if (key)
        bv_json_text(&saying.out, "key", key);
    else
        bv_json_text(&saying.out, "seat", remote->terms.form->seat[seat].name);
    send_it(remote, &saying);
}

void remote_command(struct remote *remote, const char *verb)
{
    struct saying saying;
    begin(remote, &saying, verb);
    put_seat(remote, &saying);
    send_it(remote, &saying);
}

void remote_command_at(struct remote *remote, const char *verb, const char *seat)
{
    struct saying saying;
    begin(remote, &saying, verb);
    bv_json_text(&saying.out, "seat", seat);
    send_it(remote, &saying);
}

/* The next token of a draft. After a reconnection it is sent again unchanged: the server recognises
 * its key. */
void remote_send_token(struct remote *remote)
{
    struct saying saying;
    const struct remote_step *step = &remote->draft.step[remote->draft.sent];
    begin(remote, &saying, "play");
    bv_json_text(&saying.out, "seat", bv_seat_name(&remote->terms, step->seat));
    bv_json_text(&saying.out, "token", step->token);
    bv_json_text(&saying.out, "key", step->key);
    remote->play_id = remote->last_id;
    send_it(remote, &saying);
}

void remote_chat(struct remote *remote, const char *text)
{
    struct saying saying;
    begin(remote, &saying, "say");
    bv_json_text(&saying.out, "to", "table");
    bv_json_text(&saying.out, "text", text);
    send_it(remote, &saying);
}
