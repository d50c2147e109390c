/* Handles what a server sends, and updates the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/message.h"
#include "core/describe.h"
#include "core/menu.h"
#include "core/say.h"
#include "core/terms.h"
#include "tui/remote_internal.h"
#include "util/clock.h"
#include "util/fields.h"

static void take_text(struct bv_span value, char *to, size_t size)
{
    struct bv_out out = bv_out_into(to, size);
    bv_put_span(&out, value);
}

static const cJSON *part_of(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool number_of(const cJSON *object, const char *name, int64_t *number)
{
    return fields_number(object, name, 0, INT64_MAX / 2, number);
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

static void take_chair(struct remote *remote, int seat, const cJSON *chair)
{
    struct remote_chair *to = &remote->chair[seat];
    const cJSON *one;
    int64_t level = 0;
    *to = (struct remote_chair){0};
    number_of(chair, "level", &level);
    if (level) snprintf(to->name, sizeof to->name, SAY("ordinateur %d", "computer %d"), (int)level);
    cJSON_ArrayForEach(one, part_of(chair, "people"))
    {
        struct bv_span id = fields_span(one, "person");
        know_person(remote, id, fields_span(one, "name"));
        take_text(fields_span(one, "name"), to->name, sizeof to->name);
        if (bv_span_is(id, remote->me)) to->mine = true;
    }
    to->open = !to->name[0] && cJSON_IsFalse(part_of(chair, "kept"));
}

static void take_chairs(struct remote *remote, const cJSON *chairs)
{
    const cJSON *chair;
    remote->game.mine = 0;
    cJSON_ArrayForEach(chair, chairs)
    {
        int seat = bv_seat_named(&remote->terms, fields_span(chair, "seat"));
        if (seat < 0 || seat >= BV_SEATS_MAX) continue;
        take_chair(remote, seat, chair);
        if (remote->chair[seat].mine) remote->game.mine |= bv_seat_bit(seat);
    }
}

/* The first player that asks to share a seat of ours. */
static void take_joining(struct remote *remote, const cJSON *joining)
{
    const cJSON *one;
    remote->joined = -1;
    cJSON_ArrayForEach(one, joining)
    {
        int seat = bv_seat_named(&remote->terms, fields_span(one, "seat"));
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
    const struct bv_game *game = bv_game_find(fields_span(message, "game"), &error);
    const cJSON *options = part_of(message, "options");
    int64_t seats = 0;
    if (!game) {
        tui_game_say(&remote->game, true, error.text);
        return false;
    }
    struct bv_request request = bv_request_for(game);
    if (number_of(message, "seats", &seats)) request.seats = (int)seats;
    for (int i = 0; i < game->options; i++) {
        char setting[2 * BV_NAME_MAX + 2];
        struct bv_out out = bv_out_into(setting, sizeof setting);
        struct bv_span value = fields_span(options, game->option[i].name);
        if (!value.length) continue;
        bv_put(&out, game->option[i].name);
        bv_put(&out, "=");
        bv_put_span(&out, value);
        /* A custom board has no name that could be set. */
        bv_request_set(&request, bv_span_of(setting), &error);
    }
    if (take_board(remote, fields_span(message, "board"), &request) &&
        bv_terms_make(&request, &remote->terms, &remote->tables, &error)) {
        remote->game.terms = &remote->terms;
        return true;
    }
    tui_game_say(&remote->game, true, error.text);
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
    struct bv_span position = fields_span(message, "position");
    take_to_act(remote, part_of(message, "toAct"));
    if (position.length && !bv_position_read(&remote->terms, position, &game->view, &error))
        tui_game_say(game, true, error.text);
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
    const cJSON *left = part_of(clock, "left");
    const cJSON *running = part_of(clock, "running");
    if (!clock) return;
    remote->has_clock = true;
    remote->told = clock_microseconds();
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        const char *name = remote->terms.game->side[side].name;
        number_of(left, name, &remote->left[side]);
        remote->running[side] = fields_has_text(running, name);
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
        bv_put(out, SAY("Victoire, ", "Victory, "));
        bv_put(out, side_title(remote, winner));
        bv_put(out, SAY(" : ", ": "));
    } else {
        bv_put(out, word[1].length ? SAY("Partie nulle : ", "Drawn: ")
                                   : SAY("Table fermée", "Table closed"));
    }
    bv_put(out, reason);
    bv_put(out, ".");
}

