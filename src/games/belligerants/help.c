/* What the pawns and squares are, why a touch does nothing, and which moves cost a pawn. */
#include "core/help.h"

#include "games/storage.h"

enum {
    ABOUT_COUNTER = BELL_KINDS,
    ABOUT_CROSSROADS,
    ABOUT_FORFEIT,
    ABOUT_GROUND,
};

/* The ground of each entry from ABOUT_GROUND on. */
static const uint8_t grounds[] = {BELL_CAMP_J, BELL_CAMP_R, BELL_BLUE, BELL_GREEN,
                                  BELL_GREY,   BELL_WHITE,  BELL_BLACK};

#define PAWN(id, fr, en)                                                                           \
    {                                                                                              \
        id, BV_THING_PIECE, {fr, en},                                                              \
        {{0}}                                                                                      \
    }
static const struct bv_thing_words things[] = {
    PAWN("staff", "État-major", "Staff"),
    PAWN("bomber", "Bombardier", "Bomber"),
    PAWN("fighter", "Avion de chasse", "Fighter"),
    PAWN("flak", "D.C.A.", "Anti-aircraft gun"),
    PAWN("machine-gun", "Mitrailleuse", "Machine-gun"),
    PAWN("cannon", "Canon", "Cannon"),
    PAWN("tank", "Tank", "Tank"),
    PAWN("officer", "Officier", "Officer"),
    PAWN("ambulance", "Ambulance", "Ambulance"),
    PAWN("spy", "Espion", "Spy"),
    PAWN("patrol", "Patrouille", "Patrol"),
    PAWN("sentinel", "Sentinelle", "Sentinel"),
    PAWN("soldier", "Soldat", "Soldier"),
    [ABOUT_COUNTER] = {"turned-coat",
                       BV_THING_MARK,
                       {"Pion plat", "Flat counter"},
                       {{"Matériel pris en bon état avec le Diable : il sert son nouveau camp",
                         "Material taken intact on the Devil: it serves its new side"}}},
    [ABOUT_CROSSROADS] = {"crossroads",
                          BV_THING_MARK,
                          {"Carrefour", "Crossroads"},
                          {{"Un pion qui y passe peut tourner",
                            "A pawn that passes over it may turn"}}},
    [ABOUT_FORFEIT] = {"summoned",
                       BV_THING_MARK,
                       {"Pion à perdre", "Forfeit"},
                       {{"Ce pion pouvait prendre : l'adversaire peut le faire prisonnier",
                         "This pawn could have taken: the opponent may make it prisoner"}}},
    {"camp-J",
     BV_THING_GROUND,
     {"Camp jaune", "Yellow's camp"},
     {{"Un pion rose qui y entre compte deux fois et ne risque plus rien",
       "A Pink pawn inside counts twice and is safe"},
      {"Les Roses n'y entrent qu'une fois leur camp vidé",
       "Pink enters only once its own camp is empty"}}},
    {"camp-R",
     BV_THING_GROUND,
     {"Camp rose", "Pink's camp"},
     {{"Un pion jaune qui y entre compte deux fois et ne risque plus rien",
       "A Yellow pawn inside counts twice and is safe"},
      {"Les Jaunes n'y entrent qu'une fois leur camp vidé",
       "Yellow enters only once its own camp is empty"}}},
    {"blue",
     BV_THING_GROUND,
     {"Eau", "Water"},
     {{"Seuls les avions, l'Espion et l'Ambulance la traversent ; seuls les deux derniers s'y "
       "arrêtent",
       "Only aircraft, the Spy and the Ambulance cross it; only the last two may end on it"}}},
    {"green",
     BV_THING_GROUND,
     {"Case verte", "Green square"},
     {{"Un abri : on ne peut pas y prendre un pion", "A shelter: no pawn can be taken here"}}},
    {"grey",
     BV_THING_GROUND,
     {"Case grise", "Grey square"},
     {{"Encerclé : le pion qui s'y arrête ne bouge plus avant un Diable ; l'Espion et l'Ambulance "
       "y échappent",
       "Encircled: a pawn that ends here moves only on a Devil; not so the Spy and the "
       "Ambulance"}}},
    {"snow",
     BV_THING_GROUND,
     {"Case blanche", "White square"},
     {{"Blessé : le pion qui s'y arrête attend le Diable ou l'Ambulance ; l'Espion et l'Ambulance "
       "y échappent",
       "Wounded: a pawn that ends here waits for the Devil or the Ambulance; not so the Spy and "
       "the Ambulance"},
      {"Seule l'Ambulance ennemie peut prendre un blessé",
       "Only the enemy's Ambulance can take a wounded pawn"}}},
    {"night",
     BV_THING_GROUND,
     {"Case noire", "Black square"},
     {{"Détruit : le pion qui s'y arrête quitte la partie ; l'Espion et l'Ambulance y échappent",
       "Destroyed: a pawn that ends here leaves the game; not so the Spy and the Ambulance"}}},
};
_Static_assert(BV_COUNT(things) == BELL_THINGS, "as the game says");

