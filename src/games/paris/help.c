/* What the pieces and points are, and why a touch does nothing. */
#include "core/help.h"

#include "games/storage.h"

enum {
    ABOUT_GARRISON, /* General, Colonel, Soldier */
    ABOUT_BESIEGERS = 3,
    ABOUT_CIRCLE = ABOUT_BESIEGERS + PARIS_RANKS_OF_MEN,
    ABOUT_EXIT,
    ABOUT_SUMMONED,
};

/* What it takes and what takes it, for the garrison and for the besiegers. */
static const struct bv_text captures[][2] = {
    {{"Prend, en allant dessus, un assiégeant qu'aucun autre ne protège",
      "Captures, by moving onto it, a besieger that no other protects"},
     {"Ne peut pas être pris", "Nothing captures it"}},
    {{"Ne prend rien", "Captures nothing"},
     {"La garnison le prend si aucun assiégeant ne le protège",
      "The garrison captures it if no besieger protects it"}},
};

static const struct bv_thing_words things[] = {
    {"general",
     BV_THING_PIECE,
     {"Général de la garnison", "Garrison General"},
     {{"D'une case dans les huit directions, ou le long d'une ligne",
       "One square in any of the eight directions, or along a line"}}},
    {"colonel",
     BV_THING_PIECE,
     {"Colonel de la garnison", "Garrison Colonel"},
     {{"D'une case en avant, en arrière ou de côté, ou le long d'une ligne",
       "One square forward, back or sideways, or along a line"}}},
    {"soldier",
     BV_THING_PIECE,
     {"Soldat de la garnison", "Garrison Soldier"},
     {{"D'une case en diagonale, ou le long d'une ligne ; %n au plus sur les cases d'une couleur",
       "One square diagonally, or along a line; at most %n on squares of one colour"}}},
    {"general",
     BV_THING_PIECE,
     {"Général assiégeant", "Besieging General"},
     {{"D'une à trois cases en avant, de côté ou en diagonale vers l'avant, en ligne droite",
       "One to three squares forward, sideways or diagonally forward, in a straight line"}}},
    {"colonel",
     BV_THING_PIECE,
     {"Colonel assiégeant", "Besieging Colonel"},
     {{"D'une ou deux cases en avant ou de côté", "One or two squares forward or sideways"}}},
    {"captain",
     BV_THING_PIECE,
     {"Capitaine", "Captain"},
     {{"D'une case en avant ou de côté", "One square forward or sideways"}}},
    {"lieutenant",
     BV_THING_PIECE,
     {"Lieutenant", "Lieutenant"},
     {{"D'une ou deux cases en diagonale%w", "One or two squares diagonally%w"}}},
    {"soldier",
     BV_THING_PIECE,
     {"Soldat assiégeant", "Besieging Soldier"},
     {{"D'une case en diagonale%w ; dans la forteresse on ne peut pas le prendre",
       "One square diagonally%w; inside the fortress it cannot be captured"}}},
    [ABOUT_CIRCLE] = {"circle",
                      BV_THING_GROUND,
                      {"Forteresse", "Fortress"},
                      {{"On y va de cercle en cercle, le long des lignes",
                        "Moves go from circle to circle, along the lines"},
                       {"Les assiégeants gagnent avec %n %(Soldat|Soldats) et %m officier à "
                        "l'intérieur",
                        "The besiegers win with %n %(Soldier|Soldiers) and %m officer inside"}}},
    [ABOUT_EXIT] = {"exit",
                    BV_THING_GROUND,
                    {"Sortie", "Exit"},
                    {{"Une ligne la relie à la forteresse : c'est par là qu'on passe",
                      "A line joins it to the fortress: that is the way through"}}},
    [ABOUT_SUMMONED] = {"summoned",
                        BV_THING_MARK,
                        {"Sommation", "Summons"},
                        {{"La garnison doit prendre cette pièce à ce tour",
                          "The garrison must capture this piece this turn"}}},
};
_Static_assert(BV_COUNT(things) == PARIS_THINGS, "as the game says");

void paris_thing(const struct bv_terms *terms, int entry, struct bv_thing *about)
{
    const struct paris_tables *t = &terms->tables->paris;
    bool forward = terms->option[PARIS_DIAGONALS] == PARIS_DIAGONALS_FORWARD; /* P10 */
    bool circle = entry == ABOUT_CIRCLE;
    struct bv_text ahead =
        forward ? (struct bv_text){", vers l'avant", ", forward only"} : (struct bv_text){"", ""};
    bv_thing_fill(about, &things[entry],
                  (struct bv_blanks){.number = circle ? t->storm_soldiers : t->soldiers_per_colour,
                                     .more = t->storm_officers,
                                     .word = ahead});
    if (entry < ABOUT_CIRCLE) about->side = entry < ABOUT_BESIEGERS ? "G" : "B";
    for (int i = 0; i < 2 && entry < ABOUT_CIRCLE; i++)
        bv_prompt(&about->line[1 + i], captures[entry >= ABOUT_BESIEGERS][i],
                  (struct bv_blanks){0});
}

uint32_t paris_things_at(const struct bv_terms *terms, const union bv_state *view, int point,
                         uint8_t *entry)
{
    const struct paris_state *s = &view->paris;
    uint32_t count = 0;
    int piece = s->at[point];
    (void)terms;
    if (paris_is_besieger(piece))
        entry[count++] = (uint8_t)(ABOUT_BESIEGERS + paris_rank_of(piece));
    else if (piece != PARIS_EMPTY)
        entry[count++] = paris_index(piece);
    if (point == s->summoned) entry[count++] = ABOUT_SUMMONED;
    if (point < PARIS_JOINED) entry[count++] = paris_is_circle(point) ? ABOUT_CIRCLE : ABOUT_EXIT;
    return count;
}

