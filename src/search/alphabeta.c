#include "search/alphabeta.h"

#include "core/hash.h"
#include "games/storage.h"
#include "search/transpositions.h"

/*
 * Depths are in quarters of a ply, so that forced moves can cost less than a whole one. DEEPEST is
 * in plies, and ends even a line of forced moves.
 */
enum { ONLY_NOISY = INT_MIN }; /* in place of a depth */
enum { DEEPEST = 120, FULL_PLY = 4, DEEPEST_ITERATION = TRANSPOSITIONS_ENTRY_DEEPEST / FULL_PLY };

enum { ENTRIES = 1 << 20 }; /* of the transposition table: a power of two, 16 MiB */

enum { MOVES = 2 * BV_LIST_MAX, HISTORY = 4096, HISTORY_MOST = 1 << 14, KILLERS = 2 };

/* Classes of moves in the order they are tried; within one, noise or history decides. */
enum { ORDER_KNOWN = 1 << 30, ORDER_NOISY = 1 << 28, ORDER_KILLER = 1 << 26 };

/* Up to which depth margins are used; from which on passing is tried, and what it costs. */
enum { SHALLOW = 4 * FULL_PLY, PASS_DEPTH = 3 * FULL_PLY };

/* Below this depth late quiet moves are left out: after so many, and more with more depth. */
enum { LATE_DEPTH = 5 * FULL_PLY, LATE_BASE = 4, LATE_STEP = 2 };

enum { USUAL_WINNING = 400, ASPIRATION = 40, LOOK_EVERY = 256 };

struct move {
    bv_action action;
    int32_t order; /* at the root: its score */
    uint8_t seat;
};

struct line {
    uint32_t length;
    bv_action action[SEARCH_LINE_LENGTH];
};

struct mind {
    struct transpositions table;
    uint32_t helper; /* the number of a thread that helps another search, whose table it shares */
    /* Of one question. */
    const struct bv_terms *terms;  /* that the search thinks with */
    const struct bv_terms *played; /* the question's */
    const struct alphabeta_judge *judge;
    struct net_evaluator evaluator;
    int side; /* that thinks */
    struct weakening weakening;
    uint64_t salt;
    uint64_t flavour; /* of keys: results of a weakened search are not reused by the next one */
    struct budget_meter meter;
    struct bv_past past;
    int repeated; /* the highest ply (the least number) that the score just found refers back to */
    uint32_t moves; /* used of the stack of moves */
    struct move move[MOVES];
    bv_action list[BV_LIST_MAX];
    uint64_t path[DEEPEST + 1]; /* the keys of the positions that led here */
    bool passed[DEEPEST + 2];   /* the position results from a pass that the game does not have */
    bv_action killer[DEEPEST + 1][KILLERS];
    struct line line[DEEPEST + 2];
    int32_t history[BV_SEATS_MAX][HISTORY];
    union bv_state state[DEEPEST + 2];
    struct transposition_slot slot[ENTRIES]; /* of the table, unless another search's is shared */
};

size_t alphabeta_memory(const struct bv_terms *terms)
{
    (void)terms;
    return sizeof(struct mind);
}

void alphabeta_begin(const struct bv_terms *terms, void *memory)
{
    struct mind *mind = memory;
    (void)terms;
    mind->table =
        (struct transpositions){.slot = mind->slot, .buckets = ENTRIES / TRANSPOSITIONS_BUCKET};
    mind->helper = 0;
    net_evaluator_open(&mind->evaluator);
    bv_clear(mind->history, sizeof mind->history);
    bv_clear(mind->slot, sizeof mind->slot);
}

void alphabeta_ally(void *memory, void *first, uint32_t number, uint32_t threads)
{
    struct mind *mind = memory;
    const struct mind *other = first;
    (void)threads;
    mind->table.slot = other->table.slot;
    mind->helper = number;
}

/* ---- The table ------------------------------------------------------------------------------- */

