/* What the pieces, mines and shots are, and why a touch does nothing. */
#include "core/help.h"

#include "games/storage.h"

enum { ABOUT_SWEPT = CHARS_PIECES };

static const struct bv_thing_words things[] = {
    [CHARS_PIECE_TANK] =
        {"tank",
         BV_THING_PIECE,
         {"Char", "Tank"},
         {{"Se déplace case par case, en avant ou de côté, de %n au plus par tour ; son camp en "
           "parcourt %m en tout",
           "Goes square by square, forward or sideways, at most %n a turn; its side makes %m in "
           "all"},
          {"Après le mouvement, il combat tout char ou canon ennemi contigu : le rang le plus "
           "élevé l'emporte, à rang égal les deux sont détruits",
           "After the movement it fights every enemy tank or gun beside it: the higher rank wins, "
           "equal ranks destroy each other"},
          {"Un tir, une mine, un char de rang plus élevé ou un canon le détruit",
           "A shot, a mine, a tank of higher rank or a gun destroys it"}}},
    [CHARS_PIECE_COMMAND] =
        {"command",
         BV_THING_PIECE,
         {"Char de Commandement", "Command tank"},
         {{"Un char qui a atteint la dernière ligne ennemie : il peut aussi reculer et aller en "
           "diagonale",
           "A tank that reached the enemy's back rank: it also goes back and diagonally"}}},
    [CHARS_PIECE_DEPOT] = {"depot-A",
                           BV_THING_PIECE,
                           {"Quartier Général", "Headquarters"},
                           {{"S'il est détruit, toutes les mines de son camp disparaissent",
                             "If it is destroyed, all mines of its side vanish"},
                            {0},
                            {"Un char ennemi qui s'y arrête le détruit",
                             "An enemy tank that ends on it destroys it"}}},
    [CHARS_PIECE_DEPOT +
        1] = {"depot-B",
              BV_THING_PIECE,
              {"Réserve de Munitions", "Ammunition depot"},
              {{"Si elle est détruite, son camp n'a plus qu'un tir rouge par char restant",
                "If it is destroyed, its side has one red shot for each tank left"},
               {0},
               {"Un char ennemi qui s'y arrête la détruit",
                "An enemy tank that ends on it destroys it"}}},
    [CHARS_PIECE_DEPOT +
        2] = {"depot-C",
              BV_THING_PIECE,
              {"Réserve de Carburant", "Fuel depot"},
              {{"Si elle est détruite, son camp ne fait plus que %n cases par tour au lieu de %m",
                "If it is destroyed, its side moves %n squares a turn instead of %m"},
               {0},
               {"Un char ennemi qui s'y arrête la détruit",
                "An enemy tank that ends on it destroys it"}}},
    [CHARS_PIECE_GUN] =
        {"gun",
         BV_THING_PIECE,
         {"Canon anti-char", "Anti-tank gun"},
         {{"Ne bouge pas ; un char ennemi qui s'arrête à côté doit le combattre au dé",
           "Does not move; an enemy tank that ends beside it must fight it by the die"},
          {"Détruit le char %n fois sur %m", "Destroys the tank with %n chance in %m"},
          {"Sinon il est retiré, et son camp perd un tir blanc",
           "Otherwise it is removed, and its side loses a white shot"}}},
    [CHARS_PIECE_MINE] = {"mine",
                          BV_THING_MARK,
                          {"Mine", "Mine"},
                          {{"Secrète : détruit le char ennemi qui s'y arrête, et saute avec lui",
                            "Secret: destroys the enemy tank that ends on it, and goes with it"},
                           {"On passe dessus sans danger", "Passing over it is safe"}}},
    [CHARS_PIECE_RED] = {"red",
                         BV_THING_MARK,
                         {"Tir rouge", "Red shot"},
                         {{"Noté en secret : détruit le char qui a bougé et s'y arrête ; %n par "
                           "tour",
                           "Plotted in secret: destroys a tank that moved and ends there; %n a "
                           "turn"}}},
    [CHARS_PIECE_WHITE] = {"white",
                           BV_THING_MARK,
                           {"Tir blanc", "White shot"},
                           {{"Comme un tir rouge, mais il n'y en a que %n pour toute la partie",
                             "Like a red shot, but there are only %n for the whole game"}}},
    [ABOUT_SWEPT] = {"swept",
                     BV_THING_MARK,
                     {"Case sûre", "Safe square"},
                     {{"Il ne peut pas y avoir de mine ici", "There can be no mine here"}}},
};
_Static_assert(BV_COUNT(things) == CHARS_THINGS, "as the game says");