static void take_result(struct remote *remote, struct bv_span result)
{
    struct tui_game *game = &remote->game;
    if (!result.length || game->over) return;
    struct bv_out out = bv_out_into(game->status, sizeof game->status);
    game->over = true;
    put_end(remote, result, &out);
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

static void tell_event(struct remote *remote, const cJSON *one)
{
    int64_t piece = 0;
    int64_t amount = 0;
    int kind = bv_event_kind_named(remote->terms.game, fields_span(one, "kind"));
    int side = side_named(remote, fields_span(one, "side"));
    number_of(one, "piece", &piece);
    number_of(one, "amount", &amount);
    if (kind < 0 || side < 0 || piece < 0 || piece >= remote->terms.game->pieces) return;
    struct bv_event event = {.kind = (uint8_t)kind,
                             .side = (uint8_t)side,
                             .piece = (uint8_t)piece,
                             .from = (int16_t)point_named(remote, fields_span(one, "from")),
                             .to = (int16_t)point_named(remote, fields_span(one, "to")),
                             .amount = (int32_t)amount,
                             .audience = BV_EVERYBODY};
    tui_game_tell(&remote->game, &event, 1);
}

static void tell_play(struct remote *remote, const cJSON *message, bool roll)
{
    struct tui_game *game = &remote->game;
    const cJSON *one;
    char token[BV_TOKEN_MAX];
    int seat = roll ? BV_CHANCE : bv_seat_named(&remote->terms, fields_span(message, "seat"));
    take_text(fields_span(message, "token"), token, sizeof token);
    if (!roll && game->mine & bv_seat_bit(seat < 0 ? BV_WATCHER : seat))
        tui_game_forget_trail(game);
    if (*token && seat >= 0)
        game_log_add_move(&game->log, &remote->terms, BV_EVERYBODY, seat, token);
    if (roll) memcpy(game->dice, token, sizeof token);
    cJSON_ArrayForEach(one, part_of(message, "events")) tell_event(remote, one);
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void note_line(struct remote *remote, enum look look, const char *who, const char *what)
{
    char line[1024];
    snprintf(line, sizeof line, "%s %s", who, what);
    game_log_add(&remote->game.log, BV_EVERYBODY, look, line);
}

bv_seats remote_hands(const struct remote *remote)
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

static void hear_table(struct remote *remote, const cJSON *message)
{
    struct tui_game *game = &remote->game;
    struct bv_span stage = fields_span(message, "stage");
    int64_t number = 0;
    if (!take_terms(remote, message) || is_of_another_side(remote, fields_span(message, "as")))
        return;
    take_text(fields_span(message, "as"), remote->channel, sizeof remote->channel);
    if (number_of(message, "n", &number)) remote->heard = number;
    int seat = bv_seat_named(&remote->terms, bv_span_of(remote->channel));
    game->viewer = seat >= 0 ? seat : BV_WATCHER;
    remote->begun = !bv_span_is(stage, "open");
    take_chairs(remote, part_of(message, "chairs"));
    take_position(remote, message);
    take_clock(remote, part_of(message, "clock"));
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        const char *name = remote->terms.game->side[side].name;
        remote->offered[side] = fields_has_text(part_of(message, "offer"), name);
        remote->asked[side] = fields_has_text(part_of(message, "ask"), name);
    }
    take_joining(remote, part_of(message, "joining"));
    take_result(remote, fields_span(message, "result"));
    if (!remote->begun && !game->mine) remote_sit(remote);
    if (!remote->past_told && number) {
        remote->past_told = true;
        remote->heard = 0;
        remote_subscribe(remote);
    }
    if (remote->draft.sending) remote_send_token(remote);
    if (remote->away)
        tui_game_say(game, false, SAY("La connexion est rétablie.", "The connection is back."));
    remote->away = false;
}

static void hear_question(struct remote *remote, struct bv_span side_name, bool draw)
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

static void hear_join(struct remote *remote, const cJSON *message, bool rejected)
{
    char what[BV_NAME_MAX + 64];
    int seat = bv_seat_named(&remote->terms, fields_span(message, "seat"));
    if (seat < 0) return;
    if (!rejected)
        know_person(remote, fields_span(message, "person"), fields_span(message, "name"));
    const char *name = name_of(remote, fields_span(message, "person"));
    snprintf(what, sizeof what,
             rejected ? SAY("n'est pas admis à la place %s.", "is not admitted to seat %s.")
                      : SAY("demande à partager la place %s.", "asks to share seat %s."),
             bv_seat_name(&remote->terms, seat));
    note_line(remote, LOOK_STRONG, name, what);
    if (!rejected && remote->game.mine & bv_seat_bit(seat))
        tui_game_notice(&remote->game, false, "%s %s %s", name, what,
                        SAY("« admettre » ou « refuser ».", "'admit' or 'decline'."));
}

static void hear_say(struct remote *remote, const cJSON *message)
{
    char text[512];
    char who[REMOTE_NAME + 4];
    if (part_of(message, "muted")) return;
    take_text(fields_span(message, "text"), text, sizeof text);
    snprintf(who, sizeof who, "%s:", name_of(remote, fields_span(message, "person")));
    note_line(remote, LOOK_PLAIN, who, text);
    if (!bv_span_is(fields_span(message, "person"), remote->me))
        tui_game_notice(&remote->game, false, "%s %.200s", who, text);
}

/* Events that only add a line, and the questions that they close. */
static void hear_event(struct remote *remote, enum message_type type, const cJSON *message)
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
        int side = side_named(remote, fields_span(message, "side"));
        note_line(remote, LOOK_STRONG, side_title(remote, side), say(lines[i].what));
        memset(remote->offered, 0, sizeof remote->offered);
        memset(remote->asked, 0, sizeof remote->asked);
    }
    if (type == MESSAGE_NEXT) {
        char id[REMOTE_ID];
        take_text(fields_span(message, "next"), id, sizeof id);
        note_line(remote, LOOK_STRONG,
                  SAY("La revanche se joue à la table", "The rematch is at table"), id);
    }
}

