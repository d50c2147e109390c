/*
 * A board file of Les Belligérants: the map, the army table and the kinds that have flat counters.
 *
 *   map       rows of squares from the top, parted by blanks: a letter each, `*` for a crossroads
 *   army      one row a kind, in the order of B2: code, count, value, the kinds it takes
 *   counters  the kinds that may be kept in use when taken (B3)
 *   …         the limits of moves (B29) and the turns between two requests for an armistice (B28)
 *
 * Whatever the rules rely on is checked here: the map is a rectangle with the camps and crossroads
 * that the leaflet counts (B1), a walker can get from one camp to the other, and no list of moves
 * can be longer than the cap.
 */
#include "core/board.h"
#include "games/storage.h"

enum { CROSSROADS = 18, VALUE_MOST = 10000 };

/* A board being read. */
struct reading {
    const struct bv_board *board;
    struct belligerants_tables *tables;
    struct bv_error *error;
    int line; /* of the map */
};

const char belligerants_code[BELL_KINDS][3] = {
    "EM", "BO", "AC", "DC", "MI", "CN", "TK", "OF", "AM", "ES", "PA", "SE", "SO",
};

static bool fail(const struct reading *r, int line, const char *reason)
{
    return bv_board_fail(r->board, line, reason, r->error);
}

/* `before` number `after`, as an error. */
static bool fail_number(const struct reading *r, int line, const char *before, int number,
                        const char *after)
{
    struct bv_out out = bv_board_error(r->board, line, r->error);
    bv_putf(&out, "%s%d%s", before, number, after);
    return false;
}

/* ---- The map --------------------------------------------------------------------------------- */

static bool ground_of_letter(char letter, uint8_t *ground)
{
    switch (letter) {
    case 'Y': *ground = BELL_CAMP_J; return true;
    case 'R': *ground = BELL_CAMP_R; return true;
    case '.': *ground = BELL_OPEN; return true;
    case '~': *ground = BELL_OPEN | BELL_BLUE; return true;
    case 'v': *ground = BELL_OPEN | BELL_GREEN; return true;
    case 'g': *ground = BELL_OPEN | BELL_GREY; return true;
    case 'b': *ground = BELL_OPEN | BELL_WHITE; return true;
    case 'n': *ground = BELL_OPEN | BELL_BLACK; return true;
    default: return false;
    }
}

static bool read_cell(const struct reading *r, int line, struct bv_span cell, int square)
{
    struct belligerants_tables *t = r->tables;
    bool star = cell.length == 2 && cell.text[1] == '*';
    if ((cell.length != 1 && !star) || !ground_of_letter(cell.text[0], &t->ground[square]))
        return fail(r, line,
                    "a square is one of Y R . ~ v g b n, with * after it for a crossroads");
    if (star && !(t->ground[square] & BELL_OPEN))
        return fail(r, line, "a crossroads cannot be in a camp"); /* B1 */
    t->crossroads[square] = star;
    return true;
}

static bool read_row(const struct reading *r, const struct bv_entry *entry, int rank)
{
    struct belligerants_tables *t = r->tables;
    struct bv_span rest = entry->value;
    struct bv_span cell = {0};
    if (bv_words_in(rest) != t->files)
        return fail(r, entry->line, "the rows of the map are not equally long");
    for (int file = 0; bv_take_word(&rest, &cell); file++)
        if (!read_cell(r, entry->line, cell, file * BELL_STRIDE + rank)) return false;
    return true;
}

static bool read_map(struct reading *r)
{
    struct belligerants_tables *t = r->tables;
    int rows = 0;
    const struct bv_entry *entry = bv_board_entry(r->board, "map", &rows);
    int files = bv_words_in(entry->value);
    r->line = entry->line;
    if (rows > BELL_RANKS_MAX || files > BELL_FILES_MAX)
        return fail(r, r->line, "the map is wider than 15 or higher than 16 squares");
    t->files = (uint8_t)files;
    t->ranks = (uint8_t)rows;
    for (int row = 0; row < rows; row++)
        if (!read_row(r, entry + row, rows - 1 - row)) return false;
    return true;
}