static uint64_t key_of(const struct mind *mind, int ply)
{
    return mind->judge->key(mind->terms, &mind->state[ply]) ^ mind->flavour;
}

/* Wins are stored by their distance from the position, `by` plies farther than from the root. */
static int32_t shifted(int32_t score, int by)
{
    if (score > ALPHABETA_WON_SOON) return score + by;
    return score < -ALPHABETA_WON_SOON ? score - by : score;
}

/* Whether the stored entry decides the position within the window. */
static bool decides(const struct transposition *entry, int depth, int32_t score, int32_t alpha,
                    int32_t beta)
{
    if (entry->depth < depth) return false;
    return (entry->bound & BOUND_LOWER && score >= beta) ||
           (entry->bound & BOUND_UPPER && score <= alpha);
}

static void remember(struct mind *mind, int ply, bv_action action, int32_t score, int depth,
                     enum transposition_bound bound)
{
    /* A draw by returning to an earlier position of this line is not one for other lines. */
    if (mind->repeated < ply && score == 0) bound = BOUND_NONE;
    transpositions_remember(
        &mind->table, mind->path[ply],
        (struct transposition){
            .action = action,
            .score = (int16_t)shifted(score, ply),
            .depth = (uint8_t)(depth < TRANSPOSITIONS_ENTRY_DEEPEST ? depth
                                                                    : TRANSPOSITIONS_ENTRY_DEEPEST),
            .bound = (uint8_t)(bound & 3U),
        });
}

/* ---- Moves in order -------------------------------------------------------------------------- */

static int32_t *history_of(struct mind *mind, int seat, bv_action action)
{
    return &mind->history[seat][bv_mix(action, 1) & (HISTORY - 1)];
}

static int32_t order_of(struct mind *mind, int ply, int seat, bv_action action, bv_action known)
{
    if (action == known) return ORDER_KNOWN;
    int32_t noise = mind->judge->noise(mind->terms, &mind->state[ply], action);
    if (noise) return ORDER_NOISY + noise;
    for (int i = 0; i < KILLERS; i++)
        if (mind->killer[ply][i] == action) return ORDER_KILLER - i;
    return *history_of(mind, seat, action);
}

static uint32_t list_moves(struct mind *mind, int ply, int seat, bool only_noisy)
{
    const struct bv_terms *terms = mind->terms;
    const union bv_state *state = &mind->state[ply];
    if (!only_noisy) return terms->game->legal(terms, state, seat, mind->list);
    if (mind->judge->list_noisy) return mind->judge->list_noisy(terms, state, seat, mind->list);
    uint32_t all = terms->game->legal(terms, state, seat, mind->list);
    uint32_t count = 0;
    for (uint32_t i = 0; i < all; i++)
        if (mind->judge->noise(terms, state, mind->list[i])) mind->list[count++] = mind->list[i];
    return count;
}

static uint32_t push_seen_moves(struct mind *mind, int ply, bv_action known, bool only_noisy,
                                const struct weakening *weakening)
{
    uint32_t end = mind->moves;
    bv_seats acting = mind->terms->game->to_act(mind->terms, &mind->state[ply]);
    for (; acting; acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        uint32_t count = list_moves(mind, ply, seat, only_noisy);
        for (uint32_t i = 0; i < count && end < MOVES; i++) {
            bv_action action = mind->list[i];
            if (weakening_overlooks(weakening, mind->salt, action)) continue;
            mind->move[end++] = (struct move){.action = action,
                                              .seat = (uint8_t)seat,
                                              .order = order_of(mind, ply, seat, action, known)};
        }
    }
    return end;
}

/* Puts the moves of all seats to act on the stack, at least one unless only noisy; their end. */
static uint32_t push_moves(struct mind *mind, int ply, bv_action known, bool only_noisy)
{
    uint32_t end = push_seen_moves(mind, ply, known, only_noisy, &mind->weakening);
    if (end == mind->moves && mind->weakening.overlook && !only_noisy)
        end = push_seen_moves(mind, ply, known, only_noisy, &(struct weakening){0});
    return end;
}

