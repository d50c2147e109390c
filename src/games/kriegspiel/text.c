/*
 * Tokens, and a position as one line of text:
 *
 *     2r^2r^...4c^.../...  F move points=4,5,1 moved=d4:2 given=c3=d3 quiet=12
 *
 * First the hexagons, lines from the top parted by `/`, three characters each: `...`, or a plate as
 * its figures, its kind (a capital is French) and its facing as on a numeric keypad (9 is NE; `^`:
 * not turned yet), a destroyed cannon `-C-`, or `---` where the map has no hexagon. Then the army to play and the phase, then what is
 * not as at the phase's beginning.
 */
#include "games/storage.h"

/* ---- Letters --------------------------------------------------------------------------------- */

char kriegspiel_letter(unsigned side, unsigned kind)
{
    static const char letter[2][KRIEGSPIEL_KINDS + 1] = {"SRC", "src"};
    return letter[side][kind];
}

bool kriegspiel_letter_of(char letter, unsigned *side, unsigned *kind)
{
    for (*side = 0; *side < 2; ++*side)
        for (*kind = 0; *kind < KRIEGSPIEL_KINDS; ++*kind)
            if (kriegspiel_letter(*side, *kind) == letter) return true;
    return false;
}

/* The direction on a numeric keypad, `^` before the half rotation. */
static char facing_char(bool columns, unsigned facing)
{
    static const char key[2][KRIEGSPIEL_DIRECTIONS + 2] = {"963147^", "893217"};
    return key[columns][facing];
}

static bool facing_of(bool columns, char key, unsigned *facing)
{
    unsigned count = columns ? KRIEGSPIEL_DIRECTIONS : KRIEGSPIEL_DIRECTIONS + 1;
    for (*facing = 0; *facing < count; ++*facing)
        if (facing_char(columns, *facing) == key) return true;
    return false;
}

static const char *const kind_names[] = {"soldiers", "cavalry", "cannons"};
const char *const kriegspiel_phase_names[KRIEGSPIEL_PHASES] = {"lots", "move", "fire", "die",
                                                               "over"};

/* ---- Tokens ---------------------------------------------------------------------------------- */

static void put_hexagon(const struct kriegspiel_tables *tables, unsigned hexagon,
                        struct bv_out *out)
{
    bv_put_square(out, tables->file[hexagon], tables->rank[hexagon]);
}

static void put_pair(const struct kriegspiel_tables *tables, unsigned at, char sign, unsigned to,
                     struct bv_out *out)
{
    put_hexagon(tables, at, out);
    bv_put_char(out, sign);
    put_hexagon(tables, to, out);
}

void kriegspiel_point(const struct bv_terms *terms, int point, struct bv_out *out)
{
    put_hexagon(&terms->tables->kriegspiel, (unsigned)point, out);
}

void kriegspiel_token(const struct bv_terms *terms, bv_action action, struct bv_out *out)
{
    const struct kriegspiel_tables *tables = &terms->tables->kriegspiel;
    unsigned at = kriegspiel_at(action);
    unsigned to = kriegspiel_to(action);
    unsigned amount = kriegspiel_amount(action);
    switch (kriegspiel_action_kind(action)) {
    case KRIEGSPIEL_PASS: bv_put_char(out, '.'); break;
    case KRIEGSPIEL_LEFT:
        put_hexagon(tables, at, out);
        bv_put_char(out, '<');
        break;
    case KRIEGSPIEL_RIGHT:
        put_hexagon(tables, at, out);
        bv_put_char(out, '>');
        break;
    case KRIEGSPIEL_HALF:
        put_hexagon(tables, at, out);
        bv_putf(out, "^%s", kriegspiel_direction(tables->columns, amount));
        break;
    case KRIEGSPIEL_STEP: put_pair(tables, at, '-', to, out); break;
    case KRIEGSPIEL_GIVE:
        put_pair(tables, at, '=', to, out);
        bv_putf(out, ":%u", amount);
        break;
    case KRIEGSPIEL_SHOOT: put_pair(tables, at, '*', to, out); break;
    case KRIEGSPIEL_ROLL: bv_putf(out, "#%u", amount); break;
    case KRIEGSPIEL_START: bv_putf(out, "#%s", terms->game->side[amount].name); break;
    }
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void put_cell(const struct kriegspiel_tables *tables, const struct kriegspiel_state *state,
                     unsigned hexagon, struct bv_out *out)
{
    unsigned byte = state->field[hexagon];
    unsigned side = kriegspiel_owner(byte);
    unsigned slot = byte & KRIEGSPIEL_SLOT_MASK;
    if (byte & KRIEGSPIEL_WRECK) {
        bv_putf(out, "-%c-", kriegspiel_letter(byte & 1, KRIEGSPIEL_CANNONS));
    } else if (kriegspiel_is_plate(byte)) {
        unsigned plate = state->plate[side][slot];
        bv_putf(out, "%u%c%c", kriegspiel_figures(plate),
                kriegspiel_letter(side, kriegspiel_kind(slot)),
                facing_char(tables->columns, kriegspiel_facing(plate)));
    } else {
        bv_put(out, "...");
    }
}

static void put_field(const struct kriegspiel_tables *tables, const struct kriegspiel_state *state,
                      struct bv_out *out)
{
    for (int rank = tables->ranks - 1; rank >= 0; rank--) {
        for (int file = 0; file < tables->files; file++) {
            unsigned hexagon = tables->hexagon[rank][file];
            if (hexagon == KRIEGSPIEL_HOLE)
                bv_put(out, "---");
            else if (hexagon != KRIEGSPIEL_OUTSIDE)
                put_cell(tables, state, hexagon, out);
        }
        if (rank) bv_put_char(out, '/');
    }
}

/* Begins a field ` key=`, or the next member of its list `,`. */
static void put_key(const char *key, bool *begun, struct bv_out *out)
{
    if (*begun) {
        bv_put_char(out, ',');
        return;
    }
    *begun = true;
    bv_putf(out, " %s=", key);
}

static void put_points(const struct kriegspiel_tables *tables, const struct kriegspiel_state *state,
                       struct bv_out *out)
{
    bool begun = false;
    if (state->phase != KRIEGSPIEL_MOVE) return;
    if (bv_same(state->points, tables->points, sizeof state->points)) return;
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++) {
        put_key("points", &begun, out);
        bv_put_number(out, state->points[kind]);
    }
}

