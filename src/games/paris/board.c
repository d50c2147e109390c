/*
 * From a board file to the tables. Until the lines are read it is unknown which squares are exits, and exits have
 * low numbers; so the file is first read in terms of cells of the map (rank * 12 + file), and only then the points
 * are numbered and the tables filled.
 */
#include "core/board.h"
#include "games/storage.h"

enum { CELLS = PARIS_RANKS * PARIS_FILES, FORTRESS = CELLS + PARIS_CIRCLES - PARIS_POINTS };

enum { CELL_SQUARE, CELL_WALL, CELL_CIRCLE };

static const struct bv_key keys[] = {
    {.name = "a1"},
    {.name = "map", .block = true},
    {.name = "circles"},
    {.name = "lines", .block = true},
    {.name = "soldiers-per-colour"},
    {.name = "storm-soldiers"},
    {.name = "storm-officers"},
    {.name = "officers"},
    {.name = "quiet-moves"},
    {.name = "lift-moves"},
    {.name = "all-moves"},
};

struct drawing {
    const struct bv_board *board;
    struct bv_error *error;
    bool black_corner;
    uint8_t kind[CELLS];
    uint8_t piece[CELLS];
    uint8_t circle[PARIS_CIRCLES]; /* the cell of each; CELLS: not drawn */
    char name[PARIS_CIRCLES][3];
    bool joined[PARIS_CIRCLES][CELLS]; /* by lines */
};

static int key_line(const struct drawing *drawing, const char *key)
{
    return bv_board_entry(drawing->board, key, NULL)->line;
}

static bool fails(const struct drawing *drawing, int line, const char *reason)
{
    return bv_board_fail(drawing->board, line, reason, drawing->error);
}

/* An error about a cell: `…: d5 is no exit`. */
static bool cell_fails(const struct drawing *drawing, int line, int cell, const char *reason)
{
    struct bv_out out = bv_board_error(drawing->board, line, drawing->error);
    bv_put_square(&out, cell % PARIS_FILES, cell / PARIS_FILES);
    bv_put(&out, reason);
    return false;
}

static bool is_black(const struct drawing *drawing, int cell)
{
    bool like_corner = (cell % PARIS_FILES + cell / PARIS_FILES) % 2 == 0; /* P1 */
    return like_corner == drawing->black_corner;
}

/* ---- The map ------------------------------------------------------------------------------------------- */

static bool read_corner(struct drawing *drawing)
{
    const struct bv_entry *entry = bv_board_entry(drawing->board, "a1", NULL);
    drawing->black_corner = bv_span_is(entry->value, "black");
    if (drawing->black_corner || bv_span_is(entry->value, "white")) return true;
    return fails(drawing, entry->line, "'a1' is white or black");
}

static bool read_cell(struct drawing *drawing, int line, int cell, char c)
{
    int piece = paris_piece_of(c);
    if (c == '.') return true;
    if (c == '#') {
        drawing->kind[cell] = CELL_WALL;
        return true;
    }
    if (c >= '1' && c < '1' + PARIS_CIRCLES) {
        if (drawing->circle[c - '1'] != CELLS)
            return cell_fails(drawing, line, cell, " draws a circle for the second time");
        drawing->circle[c - '1'] = (uint8_t)cell;
        drawing->kind[cell] = CELL_CIRCLE;
        return true;
    }
    if (!paris_is_besieger(piece))
        return cell_fails(drawing, line, cell, " must be one of . # 1-8 GCKLS gckls");
    drawing->piece[cell] = (uint8_t)piece;
    if (is_black(drawing, cell) != (paris_army_of(piece) == PARIS_BLACK)) /* P5 */
        return cell_fails(drawing, line, cell,
                          " is not of the colour of the army that stands there");
    return true;
}

static bool read_row(struct drawing *drawing, const struct bv_entry *entry, int rank)
{
    int length = 0;
    int cell = rank * PARIS_FILES;
    for (size_t i = 0; i < entry->value.length; i++) length += entry->value.text[i] != ' ';
    if (length > PARIS_FILES)
        return fails(drawing, entry->line, "a row of the map has more than 12 squares");
    if (length < PARIS_FILES)
        return fails(drawing, entry->line, "a row of the map has fewer than 12 squares");
    for (size_t i = 0; i < entry->value.length; i++)
        if (entry->value.text[i] != ' ' &&
            !read_cell(drawing, entry->line, cell++, entry->value.text[i]))
            return false;
    return true;
}

