/* The men left of each army, who is inside the fortress, and what binds the garrison. */
#include "core/facts.h"
#include "games/storage.h"

static const struct bv_fact_words garrison = {"garrison",
                                              true,
                                              {"homme dans la garnison", "man in the garrison"},
                                              {"hommes dans la garnison", "men in the garrison"}};
static const struct bv_fact_words armies[] = {
    {"white", true, {"blanc", "white"}, {"blancs", "white"}},
    {"black", true, {"noir", "black"}, {"noirs", "black"}},
};
static const struct bv_fact_words soldiers = {
    "soldiers", false, {"Soldat", "Soldier"}, {"Soldats", "Soldiers"}};
static const struct bv_fact_words officers = {
    "officers", false, {"officier", "officer"}, {"officiers", "officers"}};
static const struct bv_fact_words soldiers_inside = {"soldiers-inside",
                                                     false,
                                                     {"Soldat dans la place", "Soldier inside"},
                                                     {"Soldats dans la place", "Soldiers inside"}};
static const struct bv_fact_words officers_inside = {
    "officers-inside",
    false,
    {"officier dans la place", "officer inside"},
    {"officiers dans la place", "officers inside"}};
static const struct bv_fact_words moves = {"moves", false, {"coup", "move"}, {"coups", "moves"}};
static const struct bv_fact_words quiet = {"quiet",
                                           false,
                                           {"coup sans progrès", "move without progress"},
                                           {"coups sans progrès", "moves without progress"}};

static int men_of(const struct paris_state *s, int army)
{
    int men = 0;
    for (int point = 0; point < PARIS_POINTS; point++)
        men += s->at[point] && paris_army_of(s->at[point]) == army;
    return men;
}

static void add_facts(const struct paris_tables *t, const struct paris_state *s,
                      struct bv_facts *facts)
{
    enum { GARRISON, BESIEGERS };
    if (s->phase != PARIS_PLACE_GENERAL)
        bv_fact(facts, &garrison, GARRISON, men_of(s, PARIS_GARRISON), 0);
    bv_fact(facts, &armies[0], BESIEGERS, men_of(s, PARIS_WHITE), 0);
    bv_fact(facts, &armies[1], BESIEGERS, men_of(s, PARIS_BLACK), 0);
    bv_fact(facts, &soldiers, BESIEGERS, s->soldiers_left, 0);
    bv_fact(facts, &officers, BESIEGERS, s->officers_left, 0);
    bv_fact(facts, &soldiers_inside, BESIEGERS, paris_soldiers_inside(s), t->storm_soldiers);
    bv_fact(facts, &officers_inside, BESIEGERS, paris_officers_inside(s), t->storm_officers);
    bv_fact(facts, &moves, BV_NO_SIDE, s->moves, t->all_moves);
    bv_fact(facts, &quiet, BV_NO_SIDE, s->quiet, t->quiet_moves);
}

/* What binds the garrison: a summons, or the duty to come out. */
static void limit(const struct bv_terms *terms, const struct paris_state *s,
                  struct bv_prompt *bound)
{
    static const struct bv_text summons = {"Sommation : il faut prendre en %t",
                                           "Summons: capture on %t"};
    static const struct bv_text sortie = {
        "Les Soldats sortis sont bloqués : un officier doit sortir",
        "The Soldiers outside are stuck: an officer must come out"};
    bv_action list[PARIS_MOVES_MAX];
    char name[BV_NAME_MAX];
    struct bv_out out = bv_out_into(name, sizeof name);
    if (s->summoned != PARIS_NOWHERE) {
        paris_point(terms, s->summoned, &out);
        bv_prompt(bound, summons, (struct bv_blanks){.to = name});
    } else if (paris_turn(s) == PARIS_GARRISON &&
               paris_bound_moves(terms, s, list) < paris_garrison_moves(terms, s, list)) {
        bv_prompt(bound, sortie, (struct bv_blanks){0});
    }
}

void paris_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
                 struct bv_facts *facts)
{
    static const struct bv_text asked[PARIS_PHASES] = {
        [PARIS_PLACE_GENERAL] = {"Placez le Général dans la forteresse",
                                 "Place the General in the fortress"},
        [PARIS_PLACE_COLONEL] = {"Placez le Colonel dans la forteresse",
                                 "Place the Colonel in the fortress"},
        [PARIS_SUMMONS] = {"Sommez la garnison de prendre, ou passez",
                           "Summon the garrison to capture, or pass"},
    };
    static const char *const phases[PARIS_PHASES] = {"general", "colonel", "move", "summons",
                                                     "over"};
    const struct paris_state *s = &view->paris;
    (void)seat;
    facts->phase = phases[s->phase];
    add_facts(&terms->tables->paris, s, facts);
    if (asked[s->phase].fr) bv_prompt(&facts->asked, asked[s->phase], (struct bv_blanks){0});
    if (s->phase == PARIS_MOVE) limit(terms, s, &facts->bound);
}
