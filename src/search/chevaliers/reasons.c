/* What hints say at Échec aux Chevaliers. */
#include "search/chevaliers/geometry.h"
#include "search/chevaliers/player.h"

static const int16_t piece_worth[] = {[CHEVALIERS_KNIGHT] = 250, [CHEVALIERS_MAN] = 100};

enum { CAPTURE, CASTLE };

static const struct reason_threat_words threat_words[] = {
    [CAPTURE] = REASON_CAPTURE_WORDS,
    [CASTLE] = {{"Ce coup menace d'entrer au château ennemi : %p en %f",
                 "It threatens to enter the enemy castle: %p on %f"},
                {"Ce coup empêche l'ennemi d'entrer au château, où menaçait : %p en %f",
                 "It keeps the enemy out of the castle, which was threatened by: %p on %f"}},
};

enum { CASTLE_WORTH = 500 };

static int piece_on(const struct chevaliers_state *s, int square)
{
    return bv_has128(s->knights, square) ? CHEVALIERS_KNIGHT : CHEVALIERS_MAN;
}

static void add_captures(struct reason_threat_list *list, const struct chevaliers_state *s,
                         bv_action action)
{
    int at = chevaliers_stop(action);
    for (int i = 0; i < chevaliers_captures(action); i++) {
        int step = chevaliers_leap(action, i);
        int piece = piece_on(s, at + step);
        struct reason_threat threat = {
            .kind = CAPTURE,
            .piece = (uint8_t)piece,
            .from = (int16_t)chevaliers_from(action),
            .to = (int16_t)(at + step),
            .worth = piece_worth[piece],
        };
        reason_add_threat(list, &threat);
        at += 2 * step;
    }
}

/* A piece that could go to the enemy castle at once (E16). */
static void add_castle(struct reason_threat_list *list, const struct bv_terms *terms,
                       const struct chevaliers_state *s, int side)
{
    int castle = terms->tables->chevaliers.castle[!side];
    bv_bits128 near = chevaliers_steppers(s, side, castle);
    if (!near || !bv_has128(chevaliers_free(terms, s), castle)) return;
    int from = bv_low128(near);
    struct reason_threat threat = {
        .kind = CASTLE,
        .piece = (uint8_t)piece_on(s, from),
        .from = (int16_t)from,
        .to = (int16_t)castle,
        .worth = CASTLE_WORTH,
    };
    reason_add_threat(list, &threat);
}

static void threats(const struct bv_terms *terms, const union bv_state *state, int side,
                    struct reason_threat_list *list)
{
    bv_action action[CHEVALIERS_LIST_CAP];
    struct chevaliers_state s = state->chevaliers;
    s.side = (uint8_t)side;
    s.fault = false;
    s.called = true; /* so that only captures are offered */
    uint32_t count = chevaliers_moves(terms, &s, CHEVALIERS_COMMANDS_ALL, action);
    for (uint32_t i = 0; i < count; i++) add_captures(list, &s, action[i]);
    add_castle(list, terms, &s, side);
}

enum { ATTACKERS, GUARDS, CHARGES, CANTERS, SOLID, GROUND, HOMEWARD, ONWARD, ASPECTS };

static const struct reason_aspect aspects[ASPECTS] = {
    [ATTACKERS] = {60,
                   {"Ce coup serre de près le château ennemi : %n %(pièce|pièces) à deux cases",
                    "It closes in on the enemy castle: %n %(piece|pieces) within two squares"}},
    [GUARDS] = {40, {"Ce coup garde le château : %p en %t", "It guards the castle: %p on %t"}},
    [CHARGES] = {-23,
                 {"Ce coup gêne les charges ennemies : %n %(départ possible|départs possibles) au "
                  "lieu de %m",
                  "It hinders enemy charges: %n %(start|starts) instead of %m"}},
    [CANTERS] = {5,
                 {"Ce coup ouvre la route aux Chevaliers : %n %(case|cases) d'arrivée au galop, au "
                  "lieu de %m",
                  "It opens the way for the Knights: %n %(square|squares) in reach of a canter, "
                  "instead of %m"}},
    [SOLID] =
        {6,
         {"Ce coup serre les rangs : %n %(pièce imprenable|pièces imprenables), au lieu de %m",
          "It closes the ranks: %n %(piece|pieces) out of danger, instead of %m"}},
    [GROUND] = {4, {"Ce coup gagne du terrain : %p en %t", "It gains ground: %p on %t"}},
    [HOMEWARD] = {3,
                  {"Ce coup rapproche un défenseur du château : %p en %t",
                   "It brings a defender nearer to the castle: %p on %t"}},
    [ONWARD] = {2, {"Ce coup porte un Chevalier en avant : %t", "It brings a Knight forward: %t"}},
};

/* Ranks that the pieces of a set have left their own first rank behind. */
static int32_t ranks_ahead(bv_bits128 set, int side)
{
    int32_t sum = 0;
    while (set) {
        int rank = chevaliers_rank(bv_take128(&set));
        sum += side == CHEVALIERS_SILVER ? rank : CHEVALIERS_RANKS - 1 - rank;
    }
    return sum;
}

/* Pieces that no leap can take: on either axis an own piece, a pond or the edge is in the way. */
static int32_t solid(const struct chevaliers_tables *tables, bv_bits128 own)
{
    bv_bits128 shut = own | ~tables->squares;
    bv_bits128 west_of_a1 = 1;
    bv_bits128 south_of_rank_1 = (1 << CHEVALIERS_STRIDE) - 1;
    bv_bits128 along = shut << 1 | west_of_a1 | shut >> 1;
    bv_bits128 across = shut << CHEVALIERS_STRIDE | south_of_rank_1 | shut >> CHEVALIERS_STRIDE;
    return bv_count128(own & along & across);
}

static void measure(const struct bv_terms *terms, const union bv_state *state, int side,
                    int32_t *value)
{
    const struct chevaliers_state *s = &state->chevaliers;
    const struct chevaliers_tables *tables = &terms->tables->chevaliers;
    bv_bits128 beside = chevaliers_around(tables->castle[!side]) & tables->squares;
    bv_bits128 knights = chevaliers_knights_of(s, side);
    value[ATTACKERS] = bv_count128(s->pieces[side] & chevaliers_widened(beside));
    value[GUARDS] = (s->pieces[side] & chevaliers_around(tables->castle[side])) != 0;
    value[CHARGES] = bv_count128(chevaliers_charging(terms, s, !side));
    value[CANTERS] =
        bv_count128(chevaliers_leaps(knights, s->pieces[side]) & chevaliers_free(terms, s));
    value[GROUND] = ranks_ahead(chevaliers_men_of(s, side), side);
    value[SOLID] = solid(tables, s->pieces[side]);
    value[ONWARD] = ranks_ahead(knights, side);
    value[HOMEWARD] = -value[ONWARD];
}

/* The call of a fault (E15). */
static void action(const struct bv_terms *terms, const union bv_state *before, int seat,
                   bv_action action, struct reason *reason)
{
    (void)terms;
    (void)before;
    (void)seat;
    if (chevaliers_kind_of(action) != CHEVALIERS_CALL) return;
    reason->worth = 2 * CASTLE_WORTH;
    reason->words =
        (struct bv_text){"La prise était obligatoire : signaler la faute fait reprendre le coup",
                         "The capture was compulsory: calling the fault takes the move back"};
}

const struct reason_source chevaliers_reasons = {
    .piece_worth = piece_worth,
    .threat = threat_words,
    .threats = threats,
    .aspects = ASPECTS,
    .aspect = aspects,
    .measure = measure,
    .action = action,
};