static bool read_map(struct drawing *drawing)
{
    int rows;
    const struct bv_entry *entry = bv_board_entry(drawing->board, "map", &rows);
    if (rows != PARIS_RANKS) return fails(drawing, entry->line, "the map must have 16 rows");
    for (int i = 0; i < PARIS_CIRCLES; i++) drawing->circle[i] = CELLS;
    for (int row = 0; row < rows; row++)
        if (!read_row(drawing, entry + row, PARIS_RANKS - 1 - row)) return false;
    return true;
}

/* ---- The fortress and the armies ----------------------------------------------------------------------- */

static bool check_fortress(const struct drawing *drawing)
{
    int size = 0;
    int line = key_line(drawing, "map");
    for (int cell = 0; cell < CELLS; cell++) size += drawing->kind[cell] != CELL_SQUARE;
    for (int i = 0; i < PARIS_CIRCLES; i++)
        if (drawing->circle[i] == CELLS)
            return fails(drawing, line, "the map must show the circles 1 to 8"); /* P2 */
    if (size >= FORTRESS) return true;                                           /* P1 */
    struct bv_out out = bv_board_error(drawing->board, line, drawing->error);
    bv_putf(&out, "walls and circles take %d places of the map and must take at least %d:", size,
            FORTRESS);
    bv_putf(&out, " the game has room for %d squares", CELLS - FORTRESS);
    return false;
}

static bool check_armies(const struct drawing *drawing)
{
    static const uint8_t wanted[PARIS_RANKS_OF_MEN] = {1, 1, 2, 2, PARIS_SOLDIERS}; /* P5 */
    int found[PARIS_PIECES] = {0};
    for (int cell = 0; cell < CELLS; cell++) found[drawing->piece[cell]]++;
    for (int army = PARIS_WHITE; army <= PARIS_BLACK; army++)
        for (int rank = 0; rank < PARIS_RANKS_OF_MEN; rank++) {
            int piece = paris_piece(army, rank);
            if (found[piece] == wanted[rank]) continue;
            struct bv_out out =
                bv_board_error(drawing->board, key_line(drawing, "map"), drawing->error);
            bv_put(&out, "the map must show ");
            bv_put_number(&out, wanted[rank]);
            bv_put(&out, " of ");
            bv_put_char(&out, paris_letter(piece));
            return false;
        }
    return true;
}

/* ---- Circles and lines --------------------------------------------------------------------------------- */

static int circle_named(const struct drawing *drawing, struct bv_span name)
{
    for (int i = 0; i < PARIS_CIRCLES; i++)
        if (bv_span_is(name, drawing->name[i])) return i;
    return -1;
}

static bool is_circle_name(struct bv_span word)
{
    if (word.length > 2) return false;
    for (size_t i = 0; i < word.length; i++)
        if (word.text[i] < 'A' || word.text[i] > 'Z') return false;
    return true;
}

static bool read_circles(struct drawing *drawing)
{
    const struct bv_entry *entry = bv_board_entry(drawing->board, "circles", NULL);
    struct bv_span rest = entry->value;
    struct bv_span word;
    int count = 0;
    while (bv_take_word(&rest, &word)) {
        if (count == PARIS_CIRCLES || !is_circle_name(word))
            return fails(drawing, entry->line,
                         "'circles' are 8 names of one or two capital letters"); /* P2 */
        if (circle_named(drawing, word) >= 0)
            return fails(drawing, entry->line, "two circles have the same name");
        bv_copy(drawing->name[count++], word.text, word.length);
    }
    if (count < PARIS_CIRCLES)
        return fails(drawing, entry->line, "'circles' are 8 names of one or two capital letters");
    return true;
}

/* The cell of a point named in a line; -1 and an error if there is none. */
static int read_point(const struct drawing *drawing, int line, struct bv_span word)
{
    int circle = circle_named(drawing, word);
    int file, rank;
    if (circle >= 0) return drawing->circle[circle];
    if (bv_take_square(&word, PARIS_FILES, PARIS_RANKS, &file, &rank) && !word.length &&
        drawing->kind[rank * PARIS_FILES + file] == CELL_SQUARE)
        return rank * PARIS_FILES + file;
    fails(drawing, line, "a line goes from circle to circle or square, by their names");
    return -1;
}