/* The best of those not yet searched comes to the front. */
static struct move next_move(struct mind *mind, uint32_t at, uint32_t end)
{
    uint32_t best = at;
    for (uint32_t i = at + 1; i < end; i++)
        if (mind->move[i].order > mind->move[best].order) best = i;
    struct move move = mind->move[best];
    mind->move[best] = mind->move[at];
    mind->move[at] = move;
    return move;
}

/* Moves the number towards the most it can be (or the least), the slower the nearer it is. */
static void shift_history(int32_t *history, int32_t by)
{
    *history += by - *history * (by < 0 ? -by : by) / HISTORY_MOST;
}

static bool is_noisy(const struct mind *mind, int ply, bv_action action)
{
    return mind->judge->noise(mind->terms, &mind->state[ply], action) != 0;
}

/* The move at `at` refuted the one before; the quiet ones tried first did not. */
static void reward(struct mind *mind, int ply, uint32_t first, uint32_t at, int depth)
{
    const struct move *hero = &mind->move[at];
    if (is_noisy(mind, ply, hero->action)) return;
    if (mind->killer[ply][0] != hero->action) {
        mind->killer[ply][1] = mind->killer[ply][0];
        mind->killer[ply][0] = hero->action;
    }
    int32_t by = depth * depth < HISTORY_MOST / 8 ? depth * depth : HISTORY_MOST / 8;
    shift_history(history_of(mind, hero->seat, hero->action), by);
    for (uint32_t i = first; i < at; i++) {
        const struct move *failed = &mind->move[i];
        if (!is_noisy(mind, ply, failed->action))
            shift_history(history_of(mind, failed->seat, failed->action), -by);
    }
}

/* ---- Positions ------------------------------------------------------------------------------- */

static bool is_over(const struct mind *mind, int ply)
{
    return bv_is_over(mind->terms, &mind->state[ply]);
}

static int side_to_act(const struct mind *mind, int ply)
{
    bv_seats acting = mind->terms->game->to_act(mind->terms, &mind->state[ply]);
    return bv_side_of(mind->terms, __builtin_ctz(acting));
}

/* The result of a game that is over, for a side: sooner is better for the winner. */
static int32_t final_score(const struct mind *mind, int ply, int side)
{
    struct bv_result result = mind->terms->game->result(mind->terms, &mind->state[ply]);
    return (result.half_points[side] - 1) * (ALPHABETA_WON - ply);
}

/* Our move and its reply obey the question's own terms: something may be left to settle. */
static void step(struct mind *mind, int ply, const struct move *move)
{
    const struct bv_terms *terms = ply < 2 ? mind->played : mind->terms;
    bv_state_copy(terms->game, &mind->state[ply + 1], &mind->state[ply]);
    bv_apply(terms, &mind->state[ply + 1], move->seat, move->action, &mind->past);
}

static int32_t winning(const struct mind *mind)
{
    return mind->judge->winning ? mind->judge->winning : USUAL_WINNING;
}

/* The judge's evaluation, as far as this level understands it. */
static int32_t evaluate(struct mind *mind, int ply, int side)
{
    const struct alphabeta_judge *judge = mind->judge;
    int32_t misjudge = mind->weakening.misjudge;
    int32_t score =
        judge->evaluate(mind->terms, &mind->state[ply], side, mind->side, &mind->evaluator);
    if (misjudge) {
        int32_t error = weakening_misjudgement(&mind->weakening, mind->salt, key_of(mind, ply));
        error = error * winning(mind) / 500;
        if (judge->evaluate_naively) {
            int32_t naive = judge->evaluate_naively(mind->terms, &mind->state[ply], side);
            score += (naive - score) * (misjudge < ALPHABETA_NAIVE ? misjudge : ALPHABETA_NAIVE) /
                     ALPHABETA_NAIVE;
        }
        score += side == 0 ? error : -error;
    }
    BV_ASSERT(score < ALPHABETA_WON_SOON && score > -ALPHABETA_WON_SOON);
    return score;
}

