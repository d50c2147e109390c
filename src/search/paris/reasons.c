/* What hints say at Siège de Paris. */
#include "games/storage.h"
#include "search/paris/player.h"

enum { SOLDIER = 100, OFFICER = 130, ENTRY = 200, PLACING = 1000 };

/* The garrison is never captured (P17); then the five ranks of each army. */
static const int16_t piece_worth[] = {0,       0,       0,       OFFICER, OFFICER, OFFICER, OFFICER,
                                      SOLDIER, OFFICER, OFFICER, OFFICER, OFFICER, SOLDIER};

enum { CAPTURE, ENTERS };

static const struct reason_threat_words threat_words[] = {
    [CAPTURE] = REASON_CAPTURE_WORDS,
    [ENTERS] = {{"Ce coup menace d'entrer dans la forteresse : %p, par %t",
                 "It threatens to enter the fortress: %p, by %t"},
                {"Ce coup ferme l'entrée %t, que menaçait : %p en %f",
                 "It closes the entry %t, which was threatened by: %p on %f"}},
};

/* ---- Threats --------------------------------------------------------------------------------- */

static void add_captures(const struct bv_terms *terms, const struct paris_state *s,
                         struct reason_threat_list *list)
{
    bv_action action[PARIS_MOVES_MAX];
    uint32_t count = paris_garrison_captures(terms, s, action);
    for (uint32_t i = 0; i < count; i++) {
        int to = paris_to(action[i]);
        uint8_t piece = paris_index(s->at[to]);
        struct reason_threat threat = {.kind = CAPTURE,
                                       .piece = piece,
                                       .from = (int16_t)paris_from(action[i]),
                                       .to = (int16_t)to,
                                       .worth = piece_worth[piece]};
        reason_add_threat(list, &threat);
    }
}

static void add_entries(const struct bv_terms *terms, const struct paris_state *s, int army,
                        struct reason_threat_list *list)
{
    bv_action action[PARIS_MOVES_MAX];
    uint32_t count = paris_besieger_moves(terms, s, army, action);
    for (uint32_t i = 0; i < count; i++) {
        int from = paris_from(action[i]);
        int to = paris_to(action[i]);
        if (paris_is_circle(from) || !paris_is_circle(to)) continue;
        struct reason_threat threat = {.kind = ENTERS,
                                       .piece = paris_index(s->at[from]),
                                       .from = (int16_t)from,
                                       .to = (int16_t)to,
                                       .worth = ENTRY};
        reason_add_threat(list, &threat);
    }
}

static void threats(const struct bv_terms *terms, const union bv_state *state, int side,
                    struct reason_threat_list *list)
{
    const struct paris_state *s = &state->paris;
    if (s->phase == PARIS_PLACE_GENERAL || s->phase == PARIS_PLACE_COLONEL) return;
    if (side == PARIS_GARRISON) {
        add_captures(terms, s, list);
        return;
    }
    add_entries(terms, s, PARIS_WHITE, list);
    add_entries(terms, s, PARIS_BLACK, list);
}

/* ---- Aspects --------------------------------------------------------------------------------- */

enum {
    SOLDIERS_INSIDE,
    OFFICERS_INSIDE,
    EXITS_HELD,
    FAR_FROM_EXITS,
    EXPOSED,
    ENEMY_MOVES,
    GATES_GUARDED,
    EXITS_PLUGGED,
    OUTSIDE,
    FAR_FROM_PREY,
    OWN_MOVES,
    ASPECTS
};

