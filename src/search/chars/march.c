/*
 * The movement (C16–C26). Candidates are drawn by instinct; the mixture against the enemy's gunner
 * selects those worth searching; these are tried out in worlds drawn by the belief, all in the same
 * worlds; and the mixture, solved again with the results, is what one movement is drawn from. So it
 * is unpredictable.
 */
#include "search/chars/mind.h"
#include "search/chars/worth.h"

enum {
    DRAWS = 480,     /* candidates drawn, at most */
    FEW_DRAWS = 200, /* of a small budget */
    LEAST_DRAWS = 4,
    FINALISTS = 40,       /* tried out */
    LEAST_FINALISTS = 12, /* when the weaker ones have been dropped */
    FIRST_ROUNDS = 12,    /* tries before half of the weaker ones are dropped */
    TURNS = 4,            /* played on */
};

static const float heat = 16;         /* how widely candidates are spread */
static const double prior_tries = 25; /* what the first glance is worth */

/* ---- Candidates ------------------------------------------------------------------------------ */

static uint64_t hash_of(const struct chars_state *s)
{
    uint64_t words[3];
    bv_copy(&words[0], s->where[s->side], sizeof words[0]);
    words[1] = (uint64_t)s->moved;
    words[2] = (uint64_t)(s->moved >> 64);
    return bv_hash_bytes(words, sizeof words);
}

static bool is_known(const struct chars_mind *mind, uint64_t hash)
{
    for (int i = 0; i < mind->candidates; i++)
        if (mind->candidate[i].hash == hash) return true;
    return false;
}

struct thought {
    const struct search_question *q;
    const struct chars_tables *t;
    const struct chars_state *view;
    struct budget_meter *meter;
    struct chars_outlook outlook;
    float shots;
    double slope;
    uint64_t salt;
};

/* A small budget is for candidates alone: a few tries would only blur the first glance. */
static int draws_for(uint64_t nodes)
{
    if (!nodes || nodes / 3 >= DRAWS) return DRAWS;
    uint64_t least = nodes < FEW_DRAWS ? nodes : FEW_DRAWS;
    return (int)(nodes / 3 > least ? nodes / 3 : least);
}

static void draw_candidates(struct chars_mind *mind, const struct thought *th)
{
    int draws = draws_for(th->q->budget->nodes);
    mind->candidates = 0;
    for (int i = 0; i < draws || !mind->candidates; i++) {
        struct chars_candidate *new = &mind->candidate[mind->candidates];
        struct chars_state s = *th->view;
        if (i >= LEAST_DRAWS && budget_meter_tick(th->meter)) return;
        chars_turn_draw(th->t, &s, &th->outlook, heat, th->shots, th->q->random, &mind->walks,
                        &new->turn);
        new->hash = hash_of(&s);
        new->tries = 0;
        new->won = 0;
        bool overlooked = i && weakening_overlooks(&th->q->weakening, th->salt, new->hash);
        if (overlooked || is_known(mind, new->hash)) continue;
        int32_t error = weakening_misjudgement(&th->q->weakening, th->salt, new->hash);
        new->turn.gain += (float)(error / (1000 * th->slope));
        mind->candidates++;
    }
}

/* ---- Mixing ---------------------------------------------------------------------------------- */

/* Squares on which the enemy may have fired: those free when the movement began (C12, C15). */
static bv_bits128 exposed_squares(const struct thought *th)
{
    const struct chars_state *s = th->view;
    int enemy = chars_other(s->side);
    bv_bits128 taken = s->began | s->tanks[enemy] | s->guns | s->depots;
    bv_bits128 squares = chars_board() & ~taken;
    if (th->q->terms->option[CHARS_OWN_FIRE]) squares |= s->depots & th->t->camp[enemy];
    return squares;
}

/* What a candidate is worth, in hundredths of a tank: a glance corrected by the tries. */
static float value_of(const struct chars_candidate *c, double average, double slope)
{
    double tried = c->tries ? (c->won / c->tries - average) / slope : 0;
    double sum = prior_tries * c->turn.gain + c->tries * tried;
    return (float)(sum / (prior_tries + c->tries));
}

static double average_of(const struct chars_mind *mind)
{
    double won = 0;
    double tries = 0;
    for (int i = 0; i < mind->candidates; i++) {
        won += mind->candidate[i].won;
        tries += mind->candidate[i].tries;
    }
    return tries > 0 ? won / tries : 0.5;
}

static void mix(struct chars_mind *mind, const struct thought *th)
{
    struct chars_mixture *m = &mind->mixture;
    double average = average_of(mind);
    m->count = mind->candidates;
    m->squares = exposed_squares(th);
    m->shots = th->view->blanks ? 0 : (int)(th->shots + 0.5F);
    m->habit = 0;
    bv_clear(m->habits, sizeof m->habits);
    for (int i = 0; i < m->count; i++) {
        const struct chars_turn *turn = &mind->candidate[i].turn;
        struct chars_strategy *s = &m->strategy[i];
        s->value = value_of(&mind->candidate[i], average, th->slope);
        s->world = 0;
        s->landings = turn->landings;
        for (int j = 0; j < turn->landings; j++) {
            s->square[j] = turn->landing[j].square;
            s->loss[j] = s->prize[j] = turn->landing[j].loss;
        }
    }
    chars_mixture_solve(m);
}

