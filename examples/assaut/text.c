/*
 * Tokens and positions as text. A position is the ranks from 7 down to 1 parted by `/`, of `s` `o` `.` `~`, and the side to
 * play; then `leaping=d5` or `over=stormed` where they apply.
 */
#include "games/storage.h"

void assaut_point(const struct bv_terms *terms, int point, struct bv_out *out)
{
    (void)terms;
    bv_put_square(out, point % ASSAUT_SIZE, point / ASSAUT_SIZE);
}

void assaut_token(const struct bv_terms *terms, bv_action action, struct bv_out *out)
{
    int from = assaut_from(action);
    int to = assaut_to(action);
    assaut_point(terms, from, out);
    bv_put_char(out, terms->tables->assaut.near[from] & assaut_bit(to) ? '-' : 'x');
    assaut_point(terms, to, out);
}

char assaut_letter(const struct bv_terms *terms, const struct assaut_state *s, int point)
{
    if (s->piece[ASSAUT_SOLDIERS] & assaut_bit(point)) return 's';
    if (s->piece[ASSAUT_OFFICERS] & assaut_bit(point)) return 'o';
    return terms->tables->assaut.points & assaut_bit(point) ? '.' : '~';
}

void assaut_write(const struct bv_terms *terms, const union bv_state *state, struct bv_out *out)
{
    const struct assaut_state *s = &state->assaut;
    for (int rank = ASSAUT_SIZE - 1; rank >= 0; rank--) {
        for (int file = 0; file < ASSAUT_SIZE; file++)
            bv_put_char(out, assaut_letter(terms, s, rank * ASSAUT_SIZE + file));
        bv_put_char(out, rank ? '/' : ' ');
    }
    bv_put(out, terms->game->side[s->side].name);
    if (s->leaping) bv_put(out, " leaping=");
    if (s->leaping) assaut_point(terms, s->leaping - 1, out);
    if (s->standing) bv_put(out, " over=");
    if (s->standing) bv_put(out, terms->game->reason[s->standing - 1].word);
}

static bool read_field(const struct bv_terms *terms, struct bv_span name, struct bv_span value,
                       struct assaut_state *s)
{
    int file = 0;
    int rank = 0;
    if (bv_span_is(name, "leaping")) {
        if (!bv_take_square(&value, ASSAUT_SIZE, ASSAUT_SIZE, &file, &rank)) return false;
        s->leaping = (uint8_t)(rank * ASSAUT_SIZE + file + 1);
        return !value.length;
    }
    for (int i = 0; i < terms->game->reasons; i++)
        if (bv_span_is(name, "over") && bv_span_is(value, terms->game->reason[i].word))
            s->standing = (uint8_t)(i + 1);
    return s->standing;
}

bool assaut_read(const struct bv_terms *terms, struct bv_span text, union bv_state *state,
                 struct bv_error *error)
{
    struct assaut_state *s = &state->assaut;
    struct bv_span word = {0};
    bv_clear(s, sizeof *s);
    for (int rank = ASSAUT_SIZE - 1; rank >= 0; rank--) {
        for (int file = 0; file < ASSAUT_SIZE; file++) {
            uint64_t bit = assaut_bit(rank * ASSAUT_SIZE + file);
            char c = text.length ? text.text[0] : '\0';
            if (c == 's') s->piece[ASSAUT_SOLDIERS] |= bit;
            if (c == 'o') s->piece[ASSAUT_OFFICERS] |= bit;
            if (c != assaut_letter(terms, s, rank * ASSAUT_SIZE + file) || !bv_take_char(&text, c))
                return bv_error_set(error, "7 ranks of 7 points: s o . and ~ off the board");
        }
        if (!bv_take_char(&text, rank ? '/' : ' '))
            return bv_error_set(error, "ranks are parted by '/', the side follows after a blank");
    }
    bv_take_word(&text, &word);
    s->side = bv_span_is(word, terms->game->side[ASSAUT_OFFICERS].name);
    if (!s->side && !bv_span_is(word, terms->game->side[ASSAUT_SOLDIERS].name))
        return bv_error_set(error, "the side to play is S or O");
    while (bv_take_word(&text, &word)) {
        struct bv_span name = {0};
        bv_take_part(&word, '=', &name);
        if (!read_field(terms, name, word, s))
            return bv_error_set(error, "expected leaping=POINT or over=REASON");
    }
    return true;
}
