/*
 * Tokens, and a position as one line:
 *
 *     ROWS SIDE PHASE [key=value …]
 *
 * ROWS are the ranks from the top parted by `/`, each from square n0 down to n1, as Green sees
 * them. A square is
 *
 *     .            empty
 *     A B C        an installation, o a gun; the camp tells whose
 *     V3  G?       a tank with its rank, `?` if the view does not know it; then in this order
 *         !            its rank was announced
 *         +            it is a command tank
 *         a b c        it stands on that enemy installation (until the movement ends)
 *
 * SIDE is whose turn it is, PHASE one of setup plot move fight roll over. Keys stand in the order
 * of the table below; what is nought or usual is left out: all points left, tanks where the
 * movement began, squares that must be free of mines anyway (chars_least_swept).
 */
#include "games/storage.h"

static const char side_letter[] = "VG";
static const char depot_letter[] = "ABC";
const char *const chars_phase_names[CHARS_PHASES] = {"setup", "plot", "move",
                                                     "fight", "roll", "over"};

/* ---- Tokens ---------------------------------------------------------------------------------- */

void chars_point(const struct bv_terms *terms, int point, struct bv_out *out)
{
    (void)terms;
    bv_put_number(out, point + 1); /* C2 */
}

void chars_token(const struct bv_terms *terms, bv_action action, struct bv_out *out)
{
    static const char thing[] = "ABC123456GM"; /* C8 */
    int from = chars_from(action);
    int to = chars_to(action);
    switch (chars_kind_of(action)) {
    case CHARS_SET: bv_putf(out, "%c=", thing[from]); break;
    case CHARS_RED: bv_put_char(out, '!'); break;   /* C12 */
    case CHARS_WHITE: bv_put_char(out, '?'); break; /* C12 */
    case CHARS_STOP: bv_put_char(out, '.'); return;
    case CHARS_STEP:
    case CHARS_ATTACK:
        chars_point(terms, from, out);
        bv_put_char(out, chars_kind_of(action) == CHARS_STEP ? '-' : 'x');
        break;
    case CHARS_DIE: bv_put(out, to ? "#b" : "#r"); return; /* C33 */
    }
    chars_point(terms, to, out);
}

/* ---- The fields ------------------------------------------------------------------------------ */

/*
 * What is written is not the state itself but a sheet of it, in which everything that is left out
 * is nought, so that one table serves both directions.
 */
struct sheet {
    bv_bits128 mines, swept, red, white, began, moved, stood;
    uint8_t hidden[2]; /* mines left whose squares the view does not know */
    uint8_t spent[2];  /* whites */
    uint8_t fallen[2]; /* announced ranks that are destroyed, one bit each */
    uint8_t blanks, quiet, loud, points, forward;
    uint8_t tank, attacker, target; /* squares as they are printed */
};

enum { FIELDS = 18 };

/* One field: a set of squares, or one or two bytes; of ranks each byte is a set. */
struct field {
    const char *key;
    bv_bits128 *squares;
    uint8_t *byte;
    int bytes;
    bool ranks;
};

static void list_fields(struct sheet *sheet, struct field list[FIELDS])
{
    const struct field all[FIELDS] = {
        {.key = "blanks", .byte = &sheet->blanks, .bytes = 1},
        {.key = "quiet", .byte = &sheet->quiet, .bytes = 1},
        {.key = "loud", .byte = &sheet->loud, .bytes = 1},
        {.key = "spent", .byte = sheet->spent, .bytes = 2},
        {.key = "fallen", .byte = sheet->fallen, .bytes = 2, .ranks = true},
        {.key = "mines", .squares = &sheet->mines},
        {.key = "hidden", .byte = sheet->hidden, .bytes = 2},
        {.key = "swept", .squares = &sheet->swept},
        {.key = "red", .squares = &sheet->red},
        {.key = "white", .squares = &sheet->white},
        {.key = "points", .byte = &sheet->points, .bytes = 1},
        {.key = "forward", .byte = &sheet->forward, .bytes = 1},
        {.key = "began", .squares = &sheet->began},
        {.key = "moved", .squares = &sheet->moved},
        {.key = "tank", .byte = &sheet->tank, .bytes = 1},
        {.key = "stood", .squares = &sheet->stood},
        {.key = "attacker", .byte = &sheet->attacker, .bytes = 1},
        {.key = "target", .byte = &sheet->target, .bytes = 1},
    };
    bv_copy(list, all, sizeof all);
}

