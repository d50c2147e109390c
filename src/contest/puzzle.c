#include "contest/puzzle.h"

#include <stdlib.h>

#include "core/lots.h"
#include "search/levels.h"

const char *const bv_puzzle_kind_name[BV_PUZZLE_KINDS] = {"win", "save", "best", "shot"};

/* Thousandths of a point. */
enum {
    SURELY_LOST = 10,
    NOT_YET_LOST = 60,
    AS_GOOD_AS_LOST = 220,
    STILL_ALIVE = 300,
    NOT_YET_WON = 750,
    AS_GOOD_AS_WON = 850,
    NOT_YET_SURE = 940,
    SURELY_WON = 990,
};
enum { ALIKE = 2, LEAST_CHOICES = 3, MOST_CHOICES = 160, SURER = 3 };
enum { CONTENDERS = 6, LEVELS_TRIED = BV_LEVELS - 1, TRIES = 6 };

struct bv_setter {
    const struct bv_terms *terms;
    const struct bv_puzzle_measure *measure;
    struct bv_assessor *assessor;
    struct bv_options options;
    int32_t score[BV_LIST_MAX]; /* of the options */
};

struct bv_setter *bv_setter_open(const struct bv_terms *terms)
{
    struct bv_setter *setter = calloc(1, sizeof *setter);
    if (!setter) return NULL;
    setter->terms = terms;
    setter->measure = bv_puzzle_measure_of(terms->game);
    setter->assessor = bv_assessor_open(terms);
    if (setter->assessor) return setter;
    bv_setter_close(setter);
    return NULL;
}

void bv_setter_close(struct bv_setter *setter)
{
    if (!setter) return;
    bv_assessor_close(setter->assessor);
    free(setter);
}

/* ---- One choice that stands out ------------------------------------------------------------------------------ */

static int32_t assess(struct bv_setter *setter, uint32_t at)
{
    const struct bv_option *option = &setter->options.option[at];
    return bv_assess(setter->assessor, option->seat, option->action);
}

static void move_to(struct bv_setter *setter, uint32_t from, uint32_t to)
{
    struct bv_option option = setter->options.option[from];
    int32_t score = setter->score[from];
    for (uint32_t i = from; i > to; i--) {
        setter->options.option[i] = setter->options.option[i - 1];
        setter->score[i] = setter->score[i - 1];
    }
    setter->options.option[to] = option;
    setter->score[to] = score;
}

/* Assesses the first so many options anew and puts them in falling order. */
static void assess_first(struct bv_setter *setter, const union bv_state *state, struct bv_care care,
                         uint32_t count)
{
    bv_assess_position(setter->assessor, state, care);
    for (uint32_t i = 0; i < count; i++) {
        setter->score[i] = assess(setter, i);
        uint32_t to = i;
        while (to > 0 && setter->score[to - 1] < setter->score[i]) to--;
        move_to(setter, i, to);
    }
}

/* How many of the first options promise nearly as much as the best. */
static uint32_t close_ones(const struct bv_setter *setter, uint32_t count, int32_t margin)
{
    uint32_t close = 0;
    for (uint32_t i = 0; i < count; i++) close += setter->score[i] > setter->score[0] - margin;
    return close;
}

/* Puts first what comes to mind when one thinks instead of looking at each choice for itself. */
static bool think_of_another(struct bv_setter *setter, const struct bv_answer *answer)
{
    for (uint32_t i = 1; i < setter->options.count; i++)
        if (setter->options.option[i].action == answer->choice[0].action) {
            move_to(setter, i, 0);
            return true;
        }
    return false;
}

/* Some players compare their choices themselves: where they find many alike, nothing stands out. */
static bool thinker_wavers(const struct bv_setter *setter, const struct bv_answer *answer,
                           int32_t margin)
{
    const struct bv_choice *choice = answer->choice;
    return setter->measure->compares && answer->choices > ALIKE &&
           choice[ALIKE].score > choice[0].score - margin / 2;
}

