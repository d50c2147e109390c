/*
 * The board, five cells a square: the ground, a star for a crossroads, the pawn's code (capitals
 * Yellow, small letters Pink) and a `'` for a flat counter.
 *
 *      15 R em R bo'R    …
 *          a    b    c
 */
#include "core/canvas.h"
#include "games/storage.h"

enum { MARGIN = 3, CELL = 5, PAWN_AT = 2, COUNTER_AT = 4 };

/* How a kind of ground looks. */
struct look {
    uint8_t ground;
    char plain;
    uint16_t rune;
    uint8_t ink;
    uint8_t paper;
};

const struct bv_sign belligerants_sign[] = {
    {"TK tk", "TK tk", {"pion jaune, pion rose", "Yellow's pawn, Pink's pawn"}},
    {"EM BO", "EM BO", {"État-major, Bombardier", "Staff, Bomber"}},
    {"AC DC", "AC DC", {"Avion de chasse, D.C.A.", "Fighter, Anti-aircraft gun"}},
    {"MI CN", "MI CN", {"Mitrailleuse, Canon", "Machine-gun, Cannon"}},
    {"TK OF", "TK OF", {"Tank, Officier", "Tank, Officer"}},
    {"AM ES", "AM ES", {"Ambulance, Espion", "Ambulance, Spy"}},
    {"PA SE", "PA SE", {"Patrouille, Sentinelle", "Patrol, Sentinel"}},
    {"SO", "SO", {"Soldat", "Soldier"}},
    {"TK'", "TK'", {"pion plat : il a changé de camp", "flat counter: it has changed sides"}},
    {"J R", "J R", {"camp jaune, camp rose", "Yellow's camp, Pink's camp"}},
    {"≈", "~", {"eau", "water"}},
    {"♣", "v", {"case verte : abri", "green square: shelter"}},
    {"◌", "g", {"case grise : encerclé", "grey square: encircled"}},
    {"+", "b", {"case blanche : blessé", "white square: wounded"}},
    {"†", "n", {"case noire : détruit", "black square: destroyed"}},
    {"★", "*", {"carrefour", "crossroads"}},
    {"·", ".", {"terrain libre", "open ground"}},
    {0},
};

static const struct look looks[] = {
    {BELL_CAMP_J, 'J', 'J', BV_INK_BLACK, BV_INK_YELLOW},
    {BELL_CAMP_R, 'R', 'R', BV_INK_BLACK, BV_INK_MAGENTA},
    {BELL_BLUE, '~', 0x2248, BV_INK_WHITE, BV_INK_BLUE},
    {BELL_GREEN, 'v', 0x2663, BV_INK_BLACK, BV_INK_GREEN},
    {BELL_GREY, 'g', 0x25cc, BV_INK_BLACK, BV_INK_GREY},
    {BELL_WHITE, 'b', '+', BV_INK_RED, BV_INK_WHITE},
    {BELL_BLACK, 'n', 0x2020, BV_INK_WHITE, BV_INK_BLACK},
    {BELL_OPEN, '.', 0xb7, BV_INK_PLAIN, BV_INK_PLAIN},
};

static const struct look *look_of(uint8_t ground)
{
    const struct look *look = looks;
    while (!(look->ground & ground)) look++;
    return look;
}

/* A pawn's code as its side writes it. */
static void put_code(struct bv_out *out, int kind, int side)
{
    for (const char *c = belligerants_code[kind]; *c; c++)
        bv_put_char(out, side == BELL_J ? *c : (char)(*c + 'a' - 'A'));
}

static void draw_square(const struct belligerants_tables *t, const struct belligerants_state *s,
                        int square, struct bv_canvas *canvas)
{
    const struct look *look = look_of(t->ground[square]);
    struct bv_style style = {look->ink, look->paper, false};
    int x = MARGIN + square / BELL_STRIDE * CELL;
    int y = t->ranks - 1 - square % BELL_STRIDE;
    int slot = belligerants_slot_on(s, square);
    char code[3] = "";
    struct bv_out out = bv_out_into(code, sizeof code);
    bv_canvas_point(canvas, (struct bv_box){x, y, CELL, 1}, square);
    bv_draw(canvas, x, y, "     ", style);
    bv_draw_rune(canvas, x, y, look->rune, look->plain, style);
    if (t->crossroads[square]) bv_draw_rune(canvas, x + 1, y, 0x2605, '*', style);
    if (slot < 0) return;
    int holder = s->held[BELL_R] >> slot & 1;
    style.bold = true;
    if (look->paper == BV_INK_PLAIN) style.ink = holder == BELL_J ? BV_INK_YELLOW : BV_INK_MAGENTA;
    put_code(&out, t->kind[slot], holder);
    bv_draw(canvas, x + PAWN_AT, y, code, style);
    if (holder != belligerants_owner(slot)) bv_draw(canvas, x + COUNTER_AT, y, "'", style);
}

static void draw_edges(const struct belligerants_tables *t, struct bv_canvas *canvas)
{
    const struct bv_style plain = {0};
    for (int rank = 0; rank < t->ranks; rank++)
        bv_draw_number(canvas, rank < 9, t->ranks - 1 - rank, rank + 1, plain);
    for (int file = 0; file < t->files; file++) {
        char letter[2] = {(char)('a' + file), '\0'};
        bv_draw(canvas, MARGIN + file * CELL + PAWN_AT, t->ranks, letter, plain);
    }
}

void belligerants_draw(const struct bv_terms *terms, const union bv_state *state,
                       struct bv_canvas *canvas)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    bv_canvas_clear(canvas, MARGIN + t->files * CELL, t->ranks + 1);
    draw_edges(t, canvas);
    for (int square = 0; square < BELL_SQUARES_MAX; square++)
        if (t->ground[square]) draw_square(t, &state->belligerants, square, canvas);
}
