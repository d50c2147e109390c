/*
 * The board file: a drawn map and the limit of quiet moves.
 *
 * The map has the squares, ponds, castles and pieces that the leaflet counts (E1, E3). Where they lie is free, as
 * long as a Knight can walk from any square to any other.
 */
#include "core/board.h"
#include "games/storage.h"

/* What a letter of the map means, and how many there must be. */
struct letter {
    char letter;
    int count;
    const char *name;
};

static const struct letter letters[] = {
    {'.', -1, "free squares"},
    {'~', CHEVALIERS_PONDS, "ponds"}, /* E1 */
    {'C', 1, "castle of Silver"},
    {'c', 1, "castle of Gold"},
    {'K', CHEVALIERS_KNIGHTS, "Knights of Silver"}, /* E3 */
    {'M', CHEVALIERS_MEN, "Men-at-Arms of Silver"},
    {'k', CHEVALIERS_KNIGHTS, "Knights of Gold"},
    {'m', CHEVALIERS_MEN, "Men-at-Arms of Gold"},
};

static const struct bv_key keys[] = {{.name = "quiet"}, {.name = "map", .block = true}};

/* The map's letters and lines, ranks from below as in the game. */
struct map {
    char at[CHEVALIERS_RANKS][CHEVALIERS_FILES];
    int line[CHEVALIERS_RANKS];
};

static const struct letter *letter_of(char c)
{
    for (size_t i = 0; i < BV_COUNT(letters); i++)
        if (letters[i].letter == c) return &letters[i];
    return NULL;
}

static bool read_row(const struct bv_board *board, const struct bv_entry *entry,
                     char row[CHEVALIERS_FILES], struct bv_error *error)
{
    int count = 0;
    for (size_t i = 0; i < entry->value.length; i++) {
        char c = entry->value.text[i];
        if (c == ' ') continue;
        if (!letter_of(c)) {
            struct bv_out out = bv_board_error(board, entry->line, error);
            bv_putf(&out, "the map has no letter '%c'; it knows . ~ C c K M k m", c);
            return false;
        }
        if (count == CHEVALIERS_FILES)
            return bv_board_fail(board, entry->line, "a row of the map has more than 7 squares",
                                 error);
        row[count++] = c;
    }
    if (count < CHEVALIERS_FILES)
        return bv_board_fail(board, entry->line, "a row of the map has fewer than 7 squares",
                             error);
    return true;
}

static bool read_map(const struct bv_board *board, struct map *map, struct bv_error *error)
{
    int rows = 0;
    const struct bv_entry *entry = bv_board_entry(board, "map", &rows);
    if (rows != CHEVALIERS_RANKS)
        return bv_board_fail(board, entry->line, "the map must have 14 rows", error);
    for (int rank = CHEVALIERS_RANKS - 1; rank >= 0; rank--, entry++) {
        if (!read_row(board, entry, map->at[rank], error)) return false;
        map->line[rank] = entry->line;
    }
    return true;
}

static bool count_letters(const struct bv_board *board, const struct map *map,
                          const struct letter *letter, struct bv_error *error)
{
    int count = 0;
    for (int rank = 0; rank < CHEVALIERS_RANKS; rank++)
        for (int file = 0; file < CHEVALIERS_FILES; file++)
            count += map->at[rank][file] == letter->letter;
    if (letter->count < 0 || count == letter->count) return true;
    struct bv_out out = bv_board_error(board, map->line[CHEVALIERS_RANKS - 1], error);
    bv_putf(&out, "the map needs %d %s (%c) and has %d", letter->count, letter->name,
            letter->letter, count);
    return false;
}

static bool check_map(const struct bv_board *board, const struct map *map, struct bv_error *error)
{
    for (size_t i = 0; i < BV_COUNT(letters); i++)
        if (!count_letters(board, map, &letters[i], error)) return false;
    return true;
}

static void place(struct chevaliers_tables *tables, char letter, int square)
{
    bv_bits128 bit = bv_bit128(square);
    if (letter != '~') tables->squares |= bit; /* E1 E2 */
    if (letter == 'C') tables->castle[CHEVALIERS_SILVER] = (uint8_t)square;
    if (letter == 'c') tables->castle[CHEVALIERS_GOLD] = (uint8_t)square;
    if (letter == 'K' || letter == 'M') tables->pieces[CHEVALIERS_SILVER] |= bit;
    if (letter == 'k' || letter == 'm') tables->pieces[CHEVALIERS_GOLD] |= bit;
    if (letter == 'K' || letter == 'k') tables->knights |= bit;
}

/* The squares to which a Knight can walk from one of them. */
static bv_bits128 in_reach(bv_bits128 squares, int from)
{
    bv_bits128 reached = bv_bit128(from);
    for (;;) {
        bv_bits128 row = reached | reached << 1 | reached >> 1;
        bv_bits128 grown = squares & (row | row << CHEVALIERS_STRIDE | row >> CHEVALIERS_STRIDE);
        if (grown == reached) return reached;
        reached = grown;
    }
}

static bool check_ponds(const struct bv_board *board, const struct map *map,
                        const struct chevaliers_tables *t, struct bv_error *error)
{
    bv_bits128 cut_off = t->squares & ~in_reach(t->squares, t->castle[CHEVALIERS_SILVER]);
    if (!cut_off) return true;
    int square = bv_low128(cut_off);
    struct bv_out out = bv_board_error(board, map->line[chevaliers_rank(square)], error);
    bv_put(&out, "the ponds cut off ");
    bv_put_square(&out, chevaliers_file(square), chevaliers_rank(square));
    bv_put(&out, " from the castle of Silver");
    return false;
}

/* Walks through all sets of neighbours, each as a sub-mask of the inner ring. */
static void make_patterns(struct chevaliers_tables *tables)
{
    uint64_t set = 0;
    do {
        unsigned pattern = chevaliers_pattern(set);
        for (uint64_t left = set; left;) {
            int offset = bv_take64(&left) - CHEVALIERS_CENTRE;
            uint64_t change = (uint64_t)(int64_t)offset << CHEVALIERS_STOP_AT;
            tables->step[pattern][tables->steps[pattern]++] = change;
        }
        set = (set - CHEVALIERS_NEAR) & CHEVALIERS_NEAR;
    } while (set);
}

bool chevaliers_load(const struct bv_board *board, union bv_tables *tables, struct bv_error *error)
{
    struct chevaliers_tables *t = &tables->chevaliers;
    struct map map;
    int quiet = 0;
    if (!bv_board_keys(board, keys, BV_COUNT(keys), error)) return false;
    if (!bv_board_number(board, "quiet", 1, 250, &quiet, error)) return false;
    if (!read_map(board, &map, error) || !check_map(board, &map, error)) return false;
    bv_clear(t, sizeof *t);
    t->quiet = (uint8_t)quiet;
    for (int rank = 0; rank < CHEVALIERS_RANKS; rank++)
        for (int file = 0; file < CHEVALIERS_FILES; file++)
            place(t, map.at[rank][file], chevaliers_square(file, rank));
    make_patterns(t);
    return check_ponds(board, &map, t, error);
}
