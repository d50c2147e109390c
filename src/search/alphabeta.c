#include "search/alphabeta.h"

#include "core/hash.h"
#include "games/storage.h"

enum { DEEPEST = 96, MOVES = 32768, HISTORY = 4096, KILLERS = 2, FULL_PLY = 4 };

enum { EVEN = 400 }; /* an advantage that wins three times in four */

enum bound { BOUND_NONE, BOUND_EXACT, BOUND_LOWER, BOUND_UPPER };

struct entry {
    uint64_t key;
    bv_action action;
    int16_t score;
    int16_t depth; /* in quarters of a ply */
    uint8_t bound;
    uint8_t age;
};

struct move {
    bv_action action;
    int32_t order;
    uint8_t seat;
};

struct mind {
    uint32_t entries;
    uint8_t age;
    /* One question's. */
    const struct bv_terms *terms;
    const struct bv_judge *judge;
    struct bv_frailty frailty;
    uint64_t salt;
    struct bv_meter meter;
    struct bv_past past;
    uint32_t moves; /* used of the stack of moves */
    struct move move[MOVES];
    bv_action list[BV_LIST_MAX];
    bv_action killer[DEEPEST][KILLERS];
    int32_t history[BV_SEATS_MAX][HISTORY];
    union bv_state state[DEEPEST + 1];
    struct entry entry[]; /* `entries` of them */
};

size_t bv_alphabeta_memory(uint32_t entries)
{
    return sizeof(struct mind) + entries * sizeof(struct entry);
}

void bv_alphabeta_begin(void *memory, uint32_t entries)
{
    struct mind *mind = memory;
    mind->entries = entries;
    mind->age = 0;
    bv_clear(mind->history, sizeof mind->history);
    bv_clear(mind->entry, entries * sizeof mind->entry[0]);
}

/* ---- The table ---------------------------------------------------------------------------------------------- */

static struct entry *look_up(struct mind *mind, uint64_t key)
{
    return &mind->entry[key & (mind->entries - 1)];
}

/* Wins are kept by their distance from the position, not from the root. */
static int32_t to_table(int32_t score, int ply)
{
    return score > BV_WON_SOON ? score + ply : score < -BV_WON_SOON ? score - ply : score;
}

static int32_t from_table(int32_t score, int ply)
{
    return score > BV_WON_SOON ? score - ply : score < -BV_WON_SOON ? score + ply : score;
}

static void keep(struct mind *mind, uint64_t key, bv_action action, int32_t score, int depth,
                 enum bound bound, int ply)
{
    struct entry *entry = look_up(mind, key);
    if (entry->key != key && entry->age == mind->age && entry->depth > depth) return;
    if (!action && entry->key == key) action = entry->action;
    *entry = (struct entry){.key = key,
                            .action = action,
                            .score = (int16_t)to_table(score, ply),
                            .depth = (int16_t)depth,
                            .bound = (uint8_t)bound,
                            .age = mind->age};
}

/* ---- Moves in order ------------------------------------------------------------------------------------------ */

static uint32_t history_slot(bv_action action)
{
    return (uint32_t)(bv_mix(action, 1) & (HISTORY - 1));
}

static int32_t order_of(const struct mind *mind, int ply, int seat, bv_action action,
                        bv_action best, int32_t noise)
{
    if (action == best) return INT32_MAX;
    if (noise) return (1 << 28) + noise;
    for (int i = 0; i < KILLERS; i++)
        if (mind->killer[ply][i] == action) return (1 << 27) - i;
    return mind->history[seat][history_slot(action)];
}

static uint32_t push_seen_moves(struct mind *mind, int ply, bv_action best, bool only_noisy,
                                const struct bv_frailty *frailty)
{
    const struct bv_terms *terms = mind->terms;
    const union bv_state *state = &mind->state[ply];
    uint32_t end = mind->moves;
    for (bv_seats acting = terms->game->to_act(terms, state); acting; acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        uint32_t count = terms->game->legal(terms, state, seat, mind->list);
        for (uint32_t i = 0; i < count && end < MOVES; i++) {
            if (bv_overlooks(frailty, mind->salt, mind->list[i])) continue;
            int32_t noise = mind->judge->noise(terms, state, mind->list[i]);
            if (only_noisy && !noise) continue;
            mind->move[end++] =
                (struct move){.action = mind->list[i],
                              .seat = (uint8_t)seat,
                              .order = order_of(mind, ply, seat, mind->list[i], best, noise)};
        }
    }
    return end;
}

