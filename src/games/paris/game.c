/*
 * Siege de Paris: the facts.
 */
#include "core/action_range.h"
#include "games/storage.h"

static const struct bv_side sides[BV_SIDES_MAX] = {
    {"G", {"Garnison", "Garrison"}},
    {"BN", {"Assiégeants", "Besiegers"}},
};

/* The three armies are always named, by whatever players they are held. */
static const struct bv_seat seats[] = {
    {"G", 0, {"Garnison", "Garrison"}, false},
    {"B", 1, {"Blancs", "White"}, false},
    {"N", 1, {"Noirs", "Black"}, true},
};

static const struct bv_form forms[] = {
    {2, BV_COUNT(seats), seats}, /* P26 */
    {3, BV_COUNT(seats), seats}, /* P26 */
};

static const struct bv_value boards[] = {
    {"portes",
     {"Une porte par couleur : les Soldats blancs n'entrent qu'au sud, les noirs qu'au nord, et "
      "leurs cases ne se touchent pas ; chaque porte doit être forcée.",
      "One gate for each colour: white Soldiers enter only in the south, black ones only in the "
      "north, and their squares do not touch; each gate must be forced."}},
    {"large",
     {"Les sorties écartées : les deux cases de chaque porte, une blanche et une noire, ne se "
      "touchent pas ; un assiégeant seul sur l'une d'elles peut être pris.",
      "Wide exits: the two squares of each gate, one white and one black, stand apart; a besieger "
      "alone on one can be captured."}},
    {"classique",
     {"Le premier plateau : les deux cases de chaque porte se touchent ; deux assiégeants s'y "
      "protègent l'un l'autre, et l'on ne peut plus les prendre.",
      "The first board: the two squares of each gate touch; two besiegers on them protect each "
      "other, and cannot be captured."}},
};

static const struct bv_value diagonals[] = {
    {"forward",
     {"En avant seulement : un Soldat qui a dépassé une porte ne l'attaquera plus.",
      "Forward only: a Soldier who has passed a gate will not attack it again."}},
    {"any",
     {"Les quatre diagonales : les assiégeants peuvent reculer, et le siège peut durer.",
      "All four diagonals: the besiegers may step back, and the siege may drag on."}},
};

static const struct bv_value impasse[] = {
    {"lifted",
     {"Après 60 coups sans progrès, le siège est levé et la garnison gagne : les assiégeants "
      "doivent attaquer.",
      "After 60 moves without progress the siege is lifted and the garrison wins: the besiegers "
      "must attack."}},
    {"draw",
     {"Nulle : après 200 coups sans progrès la partie est nulle, et attendre ne coûte rien.",
      "Draw: after 200 moves without progress the game is drawn, and waiting costs nothing."}},
};

static const struct bv_value protection[] = {
    {"orthogonal",
     {"De côté : un assiégeant sur une case voisine par un côté, ou au bout d'une ligne, protège ; "
      "il faut avancer côte à côte.",
      "Side by side: a besieger on a square that shares a side, or along a line, protects; they "
      "must advance together."}},
    {"adjacent",
     {"Tout autour : un assiégeant sur l'une des huit cases voisines, ou au bout d'une ligne, "
      "protège ; presque toutes les parties sont nulles.",
      "All around: a besieger on any of the eight neighbouring squares, or along a line, protects; "
      "nearly every game is drawn."}},
    {"reach",
     {"À portée : un assiégeant qui pourrait se rendre sur le point, s'il était libre, protège (la "
      "figure B de la notice l'exclut).",
      "Within reach: a besieger who could move to the point, were it empty, protects (figure B of "
      "the leaflet excludes it)."}},
    {"either",
     {"L'un ou l'autre : un assiégeant voisin par un côté, ou capable de venir sur le point, "
      "protège ; la garnison prend moins.",
      "One or the other: a besieger beside the point, or able to move to it, protects; the "
      "garrison "
      "captures less."}},
};

