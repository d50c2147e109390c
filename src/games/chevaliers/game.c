/* The facts of Échec aux Chevaliers. */
#include "games/storage.h"

static const struct bv_side sides[] = {
    [CHEVALIERS_SILVER] = {"S", {"Argentés", "Silver"}},
    [CHEVALIERS_GOLD] = {"O", {"Dorés", "Gold"}},
};

static const struct bv_seat two[] = {
    {"S", CHEVALIERS_SILVER, {"Argentés", "Silver"}, false},
    {"O", CHEVALIERS_GOLD, {"Dorés", "Gold"}, true},
};

static const struct bv_seat four[] = {
    {"S.knights", CHEVALIERS_SILVER, {"Chevaliers argentés", "Knights of Silver"}, false},
    {"S.men", CHEVALIERS_SILVER, {"Gens d'Armes argentés", "Men-at-Arms of Silver"}, false},
    {"O.knights", CHEVALIERS_GOLD, {"Chevaliers dorés", "Knights of Gold"}, true},
    {"O.men", CHEVALIERS_GOLD, {"Gens d'Armes dorés", "Men-at-Arms of Gold"}, true},
};

static const struct bv_form forms[] = {
    {.players = 2, .seats = BV_COUNT(two), .seat = two},
    {.players = 4, .seats = BV_COUNT(four), .seat = four},
};

static const struct bv_value boards[] = {
    {"1969",
     {"le plateau de 1969, reconstitué d'après la règle",
      "the board of 1969, rebuilt from the leaflet"}},
};

static const struct bv_value men_captures[] = {
    {"all",
     {"les Gens d'Armes prennent dans les quatre sens, même en arrière",
      "Men-at-Arms capture in all four directions, backward included"}},
    [CHEVALIERS_NO_RETREAT] =
        {"no-retreat",
         {"jamais en arrière : les Gens d'Armes ne prennent que vers l'avant et de côté",
          "never backward: Men-at-Arms capture forward and sideways only"}},
};

static const struct bv_value obligations[] = {
    {"direct",
     {"seule oblige une prise possible sans galop préalable",
      "only a capture that needs no canter first is compulsory"}},
    [CHEVALIERS_ANY] = {"any",
                        {"toute prise oblige, même après un galop",
                         "any capture obliges, even one after a canter"}},
};

static const struct bv_value oversights[] = {
    {"enforced",
     {"seuls les coups permis sont proposés", "only moves that keep the obligation are offered"}},
    [CHEVALIERS_TABLE] = {"table",
                          {"signalée par l'adversaire : on peut oublier de prendre, et il peut le "
                           "relever avant de jouer",
                           "called by the opponent: a capture may be overlooked, and the fault "
                           "called before the reply"}},
};

static const struct bv_option options[] = {
    [CHEVALIERS_BOARD] = {"board",
                          {"le plateau sur lequel on joue", "the board that is played on"},
                          BV_COUNT(boards),
                          boards},
    [CHEVALIERS_MEN_CAPTURE] = {"men-capture",
                                {"dans quels sens prennent les Gens d'Armes",
                                 "the directions in which Men-at-Arms capture"},
                                BV_COUNT(men_captures),
                                men_captures},
    [CHEVALIERS_OBLIGATION] = {"obligation",
                               {"quelles prises sont obligatoires",
                                "which captures are compulsory"},
                               BV_COUNT(obligations),
                               obligations},
    [CHEVALIERS_OVERSIGHT] = {"oversight",
                              {"ce qui arrive quand on oublie une prise obligatoire",
                               "what happens when a compulsory capture is overlooked"},
                              BV_COUNT(oversights),
                              oversights},
};

/* In the order of the standings after CHEVALIERS_RUNNING. */
static const struct bv_reason reasons[] = {
    {"castle", {"château fort occupé", "castle held"}},
    {"elimination", {"camp éliminé", "side eliminated"}},
    {"blocked", {"les deux camps sont bloqués", "both sides blocked"}},
    {"repetition", {"troisième fois la même position", "same position for the third time"}},
    {"stalemate", {"trop de coups sans prise ni avance", "too many moves without progress"}},
};

static const struct bv_text pieces[] = {
    [CHEVALIERS_KNIGHT] = {"Chevalier", "Knight"},
    [CHEVALIERS_MAN] = {"Homme d'Armes", "Man-at-Arms"},
};

static const struct bv_special_rule special_rules[] = {
    {"E7", {"galops", "canters"}, "~", "x", 0},
    {"E9", {"prises", "captures"}, "x", NULL, 0},
    {"E9", {"prises multiples", "multiple captures"}, "xx", NULL, 0},
    {"E11", {"charges", "charges"}, "~x", NULL, 0},
    {"E15", {"fautes signalées", "faults called"}, "!", NULL, 0},
};

const struct bv_game chevaliers_game = {
    .id = "chevaliers",
    .name = {"Échec aux Chevaliers", "Échec aux Chevaliers"},
    .about = {"Une joute médiévale de sauts et de prises : occupez le château fort adverse, ou ne "
              "laissez personne pour le défendre.",
              "A medieval joust of leaps and captures: hold the enemy castle, or leave nobody to "
              "defend it."},
    .players = 1 << 2 | 1 << 4,
    .forms = BV_COUNT(forms),
    .form = forms,
    .side = sides,
    .options = BV_COUNT(options),
    .option = options,
    .minor_options = 1 << CHEVALIERS_MEN_CAPTURE,
    .board_option = CHEVALIERS_BOARD,
    .default_board = "1969",
    .reasons = BV_COUNT(reasons),
    .reason = reasons,
    .pieces = BV_COUNT(pieces),
    .piece = pieces,
    .kinds = CHEVALIERS_EVENT_WORDS,
    .kind = chevaliers_event_words,
    .special_rules = BV_COUNT(special_rules),
    .special_rule = special_rules,
    .flags = BV_HAS_PARTNERS | BV_HAS_REPETITION,
    .points = CHEVALIERS_BITS,
    .state_size = sizeof(struct chevaliers_state),
    .list_cap = CHEVALIERS_LIST_CAP,
    BV_GAME_FUNCTIONS(chevaliers),
    .things = CHEVALIERS_THINGS,
    .thing = chevaliers_thing,
    .things_at = chevaliers_things_at,
    .why_not = chevaliers_why_not,
};
