#include "search/chars/instinct.h"

#include "search/chars/worth.h"

/* How much of a tank's worth is at stake, by what may happen next turn. */
static const float danger_weight = 0.30F;
static const float prey_weight = 0.10F;
static const float pursuit = 6; /* for every square nearer to the last enemy */
static const float aim = 1.1F;  /* how much better than evenly a gunner spreads his shots */
static const float surest_hit = 0.7F;
static const float play_heat = 10;
static const float expected_fight = 1.5F; /* a square beside prey is fired at so much more often */

/* How likely a tank that moves is hit by so many shots when it may end on these squares. */
static float hit_chance(float shots, bv_bits128 landing)
{
    int squares = bv_count128(landing);
    if (!squares) return 0;
    float chance = aim * shots / (float)squares;
    return chance < surest_hit ? chance : surest_hit;
}

float chars_usual_shots(const struct chars_tables *t, const struct chars_state *s, int gunner)
{
    if (s->blanks) return 0; /* C10 */
    return (float)chars_red_limit(t, s, gunner) + (s->whites[gunner] ? 0.7F : 0);
}

/* ---- What a square is worth to a tank -------------------------------------------------------- */

struct judge {
    const struct chars_tables *t;
    const struct chars_state *s;
    const struct chars_outlook *outlook;
    int rank;
    float own;
    bool command;
};

enum { NOWHERE_NEAR = 99 };

/* Dangers and hopes of the turns to come. */
static float prospects(const struct judge *j, int square)
{
    const struct chars_outlook *o = j->outlook;
    int enemy = chars_other(o->side);
    struct chars_gait own_gait = chars_gait_of(j->t, j->s, o->side, j->command);
    struct chars_gait gait = chars_gait_of(j->t, j->s, enemy, false);
    float danger = 0;
    float prey = 0;
    int nearest = NOWHERE_NEAR;
    for (int i = 0; i < o->foes; i++) {
        float wins = o->beats[i][j->rank];
        float loses = 1 - wins - o->ties[i][j->rank];
        float odds = (1 - loses) * o->foe_worth[i] - (1 - wins) * j->own;
        gait.command = bv_has128(j->s->commands, o->foe[i]);
        if (chars_threatens(gait, o->foe[i], square)) danger += loses * j->own;
        if (odds <= 0) continue;
        int far = chars_distance(own_gait, square, o->foe[i]);
        if (far < nearest) nearest = far;
        if (chars_threatens(own_gait, square, o->foe[i])) prey += odds;
    }
    if (danger > j->own) danger = j->own;
    float hunt = nearest < NOWHERE_NEAR ? pursuit * (float)nearest / (float)o->foes : 0;
    return prey_weight * prey - danger_weight * danger - hunt;
}

static float position(const struct judge *j, int square)
{
    int side = j->outlook->side;
    float progress = j->command ? 0 : (float)(CHARS_WORTH_PROGRESS * chars_progress(side, square));
    return progress + prospects(j, square);
}

/* What ending there brings at once: promotion, a depot, fights, perhaps a mine. */
static float arrival(const struct judge *j, int square)
{
    const struct chars_outlook *o = j->outlook;
    int enemy = chars_other(o->side);
    float mine = chars_outlook_mine(o, square);
    float sum = chars_outlook_fights(j->t, j->s, o, j->rank, j->own, square);
    if (!j->command && bv_has128(j->t->back[enemy], square))
        sum +=
            (float)(CHARS_WORTH_COMMAND - CHARS_WORTH_PROGRESS * chars_progress(o->side, square));
    for (int i = 0; i < CHARS_DEPOTS; i++)
        if (j->s->depot[enemy][i] == square) sum += o->depot[i];
    return (1 - mine) * sum - mine * j->own;
}

/* ---- Walks ----------------------------------------------------------------------------------- */

static void add_walks_of(const struct judge *j, int from, struct chars_walks *walks)
{
    const struct chars_reach *reach = &walks->reach;
    float here = position(j, from);
    chars_reach_make(j->t, j->s, from, &walks->reach);
    for (int i = 1; i < reach->count && walks->count < CHARS_WALKS; i++) {
        const struct chars_place *place = &reach->place[i];
        bool allowed = j->s->forward || place->forward || place->steps < j->s->points; /* C21 */
        if (!allowed) continue;
        struct chars_walk *walk = &walks->walk[walks->count++];
        walk->gain = position(j, place->square) - here + arrival(j, place->square);
        walk->own = j->own;
        walk->from = (uint8_t)from;
        walk->forward = place->forward;
        walk->steps = (uint8_t)chars_reach_way(reach, i, walk->way);
        walks->landing |= bv_bit128(place->square);
    }
}

