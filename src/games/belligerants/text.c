/*
 * Tokens, squares and positions as text.
 *
 * A position is one line: the squares in rows from the top, parted by `/`; whose turn it is; the
 * phase; then what is not as usual, in this order:
 *
 *     die=3 die=D      the number rolled
 *     moves=12         moves so far
 *     quiet=4          of them since something happened
 *     J=bss R=E        prisoners of J and of R
 *     wait=9/0         turns until J and R may ask again
 *     price=13500      of the armistice
 *     forfeit=k2,l3    pawns to pick one of
 *     reason=entered   how the game ended
 *
 * A pawn is a letter, a capital if Yellow holds it; `'` after it says that it stands under a flat
 * counter. A prisoner's letter is a capital if it was Yellow's first. Pawns that are mentioned
 * nowhere are destroyed, or during the set-up in hand.
 */
#include "games/storage.h"

static const char letter[BELL_KINDS + 1] = "EBADMCTOHXPGS";

const char *const belligerants_phase_names[BELL_PHASES] = {
    [BELL_SETUP] = "setup", [BELL_LOTS] = "lots",       [BELL_ASK] = "ask",
    [BELL_PRICE] = "price", [BELL_ANSWER] = "answer",   [BELL_ROLL] = "roll",
    [BELL_MOVE] = "move",   [BELL_FORFEIT] = "forfeit", [BELL_OVER] = "over",
};

/* ---- Tokens ---------------------------------------------------------------------------------- */

static void put_square(struct bv_out *out, int square)
{
    bv_put_square(out, square / BELL_STRIDE, square % BELL_STRIDE);
}

void belligerants_point(const struct bv_terms *terms, int point, struct bv_out *out)
{
    (void)terms;
    put_square(out, point);
}

/* B8: origin, every crossroads where the path turns, destination. */
static void put_path(bv_action action, struct bv_out *out)
{
    int length = belligerants_number_of(action);
    int square = belligerants_square_of(action);
    put_square(out, square);
    for (int i = 0; i < length; i++) {
        int step = belligerants_step_of(action, i);
        bool last = i == length - 1;
        square += belligerants_delta[step];
        if (!last && belligerants_step_of(action, i + 1) == step) continue; /* B8 */
        bv_put_char(out, last && action & BELL_TAKES ? 'x' : '-');          /* B8 */
        put_square(out, square);
    }
}

static void put_move(bv_action action, struct bv_out *out)
{
    put_path(action, out);
    if (action & BELL_KEEPS) bv_put_char(out, '+');
    if (!(action & BELL_CARRIES)) return;
    bv_put_char(out, '@');
    put_square(out, belligerants_camp_square_of(action));
}

static void put_die(struct bv_out *out, int number)
{
    if (number == BELL_DEVIL)
        bv_put_char(out, 'D');
    else
        bv_put_number(out, number);
}

void belligerants_token(const struct bv_terms *terms, bv_action action, struct bv_out *out)
{
    int square = belligerants_square_of(action);
    int number = belligerants_number_of(action);
    switch (belligerants_action_kind(action)) {
    case BELL_DO_PASS: bv_put_char(out, '.'); break;
    case BELL_DO_ASK: bv_put(out, "A?"); break;
    case BELL_DO_ROLL: bv_put(out, "roll"); break;
    case BELL_DO_ACCEPT: bv_put(out, "A+"); break;
    case BELL_DO_REFUSE: bv_put(out, "A-"); break;
    case BELL_DO_MOVE: put_move(action, out); break;
    case BELL_DO_PLACE:
        bv_putf(out, "%s=", belligerants_code[number]);
        put_square(out, square);
        break;
    case BELL_DO_LOTS: bv_putf(out, "#%s", terms->game->side[number].name); break;
    case BELL_DO_DIE:
        bv_put_char(out, '#');
        put_die(out, number);
        break;
    case BELL_DO_PRICE: bv_putf(out, "A=%d", number * BELL_PRICE_UNIT); break;
    case BELL_DO_FORFEIT:
        bv_put_char(out, '!');
        put_square(out, square);
        break;
    }
}

/* ---- Writing a position ---------------------------------------------------------------------- */

static char letter_of(const struct belligerants_tables *t, int slot, int side)
{
    char capital = letter[t->kind[slot]];
    return side == BELL_J ? capital : (char)(capital + 'a' - 'A');
}

static void put_cell(const struct belligerants_tables *t, const struct belligerants_state *s,
                     int square, struct bv_out *out)
{
    int slot = belligerants_slot_on(s, square);
    if (slot < 0) {
        bv_put_char(out, '.');
        return;
    }
    int holder = s->held[BELL_R] >> slot & 1;
    bv_put_char(out, letter_of(t, slot, holder));
    if (holder != belligerants_owner(slot)) bv_put_char(out, '\'');
}

