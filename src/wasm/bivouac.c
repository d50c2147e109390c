/*
 * The rules as a WebAssembly module: no imports, no allocation, one game at a time. Text goes in and out through
 * one buffer; functions that write there return the length, functions that can fail return 0 and leave the
 * reason in the buffer.
 */
#include "core/menu.h"
#include "core/terms.h"
#include "core/transcript.h"
#include "games/storage.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static struct bv_terms terms;
static union bv_tables tables;
static union bv_state state;
static struct bv_past past;
static struct bv_menu menu;
static struct bv_transcript transcript;
static char buffer[2 * BV_LINE_MAX];

static uint32_t give_error(const struct bv_error *error)
{
    struct bv_out out = bv_out_into(buffer, sizeof buffer);
    bv_put(&out, error->text);
    return 0;
}

EXPORT(buffer) char *wasm_buffer(void)
{
    return buffer;
}

EXPORT(buffer_size) uint32_t wasm_buffer_size(void)
{
    return sizeof buffer;
}

/* Opens the game that the buffer names: `game chars own-fire=off seats=2`, a transcript's first line. */
EXPORT(open) uint32_t wasm_open(uint32_t length)
{
    struct bv_error error;
    struct bv_request request = {0};
    if (length > sizeof buffer) length = sizeof buffer;
    if (!bv_replay_header((struct bv_span){buffer, length}, &request, &error) ||
        !bv_terms_make(&request, &terms, &tables, &error))
        return give_error(&error);
    past.count = 0;
    terms.game->start(&terms, &state);
    return 1;
}

/* The set of seats to act, a bit each; bit 30 is chance; 0 when the game is over. */
EXPORT(to_act) uint32_t wasm_to_act(void)
{
    return terms.game->to_act(&terms, &state);
}

/* Writes the question of a seat to act, as in a transcript, into the buffer. */
EXPORT(legal) uint32_t wasm_legal(uint32_t seat)
{
    struct bv_out out = bv_out_into(buffer, sizeof buffer);
    if (seat > BV_CHANCE || !(wasm_to_act() & bv_seat_bit((int)seat))) return 0;
    bv_transcript_question(&terms, &state, (int)seat, &menu, &out);
    return (uint32_t)out.length;
}

/* Plays the token in the buffer. */
EXPORT(play) uint32_t wasm_play(uint32_t seat, uint32_t length)
{
    struct bv_error error;
    if (length > sizeof buffer) length = sizeof buffer;
    if (!bv_try_token(&terms, &state, (int)seat, (struct bv_span){buffer, length}, &past, &menu,
                      &error))
        return give_error(&error);
    return 1;
}

/* Writes the position, as one line of text, into the buffer. */
EXPORT(position) uint32_t wasm_position(void)
{
    struct bv_out out = bv_out_into(buffer, sizeof buffer);
    terms.game->write(&terms, &state, &out);
    return (uint32_t)out.length;
}

/* Begins a game at random; its header is the line given to `open`. */
EXPORT(transcript_begin) void wasm_transcript_begin(uint64_t seed, uint32_t eager)
{
    bv_transcript_begin(&transcript, &terms, &state, seed, eager != 0);
}

static void append(void *context, const char *text, size_t length)
{
    struct bv_out *out = context;
    bv_put_span(out, (struct bv_span){text, length});
}

/* Writes the lines of the next step into the buffer: questions and answer, or the result, which is the last. */
EXPORT(transcript_step) uint32_t wasm_transcript_step(void)
{
    struct bv_out out = bv_out_into(buffer, sizeof buffer);
    bv_transcript_step(&transcript, append, &out);
    return (uint32_t)out.length;
}
