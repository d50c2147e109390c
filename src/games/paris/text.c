/*
 * Tokens, points and positions as text. A position:
 *
 *     .g.k.l.l.k.c/s.s.s.s.s.s./…/.C.K.L.L.K.G B phase=summons moved=e5 moves=13 quiet=3 since=4
 *     │                                        │
 *     │                                        the turn: GB the garrison's before White's, B, GN, N
 *     rows from the top; # wall, o empty circle, . empty square; GCKLS White's men, gckls Black's,
 *     @ % + the garrison's General, Colonel and Soldiers
 *
 * The other fields stand in this order, and only where they say something: a phase other than moving (general,
 * colonel, summons, or the reason why the game is over), the point summoned, the point of the man just moved,
 * the count of moves (only from 4 on, as the turn tells the rest), quiet and since.
 */
#include "games/storage.h"

static const char letters[PARIS_PIECES] = {
    [1] = '@',  [2] = '%',  [5] = '+',                          /* the garrison */
    [9] = 'G',  [10] = 'C', [11] = 'K', [12] = 'L', [13] = 'S', /* White */
    [17] = 'g', [18] = 'c', [19] = 'k', [20] = 'l', [21] = 's', /* Black */
};

static const char *const turns[4] = {"GB", "B", "GN", "N"};

char paris_letter(int piece)
{
    return letters[piece];
}

int paris_piece_of(char letter)
{
    for (int piece = 1; piece < PARIS_PIECES; piece++)
        if (letter && letters[piece] == letter) return piece;
    return PARIS_EMPTY;
}

/* ---- Points and tokens ---------------------------------------------------------------------------------- */

static void put_point(const struct paris_tables *tables, int point, struct bv_out *out)
{
    if (paris_is_circle(point))
        bv_put(out, tables->circle[point]);
    else
        bv_put_square(out, tables->file[point], tables->rank[point]);
}

void paris_point(const struct bv_terms *terms, int point, struct bv_out *out)
{
    put_point(&terms->tables->paris, point, out);
}

/* The whole span as a point; false if it names none. */
static bool point_of(const struct paris_tables *tables, struct bv_span name, uint8_t *point)
{
    int file, rank;
    for (int i = 0; i < PARIS_CIRCLES; i++)
        if (bv_span_is(name, tables->circle[i])) {
            *point = (uint8_t)i;
            return true;
        }
    if (!bv_take_square(&name, PARIS_FILES, PARIS_RANKS, &file, &rank) || name.length) return false;
    *point = tables->point[rank][file];
    return *point != PARIS_NOWHERE && !paris_is_circle(*point);
}

void paris_token(const struct bv_terms *terms, bv_action action, struct bv_out *out)
{
    static const char *const prefix[] = {
        [PARIS_DO_MOVE] = "", [PARIS_DO_CAPTURE] = "",   [PARIS_DO_SUMMON] = "!",
        [PARIS_DO_END] = ".", [PARIS_DO_GENERAL] = "G=", [PARIS_DO_COLONEL] = "C=",
    };
    const struct paris_tables *tables = &terms->tables->paris;
    int kind = paris_action_kind(action);
    bv_put(out, prefix[kind]);
    if (kind == PARIS_DO_END) return;
    put_point(tables, paris_from(action), out);
    if (kind > PARIS_DO_CAPTURE) return;
    bv_put_char(out, kind == PARIS_DO_CAPTURE ? 'x' : '-');
    put_point(tables, paris_to(action), out);
}

/* ---- Writing a position --------------------------------------------------------------------------------- */

static char cell_letter(const struct paris_state *state, int point)
{
    if (point == PARIS_NOWHERE) return '#';
    if (state->at[point] != PARIS_EMPTY) return letters[state->at[point]];
    return paris_is_circle(point) ? 'o' : '.';
}

static void put_rows(const struct paris_tables *tables, const struct paris_state *state,
                     struct bv_out *out)
{
    for (int rank = PARIS_RANKS - 1; rank >= 0; rank--) {
        for (int file = 0; file < PARIS_FILES; file++)
            bv_put_char(out, cell_letter(state, tables->point[rank][file]));
        if (rank) bv_put_char(out, '/');
    }
}

static void put_point_field(const struct paris_tables *tables, const char *key, int point,
                            struct bv_out *out)
{
    if (point == PARIS_NOWHERE) return;
    bv_put(out, key);
    put_point(tables, point, out);
}

static void put_number_field(const char *key, int number, int least, struct bv_out *out)
{
    if (number < least) return;
    bv_put(out, key);
    bv_put_number(out, number);
}

static const char *phase_word(const struct bv_terms *terms, int phase, int reason)
{
    static const char *const words[PARIS_PHASES] = {
        [PARIS_PLACE_GENERAL] = "general",
        [PARIS_PLACE_COLONEL] = "colonel",
        [PARIS_MOVE] = "",
        [PARIS_SUMMONS] = "summons",
    };
    return phase == PARIS_OVER ? terms->game->reason[reason].word : words[phase];
}