static int circle_on(const struct drawing *drawing, int cell)
{
    for (int i = 0; i < PARIS_CIRCLES; i++)
        if (drawing->circle[i] == cell) return i;
    return -1;
}

static bool join(struct drawing *drawing, int line, int a, int b)
{
    int from = circle_on(drawing, a);
    int to = circle_on(drawing, b);
    if (a == b) return fails(drawing, line, "a line leads back to where it began");
    if (from < 0 && to < 0) return fails(drawing, line, "a line joins two squares");
    if (from >= 0 ? drawing->joined[from][b] : drawing->joined[to][a])
        return fails(drawing, line, "a line is drawn twice");
    if (from >= 0) drawing->joined[from][b] = true;
    if (to >= 0) drawing->joined[to][a] = true;
    return true;
}

static bool read_lines(struct drawing *drawing)
{
    int rows;
    const struct bv_entry *entry = bv_board_entry(drawing->board, "lines", &rows);
    for (; rows > 0; rows--, entry++) {
        struct bv_span rest = entry->value;
        struct bv_span word;
        int last = -1;
        while (bv_take_word(&rest, &word)) {
            int cell = read_point(drawing, entry->line, word);
            if (cell < 0) return false;
            if (last >= 0 && !join(drawing, entry->line, last, cell)) return false;
            last = cell;
        }
    }
    return true;
}

/* How many circles a square is joined to. */
static int lines_of_square(const struct drawing *drawing, int cell)
{
    int count = 0;
    for (int i = 0; i < PARIS_CIRCLES; i++) count += drawing->joined[i][cell];
    return count;
}

static int squares_around(const struct drawing *drawing, int cell)
{
    int count = 0;
    for (int other = 0; other < CELLS; other++) {
        int across = other % PARIS_FILES - cell % PARIS_FILES;
        int along = other / PARIS_FILES - cell / PARIS_FILES;
        bool near = across * across <= 1 && along * along <= 1 && other != cell;
        count += near && drawing->kind[other] == CELL_SQUARE;
    }
    return count;
}

/* A General steps to all squares around him and along all lines: a row of steps has room for eight. */
static bool check_exit(const struct drawing *drawing, int cell)
{
    int steps = squares_around(drawing, cell) + lines_of_square(drawing, cell);
    if (steps <= PARIS_STEPS) return true;
    return cell_fails(
        drawing, key_line(drawing, "lines"), cell,
        " has more than 8 squares and lines around it: an exit is beside a wall or at "
        "the edge");
}

static bool check_exits(const struct drawing *drawing)
{
    int squares[2] = {0, 0};
    for (int i = 0; i < PARIS_CIRCLES; i++) {
        int lines = 0;
        for (int cell = 0; cell < CELLS; cell++) lines += drawing->joined[i][cell];
        if (lines > PARIS_STEPS)
            return fails(drawing, key_line(drawing, "lines"), "a circle has more than 8 lines");
    }
    for (int cell = 0; cell < CELLS; cell++) {
        if (drawing->kind[cell] != CELL_SQUARE || !lines_of_square(drawing, cell)) continue;
        if (!check_exit(drawing, cell)) return false;
        squares[is_black(drawing, cell)]++;
    }
    if (squares[0] != PARIS_EXITS / 2 || squares[1] != PARIS_EXITS / 2) /* P3 */
        return fails(drawing, key_line(drawing, "lines"),
                     "the exits lead to two white and two black squares");
    return true;
}

static bool check_ring(const struct drawing *drawing)
{
    bool reached[PARIS_CIRCLES] = {true};
    for (int round = 1; round < PARIS_CIRCLES; round++)
        for (int a = 0; a < PARIS_CIRCLES; a++)
            for (int b = 0; b < PARIS_CIRCLES; b++)
                if (drawing->joined[a][drawing->circle[b]]) reached[b] |= reached[a];
    for (int i = 0; i < PARIS_CIRCLES; i++)
        if (!reached[i])
            return fails(drawing, key_line(drawing, "lines"),
                         "the lines must join all circles to each other"); /* P2 */
    return true;
}

/* ---- The tables ---------------------------------------------------------------------------------------- */