/* `Tank, Canon`: kinds as a sentence ends with them. */
static void add_kinds(const struct bv_terms *terms, uint32_t kinds, struct bv_prompt *prompt)
{
    for (bool first = true; kinds; kinds &= kinds - 1, first = false)
        bv_prompt(prompt, first ? (struct bv_text){"%p", "%p"} : (struct bv_text){", %p", ", %p"},
                  (struct bv_blanks){.piece = terms->game->piece[__builtin_ctz(kinds)]});
}

/* The value of a pawn, whom it takes, and who takes it: from the board's table (B2). */
static void describe_pawn(const struct bv_terms *terms, int kind, struct bv_thing *about)
{
    static const struct bv_text does[BELL_KINDS] = {
        [BELL_BO] = {"Passe par-dessus les pions et l'eau. ", "Passes over pawns and water. "},
        [BELL_AC] = {"Passe par-dessus les pions et l'eau. ", "Passes over pawns and water. "},
        [BELL_AM] = {"Ramène au camp les blessés de son armée. ",
                     "Brings its own wounded back to camp. "},
        [BELL_ES] = {"Ni l'eau ni les pièges ne l'arrêtent. ", "Neither water nor traps stop it. "},
        [BELL_SE] = {"Les pions de son camp placés à côté d'elle ne peuvent pas être pris. ",
                     "Pawns of its side next to it cannot be taken. "},
    };
    static const struct bv_text value = {"Vaut %n points", "Worth %n points"};
    static const struct bv_text wounded = {"Prend les blessés ennemis", "Takes enemy wounded"};
    static const struct bv_text takes = {"Prend : ", "Takes: "};
    static const struct bv_text nobody = {"Aucun pion ne le prend", "Nothing takes it"};
    static const struct bv_text taken = {"Pris par : ", "Taken by: "};
    const struct belligerants_tables *t = &terms->tables->belligerants;
    struct bv_blanks blanks = {.number = t->value[kind]};
    uint32_t victims = 0;
    uint32_t takers = 0;
    for (int slot = 0; slot < BELL_ARMY; slot++) {
        int other = t->kind[slot];
        if (t->victims[kind] & belligerants_bit(slot)) victims |= 1U << other;
        for (int mine = 0; other != BELL_AM && mine < BELL_ARMY; mine++)
            if (t->kind[mine] == kind && t->victims[other] & belligerants_bit(mine))
                takers |= 1U << other;
    }
    about->words = &things[kind];
    if (does[kind].fr) bv_prompt(&about->line[0], does[kind], blanks);
    bv_prompt(&about->line[0], value, blanks);
    bv_prompt(&about->line[1], kind == BELL_AM ? wounded : takes, blanks);
    if (kind != BELL_AM) add_kinds(terms, victims, &about->line[1]);
    bv_prompt(&about->line[2], takers ? taken : nobody, blanks);
    add_kinds(terms, takers, &about->line[2]);
}

void belligerants_thing(const struct bv_terms *terms, int entry, struct bv_thing *about)
{
    if (entry < BELL_KINDS)
        describe_pawn(terms, entry, about);
    else
        bv_thing_fill(about, &things[entry], (struct bv_blanks){0});
}