/* A position that occurred before on this line is a draw: better was possible then. */
static bool comes_back(struct mind *mind, int ply)
{
    for (int before = ply - 1; before >= 0; before--) {
        if (mind->path[before] != mind->path[ply]) continue;
        if (before < mind->repeated) mind->repeated = before;
        return true;
    }
    return false;
}

/* The best line so far from here begins with this action. */
static void lengthen_line(struct mind *mind, int ply, bv_action action)
{
    struct line *line = &mind->line[ply];
    const struct line *rest = &mind->line[ply + 1];
    uint32_t kept = rest->length < SEARCH_LINE_LENGTH ? rest->length : SEARCH_LINE_LENGTH - 1;
    line->action[0] = action;
    bv_copy(line->action + 1, rest->action, kept * sizeof rest->action[0]);
    line->length = kept + 1;
}

/* ---- Quiescence ------------------------------------------------------------------------------ */

static int32_t score_after(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta,
                           int depth);

/* Follows noisy or forced moves to their end. A side that is not forced may also stand pat. */
static int32_t quiesce(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta)
{
    mind->line[ply].length = 0;
    if (budget_meter_tick(&mind->meter)) return alpha;
    bool forced = mind->judge->forced(mind->terms, &mind->state[ply]);
    int32_t best = -ALPHABETA_WON;
    if (!forced || ply >= DEEPEST) {
        best = evaluate(mind, ply, side);
        if (best >= beta || ply >= DEEPEST) return best;
        if (best > alpha) alpha = best;
    }
    uint32_t first = mind->moves;
    uint32_t end = push_moves(mind, ply, 0, !forced);
    uint32_t past = mind->past.count;
    mind->moves = end;
    for (uint32_t at = first; at < end && best < beta && !mind->meter.spent; at++) {
        struct move move = next_move(mind, at, end);
        step(mind, ply, &move);
        int32_t score = score_after(mind, ply, side, alpha, beta, ONLY_NOISY);
        mind->past.count = past;
        if (score > best) best = score;
        if (score <= alpha) continue;
        alpha = score;
        lengthen_line(mind, ply, move.action);
    }
    mind->moves = first;
    return best;
}

/* ---- The search ------------------------------------------------------------------------------ */

static int32_t search(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta, int depth);

static int32_t look_on(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta, int depth)
{
    return depth == ONLY_NOISY ? quiesce(mind, ply, side, alpha, beta)
                               : search(mind, ply, side, alpha, beta, depth);
}

/* The score of the position after a move, for the side that made it. */
static int32_t score_after(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta,
                           int depth)
{
    if (is_over(mind, ply + 1)) {
        budget_meter_tick(&mind->meter);
        mind->line[ply + 1].length = 0;
        return final_score(mind, ply + 1, side);
    }
    int next_side = side_to_act(mind, ply + 1);
    return next_side == side ? look_on(mind, ply + 1, side, alpha, beta, depth)
                             : -look_on(mind, ply + 1, next_side, -beta, -alpha, depth);
}

static int logarithm(uint32_t number)
{
    return 31 - __builtin_clz(number);
}

/* The depth reduction of a late quiet move, in quarters of a ply. */
static int reduction(int depth, uint32_t number, const struct move *move, bool wide)
{
    if (depth < 2 * FULL_PLY || number < 3 || move->order > ORDER_KILLER - KILLERS) return 0;
    int by = logarithm(number + 1) * logarithm((uint32_t)depth / FULL_PLY + 1);
    by -= move->order * FULL_PLY / HISTORY_MOST;
    if (wide) by -= FULL_PLY / 2;
    return by > 0 ? by : 0;
}

