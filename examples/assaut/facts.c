/* How many are left of each side, and what an Officer that goes on capturing must do. */
#include "core/facts.h"

#include "games/storage.h"

static const struct bv_fact_words left[] = {
    [ASSAUT_SOLDIERS] = {"soldiers", true, {"Soldat", "Soldier"}, {"Soldats", "Soldiers"}},
    [ASSAUT_OFFICERS] = {"officers", true, {"Officier", "Officer"}, {"Officiers", "Officers"}},
};

void assaut_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
                  struct bv_facts *facts)
{
    static const struct bv_text move[] = {
        [ASSAUT_SOLDIERS] = {"Avancez un Soldat", "Move a Soldier forward"},
        [ASSAUT_OFFICERS] = {"Jouez un Officier", "Move an Officer"},
    };
    static const struct bv_text go_on = {"L'Officier qui a pris continue de prendre",
                                         "The Officer that captured goes on capturing"};
    const struct assaut_state *s = &view->assaut;
    (void)terms;
    (void)seat;
    facts->phase = s->standing ? "over" : "move";
    for (int side = 0; side < 2; side++)
        bv_fact(facts, &left[side], side, bv_count64(s->piece[side]), 0);
    if (!s->standing) bv_prompt(&facts->asked, move[s->side], (struct bv_blanks){0});
    if (s->leaping) bv_prompt(&facts->bound, go_on, (struct bv_blanks){0}); /* A8 */
}
