/* What the plates are, and why a touch does nothing. */
#include "core/help.h"

#include "games/storage.h"

static const struct bv_thing_words things[] = {
    [KRIEGSPIEL_SOLDIERS] =
        {"soldiers",
         BV_THING_PIECE,
         {"Plateau de soldats", "Plate of soldiers"},
         {{"%n %(mouvement|mouvements) par tour pour tous les soldats, rotations et déplacements "
           "additionnés",
           "%n %(movement|movements) a turn for all soldiers: turn by one direction, or step one "
           "hexagon"},
          {"Tire droit devant, à %m cases au plus ; chaque soldat peut toucher",
           "Fires straight ahead, up to %m hexagons; each soldier may hit"},
          {"Retiré avec son dernier soldat", "Removed with its last soldier"}}},
    [KRIEGSPIEL_CAVALRY] =
        {"cavalry",
         BV_THING_PIECE,
         {"Plateau de cavaliers", "Plate of cavalry"},
         {{"%n %(mouvement|mouvements) par tour pour tous les cavaliers, rotations et déplacements "
           "additionnés",
           "%n %(movement|movements) a turn for all cavalry: turn by one direction, or step one "
           "hexagon"},
          {"Combat droit devant (portée : %m) ; il faut un 4 ou un 5",
           "Fights straight ahead at a distance of %m; it takes a 4 or a 5"},
          {"Retiré avec son dernier cavalier", "Removed with its last rider"}}},
    [KRIEGSPIEL_CANNONS] =
        {"cannon",
         BV_THING_PIECE,
         {"Canon", "Cannon"},
         {{"%n %(mouvement|mouvements) par tour pour tous les canons ; 4 servants pour se "
           "déplacer, 2 pour tourner, 1 pour tirer",
           "%n %(movement|movements) a turn for all cannons; a crew of 4 to step, of 2 to turn, "
           "of 1 to fire"},
          {"Tire droit devant, à %m cases au plus : touche autant de soldats que le dé marque de "
           "points",
           "Fires straight ahead, up to %m hexagons: hits as many soldiers as the die shows"},
          {"Un canon le détruit avec un 5 ; les autres ne touchent que ses servants",
           "A cannon destroys it with a 5; others hit only its crew"}}},
    [KRIEGSPIEL_PIECE_WRECK] = {"wreck",
                                BV_THING_PIECE,
                                {"Canon détruit", "Destroyed cannon"},
                                {{"Un obstacle qui ne bouge plus ; on tire par-dessus",
                                  "An obstacle for good; shots pass over it"}}},
};
_Static_assert(BV_COUNT(things) == KRIEGSPIEL_THINGS, "as the game says");

void kriegspiel_thing(const struct bv_terms *terms, int entry, struct bv_thing *about)
{
    const struct kriegspiel_tables *t = &terms->tables->kriegspiel;
    bool plate = entry < KRIEGSPIEL_KINDS;
    bv_thing_fill(about, &things[entry],
                  (struct bv_blanks){.number = plate ? t->points[entry] : 0,
                                     .more = plate ? t->range[entry] : 0});
}

uint32_t kriegspiel_things_at(const struct bv_terms *terms, const union bv_state *view, int point,
                              uint8_t *entry)
{
    unsigned there = view->kriegspiel.field[point];
    (void)terms;
    if (there == KRIEGSPIEL_EMPTY) return 0;
    *entry = (uint8_t)(kriegspiel_is_plate(there) ? kriegspiel_kind(there & KRIEGSPIEL_SLOT_MASK)
                                                  : KRIEGSPIEL_PIECE_WRECK);
    return 1;
}

/* ---- Why a touch does nothing ---------------------------------------------------------------- */

static const struct bv_text no_crew = {"canon sans servants", "a cannon without crew"};
static const struct bv_text spent = {"plus de mouvements pour cette arme",
                                     "no movements left for this arm"};
static const struct bv_text unturned = {"orientez-le d'abord", "give it a facing first"};

/* What keeps a plate of one's own from moving; NULLs: nothing that is the plate's own. */
static struct bv_text why_still(const struct kriegspiel_state *s, unsigned slot)
{
    static const struct bv_text tired = {"ses servants n'en permettent pas plus",
                                         "its crew allows no more"};
    unsigned plate = s->plate[s->side][slot];
    unsigned kind = kriegspiel_kind(slot);
    bool cannon = kind == KRIEGSPIEL_CANNONS;
    if (cannon && !kriegspiel_figures(plate)) return no_crew;             /* K16 */
    if (kriegspiel_facing(plate) == KRIEGSPIEL_UNTURNED) return unturned; /* K8 */
    if (!s->points[kind]) return spent;                                   /* K12 */
    if (cannon && kriegspiel_moved(plate) >= kriegspiel_crew_moves(kriegspiel_figures(plate)))
        return tired; /* K16 K17 */
    return (struct bv_text){0};
}