static void put_squares(struct bv_out *out, bv_bits128 set)
{
    for (bool first = true; set; first = false) {
        if (!first) bv_put_char(out, ',');
        bv_put_number(out, bv_take128(&set) + 1);
    }
}

static void put_ranks(struct bv_out *out, uint8_t ranks)
{
    if (!ranks) bv_put_char(out, '-');
    for (int rank = 0; rank < CHARS_TANKS; rank++)
        if (ranks >> rank & 1) bv_put_number(out, rank + 1);
}

static bool is_nought(const struct field *field)
{
    bool nought = !field->squares || !*field->squares;
    for (int i = 0; i < field->bytes; i++) nought &= !field->byte[i];
    return nought;
}

static void put_field(const struct field *field, struct bv_out *out)
{
    if (is_nought(field)) return;
    bv_putf(out, " %s=", field->key);
    if (field->squares) put_squares(out, *field->squares);
    for (int i = 0; i < field->bytes; i++) {
        if (i) bv_put_char(out, ',');
        if (field->ranks)
            put_ranks(out, field->byte[i]);
        else
            bv_put_number(out, field->byte[i]);
    }
}

/* Squares in increasing order, at least one. */
static bool take_squares(struct bv_span *rest, bv_bits128 *set)
{
    int last = 0;
    *set = 0;
    do {
        int square = 0;
        if (!bv_take_number(rest, CHARS_SQUARES, &square) || square <= last) return false;
        *set |= bv_bit128(square - 1);
        last = square;
    } while (bv_take_char(rest, ','));
    return true;
}

static bool take_ranks(struct bv_span *rest, uint8_t *ranks)
{
    *ranks = 0;
    if (bv_take_char(rest, '-')) return true;
    for (int rank = 0; rank < CHARS_TANKS; rank++)
        if (bv_take_char(rest, (char)('1' + rank))) *ranks = (uint8_t)(*ranks | 1 << rank);
    return *ranks != 0;
}

static bool take_byte(struct bv_span *rest, uint8_t *byte)
{
    int number = 0;
    if (!bv_take_number(rest, UINT8_MAX, &number)) return false;
    *byte = (uint8_t)number;
    return true;
}

static bool take_value(struct bv_span *rest, const struct field *field)
{
    if (field->squares && !take_squares(rest, field->squares)) return false;
    for (int i = 0; i < field->bytes; i++) {
        if (i && !bv_take_char(rest, ',')) return false;
        bool taken =
            field->ranks ? take_ranks(rest, &field->byte[i]) : take_byte(rest, &field->byte[i]);
        if (!taken) return false;
    }
    return rest->length == 0;
}

/* Takes `key=` off the front; false and untouched if another key stands there. */
static bool take_key(struct bv_span *rest, const char *key)
{
    struct bv_span left = *rest;
    while (*key)
        if (!bv_take_char(&left, *key++)) return false;
    if (!bv_take_char(&left, '=')) return false;
    *rest = left;
    return true;
}

static bool read_fields(struct bv_span rest, struct sheet *sheet, struct bv_error *error)
{
    struct field fields[FIELDS];
    struct bv_span word = {0};
    bool more = bv_take_part(&rest, ' ', &word);
    list_fields(sheet, fields);
    for (int i = 0; i < FIELDS && more; i++) {
        if (!take_key(&word, fields[i].key)) continue;
        if (!take_value(&word, &fields[i]))
            return bv_error_setf(error, "cannot read the value of '%s'", fields[i].key);
        more = bv_take_part(&rest, ' ', &word);
    }
    return !more || bv_error_set(error, "a field is unknown, given twice or out of order");
}

/* ---- Between sheet and state ----------------------------------------------------------------- */