static void put_moved(const struct kriegspiel_tables *tables, const struct kriegspiel_state *state,
                      struct bv_out *out)
{
    bool begun = false;
    for (unsigned slot = 0; slot < KRIEGSPIEL_SLOTS; slot++) {
        unsigned plate = state->plate[state->side][slot];
        if (!kriegspiel_moved(plate)) continue;
        put_key("moved", &begun, out);
        put_hexagon(tables, kriegspiel_hex(plate), out);
        bv_putf(out, ":%u", kriegspiel_moved(plate));
    }
}

static void put_given(const struct kriegspiel_tables *tables, const struct kriegspiel_state *state,
                      struct bv_out *out)
{
    const uint16_t *plate = state->plate[state->side];
    bool begun = false;
    for (unsigned giver = 0; giver < KRIEGSPIEL_SLOTS; giver++)
        for (unsigned bit = 0; bit < 8; bit++) {
            if (!(state->given[giver] >> bit & 1)) continue;
            unsigned receiver = (giver & KRIEGSPIEL_MOUNTED) | bit;
            put_key("given", &begun, out);
            put_pair(tables, kriegspiel_hex(plate[giver]), '=', kriegspiel_hex(plate[receiver]),
                     out);
        }
}

/* The kinds of a set, by name. */
static void put_kinds(const char *key, unsigned set, struct bv_out *out)
{
    bool begun = false;
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++) {
        if (!(set >> kind & 1)) continue;
        put_key(key, &begun, out);
        bv_put(out, kind_names[kind]);
    }
}

static void put_number(const char *key, unsigned number, struct bv_out *out)
{
    bool begun = false;
    if (!number) return;
    put_key(key, &begun, out);
    bv_put_number(out, number);
}

static void put_shot(const struct kriegspiel_tables *tables, const struct kriegspiel_state *state,
                     struct bv_out *out)
{
    bool begun = false;
    if (state->phase != KRIEGSPIEL_DIE) return;
    put_key("shot", &begun, out);
    put_pair(tables, state->shot_at, '*', state->shot_to, out);
}

/* The commands that have closed the phase though they have plates; none with two seats. */
static unsigned closed(const struct bv_terms *terms, const struct kriegspiel_state *state)
{
    if (terms->form->seats == 2 || !state->acting) return 0;
    unsigned seats = kriegspiel_commands(terms, state) & ~(unsigned)state->acting;
    return seats >> (KRIEGSPIEL_KINDS * state->side);
}

void kriegspiel_write(const struct bv_terms *terms, const union bv_state *any, struct bv_out *out)
{
    const struct kriegspiel_tables *tables = &terms->tables->kriegspiel;
    const struct kriegspiel_state *state = &any->kriegspiel;
    put_field(tables, state, out);
    const char *army = state->phase == KRIEGSPIEL_LOTS ? "-" : terms->game->side[state->side].name;
    bv_putf(out, " %s %s", army, kriegspiel_phase_names[state->phase]);
    put_points(tables, state, out);
    put_moved(tables, state, out);
    put_given(tables, state, out);
    put_kinds("closed", closed(terms, state), out);
    put_kinds("fired", state->fired, out);
    put_shot(tables, state, out);
    put_number("loss", state->loss, out);
    put_number("quiet", state->quiet, out);
}