/* Near the leaves, quiet moves that come so late in the order are left out. */
static bool is_hopeless(int depth, uint32_t number, const struct move *move, bool wide)
{
    if (wide || depth >= LATE_DEPTH || move->order > ORDER_KILLER - KILLERS) return false;
    uint32_t plies = (uint32_t)depth / FULL_PLY;
    return number >= LATE_BASE + LATE_STEP * plies * plies;
}

/* Principal variation search: first with an empty window, wide only if it proves better. */
static int32_t try_move(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta,
                        int depth, uint32_t number, const struct move *move)
{
    int next_depth = depth - FULL_PLY;
    step(mind, ply, move);
    if (number == 0) return score_after(mind, ply, side, alpha, beta, next_depth);
    int reduced = next_depth - reduction(depth, number, move, beta - alpha > 1);
    int32_t score = score_after(mind, ply, side, alpha, alpha + 1, reduced);
    if (score > alpha && reduced < next_depth)
        score = score_after(mind, ply, side, alpha, alpha + 1, next_depth);
    if (score > alpha && score < beta)
        score = score_after(mind, ply, side, alpha, beta, next_depth);
    return score;
}

/*
 * So little depth is left that a quiet move hardly changes more than this margin. A side that is
 * better by as much needs no move to prove it; a side that is worse by as much can only be helped
 * by noisy moves.
 */
static int32_t margin(const struct mind *mind, int depth)
{
    return winning(mind) * depth / (4 * FULL_PLY);
}

/* Whether the side to act is so much better that it could even pass. */
static bool could_pass(struct mind *mind, int ply, int side, int32_t beta, int depth)
{
    const struct alphabeta_judge *judge = mind->judge;
    if (!judge->pass || depth < PASS_DEPTH || mind->passed[ply]) return false;
    bv_state_copy(mind->terms->game, &mind->state[ply + 1], &mind->state[ply]);
    if (!judge->pass(mind->terms, &mind->state[ply + 1])) return false;
    mind->passed[ply + 1] = true;
    int32_t score = score_after(mind, ply, side, beta - 1, beta, depth - PASS_DEPTH - depth / 4);
    mind->passed[ply + 1] = false;
    return score >= beta && !mind->meter.spent;
}

/* The score of a quiet position without searching its moves one by one, where possible. */
static bool is_clear(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta, int depth,
                     int32_t *score)
{
    if (beta > ALPHABETA_WON_SOON || alpha < -ALPHABETA_WON_SOON) return false;
    *score = evaluate(mind, ply, side);
    if (depth < SHALLOW && *score - margin(mind, depth) >= beta) return true;
    if (depth < SHALLOW && *score + margin(mind, depth) + margin(mind, FULL_PLY) <= alpha) {
        *score = quiesce(mind, ply, side, alpha, beta);
        return *score <= alpha;
    }
    if (*score < beta || !could_pass(mind, ply, side, beta, depth)) return false;
    *score = beta;
    return true;
}

/* Searches every move of a position that the table does not decide. */
static int32_t search_moves(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta,
                            int depth, bv_action known)
{
    uint32_t first = mind->moves;
    uint32_t end = push_moves(mind, ply, known, false);
    uint32_t past = mind->past.count;
    int32_t floor = alpha;
    int32_t best = -ALPHABETA_WON;
    bv_action best_action = 0;
    if (first == end) return evaluate(mind, ply, side); /* the stack is full */
    mind->moves = end;
    for (uint32_t at = first; at < end && best < beta; at++) {
        struct move move = next_move(mind, at, end);
        if (is_hopeless(depth, at - first, &move, beta - alpha > 1) && best > -ALPHABETA_WON_SOON)
            break;
        int32_t score = try_move(mind, ply, side, alpha, beta, depth, at - first, &move);
        mind->past.count = past;
        if (mind->meter.spent) break;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        best_action = move.action;
        lengthen_line(mind, ply, move.action);
        if (score >= beta) reward(mind, ply, first, at, depth / FULL_PLY);
    }
    mind->moves = first;
    if (mind->meter.spent) return floor;
    remember(mind, ply, best_action, best, depth,
             best >= beta   ? BOUND_LOWER
             : best > floor ? BOUND_EXACT
                            : BOUND_UPPER);
    return best;
}