static bool changes_chairs(enum message_type type)
{
    return type == MESSAGE_SIT || type == MESSAGE_STAND || type == MESSAGE_COMPUTER ||
           type == MESSAGE_KEEP || type == MESSAGE_FREE || type == MESSAGE_JOIN ||
           type == MESSAGE_REJECT;
}

/* A numbered message of our table. */
static void hear_numbered(struct remote *remote, enum message_type type, const cJSON *message)
{
    int64_t number = 0;
    if (!remote->game.terms || !number_of(message, "n", &number) || number <= remote->heard ||
        !bv_span_is(fields_span(message, "as"), remote->channel))
        return;
    remote->heard = number;
    bool roll = type == MESSAGE_ROLL;
    if (type == MESSAGE_START) remote->begun = true;
    if (roll || type == MESSAGE_PLAY) {
        memset(remote->offered, 0, sizeof remote->offered);
        memset(remote->asked, 0, sizeof remote->asked);
        tell_play(remote, message, roll);
    }
    if (type == MESSAGE_OFFER || type == MESSAGE_ASK)
        hear_question(remote, fields_span(message, "side"), type == MESSAGE_OFFER);
    if (type == MESSAGE_SAY) hear_say(remote, message);
    if (type == MESSAGE_JOIN || type == MESSAGE_REJECT)
        hear_join(remote, message, type == MESSAGE_REJECT);
    hear_event(remote, type, message);
    if (part_of(message, "toAct")) take_position(remote, message);
    take_clock(remote, part_of(message, "clock"));
    take_result(remote, fields_span(message, "result"));
    if (changes_chairs(type)) remote_subscribe(remote);
}