/* Puts the most promising options first; false if it is plain that none stands out. */
static bool look(struct bv_setter *setter, const union bv_state *state, int32_t margin)
{
    const struct bv_puzzle_measure *measure = setter->measure;
    struct bv_answer answer;
    uint32_t count = setter->options.count;
    uint32_t contenders = count < CONTENDERS ? count : CONTENDERS;
    bv_assessor_ask(setter->assessor, state, (struct bv_budget){.nodes = measure->thought},
                    (struct bv_frailty){0}, 1, &answer);
    if (thinker_wavers(setter, &answer, margin)) return false;
    assess_first(setter, state, measure->glance, count);
    if (!think_of_another(setter, &answer) && close_ones(setter, contenders, margin / 3) > ALIKE)
        return false;
    assess_first(setter, state, measure->look, contenders);
    return contenders == count || close_ones(setter, contenders, margin) < contenders;
}

static bool leads_to_same(const struct bv_setter *setter, const union bv_state *state,
                          const struct bv_option *a, const struct bv_option *b)
{
    const struct bv_terms *terms = setter->terms;
    union bv_state after[2];
    bv_state_copy(terms->game, &after[0], state);
    bv_state_copy(terms->game, &after[1], state);
    bv_apply(terms, &after[0], a->seat, a->action, NULL);
    bv_apply(terms, &after[1], b->seat, b->action, NULL);
    return bv_state_same(terms->game, &after[0], &after[1]);
}

static bool does_nothing(const struct bv_setter *setter, const struct bv_option *option)
{
    char token[BV_TOKEN_MAX];
    struct bv_out out = bv_out_into(token, sizeof token);
    setter->terms->game->token(setter->terms, option->action, &out);
    return bv_equal(token, ".");
}

/* Whether the first option is as good as it seems: others are nearly as good, or worse by the margin. */
static bool prove(struct bv_setter *setter, const union bv_state *state, int32_t margin,
                  struct bv_puzzle_step *step, struct bv_puzzle *puzzle)
{
    const struct bv_option *option = setter->options.option;
    bv_assess_position(setter->assessor, state, setter->measure->proof);
    int32_t best = assess(setter, 0);
    int32_t rest = 0;
    uint32_t errors = 0;
    *step = (struct bv_puzzle_step){.choices = 1, .choice = {option[0]}};
    for (uint32_t i = 1; i < setter->options.count; i++) {
        int32_t score = assess(setter, i);
        if (score <= best - margin) {
            if (score > rest) rest = score;
            errors += !does_nothing(setter, &option[i]);
            continue;
        }
        if (score < best - margin / 4 || score > best + margin / 4) return false;
        if (step->choices == BV_PUZZLE_CHOICES) return false;
        step->choice[step->choices++] = option[i];
    }
    puzzle->score = best;
    puzzle->rest = rest;
    return step->choices < setter->options.count && errors >= setter->measure->errors;
}

/* Equal choices are fine as long as they are one choice written in several ways, or very few. */
static bool is_one_choice(const struct bv_setter *setter, const union bv_state *state,
                          const struct bv_puzzle_step *step, uint32_t allowed)
{
    uint32_t others = 0;
    for (uint32_t i = 1; i < step->choices; i++)
        others += !leads_to_same(setter, state, &step->choice[0], &step->choice[i]);
    return others < allowed;
}

static bool find_step(struct bv_setter *setter, const union bv_state *state, uint32_t least,
                      struct bv_puzzle_step *step, struct bv_puzzle *puzzle)
{
    const struct bv_terms *terms = setter->terms;
    int32_t margin = setter->measure->margin * 3 / 2;
    bv_seats acting = terms->game->to_act(terms, state);
    if (acting != bv_seats_of_one_side(terms, acting)) return false;
    bv_options_make(terms, state, acting, &setter->options);
    if (setter->options.count < least || setter->options.count > MOST_CHOICES) return false;
    if (!look(setter, state, margin) || does_nothing(setter, &setter->options.option[0]))
        return false;
    return prove(setter, state, margin, step, puzzle);
}

/* ---- How it goes on --------------------------------------------------------------------------------------------- */

static int side_to_act(const struct bv_terms *terms, const union bv_state *state)
{
    return bv_side_of(terms, __builtin_ctz(terms->game->to_act(terms, state)));
}

static struct bv_option answer_of(struct bv_setter *setter, const union bv_state *state)
{
    const struct bv_terms *terms = setter->terms;
    if (terms->game->to_act(terms, state) == bv_seat_bit(BV_CHANCE)) {
        struct bv_random dice = bv_random_seeded(bv_state_hash(terms->game, state));
        return (struct bv_option){.action = bv_draw_outcome(terms, state, &dice),
                                  .seat = BV_CHANCE};
    }
    struct bv_answer answer;
    bv_assessor_ask(setter->assessor, state, (struct bv_budget){.nodes = setter->measure->thought},
                    (struct bv_frailty){0}, 1, &answer);
    return (struct bv_option){.action = answer.choice[0].action, .seat = answer.choice[0].seat};
}

