/* Who is left on each side, how long nothing has happened, and when a capture is compulsory. */
#include "core/facts.h"

#include "games/storage.h"

static const struct bv_fact_words knights = {
    "knights", true, {"Chevalier", "Knight"}, {"Chevaliers", "Knights"}};
static const struct bv_fact_words men = {
    "men", true, {"Gens d'Armes", "Man-at-arms"}, {"Gens d'Armes", "Men-at-arms"}};
static const struct bv_fact_words quiet = {
    "quiet",
    false,
    {"coup sans prise ni avance", "move without progress"},
    {"coups sans prise ni avance", "moves without progress"}};

static void limit(const struct bv_terms *terms, const struct chevaliers_state *s,
                  struct bv_prompt *bound)
{
    static const struct bv_text called = {"La faute a été signalée : il faut prendre",
                                          "The fault was called: a capture must be made"};
    static const struct bv_text fault = {
        "L'adversaire a oublié de prendre : vous pouvez le signaler avant de jouer",
        "The opponent overlooked a capture: you may call it before you play"};
    static const struct bv_text obliged = {"Une prise est possible : elle est obligatoire",
                                           "A capture is possible: it is compulsory"};
    if (s->called)
        bv_prompt(bound, called, (struct bv_blanks){0});
    else if (s->fault)
        bv_prompt(bound, fault, (struct bv_blanks){0});
    else if (chevaliers_obliged(terms, s))
        bv_prompt(bound, obliged, (struct bv_blanks){0});
}

void chevaliers_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
                      struct bv_facts *facts)
{
    const struct chevaliers_state *s = &view->chevaliers;
    bool over = s->standing != CHEVALIERS_RUNNING;
    (void)seat;
    facts->phase = over ? "over" : "move";
    for (int side = 0; side < CHEVALIERS_SIDES; side++) {
        bv_fact(facts, &knights, side, bv_count128(s->pieces[side] & s->knights), 0);
        bv_fact(facts, &men, side, bv_count128(s->pieces[side] & ~s->knights), 0);
    }
    bv_fact(facts, &quiet, BV_NO_SIDE, s->quiet, terms->tables->chevaliers.quiet);
    if (!over) limit(terms, s, &facts->bound);
}