/* Puts the moves of all seats to act on the stack; returns where they end. Never nothing, but for quiet ones. */
static uint32_t push_moves(struct mind *mind, int ply, bv_action best, bool only_noisy)
{
    uint32_t end = push_seen_moves(mind, ply, best, only_noisy, &mind->frailty);
    if (end == mind->moves && !only_noisy)
        end = push_seen_moves(mind, ply, best, only_noisy, &(struct bv_frailty){0});
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

static void reward(struct mind *mind, int ply, const struct move *move, int depth)
{
    if (mind->judge->noise(mind->terms, &mind->state[ply], move->action)) return;
    if (mind->killer[ply][0] != move->action) {
        mind->killer[ply][1] = mind->killer[ply][0];
        mind->killer[ply][0] = move->action;
    }
    int32_t *history = &mind->history[move->seat][history_slot(move->action)];
    *history += depth * depth;
    if (*history > 1 << 24)
        for (int seat = 0; seat < BV_SEATS_MAX; seat++)
            for (int i = 0; i < HISTORY; i++) mind->history[seat][i] /= 2;
}

/* ---- The search ------------------------------------------------------------------------------------------------ */

static int side_to_act(const struct mind *mind, const union bv_state *state)
{
    return bv_side_of(mind->terms, __builtin_ctz(mind->terms->game->to_act(mind->terms, state)));
}

/* The result of a game that is over, for a side: sooner is better for the winner. */
static int32_t final_score(const struct mind *mind, const union bv_state *state, int side, int ply)
{
    struct bv_result result = mind->terms->game->result(mind->terms, state);
    return (result.half_points[side] - 1) * (BV_WON - ply);
}

static void step(struct mind *mind, int ply, const struct move *move)
{
    bv_state_copy(mind->terms->game, &mind->state[ply + 1], &mind->state[ply]);
    bv_apply(mind->terms, &mind->state[ply + 1], move->seat, move->action, &mind->past);
}

/* The judge's word, as far as this level understands it. */
static int32_t evaluate(const struct mind *mind, const union bv_state *state, int side)
{
    int32_t score = mind->judge->evaluate(mind->terms, state, side);
    if (!mind->frailty.misjudge) return score;
    uint64_t key = mind->judge->key(mind->terms, state);
    int32_t error = bv_misjudgement(&mind->frailty, mind->salt, key) * EVEN / 500;
    return score + (side == 0 ? error : -error);
}

static int32_t quiesce(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta)
{
    const struct bv_terms *terms = mind->terms;
    const union bv_state *state = &mind->state[ply];
    if (bv_meter_tick(&mind->meter)) return alpha;
    if (bv_is_over(terms, state)) return final_score(mind, state, side, ply);
    bool forced = mind->judge->forced(terms, state);
    int32_t best = -BV_WON;
    if (!forced || ply >= DEEPEST - 1) {
        best = evaluate(mind, state, side);
        if (best >= beta || ply >= DEEPEST - 1) return best;
        if (best > alpha) alpha = best;
    }
    uint32_t first = mind->moves;
    uint32_t end = push_moves(mind, ply, 0, !forced);
    mind->moves = end;
    uint32_t past = mind->past.count;
    for (uint32_t at = first; at < end && alpha < beta && !mind->meter.spent; at++) {
        struct move move = next_move(mind, at, end);
        step(mind, ply, &move);
        const union bv_state *next = &mind->state[ply + 1];
        int next_side = bv_is_over(terms, next) ? side : side_to_act(mind, next);
        int32_t score = next_side == side ? quiesce(mind, ply + 1, side, alpha, beta)
                                          : -quiesce(mind, ply + 1, next_side, -beta, -alpha);
        mind->past.count = past;
        if (score > best) best = score;
        if (score > alpha) alpha = score;
    }
    mind->moves = first;
    return best;
}

static int32_t search(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta, int depth);

/* The score of the position after a move, for the side that made it. */
static int32_t score_after(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta,
                           int depth)
{
    const union bv_state *next = &mind->state[ply + 1];
    if (bv_is_over(mind->terms, next)) {
        bv_meter_tick(&mind->meter);
        return final_score(mind, next, side, ply + 1);
    }
    int next_side = side_to_act(mind, next);
    return next_side == side ? search(mind, ply + 1, side, alpha, beta, depth)
                             : -search(mind, ply + 1, next_side, -beta, -alpha, depth);
}

static int reduction(int depth, uint32_t number, const struct move *move)
{
    if (depth < 3 * FULL_PLY || number < 4 || move->order > (1 << 26)) return 0;
    return number < 12 ? FULL_PLY : 2 * FULL_PLY;
}

/* Principal variation search of one move: first with an empty window, wide only if it proves better. */
static int32_t try_move(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta,
                        int depth, uint32_t number, const struct move *move)
{
    int next_depth = depth - FULL_PLY;
    step(mind, ply, move);
    if (number == 0) return score_after(mind, ply, side, alpha, beta, next_depth);
    int reduced = next_depth - reduction(depth, number, move);
    int32_t score = score_after(mind, ply, side, alpha, alpha + 1, reduced);
    if (score > alpha && reduced < next_depth)
        score = score_after(mind, ply, side, alpha, alpha + 1, next_depth);
    if (score > alpha && score < beta)
        score = score_after(mind, ply, side, alpha, beta, next_depth);
    return score;
}

/* `depth` is in quarters of a ply, so that forced moves can cost less than a whole one. */
static int32_t search(struct mind *mind, int ply, int side, int32_t alpha, int32_t beta, int depth)
{
    const union bv_state *state = &mind->state[ply];
    if (mind->judge->forced(mind->terms, state)) depth += FULL_PLY - 1;
    if (depth < FULL_PLY || ply >= DEEPEST - 2) return quiesce(mind, ply, side, alpha, beta);
    if (bv_meter_tick(&mind->meter)) return alpha;

    uint64_t key = mind->judge->key(mind->terms, state);
    const struct entry *entry = look_up(mind, key);
    bv_action known = 0;
    if (entry->key == key && entry->bound) {
        int32_t score = from_table(entry->score, ply);
        known = entry->action;
        if (entry->depth >= depth &&
            (entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && score >= beta) ||
             (entry->bound == BOUND_UPPER && score <= alpha)))
            return score;
    }
    uint32_t first = mind->moves;
    uint32_t end = push_moves(mind, ply, known, false);
    uint32_t past = mind->past.count;
    int32_t best = -BV_WON;
    int32_t floor = alpha;
    struct move best_move = {0};
    mind->moves = end;
    for (uint32_t at = first; at < end && alpha < beta && !mind->meter.spent; at++) {
        struct move move = next_move(mind, at, end);
        int32_t score = try_move(mind, ply, side, alpha, beta, depth, at - first, &move);
        mind->past.count = past;
        if (mind->meter.spent) break;
        if (score <= best) continue;
        best = score;
        best_move = move;
        if (score > alpha) alpha = score;
    }
    mind->moves = first;
    if (mind->meter.spent) return best > floor ? best : floor;
    if (best >= beta) reward(mind, ply, &best_move, depth / FULL_PLY);
    keep(mind, key, best_move.action, best, depth,
         best >= beta   ? BOUND_LOWER
         : best > floor ? BOUND_EXACT
                        : BOUND_UPPER,
         ply);
    return best;
}