static void number_point(const struct drawing *drawing, struct paris_tables *tables, int point,
                         int cell)
{
    int file = cell % PARIS_FILES;
    int rank = cell / PARIS_FILES;
    tables->file[point] = (uint8_t)file;
    tables->rank[point] = (uint8_t)rank;
    tables->point[rank][file] = (uint8_t)point;
    tables->black[point] = is_black(drawing, cell);
    tables->start[point] = drawing->piece[cell];
}

static void number_points(const struct drawing *drawing, struct paris_tables *tables)
{
    int exit = PARIS_CIRCLES;
    int other = PARIS_JOINED;
    for (int i = 0; i < PARIS_CIRCLES; i++) {
        number_point(drawing, tables, i, drawing->circle[i]);
        bv_copy(tables->circle[i], drawing->name[i], sizeof tables->circle[i]);
    }
    for (int cell = 0; cell < CELLS; cell++) {
        if (drawing->kind[cell] == CELL_WALL)
            tables->point[cell / PARIS_FILES][cell % PARIS_FILES] = PARIS_NOWHERE;
        if (drawing->kind[cell] != CELL_SQUARE) continue;
        bool joined = lines_of_square(drawing, cell) > 0;
        number_point(drawing, tables, joined ? exit++ : other++, cell);
    }
    tables->points = (uint8_t)other;
}

/* Lines go both ways: those of a square are read off its circles'. */
static void fill_lines(const struct drawing *drawing, struct paris_tables *tables)
{
    int count[PARIS_JOINED] = {0};
    for (int circle = 0; circle < PARIS_CIRCLES; circle++)
        for (int other = 0; other < PARIS_JOINED; other++) {
            int cell = tables->rank[other] * PARIS_FILES + tables->file[other];
            if (!drawing->joined[circle][cell]) continue;
            tables->line[circle][count[circle]++] = (uint8_t)other; /* P4 */
            if (!paris_is_circle(other))
                tables->line[other][count[other]++] = (uint8_t)circle; /* P4 */
        }
    for (int point = 0; point < PARIS_JOINED; point++)
        tables->line[point][count[point]] = PARIS_NOWHERE;
}

/* The square drawn there; nowhere if it is a wall, a circle or off the map. */
static int square_at(const struct paris_tables *tables, int file, int rank)
{
    if (file < 0 || file >= PARIS_FILES || rank < 0 || rank >= PARIS_RANKS) return PARIS_NOWHERE;
    int point = tables->point[rank][file];
    return paris_is_circle(point) ? PARIS_NOWHERE : point;
}

static uint16_t step_to(int from, int to)
{
    return (uint16_t)paris_action(PARIS_DO_MOVE, from, to);
}

static void fill_ray(struct paris_tables *tables, int point, int direction)
{
    static const int8_t along[PARIS_DIRECTIONS][2] = {
        [PARIS_UP] = {0, 1},          [PARIS_DOWN] = {0, -1},       [PARIS_LEFT] = {-1, 0},
        [PARIS_RIGHT] = {1, 0},       [PARIS_UP_LEFT] = {-1, 1},    [PARIS_UP_RIGHT] = {1, 1},
        [PARIS_DOWN_LEFT] = {-1, -1}, [PARIS_DOWN_RIGHT] = {1, -1},
    };
    bool open = !paris_is_circle(point) && point != PARIS_NOWHERE;
    for (int step = 0; step < PARIS_REACH; step++) {
        int to = PARIS_NOWHERE;
        if (open)
            to = square_at(tables, tables->file[point] + (step + 1) * along[direction][0],
                           tables->rank[point] + (step + 1) * along[direction][1]);
        open = to != PARIS_NOWHERE;
        tables->ray[point][direction][step] = step_to(point, to); /* P4 */
    }
}

/* Whether a Soldier must not step out there, because the colour is full. */
static bool is_barred(const struct paris_tables *tables, int from, int to, int full)
{
    if (!paris_is_circle(from) || paris_is_circle(to)) return false; /* P15 */
    return full >> tables->black[to] & 1;                            /* P15 */
}

/* How the garrison may step: over squares in the directions from `first` to before `last`, and along lines. */
struct gait {
    int first;
    int last;
    int full; /* colours on which a Soldier must not step out (P15) */
    bool returns;
};

/* Whether a line is closed to the garrison in this direction. */
static bool is_closed(const struct paris_tables *tables, int from, int to, const struct gait *gait)
{
    if (!gait->returns && !paris_is_circle(from)) return true; /* P13b */
    return is_barred(tables, from, to, gait->full);            /* P15 */
}