uint32_t belligerants_things_at(const struct bv_terms *terms, const union bv_state *view, int point,
                                uint8_t *entry)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    const struct belligerants_state *s = &view->belligerants;
    int slot = belligerants_slot_on(s, point);
    uint32_t count = 0;
    if (slot >= 0) {
        bool turned = s->phase != BELL_SETUP && s->held[!belligerants_owner(slot)] >> slot & 1;
        entry[count++] = t->kind[slot];
        if (turned) entry[count++] = ABOUT_COUNTER;
        if (s->forfeit & belligerants_bit(slot)) entry[count++] = ABOUT_FORFEIT;
    }
    for (size_t i = 0; i < BV_COUNT(grounds); i++)
        if (t->ground[point] & grounds[i]) entry[count++] = (uint8_t)(ABOUT_GROUND + i);
    if (t->crossroads[point]) entry[count++] = ABOUT_CROSSROADS;
    return count;
}

/* ---- Why a touch does nothing ---------------------------------------------------------------- */

static struct bv_text why_pawn(const struct bv_terms *terms, const struct belligerants_state *s,
                               int slot)
{
    static const struct bv_text wounded = {"blessé : attend le Diable ou l'Ambulance",
                                           "wounded: waits for the Devil or the Ambulance"};
    static const struct bv_text encircled = {"immobilisé par la case grise jusqu'au Diable",
                                             "immobilised by the grey square until the Devil"};
    static const struct bv_text blocked = {"ne peut pas faire ce nombre de cases",
                                           "cannot move that many squares"};
    const struct belligerants_tables *t = &terms->tables->belligerants;
    uint8_t ground = t->ground[s->place[slot]];
    if (s->number != BELL_DEVIL) {
        if (belligerants_stands_hurt(t, slot, ground, BELL_WHITE)) return wounded;  /* B20 */
        if (belligerants_stands_hurt(t, slot, ground, BELL_GREY)) return encircled; /* B21 */
    }
    uint32_t takers = belligerants_takers(terms, s);
    if (belligerants_is_forced(terms) && takers && !(takers & belligerants_bit(slot)))
        return bv_why(BV_WHY_TAKE_FIRST); /* B15 */
    return blocked;
}

/* The pawn in hand does not take the enemy it is shown. */
static struct bv_text why_spared(const struct belligerants_tables *t,
                                 const struct belligerants_state *s, int slot, int target)
{
    static const struct bv_text sheltered = {"à l'abri sur la case verte", "safe on green"};
    static const struct bv_text inside = {"entré dans votre camp : imprenable",
                                          "inside your camp: cannot be taken"};
    static const struct bv_text wounded = {"blessé : seule l'Ambulance le prend",
                                           "wounded: only the Ambulance takes it"};
    static const struct bv_text well = {"l'Ambulance ne prend que des blessés",
                                        "the Ambulance takes only the wounded"};
    static const struct bv_text guarded = {"gardé par sa Sentinelle", "guarded by its Sentinel"};
    static const struct bv_text strong = {"ce pion ne le prend pas", "this pawn does not take it"};
    int square = s->place[target];
    uint8_t ground = t->ground[square];
    bool ambulance = t->kind[slot] == BELL_AM;
    bool hurt = belligerants_stands_hurt(t, target, ground, BELL_WHITE);
    if (ground & BELL_GREEN) return sheltered;                                  /* B22 */
    if (ground & belligerants_camp_of(s->turn)) return inside;                  /* B23 */
    if (hurt != ambulance) return hurt ? wounded : well;                        /* B20 */
    if (!(t->victims[t->kind[slot]] & belligerants_bit(target))) return strong; /* B2 */
    if (belligerants_is_guarded(t, s, !s->turn, square)) return guarded;        /* B13 */
    return bv_why(BV_WHY_FAR);
}