/* ---- The root ----------------------------------------------------------------------------------------------------- */

/* Searches the root's moves; the best comes to the front. False if the budget ran out before any was done. */
static bool search_root(struct mind *mind, int side, uint32_t end, int32_t alpha, int32_t beta,
                        int depth, int32_t *best)
{
    uint32_t past = mind->past.count;
    *best = -BV_WON - 1;
    for (uint32_t at = 0; at < end && alpha < beta; at++) {
        struct move move = mind->move[at];
        mind->moves = end;
        int32_t score = try_move(mind, 0, side, alpha, beta, depth, at, &move);
        mind->past.count = past;
        if (mind->meter.spent) return at > 0;
        if (score <= *best) continue;
        *best = score;
        if (score > alpha) alpha = score;
        for (uint32_t i = at; i > 0; i--) mind->move[i] = mind->move[i - 1];
        mind->move[0] = move;
    }
    return true;
}

/* One depth, with a window around the last score that opens as often as it must. False when time is up. */
static bool search_depth(struct mind *mind, int side, uint32_t end, uint32_t depth, int32_t *score)
{
    for (int32_t window = depth < 4 ? 2 * BV_WON : 50;; window *= 4) {
        int32_t found = 0;
        search_root(mind, side, end, *score - window, *score + window, (int)depth * FULL_PLY,
                    &found);
        if (mind->meter.spent) return false;
        if (window < 2 * BV_WON && (found <= *score - window || found >= *score + window)) continue;
        *score = found;
        return true;
    }
}