/* Every tank that moves may be shot: so few tanks should move, and those far. */
static void charge_for_shots(const struct chars_tables *t, const struct chars_state *s, float hit,
                             struct chars_walks *walks)
{
    int most = s->points < t->tank_steps ? s->points : t->tank_steps;
    bool few = chars_is_few(t, s);
    for (int i = 0; i < walks->count; i++) {
        struct chars_walk *walk = &walks->walk[i];
        float risk = hit * walk->own;
        if (walk->gain > (float)CHARS_WORTH_TANK / 3) risk *= expected_fight;
        if (!few && walk->steps < most) risk += risk * (float)(most - walk->steps) / (float)most;
        walk->risk = risk;
    }
}

static void add_stop(const struct chars_tables *t, const struct chars_state *s,
                     struct chars_walks *walks)
{
    if (!chars_is_few(t, s) || !s->forward || walks->count == CHARS_WALKS) return; /* C23 */
    walks->walk[walks->count++] = (struct chars_walk){.from = CHARS_GONE};
}

static void make_walks(const struct chars_tables *t, const struct chars_state *s,
                       const struct chars_outlook *outlook, struct chars_walks *walks)
{
    walks->count = 0;
    walks->landing = 0;
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        int from = s->where[s->side][rank];
        if (from >= CHARS_SQUARES) continue;
        if (bv_has128(s->moved, from) && from != s->active) continue; /* C19 */
        bool command = bv_has128(s->commands, from);
        struct judge judge = {
            .t = t,
            .s = s,
            .outlook = outlook,
            .rank = rank,
            .own = outlook->worth[rank] + (command ? (float)CHARS_WORTH_COMMAND : 0),
            .command = command,
        };
        add_walks_of(&judge, from, walks);
    }
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static float net_gain(const struct chars_walk *walk)
{
    return walk->gain - walk->risk;
}

static int draw_walk(struct chars_walks *walks, float heat, struct bv_random *random)
{
    float best = net_gain(&walks->walk[0]);
    float sum = 0;
    for (int i = 1; i < walks->count; i++)
        if (net_gain(&walks->walk[i]) > best) best = net_gain(&walks->walk[i]);
    for (int i = 0; i < walks->count; i++) {
        float far = (net_gain(&walks->walk[i]) - best) / heat;
        walks->weight[i] = far < -9 ? 0 : (float)chars_exp(far);
        sum += walks->weight[i];
    }
    float drawn = chars_random_part(sum, random);
    int at = 0;
    while (at < walks->count - 1 && (drawn -= walks->weight[at]) >= 0) at++;
    while (at > 0 && walks->weight[at] == 0) at--;
    return at;
}

static void do_action(const struct chars_tables *t, struct chars_state *s, bv_action action,
                      struct chars_turn *turn)
{
    if (turn->actions < CHARS_TURN) turn->action[turn->actions++] = action;
    if (chars_kind_of(action) == CHARS_STOP)
        s->points = 0; /* C23 */
    else
        chars_step(t, s, action, NULL);
}

static void do_walk(const struct chars_tables *t, struct chars_state *s,
                    const struct chars_walk *walk, struct chars_turn *turn)
{
    int from = walk->from;
    if (!walk->steps) {
        do_action(t, s, chars_action(CHARS_STOP, 0, 0), turn);
        return;
    }
    for (int i = 0; i < walk->steps; i++) {
        do_action(t, s, chars_action(CHARS_STEP, from, walk->way[i]), turn);
        from = walk->way[i];
    }
}

/* The tank that went last: a new landing, or the end of one that goes on. */
static void note_landing(const struct chars_state *s, int from, int to, float loss,
                         struct chars_turn *turn)
{
    int at = 0;
    while (at < turn->landings && turn->landing[at].square != from) at++;
    if (at == turn->landings && turn->landings < CHARS_TANKS) turn->landings++;
    if (at == CHARS_TANKS) return;
    turn->landing[at] = (struct chars_landing){
        .square = (uint8_t)to,
        .rank = (uint8_t)chars_rank_at(s, s->side, to),
        .loss = loss,
    };
}

/* Where no walk is left to instinct (C21 leaves only this): the first legal step. */
static void do_first(const struct chars_tables *t, struct chars_state *s,
                     const struct chars_outlook *outlook, struct chars_turn *turn)
{
    bv_action list[CHARS_LIST_CAP];
    uint32_t count = chars_list_steps(t, s, list);
    BV_ASSERT(count > 0);
    (void)count;
    do_action(t, s, list[0], turn);
    if (chars_kind_of(list[0]) == CHARS_STOP) return;
    int to = chars_to(list[0]);
    float own = outlook ? outlook->worth[chars_rank_at(s, s->side, to)] : 0;
    note_landing(s, chars_from(list[0]), to, own, turn);
}

