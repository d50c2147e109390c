#include "paris_reference.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A point is the cell it is drawn on: a square by its file and rank, a circle by its place inside the fortress. */
struct point {
    int file, rank;
};

enum { CIRCLES = 8 };

static const struct {
    const char *name;
    struct point at;
} circles[CIRCLES] = {{"S", {5, 5}},  {"SW", {4, 6}}, {"W", {3, 7}}, {"NW", {4, 9}},
                      {"N", {5, 10}}, {"NE", {7, 9}}, {"E", {8, 7}}, {"SE", {7, 6}}};

static const struct {
    struct point a, b;
} lines[] = {
    {{5, 5}, {4, 6}},  /* S SW */
    {{4, 6}, {3, 7}},  /* SW W */
    {{3, 7}, {4, 9}},  /* W NW */
    {{4, 9}, {5, 10}}, /* NW N */
    {{5, 10}, {7, 9}}, /* N NE */
    {{7, 9}, {8, 7}},  /* NE E */
    {{8, 7}, {7, 6}},  /* E SE */
    {{7, 6}, {5, 5}},  /* SE S */
    {{3, 7}, {8, 7}},  /* W E */
};

/* The files of the squares that lead to S (on rank 5) and to N (on rank 12), a board a row. */
static const struct {
    const char *board;
    int south[2], north[2];
} exits[] = {
    {"classique", {5, 6}, {5, 6}},
    {"large", {4, 7}, {4, 7}},
    {"portes", {5, 7}, {5, 7}},
};

/* Rank 16 on top: squares, circles, and the rest of the fortress. */
static const char *const map[16] = {
    "............", "............", "............", "............", "............", "...##o###...",
    "...#o##o#...", "...######...", "...o####o...", "...#o##o#...", "...##o###...", "............",
    "............", "............", "............", "............",
};

static inline bool is_square(struct point p)
{
    return map[15 - p.rank][p.file] == '.';
}

static inline bool is_circle(struct point p)
{
    return map[15 - p.rank][p.file] == 'o';
}

static inline bool is_point(struct point p)
{
    return map[15 - p.rank][p.file] != '#';
}

static bool is_black_square(struct point p)
{
    return (p.file + 1 + p.rank + 1) % 2 == 0;
}

static void name_of(struct point p, char *name)
{
    for (int i = 0; i < CIRCLES; i++)
        if (circles[i].at.file == p.file && circles[i].at.rank == p.rank) {
            snprintf(name, 4, "%s", circles[i].name);
            return;
        }
    snprintf(name, 4, "%c%u", "abcdefghijkl"[p.file], (unsigned)p.rank % 16 + 1);
}

static inline bool same(struct point a, struct point b)
{
    return a.file == b.file && a.rank == b.rank;
}

/* Looked up in tables that are made once from the lines, for this is asked all the time. */
enum { BOARDS = sizeof exits / sizeof exits[0] };
static bool tables[BOARDS][16][12][16][12];

static void draw_line(int board, struct point a, struct point b)
{
    tables[board][a.rank][a.file][b.rank][b.file] = true;
    tables[board][b.rank][b.file][a.rank][a.file] = true;
}

static void draw_lines(void)
{
    const struct point south = {5, 5}, north = {5, 10};
    for (int board = 0; board < BOARDS; board++) {
        for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
            draw_line(board, lines[i].a, lines[i].b);
        for (int i = 0; i < 2; i++) {
            draw_line(board, south, (struct point){exits[board].south[i], 4});
            draw_line(board, north, (struct point){exits[board].north[i], 11});
        }
    }
}

static inline bool joined(const struct reference_options *options, struct point a, struct point b)
{
    static bool made;
    int board = 0;
    if (!made) draw_lines();
    made = true;
    while (strcmp(exits[board].board, options->board) != 0)
        if (++board == BOARDS) abort();
    return tables[board][a.rank][a.file][b.rank][b.file];
}