static int32_t in_thousandths(int32_t score)
{
    int32_t size = score < 0 ? -score : score;
    return 500 + 500 * score / (size + EVEN);
}

/* What the table remembers of the best line. */
static void tell_line(struct mind *mind, struct bv_answer *answer)
{
    uint32_t past = mind->past.count;
    struct move move = mind->move[0];
    for (int ply = 0; ply < BV_LINE_LENGTH; ply++) {
        answer->line[answer->line_length++] = move.action;
        step(mind, ply, &move);
        const union bv_state *next = &mind->state[ply + 1];
        if (bv_is_over(mind->terms, next)) break;
        uint64_t key = mind->judge->key(mind->terms, next);
        const struct entry *entry = look_up(mind, key);
        if (entry->key != key || !entry->action) break;
        uint32_t end = push_moves(mind, ply + 1, entry->action, false);
        bool found = false;
        for (uint32_t i = mind->moves; i < end && !found; i++) {
            move = mind->move[i];
            found = move.action == entry->action;
        }
        if (!found) break;
    }
    mind->past.count = past;
}

/* The moves of the seats that were asked, the noisiest first. */
static uint32_t push_root(struct mind *mind, bv_seats seats)
{
    uint32_t all = push_moves(mind, 0, 0, false);
    uint32_t end = 0;
    for (uint32_t i = 0; i < all; i++)
        if (seats & bv_seat_bit(mind->move[i].seat)) mind->move[end++] = mind->move[i];
    for (uint32_t i = 0; i < end; i++) next_move(mind, i, end);
    return end;
}

void bv_alphabeta_choose(void *memory, const struct bv_judge *judge, const struct bv_question *q,
                         struct bv_answer *answer)
{
    struct mind *mind = memory;
    int side = bv_question_side(q);
    mind->terms = q->terms;
    mind->judge = judge;
    mind->frailty = q->frailty;
    mind->salt = bv_random_word(q->random);
    mind->meter = bv_meter_start(q->budget, 256);
    bv_past_copy(&mind->past, q->past);
    mind->age++;
    mind->moves = 0;
    bv_clear(mind->killer, sizeof mind->killer);
    bv_state_copy(q->terms->game, &mind->state[0], q->view);
    uint32_t end = push_root(mind, q->seats);
    int32_t score = 0;
    uint32_t deepest = q->budget->depth ? q->budget->depth : DEEPEST - 8;
    *answer = (struct bv_answer){.choices = 1};
    for (uint32_t depth = 1; depth <= deepest; depth++) {
        if (!search_depth(mind, side, end, depth, &score)) break;
        answer->depth = depth;
        /* One move, or a result that is certain, needs no more thought. */
        if (end == 1 || score > BV_WON_SOON || score < -BV_WON_SOON) break;
    }
    answer->choice[0] = (struct bv_choice){.action = mind->move[0].action,
                                           .seat = mind->move[0].seat,
                                           .score = in_thousandths(score),
                                           .weight = 1};
    answer->nodes = mind->meter.nodes;
    mind->moves = end;
    tell_line(mind, answer);
}