/* What keeps a plate of one's own from firing. */
static struct bv_text why_silent(const struct kriegspiel_tables *t,
                                 const struct kriegspiel_state *s, unsigned slot)
{
    static const struct bv_text fired = {"cette arme a déjà tiré", "this arm has fired"};
    static const struct bv_text back = {"ne tire pas vers son propre camp",
                                        "does not fire towards its own camp"};
    static const struct bv_text nobody = {"pas de cible devant lui", "no target ahead"};
    unsigned plate = s->plate[s->side][slot];
    if (s->fired >> kriegspiel_kind(slot) & 1) return fired;               /* K25 */
    if (!kriegspiel_figures(plate)) return no_crew;                        /* K30 */
    if (kriegspiel_facing(plate) == KRIEGSPIEL_UNTURNED) return unturned;  /* K8 */
    if (!(t->fires[s->side] >> kriegspiel_facing(plate) & 1)) return back; /* K26 */
    return nobody;
}

/* Why a plate gives nothing to another of its army. */
static struct bv_text why_kept(const struct kriegspiel_tables *t, const struct kriegspiel_state *s,
                               unsigned slot, int to)
{
    static const struct bv_text aside = {"il faut lui faire face", "it must be faced"};
    static const struct bv_text arms = {"soldats et cavaliers ne se mêlent pas",
                                        "soldiers and riders do not mix"};
    static const struct bv_text again = {"déjà transféré ce tour", "transferred this turn already"};
    static const struct bv_text full = {"plateau complet", "a full plate"};
    unsigned plate = s->plate[s->side][slot];
    unsigned receiver = s->field[to] & KRIEGSPIEL_SLOT_MASK;
    if (kriegspiel_facing(plate) == KRIEGSPIEL_UNTURNED) return unturned; /* K8 */
    if (kriegspiel_ahead(t, plate) != (unsigned)to) return aside;         /* K20 */
    if ((slot ^ receiver) & KRIEGSPIEL_MOUNTED) return arms;              /* K19 */
    if (s->given[slot] >> (receiver & 7) & 1) return again;               /* K23 */
    return kriegspiel_figures(plate) ? full : no_crew;                    /* K21 */
}

static struct bv_text why_move(const struct bv_terms *terms, const struct kriegspiel_state *s,
                               unsigned slot, int to)
{
    static const struct bv_text ahead = {"on se déplace droit devant soi",
                                         "one step, straight ahead"};
    static const struct bv_text axis = {"on se déplace dans son axe", "one step, along its axis"};
    static const struct bv_text crew = {"il faut 4 servants pour se déplacer",
                                        "it takes a crew of 4 to step"};
    unsigned plate = s->plate[s->side][slot];
    unsigned there = s->field[to];
    bool own = kriegspiel_is_plate(there) && kriegspiel_owner(there) == s->side;
    struct bv_text still = why_still(s, slot);
    if (own) return why_kept(&terms->tables->kriegspiel, s, slot, to);
    if (there != KRIEGSPIEL_EMPTY) return bv_why(BV_WHY_OCCUPIED); /* K6 */
    if (still.fr) return still;
    if (kriegspiel_kind(slot) == KRIEGSPIEL_CANNONS &&
        kriegspiel_crew_moves(kriegspiel_figures(plate)) < 3)
        return crew;                                                              /* K16 */
    return terms->option[KRIEGSPIEL_AXIS] == KRIEGSPIEL_AXIS_BOTH ? axis : ahead; /* K15 */
}

struct bv_text kriegspiel_why_not(const struct bv_terms *terms, const union bv_state *view,
                                  int seat, int from, int to)
{
    static const struct bv_text wreck = {"canon détruit", "a destroyed cannon"};
    static const struct bv_text line = {"hors de sa ligne de tir", "not in its line of fire"};
    const struct kriegspiel_state *s = &view->kriegspiel;
    unsigned there = s->field[from == BV_NOWHERE ? to : from];
    unsigned slot = there & KRIEGSPIEL_SLOT_MASK;
    if (from != BV_NOWHERE && !kriegspiel_is_plate(there)) return bv_why(BV_WHY_EMPTY);
    if (from != BV_NOWHERE)
        return s->phase == KRIEGSPIEL_FIRE ? line : why_move(terms, s, slot, to);
    if (there == KRIEGSPIEL_EMPTY) return bv_why(BV_WHY_EMPTY);
    if (!kriegspiel_is_plate(there)) return wreck; /* K18 */
    if (kriegspiel_owner(there) != s->side) return bv_why(BV_WHY_ENEMY);
    if (terms->form->seats > BV_SIDES_MAX &&
        kriegspiel_kind(slot) != (unsigned)seat % KRIEGSPIEL_KINDS)
        return bv_why(BV_WHY_PARTNER); /* K35 */
    if (s->phase == KRIEGSPIEL_FIRE) return why_silent(&terms->tables->kriegspiel, s, slot);
    return why_still(s, slot);
}