/* Tanks that have moved before the turn was taken up are shot at as well. */
static void begin_turn(const struct chars_state *s, const struct chars_outlook *outlook,
                       struct chars_turn *turn)
{
    turn->room = 0;
    turn->gain = 0;
    turn->actions = 0;
    turn->landings = 0;
    for (bv_bits128 left = s->moved; left;) {
        int square = bv_take128(&left);
        float own = outlook ? outlook->worth[chars_rank_at(s, s->side, square)] : 0;
        note_landing(s, CHARS_GONE, square, own, turn);
    }
}

void chars_turn_draw(const struct chars_tables *t, struct chars_state *s,
                     const struct chars_outlook *outlook, float heat, float shots,
                     struct bv_random *random, struct chars_walks *walks, struct chars_turn *turn)
{
    float hit = -1;
    begin_turn(s, outlook, turn);
    while (s->points && chars_can_step(t, s)) {
        make_walks(t, s, outlook, walks);
        if (hit < 0) {
            hit = hit_chance(shots, walks->landing);
            turn->room = walks->landing;
        }
        charge_for_shots(t, s, hit, walks);
        add_stop(t, s, walks);
        if (!walks->count) {
            do_first(t, s, outlook, turn);
            continue;
        }
        const struct chars_walk *walk = &walks->walk[draw_walk(walks, heat, random)];
        turn->gain += walk->gain;
        do_walk(t, s, walk, turn);
        if (!walk->steps) return;
        note_landing(s, walk->from, walk->way[walk->steps - 1],
                     walk->own + (walk->gain > 0 ? walk->gain : 0), turn);
    }
}

void chars_turn_stray(const struct chars_tables *t, struct chars_state *s, struct bv_random *random,
                      struct chars_turn *turn)
{
    bv_action list[CHARS_LIST_CAP];
    begin_turn(s, NULL, turn);
    while (s->points && chars_can_step(t, s)) {
        uint32_t count = chars_list_steps(t, s, list);
        bv_action action = list[bv_random_below(random, count)];
        do_action(t, s, action, turn);
        if (chars_kind_of(action) == CHARS_STEP)
            note_landing(s, chars_from(action), chars_to(action), 0, turn);
    }
}

/* ---- Playing on ------------------------------------------------------------------------------ */

static bool happens(float chance, struct bv_random *random)
{
    return (float)(bv_random_word(random) >> 40) < chance * (float)(1 << 24);
}

/* All fights of a turn, in the order of the list: the choice matters little here. */
static void fight_on(const struct bv_terms *terms, struct chars_state *s, struct bv_random *random)
{
    const struct chars_tables *t = &terms->tables->chars;
    bv_action list[CHARS_LIST_CAP];
    float gun_wins = (float)t->die_red / (float)(t->die_red + t->die_black);
    while (s->phase == CHARS_FIGHT || s->phase == CHARS_ROLL) {
        bv_action action = chars_action(CHARS_DIE, 0, 0);
        if (s->phase == CHARS_ROLL) {
            if (!happens(gun_wins, random)) action = chars_action(CHARS_DIE, 0, 1); /* C33 */
        } else {
            uint32_t count = chars_list_fights(t, s, list);
            action = list[bv_random_below(random, count)];
        }
        chars_play(terms, s, s->side, action, NULL);
    }
}

/* A gunner without a plan: a moving tank is hit by chance, more often where there is less space. */
static void shoot_by_chance(const struct chars_tables *t, struct chars_state *s, bv_bits128 landing,
                            struct bv_random *random)
{
    int gunner = chars_other(s->side);
    if (s->blanks) return; /* C10 */
    float hit = hit_chance(chars_usual_shots(t, s, gunner), landing);
    for (bv_bits128 left = s->moved; left;) {
        int square = bv_take128(&left);
        if (happens(hit, random)) s->red |= bv_bit128(square);
    }
}

static void play_turn(const struct bv_terms *terms, struct chars_state *s, struct bv_random *random,
                      struct chars_walks *walks)
{
    const struct chars_tables *t = &terms->tables->chars;
    struct chars_outlook outlook;
    struct chars_turn turn;
    int gunner = chars_other(s->side);
    if (s->phase == CHARS_PLOT) chars_begin_movement(t, s, NULL);
    chars_outlook_make(t, s, s->side, &outlook);
    chars_turn_draw(t, s, &outlook, play_heat, chars_usual_shots(t, s, gunner), random, walks,
                    &turn);
    shoot_by_chance(t, s, turn.room, random);
    chars_settle(t, s, NULL);
}

double chars_play_on(const struct bv_terms *terms, struct chars_state *s, int side, int turns,
                     struct bv_random *random, struct chars_walks *walks)
{
    fight_on(terms, s, random);
    for (int i = 0; i < turns && s->phase != CHARS_OVER; i++) {
        play_turn(terms, s, random, walks);
        fight_on(terms, s, random);
    }
    return chars_expectation(&terms->tables->chars, s, side);
}