static void put_number_field(struct bv_out *out, const char *key, int number)
{
    if (!number) return;
    bv_putf(out, "%s%d", key, number);
}

static void put_prisoners(const struct belligerants_tables *t, const struct belligerants_state *s,
                          int side, struct bv_out *out)
{
    const char *key = side == BELL_J ? " J=" : " R=";
    for (int slot = 0; slot < BELL_SLOTS; slot++) {
        if (s->place[slot] != BELL_PRISONER_OF_J + side) continue;
        bv_put(out, key);
        key = "";
        bv_put_char(out, letter_of(t, slot, belligerants_owner(slot)));
    }
}

static void put_forfeit(const struct belligerants_state *s, struct bv_out *out)
{
    const char *key = " forfeit=";
    for (int square = 0; square < BELL_SQUARES_MAX; square++) {
        int slot = belligerants_slot_on(s, square);
        if (slot < 0 || !(s->forfeit & belligerants_bit(slot))) continue;
        bv_put(out, key);
        key = ",";
        put_square(out, square);
    }
}

void belligerants_write(const struct bv_terms *terms, const union bv_state *state,
                        struct bv_out *out)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    const struct belligerants_state *s = &state->belligerants;
    for (int rank = t->ranks - 1; rank >= 0; rank--) {
        for (int file = 0; file < t->files; file++) put_cell(t, s, file * BELL_STRIDE + rank, out);
        bv_put_char(out, rank ? '/' : ' ');
    }
    bv_putf(out, "%s %s", terms->game->side[s->turn].name, belligerants_phase_names[s->phase]);
    if (s->number) {
        bv_put(out, " die=");
        put_die(out, s->number);
    }
    put_number_field(out, " moves=", s->moves);
    put_number_field(out, " quiet=", s->quiet);
    put_prisoners(t, s, BELL_J, out);
    put_prisoners(t, s, BELL_R, out);
    if (s->wait[BELL_J] || s->wait[BELL_R]) {
        bv_putf(out, " wait=%d/%d", s->wait[BELL_J], s->wait[BELL_R]);
    }
    put_number_field(out, " price=", s->price * BELL_PRICE_UNIT);
    put_forfeit(s, out);
    if (s->phase == BELL_OVER) {
        bv_putf(out, " reason=%s", terms->game->reason[s->reason].word);
    }
}

/* ---- Reading a position ---------------------------------------------------------------------- */

/* A pawn of that letter goes to a place, if its army has one left; returns its slot or -1. */
static int settle(const struct belligerants_tables *t, struct belligerants_state *s, char capital,
                  int owner, int place)
{
    for (int slot = owner * BELL_ARMY; slot < (owner + 1) * BELL_ARMY; slot++) {
        if (letter[t->kind[slot]] != capital || s->place[slot] != BELL_IN_HAND) continue;
        s->place[slot] = (uint8_t)place;
        return slot;
    }
    return -1;
}

static bool split_letter(char c, char *capital, int *side)
{
    bool small = c >= 'a' && c <= 'z';
    *side = small ? BELL_R : BELL_J;
    *capital = small ? (char)(c - 'a' + 'A') : c;
    return small || (c >= 'A' && c <= 'Z');
}

static bool read_cell(const struct belligerants_tables *t, struct belligerants_state *s,
                      struct bv_span *rest, int square, struct bv_error *error)
{
    char capital = 0;
    int holder = 0;
    if (bv_take_char(rest, '.')) return true;
    if (!rest->length || !split_letter(rest->text[0], &capital, &holder))
        return bv_error_set(error, "the squares do not fit the board");
    bv_take_char(rest, rest->text[0]);
    bool turned = bv_take_char(rest, '\'');
    int slot = settle(t, s, capital, turned ? !holder : holder, square);
    if (slot < 0)
        return bv_error_set(error, "an unknown pawn, or more of a kind than the army has");
    s->held[holder] |= belligerants_bit(slot);
    belligerants_put_in_order(t, s, slot);
    return true;
}

static bool read_squares(const struct belligerants_tables *t, struct belligerants_state *s,
                         struct bv_span text, struct bv_error *error)
{
    for (int rank = t->ranks - 1; rank >= 0; rank--) {
        for (int file = 0; file < t->files; file++)
            if (!read_cell(t, s, &text, file * BELL_STRIDE + rank, error)) return false;
        if (rank && !bv_take_char(&text, '/'))
            return bv_error_set(error, "the squares do not fit the board");
    }
    return !text.length || bv_error_set(error, "the squares do not fit the board");
}

static bool read_prisoners(const struct belligerants_tables *t, struct belligerants_state *s,
                           int holder, struct bv_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        char capital = 0;
        int owner = 0;
        if (!split_letter(text.text[i], &capital, &owner)) return false;
        int slot = settle(t, s, capital, owner, BELL_PRISONER_OF_J + holder);
        if (slot < 0) return false;
        belligerants_put_in_order(t, s, slot);
    }
    return true;
}

