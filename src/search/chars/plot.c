/*
 * The plot (C12–C15). Worlds are drawn by the belief; in each, movements that the enemy would like
 * are drawn; the mixture tells how he should mix them and where to fire then. What is known of his
 * habits is added.
 */
#include "search/chars/mind.h"
#include "search/chars/worth.h"

enum { PER_WORLD = 24, STRAYS = 96, LEAST_STRATEGIES = 6 };

static const float heat = 14;        /* how widely the choices of the enemy are spread */
static const float white_worth = 11; /* a white is fired if it promises so much of a tank */

/* The view as it was before the plot began, and its hash. */
static struct chars_state before_plot(const struct chars_tables *t, const struct chars_state *view,
                                      int side)
{
    struct chars_state s = *view;
    s.red = 0;
    s.white = 0;
    s.next[side] = 0;
    s.reds_left = (uint8_t)chars_red_limit(t, &s, side);
    s.whites_left = s.whites[side];
    return s;
}

/* A tank that ends on a mine of ours is lost anyway (C28). */
static float prize_of(const struct chars_state *begun, const struct chars_landing *landing)
{
    return bv_has128(begun->mines, landing->square) ? landing->loss / 10 : landing->loss;
}

static void add_strategy(const struct chars_state *begun, const struct chars_turn *turn, int world,
                         float error, struct chars_mixture *mixture)
{
    struct chars_strategy *strategy = &mixture->strategy[mixture->count++];
    strategy->value = turn->gain + error;
    strategy->world = (uint8_t)world;
    strategy->landings = turn->landings;
    for (int i = 0; i < turn->landings; i++) {
        strategy->square[i] = turn->landing[i].square;
        strategy->loss[i] = turn->landing[i].loss;
        strategy->prize[i] = prize_of(begun, &turn->landing[i]);
    }
}

/* Movements that the enemy would like, in one world after the other. */
static void imagine_movements(struct chars_mind *mind, const struct search_question *q,
                              const struct chars_state *begun, struct budget_meter *meter)
{
    const struct chars_tables *t = &q->terms->tables->chars;
    struct chars_mixture *mixture = &mind->mixture;
    int side = search_question_side(q);
    float shots = chars_usual_shots(t, begun, side);
    uint64_t salt = bv_random_word(q->random);
    double slope = chars_slope(t, begun);
    mixture->count = 0;
    for (int world = 0; world < CHARS_WORLDS; world++) {
        struct chars_state drawn;
        struct chars_outlook outlook;
        chars_belief_draw(t, &mind->belief, begun, q->random, &drawn);
        chars_begin_movement(t, &drawn, NULL);
        chars_outlook_make(t, &drawn, drawn.side, &outlook);
        for (int i = 0; i < PER_WORLD; i++) {
            struct chars_state s = drawn;
            struct chars_turn turn;
            bool enough = mixture->count >= LEAST_STRATEGIES && budget_meter_tick(meter);
            if (enough || mixture->count == CHARS_STRATEGIES) return;
            chars_turn_draw(t, &s, &outlook, heat, shots, q->random, &mind->walks, &turn);
            uint64_t hash = bv_hash_bytes(&s.moved, sizeof s.moved);
            double error = weakening_misjudgement(&q->weakening, salt, hash) / (1000 * slope);
            add_strategy(begun, &turn, world, (float)error, mixture);
        }
    }
}

/* Where each kind of mover lands, and what the less clever ones promise to a shot. */
static void imagine_habits(struct chars_mind *mind, const struct search_question *q,
                           const struct chars_state *begun)
{
    const struct chars_tables *t = &q->terms->tables->chars;
    struct chars_mixture *m = &mind->mixture;
    struct chars_habits *habits = &mind->habits;
    float share[CHARS_HABITS];
    float keen[CHARS_SQUARES] = {0};
    bv_clear(habits->landing, sizeof habits->landing);
    for (int i = 0; i < m->count; i++)
        for (int j = 0; j < m->strategy[i].landings; j++) {
            int square = m->strategy[i].square[j];
            keen[square] += m->strategy[i].prize[j] / (float)m->count;
            habits->landing[CHARS_KEEN][square] += 1 / (float)m->count;
        }
    for (int i = 0; i < STRAYS; i++) {
        struct chars_state s = *begun;
        struct chars_turn turn;
        chars_belief_draw(t, &mind->belief, begun, q->random, &s);
        chars_begin_movement(t, &s, NULL);
        chars_turn_stray(t, &s, q->random, &turn);
        for (int j = 0; j < turn.landings; j++)
            habits->landing[CHARS_STRAY][turn.landing[j].square] += 1 / (float)STRAYS;
    }
    chars_habits_shares(habits, share);
    float less_clever = share[CHARS_KEEN] + share[CHARS_STRAY];
    m->habit = less_clever;
    for (int square = 0; square < CHARS_SQUARES; square++) {
        float stray =
            bv_has128(begun->mines, square) ? 0 : 100 * habits->landing[CHARS_STRAY][square];
        m->habits[square] =
            (share[CHARS_KEEN] * keen[square] + share[CHARS_STRAY] * stray) / less_clever;
    }
}