bool reference_parse(const char *text, struct reference_position *position)
{
    static const char *const turns[] = {"GB", "B", "GN", "N"};
    char word[32];
    int used;
    memset(position, 0, sizeof *position);
    if (sscanf(text, "%207s %31s%n", position->rows, word, &used) != 2) return false;
    for (int rank = 15; rank >= 0; rank--)
        memcpy(position->cell[rank], position->rows + (size_t)(15 - rank) * 13, 12);
    for (int i = 0; i < 4; i++)
        if (!strcmp(word, turns[i])) position->turn = i;
    position->moves = position->turn;
    for (text += used; sscanf(text, " %31s%n", word, &used) == 1; text += used) {
        char *value = strchr(word, '=');
        if (!value) return false;
        *value++ = '\0';
        if (!strcmp(word, "phase")) snprintf(position->phase, 16, "%.15s", value);
        if (!strcmp(word, "summoned")) snprintf(position->summoned, 4, "%.3s", value);
        if (!strcmp(word, "moved")) snprintf(position->moved, 4, "%.3s", value);
        if (!strcmp(word, "moves")) position->moves = atoi(value);
        if (!strcmp(word, "quiet")) position->quiet = atoi(value);
        if (!strcmp(word, "since")) position->since = atoi(value);
    }
    return true;
}

static inline char on(const struct reference_position *position, struct point p)
{
    return position->cell[p.rank][p.file];
}

static bool is_empty(const struct reference_position *position, struct point p)
{
    return on(position, p) == '.' || on(position, p) == 'o';
}

static bool is_besieger(char c)
{
    return isalpha((unsigned char)c) && c != 'o';
}