static bool read_camp(const struct reading *r, int side, const char *name)
{
    struct belligerants_tables *t = r->tables;
    int count = 0;
    for (int square = 0; square < BELL_SQUARES_MAX; square++) {
        if (!(t->ground[square] & belligerants_camp_of(side))) continue;
        t->camp_place[square] = (uint8_t)count;
        if (count < BELL_ARMY) t->camp[side][count] = (uint8_t)square;
        count++;
    }
    if (count == BELL_ARMY) return true;
    return fail_number(r, r->line, name, count, " squares, not 15"); /* B1 */
}

static bool check_crossroads(const struct reading *r)
{
    int crossroads = 0;
    for (int square = 0; square < BELL_SQUARES_MAX; square++)
        crossroads += r->tables->crossroads[square];
    if (crossroads == CROSSROADS) return true;
    return fail_number(r, r->line, "the map has ", crossroads, " crossroads, not 18"); /* B1 */
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static const int8_t file_step[BELL_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};

/* The next square in a direction; -1 beyond the edge. */
static int neighbour(const struct belligerants_tables *t, int square, int direction)
{
    int next = square + belligerants_delta[direction];
    bool is_square = next >= 0 && next < BELL_SQUARES_MAX && t->ground[next];
    bool wraps = next / BELL_STRIDE - square / BELL_STRIDE != file_step[direction];
    return is_square && !wraps ? next : -1;
}

static bool is_diagonal(int direction)
{
    return direction % 2;
}

/* B19: whether water stops a walker's step, on a blue square or on the diagonal between two. */
static bool water_stops(const struct belligerants_tables *t, int from, int direction)
{
    if (t->ground[neighbour(t, from, direction)] & BELL_BLUE) return true; /* B19 */
    if (!is_diagonal(direction)) return false;                             /* B19 */
    int left = neighbour(t, from, (direction + 7) % BELL_DIRECTIONS);
    int right = neighbour(t, from, (direction + 1) % BELL_DIRECTIONS);
    return t->ground[left] & t->ground[right] & BELL_BLUE; /* B19 */
}

/* Spreads out from the yellow camp on foot; it must come to the pink one. */
static bool check_reach(const struct reading *r)
{
    const struct belligerants_tables *t = r->tables;
    bool seen[BELL_SQUARES_MAX] = {false};
    uint8_t queue[BELL_SQUARES_MAX];
    int count = 1;
    queue[0] = t->camp[BELL_J][0];
    seen[queue[0]] = true;
    for (int at = 0; at < count; at++) {
        for (int direction = 0; direction < BELL_DIRECTIONS; direction++) {
            int to = neighbour(t, queue[at], direction);
            if (to < 0 || seen[to] || water_stops(t, queue[at], direction)) continue;
            seen[to] = true;
            queue[count++] = (uint8_t)to;
        }
    }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < BELL_ARMY; i++)
            if (!seen[t->camp[side][i]])
                return fail(r, r->line,
                            "no walker can reach every camp square from the other camp");
    return true;
}

/* ---- The army -------------------------------------------------------------------------------- */

static const uint8_t trait_of_kind[BELL_KINDS] = {
    [BELL_BO] = BELL_FLIES | BELL_WET, /* B9 B19 */
    [BELL_AC] = BELL_FLIES | BELL_WET, /* B9 B19 */
    [BELL_ES] = BELL_WET | BELL_HARDY, /* B19 B20 B21 B22 */
    [BELL_AM] = BELL_WET | BELL_HARDY, /* B19 B20 B21 B22 */
};

static bool kind_named(struct bv_span word, int *kind)
{
    for (int i = 0; i < BELL_KINDS; i++) {
        if (!bv_span_is(word, belligerants_code[i])) continue;
        *kind = i;
        return true;
    }
    return false;
}

