#include "chevaliers_reference.h"

#include <stdio.h>
#include <string.h>

enum { FILES = REFERENCE_FILES, RANKS = REFERENCE_RANKS };

/* ---- The board ---------------------------------------------------------------------------------------- */

static void board_text(const struct reference_table *table, char *text)
{
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        for (int file = 0; file < FILES; file++) *text++ = table->square[file][rank];
        *text++ = rank ? '/' : ' ';
    }
    *text++ = table->side;
    *text = '\0';
}

void reference_begin(struct reference *reference, struct session *session)
{
    char text[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    session->terms.game->write(&session->terms, &session->state, &out);
    struct reference_table *table = &reference->now;
    const char *at = text;
    for (int rank = RANKS - 1; rank >= 0; rank--, at++)
        for (int file = 0; file < FILES; file++) table->square[file][rank] = *at++;
    table->side = *at;
    sscanf(at + 2, "%d", &table->quiet);
    table->passed = strstr(at, " passed=") != NULL;
    table->called = strstr(at, " called=") != NULL;
    reference->fault = false;
    reference->over = NULL;
    reference->men_retreat = strcmp(bv_terms_value(&session->terms, 1), "all") == 0;
    reference->any = strcmp(bv_terms_value(&session->terms, 2), "any") == 0;
    reference->overlook = strcmp(bv_terms_value(&session->terms, 3), "table") == 0;
    for (int side = 0; side < 2; side++) {
        reference->castle[side][0] = chevaliers_file(session->tables.chevaliers.castle[side]);
        reference->castle[side][1] = chevaliers_rank(session->tables.chevaliers.castle[side]);
    }
    reference->limit = session->tables.chevaliers.quiet;
    reference->past = 1;
    board_text(table, reference->history[0]);
}

void reference_text(const struct reference *reference, char *text, size_t size)
{
    const struct reference_table *table = &reference->now;
    char board[128];
    char fault[64] = "";
    char over[32] = "";
    board_text(table, board);
    if (reference->fault)
        snprintf(fault, sizeof fault, " fault=%s before=%d", reference->faulty,
                 reference->before_fault.quiet);
    if (reference->over) snprintf(over, sizeof over, " over=%s", reference->over);
    snprintf(text, size, "%s %d%s%s%s%s", board, table->quiet, table->passed ? " passed=yes" : "",
             table->called ? " called=yes" : "", fault, over);
}

static char on(const struct reference_table *table, int file, int rank)
{
    if (file < 0 || file >= FILES || rank < 0 || rank >= RANKS) return '~';
    return table->square[file][rank];
}

static bool friendly(const struct reference_table *table, char piece)
{
    return table->side == 'S' ? piece == 'K' || piece == 'M' : piece == 'k' || piece == 'm';
}

static bool hostile(const struct reference_table *table, char piece)
{
    return table->side == 'S' ? piece == 'k' || piece == 'm' : piece == 'K' || piece == 'M';
}

static bool is_knight(char piece)
{
    return piece == 'K' || piece == 'k';
}

static int forward(const struct reference_table *table)
{
    return table->side == 'S' ? 1 : -1;
}

static void add(struct reference_list *list, const char *token)
{
    assert_true(list->count < REFERENCE_TOKENS);
    snprintf(list->token[list->count++], sizeof list->token[0], "%s", token);
}

static void name(char *text, int file, int rank)
{
    sprintf(text, "%c%d", 'a' + file, rank + 1);
}

/* E5 and E6. */
static void steps(const struct reference_table *table, int file, int rank,
                  struct reference_list *list)
{
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++) {
            char token[16];
            if (df == 0 && dr == 0) continue;
            if (on(table, file + df, rank + dr) != '.') continue;
            if (!is_knight(table->square[file][rank]) && dr == -forward(table)) continue;
            name(token, file, rank);
            strcat(token, "-");
            name(token + strlen(token), file + df, rank + dr);
            add(list, token);
        }
}

/*
 * E9 to E13: goes on from (file, rank), the moving piece being in hand. `token` is what was played so far;
 * `back` is the direction in which it may not capture, or 0.
 */
