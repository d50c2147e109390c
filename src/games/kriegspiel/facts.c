/* What each army has left, the movements and shots left in this turn, and how long it was quiet. */
#include "core/facts.h"

#include "games/storage.h"

static const struct bv_fact_words figures = {
    "figures", true, {"figurine", "figure"}, {"figurines", "figures"}};

static const struct bv_fact_words plates[KRIEGSPIEL_KINDS] = {
    [KRIEGSPIEL_SOLDIERS] = {"soldiers",
                             false,
                             {"plateau de soldats", "plate of soldiers"},
                             {"plateaux de soldats", "plates of soldiers"}},
    [KRIEGSPIEL_CAVALRY] = {"cavalry",
                            false,
                            {"plateau de cavaliers", "plate of cavalry"},
                            {"plateaux de cavaliers", "plates of cavalry"}},
    [KRIEGSPIEL_CANNONS] = {"cannons", false, {"canon", "cannon"}, {"canons", "cannons"}},
};

static const struct bv_fact_words movements[KRIEGSPIEL_KINDS] = {
    [KRIEGSPIEL_SOLDIERS] = {"soldier-movements",
                             false,
                             {"mouvement de soldats", "movement of soldiers"},
                             {"mouvements de soldats", "movements of soldiers"}},
    [KRIEGSPIEL_CAVALRY] = {"cavalry-movements",
                            false,
                            {"mouvement de cavaliers", "movement of cavalry"},
                            {"mouvements de cavaliers", "movements of cavalry"}},
    [KRIEGSPIEL_CANNONS] = {"cannon-movements",
                            false,
                            {"mouvement de canons", "movement of cannons"},
                            {"mouvements de canons", "movements of cannons"}},
};

static const struct bv_fact_words shots[KRIEGSPIEL_KINDS] = {
    [KRIEGSPIEL_SOLDIERS] = {"soldier-shots",
                             false,
                             {"tir de soldats", "shot of soldiers"},
                             {"tirs de soldats", "shots of soldiers"}},
    [KRIEGSPIEL_CAVALRY] = {"cavalry-shots",
                            false,
                            {"tir de cavaliers", "shot of cavalry"},
                            {"tirs de cavaliers", "shots of cavalry"}},
    [KRIEGSPIEL_CANNONS] = {"cannon-shots",
                            false,
                            {"tir de canon", "shot of cannons"},
                            {"tirs de canon", "shots of cannons"}},
};

static const struct bv_fact_words quiet = {"quiet",
                                           false,
                                           {"tour sans perte", "turn without a loss"},
                                           {"tours sans perte", "turns without a loss"}};

/* The kind that a seat of the form for six commands. */
static unsigned kind_of_seat(int seat)
{
    return (unsigned)seat % KRIEGSPIEL_KINDS;
}

static const struct bv_text arms[KRIEGSPIEL_KINDS] = {
    {"soldats", "soldiers"}, {"cavaliers", "cavalry"}, {"canons", "cannons"}};

/* Whether some plate of the seat has not been given its first facing (K8). */
static bool has_unturned(const struct bv_terms *terms, const struct kriegspiel_state *s, int seat)
{
    for (unsigned slot = 0; slot < KRIEGSPIEL_SLOTS; slot++) {
        unsigned plate = s->plate[s->side][slot];
        bool own = terms->form->seats == 2 || kriegspiel_kind(slot) == kind_of_seat(seat);
        if (own && kriegspiel_figures(plate) && kriegspiel_facing(plate) == KRIEGSPIEL_UNTURNED)
            return true;
    }
    return false;
}