/* Keeps the candidates that the mixture makes most of, the best first. */
static void keep_best(struct chars_mind *mind, int most)
{
    struct chars_mixture *m = &mind->mixture;
    int kept = 0;
    while (kept < most && kept < mind->candidates) {
        int best = kept;
        for (int i = kept + 1; i < mind->candidates; i++)
            if (m->hope[i] > m->hope[best]) best = i;
        struct chars_candidate taken = mind->candidate[best];
        float hope = m->hope[best];
        mind->candidate[best] = mind->candidate[kept];
        m->hope[best] = m->hope[kept];
        mind->candidate[kept] = taken;
        m->hope[kept++] = hope;
    }
    mind->candidates = kept;
}

/* ---- Trying out ------------------------------------------------------------------------------ */

/* One movement in one world, without shots: these are the mixture's business. */
static void try_out(struct chars_mind *mind, const struct thought *th,
                    const struct chars_state *world, struct bv_random random,
                    struct chars_candidate *c, int turns)
{
    struct chars_state s = *world;
    int side = s.side;
    for (int i = 0; i < c->turn.actions; i++) {
        bv_action action = c->turn.action[i];
        if (chars_kind_of(action) == CHARS_STOP)
            s.points = 0; /* C23 */
        else
            chars_step(th->t, &s, action, NULL);
    }
    chars_settle(th->t, &s, NULL);
    c->won += chars_play_on(th->q->terms, &s, side, turns, &random, &mind->walks);
    c->tries++;
}

/* The candidate that the tries favour, as an answer. */
static void report(const struct chars_mind *mind, const struct thought *th, int turns)
{
    const struct chars_candidate *best = &mind->candidate[0];
    for (int i = 1; i < mind->candidates; i++)
        if (mind->candidate[i].won > best->won) best = &mind->candidate[i];
    struct search_answer answer =
        search_answer_of(best->turn.action[0], search_question_seat(th->q),
                         chars_thousandths(best->won / best->tries));
    answer.depth = (uint32_t)turns;
    while (answer.line_length < best->turn.actions && answer.line_length < SEARCH_LINE_LENGTH) {
        answer.line[answer.line_length] = best->turn.action[answer.line_length];
        answer.line_length++;
    }
    th->q->budget->listen(th->q->budget->context, th->meter->nodes, &answer);
}

/* Rounds of tries, every candidate in the same world; the weaker half is dropped now and then. */
static void try_all(struct chars_mind *mind, const struct thought *th)
{
    uint32_t depth = th->q->budget->depth;
    int turns = depth ? (int)depth - 1 : TURNS;
    uint32_t until_drop = FIRST_ROUNDS;
    for (uint32_t round = 1; !th->meter->spent; round++) {
        struct chars_state world;
        chars_belief_draw(th->t, &mind->belief, th->view, th->q->random, &world);
        struct bv_random stream = bv_random_seeded(bv_random_word(th->q->random));
        for (int i = 0; i < mind->candidates; i++) {
            th->meter->nodes += (uint64_t)turns;
            try_out(mind, th, &world, stream, &mind->candidate[i], turns);
            if (budget_meter_tick(th->meter)) return;
        }
        if (budget_wants_best(th->q->budget, round)) report(mind, th, turns);
        if (round < until_drop) continue;
        mix(mind, th);
        int most = mind->candidates * 2 / 3;
        keep_best(mind, most > LEAST_FINALISTS ? most : LEAST_FINALISTS);
        until_drop *= 2;
    }
}

/* ---- The plan -------------------------------------------------------------------------------- */

static void note_plan(struct chars_mind *mind, const struct thought *th, int chosen)
{
    struct chars_march *march = &mind->march;
    const struct chars_turn *turn = &mind->candidate[chosen].turn;
    struct chars_state s = *th->view;
    march->count = turn->actions;
    march->next = 0;
    for (int i = 0; i < turn->actions; i++) {
        march->key[i] = bv_hash_bytes(&s, sizeof s);
        march->action[i] = turn->action[i];
        if (chars_kind_of(turn->action[i]) == CHARS_STEP)
            chars_step(th->t, &s, turn->action[i], NULL);
    }
}

static int32_t score_of(const struct chars_mind *mind, const struct thought *th,
                        const struct chars_state *world)
{
    double here = average_of(mind);
    if (!mind->candidate[0].tries) here = chars_expectation(th->t, world, world->side);
    return chars_thousandths(here + th->slope * mind->mixture.value);
}

static void make_plan(struct chars_mind *mind, const struct search_question *q,
                      struct budget_meter *meter)
{
    struct thought th = {
        .q = q,
        .t = &q->terms->tables->chars,
        .view = &q->view->chars,
        .meter = meter,
    };
    struct chars_state world;
    chars_sharpen(mind, th.t, th.view, &th.outlook);
    th.shots = chars_usual_shots(th.t, th.view, chars_other(th.view->side));
    th.slope = chars_slope(th.t, th.view);
    th.salt = bv_random_word(q->random);
    draw_candidates(mind, &th);
    mix(mind, &th);
    keep_best(mind, FINALISTS);
    if (mind->candidates > 1 && q->budget->depth != 1) try_all(mind, &th);
    mix(mind, &th);
    note_plan(mind, &th, chars_mixture_move(&mind->mixture, q->random));
    chars_belief_draw(th.t, &mind->belief, th.view, q->random, &world);
    mind->march.score = score_of(mind, &th, &world);
    mind->march.depth = q->budget->depth ? q->budget->depth : TURNS;
}

bv_action chars_think_march(struct chars_mind *mind, const struct search_question *q,
                            struct budget_meter *meter, int32_t *score)
{
    struct chars_march *march = &mind->march;
    uint64_t key = bv_hash_bytes(&q->view->chars, sizeof q->view->chars);
    bool follows = march->next < march->count && march->key[march->next] == key;
    if (!follows) make_plan(mind, q, meter);
    *score = march->score;
    return march->action[march->next++];
}
