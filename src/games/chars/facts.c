/* What each side has left, the points and shots of this turn, and what must be done with them. */
#include "core/facts.h"

#include "games/storage.h"

static const struct bv_fact_words tanks = {"tanks", true, {"char", "tank"}, {"chars", "tanks"}};
static const struct bv_fact_words whites = {
    "whites", true, {"tir blanc", "white shot"}, {"tirs blancs", "white shots"}};
static const struct bv_fact_words guns = {
    "guns", false, {"canon antichar", "anti-tank gun"}, {"canons antichars", "anti-tank guns"}};
static const struct bv_fact_words mines = {"mines", false, {"mine", "mine"}, {"mines", "mines"}};
static const struct bv_fact_words depots = {
    "installations", false, {"installation", "installation"}, {"installations", "installations"}};
static const struct bv_fact_words points = {
    "points", false, {"case à parcourir", "square to go"}, {"cases à parcourir", "squares to go"}};
static const struct bv_fact_words reds = {"reds",
                                          false,
                                          {"tir rouge à piquer", "red shot to plot"},
                                          {"tirs rouges à piquer", "red shots to plot"}};
static const struct bv_fact_words quiet = {"quiet",
                                           false,
                                           {"tour sans perte", "turn without a loss"},
                                           {"tours sans perte", "turns without a loss"}};

static int depots_left(const struct chars_state *s, int side)
{
    int count = 0;
    for (int i = 0; i < CHARS_DEPOTS; i++) count += s->depot[side][i] != CHARS_GONE;
    return count;
}

static void add_sides(const struct chars_tables *t, const struct chars_state *s,
                      struct bv_facts *facts)
{
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bv_fact(facts, &tanks, side, s->live[side], 0);
        bv_fact(facts, &whites, side, s->whites[side], 0);
        bv_fact(facts, &guns, side, bv_count128(s->guns & t->camp[side]), 0);
        bv_fact(facts, &mines, side, s->mines_left[side], 0);
        bv_fact(facts, &depots, side, depots_left(s, side), CHARS_DEPOTS);
    }
    if (s->phase == CHARS_MOVE)
        bv_fact(facts, &points, s->side, s->points, chars_points(t, s, s->side));
    if (s->phase == CHARS_PLOT)
        bv_fact(facts, &reds, chars_other(s->side), s->reds_left,
                chars_red_limit(t, s, chars_other(s->side)));
    bv_fact(facts, &quiet, BV_NO_SIDE, s->quiet, t->quiet_turns);
}

/* The pieces are placed in the order of C8. */
static void ask_to_place(const struct bv_terms *terms, const struct chars_state *s, int side,
                         struct bv_facts *facts)
{
    static const struct bv_text place = {"Placez vos pièces en secret",
                                         "Place your pieces in secret"};
    static const struct bv_text next = {"À placer maintenant : %p", "To be placed now: %p"};
    static const struct bv_text rank = {" de rang %n", " of rank %n"};
    int thing = chars_next_thing(&terms->tables->chars, s, side);
    bool tank = thing >= CHARS_THING_TANK && thing < CHARS_THING_GUN;
    struct bv_blanks blanks = {.piece = terms->game->piece[chars_piece_of(thing)],
                               .number = thing - CHARS_THING_TANK + 1};
    bv_prompt(&facts->asked, place, blanks);
    bv_prompt(&facts->bound, next, blanks);
    if (tank) bv_prompt(&facts->bound, rank, blanks);
}

static void ask_to_move(const struct chars_tables *t, const struct chars_state *s,
                        struct bv_facts *facts)
{
    static const struct bv_text go = {"%n %(case|cases) à parcourir", "%n %(square|squares) to go"};
    static const struct bv_text forward = {"Un char au moins doit avancer",
                                           "At least one tank must go forward"};
    static const struct bv_text stop = {"Avec si peu de chars, vous pouvez vous arrêter",
                                        "With so few tanks you may stop"};
    bv_prompt(&facts->asked, go, (struct bv_blanks){.number = s->points});
    if (!s->forward)
        bv_prompt(&facts->bound, forward, (struct bv_blanks){0}); /* C21 */
    else if (chars_is_few(t, s))
        bv_prompt(&facts->bound, stop, (struct bv_blanks){0}); /* C23 */
}

static void ask_to_plot(const struct chars_state *s, struct bv_facts *facts)
{
    static const struct bv_text plot = {"Piquez vos tirs sur la grille, en secret",
                                        "Peg your shots on the grid, in secret"};
    bv_prompt(&facts->asked, plot, (struct bv_blanks){0});
    bv_prompt(&facts->bound, (struct bv_text){"Encore %n %(rouge|rouges)", "%n red"},
              (struct bv_blanks){.number = s->reds_left});
    bv_prompt(&facts->bound,
              (struct bv_text){" et %n %(blanc|blancs)", " and %n white %(shot|shots) left"},
              (struct bv_blanks){.number = s->whites_left});
}

void chars_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
                 struct bv_facts *facts)
{
    const struct chars_tables *t = &terms->tables->chars;
    const struct chars_state *s = &view->chars;
    static const struct bv_text fight = {"Choisissez le combat à livrer",
                                         "Choose which fight comes next"};
    facts->phase = chars_phase_names[s->phase];
    if (s->phase != CHARS_SETUP) add_sides(t, s, facts);
    switch ((enum chars_phase)s->phase) {
    case CHARS_SETUP:
        if (seat < BV_SIDES_MAX && s->placed[seat] < t->set_up) ask_to_place(terms, s, seat, facts);
        break;
    case CHARS_PLOT: ask_to_plot(s, facts); break;
    case CHARS_MOVE: ask_to_move(t, s, facts); break;
    case CHARS_FIGHT: bv_prompt(&facts->asked, fight, (struct bv_blanks){0}); break;
    default: break;
    }
}