static const struct reason_aspect aspects[ASPECTS] = {
    [SOLDIERS_INSIDE] = {260,
                         {"Ce coup fait entrer un Soldat : %n dans la forteresse",
                          "It brings a Soldier in: %n inside the fortress"}},
    [OFFICERS_INSIDE] = {130,
                         {"Ce coup fait entrer un officier : %n dans la forteresse",
                          "It brings an officer in: %n inside the fortress"}},
    [EXITS_HELD] = {30, {"Ce coup occupe une sortie : %p en %t", "It occupies an exit: %p on %t"}},
    [FAR_FROM_EXITS] = {-3,
                        {"Ce coup avance vers les sorties : %p en %t",
                         "It advances towards the exits: %p on %t"}},
    [EXPOSED] =
        {-12,
         {"Ce coup serre les rangs : %n %(assiégeant isolé|assiégeants isolés) près de la "
          "garnison, au lieu de %m",
          "It closes ranks: %n unprotected %(besieger|besiegers) near the garrison, instead "
          "of %m"}},
    [ENEMY_MOVES] = {-5,
                     {"Ce coup réduit à %n les coups possibles de la garnison (%m avant)",
                      "It cuts the garrison's moves to %n (%m before)"}},
    [GATES_GUARDED] = {30, {"Ce coup garde une porte : %p en %t", "It guards a gate: %p on %t"}},
    [EXITS_PLUGGED] = {24,
                       {"Ce coup barre une sortie aux assiégeants : %p en %t",
                        "It bars an exit to the besiegers: %p on %t"}},
    [OUTSIDE] = {14,
                 {"Ce coup fait une sortie : %n %(homme libre|hommes libres) hors des murs",
                  "It makes a sortie: %n free %(man|men) outside the walls"}},
    [FAR_FROM_PREY] = {-4,
                       {"Ce coup approche d'un assiégeant isolé : %p en %t",
                        "It comes nearer to an unprotected besieger: %p on %t"}},
    [OWN_MOVES] = {3,
                   {"Ce coup donne de l'air à la garnison : %n coups possibles au lieu de %m",
                    "It gives the garrison room: %n moves instead of %m"}},
};

enum { NEAR = 3, FAR = 10 };

static int between(const struct paris_tables *t, int point, int other)
{
    int across = t->file[point] - t->file[other];
    int along = t->rank[point] - t->rank[other];
    if (across < 0) across = -across;
    if (along < 0) along = -along;
    return across > along ? across : along;
}

static int nearest_man_of_garrison(const struct paris_tables *t, const struct paris_state *s,
                                   int point)
{
    int nearest = FAR;
    for (int i = 0; i < PARIS_SLOTS; i++) {
        int man = s->slot[PARIS_GARRISON][i];
        if (man == PARIS_NOWHERE || paris_is_circle(man)) continue;
        int steps = between(t, man, point);
        if (steps < nearest) nearest = steps;
    }
    return nearest;
}

static int nearest_exit(const struct paris_tables *t, int point)
{
    int nearest = FAR;
    for (int exit = PARIS_CIRCLES; exit < PARIS_JOINED; exit++) {
        int steps = between(t, exit, point);
        if (steps < nearest) nearest = steps;
    }
    return nearest;
}

static void measure_besiegers(const struct bv_terms *terms, const struct paris_state *s,
                              int32_t *value)
{
    const struct paris_tables *t = &terms->tables->paris;
    value[SOLDIERS_INSIDE] = paris_soldiers_inside(s);
    value[OFFICERS_INSIDE] = paris_officers_inside(s);
    for (int point = PARIS_CIRCLES; point < t->points; point++) {
        if (!paris_is_besieger(s->at[point])) continue;
        value[EXITS_HELD] += point < PARIS_JOINED;
        value[FAR_FROM_EXITS] += nearest_exit(t, point);
        value[EXPOSED] +=
            nearest_man_of_garrison(t, s, point) <= NEAR && !paris_is_protected(terms, s, point);
    }
}

static bool is_gate(const struct paris_tables *t, int circle)
{
    for (const uint8_t *to = t->line[circle]; *to != PARIS_NOWHERE; to++)
        if (!paris_is_circle(*to)) return true;
    return false;
}

/* The way of the nearest man outside to a besieger without protection. */
static int32_t far_from_prey(const struct bv_terms *terms, const struct paris_state *s)
{
    const struct paris_tables *t = &terms->tables->paris;
    int nearest = FAR;
    for (int point = PARIS_CIRCLES; point < t->points; point++) {
        if (!paris_is_besieger(s->at[point])) continue;
        int steps = nearest_man_of_garrison(t, s, point);
        if (steps < nearest && !paris_is_protected(terms, s, point)) nearest = steps;
    }
    return nearest;
}

