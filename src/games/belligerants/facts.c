/* The points and prisoners of each side, the die, and when a take is compulsory. */
#include "core/facts.h"

#include "games/storage.h"

static const struct bv_fact_words prisoners = {
    "prisoners", true, {"prisonnier", "prisoner"}, {"prisonniers", "prisoners"}};
static const struct bv_fact_words points = {
    "points", true, {"point", "point"}, {"points", "points"}};
static const struct bv_fact_words ransom = {"prisoners-value",
                                            false,
                                            {"point de prisonniers", "point of prisoners"},
                                            {"points de prisonniers", "points of prisoners"}};
static const struct bv_fact_words pawns = {
    "pawns", false, {"pion en jeu", "pawn on the board"}, {"pions en jeu", "pawns on the board"}};
static const struct bv_fact_words inside = {
    "inside",
    false,
    {"pion dans le camp ennemi", "pawn in the enemy camp"},
    {"pions dans le camp ennemi", "pawns in the enemy camp"}};
static const struct bv_fact_words wait = {
    "armistice-wait",
    false,
    {"tour avant de redemander l'armistice", "turn before asking again for an armistice"},
    {"tours avant de redemander l'armistice", "turns before asking again for an armistice"}};
static const struct bv_fact_words price = {"price",
                                           false,
                                           {"point d'indemnité", "point of indemnity"},
                                           {"points d'indemnité", "points of indemnity"}};
static const struct bv_fact_words moves = {"moves", false, {"coup", "move"}, {"coups", "moves"}};
static const struct bv_fact_words quiet = {"quiet",
                                           false,
                                           {"coup sans progrès", "move without progress"},
                                           {"coups sans progrès", "moves without progress"}};

static void add_side(const struct belligerants_tables *t, const struct belligerants_state *s,
                     int side, struct bv_facts *facts)
{
    int held = 0;
    int value = 0;
    int entered = 0;
    for (int slot = 0; slot < BELL_SLOTS; slot++) {
        bool prisoner = s->place[slot] == BELL_PRISONER_OF_J + side;
        held += prisoner;
        value += prisoner ? t->value[t->kind[slot]] : 0;
        entered += s->held[side] & belligerants_bit(slot) &&
                   t->ground[s->place[slot]] & belligerants_camp_of(!side);
    }
    bv_fact(facts, &prisoners, side, held, 0);
    bv_fact(facts, &points, side, belligerants_score(t, s, side), 0);
    bv_fact(facts, &ransom, side, value, 0);
    bv_fact(facts, &pawns, side, __builtin_popcount(s->held[side]), 0);
    bv_fact(facts, &inside, side, entered, 0);
    if (s->wait[side]) bv_fact(facts, &wait, side, s->wait[side], 0);
}

/* What is asked in a phase, where the words are always the same. */
static const struct bv_text asked[] = {
    [BELL_SETUP] = {"Disposez vos pions dans votre camp", "Arrange your pawns in your camp"},
    [BELL_ASK] = {"Jetez le dé, ou demandez l'armistice", "Roll the die, or ask for an armistice"},
    [BELL_PRICE] = {"L'adversaire demande l'armistice : à quel prix ?",
                    "Your opponent asks for an armistice: at what price?"},
    [BELL_ANSWER] = {"Acceptez-vous ce prix ?", "Do you accept that price?"},
    [BELL_FORFEIT] = {"L'adversaire n'a pas pris : choisissez votre prisonnier",
                      "Your opponent did not take: choose your prisoner"},
    [BELL_OVER] = {0},
};

/* The pawns are placed in the order of the army's table (B5). */
static void limit_placing(const struct bv_terms *terms, const struct belligerants_state *s,
                          int side, struct bv_prompt *bound)
{
    int slot = side * BELL_ARMY + s->placed[side];
    int kind = terms->tables->belligerants.kind[slot];
    bv_prompt(bound, (struct bv_text){"À placer maintenant : %p", "To be placed now: %p"},
              (struct bv_blanks){.piece = terms->game->piece[kind]});
}

static void ask_to_move(const struct bv_terms *terms, const struct belligerants_state *s,
                        struct bv_facts *facts)
{
    static const struct bv_text die = {"Avancez de %n %(case|cases)", "Move %n %(square|squares)"};
    static const struct bv_text devil = {"Le Diable : de 1 à 5 cases, puis vous rejouez",
                                         "The Devil: 1 to 5 squares, then you play again"};
    static const struct bv_text forced = {"Une prise est possible : elle est obligatoire",
                                          "A take is possible: it is compulsory"};
    static const struct bv_text forfeit = {
        "Une prise est possible : qui ne prend pas perd un pion qui le pouvait",
        "A take is possible: who does not take loses a pawn that could have"};
    bv_prompt(&facts->asked, s->number == BELL_DEVIL ? devil : die,
              (struct bv_blanks){.number = s->number});
    if (belligerants_takers(&terms->tables->belligerants, s)) /* B15 */
        bv_prompt(&facts->bound, belligerants_is_forced(terms) ? forced : forfeit,
                  (struct bv_blanks){0});
}

void belligerants_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
                        struct bv_facts *facts)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    const struct belligerants_state *s = &view->belligerants;
    facts->phase = belligerants_phase_names[s->phase];
    if (asked[s->phase].fr) bv_prompt(&facts->asked, asked[s->phase], (struct bv_blanks){0});
    if (s->phase == BELL_SETUP) {
        if (seat < BV_SIDES_MAX && s->placed[seat] < BELL_ARMY)
            limit_placing(terms, s, seat, &facts->bound);
        return;
    }
    for (int side = 0; side < BV_SIDES_MAX; side++) add_side(t, s, side, facts);
    if (s->price) bv_fact(facts, &price, !s->turn, s->price * BELL_PRICE_UNIT, 0);
    bv_fact(facts, &moves, BV_NO_SIDE, s->moves, BELL_ALL_MOVES);
    bv_fact(facts, &quiet, BV_NO_SIDE, s->quiet, BELL_QUIET_MOVES);
    if (s->phase == BELL_MOVE) ask_to_move(terms, s, facts);
}
