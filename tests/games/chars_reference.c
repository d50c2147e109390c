#include "chars_reference.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank_of(int square)
{
    return (square - 1) / 10 + 1;
}

static int file_of(int square)
{
    return (square - 1) % 10 + 1;
}

static bool in_camp(int side, int square)
{
    return side == 0 ? rank_of(square) <= 5 : rank_of(square) >= 6;
}

static int back_rank(int side)
{
    return side == 0 ? 1 : 10;
}

/* ---- What stands where ----------------------------------------------------------------------- */

static struct reference_tank *tank_on(struct reference_side *side, int square)
{
    for (int i = 0; i < 6; i++)
        if (side->tank[i].square == square) return &side->tank[i];
    return NULL;
}

static bool has_tank(const struct reference_side *side, int square)
{
    for (int i = 0; i < 6; i++)
        if (side->tank[i].square == square) return true;
    return false;
}

static bool is_among(const int *squares, int count, int square)
{
    for (int i = 0; i < count; i++)
        if (squares[i] == square) return true;
    return false;
}

static bool has_gun(const struct reference_side *side, int square)
{
    return is_among(side->gun, 5, square);
}

static bool has_depot(const struct reference_side *side, int square)
{
    return is_among(side->depot, 3, square);
}

static bool side_occupies(const struct reference_side *side, int square)
{
    return has_tank(side, square) || has_gun(side, square) || has_depot(side, square);
}

static bool occupied(const struct reference *r, int square)
{
    return side_occupies(&r->side[0], square) || side_occupies(&r->side[1], square);
}

