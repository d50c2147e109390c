#include "belligerants_reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The material (B2, B3) ------------------------------------------------------------------- */

static const struct {
    const char *code;
    int count;
    int value;
    const char *takes;
} army[] = {
    {"EM", 1, 1000, "ES"},
    {"BO", 1, 700, "BO AC TK CN"},
    {"AC", 1, 600, "AC BO DC MI"},
    {"DC", 1, 600, "BO AC"},
    {"MI", 1, 500, "MI OF PA SO"},
    {"CN", 1, 500, "CN TK OF"},
    {"TK", 1, 400, "TK MI SO"},
    {"OF", 1, 400, "OF SO TK CN"},
    {"AM", 1, 300, ""},
    {"ES", 1, 300, "EM BO AC DC MI CN TK OF ES PA SE"},
    {"PA", 1, 200, "PA SO SE DC"},
    {"SE", 1, 200, "PA SO"},
    {"SO", 3, 100, "SO"},
};

enum { KINDS = sizeof army / sizeof army[0] };

static bool is_one_of(int kind, const char *codes)
{
    return strstr(codes, army[kind].code) != NULL;
}

static int next_kind(int placed)
{
    int kind = 0;
    while (placed >= army[kind].count) placed -= army[kind++].count;
    return kind;
}

/* ---- The board ------------------------------------------------------------------------------- */

static char letter_of(int ground)
{
    if (ground & BELL_CAMP_J) return 'Y';
    if (ground & BELL_CAMP_R) return 'R';
    if (ground & BELL_BLUE) return '~';
    if (ground & BELL_GREEN) return 'v';
    if (ground & BELL_GREY) return 'g';
    if (ground & BELL_WHITE) return 'b';
    if (ground & BELL_BLACK) return 'n';
    return '.';
}

void reference_begin(struct reference *r, const struct session *session)
{
    const struct belligerants_tables *t = &session->tables.belligerants;
    memset(r, 0, sizeof *r);
    r->armistice = strcmp(bv_terms_value(&session->terms, 0), "on") == 0;
    r->open = strcmp(bv_terms_value(&session->terms, 2), "open") == 0;
    r->forced = strcmp(bv_terms_value(&session->terms, 3), "forced") == 0;
    r->ask_again = t->ask_again;
    r->quiet_moves = t->quiet_moves;
    r->all_moves = t->all_moves;
    r->files = t->files;
    r->ranks = t->ranks;
    r->last_ask[0] = r->last_ask[1] = -1000;
    for (int f = 0; f < r->files; f++)
        for (int k = 0; k < r->ranks; k++) {
            r->at[f][k].ground = letter_of(t->ground[f * BELL_STRIDE + k]);
            r->at[f][k].star = t->crossroads[f * BELL_STRIDE + k];
        }
}

static char camp_of(int side)
{
    return side == 0 ? 'Y' : 'R';
}

static bool is_inside(const struct reference *r, int f, int k)
{
    return f >= 0 && f < r->files && k >= 0 && k < r->ranks;
}

static bool is_hardy(int kind)
{
    return is_one_of(kind, "ES AM");
}

static bool is_wounded(const struct reference_square *s)
{
    return s->pawn && s->ground == 'b' && !is_hardy(s->kind);
}

static bool is_encircled(const struct reference_square *s)
{
    return s->pawn && s->ground == 'g' && !is_hardy(s->kind);
}

static bool has_pawn_on(const struct reference *r, int side, char ground)
{
    for (int f = 0; f < r->files; f++)
        for (int k = 0; k < r->ranks; k++)
            if (r->at[f][k].pawn && r->at[f][k].side == side && r->at[f][k].ground == ground)
                return true;
    return false;
}

static bool is_guarded(const struct reference *r, int f, int k)
{
    for (int df = -1; df <= 1; df++)
        for (int dk = -1; dk <= 1; dk++) {
            if ((df == 0 && dk == 0) || !is_inside(r, f + df, k + dk)) continue;
            const struct reference_square *s = &r->at[f + df][k + dk];
            if (s->pawn && s->side == r->at[f][k].side && is_one_of(s->kind, "SE") &&
                !is_wounded(s))
                return true;
        }
    return false;
}

