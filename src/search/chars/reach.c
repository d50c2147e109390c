#include "search/chars/reach.h"

enum { STAND_OFF = 1 }; /* a fight is with the next square */

bv_bits128 chars_next_to(int square)
{
    int file = square % CHARS_WIDTH;
    bv_bits128 bit = bv_bit128(square);
    bv_bits128 near = bit << CHARS_WIDTH | bit >> CHARS_WIDTH;
    if (file < CHARS_WIDTH - 1) near |= bit << 1;
    if (file > 0) near |= bit >> 1;
    return near & chars_board();
}

struct heading {
    int8_t ahead, left;
    bool forward; /* C21 C25 */
};

/* The first three are every tank's, the others a command tank's (C17, C25); forward first. */
static const struct heading headings[] = {
    {1, 0, true},  {0, 1, false}, {0, -1, false}, {1, 1, true},
    {1, -1, true}, {-1, 1, true}, {-1, -1, true}, {-1, 0, false},
};

enum { COMMON_HEADINGS = 3 };

/* The square that lies there, or CHARS_GONE beyond the edge. */
static int square_at(int side, int from, struct heading h)
{
    int file = from % CHARS_WIDTH + h.left;
    int to = from + (side == CHARS_GREEN ? h.ahead : -h.ahead) * CHARS_WIDTH + h.left;
    bool outside = file < 0 || file >= CHARS_WIDTH || to < 0 || to >= CHARS_SQUARES;
    return outside ? CHARS_GONE : to;
}

static int steps_allowed(const struct chars_tables *t, const struct chars_state *s, int from)
{
    int most = chars_is_few(t, s) ? s->points : t->tank_steps; /* C19 C23 */
    if (from == s->active && !chars_is_few(t, s)) most -= s->steps;
    if (most > s->points) most = s->points; /* C16 */
    return most < CHARS_WAY ? most : CHARS_WAY;
}

struct walk {
    struct chars_reach *reach;
    bv_bits128 open;  /* C17 C26 */
    bv_bits128 found; /* in the layer that is being made */
    int side;
    int headings;
};

static void walk_from(struct walk *walk, int index)
{
    const struct chars_place place = walk->reach->place[index];
    for (int i = 0; i < walk->headings; i++) {
        int to = square_at(walk->side, place.square, headings[i]);
        if (to == CHARS_GONE || walk->reach->count == CHARS_PLACES) continue;
        bv_bits128 bit = bv_bit128(to);
        if (!(bit & walk->open & ~place.stood & ~walk->found)) continue;
        walk->found |= bit;
        walk->reach->place[walk->reach->count++] = (struct chars_place){
            .stood = place.stood | bit,
            .square = (uint8_t)to,
            .steps = (uint8_t)(place.steps + 1),
            .before = (uint8_t)index,
            .forward = place.forward || headings[i].forward,
        };
    }
}

void chars_reach_make(const struct chars_tables *t, const struct chars_state *s, int from,
                      struct chars_reach *reach)
{
    bool command = bv_has128(s->commands, from);
    int most = steps_allowed(t, s, from);
    struct walk walk = {
        .reach = reach,
        .open = chars_open(t, s),
        .side = s->side,
        .headings = command ? (int)BV_COUNT(headings) : COMMON_HEADINGS,
    };
    reach->count = 1;
    reach->place[0] = (struct chars_place){
        .stood = from == s->active ? s->stood : bv_bit128(from),
        .square = (uint8_t)from,
    };
    int begin = 0;
    for (int step = 0; step < most; step++) {
        int end = reach->count;
        walk.found = 0;
        for (int i = begin; i < end; i++) {
            bool arrived = i > 0 && bv_has128(s->depots, reach->place[i].square); /* C18 */
            if (!arrived) walk_from(&walk, i);
        }
        begin = end;
    }
}

int chars_reach_way(const struct chars_reach *reach, int place, uint8_t way[CHARS_WAY])
{
    int count = reach->place[place].steps;
    for (int i = count - 1; i >= 0; i--) {
        way[i] = reach->place[place].square;
        place = reach->place[place].before;
    }
    return count;
}

static int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

struct chars_gait chars_gait_of(const struct chars_tables *t, const struct chars_state *s, int side,
                                bool command)
{
    bool few = s->live[side] <= t->few_tanks;
    int points = chars_points(t, s, side);
    bool limited = !few && t->tank_steps < points; /* C19 C23 */
    return (struct chars_gait){
        .side = side,
        .steps = limited ? t->tank_steps : points,
        .command = command,
    };
}

int chars_distance(struct chars_gait gait, int from, int target)
{
    int files = distance(from % CHARS_WIDTH, target % CHARS_WIDTH);
    int ahead = target / CHARS_WIDTH - from / CHARS_WIDTH;
    int ranks = ahead < 0 ? -ahead : ahead;
    if (gait.side == CHARS_GREY) ahead = -ahead;
    if (gait.command) return files > ranks ? files : ranks;
    return ahead < -STAND_OFF ? CHARS_SQUARES : files + ranks;
}

bool chars_threatens(struct chars_gait gait, int from, int target)
{
    int files = distance(from % CHARS_WIDTH, target % CHARS_WIDTH);
    int ahead = target / CHARS_WIDTH - from / CHARS_WIDTH;
    int ranks = ahead < 0 ? -ahead : ahead;
    if (gait.side == CHARS_GREY) ahead = -ahead;
    /* C25: the last step but one may end at a side or at an end of the target */
    if (gait.command) {
        int longer = files > ranks ? files : ranks;
        int shorter = files > ranks ? ranks : files;
        return longer <= gait.steps + STAND_OFF && shorter <= gait.steps;
    }
    return ahead >= -STAND_OFF && files + ranks <= gait.steps + STAND_OFF;
}
