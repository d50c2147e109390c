#include "match/puzzle.h"

#include <stdlib.h>

#include "core/lots.h"
#include "search/levels.h"

const char *const puzzle_kind_name[PUZZLE_KINDS] = {"win", "save", "best", "shot"};

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
enum { CONTENDERS = 6, LEVELS_TRIED = LEVELS - 1, TRIES = 6 };

struct puzzle_setter {
    const struct bv_terms *terms;
    const struct puzzle_measure *measure;
    struct assessor *assessor;
    struct search_options options;
    int32_t score[BV_LIST_MAX]; /* of the options */
};

struct puzzle_setter *puzzle_setter_open(const struct bv_terms *terms)
{
    struct puzzle_setter *setter = calloc(1, sizeof *setter);
    if (!setter) return NULL;
    setter->terms = terms;
    setter->measure = &level_opponent_of(terms->game)->puzzles;
    setter->assessor = assessor_open(terms);
    if (!setter->assessor) {
        puzzle_setter_close(setter);
        return NULL;
    }
    assessor_use_net(setter->assessor, &net_none); /* as the puzzles were found: by hand */
    return setter;
}

void puzzle_setter_close(struct puzzle_setter *setter)
{
    if (!setter) return;
    assessor_close(setter->assessor);
    free(setter);
}

/* ---- One choice that stands out -------------------------------------------------------------- */

static int32_t assess(struct puzzle_setter *setter, uint32_t at)
{
    const struct search_option *option = &setter->options.option[at];
    return assess_view(setter->assessor, option->seat, option->action);
}

static void move_to(struct puzzle_setter *setter, uint32_t from, uint32_t to)
{
    struct search_option option = setter->options.option[from];
    int32_t score = setter->score[from];
    for (uint32_t i = from; i > to; i--) {
        setter->options.option[i] = setter->options.option[i - 1];
        setter->score[i] = setter->score[i - 1];
    }
    setter->options.option[to] = option;
    setter->score[to] = score;
}

/* Assesses the first so many options again and sorts them in falling order. */
static void assess_first(struct puzzle_setter *setter, const union bv_state *state,
                         struct assess_care care, uint32_t count)
{
    assess_position(setter->assessor, state, care);
    for (uint32_t i = 0; i < count; i++) {
        setter->score[i] = assess(setter, i);
        uint32_t to = i;
        while (to > 0 && setter->score[to - 1] < setter->score[i]) to--;
        move_to(setter, i, to);
    }
}

/* How many of the first options have nearly the score of the best. */
static uint32_t close_ones(const struct puzzle_setter *setter, uint32_t count, int32_t margin)
{
    uint32_t close = 0;
    for (uint32_t i = 0; i < count; i++) close += setter->score[i] > setter->score[0] - margin;
    return close;
}

/* Moves the player's own choice to the front, besides those found one by one. */
static bool think_of_another(struct puzzle_setter *setter, const struct search_answer *answer)
{
    for (uint32_t i = 1; i < setter->options.count; i++)
        if (setter->options.option[i].action == answer->choice[0].action) {
            move_to(setter, i, 0);
            return true;
        }
    return false;
}

/* Some players compare their choices themselves: if many score alike, nothing stands out. */
static bool thinker_wavers(const struct puzzle_setter *setter, const struct search_answer *answer,
                           int32_t margin)
{
    const struct search_choice *choice = answer->choice;
    return setter->measure->compares && answer->choices > ALIKE &&
           choice[ALIKE].score > choice[0].score - margin / 2;
}

/* Moves the best options to the front; false if clearly none stands out. */
static bool look(struct puzzle_setter *setter, const union bv_state *state, int32_t margin)
{
    const struct puzzle_measure *measure = setter->measure;
    struct search_answer answer;
    uint32_t count = setter->options.count;
    uint32_t contenders = count < CONTENDERS ? count : CONTENDERS;
    assessor_ask(setter->assessor, state, (struct budget){.nodes = measure->thought},
                 (struct weakening){0}, 1, &answer);
    if (thinker_wavers(setter, &answer, margin)) return false;
    assess_first(setter, state, measure->glance, count);
    if (!think_of_another(setter, &answer) && close_ones(setter, contenders, margin / 3) > ALIKE)
        return false;
    assess_first(setter, state, measure->look, contenders);
    return contenders == count || close_ones(setter, contenders, margin) < contenders;
}

