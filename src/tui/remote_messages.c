/* Handles what a server sends, and updates the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/menu.h"
#include "core/say.h"
#include "tui/remote_internal.h"
#include "util/clock.h"

/* Keeps as much of a text as fits. */
static void take_text(struct bv_span value, char *to, size_t size)
{
    struct bv_out out = bv_out_into(to, size);
    bv_put_span(&out, value);
}

static int side_named(const struct remote *remote, struct bv_span name)
{
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (bv_span_is(name, remote->terms.game->side[side].name)) return side;
    return -1;
}

static const char *side_title(const struct remote *remote, int side)
{
    return side < 0 ? "?" : say(remote->terms.game->side[side].title);
}

/* ---- Players --------------------------------------------------------------------------------- */

static void know_person(struct remote *remote, struct bv_span id, struct bv_span name)
{
    int at = 0;
    while (at < remote->people && !bv_span_is(id, remote->person[at].id)) at++;
    if (at == REMOTE_PEOPLE) at = 0;
    if (at == remote->people) remote->people++;
    take_text(id, remote->person[at].id, sizeof remote->person[at].id);
    take_text(name, remote->person[at].name, sizeof remote->person[at].name);
}

static const char *name_of(const struct remote *remote, struct bv_span id)
{
    for (int i = 0; i < remote->people; i++)
        if (bv_span_is(id, remote->person[i].id)) return remote->person[i].name;
    return "?";
}

static void take_occupant(struct remote *remote, int seat, const cJSON *occupant)
{
    struct remote_occupant *to = &remote->occupant[seat];
    const cJSON *one;
    int level = (int)occupant_level(occupant);
    *to = (struct remote_occupant){0};
    if (level) snprintf(to->name, sizeof to->name, SAY("ordinateur %d", "computer %d"), level);
    cJSON_ArrayForEach(one, occupant_people(occupant))
    {
        know_person(remote, holder_person(one), holder_name(one));
        take_text(holder_name(one), to->name, sizeof to->name);
        if (bv_span_is(holder_person(one), remote->me)) to->mine = true;
    }
    to->open = !to->name[0] && !occupant_reserved(occupant);
}

static void take_occupants(struct remote *remote, const cJSON *occupants)
{
    const cJSON *occupant;
    remote->game.mine = 0;
    cJSON_ArrayForEach(occupant, occupants)
    {
        int seat = bv_seat_named(&remote->terms, occupant_seat(occupant));
        if (seat < 0 || seat >= BV_SEATS_MAX) continue;
        take_occupant(remote, seat, occupant);
        if (remote->occupant[seat].mine) remote->game.mine |= bv_seat_bit(seat);
    }
}

/* The first player that asks to share a seat of ours. */
static void take_joining(struct remote *remote, const cJSON *joining)
{
    const cJSON *one;
    remote->joined = -1;
    cJSON_ArrayForEach(one, joining)
    {
        int seat = bv_seat_named(&remote->terms, joining_seat(one));
        if (remote->joined < 0 && seat >= 0 && remote->game.mine & bv_seat_bit(seat))
            remote->joined = seat;
    }
}

/* ---- Terms ----------------------------------------------------------------------------------- */

static bool take_board(struct remote *remote, struct bv_span board, struct bv_request *request)
{
    if (!board.length) return true;
    free(remote->board_text);
    remote->board_text = malloc(board.length + 1);
    if (!remote->board_text) return false;
    take_text(board, remote->board_text, board.length + 1);
    request->board_file = "board";
    request->board_text = remote->board_text;
    return true;
}