static void fill_steps(struct paris_tables *tables, int point, struct gait gait, uint16_t *steps)
{
    int count = 0;
    for (int i = 0; i < PARIS_STEPS; i++) steps[i] = step_to(point, PARIS_NOWHERE);
    for (int d = gait.first; d < gait.last; d++)
        if (paris_to(tables->ray[point][d][0]) != PARIS_NOWHERE)
            steps[count++] = tables->ray[point][d][0]; /* P13 */
    if (point < PARIS_JOINED)
        for (const uint8_t *to = tables->line[point]; *to != PARIS_NOWHERE; to++)
            if (!is_closed(tables, point, *to, &gait))
                steps[count++] = step_to(point, *to); /* P13 */
    if (gait.last - gait.first < PARIS_DIRECTIONS && count > PARIS_STEPS / 2) tables->wide = true;
}

static void fill_garrison(struct paris_tables *tables, int point, int value)
{
    struct paris_garrison *steps = &tables->garrison[value];
    bool returns = value == PARIS_RETURN_FREE; /* P13b */
    struct gait general = {0, PARIS_DIRECTIONS, 0, returns};
    struct gait colonel = {0, PARIS_FIRST_DIAGONAL, 0, returns};
    struct gait soldier = {PARIS_FIRST_DIAGONAL, PARIS_DIRECTIONS, 0, returns};
    fill_steps(tables, point, general, steps->general[point]); /* P13 */
    fill_steps(tables, point, colonel, steps->colonel[point]); /* P13 */
    for (; soldier.full < 4; soldier.full++)
        fill_steps(tables, point, soldier, steps->soldier[soldier.full][point]); /* P13 P15 */
}

static void fill_moves(struct paris_tables *tables)
{
    for (int point = 0; point <= PARIS_NOWHERE; point++) {
        for (int d = 0; d < PARIS_DIRECTIONS; d++) fill_ray(tables, point, d);
        for (int value = 0; value < PARIS_RETURNS; value++) fill_garrison(tables, point, value);
    }
}

static bool number_of(const struct drawing *drawing, const char *key, int least, int most,
                      int *number)
{
    return bv_board_number(drawing->board, key, least, most, number, drawing->error);
}

static bool read_numbers(const struct drawing *drawing, struct paris_tables *tables)
{
    int per_colour, soldiers, officers, captured, quiet, lift, all;
    if (!number_of(drawing, "soldiers-per-colour", 1, PARIS_GARRISON_SOLDIERS, &per_colour) ||
        !number_of(drawing, "storm-soldiers", 1, PARIS_CIRCLES, &soldiers) ||
        !number_of(drawing, "storm-officers", 1, PARIS_CIRCLES, &officers) ||
        !number_of(drawing, "officers", 1, 2 * PARIS_OFFICERS, &captured) ||
        !number_of(drawing, "quiet-moves", 1, 10000, &quiet) ||
        !number_of(drawing, "lift-moves", 1, 10000, &lift) ||
        !number_of(drawing, "all-moves", 1, 10000, &all))
        return false;
    tables->soldiers_per_colour = (uint8_t)per_colour;
    tables->storm_soldiers = (uint8_t)soldiers;
    tables->storm_officers = (uint8_t)officers;
    tables->officers = (uint8_t)captured;
    tables->quiet_moves = (uint16_t)quiet;
    tables->lift_moves = (uint16_t)lift;
    tables->all_moves = (uint16_t)all;
    return true;
}

bool paris_load(const struct bv_board *board, union bv_tables *tables, struct bv_error *error)
{
    struct paris_tables *t = &tables->paris;
    struct drawing drawing;
    bv_clear(&drawing, sizeof drawing);
    bv_clear(t, sizeof *t);
    drawing.board = board;
    drawing.error = error;
    if (!bv_board_keys(board, keys, BV_COUNT(keys), error)) return false;
    if (!read_corner(&drawing) || !read_map(&drawing)) return false;
    if (!check_fortress(&drawing) || !check_armies(&drawing)) return false;
    if (!read_circles(&drawing) || !read_lines(&drawing)) return false;
    if (!check_exits(&drawing) || !check_ring(&drawing)) return false;
    if (!read_numbers(&drawing, t)) return false;
    number_points(&drawing, t);
    fill_lines(&drawing, t);
    fill_moves(t);
    return true;
}
