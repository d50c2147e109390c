/*
 * JSON for the page: the games, the view of a seat, and the last action as a seat may see it. What
 * a seat may not know is left out here, as the server does.
 */
#include "core/describe.h"
#include "core/board.h"
#include "core/facts.h"
#include "core/json.h"
#include "core/say.h"
#include "wasm/table.h"

static struct bv_out answer(void)
{
    return bv_out_into(table.buffer, sizeof table.buffer);
}

static bool has_seat(uint32_t seat)
{
    return seat < session.terms.form->seats || seat == BV_WATCHER;
}

/* The games, as an array. */
EXPORT(facts) uint32_t wasm_facts(void)
{
    struct bv_out out = answer();
    bv_json_open(&out, NULL, '[');
    for (size_t i = 0; i < bv_game_count; i++) bv_describe_game(bv_games[i], &out);
    bv_json_close(&out, ']');
    return (uint32_t)out.length;
}

/* The first line of a transcript of this game. */
EXPORT(header) uint32_t wasm_header(void)
{
    struct bv_out out = answer();
    bv_transcript_header(&session.terms, &out);
    return (uint32_t)out.length;
}

static const char *board_text(void)
{
    if (session.terms.board_text) return session.terms.board_text;
    for (size_t i = 0; i < bv_builtin_board_count; i++)
        if (bv_equal(bv_builtin_boards[i].game, session.terms.game->id) &&
            bv_equal(bv_builtin_boards[i].name, session.terms.board))
            return bv_builtin_boards[i].text;
    return "";
}

/* The text of the board that is played on. */
EXPORT(board) uint32_t wasm_board(void)
{
    struct bv_out out = answer();
    bv_put(&out, board_text());
    return (uint32_t)out.length;
}

/* Whether the text in the buffer is a valid board of its game, which need not be the open one. */
EXPORT(check_board) uint32_t wasm_check_board(uint32_t length)
{
    static union bv_tables tables;
    struct bv_board board;
    struct bv_error error;
    struct bv_error unknown;
    if (!bv_board_split("board", given(length), &board, &error)) return give_error(&error);
    const struct bv_game *game = bv_game_find(board.game, &unknown);
    if (!game) bv_board_fail(&board, 1, unknown.text, &error);
    return game && game->load(&board, &tables, &error) ? 1 : give_error(&error);
}

/* `S 1 O 0 castle`; 0 while the game goes on. */
EXPORT(result) uint32_t wasm_result(void)
{
    struct bv_out out = answer();
    if (!bv_is_over(&session.terms, &session.state)) return 0;
    bv_transcript_result(&session.terms, &session.state, &out);
    return (uint32_t)out.length;
}

static void put_position(const char *name, const union bv_state *state, uint32_t seat,
                         struct bv_out *out)
{
    char text[BV_POSITION_MAX];
    union bv_state view;
    struct bv_out position = bv_out_into(text, sizeof text);
    bv_view(&session.terms, state, (int)seat, &view);
    session.terms.game->write(&session.terms, &view, &position);
    bv_json_text(out, name, text);
}

/* The seat itself if it is to act, else a seat of its side that is: a viewer may hold both. */
static int asked_seat(const union bv_state *view, int seat)
{
    bv_seats acting = session.terms.game->to_act(&session.terms, view);
    if (seat == BV_WATCHER || acting & bv_seat_bit(seat)) return seat;
    acting &= bv_seats_of_side(&session.terms, bv_side_of(&session.terms, seat));
    return acting ? __builtin_ctz(acting) : seat;
}

/* {"position":…,"toAct":[…],…}: what a seat sees, who seems to act, the facts (bv_json_facts). */
EXPORT(sight) uint32_t wasm_sight(uint32_t seat)
{
    union bv_state view;
    struct bv_facts facts;
    struct bv_out out = answer();
    if (!has_seat(seat)) return 0;
    bv_view(&session.terms, &session.state, (int)seat, &view);
    bv_seats acting = session.terms.game->to_act(&session.terms, &view);
    bv_json_open(&out, NULL, '{');
    put_position("position", &session.state, seat, &out);
    bv_json_open(&out, "toAct", '[');
    for (; acting; acting &= acting - 1)
        bv_json_text(&out, NULL, bv_seat_name(&session.terms, __builtin_ctz(acting)));
    bv_json_close(&out, ']');
    bv_facts(&session.terms, &view, asked_seat(&view, (int)seat), &facts);
    bv_json_facts(&session.terms, &facts, &out);
    bv_json_close(&out, '}');
    return (uint32_t)out.length;
}

/* ---- The last action ------------------------------------------------------------------------- */

static struct bv_event event[BV_EVENTS_MAX];

