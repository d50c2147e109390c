/*
 * What a seat may know, and worlds that agree with it.
 *
 * Hidden are: the other side's whole set-up until both are done; the ranks that were never
 * announced, of living and of destroyed tanks alike; the mines; the plot, how long it is and how
 * many whites are in it. They are blanked to what they were before they began, so that a view has
 * the same bytes whatever they are. From a watcher the secrets of both sides are hidden. At the end
 * there are no secrets.
 */
#include "games/storage.h"

static bool hides_ranks(const struct chars_state *s, int side)
{
    for (int rank = 0; rank < CHARS_TANKS; rank++)
        if (s->where[side][rank] != CHARS_GONE && !(s->announced[side] >> rank & 1)) return true;
    return false;
}

/* Where every living tank was announced, the others' ranks are known to be destroyed. */
static void hide_ranks(struct chars_state *s, int side)
{
    if (!hides_ranks(s, side)) return;
    for (int rank = 0; rank < CHARS_TANKS; rank++)
        if (!(s->announced[side] >> rank & 1)) s->where[side][rank] = CHARS_UNKNOWN; /* C37 */
}

static void hide_plot(const struct chars_tables *t, struct chars_state *s)
{
    int gunner = chars_other(s->side);
    s->red = 0;   /* C37 */
    s->white = 0; /* C13 C37 */
    if (s->phase != CHARS_PLOT) return;
    s->next[gunner] = 0;
    s->reds_left = (uint8_t)chars_red_limit(t, s, gunner); /* C13 */
    s->whites_left = s->whites[gunner];                    /* C13 */
}

static void hide(const struct chars_tables *t, struct chars_state *s, int side)
{
    if (s->phase == CHARS_SETUP) { /* C9 */
        chars_clear_side(t, s, side);
        return;
    }
    hide_ranks(s, side);
    s->mines &= ~t->camp[side];           /* C37 */
    if (side != s->side) hide_plot(t, s); /* C37 */
}

void chars_view(const struct bv_terms *terms, const union bv_state *state, int seat,
                union bv_state *view)
{
    view->chars = state->chars;
    if (state->chars.phase == CHARS_OVER) return; /* C35 */
    for (int side = 0; side < 2; side++)
        if (side != seat) hide(&terms->tables->chars, &view->chars, side); /* C37 */
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

/* Takes one member out of a set, each equally likely. */
static int take_any(bv_bits128 *set, struct bv_random *random)
{
    bv_bits128 left = *set;
    uint32_t skip = bv_random_below(random, (uint32_t)bv_count128(left));
    while (skip--) bv_take128(&left);
    int taken = bv_low128(left);
    *set &= ~bv_bit128(taken);
    return taken;
}

static bv_bits128 take_some(bv_bits128 *set, int count, struct bv_random *random)
{
    bv_bits128 taken = 0;
    while (count-- > 0 && *set) taken |= bv_bit128(take_any(set, random));
    return taken;
}

/* Every tank of unknown rank gets one never announced; the other ranks are destroyed. */
static void draw_ranks(struct chars_state *s, int side, struct bv_random *random)
{
    bv_bits128 ranks = 0;
    bv_bits128 tanks = s->tanks[side];
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        uint8_t *square = &s->where[side][rank];
        if (*square == CHARS_UNKNOWN) {
            ranks |= bv_bit128(rank);
            *square = CHARS_GONE;
        } else if (*square != CHARS_GONE) {
            tanks &= ~bv_bit128(*square);
        }
    }
    if (!ranks) return;
    while (tanks) s->where[side][take_any(&ranks, random)] = (uint8_t)bv_take128(&tanks);
}

static void draw_mines(const struct chars_tables *t, struct chars_state *s, int side,
                       struct bv_random *random)
{
    bv_bits128 possible = t->camp[side] & ~s->swept;
    if (s->mines & t->camp[side]) return;
    s->mines |= take_some(&possible, s->mines_left[side], random);
}

/* All reds, sometimes whites, on squares free when the movement began; perhaps on own depots. */
static void draw_plot(const struct bv_terms *terms, struct chars_state *s, struct bv_random *random)
{
    const struct chars_tables *t = &terms->tables->chars;
    int gunner = chars_other(s->side);
    bv_bits128 taken = s->began | s->tanks[gunner] | s->guns | s->depots;
    bv_bits128 squares = chars_board() & ~taken;
    int whites = 0;
    if (terms->option[CHARS_OWN_FIRE] && !bv_random_below(random, 4))
        squares |= s->depots & t->camp[gunner];
    while (whites < s->whites[gunner] && !bv_random_below(random, 4)) whites++;
    s->red = take_some(&squares, chars_red_limit(t, s, gunner), random);
    s->white = take_some(&squares, whites, random);
}

void chars_determinise(const struct bv_terms *terms, const union bv_state *view, int seat,
                       struct bv_random *random, union bv_state *state)
{
    const struct chars_tables *t = &terms->tables->chars;
    struct chars_state *s = &state->chars;
    *s = view->chars;
    if (s->phase == CHARS_SETUP || s->phase == CHARS_OVER) return;
    for (int side = 0; side < 2; side++) {
        if (side == seat) continue;
        draw_ranks(s, side, random);
        draw_mines(t, s, side, random);
        if (s->phase == CHARS_MOVE && side != s->side && !s->blanks) draw_plot(terms, s, random);
    }
}
