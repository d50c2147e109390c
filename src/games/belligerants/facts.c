/* The points and prisoners of each side, the die, and when a take is compulsory. */
#include "core/facts.h"

#include "games/storage.h"

static const struct bv_fact_words prisoners = {
    "prisoners", true, {"prisonnier", "prisoner"}, {"prisonniers", "prisoners"}};
static const struct bv_fact_words points = {
    "points", true, {"point", "point"}, {"points", "points"}};
static const struct bv_fact_words ransom = {"prisoners-value",
                                            false,
                                            {"point pour les prisonniers", "point of prisoners"},
                                            {"points pour les prisonniers", "points of prisoners"}};
static const struct bv_fact_words pawns = {
    "pawns", false, {"pion en jeu", "pawn on the board"}, {"pions en jeu", "pawns on the board"}};
static const struct bv_fact_words inside = {
    "inside",
    false,
    {"pion dans le camp ennemi", "pawn in the enemy camp"},
    {"pions dans le camp ennemi", "pawns in the enemy camp"}};
static const struct bv_fact_words conquest = {
    "inside-value",
    false,
    {"point pour les pions dans le camp ennemi", "point of pawns in the enemy camp"},
    {"points pour les pions dans le camp ennemi", "points of pawns in the enemy camp"}};
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

static const struct bv_fact_words ransomed = {
    "score-prisoner", false, {"prisonnier", "prisoner"}, {"prisonnier", "prisoner"}};
static const struct bv_fact_words entered_twice = {
    "score-inside",
    false,
    {"dans le camp ennemi, compte deux fois", "in the enemy camp, counts twice"},
    {"dans le camp ennemi, compte deux fois", "in the enemy camp, counts twice"}};

/* What the score of a side is made of, pawn by pawn (B27). */
static void add_score(const struct bv_terms *terms, const struct belligerants_state *s, int side,
                      struct bv_facts *facts)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    for (int slot = 0; slot < BELL_SLOTS; slot++) {
        const struct bv_text *pawn = &terms->game->piece[t->kind[slot]];
        int value = t->value[t->kind[slot]];
        bool is_inside = s->held[side] & belligerants_bit(slot) &&
                         t->ground[s->place[slot]] & belligerants_camp_of(!side);
        if (s->place[slot] == BELL_PRISONER_OF_J + side)
            bv_fact_of_piece(facts, &ransomed, side, value, pawn);
        else if (is_inside)
            bv_fact_of_piece(facts, &entered_twice, side, 2 * value, pawn);
    }
}

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
    bv_fact(facts, &conquest, side, belligerants_score(t, s, side) - value, 0); /* B27 */
    if (s->wait[side]) bv_fact(facts, &wait, side, s->wait[side], 0);
}

/* What is asked in a phase, where the words are always the same. */
static const struct bv_text asked[] = {
    [BELL_SETUP] = {"Placez %w%p", "Place the %p"},
    [BELL_ASK] = {"Lancez le dé, ou demandez l'armistice", "Roll the die, or ask for an armistice"},
    [BELL_PRICE] = {"L'adversaire demande l'armistice : fixez l'indemnité",
                    "Your opponent asks for an armistice: name the indemnity"},
    [BELL_ANSWER] = {"L'indemnité est de %n : l'acceptez-vous ?", "The price is %n: accept?"},
    [BELL_FORFEIT] = {"L'adversaire n'a pas pris : choisissez votre prisonnier",
                      "Your opponent did not take: choose your prisoner"},
    [BELL_OVER] = {0},
};

/* The pawns of a set of slots, with where they stand. */
static void add_pawns(const struct bv_terms *terms, const struct belligerants_state *s,
                      uint32_t slots, struct bv_prompt *prompt)
{
    struct bv_standing_piece list[BELL_SLOTS];
    uint32_t count = 0;
    for (; slots; slots &= slots - 1) {
        int slot = __builtin_ctz(slots);
        list[count++] =
            (struct bv_standing_piece){terms->tables->belligerants.kind[slot], s->place[slot]};
    }
    bv_prompt_pieces(prompt, terms, list, count);
}