static int32_t search(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta, int depth)
{
    mind->path[ply] = key_of(mind, ply);
    mind->line[ply].length = 0;
    if (comes_back(mind, ply)) {
        budget_meter_tick(&mind->meter);
        return 0;
    }
    bool forced = mind->judge->forced(mind->terms, &mind->state[ply]);
    if (forced) depth += FULL_PLY - 1;
    if (depth < FULL_PLY || ply >= DEEPEST) return quiesce(mind, ply, side, alpha, beta);
    if (budget_meter_tick(&mind->meter)) return alpha;

    struct transposition entry;
    bv_action known = 0;
    if (transpositions_recall(&mind->table, mind->path[ply], &entry)) {
        int32_t score = shifted(entry.score, -ply);
        known = entry.action;
        if (beta - alpha == 1 && decides(&entry, depth, score, alpha, beta)) return score;
    }
    int outer = mind->repeated;
    int32_t score = 0;
    mind->repeated = DEEPEST;
    if (forced || beta - alpha > 1 || !is_clear(mind, ply, side, alpha, beta, depth, &score))
        score = search_moves(mind, ply, side, alpha, beta, depth, known);
    if (outer < mind->repeated) mind->repeated = outer;
    return score;
}

/* ---- The root -------------------------------------------------------------------------------- */

/* What the root's search shares between its parts. */
struct root {
    const struct search_question *question;
    int side;
    uint32_t end;  /* of its moves, which lie at the bottom of the stack */
    int32_t score; /* of the first of them */
};

static void move_to_front(struct mind *mind, uint32_t at)
{
    struct move move = mind->move[at];
    for (uint32_t i = at; i > 0; i--) mind->move[i] = mind->move[i - 1];
    mind->move[0] = move;
}

/* Searches the root's moves; a better one comes to the front at once, if time runs out. */
static int32_t search_root(struct mind *mind, struct root *root, int32_t alpha, int32_t beta,
                           int depth)
{
    uint32_t past = mind->past.count;
    int32_t best = -ALPHABETA_WON;
    mind->moves = root->end;
    for (uint32_t at = 0; at < root->end && best < beta; at++) {
        struct move move = mind->move[at];
        mind->repeated = DEEPEST;
        int32_t score = try_move(mind, 0, root->side, alpha, beta, depth, at, &move);
        mind->past.count = past;
        if (mind->meter.spent) break;
        mind->move[at].order = score;
        if (score > best) best = score;
        if (score <= alpha) continue;
        alpha = score;
        root->score = score;
        lengthen_line(mind, 0, move.action);
        move_to_front(mind, at);
    }
    return best;
}

/* One depth, in a window that opens as often as it must. False when time is up. */
static bool search_depth(struct mind *mind, struct root *root, uint32_t depth)
{
    int32_t centre = root->score;
    int32_t below = depth < 4 ? 2 * ALPHABETA_WON : ASPIRATION;
    int32_t above = below;
    for (;;) {
        int32_t alpha = centre - below > -ALPHABETA_WON ? centre - below : -ALPHABETA_WON - 1;
        int32_t beta = centre + above < ALPHABETA_WON ? centre + above : ALPHABETA_WON + 1;
        int32_t best = search_root(mind, root, alpha, beta, (int)depth * FULL_PLY);
        if (mind->meter.spent) return false;
        if (best > alpha && best < beta) return true;
        if (best <= alpha)
            below *= 4;
        else
            above *= 4;
    }
}

