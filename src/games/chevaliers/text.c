/*
 * Tokens and positions as text.
 *
 * A position is one line: the ranks from 14 down to 1 parted by `/`, the side to move and the count of quiet
 * moves; then, only where they apply and in this order,
 *
 *     passed=yes            the last move was a pass
 *     called=yes            a fault was called: the side to move must capture
 *     fault=d2-d3 before=7  the last move broke the obligation and may be called; quiet moves before it
 *     over=castle           the game is over, and why
 */
#include "games/storage.h"

static void put_square(struct bv_out *out, int square)
{
    bv_put_square(out, chevaliers_file(square), chevaliers_rank(square));
}

void chevaliers_point(const struct bv_terms *terms, int point, struct bv_out *out)
{
    (void)terms;
    put_square(out, point);
}

void chevaliers_token(const struct bv_terms *terms, bv_action action, struct bv_out *out)
{
    enum chevaliers_kind kind = chevaliers_kind_of(action);
    int at = chevaliers_stop(action);
    (void)terms;
    if (kind == CHEVALIERS_PASS || kind == CHEVALIERS_CALL) {
        bv_put_char(out, kind == CHEVALIERS_PASS ? '.' : '!');
        return;
    }
    put_square(out, chevaliers_from(action));
    if (kind != CHEVALIERS_CAPTURE) {
        bv_put_char(out, kind == CHEVALIERS_STEP ? '-' : '~');
        put_square(out, at);
    }
    for (int i = 0; i < chevaliers_captures(action); i++) {
        at += 2 * chevaliers_leap(action, i);
        bv_put_char(out, 'x');
        put_square(out, at);
    }
}

/* ---- Positions -------------------------------------------------------------------------------------- */

char chevaliers_letter(const struct bv_terms *terms, const struct chevaliers_state *s, int square)
{
    bool knight = bv_has128(s->knights, square);
    if (bv_has128(s->pieces[CHEVALIERS_SILVER], square)) return knight ? 'K' : 'M';
    if (bv_has128(s->pieces[CHEVALIERS_GOLD], square)) return knight ? 'k' : 'm';
    return bv_has128(terms->tables->chevaliers.squares, square) ? '.' : '~';
}

void chevaliers_write(const struct bv_terms *terms, const union bv_state *state, struct bv_out *out)
{
    const struct chevaliers_state *s = &state->chevaliers;
    for (int rank = CHEVALIERS_RANKS - 1; rank >= 0; rank--) {
        for (int file = 0; file < CHEVALIERS_FILES; file++)
            bv_put_char(out, chevaliers_letter(terms, s, chevaliers_square(file, rank)));
        bv_put_char(out, rank ? '/' : ' ');
    }
    bv_putf(out, "%s %d", terms->game->side[s->side].name, s->quiet);
    if (s->passed) bv_put(out, " passed=yes");
    if (s->called) bv_put(out, " called=yes");
    if (s->fault) {
        bv_put(out, " fault=");
        put_square(out, s->fault_from);
        bv_put_char(out, '-');
        put_square(out, s->fault_to);
        bv_putf(out, " before=%d", s->fault_before);
    }
    if (s->standing != CHEVALIERS_RUNNING) {
        bv_putf(out, " over=%s", terms->game->reason[s->standing - 1].word);
    }
}

static bool read_square(const struct bv_terms *terms, char letter, int square,
                        struct chevaliers_state *s)
{
    bv_bits128 bit = bv_bit128(square);
    if (letter == 'K' || letter == 'M') s->pieces[CHEVALIERS_SILVER] |= bit;
    if (letter == 'k' || letter == 'm') s->pieces[CHEVALIERS_GOLD] |= bit;
    if (letter == 'K' || letter == 'k') s->knights |= bit;
    return chevaliers_letter(terms, s, square) == letter;
}

static bool read_ranks(const struct bv_terms *terms, struct bv_span *rest,
                       struct chevaliers_state *s, struct bv_error *error)
{
    for (int rank = CHEVALIERS_RANKS - 1; rank >= 0; rank--) {
        for (int file = 0; file < CHEVALIERS_FILES; file++) {
            int square = chevaliers_square(file, rank);
            if (rest->length && read_square(terms, rest->text[0], square, s) &&
                bv_take_char(rest, rest->text[0]))
                continue;
            struct bv_out out = bv_error_begin(error);
            bv_put(&out, "expected . K M k m, or ~ for a pond, on ");
            put_square(&out, square);
            return false;
        }
        if (!bv_take_char(rest, rank ? '/' : ' '))
            return bv_error_set(error, rank ? "ranks of 7 squares are parted by '/'"
                                            : "14 ranks are followed by the side to move");
    }
    return true;
}

static bool read_turn(const struct bv_terms *terms, struct bv_span *rest,
                      struct chevaliers_state *s, struct bv_error *error)
{
    struct bv_span name = {0};
    struct bv_span quiet = {0};
    bv_take_word(rest, &name);
    bv_take_word(rest, &quiet);
    int side = bv_side_named(terms->game, name);
    if (side < 0) return bv_error_set(error, "the side to move is S or O");
    s->side = (uint8_t)side;
    return bv_byte_of(quiet, 250, &s->quiet) ||
           bv_error_set(error, "expected the number of quiet moves, 0 to 250");
}

static bool take_square(struct bv_span *rest, uint8_t *square)
{
    int file;
    int rank;
    if (!bv_take_square(rest, CHEVALIERS_FILES, CHEVALIERS_RANKS, &file, &rank)) return false;
    *square = (uint8_t)chevaliers_square(file, rank);
    return true;
}

static bool read_fault(struct bv_span value, struct chevaliers_state *s)
{
    s->fault = true;
    return take_square(&value, &s->fault_from) && bv_take_char(&value, '-') &&
           take_square(&value, &s->fault_to) && !value.length;
}

static bool read_over(const struct bv_terms *terms, struct bv_span value,
                      struct chevaliers_state *s)
{
    s->standing = (uint8_t)(bv_reason_named(terms->game, value) + 1);
    return s->standing != CHEVALIERS_RUNNING;
}

static bool read_yes(struct bv_span value, bool *flag)
{
    *flag = bv_span_is(value, "yes");
    return *flag;
}

static bool read_field(const struct bv_terms *terms, struct bv_span name, struct bv_span value,
                       struct chevaliers_state *s)
{
    if (bv_span_is(name, "passed")) return read_yes(value, &s->passed);
    if (bv_span_is(name, "called")) return read_yes(value, &s->called);
    if (bv_span_is(name, "fault")) return read_fault(value, s);
    if (bv_span_is(name, "over")) return read_over(terms, value, s);
    return bv_span_is(name, "before") && bv_byte_of(value, 250, &s->fault_before);
}

bool chevaliers_read(const struct bv_terms *terms, struct bv_span text, union bv_state *state,
                     struct bv_error *error)
{
    struct chevaliers_state *s = &state->chevaliers;
    struct bv_span rest = text;
    struct bv_span field;
    bv_clear(s, sizeof *s);
    if (!read_ranks(terms, &rest, s, error) || !read_turn(terms, &rest, s, error)) return false;
    while (bv_take_word(&rest, &field)) {
        struct bv_span name = {0};
        bv_take_part(&field, '=', &name);
        if (!read_field(terms, name, field, s))
            return bv_error_set(
                error, "expected passed=yes, called=yes, fault=d2-d3 before=N or over=REASON");
    }
    return true;
}
