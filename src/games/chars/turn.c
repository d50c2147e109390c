/*
 * What happens by itself: the beginning of a turn, all that follows a movement, and the end.
 * chars_settle goes on until a seat must act or the game is over.
 *
 *     begin turn ─▶ (plot) ─▶ movement ─▶ shots ─▶ mines ─▶ depots ─▶ own fire ─▶ fights ─▶ end turn
 */
#include "games/chars/state.h"

static void note_at(struct bv_event_list *log, enum bv_event_kind kind, int side, int piece, int to,
                    int amount)
{
    if (log) bv_add_piece_event(log, kind, side, piece, BV_NOWHERE, to, amount);
}

static int tank_piece(const struct chars_state *s, int square)
{
    return bv_has128(s->commands, square) ? CHARS_PIECE_COMMAND : CHARS_PIECE_TANK;
}

/* ---- The end --------------------------------------------------------------------------------- */

static void clear_movement(struct chars_state *s)
{
    s->began = 0;
    s->moved = 0;
    s->stood = 0;
    s->active = CHARS_GONE;
    s->steps = 0;
    s->points = 0;
    s->forward = 0;
}

static void note_secrets(const struct chars_state *s, int side, struct bv_event_list *log)
{
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        int square = s->where[side][rank];
        if (square != CHARS_GONE && !(s->announced[side] >> rank & 1))
            note_at(log, BV_EVENT_SHOWN, side, tank_piece(s, square), square, rank + 1);
    }
}

static void finish(const struct chars_tables *t, struct chars_state *s, enum chars_reason reason,
                   struct bv_event_list *log)
{
    clear_movement(s);
    s->loud = 0;
    s->phase = CHARS_OVER;
    if (!log) return;
    for (int side = 0; side < 2; side++) {
        note_secrets(s, side, log);
        for (bv_bits128 left = s->mines & t->camp[side]; left;)
            note_at(log, BV_EVENT_SHOWN, side, CHARS_PIECE_MINE, bv_take128(&left), 0);
    }
    note_at(log, BV_EVENT_OVER, 0, 0, BV_NOWHERE, (int)reason);
}

static bool finish_if_eliminated(const struct chars_tables *t, struct chars_state *s,
                                 struct bv_event_list *log)
{
    if (s->live[CHARS_GREEN] && s->live[CHARS_GREY]) return false; /* C35 */
    finish(t, s, CHARS_ELIMINATION, log);
    return true;
}

/* ---- Destruction ----------------------------------------------------------------------------- */

static void destroy_tank(struct chars_state *s, int side, int square, struct bv_event_list *log)
{
    bv_bits128 bit = bv_bit128(square);
    note_at(log, BV_EVENT_DESTROYED, side, tank_piece(s, square), square, 0);
    s->where[side][chars_rank_at(s, side, square)] = CHARS_GONE;
    s->tanks[side] &= ~bit;
    s->commands &= ~bit;
    s->moved &= ~bit;
    s->live[side]--;
    s->loud = 1; /* C36 */
}

static void destroy_tanks(struct chars_state *s, int side, bv_bits128 squares,
                          struct bv_event_list *log)
{
    while (squares) destroy_tank(s, side, bv_take128(&squares), log);
}

static void lose_mines(const struct chars_tables *t, struct chars_state *s, int side, int square,
                       struct bv_event_list *log)
{
    if (!s->mines_left[side]) return;
    note_at(log, BV_EVENT_LOST, side, CHARS_PIECE_MINE, square, s->mines_left[side]);
    s->mines &= ~t->camp[side];
    s->swept &= ~t->camp[side];
    s->mines_left[side] = 0;
}

static void destroy_depots(const struct chars_tables *t, struct chars_state *s, int side,
                           bv_bits128 squares, struct bv_event_list *log)
{
    for (int i = 0; i < CHARS_DEPOTS; i++) {
        int square = s->depot[side][i];
        if (square == CHARS_GONE || !bv_has128(squares, square)) continue;
        note_at(log, BV_EVENT_DESTROYED, side, CHARS_PIECE_DEPOT + i, square, 0);
        s->depot[side][i] = CHARS_GONE;
        s->depots &= ~bv_bit128(square);
        s->loud = 1;                                                      /* C36 */
        if (i == CHARS_HEADQUARTERS) lose_mines(t, s, side, square, log); /* C29 */
    }
}