static bool take_terms(struct remote *remote, const cJSON *message)
{
    struct bv_error error;
    const struct bv_game *game = bv_game_find(message_game(message), &error);
    const cJSON *options = message_options(message);
    int seats = (int)message_seats(message);
    if (!game) {
        tui_game_error(&remote->game, &error);
        return false;
    }
    struct bv_request request = bv_request_for(game);
    if (seats) request.seats = seats;
    for (int i = 0; i < game->options; i++) {
        char setting[2 * BV_NAME_MAX + 2];
        struct bv_out out = bv_out_into(setting, sizeof setting);
        struct bv_span value = fields_span(options, game->option[i].name);
        if (!value.length) continue;
        bv_putf(&out, "%s=%.*s", game->option[i].name, BV_SPAN(value));
        /* A custom board has no name that could be set. */
        bv_request_set(&request, bv_span_of(setting), &error);
    }
    if (take_board(remote, message_board(message), &request) &&
        bv_terms_make(&request, &remote->terms, &remote->tables, &error)) {
        remote->game.terms = &remote->terms;
        return true;
    }
    tui_game_error(&remote->game, &error);
    return false;
}

/* ---- The position ---------------------------------------------------------------------------- */

static void take_to_act(struct remote *remote, const cJSON *names)
{
    const cJSON *name;
    if (!names) return;
    remote->to_act = 0;
    cJSON_ArrayForEach(name, names)
    {
        int seat = cJSON_IsString(name)
                       ? bv_seat_named(&remote->terms, bv_span_of(name->valuestring))
                       : -1;
        if (seat >= 0) remote->to_act |= bv_seat_bit(seat);
    }
}

static void take_position(struct remote *remote, const cJSON *message)
{
    struct tui_game *game = &remote->game;
    struct bv_error error;
    union bv_state drafted = game->view;
    struct bv_span position = message_position(message);
    take_to_act(remote, message_to_act(message));
    if (position.length && !bv_position_read(&remote->terms, position, &game->view, &error))
        tui_game_error(game, &error);
    if (remote->draft.count && !remote->draft.sending) {
        /* A draft continues only from the position where it began. */
        if (bv_state_same(remote->terms.game, &game->view, &remote->draft.step[0].before))
            game->view = drafted;
        else
            draft_drop(remote);
    }
    game->version++;
}

static void take_clock(struct remote *remote, const cJSON *clock)
{
    if (!clock) return;
    remote->has_clock = true;
    remote->clock_at = clock_microseconds();
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        const char *name = remote->terms.game->side[side].name;
        remote->left[side] = fields_integer(clock_left(clock), name);
        remote->running[side] = fields_has_text(clock_running(clock), name);
    }
}

/* `V 0 G 1 resigned` in words. */
static void put_end(const struct remote *remote, struct bv_span result, struct bv_out *out)
{
    static const struct {
        const char *word;
        struct bv_text title;
    } table_ends[] = {{"resigned", {"abandon", "resignation"}},
                      {"agreed", {"d'un commun accord", "by agreement"}},
                      {"time", {"temps écoulé", "time ran out"}},
                      {"abandoned", {"partie quittée", "the game was left"}}};
    struct bv_span word[5] = {0};
    const char *reason = "";
    for (int i = 0; i < 5 && bv_take_word(&result, &word[i]); i++) continue;
    for (size_t i = 0; i < BV_COUNT(table_ends); i++)
        if (bv_span_is(word[4], table_ends[i].word)) reason = say(table_ends[i].title);
    const struct bv_game *game = remote->terms.game;
    for (int i = 0; i < game->reasons; i++)
        if (bv_span_is(word[4], game->reason[i].word)) reason = say(game->reason[i].title);
    if (bv_span_is(word[1], "1") || bv_span_is(word[3], "1")) {
        int winner = side_named(remote, word[bv_span_is(word[1], "1") ? 0 : 2]);
        bv_putf(out, SAY("Victoire, %s : ", "Victory, %s: "), side_title(remote, winner));
    } else {
        bv_put(out, word[1].length ? SAY("Partie nulle : ", "Drawn: ")
                                   : SAY("Table fermée", "Table closed"));
    }
    bv_putf(out, "%s.", reason);
}