static const struct bv_value returns[] = {
    {"never",
     {"Une pièce sortie de la forteresse n'y rentre plus : chaque sortie dégarnit les portes.",
      "A man who leaves the fortress never comes back: every sortie weakens the gates."}},
    {"free",
     {"Retour libre : une pièce de la garnison peut rentrer par une porte, et la garder de "
      "nouveau.",
      "Free return: a garrison piece may come back in through a gate, and guard it again."}},
};

static const struct bv_value sortie[] = {
    {"board",
     {"Le plateau : la garnison doit toujours disposer d'un coup qui parte d'une case ou y mène, "
      "sinon elle est immobilisée et perd ; on peut l'enfermer.",
      "The board: the garrison must always have a move that begins or ends on a square, or it is "
      "immobilised and loses; it can be shut in."}},
    {"officers",
     {"Les officiers : la garnison n'est immobilisée que sans aucun coup ; si ses Soldats sortis "
      "sont bloqués, un officier doit sortir.",
      "The officers: the garrison is immobilised only without any move; if its Soldiers outside "
      "are stuck, an officer must come out."}},
};

static const struct bv_value summons[] = {
    {"any",
     {"La garnison peut être sommée de prendre toute pièce assiégeante qu'elle pourrait prendre : "
      "on l'attire où l'on veut.",
      "The garrison may be summoned to capture any besieger that it could capture: it can be lured "
      "anywhere."}},
    {"moved",
     {"La pièce jouée : la garnison ne peut être sommée de prendre qu'elle, et garde mieux ses "
      "portes.",
      "The piece just moved: the garrison may be summoned to capture only that one, and keeps its "
      "gates better."}},
};

static const struct bv_option options[PARIS_OPTIONS] = {
    [PARIS_BOARD] = {"board",
                     {"Les cases où mènent les portes", "The squares the gates lead to"},
                     BV_COUNT(boards),
                     boards},
    [PARIS_DIAGONALS] = {"diagonals",
                         {"Diagonales des Lieutenants et Soldats assiégeants",
                          "Diagonals of besieging Lieutenants and Soldiers"},
                         BV_COUNT(diagonals),
                         diagonals},
    [PARIS_IMPASSE] = {"impasse",
                       {"Comment finit un siège qui n'avance plus",
                        "How a siege ends that makes no progress"},
                       BV_COUNT(impasse),
                       impasse},
    [PARIS_PROTECTION] = {"protection",
                          {"Ce qui protège un assiégeant de la prise",
                           "What protects a besieger from capture"},
                          BV_COUNT(protection),
                          protection},
    [PARIS_RETURN] = {"return",
                      {"Le retour de la garnison dans la forteresse",
                       "The garrison's way back into the fortress"},
                      BV_COUNT(returns),
                      returns},
    [PARIS_SORTIE] = {"sortie",
                      {"Quand la garnison doit sortir", "When the garrison must come out"},
                      BV_COUNT(sortie),
                      sortie},
    [PARIS_SUMMONING] = {"summons",
                         {"Les pièces que la garnison peut être sommée de prendre",
                          "The pieces the garrison may be summoned to capture"},
                         BV_COUNT(summons),
                         summons},
};

static const struct bv_reason reasons[PARIS_REASONS] = {
    [PARIS_STORMED] = {"stormed", {"La forteresse est prise d'assaut", "The fortress is stormed"}},
    [PARIS_IMMOBILISED] = {"immobilised",
                           {"La garnison est immobilisée", "The garrison is immobilised"}},
    [PARIS_ANNIHILATED] = {"annihilated",
                           {"Les assiégeants sont anéantis", "The besiegers are annihilated"}},
    [PARIS_DENIED] = {"denied",
                      {"Un Soldat dans la forteresse prive la garnison de la victoire",
                       "A Soldier inside denies the garrison its win"}},
    [PARIS_REPETITION] = {"repetition",
                          {"La même position pour la troisième fois",
                           "The same position for the third time"}},
    [PARIS_LIFTED] = {"lifted", {"Le siège est levé", "The siege is lifted"}},
    [PARIS_STALEMATE] = {"stalemate", {"Le siège s'enlise", "The siege drags on"}},
};