/* ---- Reading --------------------------------------------------------------------------------- */

struct scan {
    const struct bv_terms *terms;
    const struct kriegspiel_tables *tables;
    struct kriegspiel_state *state;
};

static bool read_cell(struct scan scan, unsigned hexagon, const char *cell)
{
    unsigned side;
    unsigned kind;
    unsigned facing;
    if (hexagon == KRIEGSPIEL_HOLE) return cell[0] == '-' && cell[1] == '-' && cell[2] == '-';
    if (cell[0] == '.' && cell[1] == '.' && cell[2] == '.') return true;
    if (!kriegspiel_letter_of(cell[1], &side, &kind)) return false;
    if (cell[0] == '-') {
        scan.state->field[hexagon] = (uint8_t)(KRIEGSPIEL_WRECK | side);
        return kind == KRIEGSPIEL_CANNONS && cell[2] == '-';
    }
    unsigned figures = (unsigned)(unsigned char)cell[0] - '0';
    if (figures > kriegspiel_most_figures(kind)) return false;
    if (!facing_of(scan.tables->columns, cell[2], &facing)) return false;
    return kriegspiel_place(scan.state, side, kind,
                            figures | facing << KRIEGSPIEL_FACING_AT |
                                hexagon << KRIEGSPIEL_HEX_AT);
}

static bool read_rank(struct scan scan, int rank, struct bv_span line)
{
    for (int file = 0; file < scan.tables->files; file++) {
        unsigned hexagon = scan.tables->hexagon[rank][file];
        if (hexagon == KRIEGSPIEL_OUTSIDE) continue;
        if (line.length < 3 || !read_cell(scan, hexagon, line.text)) return false;
        line.text += 3;
        line.length -= 3;
    }
    return !line.length;
}

/* Lines come from the top, plates are placed from the bottom. */
static bool read_field(struct scan scan, struct bv_span word)
{
    struct bv_span line[KRIEGSPIEL_LINES];
    for (int rank = scan.tables->ranks - 1; rank >= 0; rank--)
        if (!bv_take_part(&word, '/', &line[rank])) return false;
    if (word.length) return false;
    for (int rank = 0; rank < scan.tables->ranks; rank++)
        if (!read_rank(scan, rank, line[rank])) return false;
    return true;
}

static bool take_hexagon(struct scan scan, struct bv_span *rest, unsigned *hexagon)
{
    int file;
    int rank;
    if (!bv_take_square(rest, scan.tables->files, scan.tables->ranks, &file, &rank)) return false;
    *hexagon = scan.tables->hexagon[rank][file];
    return *hexagon < scan.tables->hexagons;
}

/* A hexagon with a plate of the army to play. */
static bool take_own(struct scan scan, struct bv_span *rest, unsigned *slot)
{
    unsigned hexagon;
    if (!take_hexagon(scan, rest, &hexagon)) return false;
    unsigned byte = scan.state->field[hexagon];
    *slot = byte & KRIEGSPIEL_SLOT_MASK;
    return kriegspiel_is_plate(byte) && kriegspiel_owner(byte) == scan.state->side;
}

static bool read_points(struct scan scan, struct bv_span value)
{
    struct bv_span part;
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
        if (!bv_take_part(&value, ',', &part) ||
            !bv_byte_of(part, scan.tables->points[kind], &scan.state->points[kind]))
            return false;
    return !value.length && scan.state->phase == KRIEGSPIEL_MOVE;
}

static bool read_moved(struct scan scan, struct bv_span value)
{
    struct bv_span part;
    unsigned slot;
    int moved;
    while (bv_take_part(&value, ',', &part)) {
        if (!take_own(scan, &part, &slot) || !bv_take_char(&part, ':')) return false;
        if (!bv_number_of(part, 1, 3, &moved)) return false;
        scan.state->plate[scan.state->side][slot] |= (uint16_t)(moved << KRIEGSPIEL_MOVED_AT);
    }
    return true;
}

static bool read_given(struct scan scan, struct bv_span value)
{
    struct bv_span part;
    unsigned giver;
    unsigned receiver;
    while (bv_take_part(&value, ',', &part)) {
        if (!take_own(scan, &part, &giver) || !bv_take_char(&part, '=')) return false;
        if (!take_own(scan, &part, &receiver) || part.length) return false;
        if ((giver ^ receiver) & KRIEGSPIEL_MOUNTED) return false;
        scan.state->given[giver] |= (uint8_t)(1U << (receiver & 7));
    }
    return true;
}