/*
 * Plays what the others do until the side is to act again. False if it never is, or if the answer would depend on what
 * the side does not know.
 */
static bool play_replies(struct bv_setter *setter, union bv_state *state, int side,
                         struct bv_puzzle_step *step)
{
    const struct bv_terms *terms = setter->terms;
    for (;;) {
        bv_seats acting = terms->game->to_act(terms, state);
        if (!acting) return false;
        if (acting != bv_seat_bit(BV_CHANCE) && side_to_act(terms, state) == side) return true;
        if (step->replies == BV_PUZZLE_REPLIES || bv_hides(terms, state, step->choice[0].seat))
            return false;
        struct bv_option reply = answer_of(setter, state);
        step->reply[step->replies++] = reply;
        bv_apply(terms, state, reply.seat, reply.action, NULL);
    }
}

static void extend(struct bv_setter *setter, int side, struct bv_puzzle *puzzle)
{
    const struct bv_terms *terms = setter->terms;
    struct bv_puzzle aside;
    union bv_state state;
    bv_state_copy(terms->game, &state, &puzzle->position);
    while (puzzle->steps < BV_PUZZLE_STEPS) {
        struct bv_puzzle_step *last = &puzzle->step[puzzle->steps - 1];
        if (!is_one_choice(setter, &state, last, 1)) return;
        bv_apply(terms, &state, last->choice[0].seat, last->choice[0].action, NULL);
        struct bv_puzzle_step *next = last + 1;
        if (!play_replies(setter, &state, side, last) ||
            !find_step(setter, &state, 2, next, &aside) ||
            !is_one_choice(setter, &state, next, 2)) {
            last->replies = 0;
            return;
        }
        puzzle->steps++;
    }
}

/* ---- What it is ---------------------------------------------------------------------------------------------------- */

static bool fires(const struct bv_terms *terms, const struct bv_puzzle *puzzle)
{
    const struct bv_option *first = &puzzle->step[0].choice[0];
    struct bv_event event[BV_EVENTS_MAX];
    union bv_state after;
    bv_state_copy(terms->game, &after, &puzzle->position);
    bv_apply(terms, &after, first->seat, first->action, NULL);
    uint32_t count =
        terms->game->events(terms, &puzzle->position, first->seat, first->action, &after, event);
    for (uint32_t i = 0; i < count; i++)
        if (event[i].kind == BV_EVENT_FIRED || event[i].kind == BV_EVENT_FOUGHT) return true;
    return false;
}

static bool wins(const struct bv_puzzle *puzzle)
{
    return (puzzle->score >= AS_GOOD_AS_WON && puzzle->rest <= NOT_YET_WON) ||
           (puzzle->score >= SURELY_WON && puzzle->rest <= NOT_YET_SURE);
}

static bool saves(const struct bv_puzzle *puzzle)
{
    return (puzzle->score >= STILL_ALIVE && puzzle->rest <= AS_GOOD_AS_LOST) ||
           (puzzle->score >= NOT_YET_LOST && puzzle->rest <= SURELY_LOST);
}

/* Nothing is to be found where all is won or lost whatever one does. */
static bool matters(const struct bv_puzzle *puzzle)
{
    return wins(puzzle) || saves(puzzle) ||
           (puzzle->rest < AS_GOOD_AS_WON && puzzle->score > STILL_ALIVE);
}

static enum bv_puzzle_kind kind_of(const struct bv_terms *terms, const struct bv_puzzle *puzzle)
{
    if (wins(puzzle)) return BV_PUZZLE_WIN;
    if (saves(puzzle)) return BV_PUZZLE_SAVE;
    return fires(terms, puzzle) ? BV_PUZZLE_SHOT : BV_PUZZLE_BEST;
}