static const struct bv_text pieces[] = {
    {"Général de la garnison", "garrison General"},
    {"Colonel de la garnison", "garrison Colonel"},
    {"Soldat de la garnison", "garrison Soldier"},
    {"Général blanc", "white General"},
    {"Colonel blanc", "white Colonel"},
    {"Capitaine blanc", "white Captain"},
    {"Lieutenant blanc", "white Lieutenant"},
    {"Soldat blanc", "white Soldier"},
    {"Général noir", "black General"},
    {"Colonel noir", "black Colonel"},
    {"Capitaine noir", "black Captain"},
    {"Lieutenant noir", "black Lieutenant"},
    {"Soldat noir", "black Soldier"},
};

static const struct bv_special_rule special_rules[] = {
    {"P14", {"prises", "captures"}, "x", NULL, 0},
    {"P19", {"sommations", "summonses"}, "!", NULL, 0},
};

/* Where the numbers of each kind of action begin. */
enum {
    NUMBERS_MOVE,
    NUMBERS_CAPTURE = NUMBERS_MOVE + PARIS_POINTS * PARIS_POINTS,
    NUMBERS_SUMMON = NUMBERS_CAPTURE + PARIS_POINTS * PARIS_POINTS,
    NUMBERS_END = NUMBERS_SUMMON + PARIS_POINTS,
    NUMBERS_GENERAL,
    NUMBERS_COLONEL = NUMBERS_GENERAL + PARIS_POINTS,
    NUMBERS = NUMBERS_COLONEL + PARIS_POINTS,
};

static const struct bv_action_range ranges[] = {
    [PARIS_DO_MOVE] = {NUMBERS_MOVE, PARIS_POINTS},
    [PARIS_DO_CAPTURE] = {NUMBERS_CAPTURE, PARIS_POINTS},
    [PARIS_DO_SUMMON] = {NUMBERS_SUMMON, PARIS_POINTS},
    [PARIS_DO_END] = {NUMBERS_END, 1},
    [PARIS_DO_GENERAL] = {NUMBERS_GENERAL, PARIS_POINTS},
    [PARIS_DO_COLONEL] = {NUMBERS_COLONEL, PARIS_POINTS},
};

static uint32_t number(const struct bv_terms *terms, bv_action action)
{
    (void)terms;
    return bv_range_number(ranges, action);
}

static bv_action numbered(const struct bv_terms *terms, uint32_t wanted)
{
    (void)terms;
    return bv_range_action(ranges, BV_COUNT(ranges), wanted);
}

const struct bv_game paris_game = {
    .id = "paris",
    .name = {"Siège de Paris", "Siege of Paris"},
    .about = {"Une garnison de huit pièces tient sa forteresse contre deux armées alliées.",
              "A garrison of eight holds its fortress against two allied armies."},
    .players = 1 << 2 | 1 << 3,
    .forms = BV_COUNT(forms),
    .form = forms,
    .side = sides,
    .options = PARIS_OPTIONS,
    .option = options,
    .minor_options =
        1 << PARIS_DIAGONALS | 1 << PARIS_PROTECTION | 1 << PARIS_SORTIE | 1 << PARIS_SUMMONING,
    .board_option = PARIS_BOARD,
    .default_board = "portes",
    .reasons = PARIS_REASONS,
    .reason = reasons,
    .pieces = BV_COUNT(pieces),
    .piece = pieces,
    .kinds = PARIS_EVENT_WORDS,
    .kind = paris_event_words,
    .special_rules = BV_COUNT(special_rules),
    .special_rule = special_rules,
    .flags = BV_HAS_REPETITION | BV_HAS_PARTNERS,
    .points = PARIS_POINTS,
    .state_size = sizeof(struct paris_state),
    .list_cap = PARIS_MOVES_MAX,
    .numbers = NUMBERS,
    .number = number,
    .numbered = numbered,
    .things = PARIS_THINGS,
    .thing = paris_thing,
    .things_at = paris_things_at,
    .why_not = paris_why_not,
    BV_GAME_FUNCTIONS(paris),
    .order = paris_order,
};
