/*
 * The field from its file: its shape, numbered and joined up; its numbers; and the armies' places.
 * Everything that the rules take for granted is tested here.
 */
#include "core/board.h"
#include "games/storage.h"

enum { RANKS_LEAST = 3, FILES_LEAST = 3, NUMBER_MOST = KRIEGSPIEL_RANGE_MOST, QUIET_MOST = 200 };

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
    bv_putf(&out, ": %s", reason);
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
    bv_putf(&out, "'%s' needs three numbers from 1 to %d: soldiers, cavalry, cannons", key,
            NUMBER_MOST);
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

/* Whether the map has a place there; the owner of the box decides whether it has a hexagon. */
static bool has_place(const struct kriegspiel_tables *tables, int file, int rank)
{
    if (file < 0 || rank < 0 || file >= tables->files || rank >= tables->ranks) return false;
    if (tables->columns) return rank < tables->ranks - (file & 1); /* K5 */
    return file < tables->files - (rank & 1);                      /* K5 */
}

static bool read_shape(struct reading reading, const struct bv_entry *top, int rows)
{
    int files = bv_words_in(top[rows - 1].value);
    if (rows < RANKS_LEAST || rows > KRIEGSPIEL_LINES)
        return fail(reading, top->line, "the map has 3 to 15 lines");
    if (files < FILES_LEAST || files > KRIEGSPIEL_LINES)
        return fail(reading, top[rows - 1].line, "the lowest line has 3 to 15 hexagons");
    reading.tables->ranks = (uint8_t)rows;
    reading.tables->files = (uint8_t)files;
    return true;
}

/* The file and rank of the neighbour in a direction, whether it exists or not. */
static void go(const struct kriegspiel_tables *tables, unsigned direction, int *file, int *rank)
{
    /* The step from a long line, and what a short line, half a hexagon on, adds to it. */
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
            if (has_place(tables, file, rank) && tables->hexagon[rank][file] < tables->hexagons)
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

/* Numbers the hexagon of a word and places its plate, if there are any. */
static bool read_word(struct reading reading, int line, int file, int rank, struct bv_span word)
{
    struct kriegspiel_tables *tables = reading.tables;
    unsigned hexagon = tables->hexagons;
    unsigned side;
    unsigned kind;
    tables->hexagon[rank][file] = KRIEGSPIEL_HOLE;
    if (bv_span_is(word, "--")) return true;
    if (hexagon == KRIEGSPIEL_HEXAGONS)
        return fail(reading, line, "the map has more than 143 hexagons");
    tables->file[hexagon] = (uint8_t)file;
    tables->rank[hexagon] = (uint8_t)rank;
    tables->hexagon[rank][file] = (uint8_t)hexagon;
    tables->hexagons++;
    if (bv_span_is(word, "..")) return true;
    if (word.length != 2 || !kriegspiel_letter_of(word.text[1], &side, &kind))
        return fail_at(reading, line, file, rank,
                       "a hexagon is '..', '--' (none) or a plate such as '5S'");
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

/* One line of the map; hexagons are numbered and plates placed in the order of the places. */
static bool read_line(struct reading reading, const struct bv_entry *entry, int rank)
{
    struct bv_span rest = entry->value;
    struct bv_span word;
    int wanted = 0;
    for (int file = 0; file < reading.tables->files; file++)
        wanted += has_place(reading.tables, file, rank);
    if (bv_words_in(rest) != wanted) {
        struct bv_out out = bv_board_error(reading.board, entry->line, reading.error);
        bv_putf(&out, "this line has %d hexagons and needs %d", bv_words_in(rest), wanted);
        return false;
    }
    for (int file = 0; file < reading.tables->files; file++) {
        if (!has_place(reading.tables, file, rank)) continue;
        bv_take_word(&rest, &word);
        if (!read_word(reading, entry->line, file, rank, word)) return false;
    }
    return true;
}

/* So many plates of a kind with so many figures. */
static int plates_with(const struct kriegspiel_state *start, int side, unsigned kind,
                       unsigned figures)
{
    int count = 0;
    for (unsigned slot = 0; slot < KRIEGSPIEL_SLOTS; slot++) {
        unsigned plate = start->plate[side][slot];
        count += plate && kriegspiel_kind(slot) == kind && kriegspiel_figures(plate) == figures;
    }
    return count;
}

/* Both armies have the same plates (K2), wherever they stand. */
static bool test_armies(struct reading reading, const struct bv_entry *top)
{
    const struct kriegspiel_state *start = &reading.tables->start;
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
        for (unsigned figures = 0; figures <= kriegspiel_most_figures(kind); figures++) {
            int french = plates_with(start, KRIEGSPIEL_FRENCH, kind, figures);
            int english = plates_with(start, KRIEGSPIEL_ENGLISH, kind, figures);
            if (french == english) continue;
            struct bv_out out = bv_board_error(reading.board, top->line, reading.error);
            bv_putf(&out, "both armies have the same plates: here are %d %u%c and %d %u%c", french,
                    figures, kriegspiel_letter(KRIEGSPIEL_FRENCH, kind), english, figures,
                    kriegspiel_letter(KRIEGSPIEL_ENGLISH, kind));
            return false;
        }
    if (kriegspiel_beaten(start, KRIEGSPIEL_FRENCH))
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
    static const struct bv_key keys[] = {{.name = "hexagons"},
                                         {.name = "points"},
                                         {.name = "range"},
                                         {.name = "quiet"},
                                         {.name = "map", .block = true}};
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