static struct sheet sheet_of(const struct chars_tables *t, const struct chars_state *s)
{
    struct sheet sheet = {
        .mines = s->mines,
        .swept = s->swept & ~chars_least_swept(t, s),
        .red = s->red,
        .white = s->white,
        .moved = s->moved,
        .began = s->moved ? s->began : 0,
        .stood = s->stood,
        .blanks = s->blanks,
        .quiet = s->quiet,
        .loud = s->loud,
        .forward = s->forward,
        .points = s->moved ? s->points : 0,
        .tank = (uint8_t)(s->active + 1),
        .attacker = (uint8_t)(s->attacker + 1),
        .target = (uint8_t)(s->target + 1),
    };
    for (int side = 0; side < 2; side++) {
        bool hidden = !(s->mines & t->camp[side]);
        sheet.hidden[side] = hidden ? s->mines_left[side] : 0;
        sheet.spent[side] = (uint8_t)(t->whites - s->whites[side]);
        for (int rank = 0; rank < CHARS_TANKS; rank++)
            if (s->where[side][rank] == CHARS_GONE)
                sheet.fallen[side] =
                    (uint8_t)(sheet.fallen[side] | (s->announced[side] & 1 << rank));
    }
    return sheet;
}

static void use_sheet(const struct chars_tables *t, const struct sheet *sheet,
                      struct chars_state *s)
{
    bool fresh = s->phase == CHARS_MOVE && !sheet->moved;
    s->mines = sheet->mines;
    s->red = sheet->red;
    s->white = sheet->white;
    s->moved = sheet->moved;
    s->began = fresh ? s->tanks[s->side] : sheet->began;
    s->stood = sheet->stood;
    s->blanks = sheet->blanks;
    s->quiet = sheet->quiet;
    s->loud = sheet->loud;
    s->forward = sheet->forward;
    s->points = fresh ? (uint8_t)chars_points(t, s, s->side) : sheet->points;
    s->active = (uint8_t)(sheet->tank - 1);
    s->attacker = (uint8_t)(sheet->attacker - 1);
    s->target = (uint8_t)(sheet->target - 1);
    for (int side = 0; side < 2; side++) {
        s->mines_left[side] = sheet->hidden[side];
        s->whites[side] = (uint8_t)(t->whites - sheet->spent[side]);
        s->announced[side] = (uint8_t)(s->announced[side] | sheet->fallen[side]);
    }
    chars_derive(t, s);
    s->swept = sheet->swept | chars_least_swept(t, s);
}

/* ---- The map --------------------------------------------------------------------------------- */

static int depot_at(const struct chars_state *s, int square)
{
    for (int i = 0; i < CHARS_DEPOTS; i++)
        if (s->depot[0][i] == square || s->depot[1][i] == square) return i;
    return -1;
}

static void put_tank(const struct chars_state *s, int side, int square, struct bv_out *out)
{
    int rank = chars_rank_at(s, side, square);
    int depot = depot_at(s, square);
    bv_putf(out, "%c%c", side_letter[side], rank < 0 ? '?' : (char)('1' + rank));
    if (rank >= 0 && s->announced[side] >> rank & 1) bv_put_char(out, '!');
    if (bv_has128(s->commands, square)) bv_put_char(out, '+');
    if (depot >= 0) bv_put_char(out, (char)('a' + depot));
}

static void put_map_square(const struct chars_state *s, int square, struct bv_out *out)
{
    int depot = depot_at(s, square);
    for (int side = 0; side < 2; side++)
        if (bv_has128(s->tanks[side], square)) {
            put_tank(s, side, square, out);
            return;
        }
    if (bv_has128(s->guns, square))
        bv_put_char(out, 'o');
    else
        bv_put_char(out, depot < 0 ? '.' : depot_letter[depot]);
}

/* The square that stands at a place of the text, counted from the top left. */
static int square_at(int place)
{
    return CHARS_SQUARES - 1 - place; /* C2 */
}

void chars_write(const struct bv_terms *terms, const union bv_state *state, struct bv_out *out)
{
    const struct chars_tables *t = &terms->tables->chars;
    const struct chars_state *s = &state->chars;
    struct sheet sheet = sheet_of(t, s);
    struct field fields[FIELDS];
    list_fields(&sheet, fields);
    for (int place = 0; place < CHARS_SQUARES; place++) {
        if (place && place % CHARS_WIDTH == 0) bv_put_char(out, '/');
        put_map_square(s, square_at(place), out);
    }
    bv_putf(out, " %c %s", side_letter[s->side], chars_phase_names[s->phase]);
    for (int i = 0; i < FIELDS; i++) put_field(&fields[i], out);
}

static int side_of_camp(const struct chars_tables *t, int square)
{
    return bv_has128(t->camp[CHARS_GREY], square) ? CHARS_GREY : CHARS_GREEN;
}

