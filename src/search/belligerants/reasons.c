/* What hints say at Les Belligérants. */
#include "games/storage.h"
#include "search/belligerants/player.h"

/* The values of B2. */
static const int16_t piece_worth[BELL_KINDS] = {
    [BELL_EM] = 1000, [BELL_BO] = 700, [BELL_AC] = 600, [BELL_DC] = 600, [BELL_MI] = 500,
    [BELL_CN] = 500,  [BELL_TK] = 400, [BELL_OF] = 400, [BELL_AM] = 300, [BELL_ES] = 300,
    [BELL_PA] = 200,  [BELL_SE] = 200, [BELL_SO] = 100,
};

static const struct reason_threat_words threat_words[] = {
    {{"Ce coup menace une prise : %p en %t (%n chances sur 6)",
      "It threatens a capture: %p on %t (%n chances in 6)"},
     {"Ce coup met à l'abri : %p en %t", "It brings to safety: %p on %t"}},
};

/* ---- Threats --------------------------------------------------------------------------------- */

enum { FACES = 6 };

/* What a side could take, and with how many faces of the die: the Devil always does (B7). */
static void threats(const struct bv_terms *terms, const union bv_state *state, int side,
                    struct reason_threat_list *list)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    struct belligerants_state s = state->belligerants;
    bv_action move[BELL_LIST_CAP];
    uint8_t faces[BELL_SLOTS] = {0};
    int16_t taker[BELL_SLOTS];
    if (s.phase <= BELL_LOTS || s.phase == BELL_OVER) return;
    s.phase = BELL_MOVE;
    s.turn = (uint8_t)side;
    for (int number = 1; number <= BELL_LONGEST; number++) {
        s.number = (uint8_t)number;
        uint32_t count = belligerants_moves(terms, &s, move);
        for (uint32_t i = 0; i < count; i++) {
            if (!(move[i] & BELL_TAKES)) continue;
            int prey = belligerants_slot_on(&s, belligerants_end_of(move[i]));
            faces[prey] |= (uint8_t)(1U << number);
            taker[prey] = (int16_t)belligerants_square_of(move[i]);
        }
    }
    for (int prey = 0; prey < BELL_SLOTS; prey++) {
        if (!faces[prey]) continue;
        int chances = bv_count64(faces[prey]) + 1;
        struct reason_threat threat = {
            .piece = t->kind[prey],
            .from = taker[prey],
            .to = s.place[prey],
            .worth = piece_worth[t->kind[prey]] * chances / FACES,
            .number = chances,
        };
        reason_add_threat(list, &threat);
    }
}

/* ---- Aspects --------------------------------------------------------------------------------- */

enum { INSIDE, AT_HOME, HURT, SHELTERED, FAR, ASPECTS };

static const struct reason_aspect aspects[ASPECTS] = {
    [INSIDE] = {2,
                {"Ce coup entre dans le camp ennemi : %p en %t, qui comptera double",
                 "It enters the enemy camp: %p on %t, which will count twice"}},
    [AT_HOME] = {-60,
                 {"Ce coup fait sortir du camp : %p. Il y reste %n %(pion|pions)",
                  "It leaves the camp: %p. %n %(pawn stays|pawns stay) there"}},
    [HURT] = {-90, {"Ce coup remet en marche : %p en %t", "It gets moving again: %p on %t"}},
    [SHELTERED] = {15,
                   {"Ce coup va à l'abri : %p en %t, où on ne peut le prendre",
                    "It takes shelter: %p on %t cannot be taken there"}},
    [FAR] = {-12,
             {"Ce coup approche du camp ennemi : %p en %t",
              "It comes nearer to the enemy camp: %p on %t"}},
};

/* Squares from one to the other, as if nothing stood between. */
static int between(int square, int other)
{
    int files = square / BELL_STRIDE - other / BELL_STRIDE;
    int ranks = square % BELL_STRIDE - other % BELL_STRIDE;
    if (files < 0) files = -files;
    if (ranks < 0) ranks = -ranks;
    return files > ranks ? files : ranks;
}

static int way_to_camp(const struct belligerants_tables *t, int square, int camp)
{
    int nearest = BELL_SQUARES_MAX;
    for (int i = 0; i < BELL_ARMY; i++) {
        int steps = between(square, t->camp[camp][i]);
        if (steps < nearest) nearest = steps;
    }
    return nearest;
}