void chars_thing(const struct bv_terms *terms, int entry, struct bv_thing *about)
{
    const struct chars_tables *t = &terms->tables->chars;
    const uint8_t number[CHARS_THINGS][2] = {
        [CHARS_PIECE_TANK] = {t->tank_steps, t->points},
        [CHARS_PIECE_DEPOT + CHARS_FUEL] = {t->points_without_fuel, t->points},
        [CHARS_PIECE_GUN] = {t->die_red, (uint8_t)(t->die_red + t->die_black)},
        [CHARS_PIECE_RED] = {t->reds, 0},
        [CHARS_PIECE_WHITE] = {t->whites, 0},
    };
    bv_thing_fill(about, &things[entry],
                  (struct bv_blanks){.number = number[entry][0], .more = number[entry][1]});
}

uint32_t chars_things_at(const struct bv_terms *terms, const union bv_state *view, int point,
                         uint8_t *entry)
{
    const struct chars_state *s = &view->chars;
    uint32_t count = 0;
    (void)terms;
    if (bv_has128(s->tanks[0] | s->tanks[1], point)) {
        entry[count++] = CHARS_PIECE_TANK;
        if (bv_has128(s->commands, point)) entry[count++] = CHARS_PIECE_COMMAND;
    }
    for (int depot = 0; depot < CHARS_DEPOTS; depot++)
        if (s->depot[0][depot] == point || s->depot[1][depot] == point)
            entry[count++] = (uint8_t)(CHARS_PIECE_DEPOT + depot);
    if (bv_has128(s->guns, point)) entry[count++] = CHARS_PIECE_GUN;
    if (bv_has128(s->mines, point)) entry[count++] = CHARS_PIECE_MINE;
    if (bv_has128(s->red, point)) entry[count++] = CHARS_PIECE_RED;
    if (bv_has128(s->white, point)) entry[count++] = CHARS_PIECE_WHITE;
    if (!count && bv_has128(s->swept, point)) entry[count++] = ABOUT_SWEPT;
    return count;
}

/* ---- Why a touch does nothing ---------------------------------------------------------------- */

static struct bv_text why_placing(const struct chars_tables *t, const struct chars_state *s,
                                  int side, int to)
{
    static const struct bv_text behind = {"pas sur la dernière ligne", "not on the back rank"};
    static const struct bv_text crossed = {
        "une installation occupe déjà cette rangée ou cette colonne",
        "an installation has this rank or file"};
    static const struct bv_text front = {"les chars partent de la dernière ligne",
                                         "tanks begin on the back rank"};
    static const struct bv_text room = {"gardez de la place pour les suivants",
                                        "leave room for those to come"};
    int thing = chars_next_thing(t, s, side);
    if (!bv_has128(t->camp[side], to)) return bv_why(BV_WHY_NOT_CAMP); /* C4 C6 C7 */
    if (bv_has128(chars_pieces(s) | s->mines, to)) return bv_why(BV_WHY_OCCUPIED);
    if (thing < CHARS_THING_TANK) return bv_has128(t->back[side], to) ? behind : crossed; /* C4 */
    if (thing < CHARS_THING_GUN) return front;                                            /* C5 */
    return to < s->next[side] ? bv_why(BV_WHY_ASCENDING) : room;                          /* C8 */
}

