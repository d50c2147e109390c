/*
 * The board file: a map of ten by ten squares and the numbers of the box.
 *
 * Every file of the map has, from the top, squares of Grey's back rank `g`, of the rest of his camp
 * `G`, perhaps of nobody `.`, then of Green's camp `V` and back rank `v`: the river may wind, and
 * tanks begin where the back rank is drawn. Both camps are equally large and have room for whatever
 * is placed in them, wherever the first things are placed.
 */
#include "core/board.h"
#include "games/storage.h"

enum { RANKS = CHARS_SQUARES / CHARS_WIDTH };

/* The numbers of the box, each a byte of the tables. */
static const struct number {
    const char *key;
    int least, most;
    size_t at;
} numbers[] = {
    {"guns", 1, 9, offsetof(struct chars_tables, guns)},
    {"mines", 1, 5, offsetof(struct chars_tables, mines)},
    {"red-shots", 0, 9, offsetof(struct chars_tables, reds)},
    {"white-shots", 0, 9, offsetof(struct chars_tables, whites)},
    {"points", 1, 20, offsetof(struct chars_tables, points)},
    {"points-without-fuel", 1, 20, offsetof(struct chars_tables, points_without_fuel)},
    {"tank-steps", 1, 20, offsetof(struct chars_tables, tank_steps)},
    {"few-tanks", 0, CHARS_TANKS, offsetof(struct chars_tables, few_tanks)},
    {"die-red", 1, 20, offsetof(struct chars_tables, die_red)},
    {"die-black", 1, 20, offsetof(struct chars_tables, die_black)},
    {"quiet-turns", 1, 200, offsetof(struct chars_tables, quiet_turns)},
};

/* ---- The map --------------------------------------------------------------------------------- */

/* How far a letter is down the map. */
static int place_of(char letter)
{
    static const char order[] = "gG.Vv";
    int place = 0;
    while (order[place] && order[place] != letter) place++;
    return place;
}

static void add_square(struct chars_tables *t, char letter, int square)
{
    bv_bits128 bit = bv_bit128(square);
    if (letter == 'v' || letter == 'V') t->camp[CHARS_GREEN] |= bit;
    if (letter == 'g' || letter == 'G') t->camp[CHARS_GREY] |= bit;
    if (letter == 'v') t->back[CHARS_GREEN] |= bit;
    if (letter == 'g') t->back[CHARS_GREY] |= bit;
}

/* One row of the map; `above` holds the letters of the row above it, and then its own. */
static bool read_row(const struct bv_board *board, const struct bv_entry *row, int rank,
                     char above[CHARS_WIDTH], struct chars_tables *t, struct bv_error *error)
{
    struct bv_span rest = row->value;
    struct bv_span word = {0};
    if (bv_words_in(rest) != CHARS_WIDTH)
        return bv_board_fail(board, row->line, "a rank of the map has 10 squares", error);
    for (int at = 0; bv_take_word(&rest, &word); at++) {
        char letter = word.text[0];
        int square = CHARS_WIDTH * rank + CHARS_WIDTH - 1 - at;
        if (word.length != 1 || place_of(letter) == place_of('\0'))
            return bv_board_fail(board, row->line, "a square of the map is g, G, ., V or v", error);
        if (place_of(letter) < place_of(above[at])) {
            struct bv_out out = bv_board_error(board, row->line, error);
            bv_putf(&out, "square %d cannot be %c below %c: from the top every file is", square + 1,
                    letter, above[at]);
            bv_put(&out, " g, then G, perhaps dots, V and v");
            return false;
        }
        above[at] = letter;
        add_square(t, letter, square);
    }
    return true;
}

static bool read_map(const struct bv_board *board, struct chars_tables *t, struct bv_error *error)
{
    char above[CHARS_WIDTH];
    int rows = 0;
    const struct bv_entry *row = bv_board_entry(board, "map", &rows);
    if (rows != RANKS)
        return bv_board_fail(board, row[rows - 1].line, "the map has 10 ranks", error);
    for (int at = 0; at < CHARS_WIDTH; at++) above[at] = 'g';
    for (int i = 0; i < RANKS; i++)
        if (!read_row(board, &row[i], RANKS - 1 - i, above, t, error)) return false;
    return true;
}

