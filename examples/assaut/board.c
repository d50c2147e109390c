/* The board file: a map of 7 by 7, from which the lines follow. */
#include "core/board.h"
#include "games/storage.h"

static const struct bv_key keys[] = {{.name = "map", .block = true}};

static void place(struct assaut_tables *t, char letter, int point)
{
    uint64_t bit = assaut_bit(point);
    if (letter != '~') t->points |= bit; /* A1 */
    if (letter == '+' || letter == 'o') t->fortress |= bit;
    if (letter == 's') t->piece[ASSAUT_SOLDIERS] |= bit; /* A2 */
    if (letter == 'o') t->piece[ASSAUT_OFFICERS] |= bit;
}

static bool read_map(const struct bv_board *board, struct assaut_tables *t, struct bv_error *error)
{
    int rows = 0;
    const struct bv_entry *row = bv_board_entry(board, "map", &rows);
    if (rows != ASSAUT_SIZE) return bv_board_fail(board, row->line, "a map has 7 rows", error);
    for (int rank = ASSAUT_SIZE - 1; rank >= 0; rank--, row++) {
        int file = 0;
        for (size_t i = 0; i < row->value.length; i++) {
            char c = row->value.text[i];
            if (c == ' ') continue;
            if (file == ASSAUT_SIZE || (c != '~' && c != '.' && c != '+' && c != 's' && c != 'o'))
                return bv_board_fail(board, row->line, "a row is 7 of ~ . + s o", error);
            place(t, c, rank * ASSAUT_SIZE + file++);
        }
        if (file < ASSAUT_SIZE)
            return bv_board_fail(board, row->line, "a row is 7 of ~ . + s o", error);
    }
    return true;
}

/* The lines from a point (A1), and of those the ones a Soldier may take (A4, A5). */
static void join(struct assaut_tables *t, int file, int rank)
{
    int from = rank * ASSAUT_SIZE + file;
    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++) {
            int to = from + up * ASSAUT_SIZE + right;
            if (file + right < 0 || file + right >= ASSAUT_SIZE || to < 0 || to >= ASSAUT_POINTS)
                continue;
            bool line = (up == 0) != (right == 0) || (up && right && (file + rank) % 2 == 0);
            if (!line || !(t->points & assaut_bit(from)) || !(t->points & assaut_bit(to))) continue;
            t->near[from] |= assaut_bit(to);
            if (up == 1) t->march[from] |= assaut_bit(to);
        }
    int middle = file < ASSAUT_SIZE / 2 ? from + 1 : from - 1;
    if (!t->march[from] && !(t->fortress & assaut_bit(from)) && file != ASSAUT_SIZE / 2)
        t->march[from] = t->near[from] & assaut_bit(middle); /* A5 */
}

bool assaut_load(const struct bv_board *board, union bv_tables *tables, struct bv_error *error)
{
    struct assaut_tables *t = &tables->assaut;
    if (!bv_board_keys(board, keys, BV_COUNT(keys), error)) return false;
    bv_clear(t, sizeof *t);
    if (!read_map(board, t, error)) return false;
    for (int rank = 0; rank < ASSAUT_SIZE; rank++)
        for (int file = 0; file < ASSAUT_SIZE; file++) join(t, file, rank);
    if (bv_count64(t->piece[ASSAUT_OFFICERS]) != 2) /* A2 */
        return bv_board_fail(board, board->lines, "a map has two Officers", error);
    struct assaut_state start = {.piece = {t->piece[0], t->piece[1]}};
    if (assaut_standing(t, &start) == ASSAUT_RUNNING) return true;
    return bv_board_fail(board, board->lines, "on this map the game is over at its start", error);
}
