#include "pairing/matching.h"

/*
 * The search grows a forest from every player without a partner. Nodes an even number of steps from
 * a root are EVEN, those between are ODD; the matched and unmatched edges of a path between two
 * roots are exchanged when one is found. An edge may be used when it is tight: its cost equals the
 * sum of the prices of its ends. Prices change until one is. Everything is doubled, so that halves
 * stay integers.
 */
enum { NONE = -1 };
enum label { UNSEEN, EVEN, ODD };

static struct matching_node *at(struct matching *m, int node)
{
    return &m->node[node];
}

/* The outermost node that contains a player; NONE for none. */
static int top_of(struct matching *m, int person)
{
    return person == NONE ? NONE : at(m, person)->top;
}

static bool is_blossom(const struct matching *m, int node)
{
    return node >= m->count;
}

static bool is_top(struct matching *m, int node)
{
    return at(m, node)->top == node;
}

/* Players, and places for blossoms. */
static int nodes(const struct matching *m)
{
    return m->count + m->count / 2;
}

/* How far the shortest edge between two nodes is from tight. */
static int64_t slack(struct matching *m, int a, int b)
{
    int from = m->end[a][b];
    int to = m->end[b][a];
    return 2 * m->cost[from][to] - at(m, from)->price - at(m, to)->price;
}

static void note_nearest(struct matching *m, int person, int node)
{
    int before = at(m, node)->nearest;
    if (before == NONE || slack(m, person, node) < slack(m, before, node))
        at(m, node)->nearest = (int16_t)person;
}

static void find_nearest(struct matching *m, int node)
{
    at(m, node)->nearest = NONE;
    for (int person = 0; person < m->count; person++) {
        int top = top_of(m, person);
        if (top != node && at(m, top)->label == EVEN) note_nearest(m, person, node);
    }
}

static void enqueue(struct matching *m, int node)
{
    if (!is_blossom(m, node)) {
        m->queue[m->queued++] = (int16_t)node;
        return;
    }
    for (int i = 0; i < at(m, node)->children; i++) enqueue(m, at(m, node)->child[i]);
}

static void set_top(struct matching *m, int node, int top)
{
    at(m, node)->top = (int16_t)top;
    if (!is_blossom(m, node)) return;
    for (int i = 0; i < at(m, node)->children; i++) set_top(m, at(m, node)->child[i], top);
}

static void reverse(int16_t *list, int count)
{
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        int16_t swapped = list[i];
        list[i] = list[j];
        list[j] = swapped;
    }
}

/* The position of a child, an even number of steps from the base: the cycle is reversed if
 * necessary. */
static int even_way_to(struct matching_node *blossom, int child)
{
    int way = 0;
    while (blossom->child[way] != child) way++;
    if (way % 2 == 0) return way;
    reverse(blossom->child + 1, blossom->children - 1);
    return blossom->children - way;
}

/* Makes another child the base: three reversals make one rotation. */
static void rotate(struct matching_node *blossom, int way)
{
    reverse(blossom->child, way);
    reverse(blossom->child + way, blossom->children - way);
    reverse(blossom->child, blossom->children);
}

/* Matches a node along its shortest edge to another, and the children inside it with each other
 * accordingly. */
static void match(struct matching *m, int node, int other)
{
    struct matching_node *blossom = at(m, node);
    blossom->mate = m->end[other][node];
    if (!is_blossom(m, node)) return;
    int base = blossom->holder[m->end[node][other]];
    int way = even_way_to(blossom, base);
    for (int i = 0; i < way; i++) match(m, blossom->child[i], blossom->child[i ^ 1]);
    match(m, base, other);
    rotate(blossom, way);
}

/* Exchanges matched and unmatched edges from a node up to its root, beginning with an edge to
 * `other`. */
static void augment(struct matching *m, int node, int other)
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

/* The even node before this one on the path to the root. */
static int even_above(struct matching *m, int node)
{
    int odd = top_of(m, at(m, node)->mate);
    return odd == NONE ? NONE : top_of(m, at(m, odd)->reached);
}

/* The lowest common ancestor of two even nodes; NONE when they have different roots. */
static int meeting(struct matching *m, int a, int b)
{
    m->visits++;
    while (a != NONE || b != NONE) {
        if (a != NONE) {
            if (m->visited[a] == m->visits) return a;
            m->visited[a] = m->visits;
            a = even_above(m, a);
        }
        int swapped = a;
        a = b;
        b = swapped;
    }
    return NONE;
}

/* Adds the nodes from one below the base up to it, without the base; the odd ones become even. */
static void gather(struct matching *m, struct matching_node *blossom, int node, int base)
{
    while (node != base) {
        int odd = top_of(m, at(m, node)->mate);
        blossom->child[blossom->children++] = (int16_t)node;
        blossom->child[blossom->children++] = (int16_t)odd;
        enqueue(m, odd);
        node = top_of(m, at(m, odd)->reached);
    }
}

/* The shortest edges of a new blossom are the shortest of its children's. */
static void join_edges(struct matching *m, int blossom)
{
    for (int x = 0; x < nodes(m); x++) {
        if (at(m, x)->top == NONE || at(m, x)->top == blossom) continue;
        int best = NONE;
        for (int i = 0; i < at(m, blossom)->children; i++) {
            int child = at(m, blossom)->child[i];
            if (best == NONE || slack(m, child, x) < slack(m, best, x)) best = child;
        }
        m->end[blossom][x] = m->end[best][x];
        m->end[x][blossom] = m->end[x][best];
    }
}