/* Moves the events that a seat may know to the front; returns whether that is all of them. */
static bool known_events(uint32_t seat, uint32_t *known)
{
    const struct bv_terms *terms = &session.terms;
    bool over = bv_is_over(terms, &session.state);
    uint32_t count =
        terms->game->events(terms, &table.before, table.seat, table.action, &session.state, event);
    *known = 0;
    for (uint32_t i = 0; i < count; i++)
        if (over || event[i].audience & bv_seat_bit((int)seat)) event[(*known)++] = event[i];
    return over || (count && *known == count);
}

static bool sees_a_change(uint32_t seat)
{
    union bv_state before;
    union bv_state after;
    bv_view(&session.terms, &table.before, (int)seat, &before);
    bv_view(&session.terms, &session.state, (int)seat, &after);
    return !bv_state_same(session.terms.game, &before, &after);
}

static bool same_side(uint32_t seat)
{
    return seat < BV_SEATS_MAX && table.seat < BV_SEATS_MAX &&
           bv_side_of(&session.terms, (int)seat) == bv_side_of(&session.terms, table.seat);
}

static void put_token(struct bv_out *out)
{
    char text[BV_TOKEN_MAX];
    struct bv_out token = bv_out_into(text, sizeof text);
    session.terms.game->token(&session.terms, table.action, &token);
    bv_json_text(out, "token", text);
}

enum { SENTENCE_MAX = 256 };

static void put_said(const struct bv_event *what, const char *from, const char *to,
                     struct bv_out *out)
{
    char fr[SENTENCE_MAX];
    char en[SENTENCE_MAX];
    struct bv_out french = bv_out_into(fr, sizeof fr);
    struct bv_out english = bv_out_into(en, sizeof en);
    if (from) {
        bv_say_named(session.terms.game, what, from, to, true, &french);
        bv_say_named(session.terms.game, what, from, to, false, &english);
    } else {
        bv_say(&session.terms, what, true, &french);
        bv_say(&session.terms, what, false, &english);
    }
    bv_json_both(out, NULL, (struct bv_text){fr, en});
}

/* {"seat":…,"token":…,"before":…,"after":…,"events":[…],"said":[…]}: the last action as a seat may
 * see it; 0 if it may not. */
EXPORT(told) uint32_t wasm_told(uint32_t seat)
{
    uint32_t known = 0;
    struct bv_out out = answer();
    if (!has_seat(seat) || !table.has_played) return 0;
    bool secrets = session.terms.game->flags & BV_HAS_SECRETS;
    bool all = known_events(seat, &known);
    if (secrets && !known && !sees_a_change(seat)) return 0;
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "seat", bv_seat_name(&session.terms, table.seat));
    if (!secrets || all || same_side(seat)) put_token(&out);
    put_position("before", &table.before, seat, &out);
    put_position("after", &session.state, seat, &out);
    bv_json_open(&out, "events", '[');
    for (uint32_t i = 0; i < known; i++) bv_describe_event(&session.terms, &event[i], &out);
    bv_json_close(&out, ']');
    bv_json_open(&out, "said", '[');
    for (uint32_t i = 0; i < known; i++) put_said(&event[i], NULL, NULL, &out);
    bv_json_close(&out, ']');
    bv_json_close(&out, '}');
    return (uint32_t)out.length;
}

/* ---- Events from a server -------------------------------------------------------------------- */

static void copy_word(struct bv_span *rest, char word[BV_NAME_MAX])
{
    struct bv_span span = {0};
    bv_take_word(rest, &span);
    bv_keep(word, BV_NAME_MAX, span);
}

/* `moved F 0 d4 d5 0`, `-` for what is not there: an event in words, {"fr":…,"en":…}. */
EXPORT(say) uint32_t wasm_say(uint32_t length)
{
    struct bv_span rest = given(length);
    struct bv_span word = {0};
    char from[BV_NAME_MAX];
    char to[BV_NAME_MAX];
    int piece = 0;
    int amount = 0;
    bv_take_word(&rest, &word);
    int kind = bv_event_kind_named(session.terms.game, word);
    bv_take_word(&rest, &word);
    int side = bv_side_named(session.terms.game, word);
    bv_take_word(&rest, &word);
    bool good = bv_number_of(word, 0, session.terms.game->pieces - 1, &piece);
    copy_word(&rest, from);
    copy_word(&rest, to);
    bv_take_word(&rest, &word);
    bool negative = bv_take_char(&word, '-');
    good = bv_number_of(word, 0, INT32_MAX, &amount) && good;
    if (!good || kind < 0 || side < 0) return 0;
    struct bv_event what = {.kind = (uint8_t)kind,
                            .side = (uint8_t)side,
                            .piece = (uint8_t)piece,
                            .amount = negative ? -amount : amount};
    struct bv_out out = answer();
    put_said(&what, from, to, &out);
    return (uint32_t)out.length;
}