void paris_write(const struct bv_terms *terms, const union bv_state *state, struct bv_out *out)
{
    const struct paris_tables *tables = &terms->tables->paris;
    const struct paris_state *s = &state->paris;
    put_rows(tables, s, out);
    bv_put_char(out, ' ');
    bv_put(out, turns[s->moves % 4]);
    if (s->phase != PARIS_MOVE) {
        bv_put(out, " phase=");
        bv_put(out, phase_word(terms, s->phase, s->reason));
    }
    put_point_field(tables, " summoned=", s->summoned, out);
    put_point_field(tables, " moved=", s->moved, out);
    put_number_field(" moves=", s->moves, 4, out);
    put_number_field(" quiet=", s->quiet, 1, out);
    put_number_field(" since=", s->since, 1, out);
}

/* ---- Reading a position --------------------------------------------------------------------------------- */

/* No more men of a kind than there are in the box. */
static bool is_left_in_box(const struct paris_state *state, int piece)
{
    static const uint8_t box[2][PARIS_RANKS_OF_MEN] = {{1, 1, 2, 2, PARIS_SOLDIERS},
                                                       {1, 1, 0, 0, PARIS_GARRISON_SOLDIERS}};
    int found = 0;
    for (int point = 0; point < PARIS_POINTS; point++) found += state->at[point] == piece;
    return found < box[!paris_is_besieger(piece)][paris_rank_of(piece)];
}

static bool read_cell(const struct paris_tables *tables, struct paris_state *state, int point,
                      char c)
{
    int piece = paris_piece_of(c);
    if (point == PARIS_NOWHERE) return c == '#';
    if (c == (paris_is_circle(point) ? 'o' : '.')) return true;
    if (!piece || !is_left_in_box(state, piece)) return false;
    paris_put(tables, state, piece, point);
    return true;
}

static bool read_rows(const struct paris_tables *tables, struct paris_state *state,
                      struct bv_span rows)
{
    struct bv_span row;
    for (int rank = PARIS_RANKS - 1; rank >= 0; rank--) {
        if (!bv_take_part(&rows, '/', &row) || row.length != PARIS_FILES) return false;
        for (int file = 0; file < PARIS_FILES; file++)
            if (!read_cell(tables, state, tables->point[rank][file], row.text[file])) return false;
    }
    return !rows.length;
}

static bool read_turn(struct paris_state *state, struct bv_span word)
{
    for (int turn = 0; turn < 4; turn++)
        if (bv_span_is(word, turns[turn])) {
            state->moves = (uint16_t)turn;
            return true;
        }
    return false;
}

static bool read_phase(const struct bv_terms *terms, struct paris_state *state, struct bv_span word)
{
    for (int phase = 0; phase < PARIS_PHASES; phase++)
        for (int reason = 0; reason < (phase == PARIS_OVER ? PARIS_REASONS : 1); reason++)
            if (bv_span_is(word, phase_word(terms, phase, reason))) {
                state->phase = (uint8_t)phase;
                state->reason = (uint8_t)reason;
                return true;
            }
    return false;
}

static bool read_count(struct bv_span word, uint16_t *count)
{
    int number;
    if (!bv_number_of(word, 0, UINT16_MAX, &number)) return false;
    *count = (uint16_t)number;
    return true;
}

static bool read_field(const struct bv_terms *terms, struct paris_state *state, struct bv_span word)
{
    const struct paris_tables *tables = &terms->tables->paris;
    struct bv_span key;
    int turn = state->moves % 4;
    if (!bv_take_part(&word, '=', &key)) return false;
    if (bv_span_is(key, "phase")) return read_phase(terms, state, word);
    if (bv_span_is(key, "summoned")) return point_of(tables, word, &state->summoned);
    if (bv_span_is(key, "moved")) return point_of(tables, word, &state->moved);
    if (bv_span_is(key, "moves"))
        return read_count(word, &state->moves) && state->moves % 4 == turn; /* P18 */
    if (bv_span_is(key, "quiet")) return read_count(word, &state->quiet);
    if (bv_span_is(key, "since")) return read_count(word, &state->since);
    return false;
}

bool paris_read(const struct bv_terms *terms, struct bv_span text, union bv_state *state,
                struct bv_error *error)
{
    struct paris_state *s = &state->paris;
    struct bv_span rest = text;
    struct bv_span word;
    paris_clear(s);
    s->phase = PARIS_MOVE;
    if (!bv_take_part(&rest, ' ', &word) || !read_rows(&terms->tables->paris, s, word))
        return bv_error_set(error, "a position begins with 16 rows of 12, parted by '/': walls #, "
                                   "circles o, squares ., men GCKLS gckls @%+ as the box has them");
    if (!bv_take_part(&rest, ' ', &word) || !read_turn(s, word))
        return bv_error_set(error, "after the rows the turn is missing: GB, B, GN or N");
    while (bv_take_part(&rest, ' ', &word))
        if (!read_field(terms, s, word)) {
            struct bv_out out = bv_error_begin(error);
            bv_put(&out, "wrong or unknown field in the position, after '");
            bv_put_span(&out, (struct bv_span){word.text, word.length > 40 ? 40 : word.length});
            bv_put(&out, "'");
            return false;
        }
    return true;
}
