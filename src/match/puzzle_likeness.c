/* When two positions are equivalent as puzzles. */
#include "core/hash.h"
#include "match/puzzle.h"

enum { ROWS_MAX = 64 };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The contents of a row, in any order; with the sides exchanged a capital is a small letter. */
static uint64_t content_of(struct bv_span row, bool exchanged)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < row.length; i++) {
        char c = row.text[i];
        if (is_letter(c)) sum += bv_mix((uint64_t)(exchanged ? c ^ 0x20 : c), 1);
    }
    return sum;
}

uint64_t puzzle_likeness(const struct bv_terms *terms, const union bv_state *state)
{
    char text[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    struct bv_span row[ROWS_MAX];
    struct bv_span board;
    uint32_t rows = 0;
    uint64_t upright = 0;
    uint64_t turned = 0;
    terms->game->write(terms, state, &out);
    struct bv_span rest = bv_span_of(text);
    bv_take_part(&rest, ' ', &board);
    while (rows < ROWS_MAX && bv_take_part(&board, '/', &row[rows])) rows++;
    for (uint32_t i = 0; i < rows; i++) {
        upright = bv_mix(upright, content_of(row[i], false));
        turned = bv_mix(turned, content_of(row[rows - 1 - i], true));
    }
    return upright < turned ? upright : turned;
}
