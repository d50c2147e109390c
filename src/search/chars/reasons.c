/* What hints say at Bataille de Chars. They look only at what both sides see, and at the own ranks. */
#include "games/storage.h"
#include "search/chars/player.h"
#include "search/chars/reach.h"
#include "search/chars/worth.h"

static const int16_t piece_worth[CHARS_PIECES] = {
    [CHARS_PIECE_TANK] = 100,      [CHARS_PIECE_COMMAND] = 150,   [CHARS_PIECE_DEPOT] = 90,
    [CHARS_PIECE_DEPOT + 1] = 120, [CHARS_PIECE_DEPOT + 2] = 120, [CHARS_PIECE_GUN] = 30,
};

enum { RAID, ATTACK };

static const struct reason_threat_words threat_words[] = {
    [RAID] = {{"Ce mouvement menace une installation : %p en %t",
               "It threatens an installation: %p on %t"},
              {"Ce mouvement éloigne la menace sur : %p en %t",
               "It averts the threat to: %p on %t"}},
    [ATTACK] = {{"Ce mouvement amène à portée d'attaque : %p en %t",
                 "It brings within reach of an attack: %p on %t"},
                {"Ce mouvement met hors d'atteinte : %p en %t",
                 "It takes out of the enemy's reach: %p on %t"}},
};

/* ---- Threats --------------------------------------------------------------------------------- */

static int piece_on(const struct chars_state *s, int side, int square)
{
    for (int depot = 0; depot < CHARS_DEPOTS; depot++)
        if (s->depot[side][depot] == square) return CHARS_PIECE_DEPOT + depot;
    if (bv_has128(s->guns, square)) return CHARS_PIECE_GUN;
    return bv_has128(s->commands, square) ? CHARS_PIECE_COMMAND : CHARS_PIECE_TANK;
}

static void add_from(const struct chars_tables *t, const struct chars_state *s, int side, int from,
                     struct reason_threat_list *list)
{
    int enemy = chars_other(side);
    struct chars_gait gait = chars_gait_of(t, s, side, bv_has128(s->commands, from));
    bv_bits128 targets = s->tanks[enemy] | ((s->guns | s->depots) & t->camp[enemy]);
    while (targets) {
        int to = bv_take128(&targets);
        int piece = piece_on(s, enemy, to);
        bool depot = bv_has128(s->depots & t->camp[enemy], to);
        bool reached =
            depot ? chars_distance(gait, from, to) <= gait.steps : chars_threatens(gait, from, to);
        struct reason_threat threat = {
            .kind = depot ? RAID : ATTACK,
            .piece = (uint8_t)piece,
            .from = BV_NOWHERE,
            .to = (int16_t)to,
            .worth = depot ? piece_worth[piece] : piece_worth[piece] / 4,
        };
        if (reached) reason_add_threat(list, &threat);
    }
}

static void threats(const struct bv_terms *terms, const union bv_state *state, int side,
                    struct reason_threat_list *list)
{
    const struct chars_state *s = &state->chars;
    if (s->phase == CHARS_SETUP) return;
    for (bv_bits128 left = s->tanks[side]; left;)
        add_from(&terms->tables->chars, s, side, bv_take128(&left), list);
}

/* ---- Aspects --------------------------------------------------------------------------------- */

enum { TO_DEPOT, COMMANDS, PROGRESS, ASPECTS };

static const struct reason_aspect aspects[ASPECTS] = {
    [TO_DEPOT] = {-12,
                  {"Ce mouvement approche d'une installation ennemie : encore %n %(case|cases)",
                   "It comes nearer to an enemy installation: %n %(square|squares) to go"}},
    [COMMANDS] = {45,
                  {"Ce mouvement atteint la dernière ligne ennemie, pour un Char de Commandement",
                   "It reaches the enemy's back rank, for a command tank"}},
    [PROGRESS] = {3, {"Ce mouvement gagne du terrain : %p en %t", "It gains ground: %p on %t"}},
};

