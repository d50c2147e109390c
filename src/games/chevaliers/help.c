/* What the pieces and squares are, and why a touch does nothing. */
#include "core/help.h"

#include "games/storage.h"

enum { ABOUT_KNIGHT, ABOUT_MAN, ABOUT_CASTLE, ABOUT_POND };

static const struct bv_thing_words things[] = {
    [ABOUT_KNIGHT] =
        {"knight",
         BV_THING_PIECE,
         {"Chevalier", "Knight"},
         {{"Se déplace d'une case dans les huit directions, ou galope : il saute par-dessus ses "
           "propres pièces, autant de fois qu'il veut",
           "Steps one square in any of the eight directions, or canters: leaps over its own "
           "pieces as often as it likes"},
          {"Prend en sautant par-dessus un ennemi, en ligne droite, plusieurs de suite ; il peut "
           "galoper avant de prendre",
           "Captures by leaping straight over an enemy, several in a row; it may canter first"},
          {"Se prend de la même façon", "Is captured in the same way"}}},
    [ABOUT_MAN] = {"man",
                   BV_THING_PIECE,
                   {"Homme d'Armes", "Man-at-Arms"},
                   {{"Avance d'une case, droit, en diagonale ou de côté, jamais en arrière",
                     "Steps one square forward, diagonally forward or sideways, never back"},
                    {"Prend en sautant par-dessus un ennemi, en ligne droite, plusieurs de suite%w",
                     "Captures by leaping straight over an enemy, several in a row%w"},
                    {"Se prend de la même façon", "Is captured in the same way"}}},
    [ABOUT_CASTLE] = {"castle",
                      BV_THING_GROUND,
                      {"Château", "Castle"},
                      {{"Un camp qui tient le château adverse jusqu'à son tour suivant gagne",
                        "A side wins that holds the enemy castle until its owner's next turn"}}},
    [ABOUT_POND] = {"pond",
                    BV_THING_GROUND,
                    {"Plan d'eau", "Pond"},
                    {{"On ne peut ni le franchir ni s'y arrêter",
                      "Nobody may enter it, leap over it or land on it"}}},
};
_Static_assert(BV_COUNT(things) == CHEVALIERS_THINGS, "as the game says");

void chevaliers_thing(const struct bv_terms *terms, int entry, struct bv_thing *about)
{
    bool retreats = terms->option[CHEVALIERS_MEN_CAPTURE] != CHEVALIERS_NO_RETREAT; /* E10 */
    struct bv_text back = retreats ? (struct bv_text){", même en arrière", ", backward too"}
                                   : (struct bv_text){", jamais en arrière", ", never backward"};
    bv_thing_fill(about, &things[entry], (struct bv_blanks){.word = back});
}

uint32_t chevaliers_things_at(const struct bv_terms *terms, const union bv_state *view, int point,
                              uint8_t *entry)
{
    const struct chevaliers_tables *t = &terms->tables->chevaliers;
    const struct chevaliers_state *s = &view->chevaliers;
    uint32_t count = 0;
    if (bv_has128(s->pieces[0] | s->pieces[1], point))
        entry[count++] = bv_has128(s->knights, point) ? ABOUT_KNIGHT : ABOUT_MAN;
    if (point == t->castle[0] || point == t->castle[1]) entry[count++] = ABOUT_CASTLE;
    if (!bv_has128(t->squares, point)) entry[count++] = ABOUT_POND;
    return count;
}

/* A piece of one's own that has no move. */
static struct bv_text why_piece(const struct bv_terms *terms, const struct chevaliers_state *s,
                                int seat, int point)
{
    int kind = bv_has128(s->knights, point) ? CHEVALIERS_COMMANDS_KNIGHTS : CHEVALIERS_COMMANDS_MEN;
    if (!(chevaliers_commands(terms, seat) & kind)) return bv_why(BV_WHY_PARTNER); /* E20 */
    bool idle = !bv_has128(chevaliers_capturers(terms, s), point);
    return bv_why(idle && chevaliers_must_capture(terms, s) ? BV_WHY_TAKE_FIRST : BV_WHY_STUCK);
}

struct bv_text chevaliers_why_not(const struct bv_terms *terms, const union bv_state *view,
                                  int seat, int from, int to)
{
    static const struct bv_text pond = {"plan d'eau", "a pond"};
    static const struct bv_text leap = {"on prend en sautant par-dessus, vers une case vide",
                                        "captures leap over it, onto an empty square"};
    static const struct bv_text retreat = {"un Homme d'Armes ne recule pas",
                                           "a Man-at-Arms never goes back"};
    const struct chevaliers_state *s = &view->chevaliers;
    bool own = bv_has128(s->pieces[s->side], to);
    bool enemy = bv_has128(s->pieces[!s->side], to);
    if (!bv_has128(terms->tables->chevaliers.squares, to)) return pond; /* E1 */
    if (from == BV_NOWHERE) {
        if (own) return why_piece(terms, s, seat, to);
        return bv_why(enemy ? BV_WHY_ENEMY : BV_WHY_EMPTY);
    }
    if (own) return bv_why(BV_WHY_OCCUPIED);
    if (enemy) return leap; /* E9 */
    if (chevaliers_must_capture(terms, s) && chevaliers_reaches(terms, s, from, to))
        return bv_why(BV_WHY_TAKE_FIRST); /* E14 */
    int ahead = chevaliers_rank(to) - chevaliers_rank(from);
    bool back = s->side == CHEVALIERS_SILVER ? ahead == -1 : ahead == 1;
    if (back && !bv_has128(s->knights, from)) return retreat; /* E6 */
    return bv_why(BV_WHY_FAR);
}
