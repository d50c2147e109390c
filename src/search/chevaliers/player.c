#include "search/chevaliers/player.h"

#include "core/hash.h"
#include "search/alphabeta.h"
#include "search/chevaliers/evaluation.h"
#include "search/chevaliers/features.h"
#include "search/chevaliers/geometry.h"

enum { FEW = 4, OPENING_PIECES = 34, VARIETY = 10 };

/* So near to the draw by quiet moves, how near matters. */
enum { QUIET_NEARLY = 24 };

/* Noises: what is captured, and a step on the enemy's castle, which must be answered (E16). */
enum { NOISE_MAN = 100, NOISE_KNIGHT = 250, NOISE_CASTLE = 150 };

/* ---- What the search asks -------------------------------------------------------------------- */

static uint64_t key(const struct bv_terms *terms, const union bv_state *state)
{
    const struct chevaliers_state *s = &state->chevaliers;
    bool late = s->quiet + QUIET_NEARLY > terms->tables->chevaliers.quiet;
    uint64_t rest = (uint64_t)s->side | (uint64_t)s->passed << 1 | (uint64_t)s->called << 2 |
                    (uint64_t)s->fault << 3 | (uint64_t)s->fault_from << 8 |
                    (uint64_t)s->fault_to << 16 | (uint64_t)(late ? s->quiet : 0) << 24;
    uint64_t silver = bv_mix((uint64_t)s->pieces[0], (uint64_t)(s->pieces[0] >> 64));
    uint64_t gold = bv_mix((uint64_t)s->pieces[1], (uint64_t)(s->pieces[1] >> 64));
    uint64_t knights = bv_mix((uint64_t)s->knights, (uint64_t)(s->knights >> 64));
    return bv_mix(bv_mix(silver, rest), bv_mix(gold, knights));
}

static int32_t noise(const struct bv_terms *terms, const union bv_state *state, bv_action action)
{
    const struct chevaliers_state *s = &state->chevaliers;
    int captures = chevaliers_captures(action);
    int at = chevaliers_stop(action);
    int32_t sum = 0;
    for (int i = 0; i < captures; i++) {
        int step = chevaliers_leap(action, i);
        sum += bv_has128(s->knights, at + step) ? NOISE_KNIGHT : NOISE_MAN;
        at += 2 * step;
    }
    if (at == terms->tables->chevaliers.castle[!s->side]) sum += NOISE_CASTLE;
    return sum;
}

/* The obligation to capture (E14), or an enemy on one's castle to be captured (E16). */
static bool forced(const struct bv_terms *terms, const union bv_state *state)
{
    const struct chevaliers_state *s = &state->chevaliers;
    if (s->called || chevaliers_preyed(terms, s, s->side)) return true;
    if (bv_has128(s->pieces[!s->side], terms->tables->chevaliers.castle[s->side])) return true;
    return terms->option[CHEVALIERS_OBLIGATION] == CHEVALIERS_ANY && chevaliers_obliged(terms, s);
}

static uint32_t list_noisy(const struct bv_terms *terms, const union bv_state *state, int seat,
                           bv_action *list)
{
    struct chevaliers_state s = state->chevaliers;
    int castle = terms->tables->chevaliers.castle[!s.side];
    bv_bits128 steppers = chevaliers_steppers(&s, s.side, castle);
    (void)seat;
    s.called = true; /* so that only captures are offered */
    uint32_t count = chevaliers_moves(terms, &s, CHEVALIERS_COMMANDS_ALL, list);
    if (!bv_has128(chevaliers_free(terms, &s), castle)) return count;
    while (steppers)
        list[count++] = chevaliers_action(CHEVALIERS_STEP, bv_take128(&steppers), castle);
    return count;
}

/* With few pieces left, having to move may be what loses. */
static bool pass(const struct bv_terms *terms, union bv_state *state)
{
    struct chevaliers_state *s = &state->chevaliers;
    if (bv_count128(s->pieces[s->side]) < FEW || s->passed || s->fault) return false;
    s->side = !s->side;
    (void)terms;
    return true;
}

static const struct alphabeta_judge judge = {
    .evaluate = chevaliers_evaluate_for,
    .evaluate_naively = chevaliers_evaluate_naively,
    .key = key,
    .noise = noise,
    .forced = forced,
    .list_noisy = list_noisy,
    .pass = pass,
    .winning = CHEVALIERS_WINNING,
    .ambition = chevaliers_ambition,
};

/* ---- The player ------------------------------------------------------------------------------ */

/* Until the first capture nearly equal moves are chosen between by lot, so that games differ. */
static bool is_opening(const struct chevaliers_state *s)
{
    return bv_count128(s->pieces[0]) + bv_count128(s->pieces[1]) == OPENING_PIECES;
}

static void choose(void *mind, const struct search_question *question, struct search_answer *answer)
{
    struct search_question varied = *question;
    if (is_opening(&question->view->chevaliers) && varied.weakening.misjudge < VARIETY)
        varied.weakening.misjudge = VARIETY;
    struct bv_terms simple = *question->terms;
    simple.form = &simple.game->form[0];
    simple.option[CHEVALIERS_OVERSIGHT] = 0;
    bool is_simple = question->terms->form == simple.form &&
                     question->terms->option[CHEVALIERS_OVERSIGHT] != CHEVALIERS_TABLE;
    alphabeta_choose_within(mind, &judge, is_simple ? question->terms : &simple, &varied, answer);
}

const struct search_player chevaliers_player = {
    .id = "chevaliers",
    .memory = alphabeta_memory,
    .begin = alphabeta_begin,
    .choose = choose,
    .ally = alphabeta_ally,
};

const struct level_opponent chevaliers_opponent = {
    .game = &chevaliers_game,
    .player = &chevaliers_player,
    .reasons = &chevaliers_reasons,
    .input = &chevaliers_input,
    .level =
        {
            {30, 50, 1, {350, 220}},
            {100, 50, 2, {170, 180}},
            {250, 80, 3, {110, 165}},
            {600, 200, 0, {70, 145}},
            {1500, 300, 0, {40, 135}},
            {4500, 500, 0, {20, 115}},
            {12000, 1000, 0, {8, 95}},
            {0, 2000, 0, {0, 0}},
        },
    .puzzles = {.glance = {100, 1},
                .look = {1000, 1},
                .proof = {10000, 1},
                .thought = 8000,
                .tries = 60,
                .margin = 45},

};