/* The moves of the seats that were asked. */
static uint32_t push_asked(struct mind *mind, const struct search_question *q,
                           const struct weakening *weakening)
{
    uint32_t end = 0;
    for (bv_seats seats = q->seats; seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        uint32_t count = q->terms->game->legal(q->terms, q->view, seat, mind->list);
        for (uint32_t i = 0; i < count && end < MOVES; i++)
            if (!weakening_overlooks(weakening, mind->salt, mind->list[i]))
                mind->move[end++] = (struct move){.action = mind->list[i], .seat = (uint8_t)seat};
    }
    return end;
}

/* Leaves out what the terms of the search do not know, unless that is all there is. */
static uint32_t without_unthinkable(struct mind *mind, uint32_t end)
{
    uint32_t kept = 0;
    mind->moves = end;
    uint32_t known_end = push_seen_moves(mind, 0, 0, false, &(struct weakening){0});
    for (uint32_t i = 0; i < end; i++) {
        struct move move = mind->move[i];
        uint32_t at = end;
        while (at < known_end && mind->move[at].action != move.action) at++;
        if (at == known_end) continue;
        mind->move[i] = mind->move[kept];
        mind->move[kept++] = move;
    }
    return kept ? kept : end;
}

/* A first evaluation of the root's moves, which is all there is when time runs out at once. */
static void order_root(struct mind *mind, const struct root *root)
{
    uint32_t past = mind->past.count;
    for (uint32_t i = 0; i < root->end; i++) {
        struct move *move = &mind->move[i];
        step(mind, 0, move);
        move->order =
            is_over(mind, 1) ? final_score(mind, 1, root->side) : evaluate(mind, 1, root->side);
        mind->past.count = past;
    }
    for (uint32_t i = 0; i < root->end; i++) next_move(mind, i, root->end);
}

static void push_root(struct mind *mind, struct root *root)
{
    const struct search_question *q = root->question;
    root->end = push_asked(mind, q, &mind->weakening);
    if (root->end == 0) root->end = push_asked(mind, q, &(struct weakening){0});
    if (q->terms != mind->terms) root->end = without_unthinkable(mind, root->end);
    order_root(mind, root);
    mind->path[0] = key_of(mind, 0);
    root->score = mind->move[0].order;
    lengthen_line(mind, 0, mind->move[0].action);
}

/* ---- The answer ------------------------------------------------------------------------------ */

/* The score reported: certain results as they are, the rest without the ambition bonus. */
static int32_t in_thousandths(const struct mind *mind, int32_t score)
{
    if (score > ALPHABETA_WON_SOON) return 1000;
    if (score < -ALPHABETA_WON_SOON) return 0;
    if (mind->judge->ambition)
        score -= mind->judge->ambition(mind->terms, &mind->state[0], mind->side);
    return 500 + 500 * score / ((score < 0 ? -score : score) + winning(mind));
}

/* Whether a seat to act may play an action. */
static bool is_legal(struct mind *mind, const union bv_state *state, bv_action action)
{
    const struct bv_game *game = mind->played->game;
    for (bv_seats acting = game->to_act(mind->played, state); acting; acting &= acting - 1) {
        uint32_t count = game->legal(mind->played, state, __builtin_ctz(acting), mind->list);
        for (uint32_t i = 0; i < count; i++)
            if (mind->list[i] == action) return true;
    }
    return false;
}

/* A search that ends when it has just found a better move has no line yet: the reply that an earlier
 * depth found is in the table. */
static void foresee_reply(struct mind *mind, struct search_answer *answer)
{
    const struct search_choice *choice = &answer->choice[0];
    struct transposition entry;
    union bv_state after;
    bv_apply_to_copy(mind->played, &mind->state[0], choice->seat, choice->action, &after);
    if (bv_is_over(mind->played, &after)) return;
    uint64_t key = mind->judge->key(mind->terms, &after) ^ mind->flavour;
    if (!transpositions_recall(&mind->table, key, &entry) || !entry.action) return;
    if (is_legal(mind, &after, entry.action)) answer->line[answer->line_length++] = entry.action;
}