/* The pawn in hand does not go to an empty square. */
static struct bv_text why_goal(const struct bv_terms *terms, const struct belligerants_state *s,
                               int slot, int to)
{
    static const struct bv_text water = {"ce pion ne s'arrête pas sur l'eau",
                                         "this pawn cannot end on water"};
    static const struct bv_text leave = {"quittez d'abord votre camp", "leave your own camp first"};
    static const struct bv_text home = {"on ne revient pas dans son camp",
                                        "nobody goes back into his own camp"};
    static const struct bv_text shut = {"on ne ressort pas du camp ennemi",
                                        "nobody leaves the enemy camp"};
    const struct belligerants_tables *t = &terms->tables->belligerants;
    uint8_t start = t->ground[s->place[slot]];
    uint8_t goal = t->ground[to];
    uint8_t closed = belligerants_closed_camp(s->turn, belligerants_ground_under(t, s, s->turn));
    uint8_t barrier =
        belligerants_closed_ground(belligerants_is_camp_open(terms), s->turn, start, closed);
    if (goal & BELL_BLUE && !(t->trait[slot] & BELL_HARDY)) return water;            /* B19 */
    if (goal & closed) return leave;                                                 /* B23 */
    if (goal & barrier) return start & belligerants_camp_of(!s->turn) ? shut : home; /* B23 B24 */
    bool forced = belligerants_is_forced(terms) && belligerants_takers(terms, s);
    return bv_why(forced ? BV_WHY_TAKE_FIRST : BV_WHY_FAR); /* B15 */
}

static struct bv_text why_move(const struct bv_terms *terms, const struct belligerants_state *s,
                               int from, int to)
{
    int there = belligerants_slot_on(s, to);
    bool own = there >= 0 && s->held[s->turn] & belligerants_bit(there);
    if (from == BV_NOWHERE) {
        if (there < 0) return bv_why(BV_WHY_EMPTY);
        return own ? why_pawn(terms, s, there) : bv_why(BV_WHY_ENEMY);
    }
    int slot = belligerants_slot_on(s, from);
    if (own || slot < 0) return bv_why(BV_WHY_OCCUPIED);
    if (there >= 0) return why_spared(&terms->tables->belligerants, s, slot, there);
    return why_goal(terms, s, slot, to);
}

struct bv_text belligerants_why_not(const struct bv_terms *terms, const union bv_state *view,
                                    int seat, int from, int to)
{
    static const struct bv_text first[BELL_PHASES] = {
        [BELL_ASK] = {"lancez d'abord le dé", "roll the die first"},
        [BELL_PRICE] = {"fixez d'abord l'indemnité", "name the indemnity first"},
        [BELL_ANSWER] = {"répondez d'abord", "answer first"},
        [BELL_FORFEIT] = {"ce n'est pas l'un des pions à perdre", "not one of the pawns to lose"},
    };
    const struct belligerants_state *s = &view->belligerants;
    if (s->phase == BELL_MOVE) return why_move(terms, s, from, to);
    if (s->phase != BELL_SETUP) return first[s->phase];
    if (!(terms->tables->belligerants.ground[to] & belligerants_camp_of(seat)))
        return bv_why(BV_WHY_NOT_CAMP);
    return bv_why(belligerants_slot_on(s, to) >= 0 ? BV_WHY_OCCUPIED : BV_WHY_ASCENDING); /* B5 */
}

/* ---- What a move costs ----------------------------------------------------------------------- */

const struct bv_warning *belligerants_warning(const struct bv_terms *terms,
                                              const union bv_state *view, bv_action action)
{
    static const struct bv_warning forfeit = {
        {"Une prise est possible", "You can take a pawn"},
        {"La prise est obligatoire : si vous jouez autre chose, l'adversaire choisira l'un des "
         "pions qui pouvaient prendre et le fera prisonnier.",
         "Taking is compulsory: if you play something else, your opponent chooses one of the "
         "pawns that could have taken and makes it prisoner."},
        {"Jouer quand même", "Play it anyway"},
    };
    static const struct bv_warning ruin = {
        {"Ce pion sera détruit", "This pawn will be destroyed"},
        {"Il s'arrête sur une case noire : il quitte la partie et ne compte pour personne.",
         "It ends on a black square: it leaves the game and scores for nobody."},
        {"Le sacrifier", "Sacrifice it"},
    };
    const struct belligerants_tables *t = &terms->tables->belligerants;
    const struct belligerants_state *s = &view->belligerants;
    if (belligerants_action_kind(action) != BELL_DO_MOVE) return NULL;
    if (!(action & BELL_TAKES) && belligerants_takers(terms, s)) return &forfeit; /* B15 */
    int slot = belligerants_slot_on(s, belligerants_square_of(action));
    bool black = t->ground[belligerants_end_of(action)] & BELL_BLACK;
    return black && !(t->trait[slot] & BELL_HARDY) ? &ruin : NULL; /* B22 */
}
