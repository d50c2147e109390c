#include "search/belligerants/placing.h"

#include "core/hash.h"

/* How far back a kind likes to stand, in hundredths of the camp. */
static const int8_t depth_of_kind[BELL_KINDS] = {
    [BELL_EM] = 50, [BELL_BO] = 90, [BELL_AC] = 90, [BELL_DC] = 55, [BELL_MI] = 35,
    [BELL_CN] = 45, [BELL_TK] = 40, [BELL_OF] = 40, [BELL_AM] = 60, [BELL_ES] = 20,
    [BELL_PA] = 35, [BELL_SE] = 35, [BELL_SO] = 60,
};

enum { WHIM = 41 }; /* lots move a pawn by so much, more or less */

struct plan {
    uint8_t square[BELL_ARMY]; /* free ones, from the front to the rear */
    uint8_t pawn[BELL_ARMY];   /* those still in hand, likewise */
    int32_t depth[BELL_ARMY];  /* of each pawn of the army */
    int count;
};

/* The free squares of the camp, those nearest the enemy first. */
static void line_up_squares(struct plan *plan, const struct belligerants_march *march,
                            const struct search_question *q, int side)
{
    const struct belligerants_tables *t = &q->terms->tables->belligerants;
    const uint16_t *turns = march->inside[BELL_ON_FOOT][side];
    plan->count = 0;
    for (int i = 0; i < BELL_ARMY; i++) {
        uint8_t square = t->camp[side][i];
        if (belligerants_slot_on(&q->view->belligerants, square) >= 0) continue;
        int at = plan->count++;
        for (; at > 0 && turns[plan->square[at - 1]] > turns[square]; at--)
            plan->square[at] = plan->square[at - 1];
        plan->square[at] = square;
    }
}

/* The pawns still in hand, those that like to stand in front first. */
static void line_up_pawns(struct plan *plan, const struct search_question *q, int side,
                          uint64_t lots)
{
    const struct belligerants_tables *t = &q->terms->tables->belligerants;
    int placed = q->view->belligerants.placed[side];
    for (int pawn = placed; pawn < BELL_ARMY; pawn++) {
        int whim = (int)(bv_mix(lots, (uint64_t)pawn) % WHIM) - WHIM / 2;
        plan->depth[pawn] = depth_of_kind[t->kind[side * BELL_ARMY + pawn]] + whim;
        int at = pawn - placed;
        for (; at > 0 && plan->depth[plan->pawn[at - 1]] > plan->depth[pawn]; at--)
            plan->pawn[at] = plan->pawn[at - 1];
        plan->pawn[at] = (uint8_t)pawn;
    }
}

/* Where the next pawn goes: of those like it, it takes the first square (B5). */
static int next_square(const struct plan *plan, const struct search_question *q, int side)
{
    const struct belligerants_tables *t = &q->terms->tables->belligerants;
    int next = side * BELL_ARMY + q->view->belligerants.placed[side];
    int best = UINT8_MAX;
    for (int i = 0; i < plan->count; i++) {
        bool alike = t->kind[side * BELL_ARMY + plan->pawn[i]] == t->kind[next];
        if (alike && plan->square[i] < best) best = plan->square[i];
    }
    return best;
}

void belligerants_place(const struct belligerants_march *march, uint64_t lots,
                        const struct search_question *q, struct search_answer *answer)
{
    struct plan plan;
    bv_action list[BELL_ARMY];
    int side = search_question_side(q);
    uint32_t count = q->terms->game->legal(q->terms, q->view, side, list);
    line_up_squares(&plan, march, q, side);
    line_up_pawns(&plan, q, side, lots);
    int square = next_square(&plan, q, side);
    bv_action action = list[bv_mix(lots, 0) % count]; /* where others have begun otherwise */
    for (uint32_t i = 0; i < count; i++)
        if (belligerants_square_of(list[i]) == square) action = list[i];
    *answer = search_answer_of(action, side, 500);
}
