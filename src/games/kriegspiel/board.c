/*
 * The field from its file: its shape, numbered and joined up; its numbers; and the armies' places.
 * Everything that the rules take for granted is tested here.
 */
#include "core/board.h"
#include "games/storage.h"

enum { RANKS_LEAST = 3, FILES_LEAST = 3, NUMBER_MOST = 9, QUIET_MOST = 200 };

const char *kriegspiel_direction(bool columns, unsigned direction)
{
    static const char *const name[2][KRIEGSPIEL_DIRECTIONS] = {
        {"NE", "E", "SE", "SW", "W", "NW"},
        {"N", "NE", "SE", "S", "SW", "NW"},
    };
    return name[columns][direction];
}

/* A board being read. */
struct reading {
    const struct bv_board *board;
    struct kriegspiel_tables *tables;
    struct bv_error *error;
};

static bool fail(struct reading reading, int line, const char *reason)
{
    return bv_board_fail(reading.board, line, reason, reading.error);
}

/* `file:line: d4: reason` */
static bool fail_at(struct reading reading, int line, int file, int rank, const char *reason)
{
    struct bv_out out = bv_board_error(reading.board, line, reading.error);
    bv_put_square(&out, file, rank);
    bv_put(&out, ": ");
    bv_put(&out, reason);
    return false;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool read_orientation(struct reading reading)
{
    const struct bv_entry *entry = bv_board_entry(reading.board, "hexagons", NULL);
    reading.tables->columns = bv_span_is(entry->value, "columns");
    if (reading.tables->columns || bv_span_is(entry->value, "rows")) return true;
    return fail(reading, entry->line, "'hexagons' is 'rows' or 'columns'");
}

static bool read_three(struct reading reading, const char *key, uint8_t *three)
{
    const struct bv_entry *entry = bv_board_entry(reading.board, key, NULL);
    struct bv_span rest = entry->value;
    struct bv_span word;
    int count = 0;
    int number;
    while (count < KRIEGSPIEL_KINDS && bv_take_word(&rest, &word) &&
           bv_number_of(word, 1, NUMBER_MOST, &number))
        three[count++] = (uint8_t)number;
    if (count == KRIEGSPIEL_KINDS && !rest.length) return true;
    struct bv_out out = bv_board_error(reading.board, entry->line, reading.error);
    bv_put_char(&out, '\'');
    bv_put(&out, key);
    bv_put(&out, "' needs three numbers from 1 to ");
    bv_put_number(&out, NUMBER_MOST);
    bv_put(&out, ": soldiers, cavalry, cannons");
    return false;
}

static bool read_numbers(struct reading reading)
{
    int quiet;
    if (!read_three(reading, "points", reading.tables->points)) return false;
    if (!read_three(reading, "range", reading.tables->range)) return false;
    if (!bv_board_number(reading.board, "quiet", 1, QUIET_MOST, &quiet, reading.error))
        return false;
    reading.tables->quiet = (uint8_t)quiet;
    return true;
}

/* ---- The shape ------------------------------------------------------------------------------- */

static int words_in(struct bv_span line)
{
    struct bv_span word;
    int count = 0;
    while (bv_take_word(&line, &word)) count++;
    return count;
}

/* Whether a field of this shape has a hexagon there. */
static bool exists(const struct kriegspiel_tables *tables, int file, int rank)
{
    if (file < 0 || rank < 0 || file >= tables->files || rank >= tables->ranks) return false;
    if (tables->columns) return rank < tables->ranks - (file & 1); /* K5 */
    return file < tables->files - (rank & 1);                      /* K5 */
}

/* Numbers the hexagons, rank by rank. */
static bool number_hexagons(struct reading reading, int line)
{
    struct kriegspiel_tables *tables = reading.tables;
    int count = 0;
    for (int rank = 0; rank < tables->ranks; rank++)
        for (int file = 0; file < tables->files; file++) {
            if (!exists(tables, file, rank)) continue;
            if (count == KRIEGSPIEL_HEXAGONS)
                return fail(reading, line, "the map has more than 143 hexagons");
            tables->file[count] = (uint8_t)file;
            tables->rank[count] = (uint8_t)rank;
            tables->hexagon[rank][file] = (uint8_t)count++;
        }
    tables->hexagons = (uint8_t)count;
    return true;
}

/* Files and ranks, which must be such that the field turned by half a circle is the same field. */
static bool read_shape(struct reading reading, const struct bv_entry *top, int rows)
{
    struct kriegspiel_tables *tables = reading.tables;
    int files = words_in(top[rows - 1].value);
    if (rows < RANKS_LEAST || rows > KRIEGSPIEL_LINES)
        return fail(reading, top->line, "the map has 3 to 15 lines");
    if (files < FILES_LEAST || files > KRIEGSPIEL_LINES)
        return fail(reading, top[rows - 1].line, "the lowest line has 3 to 15 hexagons");
    if (!tables->columns && rows % 2 == 0)
        return fail(reading, top->line, "rows of hexagons must be odd in number");
    if (tables->columns && files % 2 == 0)
        return fail(reading, top[rows - 1].line, "columns of hexagons must be odd in number");
    tables->ranks = (uint8_t)rows;
    tables->files = (uint8_t)files;
    return number_hexagons(reading, top->line);
}

/* The file and rank of the neighbour in a direction, whether it exists or not. */
static void go(const struct kriegspiel_tables *tables, unsigned direction, int *file, int *rank)
{
    /*
     * By direction: the step from a long line, and what a short line, set half a hexagon on, adds
     * to it.
     */
    static const int8_t in_rows[KRIEGSPIEL_DIRECTIONS][3] = {{0, 1, 1},   {1, 0, 0},  {0, -1, 1},
                                                             {-1, -1, 1}, {-1, 0, 0}, {-1, 1, 1}};
    static const int8_t in_columns[KRIEGSPIEL_DIRECTIONS][3] = {
        {0, 1, 0}, {1, 0, 1}, {1, -1, 1}, {0, -1, 0}, {-1, -1, 1}, {-1, 0, 1}};
    const int8_t *way = tables->columns ? in_columns[direction] : in_rows[direction]; /* K5 */
    bool in_short = (tables->columns ? *file : *rank) & 1;                            /* K5 */
    int more = in_short ? way[2] : 0;
    *file += way[0] + (tables->columns ? 0 : more);
    *rank += way[1] + (tables->columns ? more : 0);
}

static void join_hexagons(struct kriegspiel_tables *tables)
{
    for (unsigned at = 0; at <= KRIEGSPIEL_HEXAGONS; at++)
        for (unsigned direction = 0; direction < 8; direction++) {
            tables->ahead[at * 8 + direction] = KRIEGSPIEL_OUTSIDE;
            if (at >= tables->hexagons || direction >= KRIEGSPIEL_DIRECTIONS) continue;
            int file = tables->file[at];
            int rank = tables->rank[at];
            go(tables, direction, &file, &rank);
            if (exists(tables, file, rank))
                tables->ahead[at * 8 + direction] = tables->hexagon[rank][file];
        }
}

/* Where a side's plates turn from between two directions, and where they fire. */
static void fill_directions(struct kriegspiel_tables *tables, unsigned side)
{
    char home = side == KRIEGSPIEL_FRENCH ? 'S' : 'N';  /* K26 */
    char enemy = side == KRIEGSPIEL_FRENCH ? 'N' : 'S'; /* K8 */
    unsigned half = 0;
    for (unsigned facing = 0; facing < KRIEGSPIEL_DIRECTIONS; facing++) {
        const char *name = kriegspiel_direction(tables->columns, facing);
        if (name[0] != home) tables->fires[side] |= (uint8_t)(1U << facing); /* K26 */
        if (name[0] == enemy && !tables->columns)                            /* K8 K9 */
            tables->half_turn[side][half++] = (uint8_t)facing;
    }
}

/* ---- The armies ------------------------------------------------------------------------------ */

/* The facing at the start: squarely at the enemy, which on rows is between two directions. */
static unsigned first_facing(const struct kriegspiel_tables *tables, unsigned side)
{
    if (!tables->columns) return KRIEGSPIEL_UNTURNED; /* K8 */
    return side == KRIEGSPIEL_FRENCH ? 0 : 3;         /* K9 */
}

static bool place_word(struct reading reading, int line, unsigned hexagon, struct bv_span word)
{
    struct kriegspiel_tables *tables = reading.tables;
    int file = tables->file[hexagon];
    int rank = tables->rank[hexagon];
    unsigned side;
    unsigned kind;
    if (bv_span_is(word, "..")) return true;
    if (word.length != 2 || !kriegspiel_letter_of(word.text[1], &side, &kind))
        return fail_at(reading, line, file, rank, "a hexagon is '..' or a plate such as '5S'");
    unsigned figures = (unsigned)(unsigned char)word.text[0] - '0';
    if (figures > kriegspiel_most_figures(kind) || (!figures && kind != KRIEGSPIEL_CANNONS))
        return fail_at(reading, line, file, rank,
                       "a plate holds 1 to 5 soldiers, 1 or 2 riders, or a cannon and 0 to 4");
    unsigned plate =
        figures | first_facing(tables, side) << KRIEGSPIEL_FACING_AT | hexagon << KRIEGSPIEL_HEX_AT;
    if (!kriegspiel_place(&tables->start, side, kind, plate))
        return fail_at(reading, line, file, rank,
                       "an army has at most 6 soldier, 4 cavalry and 2 cannon plates");
    return true;
}

/* One line of the map; plates are placed in the order of their hexagons. */
static bool read_line(struct reading reading, const struct bv_entry *entry, int rank)
{
    struct bv_span rest = entry->value;
    struct bv_span word;
    int wanted = 0;
    for (int file = 0; file < reading.tables->files; file++)
        wanted += exists(reading.tables, file, rank);
    if (words_in(rest) != wanted) {
        struct bv_out out = bv_board_error(reading.board, entry->line, reading.error);
        bv_put(&out, "this line has ");
        bv_put_number(&out, words_in(rest));
        bv_put(&out, " hexagons and needs ");
        bv_put_number(&out, wanted);
        return false;
    }
    for (int file = 0; file < reading.tables->files; file++) {
        if (!exists(reading.tables, file, rank)) continue;
        bv_take_word(&rest, &word);
        if (!place_word(reading, entry->line, reading.tables->hexagon[rank][file], word))
            return false;
    }
    return true;
}

/* The hexagon that takes this one's place when the field is turned by half a circle. */
static unsigned turned(const struct kriegspiel_tables *tables, unsigned hexagon)
{
    int file = tables->file[hexagon];
    int rank = tables->rank[hexagon];
    int across = tables->files - 1 - (tables->columns ? 0 : rank & 1);
    int along = tables->ranks - 1 - (tables->columns ? file & 1 : 0);
    return tables->hexagon[along - rank][across - file];
}

static bool stands_alike(const struct kriegspiel_state *start, unsigned here, unsigned there)
{
    unsigned a = start->field[here];
    unsigned b = start->field[there];
    if (!kriegspiel_is_plate(a) || !kriegspiel_is_plate(b)) return a == b;
    unsigned side_a = kriegspiel_owner(a);
    unsigned side_b = kriegspiel_owner(b);
    unsigned slot_a = a & KRIEGSPIEL_SLOT_MASK;
    unsigned slot_b = b & KRIEGSPIEL_SLOT_MASK;
    return side_a != side_b && kriegspiel_kind(slot_a) == kriegspiel_kind(slot_b) &&
           kriegspiel_figures(start->plate[side_a][slot_a]) ==
               kriegspiel_figures(start->plate[side_b][slot_b]);
}

static bool test_armies(struct reading reading, const struct bv_entry *top)
{
    const struct kriegspiel_tables *tables = reading.tables;
    for (unsigned here = 0; here < tables->hexagons; here++) {
        if (stands_alike(&tables->start, here, turned(tables, here))) continue;
        int rank = tables->rank[here];
        return fail_at(reading, top[tables->ranks - 1 - rank].line, tables->file[here], rank,
                       "the armies do not stand alike when the map is turned by half a circle");
    }
    if (kriegspiel_beaten(&tables->start, KRIEGSPIEL_FRENCH))
        return fail(reading, top->line, "the armies are beaten before they start");
    return true;
}

static bool read_map(struct reading reading)
{
    int rows;
    const struct bv_entry *top = bv_board_entry(reading.board, "map", &rows);
    if (!read_shape(reading, top, rows)) return false;
    for (int rank = 0; rank < rows; rank++)
        if (!read_line(reading, &top[rows - 1 - rank], rank)) return false;
    return test_armies(reading, top);
}

bool kriegspiel_load(const struct bv_board *board, union bv_tables *any, struct bv_error *error)
{
    static const struct bv_key keys[] = {
        {"hexagons", false}, {"points", false}, {"range", false}, {"quiet", false}, {"map", true}};
    struct kriegspiel_tables *tables = &any->kriegspiel;
    struct reading reading = {board, tables, error};
    bv_clear(tables, sizeof *tables);
    for (int rank = 0; rank < KRIEGSPIEL_LINES; rank++)
        for (int file = 0; file < KRIEGSPIEL_LINES; file++)
            tables->hexagon[rank][file] = KRIEGSPIEL_OUTSIDE;
    tables->start.field[KRIEGSPIEL_OUTSIDE] = KRIEGSPIEL_NO_HEX;
    if (!bv_board_keys(board, keys, BV_COUNT(keys), error)) return false;
    if (!read_orientation(reading) || !read_numbers(reading) || !read_map(reading)) return false;
    join_hexagons(tables);
    fill_directions(tables, KRIEGSPIEL_FRENCH);
    fill_directions(tables, KRIEGSPIEL_ENGLISH);
    return true;
}