/* ---- After the movement ---------------------------------------------------------------------- */

static void note_plot(struct bv_event_list *log, int side, bv_bits128 shots, int piece)
{
    while (shots) note_at(log, BV_EVENT_SHOWN, side, piece, bv_take128(&shots), 0);
}

/* C27: the plot strikes, is shown and cleared, and its whites are spent. */
static void fire(struct chars_state *s, struct bv_event_list *log)
{
    int gunner = chars_other(s->side);
    bv_bits128 struck = s->moved & (s->red | s->white); /* C27 */
    if (log) {
        note_plot(log, gunner, s->red, CHARS_PIECE_RED);
        note_plot(log, gunner, s->white, CHARS_PIECE_WHITE);
        if (!struck && !s->blanks) note_at(log, BV_EVENT_MISSED, gunner, 0, BV_NOWHERE, 0);
    }
    destroy_tanks(s, s->side, struck, log);                                   /* C27 */
    s->whites[gunner] = (uint8_t)(s->whites[gunner] - bv_count128(s->white)); /* C13 */
    s->red = 0;                                                               /* C27 */
    s->white = 0;                                                             /* C27 */
}

/* C28: where a tank that moved survives there is no mine, and both sides have seen it. */
static void spring_mines(const struct chars_tables *t, struct chars_state *s,
                         struct bv_event_list *log)
{
    int owner = chars_other(s->side);
    bv_bits128 trodden = s->moved & t->camp[owner]; /* C28 */
    bv_bits128 sprung = trodden & s->mines;         /* C28 */
    for (bv_bits128 left = sprung; left;) {
        int square = bv_take128(&left);
        note_at(log, BV_EVENT_SHOWN, owner, CHARS_PIECE_MINE, square, 0);
        destroy_tank(s, s->side, square, log);
        s->mines_left[owner]--;
    }
    s->mines &= ~sprung; /* C28 */
    s->swept |= trodden;
    if (!s->mines_left[owner]) s->swept &= ~t->camp[owner];
}

static void end_movement(const struct chars_tables *t, struct chars_state *s,
                         struct bv_event_list *log)
{
    int enemy = chars_other(s->side);
    bv_bits128 plot = s->red | s->white;
    fire(s, log);
    if (finish_if_eliminated(t, s, log)) return; /* C35 */
    spring_mines(t, s, log);
    if (finish_if_eliminated(t, s, log)) return;         /* C35 */
    destroy_depots(t, s, enemy, s->tanks[s->side], log); /* C29 */
    destroy_depots(t, s, enemy, plot, log);              /* C30 */
    clear_movement(s);
    s->phase = CHARS_FIGHT;
}

/* ---- Turns ----------------------------------------------------------------------------------- */

static void promote(const struct chars_tables *t, struct chars_state *s, struct bv_event_list *log)
{
    bv_bits128 arrived = s->tanks[s->side] & t->back[chars_other(s->side)]; /* C24 */
    bv_bits128 fresh = arrived & ~s->commands;
    s->commands |= arrived; /* C24 */
    while (fresh)
        note_at(log, BV_EVENT_CHANGED, s->side, CHARS_PIECE_COMMAND, bv_take128(&fresh), 0);
}

static void end_turn(const struct chars_tables *t, struct chars_state *s, struct bv_event_list *log)
{
    promote(t, s, log);
    s->quiet = (uint8_t)(s->loud ? 0 : s->quiet + 1); /* C36 */
    s->loud = 0;
    if (s->quiet == t->quiet_turns) { /* C36 */
        finish(t, s, CHARS_STALEMATE, log);
        return;
    }
    if (s->blanks) s->blanks--;              /* C10 */
    s->side = (uint8_t)chars_other(s->side); /* C10 */
    chars_begin_turn(t, s, log);
}

int chars_red_limit(const struct chars_tables *t, const struct chars_state *s, int side)
{
    bool armed = s->depot[side][CHARS_AMMUNITION] != CHARS_GONE; /* C14 */
    int tanks = s->live[side] < t->reds ? s->live[side] : t->reds;
    return armed ? t->reds : tanks; /* C12 C14 */
}

