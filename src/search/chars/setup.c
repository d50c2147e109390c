/*
 * The secret set-up (C4–C8). Many set-ups are drawn, each judged as a person would, and one of the
 * best is taken, so that no two games begin alike: guns stand beside depots and before the back
 * rank, where enemies must stop to be promoted; mines lie where they like to stop; strong tanks
 * stand in the middle, where they can go anywhere.
 */
#include "search/chars/mind.h"
#include "search/chars/worth.h"

enum { SET_UPS = 96, LEAST_SET_UPS = 3 };

static const float taste = 6; /* how far a set-up may be below the best, by mood */

static int draw_square(bv_bits128 squares, struct bv_random *random)
{
    uint32_t skip = bv_random_below(random, (uint32_t)bv_count128(squares));
    while (skip--) bv_take128(&squares);
    return bv_low128(squares);
}

static bv_bits128 draw_squares(bv_bits128 squares, int count, struct bv_random *random)
{
    bv_bits128 drawn = 0;
    while (count--) drawn |= bv_bit128(draw_square(squares & ~drawn, random));
    return drawn;
}

struct sketch {
    struct chars_array array;
    bv_bits128 depots, tanks, guns, mines;
};

static void draw_sketch(const struct chars_tables *t, int side, struct bv_random *random,
                        struct sketch *k)
{
    uint8_t *square = k->array.square;
    int at = 0;
    k->depots = k->tanks = 0;
    bv_bits128 open = t->camp[side] & ~t->back[side]; /* C4 */
    for (int i = 0; i < CHARS_DEPOTS; i++) {
        /* Later depots need space; a draw that leaves none is repeated by the caller. */
        if (!open) break;
        square[at] = (uint8_t)draw_square(open, random);
        k->depots |= bv_bit128(square[at]);
        open &= ~t->cross[square[at++]]; /* C4 */
    }
    k->array.made = at == CHARS_DEPOTS;
    if (!k->array.made) return;
    for (int i = 0; i < CHARS_TANKS; i++) {
        square[at] = (uint8_t)draw_square(t->back[side] & ~k->tanks, random); /* C5 */
        k->tanks |= bv_bit128(square[at++]);
    }
    bv_bits128 free = t->camp[side] & ~k->depots & ~k->tanks;
    k->guns = draw_squares(free, t->guns, random);              /* C6 */
    k->mines = draw_squares(free & ~k->guns, t->mines, random); /* C7 */
    for (bv_bits128 left = k->guns; left;) square[at++] = (uint8_t)bv_take128(&left);
    for (bv_bits128 left = k->mines; left;) square[at++] = (uint8_t)bv_take128(&left);
}

/* ---- Judgement ------------------------------------------------------------------------------- */

static float judge_guns(const struct sketch *k, int side)
{
    float sum = 0;
    bv_bits128 covered = 0;
    for (bv_bits128 left = k->guns; left;) {
        int gun = bv_take128(&left);
        int rank = chars_progress(side, gun);
        bv_bits128 near = chars_next_to(gun);
        bool blocks = rank == 1 && (near & k->tanks) != 0;
        sum += (float)bv_count128(near & k->depots) * 3;   /* who takes it must fight */
        sum += (float)bv_count128(near & ~covered) * 0.5F; /* spread: more squares are dangerous */
        sum += rank == 1 ? 1.5F : rank <= 3 ? 1 : 0;
        sum -= blocks ? 1 : 0; /* in the own way */
        sum -= rank == 0 ? 2 : 0;
        covered |= near;
    }
    return sum;
}

static float judge_mines(const struct sketch *k, int side)
{
    float sum = 0;
    for (bv_bits128 left = k->mines; left;) {
        int mine = bv_take128(&left);
        int rank = chars_progress(side, mine);
        int file = mine % CHARS_WIDTH;
        bool middle = file >= 2 && file < CHARS_WIDTH - 2;
        if (rank == 0) sum += middle ? 2.5F : 1; /* C24: where promotion ends a march */
        if (rank >= 1 && rank <= 3) sum += middle ? 1 : 0.5F;
        if (chars_next_to(mine) & k->depots) sum += 1;
        if (chars_next_to(mine) & k->mines) sum -= 1;
    }
    return sum;
}