static void contract_blossom(struct matching *m, int a, int base, int b)
{
    int node = m->count;
    while (at(m, node)->top != NONE) node++;
    struct matching_node *blossom = at(m, node);
    blossom->price = 0;
    blossom->label = EVEN;
    blossom->mate = at(m, base)->mate;
    blossom->children = 1;
    blossom->child[0] = (int16_t)base;
    gather(m, blossom, a, base);
    reverse(blossom->child + 1, blossom->children - 1);
    gather(m, blossom, b, base);
    set_top(m, node, node);
    for (int person = 0; person < m->count; person++) blossom->holder[person] = NONE;
    for (int i = 0; i < blossom->children; i++) {
        int child = blossom->child[i];
        for (int person = 0; person < m->count; person++)
            if (child == person || (is_blossom(m, child) && at(m, child)->holder[person] != NONE))
                blossom->holder[person] = (int16_t)child;
    }
    join_edges(m, node);
    find_nearest(m, node);
}

/* Expands an odd blossom: the even path from where the search entered to the base stays in the
 * forest. */
static void expand_blossom(struct matching *m, int node)
{
    struct matching_node *blossom = at(m, node);
    for (int i = 0; i < blossom->children; i++) set_top(m, blossom->child[i], blossom->child[i]);
    int entered = blossom->holder[m->end[node][blossom->reached]];
    int way = even_way_to(blossom, entered);
    for (int i = 0; i < way; i += 2) {
        int odd = blossom->child[i];
        int even = blossom->child[i + 1];
        at(m, odd)->reached = m->end[even][odd];
        at(m, odd)->label = ODD;
        at(m, odd)->nearest = NONE;
        at(m, even)->label = EVEN;
        find_nearest(m, even);
        enqueue(m, even);
    }
    at(m, entered)->label = ODD;
    at(m, entered)->reached = blossom->reached;
    at(m, entered)->nearest = NONE;
    for (int i = way + 1; i < blossom->children; i++) {
        at(m, blossom->child[i])->label = UNSEEN;
        find_nearest(m, blossom->child[i]);
    }
    blossom->top = NONE;
}

/* Uses a tight edge from an even player; returns whether it completed a path between two roots. */
static bool use_edge(struct matching *m, int from, int to)
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
        contract_blossom(m, a, base, b);
        return false;
    }
    augment(m, a, b);
    augment(m, b, a);
    return true;
}

/* Examines the edges of the even players in the queue. */
static bool look_around(struct matching *m)
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

/* By how much prices may change before an edge becomes tight or a blossom must be expanded. */
static int64_t price_change(struct matching *m)
{
    int64_t least = INT64_MAX;
    for (int x = 0; x < nodes(m); x++) {
        struct matching_node *node = at(m, x);
        if (!is_top(m, x)) continue;
        int64_t bound = INT64_MAX;
        if (node->label == ODD && is_blossom(m, x)) bound = node->price / 2;
        if (node->label == UNSEEN && node->nearest != NONE) bound = slack(m, node->nearest, x);
        if (node->label == EVEN && node->nearest != NONE) bound = slack(m, node->nearest, x) / 2;
        if (bound < least) least = bound;
    }
    return least;
}

static void change_prices(struct matching *m, int64_t by)
{
    static const int sign[] = {[UNSEEN] = 0, [EVEN] = 1, [ODD] = -1};
    for (int person = 0; person < m->count; person++)
        at(m, person)->price += sign[at(m, top_of(m, person))->label] * by;
    for (int x = m->count; x < nodes(m); x++)
        if (is_top(m, x)) at(m, x)->price += 2 * sign[at(m, x)->label] * by;
}

/* Uses the edges that have become tight and expands the blossoms whose price has become zero. */
static bool use_prices(struct matching *m)
{
    for (int x = 0; x < nodes(m); x++) {
        if (!is_top(m, x)) continue;
        int near = at(m, x)->nearest;
        if (near == NONE || at(m, x)->label == ODD) continue;
        if (slack(m, near, x) == 0 && use_edge(m, near, m->end[x][near])) return true;
    }
    for (int x = m->count; x < nodes(m); x++)
        if (is_top(m, x) && at(m, x)->label == ODD && at(m, x)->price == 0) expand_blossom(m, x);
    return false;
}

/* Makes one pair more; false when every player has a partner. */
static bool grow(struct matching *m)
{
    bool done = true;
    m->queued = 0;
    for (int x = 0; x < nodes(m); x++) {
        struct matching_node *node = at(m, x);
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

void matching_solve(struct matching *m)
{
    BV_ASSERT(m->count % 2 == 0 && m->count <= MATCHING_MOST);
    int64_t cheapest = MATCHING_DEAREST;
    for (int a = 0; a < m->count; a++)
        for (int b = 0; b < m->count; b++) {
            if (a != b && m->cost[a][b] < cheapest) cheapest = m->cost[a][b];
            m->end[a][b] = (int16_t)a;
        }
    m->visits = 0;
    for (int x = 0; x < nodes(m); x++) {
        struct matching_node *node = at(m, x);
        node->mate = NONE;
        node->top = is_blossom(m, x) ? NONE : (int16_t)x;
        node->price = cheapest;
        m->visited[x] = 0;
    }
    while (grow(m)) {
    }
    for (int person = 0; person < m->count; person++) m->partner[person] = at(m, person)->mate;
}