static int32_t way_to_depot(const struct chars_tables *t, const struct chars_state *s, int side)
{
    int32_t nearest = CHARS_SQUARES;
    for (bv_bits128 left = s->tanks[side]; left;) {
        int from = bv_take128(&left);
        struct chars_gait gait = chars_gait_of(t, s, side, bv_has128(s->commands, from));
        for (int depot = 0; depot < CHARS_DEPOTS; depot++) {
            int to = s->depot[chars_other(side)][depot];
            if (to == CHARS_GONE) continue;
            int steps = chars_distance(gait, from, to);
            if (steps < nearest) nearest = steps;
        }
    }
    return nearest;
}

static void measure(const struct bv_terms *terms, const union bv_state *state, int side,
                    int32_t *value)
{
    const struct chars_tables *t = &terms->tables->chars;
    const struct chars_state *s = &state->chars;
    if (s->phase == CHARS_SETUP) return;
    value[TO_DEPOT] = way_to_depot(t, s, side);
    value[COMMANDS] = bv_count128(s->tanks[side] & (t->back[chars_other(side)] | s->commands));
    for (bv_bits128 left = s->tanks[side]; left;)
        value[PROGRESS] += chars_progress(side, bv_take128(&left));
}

/* ---- Actions --------------------------------------------------------------------------------- */

enum { TOLD = 1000, REMARK = 1 };

/* Squares between a square and the nearest of a side's installations, along ranks and files. */
static int32_t way_from_depot(const struct chars_state *s, int side, int square)
{
    int32_t nearest = CHARS_SQUARES;
    for (int depot = 0; depot < CHARS_DEPOTS; depot++) {
        int at = s->depot[side][depot];
        if (at == CHARS_GONE) continue;
        int files = at % CHARS_WIDTH - square % CHARS_WIDTH;
        int ranks = at / CHARS_WIDTH - square / CHARS_WIDTH;
        int steps = (files < 0 ? -files : files) + (ranks < 0 ? -ranks : ranks);
        if (steps < nearest) nearest = steps;
    }
    return nearest;
}

static void explain_placing(const struct bv_terms *terms, const struct chars_state *s, int side,
                            bv_action action, struct reason *reason)
{
    static const struct bv_text depot = {"À %n %(rangée|rangées) du fleuve : %p en %t",
                                         "%n %(rank|ranks) from the river: %p on %t"};
    static const struct bv_text open = {"Char de rang %n : sa colonne est libre devant lui",
                                        "Tank of rank %n: its file is open before it"};
    static const struct bv_text shut = {
        "Char de rang %n : il partira de côté, sa colonne est occupée",
        "Tank of rank %n: it will leave sideways, its file is occupied"};
    static const struct bv_text gun = {
        "Ce canon anti-char couvre une installation, à %n %(case|cases)",
        "This anti-tank gun covers an installation, %n %(square|squares) away"};
    static const struct bv_text mine = {"Cette mine protège une installation, à %n %(case|cases)",
                                        "This mine protects an installation, %n %(square|squares) "
                                        "away"};
    int thing = chars_from(action);
    int square = chars_to(action);
    int rank = side == CHARS_GREEN ? square / CHARS_WIDTH : CHARS_WIDTH - 1 - square / CHARS_WIDTH;
    bv_bits128 file = 0;
    for (int at = square % CHARS_WIDTH; at < CHARS_SQUARES; at += CHARS_WIDTH)
        file |= bv_bit128(at);
    reason->piece = (uint8_t)chars_piece_of(thing);
    reason->to = (int16_t)square;
    reason->worth = REMARK;
    if (thing < CHARS_THING_TANK) {
        reason->words = depot;
        reason->number = CHARS_WIDTH / 2 - rank;
    } else if (thing < CHARS_THING_GUN) {
        bool occupied = file & s->depots & terms->tables->chars.camp[side];
        reason->words = occupied ? shut : open;
        reason->number = thing - CHARS_THING_TANK + 1;
    } else {
        reason->words = thing == CHARS_THING_GUN ? gun : mine;
        reason->number = way_from_depot(s, side, square);
    }
}