static int count_tanks(const struct reference_side *side)
{
    int count = 0;
    for (int i = 0; i < 6; i++) count += side->tank[i].square != 0;
    return count;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static void add(struct reference_list *list, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(list->token[list->count++], REFERENCE_TOKEN_SIZE, format, arguments);
    va_end(arguments);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* How many squares above `square` could take another gun or mine. */
static int room_above(const struct reference *r, int side, int square)
{
    int room = 0;
    for (int n = square + 1; n <= 100; n++) room += in_camp(side, n) && !occupied(r, n);
    return room;
}

static void list_setup(const struct reference *r, int who, struct reference_list *list)
{
    const struct reference_side *side = &r->side[who];
    for (int n = 1; n <= 100; n++) {
        if (!in_camp(who, n) || occupied(r, n)) continue;
        if (side->placed < 3) {
            bool good = rank_of(n) != back_rank(who);
            for (int i = 0; i < side->placed; i++)
                good = good && rank_of(n) != rank_of(side->depot[i]) &&
                       file_of(n) != file_of(side->depot[i]);
            if (good) add(list, "%c=%d", 'A' + side->placed, n);
        } else if (side->placed < 9) {
            if (rank_of(n) == back_rank(who)) add(list, "%d=%d", side->placed - 2, n);
        } else if (side->placed < 14) {
            int gun = side->placed - 9;
            bool ordered = gun == 0 || n > side->gun[gun - 1];
            if (ordered && room_above(r, who, n) >= 4 - gun) add(list, "G=%d", n);
        } else {
            int mine = side->placed - 14;
            bool ordered = mine == 0 || n > side->mine[mine - 1];
            if (ordered && room_above(r, who, n) >= 1 - mine) add(list, "M=%d", n);
        }
    }
}

static void list_plot(const struct reference *r, int who, struct reference_list *list)
{
    const struct reference_side *side = &r->side[who];
    int limit = side->depot[1] ? 6 : count_tanks(side);
    add(list, ".");
    for (int n = 1; n <= 100; n++) {
        bool own = r->own_fire && has_depot(side, n);
        if (occupied(r, n) && !own) continue;
        if (is_among(r->red, r->reds, n) || is_among(r->white, r->whites, n)) continue;
        if (r->reds < limit && r->whites == 0 && (r->reds == 0 || n > r->red[r->reds - 1]))
            add(list, "!%d", n);
        if (r->whites < side->whites && (r->whites == 0 || n > r->white[r->whites - 1]))
            add(list, "?%d", n);
    }
}

struct step {
    const struct reference_tank *tank;
    int to;
    bool forward;
};

/* Whether a tank may still move this turn, its direction and destination aside. */
static bool may_move(const struct reference *r, const struct reference_tank *tank)
{
    if (tank->square == 0) return false;
    if (!tank->moved) return true;
    if (tank != r->last) return false;
    if (has_depot(&r->side[1 - r->mover], tank->square)) return false;
    return tank->stood_count - 1 < 3 || r->tanks_at_start <= 2;
}

static bool may_enter(const struct reference *r, const struct reference_tank *tank, int to)
{
    if (has_depot(&r->side[r->mover], to)) return false;
    if (occupied(r, to) && !has_depot(&r->side[1 - r->mover], to)) return false;
    if (has_tank(&r->side[r->mover], to)) return false;
    return !is_among(tank->stood, tank->stood_count, to);
}

/* All steps but for the demand that the last point go forward. */
static int list_all_steps(const struct reference *r, struct step *step)
{
    int count = 0;
    int ahead = r->mover == 0 ? 1 : -1;
    for (int i = 0; i < 6; i++) {
        const struct reference_tank *tank = &r->side[r->mover].tank[i];
        if (!may_move(r, tank)) continue;
        for (int up = -1; up <= 1; up++)
            for (int left = -1; left <= 1; left++) {
                int rank = rank_of(tank->square) + up;
                int file = file_of(tank->square) + left;
                bool diagonal = up != 0 && left != 0;
                bool back = up == -ahead && left == 0;
                if (up == 0 && left == 0) continue;
                if (rank < 1 || rank > 10 || file < 1 || file > 10) continue;
                if ((diagonal || back) && !tank->command) continue;
                int to = (rank - 1) * 10 + file;
                if (!may_enter(r, tank, to)) continue;
                step[count++] = (struct step){tank, to, diagonal || (up == ahead)};
            }
    }
    return count;
}

static void list_steps(const struct reference *r, struct reference_list *list)
{
    struct step step[64];
    int count = list_all_steps(r, step);
    int forward = 0;
    for (int i = 0; i < count; i++) forward += step[i].forward;
    bool must = r->points == 1 && !r->forward && forward > 0;
    for (int i = 0; i < count; i++)
        if (step[i].forward || !must) add(list, "%d-%d", step[i].tank->square, step[i].to);
    if (r->tanks_at_start <= 2 && (r->forward || forward == 0)) add(list, ".");
}

static void list_fights(const struct reference *r, struct reference_list *list)
{
    const struct reference_side *enemy = &r->side[1 - r->mover];
    for (int i = 0; i < 6; i++) {
        int from = r->side[r->mover].tank[i].square;
        if (!from) continue;
        for (int to = 1; to <= 100; to++) {
            int distance = abs(rank_of(from) - rank_of(to)) + abs(file_of(from) - file_of(to));
            if (distance == 1 && (has_tank(enemy, to) || has_gun(enemy, to)))
                add(list, "%dx%d", from, to);
        }
    }
}

bool reference_acts(const struct reference *r, int who)
{
    switch (r->phase) {
    case REFERENCE_SETUP: return who < 2 && r->side[who].placed < 16;
    case REFERENCE_PLOT: return who == 1 - r->mover;
    case REFERENCE_MOVE:
    case REFERENCE_FIGHT: return who == r->mover;
    case REFERENCE_DIE: return who == 2;
    default: return false;
    }
}

void reference_tokens(const struct reference *r, int who, struct reference_list *list)
{
    list->count = 0;
    switch (r->phase) {
    case REFERENCE_SETUP: list_setup(r, who, list); break;
    case REFERENCE_PLOT: list_plot(r, who, list); break;
    case REFERENCE_MOVE: list_steps(r, list); break;
    case REFERENCE_FIGHT: list_fights(r, list); break;
    case REFERENCE_DIE:
        add(list, "#b");
        add(list, "#r");
        break;
    default: break;
    }
    qsort(list->token, (size_t)list->count, REFERENCE_TOKEN_SIZE, by_bytes);
}

/* ---- The course of the game ------------------------------------------------------------------ */

void reference_start(struct reference *r, bool own_fire)
{
    memset(r, 0, sizeof *r);
    r->own_fire = own_fire;
    r->side[0].whites = r->side[1].whites = 5;
}

static void destroy(struct reference *r, struct reference_tank *tank)
{
    tank->square = 0;
    tank->command = false;
    r->destroyed = true;
}

static bool ended(struct reference *r)
{
    if (count_tanks(&r->side[0]) && count_tanks(&r->side[1])) return false;
    r->phase = REFERENCE_OVER;
    return true;
}

static void destroy_depot(struct reference *r, int side, int depot)
{
    r->side[side].depot[depot] = 0;
    r->destroyed = true;
    if (depot == 0) r->side[side].mine[0] = r->side[side].mine[1] = 0;
}

static void begin_turn(struct reference *r);

static void begin_movement(struct reference *r);

static void end_turn(struct reference *r)
{
    for (int i = 0; i < 6; i++) {
        struct reference_tank *tank = &r->side[r->mover].tank[i];
        if (tank->square && rank_of(tank->square) == back_rank(1 - r->mover)) tank->command = true;
    }
    r->turns++;
    r->quiet = r->destroyed ? 0 : r->quiet + 1;
    r->mover = 1 - r->mover;
    r->phase = REFERENCE_OVER;
    if (r->quiet < 60) begin_turn(r);
}

static void go_on_fighting(struct reference *r)
{
    struct reference_list list = {0};
    list_fights(r, &list);
    r->phase = REFERENCE_FIGHT;
    if (!list.count) end_turn(r);
}

static void end_movement(struct reference *r)
{
    struct reference_side *mover = &r->side[r->mover];
    struct reference_side *enemy = &r->side[1 - r->mover];
    for (int i = 0; i < 6; i++) {
        struct reference_tank *tank = &mover->tank[i];
        if (tank->square && tank->moved &&
            (is_among(r->red, r->reds, tank->square) ||
             is_among(r->white, r->whites, tank->square)))
            destroy(r, tank);
    }
    enemy->whites -= r->whites;
    if (ended(r)) return;
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++) {
            struct reference_tank *tank = &mover->tank[i];
            if (!tank->square || !tank->moved || enemy->mine[k] != tank->square) continue;
            destroy(r, tank);
            enemy->mine[k] = 0;
        }
    if (ended(r)) return;
    for (int k = 0; k < 3; k++)
        if (enemy->depot[k] && has_tank(mover, enemy->depot[k])) destroy_depot(r, 1 - r->mover, k);
    for (int k = 0; k < 3; k++)
        if (enemy->depot[k] && (is_among(r->red, r->reds, enemy->depot[k]) ||
                                is_among(r->white, r->whites, enemy->depot[k])))
            destroy_depot(r, 1 - r->mover, k);
    go_on_fighting(r);
}

static void go_on_moving(struct reference *r)
{
    struct step step[64];
    if (r->points == 0 || list_all_steps(r, step) == 0) end_movement(r);
}

static void begin_movement(struct reference *r)
{
    struct reference_side *mover = &r->side[r->mover];
    r->phase = REFERENCE_MOVE;
    r->points = mover->depot[2] ? 6 : 4;
    r->forward = false;
    r->last = NULL;
    r->tanks_at_start = count_tanks(mover);
    for (int i = 0; i < 6; i++) {
        mover->tank[i].moved = false;
        mover->tank[i].stood_count = 1;
        mover->tank[i].stood[0] = mover->tank[i].square;
    }
    go_on_moving(r);
}

static void begin_turn(struct reference *r)
{
    r->destroyed = false;
    r->reds = r->whites = 0;
    r->phase = REFERENCE_PLOT;
    if (r->turns < 2) begin_movement(r);
}

static void play_setup(struct reference *r, int who, int square)
{
    struct reference_side *side = &r->side[who];
    int at = side->placed++;
    if (at < 3)
        side->depot[at] = square;
    else if (at < 9)
        side->tank[at - 3].square = square;
    else if (at < 14)
        side->gun[at - 9] = square;
    else
        side->mine[at - 14] = square;
    if (r->side[0].placed == 16 && r->side[1].placed == 16) begin_turn(r);
}

static void play_step(struct reference *r, int from, int to)
{
    struct reference_tank *tank = tank_on(&r->side[r->mover], from);
    int up = (rank_of(to) - rank_of(from)) * (r->mover == 0 ? 1 : -1);
    bool diagonal = up != 0 && file_of(to) != file_of(from);
    if (up == 1 || diagonal) r->forward = true;
    tank->square = to;
    tank->moved = true;
    tank->stood[tank->stood_count++] = to;
    r->last = tank;
    r->points--;
    go_on_moving(r);
}

static void play_fight(struct reference *r, int from, int to)
{
    struct reference_side *enemy = &r->side[1 - r->mover];
    if (has_gun(enemy, to)) {
        r->attacker = from;
        r->target = to;
        r->phase = REFERENCE_DIE;
        return;
    }
    struct reference_tank *one = tank_on(&r->side[r->mover], from);
    struct reference_tank *other = tank_on(enemy, to);
    long rank = one - r->side[r->mover].tank;
    long other_rank = other - enemy->tank;
    if (rank <= other_rank) destroy(r, one);
    if (other_rank <= rank) destroy(r, other);
    if (!ended(r)) go_on_fighting(r);
}

static void play_die(struct reference *r, bool red)
{
    struct reference_side *enemy = &r->side[1 - r->mover];
    if (red) {
        destroy(r, tank_on(&r->side[r->mover], r->attacker));
    } else {
        for (int i = 0; i < 5; i++)
            if (enemy->gun[i] == r->target) enemy->gun[i] = 0;
        if (enemy->whites) enemy->whites--;
        r->destroyed = true;
    }
    if (!ended(r)) go_on_fighting(r);
}

void reference_play(struct reference *r, int who, const char *token)
{
    char *rest;
    long first = strtol(token, &rest, 10);
    if (token[0] == '#')
        play_die(r, token[1] == 'r');
    else if (token[0] == '.' && r->phase == REFERENCE_PLOT)
        begin_movement(r);
    else if (token[0] == '.')
        end_movement(r);
    else if (token[0] == '!')
        r->red[r->reds++] = atoi(token + 1);
    else if (token[0] == '?')
        r->white[r->whites++] = atoi(token + 1);
    else if (token[1] == '=')
        play_setup(r, who, atoi(token + 2));
    else if (*rest == '-')
        play_step(r, (int)first, atoi(rest + 1));
    else
        play_fight(r, (int)first, atoi(rest + 1));
}

const char *reference_result(const struct reference *r)
{
    bool green = count_tanks(&r->side[0]) > 0;
    bool grey = count_tanks(&r->side[1]) > 0;
    if (green && grey) return "V 1/2 G 1/2 stalemate";
    if (!green && !grey) return "V 1/2 G 1/2 elimination";
    return green ? "V 1 G 0 elimination" : "V 0 G 1 elimination";
}
