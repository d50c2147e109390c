/*
 * The board file: a map of ten ranks and the numbers of the box.
 *
 * Every rank of the map is one letter ten times. From the top: Grey's back rank `g`, the rest of
 * his camp `G`, perhaps ranks of nobody `.`, then Green's `V` and `v`. Both camps have the same
 * depth, at least three ranks besides the back rank: so three installations on different ranks and
 * files always find room, and so do all guns and mines.
 */
#include "core/board.h"
#include "games/storage.h"

enum { LEAST_DEPTH = 3, RANKS = CHARS_SQUARES / CHARS_WIDTH };

struct number {
    const char *key;
    int least, most;
};

enum {
    GUNS,
    MINES,
    REDS,
    WHITES,
    POINTS,
    POINTS_WITHOUT_FUEL,
    TANK_STEPS,
    FEW_TANKS,
    DIE_RED,
    DIE_BLACK,
    QUIET_TURNS,
    NUMBERS,
};

static const struct number numbers[NUMBERS] = {
    [GUNS] = {"guns", 1, 9},
    [MINES] = {"mines", 1, 5},
    [REDS] = {"red-shots", 0, 9},
    [WHITES] = {"white-shots", 0, 9},
    [POINTS] = {"points", 1, 20},
    [POINTS_WITHOUT_FUEL] = {"points-without-fuel", 1, 20},
    [TANK_STEPS] = {"tank-steps", 1, 20},
    [FEW_TANKS] = {"few-tanks", 0, CHARS_TANKS},
    [DIE_RED] = {"die-red", 1, 20},
    [DIE_BLACK] = {"die-black", 1, 20},
    [QUIET_TURNS] = {"quiet-turns", 1, 200},
};

static const struct bv_key keys[] = {
    {"map", true},
    {"guns", false},
    {"mines", false},
    {"red-shots", false},
    {"white-shots", false},
    {"points", false},
    {"points-without-fuel", false},
    {"tank-steps", false},
    {"few-tanks", false},
    {"die-red", false},
    {"die-black", false},
    {"quiet-turns", false},
};

/* The one letter of a row of the map. */
static bool read_row(const struct bv_board *board, const struct bv_entry *row, char *letter,
                     struct bv_error *error)
{
    struct bv_span rest = row->value;
    struct bv_span word = {0};
    int count = 0;
    while (bv_take_word(&rest, &word)) {
        char c = word.text[0];
        if (word.length != 1 || !(c == 'g' || c == 'G' || c == '.' || c == 'V' || c == 'v'))
            return bv_board_fail(board, row->line, "a rank of the map is made of g, G, ., V or v",
                                 error);
        if (count && c != *letter)
            return bv_board_fail(board, row->line, "a rank of the map has one letter throughout",
                                 error);
        *letter = c;
        count++;
    }
    if (count != CHARS_WIDTH)
        return bv_board_fail(board, row->line, "a rank of the map has 10 squares", error);
    return true;
}

static bv_bits128 rank_squares(int rank)
{
    return (bv_bits128)0x3ff << (CHARS_WIDTH * rank);
}

static void add_rank(struct chars_tables *t, char letter, int rank)
{
    if (letter == 'v' || letter == 'V') t->camp[CHARS_GREEN] |= rank_squares(rank);
    if (letter == 'g' || letter == 'G') t->camp[CHARS_GREY] |= rank_squares(rank);
    if (letter == 'v') t->back[CHARS_GREEN] |= rank_squares(rank);
    if (letter == 'g') t->back[CHARS_GREY] |= rank_squares(rank);
}

/* How far a letter has come down the map: ranks stand in this order, each back rank once. */
static int place_of(char letter)
{
    static const char order[] = "gG.Vv";
    int place = 0;
    while (order[place] != letter) place++;
    return place;
}

static bool ordered(const char *letter, int rank)
{
    if (rank == 0) return letter[0] == 'g';
    if (letter[rank] == 'g' || letter[rank - 1] == 'v') return false;
    return place_of(letter[rank]) >= place_of(letter[rank - 1]);
}

static bool read_map(const struct bv_board *board, struct chars_tables *t, struct bv_error *error)
{
    char letter[RANKS] = {0};
    int depth[2] = {0};
    int rows = 0;
    const struct bv_entry *row = bv_board_entry(board, "map", &rows);
    int last = row[rows - 1].line;
    if (rows != RANKS) return bv_board_fail(board, last, "the map has 10 ranks", error);
    for (int i = 0; i < RANKS; i++) {
        if (!read_row(board, &row[i], &letter[i], error)) return false;
        if (!ordered(letter, i))
            return bv_board_fail(board, row[i].line,
                                 "from the top the ranks are one g, then G, perhaps dots, V, one v",
                                 error);
        depth[CHARS_GREEN] += letter[i] == 'V';
        depth[CHARS_GREY] += letter[i] == 'G';
        add_rank(t, letter[i], RANKS - 1 - i);
    }
    if (letter[RANKS - 1] != 'v')
        return bv_board_fail(board, last, "the lowest rank is Green's back rank, v", error);
    if (depth[CHARS_GREEN] != depth[CHARS_GREY])
        return bv_board_fail(board, last, "both camps have the same number of ranks", error);
    if (depth[CHARS_GREEN] < LEAST_DEPTH)
        return bv_board_fail(board, last, "a camp has at least 3 ranks besides its back rank",
                             error);
    return true;
}

static void make_crosses(struct chars_tables *t)
{
    bv_bits128 file = 0;
    for (int rank = 0; rank < RANKS; rank++) file |= bv_bit128(CHARS_WIDTH * rank);
    for (int square = 0; square < CHARS_SQUARES; square++)
        t->cross[square] = rank_squares(square / CHARS_WIDTH) | file << (square % CHARS_WIDTH);
}

static void make_bytes(struct chars_tables *t)
{
    for (int value = 0; value < 256; value++)
        for (int bit = 0; bit < 8; bit++)
            if (value >> bit & 1) t->byte[value].member[t->byte[value].count++] = (uint8_t)bit;
}

static bool read_numbers(const struct bv_board *board, int *value, struct bv_error *error)
{
    for (int i = 0; i < NUMBERS; i++)
        if (!bv_board_number(board, numbers[i].key, numbers[i].least, numbers[i].most, &value[i],
                             error))
            return false;
    return true;
}

bool chars_load(const struct bv_board *board, union bv_tables *tables, struct bv_error *error)
{
    struct chars_tables *t = &tables->chars;
    int value[NUMBERS] = {0};
    bv_clear(t, sizeof *t);
    if (!bv_board_keys(board, keys, BV_COUNT(keys), error)) return false;
    if (!read_map(board, t, error) || !read_numbers(board, value, error)) return false;
    make_crosses(t);
    make_bytes(t);
    t->guns = (uint8_t)value[GUNS];
    t->mines = (uint8_t)value[MINES];
    t->reds = (uint8_t)value[REDS];
    t->whites = (uint8_t)value[WHITES];
    t->points = (uint8_t)value[POINTS];
    t->points_without_fuel = (uint8_t)value[POINTS_WITHOUT_FUEL];
    t->tank_steps = (uint8_t)value[TANK_STEPS];
    t->few_tanks = (uint8_t)value[FEW_TANKS];
    t->die_red = (uint8_t)value[DIE_RED];
    t->die_black = (uint8_t)value[DIE_BLACK];
    t->quiet_turns = (uint8_t)value[QUIET_TURNS];
    t->set_up = (uint8_t)(CHARS_DEPOTS + CHARS_TANKS + t->guns + t->mines);
    return true;
}