static bool read_forfeit(const struct belligerants_tables *t, struct belligerants_state *s,
                         struct bv_span text)
{
    struct bv_span part;
    while (bv_take_part(&text, ',', &part)) {
        int file = 0;
        int rank = 0;
        if (!bv_take_square(&part, t->files, t->ranks, &file, &rank) || part.length) return false;
        int slot = belligerants_slot_on(s, file * BELL_STRIDE + rank);
        if (slot < 0) return false;
        s->forfeit |= belligerants_bit(slot);
    }
    return true;
}

/* What was found among names, if it was. */
static bool set(int found, uint8_t *which)
{
    *which = (uint8_t)found;
    return found >= 0;
}

static bool read_die(struct bv_span text, uint8_t *number)
{
    if (!bv_span_is(text, "D")) return bv_byte_of(text, BELL_LONGEST, number);
    *number = BELL_DEVIL;
    return true;
}

static bool read_wait(const struct belligerants_tables *t, struct bv_span text, uint8_t *wait)
{
    struct bv_span part = {0};
    return bv_take_part(&text, '/', &part) && bv_byte_of(part, t->ask_again, &wait[BELL_J]) &&
           bv_byte_of(text, t->ask_again, &wait[BELL_R]);
}

static bool read_price(struct bv_span text, uint8_t *price)
{
    int number = 0;
    if (!bv_number_of(text, 0, BELL_PRICE_MOST * BELL_PRICE_UNIT, &number)) return false;
    *price = (uint8_t)(number / BELL_PRICE_UNIT);
    return true;
}

static bool read_moves(const struct belligerants_tables *t, struct bv_span text, uint16_t *moves)
{
    int number = 0;
    if (!bv_number_of(text, 0, t->all_moves, &number)) return false;
    *moves = (uint16_t)number;
    return true;
}

/* One `key=value`. */
static bool read_field(const struct bv_terms *terms, struct belligerants_state *s,
                       struct bv_span field)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    struct bv_span key = {0};
    bv_take_part(&field, '=', &key);
    if (bv_span_is(key, "die")) return read_die(field, &s->number);
    if (bv_span_is(key, "moves")) return read_moves(t, field, &s->moves);
    if (bv_span_is(key, "quiet")) return bv_byte_of(field, t->quiet_moves, &s->quiet);
    if (bv_span_is(key, "J")) return read_prisoners(t, s, BELL_J, field);
    if (bv_span_is(key, "R")) return read_prisoners(t, s, BELL_R, field);
    if (bv_span_is(key, "wait")) return read_wait(t, field, s->wait);
    if (bv_span_is(key, "price")) return read_price(field, &s->price);
    if (bv_span_is(key, "forfeit")) return read_forfeit(t, s, field);
    if (bv_span_is(key, "reason")) return set(bv_reason_named(terms->game, field), &s->reason);
    return false;
}

/* What the text does not say: who is in hand, who is destroyed, how far the set-up has come. */
static void complete(struct belligerants_state *s)
{
    for (int slot = 0; slot < BELL_SLOTS; slot++) {
        if (s->phase != BELL_SETUP && s->place[slot] == BELL_IN_HAND)
            s->place[slot] = BELL_DESTROYED;
        if (s->phase != BELL_SETUP || s->place[slot] != BELL_IN_HAND)
            s->placed[belligerants_owner(slot)]++;
    }
}

static bool read_fields(const struct bv_terms *terms, struct bv_span text,
                        struct belligerants_state *s, struct bv_error *error)
{
    struct bv_span word = {0};
    if (!bv_take_part(&text, ' ', &word) ||
        !read_squares(&terms->tables->belligerants, s, word, error))
        return false;
    if (!bv_take_part(&text, ' ', &word) || !set(bv_side_named(terms->game, word), &s->turn))
        return bv_error_set(error, "after the squares stands whose turn it is: J or R");
    if (!bv_take_part(&text, ' ', &word) ||
        !set(bv_word_among(word, belligerants_phase_names, BELL_PHASES), &s->phase))
        return bv_error_set(error, "after the turn stands the phase: setup lots ask price answer "
                                   "roll move forfeit over");
    while (bv_take_part(&text, ' ', &word)) {
        if (read_field(terms, s, word)) continue;
        return bv_error_setf(error, "cannot make sense of '%.*s'", BV_SPAN(word));
    }
    complete(s);
    return true;
}

bool belligerants_read(const struct bv_terms *terms, struct bv_span text, union bv_state *state,
                       struct bv_error *error)
{
    error->text[0] = '\0';
    belligerants_start(terms, state);
    if (!read_fields(terms, text, &state->belligerants, error))
        return error->text[0] ? false : bv_error_set(error, "the position is empty");
    return true;
}