static void take_result(struct remote *remote, struct bv_span result)
{
    struct tui_game *game = &remote->game;
    if (!result.length || game->over) return;
    struct bv_out out = bv_out_into(game->status, sizeof game->status);
    game->over = true;
    put_end(remote, result, &out);
    memcpy(game->result, game->status, sizeof game->result);
    game_log_add(&game->log, BV_EVERYBODY, LOOK_STRONG, game->status);
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* The point of that name on the board; BV_NOWHERE if it is not given. */
static int point_named(const struct remote *remote, struct bv_span name)
{
    enum { POINTS = 512 };
    if (!name.length) return BV_NOWHERE;
    static struct bv_canvas canvas;
    const struct bv_terms *terms = &remote->terms;
    bool seen[POINTS] = {false};
    terms->game->draw(terms, &remote->game.view, &canvas);
    for (int y = 0; y < canvas.height; y++)
        for (int x = 0; x < canvas.width; x++) {
            int point = canvas.cell[y][x].point;
            char text[BV_NAME_MAX];
            struct bv_out out = bv_out_into(text, sizeof text);
            if (point < 0 || point >= POINTS || seen[point]) continue;
            seen[point] = true;
            terms->game->point(terms, point, &out);
            if (bv_span_is(name, text)) return point;
        }
    return BV_NOWHERE;
}

static void show_game_event(struct remote *remote, const cJSON *one)
{
    int kind = bv_event_kind_named(remote->terms.game, game_event_kind(one));
    int side = side_named(remote, game_event_side(one));
    int64_t piece = game_event_piece(one);
    if (kind < 0 || side < 0 || piece >= remote->terms.game->pieces) return;
    struct bv_event event = {.kind = (uint8_t)kind,
                             .side = (uint8_t)side,
                             .piece = (uint8_t)piece,
                             .from = (int16_t)point_named(remote, game_event_from(one)),
                             .to = (int16_t)point_named(remote, game_event_to(one)),
                             .amount = (int32_t)game_event_amount(one),
                             .audience = BV_EVERYBODY};
    tui_game_report(&remote->game, &event, 1);
}

static void show_move(struct remote *remote, const cJSON *message, bool roll)
{
    struct tui_game *game = &remote->game;
    const cJSON *one;
    char token[BV_TOKEN_MAX];
    int seat = roll ? BV_CHANCE : bv_seat_named(&remote->terms, message_seat(message));
    take_text(message_token(message), token, sizeof token);
    if (!roll && game->mine & bv_seat_bit(seat < 0 ? BV_WATCHER : seat))
        tui_game_forget_trail(game);
    if (*token && seat >= 0)
        game_log_add_move(&game->log, &remote->terms, BV_EVERYBODY, seat, token);
    if (roll) memcpy(game->dice, token, sizeof token);
    cJSON_ArrayForEach(one, message_events(message)) show_game_event(remote, one);
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void note_line(struct remote *remote, enum look look, const char *who, const char *what)
{
    char line[1024];
    snprintf(line, sizeof line, "%s %s", who, what);
    game_log_add(&remote->game.log, BV_EVERYBODY, look, line);
}

bv_seats remote_seats(const struct remote *remote)
{
    const struct tui_game *game = &remote->game;
    if (game->viewer == BV_WATCHER || !(remote->terms.game->flags & BV_HAS_SECRETS))
        return game->mine;
    return game->mine & bv_seats_of_side(&remote->terms, bv_side_of(&remote->terms, game->viewer));
}

/* A player of both sides of a game with secrets receives a channel for each: the screen stays with
 * the first. */
static bool is_of_another_side(const struct remote *remote, struct bv_span channel)
{
    const struct tui_game *game = &remote->game;
    bool seated = game->viewer != BV_WATCHER && (game->mine & bv_seat_bit(game->viewer));
    int seat = bv_seat_named(&remote->terms, channel);
    return seated && seat >= 0 && seat != game->viewer;
}

static void receive_table(struct remote *remote, const cJSON *message)
{
    struct tui_game *game = &remote->game;
    struct bv_span stage = message_stage(message);
    int64_t number = message_n(message);
    if (!take_terms(remote, message) || is_of_another_side(remote, message_as(message))) return;
    take_text(message_as(message), remote->channel, sizeof remote->channel);
    remote->received = number;
    int seat = bv_seat_named(&remote->terms, bv_span_of(remote->channel));
    game->viewer = seat >= 0 ? seat : BV_WATCHER;
    game->across = seat >= 0 && remote->terms.form->seat[seat].across;
    remote->begun = !bv_span_is(stage, "open");
    take_occupants(remote, message_occupants(message));
    take_position(remote, message);
    take_clock(remote, message_clock(message));
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        const char *name = remote->terms.game->side[side].name;
        remote->offered[side] = fields_has_text(message_offer(message), name);
        remote->asked[side] = fields_has_text(message_ask(message), name);
    }
    take_joining(remote, message_joining(message));
    take_result(remote, message_result(message));
    if (!remote->begun && !game->mine) remote_sit(remote);
    if (!remote->asked_history && number) {
        remote->asked_history = true;
        remote->received = 0;
        remote_subscribe(remote);
    }
    if (remote->draft.sending) remote_send_token(remote);
    if (remote->away)
        tui_game_say(game, false, SAY("La connexion est rétablie.", "The connection is back."));
    remote->away = false;
}

static void receive_question(struct remote *remote, struct bv_span side_name, bool draw)
{
    int side = side_named(remote, side_name);
    if (side < 0) return;
    (draw ? remote->offered : remote->asked)[side] = true;
    bool own = remote->game.mine & bv_seats_of_side(&remote->terms, side);
    const char *what = draw ? SAY(": nulle proposée.", "offers a draw.")
                            : SAY(": reprise demandée.", "asks to take back.");
    note_line(remote, LOOK_STRONG, side_title(remote, side), what);
    if (!own && remote->game.mine)
        tui_game_notice(&remote->game, false, "%s %s %s", side_title(remote, side), what,
                        draw ? SAY("F9 : accepter ; « refuser ».", "F9: accept; 'decline'.")
                             : SAY("F2 : accorder ; « refuser ».", "F2: grant; 'decline'."));
}

static void receive_join(struct remote *remote, const cJSON *message, bool rejected)
{
    char what[BV_NAME_MAX + 64];
    int seat = bv_seat_named(&remote->terms, message_seat(message));
    if (seat < 0) return;
    if (!rejected) know_person(remote, message_person(message), message_name(message));
    const char *name = name_of(remote, message_person(message));
    snprintf(what, sizeof what,
             rejected ? SAY("n'est pas admis à la place %s.", "is not admitted to seat %s.")
                      : SAY("demande à partager la place %s.", "asks to share seat %s."),
             bv_seat_name(&remote->terms, seat));
    note_line(remote, LOOK_STRONG, name, what);
    if (!rejected && remote->game.mine & bv_seat_bit(seat))
        tui_game_notice(&remote->game, false, "%s %s %s", name, what,
                        SAY("« admettre » ou « refuser ».", "'admit' or 'decline'."));
}

static void receive_say(struct remote *remote, const cJSON *message)
{
    char text[512];
    char who[REMOTE_NAME + 4];
    if (message_muted(message)) return;
    take_text(message_text(message), text, sizeof text);
    snprintf(who, sizeof who, "%s:", name_of(remote, message_person(message)));
    note_line(remote, LOOK_PLAIN, who, text);
    if (!bv_span_is(message_person(message), remote->me))
        tui_game_notice(&remote->game, false, "%s %s", who, text);
}

/* Events that only add a line, and the questions that they close. */
static void receive_other_event(struct remote *remote, enum message_type type, const cJSON *message)
{
    static const struct {
        enum message_type type;
        struct bv_text what;
    } lines[] = {
        {MESSAGE_ACCEPT, {": nulle acceptée.", "accepts the draw."}},
        {MESSAGE_DECLINE, {": nulle refusée.", "declines the draw."}},
        {MESSAGE_REFUSE, {": reprise refusée.", "declines the take-back."}},
        {MESSAGE_TAKE_BACK, {": reprise accordée.", "grants the take-back."}},
        {MESSAGE_RESIGN, {": abandon.", "resigns."}},
        {MESSAGE_FLAG, {": temps écoulé.", ": time ran out."}},
        {MESSAGE_ABANDON, {": partie quittée.", "has left the game."}},
        {MESSAGE_REMATCH, {": revanche proposée.", "offers a rematch."}},
    };
    for (size_t i = 0; i < BV_COUNT(lines); i++) {
        if (type != lines[i].type) continue;
        int side = side_named(remote, message_side(message));
        note_line(remote, LOOK_STRONG, side_title(remote, side), say(lines[i].what));
        memset(remote->offered, 0, sizeof remote->offered);
        memset(remote->asked, 0, sizeof remote->asked);
    }
    if (type == MESSAGE_NEXT) {
        take_text(message_next(message), remote->next, sizeof remote->next);
        note_line(remote, LOOK_STRONG,
                  SAY("La revanche se joue à la table", "The rematch is at table"), remote->next);
        /* Players go there by themselves. */
        remote->game.closes = remote->game.mine != 0;
    }
}

static bool changes_occupants(enum message_type type)
{
    return type == MESSAGE_SIT || type == MESSAGE_STAND || type == MESSAGE_COMPUTER ||
           type == MESSAGE_RESERVE || type == MESSAGE_FREE || type == MESSAGE_JOIN ||
           type == MESSAGE_REJECT;
}

/* A numbered message of our table. */
static void receive_event(struct remote *remote, enum message_type type, const cJSON *message)
{
    int64_t number = message_n(message);
    if (!remote->game.terms || number <= remote->received ||
        !bv_span_is(message_as(message), remote->channel))
        return;
    remote->received = number;
    bool roll = type == MESSAGE_ROLL;
    if (type == MESSAGE_START) remote->begun = true;
    if (roll || type == MESSAGE_PLAY) {
        memset(remote->offered, 0, sizeof remote->offered);
        memset(remote->asked, 0, sizeof remote->asked);
        show_move(remote, message, roll);
    }
    if (type == MESSAGE_OFFER || type == MESSAGE_ASK)
        receive_question(remote, message_side(message), type == MESSAGE_OFFER);
    if (type == MESSAGE_SAY) receive_say(remote, message);
    if (type == MESSAGE_JOIN || type == MESSAGE_REJECT)
        receive_join(remote, message, type == MESSAGE_REJECT);
    receive_other_event(remote, type, message);
    if (message_to_act(message)) take_position(remote, message);
    take_clock(remote, message_clock(message));
    take_result(remote, message_result(message));
    if (changes_occupants(type)) remote_subscribe(remote);
}

static void receive_refusal(struct remote *remote, const cJSON *message)
{
    char text[TUI_GAME_TEXT];
    char detail[TUI_GAME_TEXT];
    const cJSON *both = refused_text(message);
    take_text(language_is_french() ? text_fr(both) : text_en(both), text, sizeof text);
    take_text(refused_detail(message), detail, sizeof detail);
    tui_game_notice(&remote->game, true, "%s %s", text, detail);
    if (remote->play_id && refused_re(message) == remote->play_id) {
        draft_drop(remote);
        remote_subscribe(remote);
    }
    if (bv_span_is(refused_code(message), "no-such-table")) remote->failed = true;
    remote->game.version++;
}

static void receive_hello(struct remote *remote, const cJSON *message)
{
    struct bv_span id = person_id(hello_person(message));
    if (!id.length) {
        /* The cookie is no longer valid: connects as a new guest. */
        remote->connection.cookie[0] = '\0';
        client_close(&remote->loop, &remote->connection);
        remote->connection.due = clock_microseconds();
        return;
    }
    take_text(id, remote->me, sizeof remote->me);
    const char *name = remote->plan->name;
    if (name && !bv_span_is(person_name(hello_person(message)), name)) remote_rename(remote);
    remote_subscribe(remote);
}

void remote_receive(struct remote *remote, struct bv_span text)
{
    cJSON *message = fields_json_parse(text);
    enum message_type type = message_type_of(message);
    if (type == MESSAGE_HELLO)
        receive_hello(remote, message);
    else if (type == MESSAGE_REFUSED)
        receive_refusal(remote, message);
    else if (type == MESSAGE_DONE) {
        if (remote->play_id && done_re(message) == remote->play_id) draft_granted(remote);
    } else if (bv_span_is(message_table(message), remote->id)) {
        if (type == MESSAGE_TABLE)
            receive_table(remote, message);
        else
            receive_event(remote, type, message);
    }
    cJSON_Delete(message);
    remote_show(remote);
}

/* ---- Status and heading ---------------------------------------------------------------------- */

static void put_clock(const struct remote *remote, int side, struct bv_out *out)
{
    int64_t left = remote->left[side];
    if (remote->running[side]) left -= (clock_microseconds() - remote->clock_at) / 1000;
    if (left < 0) left = 0;
    int seconds = (int)(left / 1000);
    bv_putf(out, " %d:%d%d", seconds / 60, seconds % 60 / 10, seconds % 10);
}

static void put_heading(struct remote *remote)
{
    struct bv_out out = bv_out_into(remote->game.heading, sizeof remote->game.heading);
    if (!remote->game.terms) {
        bv_put(&out, remote->plan->server);
        return;
    }
    bv_put(&out, say(remote->terms.game->name));
    for (int seat = 0; seat < remote->terms.form->seats; seat++) {
        const char *name = remote->occupant[seat].name;
        bv_putf(&out, "%s%s %s", seat ? "  " : " · ", remote->terms.form->seat[seat].name,
                name[0] ? name : "…");
        if (remote->has_clock) put_clock(remote, bv_side_of(&remote->terms, seat), &out);
    }
}

static const char *waiting_words(const struct remote *remote)
{
    bool full = true;
    for (int seat = 0; remote->game.terms && seat < remote->terms.form->seats; seat++)
        if (!remote->occupant[seat].name[0]) full = false;
    if (!remote->begun && full && remote->game.mine)
        return SAY("Tous les joueurs sont là : F5 pour commencer.",
                   "All players are there: F5 to start.");
    if (!remote->begun)
        return SAY("En attente des autres joueurs…", "Waiting for the other players…");
    return remote->game.mine ? SAY("L'autre camp joue…", "The other side is playing…")
                             : SAY("Vous êtes spectateur.", "You are watching.");
}

void remote_show(struct remote *remote)
{
    struct tui_game *game = &remote->game;
    bool inside = remote->connection.stage == CLIENT_CONNECTED;
    bv_seats before = game->acting;
    put_heading(remote);
    bv_seats next = remote->draft.count ? remote->terms.game->to_act(&remote->terms, &game->view)
                                        : remote->to_act;
    bool ready = inside && remote->begun && !game->over && !remote->draft.sending;
    game->acting = ready ? next & remote_seats(remote) : 0;
    if (game->acting != before) game->version++;
    if (game->over) return;
    const char *text = remote->draft.sending ? SAY("Envoyé…", "Sent…") : waiting_words(remote);
    if (game->acting && remote->draft.count)
        text = SAY("Votre tour n'est pas fini : F2 reprend, F5 envoie",
                   "Your turn is not complete: F2 takes back, F5 sends");
    if (!game->terms) text = SAY("La table se charge…", "Loading the table…");
    if (!inside)
        text = remote->away
                   ? SAY("Connexion perdue ; reconnexion…", "Connection lost; reconnecting…")
                   : SAY("Connexion au serveur…", "Connecting to the server…");
    snprintf(game->status, sizeof game->status, "%s", text);
    if (game->acting && !remote->draft.count)
        snprintf(game->status, sizeof game->status, SAY("À vous : %s", "Your move: %s"),
                 say(remote->terms.form->seat[__builtin_ctz(game->acting)].title));
}