static bool leads_to_same(const struct puzzle_setter *setter, const union bv_state *state,
                          const struct search_option *a, const struct search_option *b)
{
    const struct bv_terms *terms = setter->terms;
    union bv_state after[2];
    bv_apply_to_copy(terms, state, a->seat, a->action, &after[0]);
    bv_apply_to_copy(terms, state, b->seat, b->action, &after[1]);
    return bv_state_same(terms->game, &after[0], &after[1]);
}

static bool does_nothing(const struct puzzle_setter *setter, const struct search_option *option)
{
    char token[BV_TOKEN_MAX];
    struct bv_out out = bv_out_into(token, sizeof token);
    setter->terms->game->token(setter->terms, option->action, &out);
    return bv_equal(token, ".");
}

/* Whether the first option is as good as it seems, others nearly so or worse by the margin. */
static bool prove(struct puzzle_setter *setter, const union bv_state *state, int32_t margin,
                  struct puzzle_step *step, struct puzzle *puzzle)
{
    const struct search_option *option = setter->options.option;
    assess_position(setter->assessor, state, setter->measure->proof);
    int32_t best = assess(setter, 0);
    int32_t rest = 0;
    uint32_t errors = 0;
    *step = (struct puzzle_step){.choices = 1, .choice = {option[0]}};
    for (uint32_t i = 1; i < setter->options.count; i++) {
        int32_t score = assess(setter, i);
        if (score <= best - margin) {
            if (score > rest) rest = score;
            errors += !does_nothing(setter, &option[i]);
            continue;
        }
        if (score < best - margin / 4 || score > best + margin / 4) return false;
        if (step->choices == PUZZLE_CHOICES) return false;
        step->choice[step->choices++] = option[i];
    }
    puzzle->score = best;
    puzzle->rest = rest;
    return step->choices < setter->options.count && errors >= setter->measure->errors;
}

/* Equal choices are accepted if they are one choice written in several ways, or very few. */
static bool is_one_choice(const struct puzzle_setter *setter, const union bv_state *state,
                          const struct puzzle_step *step, uint32_t allowed)
{
    uint32_t others = 0;
    for (uint32_t i = 1; i < step->choices; i++)
        others += !leads_to_same(setter, state, &step->choice[0], &step->choice[i]);
    return others < allowed;
}

static bool find_step(struct puzzle_setter *setter, const union bv_state *state, uint32_t least,
                      struct puzzle_step *step, struct puzzle *puzzle)
{
    const struct bv_terms *terms = setter->terms;
    int32_t margin = setter->measure->margin * 3 / 2;
    bv_seats acting = terms->game->to_act(terms, state);
    if (acting != search_seats_of_one_side(terms, acting)) return false;
    search_options_make(terms, state, acting, &setter->options);
    if (setter->options.count < least || setter->options.count > MOST_CHOICES) return false;
    if (!look(setter, state, margin) || does_nothing(setter, &setter->options.option[0]))
        return false;
    return prove(setter, state, margin, step, puzzle);
}

/* ---- Continuation ---------------------------------------------------------------------------- */

static int side_to_act(const struct bv_terms *terms, const union bv_state *state)
{
    return bv_side_of(terms, __builtin_ctz(terms->game->to_act(terms, state)));
}

static struct search_option answer_of(struct puzzle_setter *setter, const union bv_state *state)
{
    const struct bv_terms *terms = setter->terms;
    if (terms->game->to_act(terms, state) == bv_seat_bit(BV_CHANCE)) {
        struct bv_random dice = bv_random_seeded(bv_state_hash(terms->game, state));
        return (struct search_option){.action = bv_draw_outcome(terms, state, &dice),
                                      .seat = BV_CHANCE};
    }
    struct search_answer answer;
    assessor_ask(setter->assessor, state, (struct budget){.nodes = setter->measure->thought},
                 (struct weakening){0}, 1, &answer);
    return (struct search_option){.action = answer.choice[0].action, .seat = answer.choice[0].seat};
}