/* How many enemy tanks could end their movement on the square. */
static void explain_plotted(const struct bv_terms *terms, const struct chars_state *s, int side,
                            int square, struct reason *reason)
{
    const struct chars_tables *t = &terms->tables->chars;
    int enemy = chars_other(side);
    for (bv_bits128 left = s->tanks[enemy]; left;) {
        int from = bv_take128(&left);
        struct chars_gait gait = chars_gait_of(t, s, enemy, bv_has128(s->commands, from));
        int steps = chars_distance(gait, from, square);
        reason->number += steps > 0 && steps <= gait.steps;
    }
    if (!reason->number) return;
    reason->to = (int16_t)square;
    reason->words = (struct bv_text){"%n %(char ennemi peut|chars ennemis peuvent) s'arrêter en %t",
                                     "%n enemy %(tank|tanks) may stop on %t"};
    reason->worth = TOLD;
}

static void explain_plot_end(const struct chars_state *s, int side, struct reason *reason)
{
    reason->number = s->whites[side] - bv_count128(s->white);
    reason->words = (struct bv_text){
        "Aucune autre case ne mérite un tir ; en réserve : %n %(tir blanc|tirs blancs)",
        "No other square deserves a shot; in reserve: %n white %(shot|shots)"};
    reason->worth = TOLD;
}

static void explain_fight(const struct bv_terms *terms, const struct chars_state *s, int side,
                          bv_action action, struct reason *reason)
{
    static const struct bv_text at_gun = {"Le canon anti-char en %t tombe %n fois sur %m",
                                          "The anti-tank gun on %t falls %n times in %m"};
    static const struct bv_text known = {"Rang %n contre rang %m : combat gagné en %t",
                                         "Rank %n against rank %m: a fight won on %t"};
    static const struct bv_text unknown = {
        "Ce char bat %n des %m rangs que l'ennemi n'a pas annoncés",
        "This tank beats %n of the %m ranks that the enemy has not announced"};
    const struct chars_tables *t = &terms->tables->chars;
    int enemy = chars_other(side);
    int to = chars_to(action);
    int own = chars_rank_at(s, side, chars_from(action));
    int other = chars_announced_rank_at(s, enemy, to);
    reason->to = (int16_t)to;
    reason->worth = TOLD;
    if (bv_has128(s->guns, to)) {
        reason->words = at_gun;
        reason->number = t->die_black;
        reason->more = t->die_red + t->die_black;
    } else if (other >= 0) {
        reason->words = known;
        reason->number = own + 1;
        reason->more = other + 1;
        if (own <= other) reason->worth = 0;
    } else {
        reason->words = unknown;
        for (int rank = 0; rank < CHARS_TANKS; rank++) {
            bool open = !(s->announced[enemy] >> rank & 1);
            reason->more += open;
            reason->number += open && rank < own;
        }
    }
}

/* A tank that enters an installation destroys it if it survives (C29). */
static void explain_step(const struct chars_state *s, int side, int to, struct reason *reason)
{
    if (!bv_has128(s->depots, to)) return;
    reason->words = (struct bv_text){"Ce char attaque une installation : %p en %t",
                                     "This tank attacks an installation: %p on %t"};
    reason->piece = (uint8_t)piece_on(s, chars_other(side), to);
    reason->to = (int16_t)to;
    reason->worth = TOLD;
}

static void action(const struct bv_terms *terms, const union bv_state *before, int seat,
                   bv_action action, struct reason *reason)
{
    const struct chars_state *s = &before->chars;
    int side = bv_side_of(terms, seat);
    switch (chars_kind_of(action)) {
    case CHARS_SET: explain_placing(terms, s, side, action, reason); break;
    case CHARS_RED:
    case CHARS_WHITE: explain_plotted(terms, s, side, chars_to(action), reason); break;
    case CHARS_STOP:
        if (s->phase == CHARS_PLOT) explain_plot_end(s, side, reason);
        break;
    case CHARS_STEP: explain_step(s, side, chars_to(action), reason); break;
    case CHARS_ATTACK: explain_fight(terms, s, side, action, reason); break;
    case CHARS_DIE: break;
    }
}

const struct reason_source chars_reasons = {
    .piece_worth = piece_worth,
    .threat = threat_words,
    .threats = threats,
    .aspects = ASPECTS,
    .aspect = aspects,
    .measure = measure,
    .action = action,
};
