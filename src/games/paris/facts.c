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
static const struct bv_fact_words soldiers_inside = {
    "soldiers-inside",
    false,
    {"Soldat dans la forteresse", "Soldier inside"},
    {"Soldats dans la forteresse", "Soldiers inside"}};
static const struct bv_fact_words officers_inside = {
    "officers-inside",
    false,
    {"officier dans la forteresse", "officer inside"},
    {"officiers dans la forteresse", "officers inside"}};
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

static void add_facts(const struct bv_terms *terms, const struct paris_state *s,
                      struct bv_facts *facts)
{
    const struct paris_tables *t = &terms->tables->paris;
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
    bv_fact(facts, &quiet, BV_NO_SIDE, s->quiet, paris_quiet_limit(terms));
}

/* Adds the men that a list of actions begins with, each once. */
static void add_men(const struct bv_terms *terms, const struct paris_state *s,
                    const bv_action *action, uint32_t count, struct bv_prompt *prompt)
{
    struct bv_standing_piece list[PARIS_MOVES_MAX];
    uint32_t men = 0;
    for (uint32_t i = 0; i < count; i++) {
        int from = paris_from(action[i]);
        uint32_t known = 0;
        while (known < men && list[known].point != from) known++;
        if (known == men) list[men++] = (struct bv_standing_piece){paris_index(s->at[from]), from};
    }
    bv_prompt_pieces(prompt, terms, list, men);
}

/* What binds the garrison: a summons, or the duty to come out. */
static void limit_garrison(const struct bv_terms *terms, const struct paris_state *s,
                           struct bv_prompt *bound)
{
    static const struct bv_text summons = {"Vous devez prendre le %p en %t (sommation), avec : ",
                                           "You must capture the %p on %t (summons) with: "};
    static const struct bv_text sortie = {
        "Vos Soldats sortis sont bloqués, un officier doit sortir : ",
        "Your Soldiers outside are stuck, an officer must come out: "};
    bv_action list[PARIS_MOVES_MAX];
    char name[BV_NAME_MAX];
    struct bv_out out = bv_out_into(name, sizeof name);
    uint32_t free = paris_garrison_moves(terms, s, list);
    uint32_t count = paris_bound_moves(terms, s, list);
    if (s->summoned != PARIS_NOWHERE) {
        paris_point(terms, s->summoned, &out);
        bv_prompt(bound, summons,
                  (struct bv_blanks){.piece = terms->game->piece[paris_index(s->at[s->summoned])],
                                     .to = name});
    } else if (count < free) {
        bv_prompt(bound, sortie, (struct bv_blanks){0});
    } else {
        return;
    }
    add_men(terms, s, list, count, bound);
}

static void ask(const struct bv_terms *terms, const struct paris_state *s, struct bv_facts *facts)
{
    static const struct bv_text place[] = {
        [PARIS_PLACE_GENERAL] = {"Placez le Général dans la forteresse",
                                 "Place the General in the fortress"},
        [PARIS_PLACE_COLONEL] = {"Placez le Colonel dans la forteresse",
                                 "Place the Colonel in the fortress"},
    };
    static const struct bv_text play[PARIS_ARMIES] = {
        {"Jouez une pièce de la garnison", "Move a piece of the garrison"},
        {"Jouez une pièce blanche", "Move a white piece"},
        {"Jouez une pièce noire", "Move a black piece"},
    };
    static const struct bv_text pass = {"Aucun coup possible : passez", "No move possible: pass"};
    static const struct bv_text summon = {"Vous pouvez sommer la garnison de prendre",
                                          "You may summon the garrison to capture"};
    static const struct bv_text choice = {"Elle peut prendre : ", "It could capture: "};
    bv_action list[PARIS_MOVES_MAX];
    struct bv_blanks none = {0};
    int army = paris_turn(s);
    if (s->phase == PARIS_SUMMONS) {
        bv_prompt(&facts->asked, summon, none);
        bv_prompt(&facts->bound, choice, none);
        add_men(terms, s, list, paris_summonses(terms, s, list), &facts->bound);
    } else if (s->phase == PARIS_MOVE) {
        bool stuck = army != PARIS_GARRISON && !paris_besieger_moves(terms, s, army, list);
        bv_prompt(&facts->asked, stuck ? pass : play[army], none); /* P21 */
        if (army == PARIS_GARRISON) limit_garrison(terms, s, &facts->bound);
    } else if (s->phase != PARIS_OVER) {
        bv_prompt(&facts->asked, place[s->phase], none);
    }
}

void paris_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
                 struct bv_facts *facts)
{
    static const char *const phases[PARIS_PHASES] = {"general", "colonel", "move", "summons",
                                                     "over"};
    const struct paris_state *s = &view->paris;
    (void)seat;
    facts->phase = phases[s->phase];
    add_facts(terms, s, facts);
    ask(terms, s, facts);
}
