/* What hints say at Kriegspiel. */
#include "search/kriegspiel/judge.h"
#include "search/kriegspiel/player.h"

static const int16_t piece_worth[] = {100, 150, 300, 0};

/* A shot as the plates stand, or one that needs movements before. */
enum { AIMED, IN_REACH };

static const struct reason_threat_words threat_words[] = {
    [AIMED] = {{"Ce mouvement permet un tir sur : %p en %t", "It allows a shot at: %p on %t"},
               {"Ce mouvement sort de la ligne de tir : %p en %t",
                "It leaves the line of fire: %p on %t"}},
    [IN_REACH] = {{"Ce mouvement met sous menace de tir : %p en %t",
                   "It brings under threat of fire: %p on %t"},
                  {"Ce mouvement met hors d'atteinte : %p en %t",
                   "It takes out of the enemy's reach: %p on %t"}},
};

/* ---- Threats --------------------------------------------------------------------------------- */

static void add_aimed(const struct kriegspiel_lore *lore, const struct kriegspiel_tables *tables,
                      const struct kriegspiel_state *s, unsigned side,
                      struct reason_threat_list *list)
{
    for (unsigned left = kriegspiel_filled(s, side); left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        unsigned plate = s->plate[side][slot];
        unsigned at = kriegspiel_hex(plate);
        unsigned facing = kriegspiel_facing(plate);
        unsigned target = kriegspiel_target_from(tables, s, side, slot, at, facing);
        if (target == KRIEGSPIEL_OUTSIDE) continue;
        struct reason_threat threat = {
            .kind = AIMED,
            .piece = (uint8_t)kriegspiel_kind(s->field[target] & KRIEGSPIEL_SLOT_MASK),
            .from = BV_NOWHERE, /* the enemy may fire back: that alone is no reason against it */
            .to = (int16_t)target,
            .worth = 2 * kriegspiel_shot(lore, tables, s, side, slot, at, facing),
        };
        reason_add_threat(list, &threat);
    }
}

static void add_in_reach(const struct kriegspiel_lore *lore, const struct bv_terms *terms,
                         const struct kriegspiel_state *s, unsigned side,
                         struct reason_threat_list *list)
{
    struct kriegspiel_danger danger;
    unsigned enemy = side ^ 1U;
    kriegspiel_danger_make(&danger, lore, terms, s, side, 0);
    for (unsigned left = kriegspiel_filled(s, enemy); left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        unsigned plate = s->plate[enemy][slot];
        int32_t worst = 0;
        for (unsigned arm = 0; arm < KRIEGSPIEL_KINDS; arm++) {
            unsigned figures = danger.figures[arm][kriegspiel_hex(plate)];
            int32_t loss = kriegspiel_loss(lore, arm, figures, slot, plate);
            if (loss > worst) worst = loss;
        }
        struct reason_threat threat = {
            .kind = IN_REACH,
            .piece = (uint8_t)kriegspiel_kind(slot),
            .from = BV_NOWHERE,
            .to = (int16_t)kriegspiel_hex(plate),
            .worth = worst,
        };
        if (worst) reason_add_threat(list, &threat);
    }
}

static void threats(const struct bv_terms *terms, const union bv_state *state, int side,
                    struct reason_threat_list *list)
{
    const struct kriegspiel_tables *tables = &terms->tables->kriegspiel;
    struct kriegspiel_lore lore;
    if (state->kriegspiel.phase == KRIEGSPIEL_LOTS) return;
    kriegspiel_lore_make(&lore, tables);
    add_aimed(&lore, tables, &state->kriegspiel, (unsigned)side, list);
    add_in_reach(&lore, terms, &state->kriegspiel, (unsigned)side, list);
}

/* ---- Aspects --------------------------------------------------------------------------------- */

enum { FAR, UNTURNED, ASPECTS };

static const struct reason_aspect aspects[ASPECTS] = {
    [FAR] = {-4,
             {"Ce mouvement approche de l'ennemi : %p en %t",
              "It comes nearer to the enemy: %p on %t"}},
    [UNTURNED] = {-1,
                  {"Cette orientation prépare l'avance : %p en %t",
                   "This facing prepares the advance: %p on %t"}},
};