static struct bv_text why_plotting(const struct chars_state *s, int to)
{
    static const struct bv_text plotted = {"déjà visée", "already aimed at"};
    static const struct bv_text none = {"plus de tirs", "no shots left"};
    if (bv_has128(s->red | s->white, to)) return plotted;
    if (bv_has128(chars_pieces(s), to)) return bv_why(BV_WHY_OCCUPIED); /* C12 */
    if (!s->reds_left && !s->whites_left) return none;
    return bv_why(BV_WHY_ASCENDING); /* C12 */
}

/* Whether the last square that is left must be a step forward (C21). */
static bool must_advance(const struct chars_tables *t, const struct chars_state *s)
{
    bv_action list[CHARS_LIST_CAP];
    bool last = s->points == 1 && !s->forward;
    return last && chars_list_steps(t, s, list) && chars_is_forward(s->side, list[0]);
}

static const struct bv_text ahead = {"il faut avancer", "a step forward is needed"};

static struct bv_text why_piece(const struct chars_tables *t, const struct chars_state *s, int to)
{
    static const struct bv_text still = {"ne bouge pas", "does not move"};
    static const struct bv_text moved = {"a déjà bougé", "has moved already"};
    static const struct bv_text alone = {"aucun ennemi à côté", "no enemy beside it"};
    bv_bits128 tanks = s->tanks[s->side];
    bv_bits128 others = s->tanks[!s->side] | ((s->guns | s->depots) & t->camp[!s->side]);
    if (bv_has128(tanks, to)) {
        if (s->phase == CHARS_FIGHT) return alone;                    /* C31 */
        if (bv_has128(s->moved, to) && to != s->active) return moved; /* C19 */
        return must_advance(t, s) ? ahead : bv_why(BV_WHY_STUCK);     /* C21 */
    }
    if (bv_has128(others, to)) return bv_why(BV_WHY_ENEMY);
    return bv_has128(chars_pieces(s), to) ? still : bv_why(BV_WHY_EMPTY);
}

static struct bv_text why_step(const struct chars_tables *t, const struct chars_state *s, int from,
                               int to)
{
    static const struct bv_text beside = {"on attaque d'une case contiguë, après le mouvement",
                                          "fights come from beside, after the movement"};
    static const struct bv_text stood = {"déjà passé par là ce tour", "was there this turn"};
    static const struct bv_text step = {"case par case : en avant ou de côté",
                                        "square by square: forward or sideways"};
    static const struct bv_text command = {"case par case", "square by square"};
    bv_bits128 foes = s->tanks[!s->side] | (s->guns & t->camp[!s->side]);
    bv_bits128 closed = s->tanks[s->side] | s->guns | (s->depots & t->camp[s->side]);
    if (bv_has128(foes, to)) return beside;                         /* C17 C31 */
    if (bv_has128(closed, to)) return bv_why(BV_WHY_OCCUPIED);      /* C17 */
    if (from == s->active && bv_has128(s->stood, to)) return stood; /* C20 */
    if (must_advance(t, s)) return ahead;                           /* C21 */
    return bv_has128(s->commands, from) ? command : step;           /* C17 C25 */
}

struct bv_text chars_why_not(const struct bv_terms *terms, const union bv_state *view, int seat,
                             int from, int to)
{
    static const struct bv_text foe = {"choisissez l'ennemi à combattre",
                                       "choose the enemy to fight"};
    const struct chars_tables *t = &terms->tables->chars;
    const struct chars_state *s = &view->chars;
    if (s->phase == CHARS_SETUP) return why_placing(t, s, seat, to);
    if (s->phase == CHARS_PLOT) return why_plotting(s, to);
    if (from == BV_NOWHERE) return why_piece(t, s, to);
    return s->phase == CHARS_FIGHT ? foe : why_step(t, s, from, to);
}
