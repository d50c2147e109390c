/*
 * The rules as a WebAssembly module: no allocation, one game at a time. Text goes in and out
 * through one buffer; functions that write there return the length, functions that can fail return
 * 0 and leave the reason in the buffer.
 */
#include "core/board.h"
#include "core/terms.h"
#include "wasm/table.h"

struct session session;
struct table table;
static struct bv_transcript transcript;

uint32_t give_error(const struct bv_error *error)
{
    struct bv_out out = bv_out_into(table.buffer, sizeof table.buffer);
    bv_put(&out, error->text);
    return 0;
}

EXPORT(buffer) char *wasm_buffer(void)
{
    return table.buffer;
}

EXPORT(buffer_size) uint32_t wasm_buffer_size(void)
{
    return sizeof table.buffer;
}

struct bv_span given(uint32_t length)
{
    return (struct bv_span){table.buffer,
                            length < sizeof table.buffer ? length : sizeof table.buffer};
}

static char own_board[BV_BOARD_TEXT_MAX + 1];

/* Opens the game that the buffer names: `game NAME option=value seats=2`, a transcript's first
 * line; the text of a custom board may follow on the next lines. */
EXPORT(open) uint32_t wasm_open(uint32_t length)
{
    struct bv_error error;
    struct bv_request request = {0};
    struct bv_span board = given(length);
    struct bv_span header = board;
    bv_take_part(&board, '\n', &header);
    if (board.length) {
        if (!bv_keep(own_board, sizeof own_board, board)) {
            bv_error_set(&error, "the board is too long");
            return give_error(&error);
        }
        request.board_text = own_board;
        request.board_file = "board";
    }
    table.has_played = false;
    if (!bv_replay_header(header, &request, &error) ||
        !bv_terms_make(&request, &session.terms, &session.tables, &error))
        return give_error(&error);
    session.past.count = 0;
    opponent_leaves();
    session.terms.game->start(&session.terms, &session.state);
    return 1;
}

/* The set of seats to act, a bit each; bit 30 is chance; 0 when the game is over. */
EXPORT(to_act) uint32_t wasm_to_act(void)
{
    return session.terms.game->to_act(&session.terms, &session.state);
}

/* Writes the question of a seat to act, as in a transcript, into the buffer. */
EXPORT(legal) uint32_t wasm_legal(uint32_t seat)
{
    struct bv_out out = bv_out_into(table.buffer, sizeof table.buffer);
    if (seat > BV_CHANCE || !(wasm_to_act() & bv_seat_bit((int)seat))) return 0;
    bv_transcript_question(&session.terms, &session.state, (int)seat, &session.menu, &out);
    return (uint32_t)out.length;
}

/* Plays the token in the buffer. */
EXPORT(play) uint32_t wasm_play(uint32_t seat, uint32_t length)
{
    struct bv_error error;
    union bv_state before;
    bv_state_copy(session.terms.game, &before, &session.state);
    bv_action action = 0;
    if (!bv_token_action(&session.terms, &session.state, (int)seat, given(length), &session.menu,
                         &action, &error))
        return give_error(&error);
    bv_apply(&session.terms, &session.state, (int)seat, action, &session.past);
    bv_state_copy(session.terms.game, &table.before, &before);
    table.seat = (int)seat;
    table.action = action;
    table.has_played = true;
    opponent_looks((int)seat);
    return 1;
}

/* Writes the position, as one line of text, into the buffer. */
EXPORT(position) uint32_t wasm_position(void)
{
    struct bv_out out = bv_out_into(table.buffer, sizeof table.buffer);
    session.terms.game->write(&session.terms, &session.state, &out);
    return (uint32_t)out.length;
}

/* Writes what a seat (31: a watcher) knows of it. */
EXPORT(view) uint32_t wasm_view(uint32_t seat)
{
    union bv_state view;
    struct bv_out out = bv_out_into(table.buffer, sizeof table.buffer);
    if (seat >= session.terms.form->seats && seat != BV_WATCHER) return 0;
    bv_view(&session.terms, &session.state, (int)seat, &view);
    session.terms.game->write(&session.terms, &view, &out);
    return (uint32_t)out.length;
}

/* Begins a game at random; its header is the line given to `open`. */
EXPORT(transcript_begin) void wasm_transcript_begin(uint64_t seed, uint32_t eager)
{
    bv_transcript_begin(&transcript, &session.terms, &session.state, seed, eager != 0);
}

static void append(void *context, const char *text, size_t length)
{
    struct bv_out *out = context;
    bv_put_span(out, (struct bv_span){text, length});
}

/* Writes the lines of the next step: questions and answer, or the result, which is the last. */
EXPORT(transcript_step) uint32_t wasm_transcript_step(void)
{
    struct bv_out out = bv_out_into(table.buffer, sizeof table.buffer);
    bv_transcript_step(&transcript, append, &out);
    return (uint32_t)out.length;
}