/* Reads the rest of a line as different kinds; the set has a bit for each. */
static bool read_kinds(const struct reading *r, int line, struct bv_span rest, uint32_t *kinds)
{
    struct bv_span word;
    int kind = 0;
    *kinds = 0;
    while (bv_take_word(&rest, &word)) {
        if (!kind_named(word, &kind)) return fail(r, line, "unknown pawn; see the army's codes");
        if (*kinds & belligerants_bit(kind)) return fail(r, line, "a pawn is named twice");
        *kinds |= belligerants_bit(kind);
    }
    return true;
}

static bool read_pawn(const struct reading *r, const struct bv_entry *entry, int kind,
                      uint32_t *takes)
{
    struct bv_span rest = entry->value;
    struct bv_span word = {0};
    int count = 0;
    int value = 0;
    if (!bv_take_word(&rest, &word) || !bv_span_is(word, belligerants_code[kind])) {
        struct bv_out out = bv_board_error(r->board, entry->line, r->error);
        bv_putf(&out, "the army's rows are in the order of the rules: here stands %s",
                belligerants_code[kind]);
        return false;
    }
    if (!bv_take_word(&rest, &word) || !bv_number_of(word, 0, BELL_ARMY, &count))
        return fail(r, entry->line, "how many pawns? a number from 0 to 15 after the code");
    if (!bv_take_word(&rest, &word) || !bv_number_of(word, 0, VALUE_MOST, &value))
        return fail(r, entry->line, "of what value? a number from 0 to 10000 after the count");
    struct bv_span victims = rest;
    if (!bv_take_word(&rest, &word))
        return fail(r, entry->line, "what does it take? codes after the value, or -");
    r->tables->count[kind] = (uint8_t)count;
    r->tables->value[kind] = (uint16_t)value;
    if (bv_span_is(word, "-") && !rest.length) return true;
    if (kind == BELL_AM) return fail(r, entry->line, "the ambulance takes only the wounded");
    if (!read_kinds(r, entry->line, victims, takes)) return false;
    if (*takes & belligerants_bit(BELL_AM))
        return fail(r, entry->line, "the ambulance is taken by nobody"); /* B13 */
    return true;
}

static void fill_slots(struct belligerants_tables *t, int kind, int *slot)
{
    int first = *slot;
    int last = first + t->count[kind] - 1;
    for (; *slot <= last; ++*slot) {
        t->kind[*slot] = (uint8_t)kind;
        t->trait[*slot] = trait_of_kind[kind];
        t->first_alike[*slot] = (uint8_t)first;
        t->last_alike[*slot] = (uint8_t)last;
    }
}

/* The slots, of both sides, of a set of kinds. */
static uint32_t slots_of(const struct belligerants_tables *t, uint32_t kinds)
{
    uint32_t slots = 0;
    for (int slot = 0; slot < BELL_SLOTS; slot++)
        if (kinds & belligerants_bit(t->kind[slot])) slots |= belligerants_bit(slot);
    return slots;
}

static bool read_army(const struct reading *r)
{
    struct belligerants_tables *t = r->tables;
    const struct bv_board *board = r->board;
    uint32_t takes[BELL_KINDS] = {0};
    int rows = 0;
    int pawns = 0;
    int slot = 0;
    const struct bv_entry *entry = bv_board_entry(board, "army", &rows);
    if (rows != BELL_KINDS) return fail(r, entry->line, "the army has 13 rows, one for each kind");
    for (int kind = 0; kind < BELL_KINDS; kind++) {
        if (!read_pawn(r, entry + kind, kind, &takes[kind])) return false;
        pawns += t->count[kind];
    }
    if (pawns != BELL_ARMY)
        return fail_number(r, entry->line, "the army has ", pawns, " pawns, not 15");
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < BELL_KINDS; kind++) fill_slots(t, kind, &slot);
    for (int kind = 0; kind < BELL_KINDS; kind++) t->victims[kind] = slots_of(t, takes[kind]);
    for (int i = 0; i < BELL_SLOTS; i++)
        if (!(t->trait[i] & BELL_HARDY)) t->victims[BELL_AM] |= belligerants_bit(i); /* B20 */
    t->sentinels = slots_of(t, belligerants_bit(BELL_SE));
    return true;
}