static void measure(const struct bv_terms *terms, const union bv_state *state, int side,
                    int32_t *value)
{
    const struct kriegspiel_state *s = &state->kriegspiel;
    struct kriegspiel_lore lore;
    kriegspiel_lore_make(&lore, &terms->tables->kriegspiel);
    value[FAR] = kriegspiel_farness(&lore, s, (unsigned)side);
    for (unsigned left = kriegspiel_filled(s, (unsigned)side); left; left &= left - 1)
        value[UNTURNED] +=
            kriegspiel_facing(s->plate[side][__builtin_ctz(left)]) == KRIEGSPIEL_UNTURNED;
}

/* ---- Actions --------------------------------------------------------------------------------- */

enum { FACES = 6, TOLD = 1000 };

/* With how many faces of the die a shot puts something out (the table of K30). */
static int32_t hitting_faces(const struct kriegspiel_state *s, unsigned at, unsigned target)
{
    unsigned slot = s->field[at] & KRIEGSPIEL_SLOT_MASK;
    unsigned kind = kriegspiel_kind(slot);
    unsigned prey = kriegspiel_kind(s->field[target] & KRIEGSPIEL_SLOT_MASK);
    unsigned figures = kriegspiel_figures(s->plate[s->side][slot]);
    if (kriegspiel_is_duel(kind, prey)) return 1;
    int32_t faces = 0;
    for (unsigned die = 0; die < FACES; die++)
        faces += kriegspiel_hits(kind, figures, prey, die) > 0;
    return faces;
}

static void explain_shot(const struct kriegspiel_state *s, bv_action action, struct reason *reason)
{
    unsigned target = kriegspiel_to(action);
    reason->words = (struct bv_text){"Ce tir porte %n fois sur 6 : %p en %t",
                                     "This shot tells %n times in 6: %p on %t"};
    reason->piece = (uint8_t)kriegspiel_kind(s->field[target] & KRIEGSPIEL_SLOT_MASK);
    reason->to = (int16_t)target;
    reason->number = hitting_faces(s, kriegspiel_at(action), target);
    reason->worth = TOLD;
}

static void explain_transfer(const struct kriegspiel_state *s, bv_action action,
                             struct reason *reason)
{
    unsigned to = kriegspiel_to(action);
    unsigned slot = s->field[to] & KRIEGSPIEL_SLOT_MASK;
    reason->words = (struct bv_text){"Ce transfert renforce : %p en %t, désormais %n",
                                     "This transfer reinforces: %p on %t, now %n"};
    reason->piece = (uint8_t)kriegspiel_kind(slot);
    reason->to = (int16_t)to;
    reason->number =
        (int32_t)(kriegspiel_figures(s->plate[s->side][slot]) + kriegspiel_amount(action));
    reason->worth = 1;
}

/* The end of a movement: what can be fired now. */
static void explain_end(const struct bv_terms *terms, const struct kriegspiel_state *s,
                        struct reason *reason)
{
    struct kriegspiel_lore lore;
    struct reason_threat_list aimed = {0};
    if (s->phase != KRIEGSPIEL_MOVE) return;
    kriegspiel_lore_make(&lore, &terms->tables->kriegspiel);
    add_aimed(&lore, &terms->tables->kriegspiel, s, s->side, &aimed);
    reason->number = (int32_t)aimed.count;
    reason->words =
        aimed.count
            ? (struct bv_text){"Tout est en place : %n %(cible|cibles) dans la ligne de tir",
                               "All is in place: %n %(target|targets) in the line of fire"}
            : (struct bv_text){"Avancer davantage exposerait les plateaux sans rien gagner",
                               "To move on would expose plates and gain nothing"};
    reason->worth = TOLD;
}

static void action(const struct bv_terms *terms, const union bv_state *before, int seat,
                   bv_action action, struct reason *reason)
{
    const struct kriegspiel_state *s = &before->kriegspiel;
    (void)seat;
    switch (kriegspiel_action_kind(action)) {
    case KRIEGSPIEL_SHOOT: explain_shot(s, action, reason); break;
    case KRIEGSPIEL_GIVE: explain_transfer(s, action, reason); break;
    case KRIEGSPIEL_PASS: explain_end(terms, s, reason); break;
    default: break;
    }
}

const struct reason_source kriegspiel_reasons = {
    .piece_worth = piece_worth,
    .threat = threat_words,
    .threats = threats,
    .aspects = ASPECTS,
    .aspect = aspects,
    .measure = measure,
    .action = action,
};
