/*
 * The rules as the interface wants them: each phase has its list, each kind of action its effect.
 * Plotting is here; the set-up, steps and fights, and what happens by itself have files of their
 * own.
 */
#include "games/storage.h"

/* ---- The beginning --------------------------------------------------------------------------- */

/* A side that has placed nothing yet; in a view, a side of whose set-up nothing may be seen. */
void chars_clear_side(const struct chars_tables *t, struct chars_state *s, int side)
{
    s->tanks[side] = 0;
    s->guns &= ~t->camp[side];
    s->depots &= ~t->camp[side];
    s->mines &= ~t->camp[side];
    for (int rank = 0; rank < CHARS_TANKS; rank++) s->where[side][rank] = CHARS_GONE;
    for (int i = 0; i < CHARS_DEPOTS; i++) s->depot[side][i] = CHARS_GONE;
    s->placed[side] = 0;
    s->live[side] = 0;
    s->mines_left[side] = 0;
    s->next[side] = 0;
}

void chars_start(const struct bv_terms *terms, union bv_state *state)
{
    const struct chars_tables *t = &terms->tables->chars;
    struct chars_state *s = &state->chars;
    bv_clear(s, sizeof *s);
    s->phase = CHARS_SETUP;
    s->active = CHARS_GONE;
    s->attacker = CHARS_GONE;
    s->target = CHARS_GONE;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < BV_COUNT(s->where[side]); i++) s->where[side][i] = CHARS_GONE;
        chars_clear_side(t, s, side);
        s->whites[side] = t->whites; /* C3 */
    }
}

bv_seats chars_to_act(const struct bv_terms *terms, const union bv_state *state)
{
    const struct chars_state *s = &state->chars;
    int set_up = terms->tables->chars.set_up;
    switch ((enum chars_phase)s->phase) {
    case CHARS_SETUP:
        return (bv_seats)(s->placed[0] < set_up) | (bv_seats)(s->placed[1] < set_up) << 1; /* C8 */
    case CHARS_PLOT: return bv_seat_bit(chars_other(s->side));                             /* C11 */
    case CHARS_MOVE:
    case CHARS_FIGHT: return bv_seat_bit(s->side);
    case CHARS_ROLL: return bv_seat_bit(BV_CHANCE);
    default: return 0;
    }
}

/* ---- Plotting -------------------------------------------------------------------------------- */

/* Squares on which the side that plots may fire. */
static bv_bits128 plot_squares(const struct bv_terms *terms, const struct chars_state *s, int side)
{
    bv_bits128 squares = chars_board() & ~chars_pieces(s); /* C12 */
    bv_bits128 own_depots = s->depots & terms->tables->chars.camp[side];
    if (terms->option[CHARS_OWN_FIRE]) squares |= own_depots; /* C15 */
    return squares;
}

static uint32_t list_plot(const struct bv_terms *terms, const struct chars_state *s, int side,
                          bv_action *list)
{
    const struct chars_tables *t = &terms->tables->chars;
    bv_bits128 squares = plot_squares(terms, s, side);
    bv_bits128 ordered = squares & chars_from_on(s->next[side]); /* C12 */
    bv_bits128 whites = s->white ? ordered : squares;            /* C12 */
    uint32_t count = 0;
    list[count++] = chars_action(CHARS_STOP, 0, 0); /* C12 */
    whites &= ~s->red;                              /* C12 */
    if (s->reds_left)                               /* C12 C14 */
        count = chars_list_squares(t, ordered, chars_action(CHARS_RED, 0, 0), list, count);
    if (s->whites_left) /* C12 */
        count = chars_list_squares(t, whites, chars_action(CHARS_WHITE, 0, 0), list, count);
    return count;
}

static void note_plotted(struct bv_event_list *log, int side, int square, bool white)
{
    if (!log) return;
    int piece = white ? CHARS_PIECE_WHITE : CHARS_PIECE_RED;
    bv_add_piece_event(log, CHARS_EVENT_PLOTTED, side, piece, BV_NOWHERE, square, white)->audience =
        bv_seat_bit(side);
}

static void plot_red(struct chars_state *s, int side, int square)
{
    s->red |= bv_bit128(square);
    s->next[side] = (uint8_t)(square + 1); /* C12 */
    s->reds_left--;                        /* C12 */
}