/*
 * Plays for the others until the side is to act again. False if it never is, or if the reply would
 * depend on what the side does not know.
 */
static bool play_replies(struct puzzle_setter *setter, union bv_state *state, int side,
                         struct puzzle_step *step)
{
    const struct bv_terms *terms = setter->terms;
    for (;;) {
        bv_seats acting = terms->game->to_act(terms, state);
        if (!acting) return false;
        if (acting != bv_seat_bit(BV_CHANCE) && side_to_act(terms, state) == side) return true;
        if (step->replies == PUZZLE_REPLIES || assess_hides(terms, state, step->choice[0].seat))
            return false;
        struct search_option reply = answer_of(setter, state);
        step->reply[step->replies++] = reply;
        bv_apply(terms, state, reply.seat, reply.action, NULL);
    }
}

static void extend(struct puzzle_setter *setter, int side, struct puzzle *puzzle)
{
    const struct bv_terms *terms = setter->terms;
    struct puzzle aside;
    union bv_state state;
    bv_state_copy(terms->game, &state, &puzzle->position);
    while (puzzle->steps < PUZZLE_STEPS) {
        struct puzzle_step *last = &puzzle->step[puzzle->steps - 1];
        if (!is_one_choice(setter, &state, last, 1)) return;
        bv_apply(terms, &state, last->choice[0].seat, last->choice[0].action, NULL);
        struct puzzle_step *next = last + 1;
        if (!play_replies(setter, &state, side, last) ||
            !find_step(setter, &state, 2, next, &aside) ||
            !is_one_choice(setter, &state, next, 2)) {
            last->replies = 0;
            return;
        }
        puzzle->steps++;
    }
}

/* ---- Kind and grade -------------------------------------------------------------------------- */

static bool fires(const struct bv_terms *terms, const struct puzzle *puzzle)
{
    const struct search_option *first = &puzzle->step[0].choice[0];
    struct bv_event event[BV_EVENTS_MAX];
    union bv_state after;
    bv_apply_to_copy(terms, &puzzle->position, first->seat, first->action, &after);
    uint32_t count =
        terms->game->events(terms, &puzzle->position, first->seat, first->action, &after, event);
    for (uint32_t i = 0; i < count; i++)
        if (event[i].kind == BV_EVENT_FIRED || event[i].kind == BV_EVENT_FOUGHT) return true;
    return false;
}

static bool wins(const struct puzzle *puzzle)
{
    return (puzzle->score >= AS_GOOD_AS_WON && puzzle->rest <= NOT_YET_WON) ||
           (puzzle->score >= SURELY_WON && puzzle->rest <= NOT_YET_SURE);
}

static bool saves(const struct puzzle *puzzle)
{
    return (puzzle->score >= STILL_ALIVE && puzzle->rest <= AS_GOOD_AS_LOST) ||
           (puzzle->score >= NOT_YET_LOST && puzzle->rest <= SURELY_LOST);
}

/* There is no puzzle where everything wins or everything loses. */
static bool matters(const struct puzzle *puzzle)
{
    return wins(puzzle) || saves(puzzle) ||
           (puzzle->rest < AS_GOOD_AS_WON && puzzle->score > STILL_ALIVE);
}

static enum puzzle_kind kind_of(const struct bv_terms *terms, const struct puzzle *puzzle)
{
    if (wins(puzzle)) return PUZZLE_WIN;
    if (saves(puzzle)) return PUZZLE_SAVE;
    return fires(terms, puzzle) ? PUZZLE_SHOT : PUZZLE_BEST;
}

static bool accepts(const struct puzzle_step *step, bv_action action)
{
    for (uint32_t i = 0; i < step->choices; i++)
        if (step->choice[i].action == action) return true;
    return false;
}