static void remember_guess(struct chars_mind *mind)
{
    struct chars_habits *habits = &mind->habits;
    const struct chars_mixture *m = &mind->mixture;
    for (int i = 0; i < m->count; i++)
        for (int j = 0; j < m->strategy[i].landings; j++)
            habits->landing[CHARS_CLEVER][m->strategy[i].square[j]] += m->weight[i];
    habits->guessed = true;
}

/* C15, C30: firing at one's own depots is an option where it may be; it costs the depot. */
static bv_bits128 allow_own_depots(const struct search_question *q, const struct chars_state *begun,
                                   struct chars_mixture *m)
{
    const struct chars_tables *t = &q->terms->tables->chars;
    int side = search_question_side(q);
    if (!q->terms->option[CHARS_OWN_FIRE]) return 0;
    for (int i = 0; i < CHARS_DEPOTS; i++) {
        int square = begun->depot[side][i];
        if (square != CHARS_GONE)
            m->habits[square] -= chars_worth_of_depot(t, begun, side, i) / m->habit;
    }
    return begun->depots & t->camp[side];
}

/* C12 C15: where a shot may do more good than harm. */
static bv_bits128 targets(const struct search_question *q, const struct chars_state *begun,
                          struct chars_mixture *m)
{
    return (chars_board() & ~chars_pieces(begun)) | allow_own_depots(q, begun, m);
}

/* Shots that harm only the own side are not fired. */
static bv_bits128 without_harm(const struct chars_mixture *m, bv_bits128 plot)
{
    for (bv_bits128 left = plot; left;) {
        int square = bv_take128(&left);
        if (m->promise[square] < 0) plot &= ~bv_bit128(square);
    }
    return plot;
}

/* A weaker player does not consider every square. */
static bv_bits128 squares_thought_of(const struct search_question *q, bv_bits128 squares)
{
    uint64_t salt = bv_random_word(q->random);
    for (bv_bits128 left = squares; left;) {
        int square = bv_take128(&left);
        if (weakening_overlooks(&q->weakening, salt, (bv_action)square))
            squares &= ~bv_bit128(square);
    }
    return squares;
}

/* Whites for what promises enough of a tank; they are spent, hit or miss (C13). */
static bv_bits128 worth_a_white(const struct chars_mixture *m, bv_bits128 squares, int whites)
{
    bv_bits128 chosen = 0;
    for (bv_bits128 left = chars_best_squares(m->promise, squares, whites); left;) {
        int square = bv_take128(&left);
        if (m->promise[square] >= white_worth) chosen |= bv_bit128(square);
    }
    return chosen;
}

static void make_plan(struct chars_mind *mind, const struct search_question *q,
                      const struct chars_state *begun, struct budget_meter *meter)
{
    const struct chars_tables *t = &q->terms->tables->chars;
    struct chars_mixture *m = &mind->mixture;
    int side = search_question_side(q);
    struct chars_state drawn;
    imagine_movements(mind, q, begun, meter);
    imagine_habits(mind, q, begun);
    m->squares = squares_thought_of(q, targets(q, begun, m));
    m->shots = begun->reds_left;
    chars_mixture_solve(m);
    remember_guess(mind);
    mind->habits.movements = mind->belief.movements;
    mind->fire.red = without_harm(m, chars_mixture_plot(m, q->random));
    mind->fire.white = worth_a_white(m, m->squares & ~mind->fire.red, begun->whites_left);
    chars_belief_draw(t, &mind->belief, begun, q->random, &drawn);
    double here = chars_expectation(t, &drawn, side);
    mind->fire.score = chars_thousandths(here - chars_slope(t, begun) * m->value);
}

/* The next token of a plan, given what has been plotted so far (C12). */
static bv_action next_shot(const struct chars_fire_plan *plan, const struct chars_state *view)
{
    bv_bits128 red = plan->red & ~view->red;
    bv_bits128 white = plan->white & ~view->white;
    if (red && view->reds_left && !view->white) return chars_action(CHARS_RED, 0, bv_low128(red));
    if (white && view->whites_left) return chars_action(CHARS_WHITE, 0, bv_low128(white));
    return chars_action(CHARS_STOP, 0, 0);
}

bv_action chars_think_plot(struct chars_mind *mind, const struct search_question *q,
                           struct budget_meter *meter, int32_t *score)
{
    const struct chars_tables *t = &q->terms->tables->chars;
    const struct chars_state *view = &q->view->chars;
    struct chars_state begun = before_plot(t, view, search_question_side(q));
    uint64_t key = bv_hash_bytes(&begun, sizeof begun);
    struct chars_fire_plan *plan = &mind->fire;
    bool follows = plan->made && plan->key == key && !(view->red & ~plan->red) &&
                   !(view->white & ~plan->white);
    if (!follows) {
        make_plan(mind, q, &begun, meter);
        plan->made = true;
        plan->key = key;
    }
    /* What is plotted but not in this plan, and what can no longer be plotted in order (C12): the
     * player may have skipped some of it. */
    bv_bits128 later = chars_from_on(view->next[search_question_side(q)]);
    plan->red = view->red | (plan->red & later);
    plan->white = view->white | (plan->white & ~plan->red);
    if (view->white) plan->white = view->white | (plan->white & later);
    *score = plan->score;
    return next_shot(plan, view);
}
