#include "tourney/matching.h"

/*
 * The search grows a forest from everybody who has no partner yet. Nodes an even number of steps from a root are
 * EVEN, those between are ODD; both ends of a matched edge change places when a path between two roots is found.
 * An edge may be used when it is tight: its cost is what the prices of its ends pay. Prices change until one is.
 * Everything is doubled, so that halves stay whole.
 */
enum { NONE = -1 };
enum label { UNSEEN, EVEN, ODD };

static struct bv_matching_node *at(struct bv_matching *m, int node)
{
    return &m->node[node];
}

/* The outermost node around a person; NONE for nobody. */
static int top_of(struct bv_matching *m, int person)
{
    return person == NONE ? NONE : at(m, person)->top;
}

static bool is_flower(const struct bv_matching *m, int node)
{
    return node >= m->count;
}

static bool is_top(struct bv_matching *m, int node)
{
    return at(m, node)->top == node;
}

/* People and places for flowers. */
static int nodes(const struct bv_matching *m)
{
    return m->count + m->count / 2;
}

/* How far the shortest edge between two nodes is from tight. */
static int64_t slack(struct bv_matching *m, int a, int b)
{
    int from = m->end[a][b];
    int to = m->end[b][a];
    return 2 * m->cost[from][to] - at(m, from)->price - at(m, to)->price;
}

static void note_nearest(struct bv_matching *m, int person, int node)
{
    int before = at(m, node)->nearest;
    if (before == NONE || slack(m, person, node) < slack(m, before, node))
        at(m, node)->nearest = (int16_t)person;
}

static void find_nearest(struct bv_matching *m, int node)
{
    at(m, node)->nearest = NONE;
    for (int person = 0; person < m->count; person++) {
        int top = top_of(m, person);
        if (top != node && at(m, top)->label == EVEN) note_nearest(m, person, node);
    }
}

static void enqueue(struct bv_matching *m, int node)
{
    if (!is_flower(m, node)) {
        m->queue[m->queued++] = (int16_t)node;
        return;
    }
    for (int i = 0; i < at(m, node)->petals; i++) enqueue(m, at(m, node)->petal[i]);
}

static void set_top(struct bv_matching *m, int node, int top)
{
    at(m, node)->top = (int16_t)top;
    if (!is_flower(m, node)) return;
    for (int i = 0; i < at(m, node)->petals; i++) set_top(m, at(m, node)->petal[i], top);
}

static void reverse(int16_t *list, int count)
{
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        int16_t swapped = list[i];
        list[i] = list[j];
        list[j] = swapped;
    }
}

/* Where a petal lies an even number of steps from the base: the circle is turned round if it must be. */
static int even_way_to(struct bv_matching_node *flower, int petal)
{
    int way = 0;
    while (flower->petal[way] != petal) way++;
    if (way % 2 == 0) return way;
    reverse(flower->petal + 1, flower->petals - 1);
    return flower->petals - way;
}

/* Makes another petal the base: all three turns of this kind make one rotation. */
static void rotate(struct bv_matching_node *flower, int way)
{
    reverse(flower->petal, way);
    reverse(flower->petal + way, flower->petals - way);
    reverse(flower->petal, flower->petals);
}

/* Matches a node along its shortest edge to another, and the petals inside it with each other accordingly. */
static void match(struct bv_matching *m, int node, int other)
{
    struct bv_matching_node *flower = at(m, node);
    flower->mate = m->end[other][node];
    if (!is_flower(m, node)) return;
    int base = flower->holder[m->end[node][other]];
    int way = even_way_to(flower, base);
    for (int i = 0; i < way; i++) match(m, flower->petal[i], flower->petal[i ^ 1]);
    match(m, base, other);
    rotate(flower, way);
}

/* Exchanges matched and unmatched edges from a node up to its root, beginning with an edge to `other`. */
static void augment(struct bv_matching *m, int node, int other)
{
    for (;;) {
        int left = top_of(m, at(m, node)->mate);
        match(m, node, other);
        if (left == NONE) return;
        int next = top_of(m, at(m, left)->reached);
        match(m, left, next);
        node = next;
        other = left;
    }
}