/* Whether a level finds the whole solution, with this random stream. */
static bool is_found(struct puzzle_setter *setter, const struct puzzle *puzzle,
                     const struct level *level, uint64_t lots)
{
    const struct bv_terms *terms = setter->terms;
    union bv_state state;
    bv_state_copy(terms->game, &state, &puzzle->position);
    for (uint32_t i = 0; i < puzzle->steps; i++) {
        const struct puzzle_step *step = &puzzle->step[i];
        struct search_answer answer;
        assessor_ask(setter->assessor, &state,
                     (struct budget){.nodes = level->nodes, .depth = level->depth},
                     level->weakening, lots, &answer);
        if (!accepts(step, answer.choice[0].action)) return false;
        bv_apply(terms, &state, step->choice[0].seat, step->choice[0].action, NULL);
        for (uint32_t k = 0; k < step->replies; k++)
            bv_apply(terms, &state, step->reply[k].seat, step->reply[k].action, NULL);
    }
    return true;
}

static int grade_of(struct puzzle_setter *setter, const struct puzzle *puzzle)
{
    const struct level *level = level_opponent_of(setter->terms->game)->level;
    int found = 0;
    for (int i = 0; i < LEVELS_TRIED; i++)
        for (uint64_t lots = 1; lots <= TRIES; lots++)
            found += is_found(setter, puzzle, &level[i], lots);
    int missed = LEVELS_TRIED * TRIES - found;
    int grade = 1 + missed * PUZZLE_GRADES / (LEVELS_TRIED * TRIES);
    return grade < PUZZLE_GRADES ? grade : PUZZLE_GRADES;
}

/* ---- Checking -------------------------------------------------------------------------------- */

static bool step_holds(struct puzzle_setter *setter, const union bv_state *state,
                       const struct puzzle_step *step, struct assess_care care)
{
    const struct bv_terms *terms = setter->terms;
    int32_t margin = setter->measure->margin;
    assess_position(setter->assessor, state, care);
    search_options_make(terms, state, terms->game->to_act(terms, state), &setter->options);
    int32_t best = assess_view(setter->assessor, step->choice[0].seat, step->choice[0].action);
    for (uint32_t i = 0; i < setter->options.count; i++) {
        int32_t score = assess(setter, i);
        if (accepts(step, setter->options.option[i].action) ? score < best - margin / 2
                                                            : score > best - margin)
            return false;
    }
    return true;
}

bool puzzle_holds(struct puzzle_setter *setter, const struct puzzle *puzzle, uint32_t nodes)
{
    const struct bv_terms *terms = setter->terms;
    struct assess_care care = setter->measure->proof;
    union bv_state state;
    if (nodes) care.nodes = nodes;
    bv_state_copy(terms->game, &state, &puzzle->position);
    for (uint32_t i = 0; i < puzzle->steps; i++) {
        const struct puzzle_step *step = &puzzle->step[i];
        if (!step_holds(setter, &state, step, care)) return false;
        bv_apply(terms, &state, step->choice[0].seat, step->choice[0].action, NULL);
        for (uint32_t k = 0; k < step->replies; k++)
            bv_apply(terms, &state, step->reply[k].seat, step->reply[k].action, NULL);
    }
    return true;
}

/* ---- Finding --------------------------------------------------------------------------------- */

bool puzzle_find(struct puzzle_setter *setter, const union bv_state *state, struct puzzle *puzzle)
{
    const struct bv_terms *terms = setter->terms;
    *puzzle = (struct puzzle){.steps = 1};
    bv_state_copy(terms->game, &puzzle->position, state);
    if (setter->measure->poses && !setter->measure->poses(state)) return false;
    if (!find_step(setter, state, LEAST_CHOICES, &puzzle->step[0], puzzle)) return false;
    if (!matters(puzzle) || !is_one_choice(setter, state, &puzzle->step[0], 2)) return false;
    extend(setter, side_to_act(terms, state), puzzle);
    if (!puzzle_holds(setter, puzzle, 0) ||
        !puzzle_holds(setter, puzzle, SURER * setter->measure->proof.nodes))
        return false;
    puzzle->kind = kind_of(terms, puzzle);
    puzzle->grade = grade_of(setter, puzzle);
    return true;
}