void chars_begin_turn(const struct chars_tables *t, struct chars_state *s,
                      struct bv_event_list *log)
{
    int gunner = chars_other(s->side);
    if (s->blanks) { /* C10 */
        chars_begin_movement(t, s, log);
        return;
    }
    s->phase = CHARS_PLOT; /* C11 */
    s->reds_left = (uint8_t)chars_red_limit(t, s, gunner);
    s->whites_left = s->whites[gunner]; /* C12 */
    note_at(log, BV_EVENT_TURN, s->side, 0, BV_NOWHERE, CHARS_PLOT);
}

void chars_begin_movement(const struct chars_tables *t, struct chars_state *s,
                          struct bv_event_list *log)
{
    s->phase = CHARS_MOVE;
    s->reds_left = 0;
    s->whites_left = 0;
    s->next[chars_other(s->side)] = 0;
    s->began = s->tanks[s->side];
    s->points = (uint8_t)chars_points(t, s, s->side); /* C16 */
    note_at(log, BV_EVENT_TURN, s->side, 0, BV_NOWHERE, CHARS_MOVE);
}

void chars_settle(const struct chars_tables *t, struct chars_state *s, struct bv_event_list *log)
{
    for (;;) {
        if (s->phase == CHARS_MOVE) {
            if (s->points && chars_can_step(t, s)) return; /* C22 C36 */
            if (s->points && !s->moved) note_at(log, BV_EVENT_PASSED, s->side, 0, BV_NOWHERE, 0);
            end_movement(t, s, log);
        }
        if (s->phase != CHARS_FIGHT || chars_has_fight(t, s)) return; /* C34 */
        end_turn(t, s, log);                                          /* C34 */
    }
}

/* ---- Fights ---------------------------------------------------------------------------------- */

static void duel(struct chars_state *s, int square, int enemy_square, struct bv_event_list *log)
{
    int enemy = chars_other(s->side);
    int rank = chars_rank_at(s, s->side, square);
    int enemy_rank = chars_rank_at(s, enemy, enemy_square);
    s->announced[s->side] = (uint8_t)(s->announced[s->side] | 1 << rank);   /* C32 */
    s->announced[enemy] = (uint8_t)(s->announced[enemy] | 1 << enemy_rank); /* C32 */
    note_at(log, BV_EVENT_SHOWN, s->side, tank_piece(s, square), square, rank + 1);
    note_at(log, BV_EVENT_SHOWN, enemy, tank_piece(s, enemy_square), enemy_square, enemy_rank + 1);
    if (rank <= enemy_rank) destroy_tank(s, s->side, square, log);     /* C32 */
    if (enemy_rank <= rank) destroy_tank(s, enemy, enemy_square, log); /* C32 */
}

void chars_attack(const struct chars_tables *t, struct chars_state *s, bv_action action,
                  struct bv_event_list *log)
{
    int from = chars_from(action);
    int to = chars_to(action);
    if (log) bv_add_piece_event(log, BV_EVENT_FOUGHT, s->side, tank_piece(s, from), from, to, 0);
    if (bv_has128(s->guns, to)) { /* C33 */
        s->attacker = (uint8_t)from;
        s->target = (uint8_t)to;
        s->phase = CHARS_ROLL;
        return;
    }
    duel(s, from, to, log);
    finish_if_eliminated(t, s, log); /* C35 */
}

static void lose_gun(struct chars_state *s, int side, int square, struct bv_event_list *log)
{
    note_at(log, BV_EVENT_DESTROYED, side, CHARS_PIECE_GUN, square, 0);
    s->guns &= ~bv_bit128(square); /* C33 */
    s->loud = 1;                   /* C36 */
    if (!s->whites[side]) return;  /* C33 */
    s->whites[side]--;             /* C33 */
    note_at(log, BV_EVENT_LOST, side, CHARS_PIECE_WHITE, square, 1);
}

void chars_roll(const struct chars_tables *t, struct chars_state *s, bv_action action,
                struct bv_event_list *log)
{
    int tank = s->attacker;
    int gun = s->target;
    bool black = chars_to(action) != 0;
    s->attacker = CHARS_GONE;
    s->target = CHARS_GONE;
    s->phase = CHARS_FIGHT;
    note_at(log, BV_EVENT_ROLLED, s->side, 0, BV_NOWHERE, black);
    if (black) /* C33 */
        lose_gun(s, chars_other(s->side), gun, log);
    else
        destroy_tank(s, s->side, tank, log);
    finish_if_eliminated(t, s, log); /* C35 */
}
