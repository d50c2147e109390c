/*
 * The secret set-up: each side places its things one after the other, three depots, six tanks, the
 * guns, the mines. Guns and mines are placed in increasing squares, so the highest free squares are
 * left to those that must still come. Depots and tanks always find room on any board that load
 * accepts.
 */
#include "games/chars/state.h"

/* The set without its `count` highest members. */
static bv_bits128 without_highest(bv_bits128 set, int count)
{
    while (count--) set ^= bv_bit128(chars_highest(set));
    return set;
}

static bv_bits128 depot_squares(const struct chars_tables *t, const struct chars_state *s, int side)
{
    bv_bits128 squares = t->camp[side] & ~t->back[side];                               /* C4 */
    for (int i = 0; i < s->placed[side]; i++) squares &= ~t->cross[s->depot[side][i]]; /* C4 */
    return squares;
}

/* Squares for one of several equal things, of which `more` must still come after this one. */
static bv_bits128 ordered_squares(const struct chars_tables *t, const struct chars_state *s,
                                  int side, int more)
{
    bv_bits128 squares = t->camp[side] & ~chars_pieces(s);                /* C6 C7 */
    return without_highest(squares & chars_from_on(s->next[side]), more); /* C8 */
}

int chars_next_thing(const struct chars_tables *t, const struct chars_state *s, int side)
{
    int placed = s->placed[side];
    if (placed < CHARS_THING_GUN) return placed;                                    /* C8 */
    return placed < CHARS_THING_GUN + t->guns ? CHARS_THING_GUN : CHARS_THING_MINE; /* C8 */
}

uint32_t chars_list_setup(const struct chars_tables *t, const struct chars_state *s, int side,
                          bv_action *list)
{
    int thing = chars_next_thing(t, s, side);
    int last = thing == CHARS_THING_GUN ? CHARS_THING_GUN + t->guns : t->set_up; /* C8 */
    bv_bits128 squares;
    if (thing < CHARS_THING_TANK)
        squares = depot_squares(t, s, side);
    else if (thing < CHARS_THING_GUN)
        squares = t->back[side] & ~s->tanks[side]; /* C5 */
    else
        squares = ordered_squares(t, s, side, last - s->placed[side] - 1); /* C8 */
    return chars_list_squares(t, squares, chars_action(CHARS_SET, thing, 0), list, 0);
}

int chars_piece_of(int thing)
{
    if (thing == CHARS_THING_MINE) return CHARS_PIECE_MINE;
    if (thing == CHARS_THING_GUN) return CHARS_PIECE_GUN;
    return thing < CHARS_THING_TANK ? CHARS_PIECE_DEPOT + thing : CHARS_PIECE_TANK;
}

static void note_placed(struct bv_event_list *log, int side, int piece, int square, int rank,
                        bv_seats audience)
{
    bv_add_piece_event(log, BV_EVENT_PLACED, side, piece, BV_NOWHERE, square, rank)->audience =
        audience;
}

/* Shows a side's pieces to all others: squares and kinds, no ranks and no mines. */
static void note_shown(const struct chars_tables *t, const struct chars_state *s, int side,
                       struct bv_event_list *log)
{
    bv_seats others = BV_EVERYBODY & ~bv_seat_bit(side);
    for (int i = 0; i < CHARS_DEPOTS; i++)
        note_placed(log, side, CHARS_PIECE_DEPOT + i, s->depot[side][i], 0, others);
    for (bv_bits128 left = s->tanks[side]; left;)
        note_placed(log, side, CHARS_PIECE_TANK, bv_take128(&left), 0, others);
    for (bv_bits128 left = s->guns & t->camp[side]; left;)
        note_placed(log, side, CHARS_PIECE_GUN, bv_take128(&left), 0, others);
}

/* C9: all pieces are shown, so no mine is where one stands. The turn stays Green's. */
static void show(const struct chars_tables *t, struct chars_state *s, struct bv_event_list *log)
{
    s->swept = chars_pieces(s); /* C9 */
    s->blanks = 2;              /* C10 */
    if (log) {
        note_shown(t, s, CHARS_GREEN, log);
        note_shown(t, s, CHARS_GREY, log);
    }
    chars_begin_turn(t, s, log);
    chars_settle(t, s, log);
}

static void place(struct chars_state *s, int side, int thing, int square)
{
    bv_bits128 bit = bv_bit128(square);
    if (thing == CHARS_THING_MINE) {
        s->mines |= bit;
        s->mines_left[side]++;
    } else if (thing == CHARS_THING_GUN) {
        s->guns |= bit;
    } else if (thing < CHARS_THING_TANK) {
        s->depots |= bit;
        s->depot[side][thing] = (uint8_t)square;
    } else {
        s->tanks[side] |= bit;
        s->where[side][thing - CHARS_THING_TANK] = (uint8_t)square;
        s->live[side]++;
    }
}

void chars_set(const struct chars_tables *t, struct chars_state *s, int side, bv_action action,
               struct bv_event_list *log)
{
    int thing = chars_from(action);
    int square = chars_to(action);
    bool is_tank = thing >= CHARS_THING_TANK && thing < CHARS_THING_GUN;
    place(s, side, thing, square);
    s->next[side] = (uint8_t)(thing >= CHARS_THING_GUN ? square + 1 : 0); /* C8 */
    s->placed[side]++;
    if (s->placed[side] == CHARS_THING_GUN + t->guns || s->placed[side] == t->set_up)
        s->next[side] = 0; /* the mines begin anew */
    if (log)
        note_placed(log, side, chars_piece_of(thing), square,
                    is_tank ? thing - CHARS_THING_TANK + 1 : 0, bv_seat_bit(side));
    if (s->placed[side] < t->set_up) return;
    if (log) bv_add_event(log, BV_EVENT_READY, side)->audience = bv_seat_bit(side);
    if (s->placed[chars_other(side)] == t->set_up) show(t, s, log); /* C9 */
}