static void measure_garrison(const struct bv_terms *terms, const struct paris_state *s,
                             int32_t *value)
{
    const struct paris_tables *t = &terms->tables->paris;
    for (int i = 0; i < PARIS_SLOTS; i++) {
        int man = s->slot[PARIS_GARRISON][i];
        if (man == PARIS_NOWHERE) continue;
        value[GATES_GUARDED] += paris_is_circle(man) && is_gate(t, man);
        value[EXITS_PLUGGED] += !paris_is_circle(man) && man < PARIS_JOINED;
        value[OUTSIDE] += !paris_is_circle(man);
    }
    value[FAR_FROM_PREY] = far_from_prey(terms, s);
}

static void measure(const struct bv_terms *terms, const union bv_state *state, int side,
                    int32_t *value)
{
    const struct paris_state *s = &state->paris;
    bv_action list[PARIS_MOVES_MAX];
    if (s->phase == PARIS_PLACE_GENERAL || s->phase == PARIS_PLACE_COLONEL) return;
    int32_t moves = (int32_t)paris_garrison_moves(terms, s, list);
    value[side == PARIS_GARRISON ? OWN_MOVES : ENEMY_MOVES] = moves;
    if (side == PARIS_GARRISON)
        measure_garrison(terms, s, value);
    else
        measure_besiegers(terms, s, value);
}

/* ---- Actions --------------------------------------------------------------------------------- */

/* A summons: who has to answer it (P19). */
static void explain_summons(const struct bv_terms *terms, const struct paris_state *s, int point,
                            struct reason *reason)
{
    static const struct bv_text one = {"La sommation oblige à quitter sa place : %p en %f",
                                       "The summons drags out of its place: %p on %f"};
    static const struct bv_text several = {"La sommation oblige la garnison à prendre en %t",
                                           "The summons obliges the garrison to capture on %t"};
    bv_action list[PARIS_MOVES_MAX];
    uint32_t count = paris_garrison_captures(terms, s, list);
    int takers = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (paris_to(list[i]) != point) continue;
        takers++;
        reason->from = (int16_t)paris_from(list[i]);
        reason->piece = paris_index(s->at[paris_from(list[i])]);
    }
    reason->to = (int16_t)point;
    reason->words = takers == 1 ? one : several;
    reason->worth = ENTRY;
}

static void explain_placing(const struct bv_terms *terms, int circle, struct reason *reason)
{
    static const struct bv_text gate = {"Il garde la porte %t dès le début",
                                        "He guards the gate %t from the start"};
    static const struct bv_text inner = {"Il reste à l'intérieur, libre d'aller où l'on entre",
                                         "He stays within, free to go where the enemy enters"};
    reason->to = (int16_t)circle;
    reason->words = is_gate(&terms->tables->paris, circle) ? gate : inner;
    reason->worth = PLACING;
}

static void action(const struct bv_terms *terms, const union bv_state *before, int seat,
                   bv_action action, struct reason *reason)
{
    static const struct bv_text none = {
        "Aucune sommation ne vaut la pièce qu'elle offrirait à la garnison",
        "No summons is worth the piece that it would offer to the garrison"};
    (void)seat;
    switch (paris_action_kind(action)) {
    case PARIS_DO_SUMMON: explain_summons(terms, &before->paris, paris_from(action), reason); break;
    case PARIS_DO_GENERAL:
    case PARIS_DO_COLONEL: explain_placing(terms, paris_from(action), reason); break;
    case PARIS_DO_END:
        if (before->paris.phase != PARIS_SUMMONS) break;
        reason->words = none;
        reason->worth = ENTRY;
        break;
    default: break;
    }
}

const struct reason_source paris_reasons = {
    .piece_worth = piece_worth,
    .threat = threat_words,
    .threats = threats,
    .aspects = ASPECTS,
    .aspect = aspects,
    .measure = measure,
    .action = action,
};