static void captures(const struct reference_table *table, int back, int file, int rank,
                     const char *token, bool captured, struct reference_list *list)
{
    static const int way[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    bool more = false;
    for (int i = 0; i < 4; i++) {
        int df = way[i][0];
        int dr = way[i][1];
        if (back && dr == back) continue;
        if (!hostile(table, on(table, file + df, rank + dr))) continue;
        if (on(table, file + 2 * df, rank + 2 * dr) != '.') continue;
        struct reference_table next = *table;
        char longer[96];
        next.square[file + df][rank + dr] = '.';
        snprintf(longer, sizeof longer - 8, "%sx", token);
        name(longer + strlen(longer), file + 2 * df, rank + 2 * dr);
        captures(&next, back, file + 2 * df, rank + 2 * dr, longer, true, list);
        more = true;
    }
    if (captured && !more) add(list, token);
}

/* E7: marks every square a canter visits; the Knight is in hand. */
static void canters(const struct reference_table *table, int file, int rank,
                    bool reached[FILES][RANKS])
{
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++) {
            int to_file = file + 2 * df;
            int to_rank = rank + 2 * dr;
            if (df == 0 && dr == 0) continue;
            if (!friendly(table, on(table, file + df, rank + dr))) continue;
            if (on(table, to_file, to_rank) != '.' || reached[to_file][to_rank]) continue;
            reached[to_file][to_rank] = true;
            canters(table, to_file, to_rank, reached);
        }
}

struct kinds {
    struct reference_list quiet;
    struct reference_list direct;
    struct reference_list charge;
};

/* Everything the piece on a square can do, by kind: without a capture, captures at once, charges. */
static void piece_moves(const struct reference *reference, int file, int rank, struct kinds *kinds)
{
    const struct reference_table *table = &reference->now;
    char piece = table->square[file][rank];
    int back = is_knight(piece) || reference->men_retreat ? 0 : -forward(table); /* E10 */
    bool reached[FILES][RANKS] = {{false}};
    struct reference_table lifted = *table;
    char from[8];
    name(from, file, rank);
    lifted.square[file][rank] = '.';
    steps(table, file, rank, &kinds->quiet);
    captures(&lifted, back, file, rank, from, false, &kinds->direct);
    if (!is_knight(piece)) return;
    canters(&lifted, file, rank, reached);
    reached[file][rank] = false; /* E8 */
    for (int to_file = 0; to_file < FILES; to_file++)
        for (int to_rank = 0; to_rank < RANKS; to_rank++) {
            char token[16];
            if (!reached[to_file][to_rank]) continue;
            name(token, file, rank);
            strcat(token, "~");
            name(token + strlen(token), to_file, to_rank);
            add(&kinds->quiet, token);
            captures(&lifted, back, to_file, to_rank, token, false, &kinds->charge);
        }
}

/* Of the side to move: its Knights' moves, its Men's, or all. */
static void moves_of(const struct reference *reference, bool knights, bool men, struct kinds *kinds)
{
    kinds->quiet.count = kinds->direct.count = kinds->charge.count = 0;
    for (int file = 0; file < FILES; file++)
        for (int rank = 0; rank < RANKS; rank++) {
            char piece = reference->now.square[file][rank];
            if (!friendly(&reference->now, piece)) continue;
            if (is_knight(piece) ? knights : men) piece_moves(reference, file, rank, kinds);
        }
}

static void add_all(struct reference_list *list, const struct reference_list *more)
{
    for (int i = 0; i < more->count; i++) add(list, more->token[i]);
}

static struct kinds side_moves;

static bool obliged(const struct reference *reference)
{
    moves_of(reference, true, true, &side_moves);
    return side_moves.direct.count || (reference->any && side_moves.charge.count); /* E14 */
}

void reference_legal(const struct reference *reference, const char *seat,
                     struct reference_list *list)
{
    static struct kinds own;
    const struct reference_table *table = &reference->now;
    list->count = 0;
    if (reference->over || seat[0] != table->side) return;
    bool only_captures = table->called;
    if (obliged(reference) && !reference->overlook) only_captures = true; /* E15 */
    moves_of(reference, strstr(seat, "men") == NULL, strstr(seat, "knights") == NULL, &own);
    add_all(list, &own.direct);
    add_all(list, &own.charge);
    if (!only_captures) add_all(list, &own.quiet);
    if (!side_moves.quiet.count && !side_moves.direct.count && !side_moves.charge.count)
        add(list, ".");                   /* E18 */
    if (reference->fault) add(list, "!"); /* E15 */
}