/* ---- Room in the camps ----------------------------------------------------------------------- */

static bv_bits128 rank_squares(int rank)
{
    return (bv_bits128)0x3ff << (CHARS_WIDTH * rank);
}

static void make_crosses(struct chars_tables *t)
{
    bv_bits128 file = 0;
    for (int rank = 0; rank < RANKS; rank++) file |= bv_bit128(CHARS_WIDTH * rank);
    for (int square = 0; square < CHARS_SQUARES; square++)
        t->cross[square] = rank_squares(square / CHARS_WIDTH) | file << (square % CHARS_WIDTH);
}

/* Whether some choice of squares for the first installations leaves none for a later one (C4). */
static bool depots_get_stuck(const struct chars_tables *t, bv_bits128 squares, int depots)
{
    if (!depots) return false;
    if (!squares) return true;
    for (bv_bits128 left = squares; left;)
        if (depots_get_stuck(t, squares & ~t->cross[bv_take128(&left)], depots - 1)) return true;
    return false;
}

static bool check_camp(const struct bv_board *board, const struct chars_tables *t, int side,
                       struct bv_error *error)
{
    int line = bv_board_entry(board, "map", NULL)->line;
    struct bv_out out = bv_board_error(board, line, error);
    bv_put(&out, side == CHARS_GREEN ? "Green's " : "Grey's ");
    int room = bv_count128(t->camp[side]);
    if (room != bv_count128(t->camp[CHARS_GREEN])) {
        bv_putf(&out, "camp has %d squares and Green's %d: both are equally large", room,
                bv_count128(t->camp[CHARS_GREEN]));
        return false;
    }
    if (bv_count128(t->back[side]) < CHARS_TANKS) {
        bv_put(&out, "back rank has fewer than 6 squares, one for each tank"); /* C5 */
        return false;
    }
    if (room < CHARS_DEPOTS + CHARS_TANKS + t->guns + t->mines) {
        bv_putf(&out, "camp has %d squares, too few for its pieces and mines", room); /* C6 C7 */
        return false;
    }
    if (depots_get_stuck(t, t->camp[side] & ~t->back[side], CHARS_DEPOTS)) {
        bv_put(&out, "camp must have room for three installations on different ranks and files, "
                     "wherever the first two stand"); /* C4 */
        return false;
    }
    return true;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void make_bytes(struct chars_tables *t)
{
    for (int value = 0; value < 256; value++)
        for (int bit = 0; bit < 8; bit++)
            if (value >> bit & 1) t->byte[value].member[t->byte[value].count++] = (uint8_t)bit;
}

static bool read_numbers(const struct bv_board *board, struct chars_tables *t,
                         struct bv_error *error)
{
    for (size_t i = 0; i < BV_COUNT(numbers); i++) {
        const struct number *number = &numbers[i];
        int value = 0;
        if (!bv_board_number(board, number->key, number->least, number->most, &value, error))
            return false;
        ((uint8_t *)t)[number->at] = (uint8_t)value;
    }
    return true;
}

bool chars_load(const struct bv_board *board, union bv_tables *tables, struct bv_error *error)
{
    struct chars_tables *t = &tables->chars;
    struct bv_key keys[BV_COUNT(numbers) + 1] = {{.name = "map", .block = true}};
    for (size_t i = 0; i < BV_COUNT(numbers); i++) keys[i + 1].name = numbers[i].key;
    bv_clear(t, sizeof *t);
    if (!bv_board_keys(board, keys, BV_COUNT(keys), error)) return false;
    if (!read_map(board, t, error) || !read_numbers(board, t, error)) return false;
    make_crosses(t);
    make_bytes(t);
    t->set_up = (uint8_t)(CHARS_DEPOTS + CHARS_TANKS + t->guns + t->mines);
    return check_camp(board, t, CHARS_GREEN, error) && check_camp(board, t, CHARS_GREY, error);
}