/* `Soldats 4, cavaliers 5, canons 3`: what is left to the kinds that a seat commands. */
static void ask_to_move(const struct bv_terms *terms, const struct kriegspiel_state *s, int seat,
                        struct bv_facts *facts)
{
    static const struct bv_text all = {"Mouvements : ", "Movements left: "};
    static const struct bv_text each = {"%w %n", "%w %n"};
    static const struct bv_text one[KRIEGSPIEL_KINDS] = {
        {"Soldats : il reste %n %(mouvement|mouvements)",
         "Soldiers: %n %(movement|movements) left"},
        {"Cavaliers : il reste %n %(mouvement|mouvements)",
         "Cavalry: %n %(movement|movements) left"},
        {"Canons : il reste %n %(mouvement|mouvements)", "Cannons: %n %(movement|movements) left"},
    };
    static const struct bv_text half = {
        "Chaque plateau se tourne d'abord à gauche ou à droite, sans frais",
        "Each plate first turns left or right, free of cost"};
    static const struct bv_text spent = {"Plus de mouvements : transférez, ou terminez la phase",
                                         "No movements left: transfer, or end the phase"};
    unsigned own = kind_of_seat(seat);
    unsigned left = 0;
    struct bv_blanks none = {0};
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
        left += terms->form->seats == 2 || kind == own ? s->points[kind] : 0;
    if (has_unturned(terms, s, seat)) bv_prompt(&facts->bound, half, none);
    if (!left) {
        bv_prompt(&facts->asked, spent, none);
        return;
    }
    if (terms->form->seats != 2) {
        bv_prompt(&facts->asked, one[own], (struct bv_blanks){.number = s->points[own]});
        return;
    }
    bv_prompt(&facts->asked, all, none);
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++) {
        if (kind) bv_prompt(&facts->asked, (struct bv_text){", ", ", "}, none);
        bv_prompt(&facts->asked, each,
                  (struct bv_blanks){.word = arms[kind], .number = s->points[kind]});
    }
}

/* Which kinds have a shot now. */
static void ask_to_fire(const struct kriegspiel_state *s, const bv_action *list, uint32_t count,
                        struct bv_facts *facts)
{
    static const struct bv_text fire = {"Tirez, ou terminez la phase", "Fire, or end the phase"};
    static const struct bv_text once = {"Un seul tir par arme ; peuvent tirer : ",
                                        "One shot for each arm; may fire: "};
    unsigned able = 0;
    for (uint32_t i = 0; i < count; i++)
        if (kriegspiel_action_kind(list[i]) == KRIEGSPIEL_SHOOT)
            able |= 1U << kriegspiel_kind(s->field[kriegspiel_at(list[i])] & KRIEGSPIEL_SLOT_MASK);
    bv_prompt(&facts->asked, fire, (struct bv_blanks){0});
    bv_prompt(&facts->bound, once, (struct bv_blanks){0});
    for (unsigned kind = 0, told = 0; kind < KRIEGSPIEL_KINDS; kind++)
        if (able >> kind & 1)
            bv_prompt(&facts->bound,
                      told++ ? (struct bv_text){", %w", ", %w"} : (struct bv_text){"%w", "%w"},
                      (struct bv_blanks){.word = arms[kind]});
}

static void ask(const struct bv_terms *terms, const union bv_state *view, int seat,
                struct bv_facts *facts)
{
    static const struct bv_text nothing[] = {
        [KRIEGSPIEL_MOVE] = {"Aucun mouvement possible : terminez la phase",
                             "No movement possible: end the phase"},
        [KRIEGSPIEL_FIRE] = {"Aucun tir possible : terminez la phase",
                             "No shot possible: end the phase"},
    };
    const struct kriegspiel_state *s = &view->kriegspiel;
    bv_action list[KRIEGSPIEL_LIST_CAP];
    uint32_t count = kriegspiel_legal(terms, view, seat, list);
    if (count == 1) /* `.` alone */
        bv_prompt(&facts->asked, nothing[s->phase], (struct bv_blanks){0});
    else if (s->phase == KRIEGSPIEL_MOVE)
        ask_to_move(terms, s, seat, facts);
    else
        ask_to_fire(s, list, count, facts);
}

void kriegspiel_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
                      struct bv_facts *facts)
{
    const struct kriegspiel_tables *tables = &terms->tables->kriegspiel;
    const struct kriegspiel_state *s = &view->kriegspiel;
    facts->phase = kriegspiel_phase_names[s->phase];
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bv_fact(facts, &figures, side, (int32_t)kriegspiel_army(s, (unsigned)side), 0);
        for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
            bv_fact(facts, &plates[kind], side, s->plates[side][kind], 0);
    }
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++) {
        if (s->phase == KRIEGSPIEL_MOVE)
            bv_fact(facts, &movements[kind], s->side, s->points[kind], tables->points[kind]);
        if (s->phase == KRIEGSPIEL_FIRE)
            bv_fact(facts, &shots[kind], s->side, !(s->fired >> kind & 1), 1);
    }
    bv_fact(facts, &quiet, BV_NO_SIDE, s->quiet, tables->quiet);
    bool acts = s->phase == KRIEGSPIEL_MOVE || s->phase == KRIEGSPIEL_FIRE;
    if (acts && seat < terms->form->seats) ask(terms, view, seat, facts);
}
