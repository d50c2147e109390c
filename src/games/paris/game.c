/*
 * Siege de Paris: the facts.
 */
#include "games/storage.h"

static const struct bv_side sides[BV_SIDES_MAX] = {
    {"G", {"Garnison", "Garrison"}},
    {"BN", {"Assiégeants", "Besiegers"}},
};

/* The three armies are always named, whoever holds them. */
static const struct bv_seat seats[] = {
    {"G", 0, {"Garnison", "Garrison"}},
    {"B", 1, {"Blancs", "White"}},
    {"N", 1, {"Noirs", "Black"}},
};

static const struct bv_form forms[] = {
    {2, BV_COUNT(seats), seats}, /* P26 */
    {3, BV_COUNT(seats), seats}, /* P26 */
};

static const struct bv_value diagonals[] = {
    {"any",
     {"Lieutenants et soldats assiégeants vont dans les quatre diagonales.",
      "Lieutenants and besieging Soldiers go along all four diagonals."}},
    {"forward",
     {"Lieutenants et soldats assiégeants ne vont qu'en diagonale avant.",
      "Lieutenants and besieging Soldiers only go diagonally forward."}},
};

static const struct bv_value protection[] = {
    {"orthogonal",
     {"Un assiégeant sur une case voisine en ligne droite, ou au bout d'une ligne, protège.",
      "A besieger on an orthogonally neighbouring square, or along a line, protects."}},
    {"adjacent",
     {"Un assiégeant sur l'une des huit cases voisines, ou au bout d'une ligne, protège.",
      "A besieger on any of the eight neighbouring squares, or along a line, protects."}},
    {"reach",
     {"Un assiégeant qui pourrait se rendre sur le point, s'il était libre, protège.",
      "A besieger who could move to the point, were it empty, protects."}},
    {"either",
     {"Protège l'assiégeant voisin par un côté, ou capable de venir sur le point.",
      "A besieger beside the point, or able to move to it, protects."}},
};

static const struct bv_value sortie[] = {
    {"board",
     {"La garnison doit toujours disposer d'un coup qui parte d'une case ou y mène, sinon elle est "
      "immobilisée.",
      "The garrison must always have a move that begins or ends on a square, or it is "
      "immobilised."}},
    {"officers",
     {"La garnison n'est immobilisée que sans aucun coup ; si ses soldats sortis sont bloqués, un "
      "officier doit sortir.",
      "The garrison is immobilised only without any move; if its Soldiers outside are stuck, an "
      "officer must come out."}},
};

static const struct bv_value summons[] = {
    {"any",
     {"Toute pièce assiégeante que la garnison pourrait prendre peut lui être désignée.",
      "Any besieging piece that the garrison could capture may be summoned."}},
    {"moved",
     {"Seule la pièce qui vient de jouer peut être désignée.",
      "Only the piece just moved may be summoned."}},
};

static const struct bv_option options[PARIS_OPTIONS] = {
    [PARIS_DIAGONALS] = {"diagonals",
                         {"Diagonales des lieutenants et soldats assiégeants",
                          "Diagonals of besieging Lieutenants and Soldiers"},
                         BV_COUNT(diagonals),
                         diagonals},
    [PARIS_PROTECTION] = {"protection",
                          {"Ce qui protège un assiégeant de la prise",
                           "What protects a besieger from capture"},
                          BV_COUNT(protection),
                          protection},
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
                      {"Un soldat dans la place refuse la victoire à la garnison",
                       "A Soldier inside denies the garrison its win"}},
    [PARIS_REPETITION] = {"repetition",
                          {"La même position pour la troisième fois",
                           "The same position for the third time"}},
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
    .board_option = -1,
    .default_board = "classique",
    .reasons = PARIS_REASONS,
    .reason = reasons,
    .pieces = BV_COUNT(pieces),
    .piece = pieces,
    .kinds = PARIS_EVENT_WORDS,
    .kind = paris_event_words,
    .special_rules = BV_COUNT(special_rules),
    .special_rule = special_rules,
    .flags = BV_HAS_REPETITION | BV_HAS_PARTNERS,
    .state_size = sizeof(struct paris_state),
    .list_cap = PARIS_MOVES_MAX,
    .load = paris_load,
    .start = paris_start,
    .to_act = paris_to_act,
    .legal = paris_legal,
    .apply = paris_apply,
    .result = paris_result,
    .events = paris_events,
    .token = paris_token,
    .point = paris_point,
    .write = paris_write,
    .read = paris_read,
    .draw = paris_draw,
    .facts = paris_facts,
    .check = paris_check,
};