static bool read_counters(const struct reading *r, int *counters)
{
    struct belligerants_tables *t = r->tables;
    const struct bv_entry *entry = bv_board_entry(r->board, "counters", NULL);
    uint32_t kinds = 0;
    *counters = 0;
    if (!read_kinds(r, entry->line, entry->value, &kinds)) return false;
    for (int kind = 0; kind < BELL_KINDS; kind++) {
        if (!(kinds & belligerants_bit(kind))) continue;
        /* So that a counter is always in reserve when its kind is taken (B16, B17). */
        if (t->count[kind] > 1)
            return fail(r, entry->line, "a kind with a counter has at most one pawn a side");
        *counters += t->count[kind];
    }
    t->counters = slots_of(t, kinds);
    return true;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

/* All paths of one length, dry or wet, from one square. */
struct grower {
    struct belligerants_tables *tables;
    int count; /* paths found so far, on the whole board */
    int length;
    bool wet;
    uint8_t trail[BELL_LONGEST + 1]; /* the origin and the squares entered so far */
    uint8_t direction[BELL_LONGEST];
};

static bool was_entered(const struct grower *g, int square, int steps)
{
    for (int i = 0; i < steps; i++)
        if (g->trail[i] == square) return true;
    return false;
}

/*
 * B8: from a square entered in one direction, may the path go on in the other? Straight back is not
 * asked here: it would enter a square twice.
 */
static bool may_go_on(bool crossroads, int direction, int next)
{
    return crossroads || next == direction; /* B8 */
}

static void add_path(struct grower *g)
{
    struct belligerants_tables *t = g->tables;
    struct belligerants_path *path = &t->path[g->count++];
    uint8_t end = g->trail[g->length];
    int file = BELL_FILES_MAX;
    *path = (struct belligerants_path){
        .move = (uint32_t)g->length,
        .end = end,
        .ground = t->ground[end],
        .touched = t->ground[end] & BELL_BLUE,
    };
    for (int i = 0; i < g->length; i++) {
        path->move |= (uint32_t)g->direction[i] << (BELL_MOVE_STEPS_SHIFT + 3 * i);
        path->touched |= t->ground[g->trail[i + 1]] & (BELL_CAMP_J | BELL_CAMP_R | BELL_OPEN);
        if (i && g->trail[i] / BELL_STRIDE < file) file = g->trail[i] / BELL_STRIDE;
    }
    if (g->length > 1) path->file = (uint8_t)file;
    for (int i = 1; i < g->length; i++)
        path->way |= (uint64_t)1 << (g->trail[i] - file * BELL_STRIDE);
    t->lengths[g->trail[0]][end] |= (uint8_t)(1 << g->length);
}

/* Goes on from a path of so many steps in a direction; false: no room for more paths. */
static bool grow(struct grower *g, int steps, int direction, bool is_wet)
{
    const struct belligerants_tables *t = g->tables;
    int to = neighbour(t, g->trail[steps], direction);
    if (to < 0) return true;
    if (was_entered(g, to, steps)) return true; /* B8 */
    if (water_stops(t, g->trail[steps], direction)) is_wet = true;
    g->direction[steps++] = (uint8_t)direction;
    g->trail[steps] = (uint8_t)to;
    if (steps == g->length) {
        if (is_wet != g->wet) return true; /* B19 */
        if (g->count == BELL_PATHS_MAX) return false;
        add_path(g);
        return true;
    }
    for (int next = 0; next < BELL_DIRECTIONS; next++)
        if (may_go_on(t->crossroads[to], direction, next) && !grow(g, steps, next, is_wet))
            return false;
    return true;
}

static bool grow_group(struct grower *g, int square, int group)
{
    g->tables->group[square][group] = (uint16_t)g->count;
    g->length = group % BELL_LONGEST + 1;
    g->wet = group >= BELL_LONGEST;
    g->trail[0] = (uint8_t)square;
    for (int direction = 0; direction < BELL_DIRECTIONS; direction++)
        if (!grow(g, 0, direction, false)) return false;
    return true;
}

static bool grow_paths(const struct reading *r)
{
    struct belligerants_tables *t = r->tables;
    struct grower g = {.tables = t};
    for (int square = 0; square < BELL_SQUARES_MAX; square++) {
        for (int group = 0; group < BELL_GROUPS && t->ground[square]; group++)
            if (!grow_group(&g, square, group))
                return fail(r, r->line,
                            "the crossroads are so close together that there are too many paths");
        t->group[square][BELL_GROUPS] = (uint16_t)g.count;
    }
    return true;
}

static uint32_t sum_of_highest(const uint32_t *numbers, int highest)
{
    bool used[BELL_SQUARES_MAX] = {false};
    uint32_t sum = 0;
    for (int i = 0; i < highest; i++) {
        int best = 0;
        for (int at = 1; at < BELL_SQUARES_MAX; at++)
            if (used[best] || (!used[at] && numbers[at] > numbers[best])) best = at;
        used[best] = true;
        sum += numbers[best];
    }
    return sum;
}

/*
 * The longest list there can be is a Devil's. A side has at most its army and one pawn for each
 * counter, each with at most all the paths of its square. A `+` doubles a path that ends on one of
 * the enemy's pawns that have counters, of which there are at most two for each; and paths into a
 * square are as many as paths out of it. An ambulance has up to 15 tokens instead of one for a path
 * that ends on white.
 */
static bool check_lists(const struct reading *r, int counters)
{
    const struct belligerants_tables *t = r->tables;
    uint32_t paths[BELL_SQUARES_MAX] = {0};
    uint32_t most_to_white = 0;
    for (int square = 0; square < BELL_SQUARES_MAX; square++) {
        uint32_t to_white = 0;
        if (!t->ground[square]) continue;
        for (int i = t->group[square][0]; i < t->group[square][BELL_GROUPS]; i++) {
            paths[square]++;
            to_white += (t->path[i].ground & BELL_WHITE) != 0;
        }
        if (to_white > most_to_white) most_to_white = to_white;
    }
    uint32_t longest = sum_of_highest(paths, BELL_ARMY + counters) +
                       sum_of_highest(paths, 2 * counters) +
                       most_to_white * BELL_ARMY * t->count[BELL_AM];
    if (longest < BELL_LIST_CAP) return true; /* one is written in vain behind the last */
    return fail_number(r, r->line, "the crossroads are so close together that a side could have ",
                       (int)longest, " moves to choose from; fewer than 8192 are allowed");
}

/* A file without these lines means the numbers of the sheet. */
static bool read_limits(const struct reading *r)
{
    int quiet = 150, all = 1000, again = 10;
    if (!bv_board_number(r->board, "quiet-moves", 1, UINT8_MAX, &quiet, r->error) ||
        !bv_board_number(r->board, "all-moves", 1, 10000, &all, r->error) ||
        !bv_board_number(r->board, "ask-again", 1, 100, &again, r->error))
        return false;
    r->tables->quiet_moves = (uint8_t)quiet; /* B29 */
    r->tables->all_moves = (uint16_t)all;    /* B29 */
    r->tables->ask_again = (uint8_t)again;   /* B28 */
    return true;
}

bool belligerants_load(const struct bv_board *board, union bv_tables *tables,
                       struct bv_error *error)
{
    static const struct bv_key keys[] = {
        {.name = "map", .block = true},
        {.name = "army", .block = true},
        {.name = "counters"},
        {.name = "quiet-moves", .may_be_left_out = true},
        {.name = "all-moves", .may_be_left_out = true},
        {.name = "ask-again", .may_be_left_out = true},
    };
    struct belligerants_tables *t = &tables->belligerants;
    struct reading r = {board, t, error, 0};
    int counters = 0;
    bv_clear(t, sizeof *t);
    if (!bv_board_keys(board, keys, BV_COUNT(keys), error)) return false;
    if (!read_map(&r) || !read_camp(&r, BELL_J, "the yellow camp has ") ||
        !read_camp(&r, BELL_R, "the pink camp has ") || !check_crossroads(&r) || !check_reach(&r))
        return false;
    if (!read_army(&r) || !read_counters(&r, &counters) || !read_limits(&r)) return false;
    return grow_paths(&r) && check_lists(&r, counters);
}