static float judge_depots(const struct sketch *k, int side)
{
    float sum = 0;
    for (int i = 0; i < CHARS_DEPOTS; i++) {
        int square = k->array.square[i];
        int file = square % CHARS_WIDTH;
        sum -= (float)chars_progress(side, square) * (i == CHARS_HEADQUARTERS ? 0.7F : 1);
        if (file == 0 || file == CHARS_WIDTH - 1) sum += 0.5F;
        if (chars_next_to(square) & k->tanks) sum -= 1.5F; /* in the own way */
    }
    return sum;
}

static float judge_tanks(const struct sketch *k)
{
    float sum = 0;
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        int file = k->array.square[CHARS_DEPOTS + rank] % CHARS_WIDTH;
        bool edge = file == 0 || file == CHARS_WIDTH - 1;
        if (edge && rank >= CHARS_TANKS - 2) sum -= 1.5F;
        if (edge) sum -= 0.5F;
    }
    return sum;
}

static float judge_sketch(const struct sketch *k, int side, struct bv_random *random)
{
    float mood = chars_random_part(taste, random);
    return judge_guns(k, side) + judge_mines(k, side) + judge_depots(k, side) + judge_tanks(k) +
           mood;
}

/* ---- The plan -------------------------------------------------------------------------------- */

static bool follows(const struct chars_array *plan, const struct chars_state *view, int side)
{
    if (!plan->made) return false;
    int placed = view->placed[side];
    bv_bits128 things = view->tanks[side] | view->guns | view->depots | view->mines;
    bv_bits128 planned = 0;
    for (int i = 0; i < placed; i++) planned |= bv_bit128(plan->square[i]);
    for (int i = 0; i < placed && i < CHARS_DEPOTS; i++)
        if (view->depot[side][i] != plan->square[i]) return false;
    for (int i = 0; i < CHARS_TANKS && CHARS_DEPOTS + i < placed; i++)
        if (view->where[side][i] != plan->square[CHARS_DEPOTS + i]) return false;
    return things == planned;
}

static void make_plan(struct chars_mind *mind, const struct search_question *q,
                      struct budget_meter *meter)
{
    const struct chars_tables *t = &q->terms->tables->chars;
    int side = search_question_side(q);
    struct sketch sketch;
    float best = 0;
    bool any = false;
    for (int i = 0; i < SET_UPS || !any; i++) {
        if (any && i >= LEAST_SET_UPS && budget_meter_tick(meter)) return;
        draw_sketch(t, side, q->random, &sketch);
        if (!sketch.array.made) continue;
        float value = judge_sketch(&sketch, side, q->random);
        if (any && value <= best) continue;
        any = true;
        best = value;
        mind->array = sketch.array;
    }
}

/* The set-up was begun differently: continue with any legal action. */
static bv_action go_on(const struct search_question *q)
{
    bv_action list[CHARS_LIST_CAP];
    uint32_t count = q->terms->game->legal(q->terms, q->view, search_question_seat(q), list);
    return list[bv_random_below(q->random, count)];
}

bv_action chars_think_setup(struct chars_mind *mind, const struct search_question *q,
                            struct budget_meter *meter)
{
    const struct chars_tables *t = &q->terms->tables->chars;
    const struct chars_state *view = &q->view->chars;
    int placed = view->placed[search_question_side(q)];
    if (!placed) make_plan(mind, q, meter);
    if (!follows(&mind->array, view, search_question_side(q))) return go_on(q);
    int thing = chars_next_thing(t, view, search_question_side(q));
    return chars_action(CHARS_SET, thing, mind->array.square[placed]);
}