/* The others are known to be no better than their scores, so they come after the first. */
static void fill_answer(struct mind *mind, const struct root *root, struct search_answer *answer)
{
    answer->bounds = true;
    for (uint32_t i = 0; i < root->end; i++) {
        int32_t score = mind->move[i].order;
        if (i == 0 || score > root->score) score = root->score;
        struct search_choice choice = {.action = mind->move[i].action,
                                       .seat = mind->move[i].seat,
                                       .score = in_thousandths(mind, score),
                                       .weight = 1};
        search_answer_add(answer, &choice);
    }
    answer->nodes = mind->meter.nodes;
    answer->line_length = mind->line[0].length;
    bv_copy(answer->line, mind->line[0].action, sizeof answer->line);
    if (answer->line_length == 1) foresee_reply(mind, answer);
}

static void report(struct mind *mind, const struct root *root, uint32_t depth)
{
    const struct budget *budget = mind->meter.budget;
    struct search_answer best = {.depth = depth};
    if (!budget->listen) return;
    fill_answer(mind, root, &best);
    budget->listen(budget->context, mind->meter.nodes, &best);
}

static void prepare(struct mind *mind, const struct alphabeta_judge *judge,
                    const struct bv_terms *terms, const struct search_question *q)
{
    bool frail = q->weakening.overlook || q->weakening.misjudge;
    mind->terms = terms;
    mind->played = q->terms;
    mind->judge = judge;
    /* A level with blind spots evaluates by hand, too. */
    net_evaluator_use(&mind->evaluator,
                      q->weakening.overlook ? NULL : net_of(terms->game, q->budget->net));
    mind->side = search_question_side(q);
    mind->weakening = q->weakening;
    mind->salt = bv_random_word(q->random);
    mind->flavour = frail ? mind->salt : 0;
    mind->meter = budget_meter_start(q->budget, LOOK_EVERY);
    mind->table.generation = (uint8_t)((mind->table.generation + 1) % TRANSPOSITIONS_GENERATIONS);
    mind->repeated = DEEPEST;
    mind->moves = 0;
    bv_past_copy(&mind->past, q->past);
    bv_clear(mind->passed, sizeof mind->passed);
    bv_clear(mind->killer, sizeof mind->killer);
    bv_clear(mind->line, sizeof mind->line);
    bv_state_copy(terms->game, &mind->state[0], q->view);
}

/*
 * Threads that did the same depths would do the same work. Helpers leave out every other depth, the
 * odd ones or the even ones, so that most of the time they are ahead, and leave deeper results in
 * the table.
 */
static bool is_skipped(const struct mind *mind, uint32_t depth, uint32_t deepest)
{
    return mind->helper && depth < deepest && (depth + mind->helper) % 2 == 0;
}

void alphabeta_choose_within(void *memory, const struct alphabeta_judge *judge,
                             const struct bv_terms *terms, const struct search_question *question,
                             struct search_answer *answer)
{
    struct mind *mind = memory;
    struct root root = {.question = question, .side = search_question_side(question)};
    uint32_t deepest = question->budget->depth ? question->budget->depth : DEEPEST_ITERATION;
    *answer = (struct search_answer){0};
    prepare(mind, judge, terms, question);
    push_root(mind, &root);
    for (uint32_t depth = 1; depth <= deepest; depth++) {
        if (is_skipped(mind, depth, deepest)) continue;
        if (!search_depth(mind, &root, depth)) break;
        answer->depth = depth;
        report(mind, &root, depth);
        /* A single move, or a certain result, needs no more search. */
        if (root.end == 1 || root.score > ALPHABETA_WON_SOON || root.score < -ALPHABETA_WON_SOON)
            break;
    }
    fill_answer(mind, &root, answer);
}

void alphabeta_choose(void *memory, const struct alphabeta_judge *judge,
                      const struct search_question *question, struct search_answer *answer)
{
    alphabeta_choose_within(memory, judge, question->terms, question, answer);
}