static bool set_depot(const struct chars_tables *t, struct chars_state *s, int depot, int square)
{
    uint8_t *place = &s->depot[side_of_camp(t, square)][depot];
    if (*place != CHARS_GONE) return false;
    *place = (uint8_t)square;
    return true;
}

/* Ranks that no tank shows are destroyed; or unknown, where some tank's rank is. */
static void forget_ranks(struct chars_state *s, int side)
{
    for (int rank = 0; rank < CHARS_TANKS; rank++)
        if (!(s->announced[side] >> rank & 1) && s->where[side][rank] == CHARS_GONE)
            s->where[side][rank] = CHARS_UNKNOWN;
}

static bool take_rank(struct bv_span *rest, struct chars_state *s, int side, int square,
                      bool *unknown)
{
    if (bv_take_char(rest, '?')) {
        *unknown = true;
        return true;
    }
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        if (!bv_take_char(rest, (char)('1' + rank))) continue;
        if (s->where[side][rank] != CHARS_GONE) return false;
        s->where[side][rank] = (uint8_t)square;
        if (bv_take_char(rest, '!')) s->announced[side] = (uint8_t)(s->announced[side] | 1 << rank);
        return true;
    }
    return false;
}

static bool take_tank(struct bv_span *rest, const struct chars_tables *t, struct chars_state *s,
                      int side, int square, bool *unknown)
{
    if (!take_rank(rest, s, side, square, unknown)) return false;
    s->tanks[side] |= bv_bit128(square);
    if (bv_take_char(rest, '+')) s->commands |= bv_bit128(square);
    for (int i = 0; i < CHARS_DEPOTS; i++)
        if (bv_take_char(rest, (char)('a' + i))) return set_depot(t, s, i, square);
    return true;
}

static bool take_map_square(struct bv_span *rest, const struct chars_tables *t,
                            struct chars_state *s, int square, bool unknown[2])
{
    for (int side = 0; side < 2; side++)
        if (bv_take_char(rest, side_letter[side]))
            return take_tank(rest, t, s, side, square, &unknown[side]);
    for (int i = 0; i < CHARS_DEPOTS; i++)
        if (bv_take_char(rest, depot_letter[i])) return set_depot(t, s, i, square);
    if (bv_take_char(rest, 'o')) {
        s->guns |= bv_bit128(square);
        return true;
    }
    return bv_take_char(rest, '.');
}

static bool read_map(struct bv_span rows, const struct chars_tables *t, struct chars_state *s,
                     bool unknown[2], struct bv_error *error)
{
    for (int place = 0; place < CHARS_SQUARES; place++) {
        bool row_begins = place && place % CHARS_WIDTH == 0;
        if ((row_begins && !bv_take_char(&rows, '/')) ||
            !take_map_square(&rows, t, s, square_at(place), unknown))
            return bv_error_setf(error, "the map is wrong at square %d", square_at(place) + 1);
    }
    return !rows.length || bv_error_set(error, "the map is too long");
}

static bool read_turn(struct bv_span *rest, struct chars_state *s, struct bv_error *error)
{
    struct bv_span word = {0};
    if (bv_take_char(rest, 'G'))
        s->side = CHARS_GREY;
    else if (!bv_take_char(rest, 'V'))
        return bv_error_set(error, "the second field says whose turn it is: V or G");
    bool there = bv_take_char(rest, ' ') && bv_take_part(rest, ' ', &word);
    int phase = there ? bv_word_among(word, chars_phase_names, CHARS_PHASES) : -1;
    s->phase = (uint8_t)phase;
    return phase >= 0 ||
           bv_error_set(error, "the third field is setup, plot, move, fight, roll or over");
}

bool chars_read(const struct bv_terms *terms, struct bv_span text, union bv_state *state,
                struct bv_error *error)
{
    const struct chars_tables *t = &terms->tables->chars;
    struct sheet sheet = {0};
    struct bv_span rows = {0};
    bool unknown[2] = {false, false};
    struct chars_state *s = &state->chars;
    chars_start(terms, state);
    if (!bv_take_part(&text, ' ', &rows)) return bv_error_set(error, "the position is empty");
    if (!read_map(rows, t, s, unknown, error)) return false;
    if (!read_turn(&text, s, error)) return false;
    if (!read_fields(text, &sheet, error)) return false;
    use_sheet(t, &sheet, s);
    for (int side = 0; side < 2; side++)
        if (unknown[side]) forget_ranks(s, side);
    return true;
}
