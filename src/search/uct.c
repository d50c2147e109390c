#include "search/uct.h"

#include "core/lots.h"
#include "games/storage.h"
#include "search/options.h"

enum { NODES = 1 << 18, LONGEST_PATH = 512, LONGEST_PLAYOUT = 20000, SLOTS = 1 << 16 };

struct node {
    bv_action action; /* that led here */
    uint32_t sibling; /* next child of the same parent; 0: none */
    uint32_t child;   /* first child; 0: none */
    uint32_t visits;
    uint32_t half_points; /* of the side that acted */
    uint8_t seat;
};

/* Where to find a child by its action, for the node looked at last. */
struct slot {
    uint32_t stamp;
    uint32_t child;
};

struct uct {
    uint32_t count;
    uint32_t stamp;
    struct slot slot[SLOTS];
    struct node node[NODES];
    struct search_options options;
    uint32_t path[LONGEST_PATH];
};

/* The natural logarithm, approximate, the same on every machine. */
static double logarithm(uint32_t number)
{
    int power = 31 - __builtin_clz(number);
    double mantissa = (double)number / (double)((uint32_t)1 << power); /* 1 to 2 */
    double t = (mantissa - 1) / (mantissa + 1);
    return power * 0.6931471805599453 + 2 * t * (1 + t * t / 3 + t * t * t * t / 5);
}

static double promise(const struct node *node, double log_of_parent)
{
    double mean = node->half_points / (2.0 * node->visits);
    return mean + __builtin_sqrt(2 * log_of_parent / node->visits);
}

/* ---- Children by action ---------------------------------------------------------------------- */

static struct slot *slot_of(struct uct *uct, bv_action action, int seat)
{
    uint32_t at = (uint32_t)bv_mix(action, (uint64_t)seat) & (SLOTS - 1);
    for (;; at = (at + 1) & (SLOTS - 1)) {
        struct slot *slot = &uct->slot[at];
        if (slot->stamp != uct->stamp) return slot;
        const struct node *node = &uct->node[slot->child];
        if (node->action == action && node->seat == seat) return slot;
    }
}

static void index_children(struct uct *uct, uint32_t parent)
{
    uint32_t room = SLOTS / 2;
    uct->stamp++;
    for (uint32_t child = uct->node[parent].child; child && room--;
         child = uct->node[child].sibling) {
        struct slot *slot = slot_of(uct, uct->node[child].action, uct->node[child].seat);
        *slot = (struct slot){.stamp = uct->stamp, .child = child};
    }
}

static uint32_t find_child(struct uct *uct, bv_action action, int seat)
{
    const struct slot *slot = slot_of(uct, action, seat);
    return slot->stamp == uct->stamp ? slot->child : 0;
}

static uint32_t add_child(struct uct *uct, uint32_t parent, bv_action action, int seat)
{
    uint32_t child = uct->count++;
    uct->node[child] =
        (struct node){.action = action, .seat = (uint8_t)seat, .sibling = uct->node[parent].child};
    uct->node[parent].child = child;
    return child;
}

/* ---- One playout ----------------------------------------------------------------------------- */

/* An option that was never tried, each equally likely; when all were, the most promising one. */
static uint32_t pick(struct uct *uct, uint32_t parent, struct bv_random *random, bool *is_new)
{
    const struct search_option *untried = NULL;
    uint32_t untried_count = 0;
    uint32_t best = 0;
    double best_promise = -1;
    double log_of_parent = logarithm(uct->node[parent].visits + 1);
    for (uint32_t i = 0; i < uct->options.count; i++) {
        const struct search_option *option = &uct->options.option[i];
        uint32_t child = find_child(uct, option->action, option->seat);
        if (!child) {
            if (bv_random_below(random, ++untried_count) == 0) untried = option;
        } else if (!untried) {
            double p = promise(&uct->node[child], log_of_parent);
            if (p > best_promise) {
                best_promise = p;
                best = child;
            }
        }
    }
    *is_new = untried != NULL;
    return untried ? add_child(uct, parent, untried->action, untried->seat) : best;
}

/* One step down the tree; true if it made a new node, where the playout begins. */
static bool descend(struct uct *uct, const struct search_question *q, union bv_state *state,
                    struct bv_past *past, uint32_t *at)
{
    bool is_new = false;
    bv_seats acting = q->terms->game->to_act(q->terms, state);
    uint32_t parent = *at;
    index_children(uct, parent);
    if (acting == bv_seat_bit(BV_CHANCE)) {
        bv_action action = bv_draw_outcome(q->terms, state, q->random);
        *at = find_child(uct, action, BV_CHANCE);
        is_new = !*at;
        if (is_new) *at = add_child(uct, parent, action, BV_CHANCE);
    } else {
        bv_seats seats = parent == 0 ? q->seats : search_seats_of_one_side(q->terms, acting);
        search_options_make(q->terms, state, seats, &uct->options);
        *at = pick(uct, parent, q->random, &is_new);
    }
    bv_apply(q->terms, state, uct->node[*at].seat, uct->node[*at].action, past);
    return is_new;
}

