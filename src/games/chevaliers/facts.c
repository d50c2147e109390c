/* Who is left on each side, how long nothing has happened, and when a capture is compulsory. */
#include "core/facts.h"

#include "games/storage.h"

static const struct bv_fact_words knights = {
    "knights", true, {"Chevalier", "Knight"}, {"Chevaliers", "Knights"}};
static const struct bv_fact_words men = {
    "men", true, {"Homme d'Armes", "Man-at-Arms"}, {"Gens d'Armes", "Men-at-Arms"}};
static const struct bv_fact_words quiet = {
    "quiet",
    false,
    {"coup sans prise ni avance", "move without progress"},
    {"coups sans prise ni avance", "moves without progress"}};

static void ask(const struct bv_terms *terms, const struct chevaliers_state *s, int seat,
                struct bv_prompt *asked)
{
    static const struct bv_text play[] = {
        [CHEVALIERS_COMMANDS_KNIGHTS] = {"Jouez un Chevalier", "Move a Knight"},
        [CHEVALIERS_COMMANDS_MEN] = {"Jouez un Homme d'Armes", "Move a Man-at-Arms"},
        [CHEVALIERS_COMMANDS_ALL] = {"Jouez un Chevalier ou un Homme d'Armes",
                                     "Move a Knight or a Man-at-Arms"},
    };
    static const struct bv_text pass = {"Aucun coup possible : passez", "No move possible: pass"};
    static const struct bv_text call = {"Signalez la faute, ou laissez jouer votre partenaire",
                                        "Call the fault, or let your partner move"};
    static const struct bv_text or_call = {", ou signalez la faute", ", or call the fault"};
    int commands = seat < terms->form->seats ? chevaliers_commands(terms, seat) : 0;
    int able = chevaliers_able(terms, s);
    struct bv_blanks none = {0};
    if (able && !(able & commands)) { /* E20: only the call is this seat's */
        bv_prompt(asked, call, none);
        return;
    }
    bv_prompt(asked, able ? play[commands] : pass, none);
    if (s->fault) bv_prompt(asked, or_call, none);
}

/* Where a capture may be overlooked, the player is not told of it (E15). */
static void limit(const struct bv_terms *terms, const struct chevaliers_state *s, int seat,
                  struct bv_prompt *bound)
{
    static const struct bv_text must = {"Vous devez prendre : ", "You must capture: "};
    static const struct bv_text called = {"Faute signalée, vous devez prendre : ",
                                          "The fault was called, you must capture: "};
    static const struct bv_text fault = {"L'adversaire a oublié de prendre",
                                         "The opponent overlooked a capture"};
    struct bv_standing_piece list[CHEVALIERS_KNIGHTS + CHEVALIERS_MEN];
    uint32_t count = 0;
    if (s->fault) bv_prompt(bound, fault, (struct bv_blanks){0});
    if (s->fault || seat >= terms->form->seats || !chevaliers_must_capture(terms, s)) return;
    int commands = chevaliers_commands(terms, seat);
    for (int kind = CHEVALIERS_KNIGHT; kind <= CHEVALIERS_MAN; kind++) {
        bv_bits128 able = chevaliers_capturers(terms, s);
        able &= kind == CHEVALIERS_KNIGHT ? s->knights : ~s->knights;
        while (commands >> kind & 1 && able)
            list[count++] = (struct bv_standing_piece){kind, bv_take128(&able)};
    }
    bv_prompt(bound, s->called ? called : must, (struct bv_blanks){0});
    bv_prompt_pieces(bound, terms, list, count);
}

void chevaliers_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
                      struct bv_facts *facts)
{
    const struct chevaliers_state *s = &view->chevaliers;
    bool over = s->standing != CHEVALIERS_RUNNING;
    facts->phase = over ? "over" : "move";
    for (int side = 0; side < CHEVALIERS_SIDES; side++) {
        bv_fact(facts, &knights, side, bv_count128(s->pieces[side] & s->knights), 0);
        bv_fact(facts, &men, side, bv_count128(s->pieces[side] & ~s->knights), 0);
    }
    bv_fact(facts, &quiet, BV_NO_SIDE, s->quiet, terms->tables->chevaliers.quiet);
    if (over) return;
    ask(terms, s, seat, &facts->asked);
    limit(terms, s, seat, &facts->bound);
}