static bool is_garrison(char c)
{
    return c == '@' || c == '%' || c == '+';
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* P7 to P11: could the besieger on `from` move to `to`, if that were empty? */
static bool besieger_goes(const struct reference_position *position,
                          const struct reference_options *options, struct point from,
                          struct point to)
{
    char piece = on(position, from);
    bool white = isupper((unsigned char)piece);
    char rank = (char)toupper((unsigned char)piece);
    int across = abs(to.file - from.file);
    int forward = white ? to.rank - from.rank : from.rank - to.rank;
    int length = across > abs(forward) ? across : abs(forward);
    bool diagonal = across == abs(forward);
    if (joined(options, from, to)) {
        if (is_circle(to)) return true;
        return (rank != 'L' && rank != 'S') || is_black_square(to) != white;
    }
    if (!is_square(from) || !is_square(to) || length == 0 || length > 3) return false;
    if (!diagonal && across != 0 && forward != 0) return false;
    for (int i = 1; i < length; i++) {
        struct point between = {from.file + i * sign(to.file - from.file),
                                from.rank + i * sign(to.rank - from.rank)};
        if (!is_square(between) || !is_empty(position, between)) return false;
    }
    switch (rank) {
    case 'G': return forward >= 0;
    case 'C': return forward >= 0 && !diagonal && length <= 2;
    case 'K': return forward >= 0 && !diagonal && length == 1;
    case 'L': return diagonal && length <= 2 && (forward > 0 || !options->forward);
    default: return diagonal && length == 1 && (forward > 0 || !options->forward);
    }
}

/* P16 */
static bool protects(const struct reference_position *position,
                     const struct reference_options *options, struct point guard,
                     struct point point)
{
    int across = abs(guard.file - point.file);
    int along = abs(guard.rank - point.rank);
    bool squares = is_square(guard) && is_square(point);
    if (options->orthogonal && (joined(options, guard, point) || (squares && across + along == 1)))
        return true;
    if (options->adjacent &&
        (joined(options, guard, point) || (squares && across <= 1 && along <= 1)))
        return true;
    return options->reach && besieger_goes(position, options, guard, point);
}

#define FOR_POINTS(p)                                                                              \
    for (struct point p = {0, 0}; p.rank < 16; p.file++, p.rank += p.file / 12, p.file %= 12)      \
        if (is_point(p))

/* P14, P16 */
static bool capturable(const struct reference_position *position,
                       const struct reference_options *options, struct point point)
{
    if (!is_besieger(on(position, point))) return false;
    if (is_circle(point) && toupper((unsigned char)on(position, point)) == 'S') return false;
    FOR_POINTS(p)
    {
        if (!same(p, point) && is_besieger(on(position, p)) &&
            protects(position, options, p, point))
            return false;
    }
    return true;
}

/* P13, P13b, P15: the step alone, whatever stands on `to`. */
static bool garrison_steps(const struct reference_position *position,
                           const struct reference_options *options, struct point from,
                           struct point to)
{
    char piece = on(position, from);
    int across = abs(to.file - from.file);
    int along = abs(to.rank - from.rank);
    if (joined(options, from, to)) {
        int same_colour = 0;
        if (options->never && is_square(from)) return false;
        if (piece != '+' || !is_square(to)) return true;
        FOR_POINTS(p)
        {
            if (on(position, p) == '+' && is_square(p) && is_black_square(p) == is_black_square(to))
                same_colour++;
        }
        return same_colour < 3;
    }
    if (!is_square(from) || !is_square(to)) return false;
    switch (piece) {
    case '@': return across <= 1 && along <= 1 && across + along > 0;
    case '%': return across + along == 1;
    default: return across == 1 && along == 1;
    }
}

static void add(struct reference_list *list, const char *format, const char *a, const char *b)
{
    if (list->count == REFERENCE_TOKENS) abort();
    snprintf(list->token[list->count++], sizeof list->token[0], format, a, b);
}

struct move {
    struct point from, to;
    bool capture;
};

static int garrison_moves(const struct reference_position *position,
                          const struct reference_options *options, struct move *moves)
{
    int count = 0;
    FOR_POINTS(from)
    {
        if (is_garrison(on(position, from))) FOR_POINTS(to)
            {
                if (!garrison_steps(position, options, from, to)) continue;
                if (is_empty(position, to))
                    moves[count++] = (struct move){from, to, false};
                else if (capturable(position, options, to))
                    moves[count++] = (struct move){from, to, true};
            }
    }
    return count;
}

static bool is_sortie(const struct reference_position *position, struct move move)
{
    return on(position, move.from) != '+' && is_circle(move.from) && is_square(move.to);
}

/* P20: an officer must come out. */
static bool sortie_is_due(const struct reference_position *position, const struct move *moves,
                          int count)
{
    bool soldier_outside = false, soldier_moves = false, officer_may = false;
    FOR_POINTS(p)
    {
        if (is_square(p) && on(position, p) == '+') soldier_outside = true;
    }
    for (int i = 0; i < count; i++) {
        if (is_square(moves[i].from) && on(position, moves[i].from) == '+') soldier_moves = true;
        if (is_sortie(position, moves[i])) officer_may = true;
    }
    return soldier_outside && !soldier_moves && officer_may;
}

static void garrison_tokens(const struct reference_position *position,
                            const struct reference_options *options, struct reference_list *list)
{
    struct move moves[REFERENCE_TOKENS];
    int count = garrison_moves(position, options, moves);
    bool due = !position->summoned[0] && sortie_is_due(position, moves, count);
    for (int i = 0; i < count; i++) {
        char from[4], to[4];
        name_of(moves[i].from, from);
        name_of(moves[i].to, to);
        if (position->summoned[0] && (!moves[i].capture || strcmp(to, position->summoned) != 0))
            continue;
        if (due && !is_sortie(position, moves[i])) continue;
        add(list, moves[i].capture ? "%sx%s" : "%s-%s", from, to);
    }
}

static void besieger_tokens(const struct reference_position *position,
                            const struct reference_options *options, struct reference_list *list)
{
    FOR_POINTS(from)
    {
        char piece = on(position, from);
        bool white = isupper((unsigned char)piece);
        bool own = is_besieger(piece) && white == (position->turn == 1);
        if (own) FOR_POINTS(to)
            {
                char a[4], b[4];
                if (!is_empty(position, to) || !besieger_goes(position, options, from, to))
                    continue;
                name_of(from, a);
                name_of(to, b);
                add(list, "%s-%s", a, b);
            }
    }
    if (!list->count) add(list, ".%s%s", "", "");
}

/* P19; a man is listed once, however many could capture it. */
static void summons_tokens(const struct reference_position *position,
                           const struct reference_options *options, struct reference_list *list)
{
    struct move moves[REFERENCE_TOKENS];
    int count = garrison_moves(position, options, moves);
    FOR_POINTS(p)
    {
        char name[4];
        bool wanted = false;
        for (int i = 0; i < count; i++) wanted |= moves[i].capture && same(moves[i].to, p);
        if (!wanted) continue;
        name_of(p, name);
        if (options->moved && strcmp(name, position->moved) != 0) continue;
        add(list, "!%s%s", name, "");
    }
    if (list->count) add(list, ".%s%s", "", "");
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

void reference_tokens(const struct reference_position *position,
                      const struct reference_options *options, struct reference_list *list)
{
    list->count = 0;
    if (!strcmp(position->phase, "general") || !strcmp(position->phase, "colonel")) {
        for (int i = 0; i < CIRCLES; i++)
            if (is_empty(position, circles[i].at))
                add(list, position->phase[0] == 'g' ? "G=%s%s" : "C=%s%s", circles[i].name, "");
    } else if (!strcmp(position->phase, "summons")) {
        summons_tokens(position, options, list);
    } else if (position->turn % 2 == 0) {
        garrison_tokens(position, options, list);
    } else {
        besieger_tokens(position, options, list);
    }
    qsort(list->token, (size_t)list->count, sizeof list->token[0], by_bytes);
}

/* ---- Judging ------------------------------------------------------------------------------------------- */

static int count_men(const struct reference_position *position, const char *letters, bool inside)
{
    int count = 0;
    FOR_POINTS(p)
    {
        if (strchr(letters, on(position, p)) && (!inside || is_circle(p))) count++;
    }
    return count;
}

/* P22's count, P23, P24 */
static const char *decided(const struct reference_position *position)
{
    int soldiers = count_men(position, "Ss", false);
    int officers = count_men(position, "GCKLgckl", false);
    int inside = count_men(position, "Ss", true);
    if (inside >= 2 && count_men(position, "GCKLgckl", true) >= 1) return "stormed";
    if (soldiers == 0 && 12 - officers >= 6) return "annihilated";
    if (soldiers == 1 && inside == 1 && 12 - officers >= 6) return "denied";
    return NULL;
}

/* P20, P22 */
static bool immobilised(const struct reference_position *position,
                        const struct reference_options *options)
{
    struct move moves[REFERENCE_TOKENS];
    int count = garrison_moves(position, options, moves);
    if (options->officers) return count == 0;
    for (int i = 0; i < count; i++)
        if (is_square(moves[i].from) || is_square(moves[i].to)) return false;
    return true;
}

/* The move that led from one placement to the other. */
static struct move find_move(const struct reference_position *before,
                             const struct reference_position *after)
{
    struct move move = {{0, 0}, {0, 0}, false};
    FOR_POINTS(p)
    {
        if (on(before, p) == on(after, p)) continue;
        if (is_empty(after, p)) {
            move.from = p;
        } else {
            move.to = p;
            move.capture = !is_empty(before, p);
        }
    }
    return move;
}

/* P25: does this move set the count of quiet moves back? */
static bool is_progress(const struct reference_position *after,
                        const struct reference_options *options, struct move move)
{
    char piece = on(after, move.to);
    if (move.capture) return true;
    if (!is_besieger(piece)) return false;
    if (is_square(move.from) && is_circle(move.to)) return true;
    if (!is_square(move.from) || !is_square(move.to)) return false;
    if (strchr("LSls", piece) && !options->forward) return false;
    return isupper((unsigned char)piece) ? move.to.rank > move.from.rank
                                         : move.to.rank < move.from.rank;
}

static const char *begin_turn(struct reference_game *game, const struct reference_options *options,
                              const struct reference_position *position)
{
    int seen = 0;
    char *now = game->history[game->turns];
    if (game->turns == REFERENCE_HISTORY - 1) abort();
    if (position->moves != game->moves || position->turn != game->moves % 4) return "miscounted";
    if (position->quiet != game->quiet) return "miscounted quiet moves";
    snprintf(now, sizeof game->history[0], "%s %d %s", position->rows, position->turn,
             position->summoned);
    for (int i = 0; i <= game->turns; i++) seen += !strcmp(game->history[i], now);
    game->turns++;
    if (position->turn % 2 == 0 && !position->summoned[0] && immobilised(position, options))
        return "immobilised";
    if (seen >= 3) return "repetition";
    if (options->lifted && game->quiet >= 60) return "lifted";
    if (game->quiet >= 200 || game->moves >= 2000) return "stalemate";
    return "";
}

const char *reference_judge(struct reference_game *game, const struct reference_options *options,
                            const struct reference_position *position)
{
    struct reference_position last = game->last;
    game->last = *position;
    if (!strcmp(position->phase, "general")) {
        game->moves = game->quiet = game->turns = 0;
        return "general";
    }
    if (!strcmp(last.phase, "general")) return "colonel";
    if (!strcmp(last.phase, "colonel")) return begin_turn(game, options, position);
    if (strcmp(last.phase, "summons") != 0) {
        bool pass = !strcmp(last.rows, position->rows);
        struct move move = find_move(&last, position);
        game->quiet = !pass && is_progress(position, options, move) ? 0 : game->quiet + 1;
        if (!pass && decided(position)) return decided(position);
        if (!pass && last.turn % 2 == 1) {
            struct reference_list list = {0};
            struct reference_position asked = *position;
            name_of(move.to, asked.moved);
            summons_tokens(&asked, options, &list);
            if (list.count) return "summons";
        }
    }
    game->moves++;
    return begin_turn(game, options, position);
}