/* ---- Playing ------------------------------------------------------------------------------------------ */

/* Takes a square off the front of a token. */
static const char *square_of(const char *token, int *file, int *rank)
{
    *file = *token++ - 'a';
    *rank = 0;
    while (*token >= '0' && *token <= '9') *rank = *rank * 10 + (*token++ - '0');
    --*rank;
    return token;
}

/* Moves the piece through its squares; true if something was captured or a Man went forward. */
static bool walk(struct reference_table *table, const char *token)
{
    int file;
    int rank;
    bool progress = false;
    token = square_of(token, &file, &rank);
    char piece = table->square[file][rank];
    table->square[file][rank] = '.';
    while (*token) {
        char how = *token++;
        int to_file;
        int to_rank;
        token = square_of(token, &to_file, &to_rank);
        if (how == 'x') table->square[(file + to_file) / 2][(rank + to_rank) / 2] = '.';
        if (how == 'x' || (!is_knight(piece) && to_rank != rank)) progress = true;
        file = to_file;
        rank = to_rank;
    }
    table->square[file][rank] = piece;
    return progress;
}

static int pieces_of(const struct reference_table *table)
{
    int count = 0;
    for (int file = 0; file < FILES; file++)
        for (int rank = 0; rank < RANKS; rank++)
            count += friendly(table, table->square[file][rank]);
    return count;
}

static int occurrences(const struct reference *reference)
{
    int count = 0;
    for (int i = 0; i < reference->past; i++)
        count += strcmp(reference->history[i], reference->history[reference->past - 1]) == 0;
    return count;
}

/* E19, in its order. */
static const char *reason_to_end(const struct reference *reference, bool both_passed)
{
    const struct reference_table *table = &reference->now;
    const int *enemy = reference->castle[table->side == 'S'];
    char castle = table->square[enemy[0]][enemy[1]];
    if (!pieces_of(table)) return "elimination";
    if (friendly(table, castle)) return "castle";
    if (both_passed) return "blocked";
    if (occurrences(reference) >= 3) return "repetition";
    if (table->quiet >= reference->limit) return "stalemate";
    return NULL;
}

static void call(struct reference *reference)
{
    reference->now = reference->before_fault;
    reference->now.passed = false; /* it can no longer matter, and the game's text leaves it out */
    reference->now.called = true;
    reference->fault = false;
    reference->past--;
}

void reference_play(struct reference *reference, const char *token)
{
    struct reference_table *table = &reference->now;
    struct reference_table before = *table;
    bool passes = strcmp(token, ".") == 0;
    if (strcmp(token, "!") == 0) {
        call(reference);
        return;
    }
    bool faulty = reference->overlook && !passes && !strchr(token, 'x') && obliged(reference);
    bool progress = !passes && walk(table, token);
    table->quiet = progress ? 0 : table->quiet + 1;
    table->passed = passes;
    table->called = false;
    table->side = table->side == 'S' ? 'O' : 'S';
    assert_true(reference->past < REFERENCE_PAST);
    board_text(table, reference->history[reference->past++]);
    reference->over = reason_to_end(reference, passes && before.passed);
    reference->fault = faulty && !reference->over;
    reference->before_fault = before;
    snprintf(reference->faulty, sizeof reference->faulty, "%s", token);
    char *tilde = strchr(reference->faulty, '~');
    if (tilde) *tilde = '-';
}

const char *reference_result(const struct reference *reference)
{
    static char text[64];
    char side = reference->now.side;
    bool castle = strcmp(reference->over, "castle") == 0;
    if (castle || strcmp(reference->over, "elimination") == 0)
        snprintf(text, sizeof text, "S %d O %d %s", (side == 'S') == castle,
                 (side == 'O') == castle, reference->over);
    else
        snprintf(text, sizeof text, "S 1/2 O 1/2 %s", reference->over);
    return text;
}