/* The even node before this one on the way to the root. */
static int even_above(struct bv_matching *m, int node)
{
    int odd = top_of(m, at(m, node)->mate);
    return odd == NONE ? NONE : top_of(m, at(m, odd)->reached);
}

/* Where the ways of two even nodes to their roots meet; NONE when they have different roots. */
static int meeting(struct bv_matching *m, int a, int b)
{
    m->visits++;
    while (a != NONE || b != NONE) {
        if (a != NONE) {
            if (m->visit[a] == m->visits) return a;
            m->visit[a] = m->visits;
            a = even_above(m, a);
        }
        int swapped = a;
        a = b;
        b = swapped;
    }
    return NONE;
}

/* Adds the nodes from one below the base up to it, the base left out; the odd ones become even. */
static void gather(struct bv_matching *m, struct bv_matching_node *flower, int node, int base)
{
    while (node != base) {
        int odd = top_of(m, at(m, node)->mate);
        flower->petal[flower->petals++] = (int16_t)node;
        flower->petal[flower->petals++] = (int16_t)odd;
        enqueue(m, odd);
        node = top_of(m, at(m, odd)->reached);
    }
}

/* The shortest edges of a new flower are the shortest of its petals'. */
static void join_edges(struct bv_matching *m, int flower)
{
    for (int x = 0; x < nodes(m); x++) {
        if (at(m, x)->top == NONE || at(m, x)->top == flower) continue;
        int best = NONE;
        for (int i = 0; i < at(m, flower)->petals; i++) {
            int petal = at(m, flower)->petal[i];
            if (best == NONE || slack(m, petal, x) < slack(m, best, x)) best = petal;
        }
        m->end[flower][x] = m->end[best][x];
        m->end[x][flower] = m->end[x][best];
    }
}

static void fold_flower(struct bv_matching *m, int a, int base, int b)
{
    int node = m->count;
    while (at(m, node)->top != NONE) node++;
    struct bv_matching_node *flower = at(m, node);
    flower->price = 0;
    flower->label = EVEN;
    flower->mate = at(m, base)->mate;
    flower->petals = 1;
    flower->petal[0] = (int16_t)base;
    gather(m, flower, a, base);
    reverse(flower->petal + 1, flower->petals - 1);
    gather(m, flower, b, base);
    set_top(m, node, node);
    for (int person = 0; person < m->count; person++) flower->holder[person] = NONE;
    for (int i = 0; i < flower->petals; i++) {
        int petal = flower->petal[i];
        for (int person = 0; person < m->count; person++)
            if (petal == person || (is_flower(m, petal) && at(m, petal)->holder[person] != NONE))
                flower->holder[person] = (int16_t)petal;
    }
    join_edges(m, node);
    find_nearest(m, node);
}

/* Opens an odd flower: the even way from where the search entered to the base stays in the forest. */
static void unfold_flower(struct bv_matching *m, int node)
{
    struct bv_matching_node *flower = at(m, node);
    for (int i = 0; i < flower->petals; i++) set_top(m, flower->petal[i], flower->petal[i]);
    int entered = flower->holder[m->end[node][flower->reached]];
    int way = even_way_to(flower, entered);
    for (int i = 0; i < way; i += 2) {
        int odd = flower->petal[i];
        int even = flower->petal[i + 1];
        at(m, odd)->reached = m->end[even][odd];
        at(m, odd)->label = ODD;
        at(m, odd)->nearest = NONE;
        at(m, even)->label = EVEN;
        find_nearest(m, even);
        enqueue(m, even);
    }
    at(m, entered)->label = ODD;
    at(m, entered)->reached = flower->reached;
    at(m, entered)->nearest = NONE;
    for (int i = way + 1; i < flower->petals; i++) {
        at(m, flower->petal[i])->label = UNSEEN;
        find_nearest(m, flower->petal[i]);
    }
    flower->top = NONE;
}

/* Uses a tight edge from an even person; whether it completed a path between two roots. */
static bool use_edge(struct bv_matching *m, int from, int to)
{
    int a = top_of(m, from);
    int b = top_of(m, to);
    if (at(m, b)->label == UNSEEN) {
        int mate = top_of(m, at(m, b)->mate);
        at(m, b)->label = ODD;
        at(m, b)->reached = (int16_t)from;
        at(m, b)->nearest = NONE;
        at(m, mate)->label = EVEN;
        at(m, mate)->nearest = NONE;
        enqueue(m, mate);
        return false;
    }
    if (at(m, b)->label == ODD) return false;
    int base = meeting(m, a, b);
    if (base != NONE) {
        fold_flower(m, a, base, b);
        return false;
    }
    augment(m, a, b);
    augment(m, b, a);
    return true;
}