/* B13: may the pawn on a square be taken by a pawn of this kind of the other side? */
static bool is_takable(const struct reference *r, int f, int k, int by)
{
    const struct reference_square *s = &r->at[f][k];
    if (s->ground == 'v') return false;
    if (s->ground == camp_of(!s->side)) return false;
    if (is_guarded(r, f, k)) return false;
    if (is_one_of(by, "AM")) return is_wounded(s);
    return !is_wounded(s) && is_one_of(s->kind, army[by].takes);
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

static void add(struct reference *r, const char *token)
{
    assert_true(r->count < REFERENCE_TOKENS);
    snprintf(r->token[r->count++], REFERENCE_TOKEN, "%s", token);
}

static void put_square(char *text, size_t size, const char *before, int f, int k)
{
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%c%d", before, 'a' + f, k + 1);
}

static void add_square(struct reference *r, const char *before, int f, int k)
{
    char text[REFERENCE_TOKEN] = "";
    put_square(text, sizeof text, before, f, k);
    add(r, text);
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* A pawn on its way. */
struct way {
    struct reference *r;
    int f[6], k[6]; /* squares so far, the origin first */
    int df[5], dk[5];
    int length;
    bool takes_only;
    bool took;
};

static int kind_of(const struct way *w)
{
    return w->r->at[w->f[0]][w->k[0]].kind;
}

static void path_text(const struct way *w, char mark, char *text, size_t size)
{
    char dash[2] = "-";
    text[0] = '\0';
    put_square(text, size, "", w->f[0], w->k[0]);
    for (int i = 1; i <= w->length; i++) {
        bool last = i == w->length;
        if (last) dash[0] = mark;
        if (last || w->df[i] != w->df[i - 1] || w->dk[i] != w->dk[i - 1])
            put_square(text, size, dash, w->f[i], w->k[i]);
    }
}

static void end_on_own(struct way *w)
{
    struct reference *r = w->r;
    char text[REFERENCE_TOKEN];
    const struct reference_square *here = &r->at[w->f[w->length]][w->k[w->length]];
    if (!is_one_of(kind_of(w), "AM") || !is_wounded(here) || w->takes_only) return;
    for (int f = 0; f < r->files; f++)
        for (int k = 0; k < r->ranks; k++) {
            if (r->at[f][k].ground != camp_of(r->turn)) continue;
            if (r->at[f][k].pawn && !(f == w->f[0] && k == w->k[0])) continue;
            path_text(w, '-', text, sizeof text);
            put_square(text, sizeof text, "@", f, k);
            add(r, text);
        }
}

static void end_on_enemy(struct way *w)
{
    struct reference *r = w->r;
    char text[REFERENCE_TOKEN];
    int f = w->f[w->length];
    int k = w->k[w->length];
    char start = r->at[w->f[0]][w->k[0]].ground;
    if (!is_takable(r, f, k, kind_of(w))) return;
    w->took = true;
    if (w->takes_only) return;
    path_text(w, 'x', text, sizeof text);
    add(r, text);
    if (r->number == 6 && is_one_of(r->at[f][k].kind, "BO AC DC MI CN TK") && start != '~' &&
        start != 'n' && start != camp_of(!r->turn)) {
        strcat(text, "+");
        add(r, text);
    }
}

static void end_here(struct way *w)
{
    struct reference *r = w->r;
    char text[REFERENCE_TOKEN];
    const struct reference_square *here = &r->at[w->f[w->length]][w->k[w->length]];
    if (here->ground == '~' && !is_hardy(kind_of(w))) return;
    if (here->pawn && here->side == r->turn) {
        end_on_own(w);
    } else if (here->pawn) {
        end_on_enemy(w);
    } else if (!w->takes_only) {
        path_text(w, '-', text, sizeof text);
        add(r, text);
    }
}

/* May the pawn set foot on this square (B19, B23–B25), coming from the last one? */
static bool may_step(const struct way *w, int f, int k)
{
    const struct reference *r = w->r;
    char start = r->at[w->f[0]][w->k[0]].ground;
    char ground = r->at[f][k].ground;
    int from_f = w->f[w->length];
    int from_k = w->k[w->length];
    for (int i = 0; i <= w->length; i++)
        if (w->f[i] == f && w->k[i] == k) return false;
    if (!is_one_of(kind_of(w), "BO AC ES AM")) {
        if (ground == '~') return false;
        if (from_f != f && from_k != k && r->at[from_f][k].ground == '~' &&
            r->at[f][from_k].ground == '~')
            return false;
    }
    if (start == camp_of(!r->turn)) return ground == start;
    if (ground == camp_of(r->turn)) return r->open || start == ground;
    if (ground == camp_of(!r->turn))
        return r->entered[r->turn] || !has_pawn_on(r, r->turn, camp_of(r->turn));
    return true;
}

static void go(struct way *w, int df, int dk)
{
    struct reference *r = w->r;
    int f = w->f[w->length] + df;
    int k = w->k[w->length] + dk;
    if (!is_inside(r, f, k) || !may_step(w, f, k)) return;
    w->df[w->length] = df;
    w->dk[w->length] = dk;
    w->length++;
    w->f[w->length] = f;
    w->k[w->length] = k;
    if (r->number == 6 || r->number == w->length) end_here(w);
    int limit = r->number == 6 ? 5 : r->number;
    if (w->length < limit && (!r->at[f][k].pawn || is_one_of(kind_of(w), "BO AC")))
        for (int nf = -1; nf <= 1; nf++)
            for (int nk = -1; nk <= 1; nk++) {
                bool straight = nf == df && nk == dk;
                bool back = nf == -df && nk == -dk;
                if ((nf || nk) && (straight || (r->at[f][k].star && !back))) go(w, nf, nk);
            }
    w->length--;
}

/* All moves of the pawn on a square; with takes_only none is listed. Whether it can take. */
static bool moves_from(struct reference *r, int f, int k, bool takes_only)
{
    const struct reference_square *s = &r->at[f][k];
    struct way w = {.r = r, .f = {f}, .k = {k}, .takes_only = takes_only};
    if (!s->pawn || s->side != r->turn) return false;
    if (r->number != 6 && (is_wounded(s) || is_encircled(s))) return false;
    for (int df = -1; df <= 1; df++)
        for (int dk = -1; dk <= 1; dk++)
            if (df || dk) go(&w, df, dk);
    return w.took;
}

static void list_moves(struct reference *r)
{
    bool can_take = false;
    for (int f = 0; f < r->files; f++)
        for (int k = 0; k < r->ranks; k++) can_take |= moves_from(r, f, k, false);
    if (r->forced && can_take) {
        int kept = 0;
        for (int i = 0; i < r->count; i++)
            if (strchr(r->token[i], 'x')) memmove(r->token[kept++], r->token[i], REFERENCE_TOKEN);
        r->count = kept;
    }
    if (!r->count) add(r, ".");
}

/* ---- Other lists ----------------------------------------------------------------------------- */

/* B5: pawns of one kind in increasing order, and room for all that are still to come. */
static void list_placings(struct reference *r, int side)
{
    int kind = next_kind(r->placed[side]);
    int alike_down = 0;
    int last = -1;
    for (int f = 0; f < r->files; f++)
        for (int k = 0; k < r->ranks; k++)
            if (r->at[f][k].pawn && r->at[f][k].side == side && r->at[f][k].kind == kind) {
                alike_down++;
                last = f * r->ranks + k;
            }
    for (int f = 0; f < r->files; f++)
        for (int k = 0; k < r->ranks; k++) {
            char text[REFERENCE_TOKEN];
            int room = 0;
            if (r->at[f][k].ground != camp_of(side) || r->at[f][k].pawn) continue;
            if (f * r->ranks + k < last) continue;
            for (int n = f * r->ranks + k + 1; n < r->files * r->ranks; n++) {
                const struct reference_square *s = &r->at[n / r->ranks][n % r->ranks];
                room += s->ground == camp_of(side) && !s->pawn;
            }
            if (room < army[kind].count - alike_down - 1) continue;
            snprintf(text, sizeof text, "%s=", army[kind].code);
            put_square(text, sizeof text, "", f, k);
            add(r, text);
        }
}

static void list_prices(struct reference *r)
{
    for (int price = 100; price <= 20000; price += 100) {
        char text[REFERENCE_TOKEN];
        snprintf(text, sizeof text, "A=%d", price);
        add(r, text);
    }
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

void reference_list(struct reference *r, int seat)
{
    r->count = 0;
    switch (r->phase) {
    case REFERENCE_SETUP: list_placings(r, seat); break;
    case REFERENCE_LOTS: add(r, "#J"), add(r, "#R"); break;
    case REFERENCE_ASK: add(r, "A?"), add(r, "roll"); break;
    case REFERENCE_PRICE: list_prices(r); break;
    case REFERENCE_ANSWER: add(r, "A+"), add(r, "A-"); break;
    case REFERENCE_MOVE: list_moves(r); break;
    case REFERENCE_OVER: break;
    case REFERENCE_ROLL:
        for (const char *face = "12345D"; *face; face++) {
            char text[] = {'#', *face, '\0'};
            add(r, text);
        }
        break;
    case REFERENCE_FORFEIT:
        for (int f = 0; f < r->files; f++)
            for (int k = 0; k < r->ranks; k++)
                if (r->may_forfeit[f][k]) add_square(r, "!", f, k);
        break;
    }
    qsort(r->token, (size_t)r->count, REFERENCE_TOKEN, by_bytes);
}

bv_seats reference_to_act(const struct reference *r)
{
    switch (r->phase) {
    case REFERENCE_SETUP: return (r->placed[0] < 15 ? 1u : 0u) | (r->placed[1] < 15 ? 2u : 0u);
    case REFERENCE_LOTS:
    case REFERENCE_ROLL: return bv_seat_bit(BV_CHANCE);
    case REFERENCE_PRICE:
    case REFERENCE_FORFEIT: return bv_seat_bit(!r->turn);
    case REFERENCE_OVER: return 0;
    default: return bv_seat_bit(r->turn);
    }
}

/* ---- Playing --------------------------------------------------------------------------------- */

static void take_square(const char **text, int *f, int *k)
{
    *f = **text - 'a';
    *k = atoi(*text + 1) - 1;
    ++*text;
    while (**text >= '0' && **text <= '9') ++*text;
}

static void finish(struct reference *r, const char *reason)
{
    r->phase = REFERENCE_OVER;
    r->reason = reason;
}

/* B26 */
static bool is_through(const struct reference *r, int side)
{
    for (int f = 0; f < r->files; f++)
        for (int k = 0; k < r->ranks; k++)
            if (r->at[f][k].pawn && r->at[f][k].side == side &&
                r->at[f][k].ground != camp_of(!side))
                return false;
    return true;
}

static void begin_turn(struct reference *r, int side)
{
    r->turn = side;
    r->own_turn[side]++;
    bool may_ask = r->armistice && r->own_turn[side] >= r->last_ask[side] + r->ask_again;
    r->phase = may_ask ? REFERENCE_ASK : REFERENCE_ROLL;
}

static void after_move_and_forfeit(struct reference *r)
{
    if (r->quiet >= r->quiet_moves || r->moves >= r->all_moves)
        finish(r, "stalemate");
    else if (r->number == 6)
        r->phase = REFERENCE_ROLL;
    else
        begin_turn(r, !r->turn);
}

static void lift(struct reference_square *s)
{
    s->pawn = false;
    s->side = s->first = s->kind = 0;
}

static void set_down(struct reference_square *s, const struct reference_square *pawn)
{
    s->pawn = true;
    s->side = pawn->side;
    s->first = pawn->first;
    s->kind = pawn->kind;
}

static void play_move(struct reference *r, const char *token)
{
    bool could[REFERENCE_SIZE][REFERENCE_SIZE] = {{false}};
    bool happened = false;
    int from_f, from_k, to_f, to_k;
    const char *text = token;
    for (int f = 0; f < r->files; f++)
        for (int k = 0; k < r->ranks; k++) could[f][k] = moves_from(r, f, k, true);

    take_square(&text, &from_f, &from_k);
    to_f = from_f;
    to_k = from_k;
    while (*text == '-' || *text == 'x') {
        text++;
        take_square(&text, &to_f, &to_k);
    }
    struct reference_square *from = &r->at[from_f][from_k];
    struct reference_square *to = &r->at[to_f][to_k];
    struct reference_square mover = *from;
    struct reference_square met = *to;
    bool could_take = could[from_f][from_k];
    bool takes = strchr(token, 'x') != NULL;
    lift(from);
    lift(to);
    could[from_f][from_k] = false;
    could[to_f][to_k] = false;
    if (takes) {
        happened = true;
        met.side = r->turn;
        if (*text == '+')
            set_down(from, &met);
        else
            r->ransom[r->turn] += army[met.kind].value;
    } else if (*text == '@') {
        int f, k;
        text++;
        take_square(&text, &f, &k);
        happened = true;
        set_down(&r->at[f][k], &met);
        could[f][k] = false;
    }
    if (to->ground == 'n' && !is_hardy(mover.kind)) {
        happened = true;
    } else {
        set_down(to, &mover);
        could[to_f][to_k] = could_take;
    }
    if (to->ground == camp_of(!r->turn) && from->ground != to->ground) {
        happened = true;
        r->entered[r->turn] = true;
    }
    r->moves++;
    r->quiet = happened ? 0 : r->quiet + 1;
    if (is_through(r, 0) || is_through(r, 1)) {
        finish(r, "entered");
        return;
    }
    bool any = false;
    for (int f = 0; f < r->files; f++)
        for (int k = 0; k < r->ranks; k++) {
            r->may_forfeit[f][k] = could[f][k] && r->at[f][k].ground != camp_of(!r->turn);
            any |= r->may_forfeit[f][k];
        }
    if (any && !takes && !r->forced)
        r->phase = REFERENCE_FORFEIT;
    else
        after_move_and_forfeit(r);
}

static void play_forfeit(struct reference *r, const char *token)
{
    int f, k;
    const char *text = token + 1;
    take_square(&text, &f, &k);
    r->ransom[!r->turn] += army[r->at[f][k].kind].value;
    lift(&r->at[f][k]);
    r->quiet = 0;
    if (is_through(r, 0) || is_through(r, 1))
        finish(r, "entered");
    else
        after_move_and_forfeit(r);
}

static void play_placing(struct reference *r, int side, const char *token)
{
    int f, k;
    const char *text = token + 3;
    take_square(&text, &f, &k);
    struct reference_square pawn = {
        .side = side, .first = side, .kind = next_kind(r->placed[side]++)};
    set_down(&r->at[f][k], &pawn);
    if (r->placed[0] == 15 && r->placed[1] == 15) r->phase = REFERENCE_LOTS;
}

void reference_play(struct reference *r, int seat, const char *token)
{
    switch (r->phase) {
    case REFERENCE_SETUP: play_placing(r, seat, token); break;
    case REFERENCE_LOTS: begin_turn(r, token[1] == 'R'); break;
    case REFERENCE_ASK:
        r->phase = token[0] == 'A' ? REFERENCE_PRICE : REFERENCE_ROLL;
        if (token[0] == 'A') r->last_ask[r->turn] = r->own_turn[r->turn];
        break;
    case REFERENCE_PRICE:
        r->price = atoi(token + 2);
        r->phase = REFERENCE_ANSWER;
        break;
    case REFERENCE_ANSWER:
        r->phase = REFERENCE_ROLL;
        if (token[1] == '+') finish(r, "armistice");
        break;
    case REFERENCE_ROLL:
        r->number = token[1] == 'D' ? 6 : atoi(token + 1);
        r->phase = REFERENCE_MOVE;
        break;
    case REFERENCE_FORFEIT: play_forfeit(r, token); break;
    case REFERENCE_MOVE:
        if (token[0] != '.') {
            play_move(r, token);
        } else {
            r->moves++;
            r->quiet++;
            after_move_and_forfeit(r);
        }
        break;
    case REFERENCE_OVER: break;
    }
}

/* B27 */
void reference_result(const struct reference *r, char *text, size_t size)
{
    int score[2] = {r->ransom[0], r->ransom[1]};
    for (int f = 0; f < r->files; f++)
        for (int k = 0; k < r->ranks; k++)
            if (r->at[f][k].pawn && r->at[f][k].ground == camp_of(!r->at[f][k].side))
                score[r->at[f][k].side] += 2 * army[r->at[f][k].kind].value;
    int lead = score[0] - score[1];
    if (strcmp(r->reason, "armistice") == 0) lead = r->turn == 0 ? -r->price : r->price;
    snprintf(text, size, "J %s R %s %s by=%d",
             lead > 0   ? "1"
             : lead < 0 ? "0"
                        : "1/2",
             lead < 0   ? "1"
             : lead > 0 ? "0"
                        : "1/2",
             r->reason, abs(lead));
}
