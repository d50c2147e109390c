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

static void ask_to_move(const struct bv_terms *terms, const struct kriegspiel_state *s, int seat,
                        struct bv_prompt *asked)
{
    static const struct bv_text all[KRIEGSPIEL_KINDS] = {
        {"Mouvements : soldats %n", "Movements: soldiers %n"},
        {", cavaliers %n", ", cavalry %n"},
        {", canons %n", ", cannons %n"},
    };
    static const struct bv_text one[KRIEGSPIEL_KINDS] = {
        {"Soldats : %n %(mouvement|mouvements)", "Soldiers: %n %(movement|movements)"},
        {"Cavaliers : %n %(mouvement|mouvements)", "Cavalry: %n %(movement|movements)"},
        {"Canons : %n %(mouvement|mouvements)", "Cannons: %n %(movement|movements)"},
    };
    unsigned own = kind_of_seat(seat);
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++) {
        struct bv_blanks blanks = {.number = s->points[kind]};
        if (terms->form->seats == 2)
            bv_prompt(asked, all[kind], blanks);
        else if (kind == own)
            bv_prompt(asked, one[kind], blanks);
    }
}

static void ask_to_fire(const struct bv_terms *terms, struct bv_prompt *asked)
{
    static const struct bv_text all = {"Tirez : un coup de canon, un de soldats, un de cavaliers",
                                       "Fire: one shot each of cannons, soldiers and cavalry"};
    static const struct bv_text one = {"Tirez, ou finissez la phase", "Fire, or end the phase"};
    bv_prompt(asked, terms->form->seats == 2 ? all : one, (struct bv_blanks){0});
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
    if (s->phase == KRIEGSPIEL_MOVE) ask_to_move(terms, s, seat, &facts->asked);
    if (s->phase == KRIEGSPIEL_FIRE) ask_to_fire(terms, &facts->asked);
}