/* Looks along the edges of the even people in the queue. */
static bool look_around(struct bv_matching *m)
{
    while (m->queued > 0) {
        int from = m->queue[--m->queued];
        for (int to = 0; to < m->count; to++) {
            if (top_of(m, from) == top_of(m, to)) continue;
            if (slack(m, from, to) > 0)
                note_nearest(m, from, top_of(m, to));
            else if (use_edge(m, from, to))
                return true;
        }
    }
    return false;
}

/* By how much prices may change before an edge becomes tight or a flower must open. */
static int64_t price_change(struct bv_matching *m)
{
    int64_t least = INT64_MAX;
    for (int x = 0; x < nodes(m); x++) {
        struct bv_matching_node *node = at(m, x);
        if (!is_top(m, x)) continue;
        int64_t bound = INT64_MAX;
        if (node->label == ODD && is_flower(m, x)) bound = node->price / 2;
        if (node->label == UNSEEN && node->nearest != NONE) bound = slack(m, node->nearest, x);
        if (node->label == EVEN && node->nearest != NONE) bound = slack(m, node->nearest, x) / 2;
        if (bound < least) least = bound;
    }
    return least;
}

static void change_prices(struct bv_matching *m, int64_t by)
{
    static const int sign[] = {[UNSEEN] = 0, [EVEN] = 1, [ODD] = -1};
    for (int person = 0; person < m->count; person++)
        at(m, person)->price += sign[at(m, top_of(m, person))->label] * by;
    for (int x = m->count; x < nodes(m); x++)
        if (is_top(m, x)) at(m, x)->price += 2 * sign[at(m, x)->label] * by;
}

/* Uses the edges that have become tight and opens the flowers that have become worthless. */
static bool use_prices(struct bv_matching *m)
{
    for (int x = 0; x < nodes(m); x++) {
        if (!is_top(m, x)) continue;
        int near = at(m, x)->nearest;
        if (near == NONE || at(m, x)->label == ODD) continue;
        if (slack(m, near, x) == 0 && use_edge(m, near, m->end[x][near])) return true;
    }
    for (int x = m->count; x < nodes(m); x++)
        if (is_top(m, x) && at(m, x)->label == ODD && at(m, x)->price == 0) unfold_flower(m, x);
    return false;
}

/* Makes one pair more; false when there is nobody left without a partner. */
static bool grow(struct bv_matching *m)
{
    bool done = true;
    m->queued = 0;
    for (int x = 0; x < nodes(m); x++) {
        struct bv_matching_node *node = at(m, x);
        node->label = UNSEEN;
        node->nearest = NONE;
        node->reached = NONE;
        if (!is_top(m, x) || node->mate != NONE) continue;
        node->label = EVEN;
        enqueue(m, x);
        done = false;
    }
    if (done) return false;
    while (!look_around(m)) {
        change_prices(m, price_change(m));
        if (use_prices(m)) break;
    }
    return true;
}

void bv_matching_solve(struct bv_matching *m)
{
    BV_ASSERT(m->count % 2 == 0 && m->count <= BV_MATCHING_MOST);
    int64_t cheapest = BV_MATCHING_DEAREST;
    for (int a = 0; a < m->count; a++)
        for (int b = 0; b < m->count; b++) {
            if (a != b && m->cost[a][b] < cheapest) cheapest = m->cost[a][b];
            m->end[a][b] = (int16_t)a;
        }
    m->visits = 0;
    for (int x = 0; x < nodes(m); x++) {
        struct bv_matching_node *node = at(m, x);
        node->mate = NONE;
        node->top = is_flower(m, x) ? NONE : (int16_t)x;
        node->price = cheapest;
        m->visit[x] = 0;
    }
    while (grow(m)) {
    }
    for (int person = 0; person < m->count; person++) m->partner[person] = at(m, person)->mate;
}