static const struct bv_text summoned = {"prenez d'abord (sommation)",
                                        "must capture first (summons)"};

/* Whether a list has a move of the man on `from`, to `to` if that is a point. */
static bool lists(const bv_action *list, uint32_t count, int from, int to)
{
    for (uint32_t i = 0; i < count; i++)
        if (paris_from(list[i]) == from && (to == BV_NOWHERE || paris_to(list[i]) == to))
            return true;
    return false;
}

/* Why a move of the garrison that nothing else forbids is not allowed now. */
static struct bv_text why_bound(const struct paris_state *s)
{
    static const struct bv_text sortie = {"un officier doit sortir", "an officer must come out"};
    return s->summoned != PARIS_NOWHERE ? summoned : sortie; /* P19 P20 */
}

static struct bv_text why_piece(const struct bv_terms *terms, const struct paris_state *s, int army,
                                int point)
{
    static const struct bv_text ally = {"l'autre armée joue", "the other army moves"};
    bv_action list[PARIS_MOVES_MAX];
    int piece = s->at[point];
    if (piece == PARIS_EMPTY) return bv_why(BV_WHY_EMPTY);
    if ((paris_army_of(piece) == PARIS_GARRISON) != (army == PARIS_GARRISON))
        return bv_why(BV_WHY_ENEMY);
    if (paris_army_of(piece) != army) return ally; /* P18 */
    if (army == PARIS_GARRISON &&
        lists(list, paris_garrison_moves(terms, s, list), point, BV_NOWHERE))
        return why_bound(s);
    return bv_why(BV_WHY_STUCK);
}

/* The garrison's man on `from` may not capture the besieger on `to`. */
static struct bv_text why_capture(const struct bv_terms *terms, const struct paris_state *s,
                                  int from, int to)
{
    static const struct bv_text inside = {"un Soldat dans la forteresse ne se prend pas",
                                          "a Soldier inside cannot be captured"};
    static const struct bv_text guarded = {"pièce protégée", "a protected piece"};
    bv_action list[PARIS_MOVES_MAX];
    if (paris_is_circle(to) && paris_rank_of(s->at[to]) == PARIS_SOLDIER) return inside; /* P14 */
    if (paris_is_protected(terms, s, to)) return guarded;                                /* P16 */
    if (lists(list, paris_garrison_captures(terms, s, list), from, to)) return why_bound(s);
    return bv_why(BV_WHY_FAR);
}

static struct bv_text why_move(const struct bv_terms *terms, const struct paris_state *s, int army,
                               int from, int to)
{
    static const struct bv_text harmless = {"les assiégeants ne prennent pas",
                                            "besiegers do not capture"};
    static const struct bv_text full = {"assez de Soldats sur cette couleur",
                                        "enough Soldiers on this colour"};
    static const struct bv_text home = {"on ne rentre pas dans la forteresse",
                                        "nobody goes back into the fortress"};
    const struct paris_tables *t = &terms->tables->paris;
    bv_action list[PARIS_MOVES_MAX];
    int piece = s->at[to];
    if (piece != PARIS_EMPTY && army != PARIS_GARRISON)
        return paris_is_besieger(piece) ? bv_why(BV_WHY_OCCUPIED) : harmless; /* P12 */
    if (paris_is_besieger(piece)) return why_capture(terms, s, from, to);
    if (piece != PARIS_EMPTY) return bv_why(BV_WHY_OCCUPIED);
    if (army != PARIS_GARRISON) return bv_why(BV_WHY_FAR);
    if (lists(list, paris_garrison_moves(terms, s, list), from, to)) return why_bound(s);
    if (!paris_is_circle(from) && paris_is_circle(to) &&
        terms->option[PARIS_RETURN] == PARIS_RETURN_NEVER)
        return home; /* P13b */
    bool out = paris_is_circle(from) && !paris_is_circle(to);
    if (out && paris_rank_of(s->at[from]) == PARIS_SOLDIER &&
        s->outside[t->black[to]] >= t->soldiers_per_colour)
        return full; /* P15 */
    return bv_why(BV_WHY_FAR);
}

struct bv_text paris_why_not(const struct bv_terms *terms, const union bv_state *view, int seat,
                             int from, int to)
{
    static const struct bv_text fortress = {"placez-le dans la forteresse",
                                            "place it in the fortress"};
    static const struct bv_text cannot = {"la garnison ne peut pas la prendre",
                                          "the garrison cannot capture it"};
    static const struct bv_text moved = {"seule la pièce qui vient de bouger",
                                         "only the piece that just moved"};
    static const struct bv_text summon = {"désignez une pièce que la garnison doit prendre",
                                          "choose a piece that the garrison must capture"};
    const struct paris_state *s = &view->paris;
    if (s->phase == PARIS_SUMMONS) {
        bool only = terms->option[PARIS_SUMMONING] == PARIS_SUMMONS_MOVED && to != s->moved;
        if (!paris_is_besieger(s->at[to])) return summon;
        return only ? moved : cannot; /* P19 */
    }
    if (s->phase != PARIS_MOVE) /* P6 */
        return paris_is_circle(to) ? bv_why(BV_WHY_OCCUPIED) : fortress;
    if (from == BV_NOWHERE) return why_piece(terms, s, seat, to);
    return why_move(terms, s, seat, from, to);
}