static void hear_refusal(struct remote *remote, const cJSON *message)
{
    char text[TUI_GAME_TEXT];
    char detail[TUI_GAME_TEXT];
    int64_t id = 0;
    struct bv_span code = fields_span(message, "code");
    const cJSON *both = part_of(message, "text");
    take_text(fields_span(both, language_is_french() ? "fr" : "en"), text, sizeof text);
    take_text(fields_span(message, "detail"), detail, sizeof detail);
    tui_game_notice(&remote->game, true, "%.120s %.120s", text, detail);
    if (number_of(message, "re", &id) && remote->play_id && id == remote->play_id) {
        draft_drop(remote);
        remote_subscribe(remote);
    }
    if (bv_span_is(code, "no-such-table")) remote->failed = true;
    remote->game.version++;
}

static void hear_hello(struct remote *remote, const cJSON *message)
{
    struct bv_span id = fields_span(part_of(message, "person"), "id");
    if (!id.length) {
        /* The cookie is no longer valid: connects as a new guest. */
        remote->connection.cookie[0] = '\0';
        client_close(&remote->loop, &remote->connection);
        remote->connection.due = clock_microseconds();
        return;
    }
    take_text(id, remote->me, sizeof remote->me);
    remote_subscribe(remote);
}

void remote_hear(struct remote *remote, struct bv_span text)
{
    cJSON *message = fields_json_parse(text);
    enum message_type type = message_type_of(message);
    int64_t id = 0;
    if (type == MESSAGE_HELLO)
        hear_hello(remote, message);
    else if (type == MESSAGE_REFUSED)
        hear_refusal(remote, message);
    else if (type == MESSAGE_DONE) {
        if (number_of(message, "re", &id) && remote->play_id && id == remote->play_id)
            draft_granted(remote);
    } else if (bv_span_is(fields_span(message, "table"), remote->id)) {
        if (type == MESSAGE_TABLE)
            hear_table(remote, message);
        else
            hear_numbered(remote, type, message);
    }
    cJSON_Delete(message);
    remote_show(remote);
}

/* ---- Status and heading ---------------------------------------------------------------------- */

static void put_clock(const struct remote *remote, int side, struct bv_out *out)
{
    int64_t left = remote->left[side];
    char text[32];
    if (remote->running[side]) left -= (clock_microseconds() - remote->told) / 1000;
    if (left < 0) left = 0;
    snprintf(text, sizeof text, " %lld:%02lld", (long long)(left / 60000),
             (long long)(left / 1000 % 60));
    bv_put(out, text);
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
        bv_put(&out, seat ? "  " : " · ");
        bv_put(&out, remote->terms.form->seat[seat].name);
        bv_put(&out, " ");
        bv_put(&out, remote->chair[seat].name[0] ? remote->chair[seat].name : "…");
        if (remote->has_clock) put_clock(remote, bv_side_of(&remote->terms, seat), &out);
    }
}

static const char *waiting_words(const struct remote *remote)
{
    bool full = true;
    for (int seat = 0; seat < remote->terms.form->seats; seat++)
        if (!remote->chair[seat].name[0]) full = false;
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
    game->acting = ready ? next & remote_hands(remote) : 0;
    if (game->acting != before) game->version++;
    if (game->over) return;
    if (!inside)
        snprintf(game->status, sizeof game->status, "%s",
                 remote->away
                     ? SAY("Connexion perdue ; reconnexion…", "Connection lost; reconnecting…")
                     : SAY("Connexion au serveur…", "Connecting to the server…"));
    else if (!game->terms)
        snprintf(game->status, sizeof game->status, "%s",
                 SAY("La table se charge…", "Loading the table…"));
    else if (game->acting && remote->draft.count)
        snprintf(game->status, sizeof game->status, "%s",
                 SAY("Votre tour n'est pas fini : F2 reprend, F5 envoie",
                     "Your turn is not complete: F2 takes back, F5 sends"));
    else if (game->acting)
        snprintf(game->status, sizeof game->status, SAY("À vous : %s", "Your move: %s"),
                 say(remote->terms.form->seat[__builtin_ctz(game->acting)].title));
    else
        snprintf(game->status, sizeof game->status, "%s",
                 remote->draft.sending ? SAY("Envoyé…", "Sent…") : waiting_words(remote));
}