static bool take_kinds(struct bv_span value, unsigned *set)
{
    struct bv_span part;
    *set = 0;
    while (bv_take_part(&value, ',', &part)) {
        int kind = bv_word_among(part, kind_names, KRIEGSPIEL_KINDS);
        if (kind < 0) return false;
        *set |= 1U << kind;
    }
    return true;
}

static bool read_closed(struct scan scan, struct bv_span value)
{
    unsigned set;
    if (!take_kinds(value, &set) || scan.terms->form->seats == 2) return false;
    unsigned seats = set << (KRIEGSPIEL_KINDS * scan.state->side);
    bool there = (scan.state->acting & seats) == seats;
    scan.state->acting &= (uint8_t)~seats;
    return there;
}

static bool read_fired(struct scan scan, struct bv_span value)
{
    unsigned set;
    if (!take_kinds(value, &set)) return false;
    scan.state->fired = (uint8_t)set;
    return true;
}

static bool read_shot(struct scan scan, struct bv_span value)
{
    unsigned at;
    unsigned to;
    if (!take_hexagon(scan, &value, &at) || !bv_take_char(&value, '*')) return false;
    if (!take_hexagon(scan, &value, &to) || value.length) return false;
    scan.state->shot_at = (uint8_t)at;
    scan.state->shot_to = (uint8_t)to;
    return true;
}

static bool read_loss(struct scan scan, struct bv_span value)
{
    scan.state->loss = 1;
    return bv_span_is(value, "1");
}

static bool read_quiet(struct scan scan, struct bv_span value)
{
    return bv_byte_of(value, scan.tables->quiet, &scan.state->quiet);
}

/* The fields that may follow, each at most once and in this order. */
static const struct {
    const char *name;
    bool (*read)(struct scan scan, struct bv_span value);
} late_fields[] = {
    {"points", read_points}, {"moved", read_moved}, {"given", read_given}, {"closed", read_closed},
    {"fired", read_fired},   {"shot", read_shot},   {"loss", read_loss},   {"quiet", read_quiet},
};

static bool read_late_fields(struct scan scan, struct bv_span rest, struct bv_error *error)
{
    struct bv_span word;
    size_t at = 0;
    while (bv_take_part(&rest, ' ', &word)) {
        struct bv_span value = word;
        struct bv_span name = {0};
        bv_take_part(&value, '=', &name);
        while (at < BV_COUNT(late_fields) && !bv_span_is(name, late_fields[at].name)) at++;
        if (at < BV_COUNT(late_fields) && value.length && late_fields[at++].read(scan, value))
            continue;
        return bv_error_setf(
            error,
            "wrong or out of place: '%.*s'; fields are points moved given closed fired shot "
            "loss quiet",
            BV_SPAN(word));
    }
    return true;
}

static bool read_phase(struct scan scan, struct bv_span side, struct bv_span phase)
{
    struct kriegspiel_state *state = scan.state;
    int named = bv_word_among(phase, kriegspiel_phase_names, KRIEGSPIEL_PHASES);
    int army = bv_side_named(scan.terms->game, side);
    if (named == KRIEGSPIEL_LOTS) return bv_span_is(side, "-");
    if (named < 0 || army < 0) return false;
    state->phase = (uint8_t)named;
    state->side = (uint8_t)army;
    if (state->phase == KRIEGSPIEL_MOVE)
        bv_copy(state->points, scan.tables->points, sizeof state->points);
    if (state->phase != KRIEGSPIEL_OVER)
        state->acting = (uint8_t)kriegspiel_commands(scan.terms, state);
    return true;
}

static bool read_all(struct scan scan, struct bv_span text, struct bv_error *error)
{
    struct bv_span field;
    struct bv_span side;
    struct bv_span phase;
    if (!bv_take_part(&text, ' ', &field) || !read_field(scan, field))
        return bv_error_set(error, "the hexagons do not fit the field: lines from the top parted "
                                   "by '/', three characters each");
    if (!bv_take_part(&text, ' ', &side) || !bv_take_part(&text, ' ', &phase) ||
        !read_phase(scan, side, phase))
        return bv_error_set(error, "after the hexagons comes the army (F A, or -) and the phase "
                                   "(move fire die over, or lots)");
    return read_late_fields(scan, text, error);
}

bool kriegspiel_read(const struct bv_terms *terms, struct bv_span text, union bv_state *any,
                     struct bv_error *error)
{
    struct scan scan = {terms, &terms->tables->kriegspiel, &any->kriegspiel};
    bv_clear(scan.state, sizeof *scan.state);
    scan.state->field[KRIEGSPIEL_OUTSIDE] = KRIEGSPIEL_NO_HEX;
    return read_all(scan, text, error);
}