static void measure(const struct bv_terms *terms, const union bv_state *state, int side,
                    int32_t *value)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    const struct belligerants_state *s = &state->belligerants;
    if (s->phase <= BELL_LOTS) return;
    for (uint64_t left = s->held[side]; left;) {
        int slot = bv_take64(&left);
        int square = s->place[slot];
        uint8_t ground = t->ground[square];
        bool inside = ground & belligerants_camp_of(!side);
        value[INSIDE] += inside ? t->value[t->kind[slot]] : 0;
        value[AT_HOME] += (ground & belligerants_camp_of(side)) != 0;
        value[HURT] += belligerants_stands_hurt(t, slot, ground, BELL_WHITE | BELL_GREY);
        value[SHELTERED] +=
            !inside &&
            ((ground & BELL_GREEN) ||
             (t->kind[slot] != BELL_SE && belligerants_is_guarded(t, s, side, square))); /* B13 */
        value[FAR] += inside ? 0 : way_to_camp(t, square, !side);
    }
}

/* ---- Actions --------------------------------------------------------------------------------- */

/* How far a camp square is from the ground outside. */
static int depth_in_camp(const struct belligerants_tables *t, int square, int side)
{
    int nearest = BELL_ARMY;
    for (int file = 0; file < t->files; file++)
        for (int rank = 0; rank < t->ranks; rank++) {
            int other = file * BELL_STRIDE + rank;
            int steps = between(square, other);
            if (!(t->ground[other] & belligerants_camp_of(side)) && steps < nearest)
                nearest = steps;
        }
    return nearest;
}

static void explain_placing(const struct belligerants_tables *t, int side, bv_action action,
                            struct reason *reason)
{
    static const struct bv_text edge = {"Au bord du camp, pour sortir vite : %p en %t",
                                        "At the edge of the camp, to leave soon: %p on %t"};
    static const struct bv_text deep = {"À %n cases du bord, à l'abri au début : %p en %t",
                                        "%n squares from the edge, safe at first: %p on %t"};
    int square = belligerants_square_of(action);
    reason->piece = (uint8_t)belligerants_number_of(action);
    reason->to = (int16_t)square;
    reason->number = depth_in_camp(t, square, side);
    reason->words = reason->number > 1 ? deep : edge;
    reason->worth = 1;
}

/* An ambulance that brings a wounded pawn home (B20). */
static void tell_rescue(const struct belligerants_tables *t, const struct belligerants_state *s,
                        bv_action action, struct reason *reason)
{
    int slot = belligerants_slot_on(s, belligerants_end_of(action));
    reason->words = (struct bv_text){"L'Ambulance ramène au camp : %p en %t",
                                     "The Ambulance brings back to the camp: %p on %t"};
    reason->piece = t->kind[slot];
    reason->to = (int16_t)belligerants_camp_square_of(action);
    reason->worth = piece_worth[t->kind[slot]];
}

static void action(const struct bv_terms *terms, const union bv_state *before, int seat,
                   bv_action action, struct reason *reason)
{
    static const struct bv_text asks = {
        "La partie est compromise : mieux vaut négocier (le compte est de %n à %m)",
        "The game is going badly: better to negotiate, at a count of %n to %m"};
    static const struct bv_text prices = {
        "Une indemnité de %n correspond à l'écart auquel il faut s'attendre",
        "An indemnity of %n is about the margin to be expected"};
    static const struct bv_text accepts = {
        "Payer l'indemnité de %n coûte moins que la suite probable",
        "Paying the indemnity of %n costs less than what is likely to follow"};
    static const struct bv_text refuses = {
        "L'indemnité de %n coûte plus que la suite probable",
        "The indemnity of %n costs more than what is likely to follow"};
    static const struct bv_text rolls = {"Rien n'oblige à négocier : le compte est de %n à %m",
                                         "Nothing obliges you to negotiate: the count is %n to %m"};
    const struct belligerants_tables *t = &terms->tables->belligerants;
    const struct belligerants_state *s = &before->belligerants;
    int side = bv_side_of(terms, seat);
    int32_t price = s->price * BELL_PRICE_UNIT;
    reason->number = belligerants_score(t, s, side);
    reason->more = belligerants_score(t, s, !side);
    reason->worth = 1;
    switch (belligerants_action_kind(action)) {
    case BELL_DO_PLACE: explain_placing(t, side, action, reason); break;
    case BELL_DO_ASK: reason->words = asks; break;
    case BELL_DO_PRICE:
        reason->words = prices;
        reason->number = belligerants_number_of(action) * BELL_PRICE_UNIT;
        break;
    case BELL_DO_ACCEPT:
        reason->words = accepts;
        reason->number = price;
        break;
    case BELL_DO_REFUSE:
        reason->words = refuses;
        reason->number = price;
        break;
    case BELL_DO_ROLL: reason->words = rolls; break;
    default:
        reason->worth = 0;
        if (action & BELL_CARRIES) tell_rescue(t, s, action, reason);
        break;
    }
}

const struct reason_source belligerants_reasons = {
    .piece_worth = piece_worth,
    .threat = threat_words,
    .threats = threats,
    .aspects = ASPECTS,
    .aspect = aspects,
    .measure = measure,
    .action = action,
};