/* The pawns are placed in the order of the army's table (B5). */
static void ask_to_place(const struct bv_terms *terms, const struct belligerants_state *s, int side,
                         struct bv_facts *facts)
{
    static const char *const article[BELL_KINDS] = {"l'", "le ", "l'", "la ", "la ", "le ", "le ",
                                                    "l'", "l'",  "l'", "la ", "la ", "un "};
    static const struct bv_text camp = {"Sur une case libre de votre camp",
                                        "On a free square of your camp"};
    const struct belligerants_tables *t = &terms->tables->belligerants;
    int slot = side * BELL_ARMY + s->placed[side];
    int kind = t->kind[slot];
    bool last = slot == t->last_alike[slot];
    bv_prompt(&facts->asked, asked[BELL_SETUP],
              (struct bv_blanks){.piece = terms->game->piece[kind], .word = {article[kind], ""}});
    if (!last)
        bv_prompt(&facts->asked, (struct bv_text){" : encore %n", ": %n left"},
                  (struct bv_blanks){.number = t->last_alike[slot] - slot + 1});
    bv_prompt(&facts->bound, camp, (struct bv_blanks){0});
}

static void ask_to_move(const struct bv_terms *terms, const struct belligerants_state *s,
                        struct bv_facts *facts)
{
    static const struct bv_text die = {"Déplacez un pion de %n %(case|cases)",
                                       "Move a pawn %n %(square|squares)"};
    static const struct bv_text devil = {
        "Le Diable : déplacez un pion de 1 à %n cases, puis rejouez",
        "The Devil: a pawn 1 to %n squares, then you play again"};
    static const struct bv_text pass = {"Aucun pion ne peut faire ce nombre de cases : passez",
                                        "No pawn can move that far: pass"};
    static const struct bv_text forced = {"Vous devez prendre : ", "You must take: "};
    static const struct bv_text forfeit = {"Prenez, ou perdez l'un des pions qui le peuvent : ",
                                           "Take, or lose one that could: "};
    bool is_devil = s->number == BELL_DEVIL;
    uint32_t takers = belligerants_takers(terms, s);
    bv_action list[BELL_LIST_CAP + 1];
    if (!belligerants_moves(terms, s, list))
        bv_prompt(&facts->asked, pass, (struct bv_blanks){0}); /* B11 */
    else
        bv_prompt(&facts->asked, is_devil ? devil : die,
                  (struct bv_blanks){.number = is_devil ? BELL_LONGEST : s->number});
    if (!takers) return;
    bv_prompt(&facts->bound, belligerants_is_forced(terms) ? forced : forfeit,
              (struct bv_blanks){0}); /* B15 */
    add_pawns(terms, s, takers, &facts->bound);
}

void belligerants_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
                        struct bv_facts *facts)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    const struct belligerants_state *s = &view->belligerants;
    facts->phase = belligerants_phase_names[s->phase];
    if (s->phase == BELL_SETUP) {
        if (seat < BV_SIDES_MAX && s->placed[seat] < BELL_ARMY) ask_to_place(terms, s, seat, facts);
        return;
    }
    if (asked[s->phase].fr)
        bv_prompt(&facts->asked, asked[s->phase],
                  (struct bv_blanks){.number = s->price * BELL_PRICE_UNIT});
    for (int side = 0; side < BV_SIDES_MAX; side++) add_side(t, s, side, facts);
    /* An armistice has a price instead (B28). */
    bool is_counted = s->phase == BELL_OVER && s->reason != BELL_ARMISTICE;
    for (int side = 0; side < BV_SIDES_MAX && is_counted; side++) add_score(terms, s, side, facts);
    if (s->price) bv_fact(facts, &price, !s->turn, s->price * BELL_PRICE_UNIT, 0);
    bv_fact(facts, &moves, BV_NO_SIDE, s->moves, t->all_moves);
    bv_fact(facts, &quiet, BV_NO_SIDE, s->quiet, t->quiet_moves);
    if (s->phase == BELL_MOVE) ask_to_move(terms, s, facts);
    if (s->phase == BELL_FORFEIT) {
        bv_prompt(&facts->bound, (struct bv_text){"Au choix : ", "One of: "},
                  (struct bv_blanks){0});
        add_pawns(terms, s, s->forfeit, &facts->bound);
    }
}
