/* The library: states as bytes, text and pictures, and what seats know of them. */
#include <stdlib.h>

#include "core/canvas.h"
#include "core/dice.h"
#include "games/storage.h"
#include "library/internal.h"

_Static_assert(_Alignof(union bv_state) <= BIVOUAC_STATE_ALIGN,
               "states have the documented alignment");
AGREE(BIVOUAC_POSITION_SIZE, BV_POSITION_MAX);

/* ---- Bytes ----------------------------------------------------------------------------------- */

size_t bivouac_state_size(const bivouac_terms *terms)
{
    /* Rounded up, so that states can lie one after another. */
    return (terms->game->state_size + (size_t)BIVOUAC_STATE_ALIGN - 1) / BIVOUAC_STATE_ALIGN *
           BIVOUAC_STATE_ALIGN;
}

bivouac_state *bivouac_state_new(const bivouac_terms *terms)
{
    bivouac_state *state = aligned_alloc(BIVOUAC_STATE_ALIGN, bivouac_state_size(terms));
    if (state) bivouac_state_start(terms, state);
    return state;
}

void bivouac_state_free(bivouac_state *state)
{
    free(state);
}

void bivouac_state_start(const bivouac_terms *terms, bivouac_state *state)
{
    terms->game->start(terms, state);
}

void bivouac_state_copy(const bivouac_terms *terms, bivouac_state *to, const bivouac_state *from)
{
    bv_state_copy(terms->game, to, from);
}

bool bivouac_state_same(const bivouac_terms *terms, const bivouac_state *a, const bivouac_state *b)
{
    return bv_state_same(terms->game, a, b);
}

uint64_t bivouac_state_hash(const bivouac_terms *terms, const bivouac_state *state)
{
    return bv_state_hash(terms->game, state);
}

/* ---- The past -------------------------------------------------------------------------------- */

bivouac_past *bivouac_past_new(void)
{
    return calloc(1, sizeof(struct bv_past));
}

void bivouac_past_free(bivouac_past *past)
{
    free(past);
}

void bivouac_past_clear(bivouac_past *past)
{
    past->count = 0;
}

void bivouac_past_copy(bivouac_past *to, const bivouac_past *from)
{
    bv_past_copy(to, from);
}

/* Sixteen digits a key, the oldest first, separated by blanks. */
_Static_assert((size_t)BIVOUAC_PAST_SIZE >= (size_t)17 * BV_PAST_MAX, "the longest past fits");

size_t bivouac_past_write(const bivouac_past *past, char *buffer, size_t size)
{
    char nowhere[1];
    struct bv_out out = text_into(buffer, size, nowhere);
    uint32_t used = past->count < BV_PAST_MAX ? past->count : BV_PAST_MAX;
    for (uint32_t i = past->count - used; i != past->count; i++) {
        uint8_t bytes[8];
        for (int at = 0; at < 8; at++)
            bytes[at] = (uint8_t)(past->key[i % BV_PAST_MAX] >> (56 - 8 * at));
        if (i != past->count - used) bv_put_char(&out, ' ');
        bv_put_hex(&out, bytes, sizeof bytes);
    }
    return text_length(&out);
}

bool bivouac_past_read(bivouac_past *past, const char *text, bivouac_error *error)
{
    struct bv_span rest = bv_span_of(text);
    struct bv_span word = {0};
    uint8_t bytes[8];
    uint32_t count = 0;
    /* Checked as a whole before anything is changed. */
    for (struct bv_span left = rest; bv_take_word(&left, &word); count++)
        if (count == BV_PAST_MAX || !bv_hex_of(word, bytes, sizeof bytes))
            return refuse(BIVOUAC_ERROR_POSITION, "a past is at most 4096 keys of sixteen digits",
                          error);
    past->count = 0;
    while (bv_take_word(&rest, &word)) {
        uint64_t key = 0;
        bv_hex_of(word, bytes, sizeof bytes);
        for (int at = 0; at < 8; at++) key = key << 8 | bytes[at];
        bv_past_push(past, key);
    }
    return true;
}

/* ---- Text and pictures ----------------------------------------------------------------------- */

size_t bivouac_state_write(const bivouac_terms *terms, const bivouac_state *state, char *buffer,
                           size_t size)
{
    char nowhere[1];
    struct bv_out out = text_into(buffer, size, nowhere);
    terms->game->write(terms, state, &out);
    return text_length(&out);
}

bool bivouac_state_read(const bivouac_terms *terms, const char *text, bivouac_state *state,
                        bivouac_error *error)
{
    struct bv_error reason;
    /* Read into a temporary: the caller's memory may hold anything. */
    union bv_state read;
    bv_clear(&read, sizeof read);
    if (!bv_position_read(terms, bv_span_of(text), &read, &reason))
        return refuse(BIVOUAC_ERROR_POSITION, reason.text, error);
    bv_state_copy(terms->game, state, &read);
    return true;
}

size_t bivouac_state_picture(const bivouac_terms *terms, const bivouac_state *state, bool colour,
                             char *buffer, size_t size)
{
    struct bv_canvas canvas;
    char nowhere[1];
    struct bv_out out = text_into(buffer, size, nowhere);
    terms->game->draw(terms, state, &canvas);
    bv_canvas_print(&canvas, colour, &out);
    return text_length(&out);
}

/* ---- Views ----------------------------------------------------------------------------------- */

bool bivouac_state_view(const bivouac_terms *terms, const bivouac_state *state, int seat,
                        bivouac_state *view)
{
    if (seat != BV_WATCHER && (seat < 0 || seat >= terms->form->seats)) return false;
    bv_view(terms, state, seat, view);
    return true;
}

bool bivouac_state_determinise(const bivouac_terms *terms, const bivouac_state *view, int seat,
                               bivouac_random *random, bivouac_state *state)
{
    struct bv_random own;
    if (seat < 0 || seat >= terms->form->seats) return false;
    bv_copy(&own, random, sizeof own);
    bv_determinise(terms, view, seat, &own, state);
    bv_copy(random, &own, sizeof own);
    return true;
}