static void plot_white(struct chars_state *s, int side, int square)
{
    s->white |= bv_bit128(square);
    s->next[side] = (uint8_t)(square + 1); /* C12 */
    s->whites_left--;                      /* C12 */
    s->reds_left = 0;                      /* C12 */
}

/* ---- The interface --------------------------------------------------------------------------- */

uint32_t chars_legal(const struct bv_terms *terms, const union bv_state *state, int seat,
                     bv_action *list)
{
    const struct chars_tables *t = &terms->tables->chars;
    const struct chars_state *s = &state->chars;
    switch ((enum chars_phase)s->phase) {
    case CHARS_SETUP: return chars_list_setup(t, s, seat, list);
    case CHARS_PLOT: return list_plot(terms, s, seat, list);
    case CHARS_MOVE: return chars_list_steps(t, s, list);
    default: return chars_list_fights(t, s, list);
    }
}

uint32_t chars_chance(const struct bv_terms *terms, const union bv_state *state,
                      struct bv_outcome *list)
{
    const struct chars_tables *t = &terms->tables->chars;
    (void)state;
    list[0] = (struct bv_outcome){chars_action(CHARS_DIE, 0, 0), t->die_red};   /* C33 */
    list[1] = (struct bv_outcome){chars_action(CHARS_DIE, 0, 1), t->die_black}; /* C33 */
    return 2;
}

/* `.`: the plot is complete, or the movement ends early. */
static void stop(const struct chars_tables *t, struct chars_state *s, int seat,
                 struct bv_event_list *log)
{
    if (s->phase == CHARS_PLOT) {
        if (log) bv_add_event(log, BV_EVENT_READY, seat);
        chars_begin_movement(t, s, log);
    } else {
        if (log) bv_add_event(log, BV_EVENT_PASSED, seat);
        s->points = 0; /* C23 */
    }
}

void chars_play(const struct bv_terms *terms, struct chars_state *s, int seat, bv_action action,
                struct bv_event_list *log)
{
    const struct chars_tables *t = &terms->tables->chars;
    switch (chars_kind_of(action)) {
    case CHARS_SET: chars_set(t, s, seat, action, log); return;
    case CHARS_RED:
        note_plotted(log, seat, chars_to(action), false);
        plot_red(s, seat, chars_to(action));
        return;
    case CHARS_WHITE:
        note_plotted(log, seat, chars_to(action), true);
        plot_white(s, seat, chars_to(action));
        return;
    case CHARS_STOP: stop(t, s, seat, log); break;
    case CHARS_STEP: chars_step(t, s, action, log); break;
    case CHARS_ATTACK: chars_attack(t, s, action, log); break;
    case CHARS_DIE: chars_roll(t, s, action, log); break;
    }
    chars_settle(t, s, log);
}

void chars_apply(const struct bv_terms *terms, union bv_state *state, int seat, bv_action action,
                 struct bv_past *past)
{
    (void)past;
    chars_play(terms, &state->chars, seat, action, NULL);
}

struct bv_result chars_result(const struct bv_terms *terms, const union bv_state *state)
{
    const struct chars_state *s = &state->chars;
    struct bv_result result = {.half_points = {1, 1}, .reason = CHARS_STALEMATE};
    (void)terms;
    if (s->live[CHARS_GREEN] && s->live[CHARS_GREY]) return result; /* C36 */
    result.reason = CHARS_ELIMINATION;                              /* C35 */
    if (s->live[CHARS_GREEN] == s->live[CHARS_GREY]) return result; /* C35 */
    result.half_points[CHARS_GREEN] = s->live[CHARS_GREEN] ? 2 : 0; /* C35 */
    result.half_points[CHARS_GREY] = s->live[CHARS_GREY] ? 2 : 0;   /* C35 */
    return result;
}

uint32_t chars_events(const struct bv_terms *terms, const union bv_state *before, int seat,
                      bv_action action, const union bv_state *after, struct bv_event *list)
{
    struct chars_state copy = before->chars;
    struct bv_event_list log = {list, 0};
    (void)after;
    chars_play(terms, &copy, seat, action, &log);
    return log.count;
}