/* Whether a level finds the whole of it, asked with these lots. */
static bool is_found(struct bv_setter *setter, const struct bv_puzzle *puzzle,
                     const struct bv_level *level, uint64_t lots)
{
    const struct bv_terms *terms = setter->terms;
    union bv_state state;
    bv_state_copy(terms->game, &state, &puzzle->position);
    for (uint32_t i = 0; i < puzzle->steps; i++) {
        const struct bv_puzzle_step *step = &puzzle->step[i];
        struct bv_answer answer;
        bool found = false;
        bv_assessor_ask(setter->assessor, &state,
                        (struct bv_budget){.nodes = level->nodes, .depth = level->depth},
                        level->frailty, lots, &answer);
        for (uint32_t k = 0; k < step->choices; k++)
            found |= step->choice[k].action == answer.choice[0].action;
        if (!found) return false;
        bv_apply(terms, &state, step->choice[0].seat, step->choice[0].action, NULL);
        for (uint32_t k = 0; k < step->replies; k++)
            bv_apply(terms, &state, step->reply[k].seat, step->reply[k].action, NULL);
    }
    return true;
}

static int grade_of(struct bv_setter *setter, const struct bv_puzzle *puzzle)
{
    const struct bv_level *level = bv_opponent_of(setter->terms->game)->level;
    int found = 0;
    for (int i = 0; i < LEVELS_TRIED; i++)
        for (uint64_t lots = 1; lots <= TRIES; lots++)
            found += is_found(setter, puzzle, &level[i], lots);
    int missed = LEVELS_TRIED * TRIES - found;
    int grade = 1 + missed * BV_PUZZLE_GRADES / (LEVELS_TRIED * TRIES);
    return grade < BV_PUZZLE_GRADES ? grade : BV_PUZZLE_GRADES;
}

/* ---- Whether it holds ------------------------------------------------------------------------------------------------ */

static bool accepts(const struct bv_puzzle_step *step, bv_action action)
{
    for (uint32_t i = 0; i < step->choices; i++)
        if (step->choice[i].action == action) return true;
    return false;
}

static bool step_holds(struct bv_setter *setter, const union bv_state *state,
                       const struct bv_puzzle_step *step, struct bv_care care)
{
    const struct bv_terms *terms = setter->terms;
    int32_t margin = setter->measure->margin;
    bv_assess_position(setter->assessor, state, care);
    bv_options_make(terms, state, terms->game->to_act(terms, state), &setter->options);
    int32_t best = bv_assess(setter->assessor, step->choice[0].seat, step->choice[0].action);
    for (uint32_t i = 0; i < setter->options.count; i++) {
        int32_t score = assess(setter, i);
        if (accepts(step, setter->options.option[i].action) ? score < best - margin / 2
                                                            : score > best - margin)
            return false;
    }
    return true;
}

bool bv_puzzle_holds(struct bv_setter *setter, const struct bv_puzzle *puzzle, uint32_t nodes)
{
    const struct bv_terms *terms = setter->terms;
    struct bv_care care = setter->measure->proof;
    union bv_state state;
    if (nodes) care.nodes = nodes;
    bv_state_copy(terms->game, &state, &puzzle->position);
    for (uint32_t i = 0; i < puzzle->steps; i++) {
        const struct bv_puzzle_step *step = &puzzle->step[i];
        if (!step_holds(setter, &state, step, care)) return false;
        bv_apply(terms, &state, step->choice[0].seat, step->choice[0].action, NULL);
        for (uint32_t k = 0; k < step->replies; k++)
            bv_apply(terms, &state, step->reply[k].seat, step->reply[k].action, NULL);
    }
    return true;
}

/* ---- Finding ------------------------------------------------------------------------------------------------------------ */

bool bv_puzzle_find(struct bv_setter *setter, const union bv_state *state, struct bv_puzzle *puzzle)
{
    const struct bv_terms *terms = setter->terms;
    *puzzle = (struct bv_puzzle){.steps = 1};
    bv_state_copy(terms->game, &puzzle->position, state);
    if (setter->measure->poses && !setter->measure->poses(state)) return false;
    if (!find_step(setter, state, LEAST_CHOICES, &puzzle->step[0], puzzle)) return false;
    if (!matters(puzzle) || !is_one_choice(setter, state, &puzzle->step[0], 2)) return false;
    extend(setter, side_to_act(terms, state), puzzle);
    if (!bv_puzzle_holds(setter, puzzle, 0) ||
        !bv_puzzle_holds(setter, puzzle, SURER * setter->measure->proof.nodes))
        return false;
    puzzle->kind = kind_of(terms, puzzle);
    puzzle->grade = grade_of(setter, puzzle);
    return true;
}
