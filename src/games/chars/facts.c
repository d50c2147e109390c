/* What each side has left, the points and shots of this turn, and what must be done with them. */
#include "core/facts.h"

#include "games/storage.h"

static const struct bv_fact_words tanks = {"tanks", true, {"char", "tank"}, {"chars", "tanks"}};
static const struct bv_fact_words whites = {
    "whites", true, {"tir blanc", "white shot"}, {"tirs blancs", "white shots"}};
static const struct bv_fact_words guns = {
    "guns", false, {"canon anti-char", "anti-tank gun"}, {"canons anti-chars", "anti-tank guns"}};
static const struct bv_fact_words mines = {"mines", false, {"mine", "mine"}, {"mines", "mines"}};
static const struct bv_fact_words depots = {
    "installations", false, {"installation", "installation"}, {"installations", "installations"}};
static const struct bv_fact_words points = {
    "points", false, {"case à parcourir", "square to go"}, {"cases à parcourir", "squares to go"}};
static const struct bv_fact_words reds = {"reds",
                                          false,
                                          {"tir rouge à noter", "red shot to plot"},
                                          {"tirs rouges à noter", "red shots to plot"}};
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
static void ask_to_place(const struct chars_tables *t, const struct chars_state *s, int side,
                         struct bv_facts *facts)
{
    static const struct bv_text place[] = {
        {"Placez le Quartier Général", "Place the headquarters"},
        {"Placez la Réserve de Munitions", "Place the ammunition depot"},
        {"Placez la Réserve de Carburant", "Place the fuel depot"},
        {"Placez le char de rang %n", "Place the tank of rank %n"},
        {"Placez un canon anti-char : encore %n", "Place an anti-tank gun: %n left"},
        {"Placez une mine : encore %n", "Place a mine: %n left"},
    };
    static const struct bv_text where[] = {
        {"Dans votre camp, sauf la dernière ligne : jamais deux installations sur la même rangée "
         "ou la même colonne",
         "In your camp, not on the back rank: never two installations on one rank or file"},
        {"Sur votre dernière ligne", "On your back rank"},
        {"Sur une case libre de votre camp, par numéros croissants",
         "On a free square of your camp, in increasing numbers"},
    };
    int thing = chars_next_thing(t, s, side);
    int left = (thing == CHARS_THING_GUN ? CHARS_THING_GUN + t->guns : t->set_up) - s->placed[side];
    bool tank = thing >= CHARS_THING_TANK && thing < CHARS_THING_GUN;
    int what = tank ? CHARS_THING_TANK : thing < CHARS_THING_TANK ? thing : thing - CHARS_TANKS + 1;
    int ground = tank ? 1 : thing < CHARS_THING_TANK ? 0 : 2;
    bv_prompt(&facts->asked, place[what],
              (struct bv_blanks){.number = tank ? thing - CHARS_THING_TANK + 1 : left});
    bv_prompt(&facts->bound, where[ground], (struct bv_blanks){0});
}

static void ask_to_move(const struct chars_tables *t, const struct chars_state *s,
                        struct bv_facts *facts)
{
    static const struct bv_text go = {"Déplacez vos chars : encore %n %(case|cases)",
                                      "Move your tanks: %n %(square|squares) left"};
    static const struct bv_text last = {"La dernière case doit être parcourue vers l'avant",
                                        "The last square must be a step forward"};
    static const struct bv_text forward = {"Il faut avancer d'au moins une case",
                                           "At least one step must be forward"};
    static const struct bv_text stop = {"Avec %n %(char|chars) ou moins, vous pouvez vous arrêter",
                                        "With %n %(tank|tanks) or fewer you may stop"};
    struct bv_blanks few = {.number = t->few_tanks};
    bv_action list[CHARS_LIST_CAP];
    uint32_t count = chars_list_steps(t, s, list);
    bool may_stop = false;
    bool may_advance = false;
    for (uint32_t i = 0; i < count; i++) {
        bool stops = chars_kind_of(list[i]) == CHARS_STOP;
        may_stop |= stops;
        may_advance |= !stops && chars_is_forward(s->side, list[i]);
    }
    bv_prompt(&facts->asked, go, (struct bv_blanks){.number = s->points});
    if (may_stop)
        bv_prompt(&facts->bound, stop, few); /* C23 */
    else if (!s->forward && may_advance)
        bv_prompt(&facts->bound, s->points == 1 ? last : forward, few); /* C21 */
}

static void ask_to_plot(const struct chars_state *s, struct bv_facts *facts)
{
    static const struct bv_text plot = {
        "Visez en secret les cases où un char ennemi s'arrêtera, puis terminez",
        "Aim in secret where an enemy tank will stop, then end"};
    static const struct bv_text done = {"Tous les tirs sont notés : terminez",
                                        "All shots are plotted: end"};
    static const struct bv_text red = {"Encore %n %(rouge|rouges)", "%n red"};
    static const struct bv_text white = {" et %n %(blanc|blancs)",
                                         " and %n white %(shot|shots) left"};
    bool some = s->reds_left || s->whites_left;
    bv_prompt(&facts->asked, some ? plot : done, (struct bv_blanks){0});
    if (!some) return;
    bv_prompt(&facts->bound, red, (struct bv_blanks){.number = s->reds_left});
    bv_prompt(&facts->bound, white, (struct bv_blanks){.number = s->whites_left});
}

static void ask_to_fight(const struct bv_terms *terms, const struct chars_state *s,
                         struct bv_facts *facts)
{
    static const struct bv_text fight = {"Choisissez le prochain combat", "Choose the next fight"};
    static const struct bv_text must = {"Tout char à côté d'un ennemi combat : ",
                                        "Every tank beside an enemy fights: "};
    struct bv_standing_piece tank[CHARS_TANKS];
    bv_action list[CHARS_LIST_CAP];
    uint32_t count = 0;
    bv_bits128 fighting = 0;
    uint32_t fights = chars_list_fights(&terms->tables->chars, s, list);
    for (uint32_t i = 0; i < fights; i++) fighting |= bv_bit128(chars_from(list[i]));
    while (fighting) {
        int square = bv_take128(&fighting);
        bool command = bv_has128(s->commands, square);
        tank[count++] =
            (struct bv_standing_piece){command ? CHARS_PIECE_COMMAND : CHARS_PIECE_TANK, square};
    }
    bv_prompt(&facts->asked, fight, (struct bv_blanks){0});
    bv_prompt(&facts->bound, must, (struct bv_blanks){0}); /* C31 */
    bv_prompt_pieces(&facts->bound, terms, tank, count);
}

void chars_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
                 struct bv_facts *facts)
{
    const struct chars_tables *t = &terms->tables->chars;
    const struct chars_state *s = &view->chars;
    facts->phase = chars_phase_names[s->phase];
    if (s->phase != CHARS_SETUP) add_sides(t, s, facts);
    switch ((enum chars_phase)s->phase) {
    case CHARS_SETUP:
        if (seat < BV_SIDES_MAX && s->placed[seat] < t->set_up) ask_to_place(t, s, seat, facts);
        break;
    case CHARS_PLOT: ask_to_plot(s, facts); break;
    case CHARS_MOVE: ask_to_move(t, s, facts); break;
    case CHARS_FIGHT: ask_to_fight(terms, s, facts); break;
    default: break;
    }
}