static struct bv_result play_out(struct uct *uct, const struct bv_terms *terms,
                                 union bv_state *state, struct bv_past *past,
                                 struct bv_random *random)
{
    const struct bv_game *game = terms->game;
    for (int ply = 0; ply < LONGEST_PLAYOUT; ply++) {
        bv_seats acting = game->to_act(terms, state);
        if (!acting) return game->result(terms, state);
        int seat = bv_draw_seat(acting, random);
        bv_action action = bv_draw_action(terms, state, seat, uct->options.list, random);
        bv_apply(terms, state, seat, action, past);
    }
    return (struct bv_result){.half_points = {1, 1}};
}

static void simulate(struct uct *uct, const struct search_question *q)
{
    union bv_state state;
    struct bv_past past;
    uint32_t at = 0;
    uint32_t length = 0;
    bv_past_copy(&past, q->past);
    bv_determinise(q->terms, q->view, search_question_seat(q), q->random, &state);
    uct->path[length++] = 0;
    bool is_new = false;
    while (!is_new && length < LONGEST_PATH && uct->count < NODES &&
           !bv_is_over(q->terms, &state)) {
        is_new = descend(uct, q, &state, &past, &at);
        uct->path[length++] = at;
    }
    struct bv_result result = play_out(uct, q->terms, &state, &past, q->random);
    while (length--) {
        struct node *node = &uct->node[uct->path[length]];
        node->visits++;
        if (node->seat < BV_SEATS_MAX)
            node->half_points += result.half_points[bv_side_of(q->terms, node->seat)];
    }
}

/* ---- The player ------------------------------------------------------------------------------ */

static void fill_answer(const struct uct *uct, uint64_t nodes, struct search_answer *answer)
{
    *answer = (struct search_answer){.nodes = nodes, .depth = 1};
    for (uint32_t child = uct->node[0].child; child; child = uct->node[child].sibling) {
        const struct node *node = &uct->node[child];
        struct search_choice choice = {
            .action = node->action,
            .seat = node->seat,
            .score = (int32_t)((uint64_t)node->half_points * 500 / node->visits),
            .weight = node->visits,
        };
        search_answer_add(answer, &choice);
    }
    answer->line_length = 1;
    answer->line[0] = answer->choice[0].action;
}

static void choose(void *mind, const struct search_question *q, struct search_answer *answer)
{
    struct uct *uct = mind;
    struct budget_meter meter = budget_meter_start(q->budget, 1);
    uct->count = 1;
    uct->node[0] = (struct node){.seat = BV_CHANCE};
    search_options_make(q->terms, q->view, q->seats, &uct->options);
    bool has_choice = uct->options.count > 1;
    do {
        simulate(uct, q);
        if (!budget_wants_best(q->budget, meter.nodes + 1)) continue;
        fill_answer(uct, meter.nodes, answer);
        q->budget->listen(q->budget->context, meter.nodes, answer);
    } while (!budget_meter_tick(&meter) && has_choice);
    fill_answer(uct, meter.nodes, answer);
}

static size_t memory(const struct bv_terms *terms)
{
    (void)terms;
    return sizeof(struct uct);
}

static void begin(const struct bv_terms *terms, void *mind)
{
    struct uct *uct = mind;
    (void)terms;
    uct->stamp = 0;
    bv_clear(uct->slot, sizeof uct->slot);
}

const struct search_player uct_player = {
    .id = "uct", .memory = memory, .begin = begin, .choose = choose};

/* ---- No thought ------------------------------------------------------------------------------ */

static void choose_at_random(void *mind, const struct search_question *q,
                             struct search_answer *answer)
{
    struct search_options *options = mind;
    search_options_make(q->terms, q->view, q->seats, options);
    const struct search_option *option =
        &options->option[bv_random_below(q->random, options->count)];
    *answer = search_answer_of(option->action, option->seat, 500);
    answer->depth = 0;
    answer->nodes = 0;
}

static size_t memory_of_options(const struct bv_terms *terms)
{
    (void)terms;
    return sizeof(struct search_options);
}

static void begin_nothing(const struct bv_terms *terms, void *mind)
{
    (void)terms;
    (void)mind;
}

const struct search_player random_player = {
    .id = "random",
    .memory = memory_of_options,
    .begin = begin_nothing,
    .choose = choose_at_random,
};
