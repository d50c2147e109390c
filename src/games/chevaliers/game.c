/*
 * Échec aux Chevaliers on the shelf: its facts in both languages and its functions.
 */
#include "games/storage.h"

static const struct bv_side sides[] = {
    [CHEVALIERS_SILVER] = {"S", {"Argentés", "Silver"}},
    [CHEVALIERS_GOLD] = {"O", {"Dorés", "Gold"}},
};

static const struct bv_seat two[] = {
    {"S", CHEVALIERS_SILVER, {"Argentés", "Silver"}},
    {"O", CHEVALIERS_GOLD, {"Dorés", "Gold"}},
};

static const struct bv_seat four[] = {
    {"S.knights", CHEVALIERS_SILVER, {"Chevaliers argentés", "Knights of Silver"}},
    {"S.men", CHEVALIERS_SILVER, {"Gens d'armes argentés", "Men-at-arms of Silver"}},
    {"O.knights", CHEVALIERS_GOLD, {"Chevaliers dorés", "Knights of Gold"}},
    {"O.men", CHEVALIERS_GOLD, {"Gens d'armes dorés", "Men-at-arms of Gold"}},
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
     {"les gens d'armes prennent dans les quatre sens, même en arrière",
      "Men capture in all four directions, backward included"}},
    [CHEVALIERS_NO_RETREAT] = {"no-retreat",
                               {"les gens d'armes ne prennent jamais en arrière",
                                "Men never capture backward"}},
};

static const struct bv_value obligations[] = {
    {"direct",
     {"seule oblige une prise possible sans saut préalable",
      "only a capture that needs no canter first is compulsory"}},
    [CHEVALIERS_ANY] = {"any",
                        {"toute prise possible oblige, même après des sauts",
                         "every capture is compulsory, even one after a canter"}},
};

static const struct bv_value oversights[] = {
    {"enforced",
     {"seuls les coups permis sont proposés", "only moves that keep the obligation are offered"}},
    [CHEVALIERS_TABLE] =
        {"table",
         {"on peut oublier de prendre ; l'adversaire peut le relever avant de jouer",
          "a capture may be overlooked; the opponent may call it before replying"}},
};

static const struct bv_option options[] = {
    [CHEVALIERS_BOARD] = {"board",
                          {"le plateau sur lequel on joue", "the board that is played on"},
                          BV_COUNT(boards),
                          boards},
    [CHEVALIERS_MEN_CAPTURE] = {"men-capture",
                                {"dans quels sens prennent les gens d'armes",
                                 "the directions in which Men capture"},
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
    {"castle", {"château-fort occupé", "castle held"}},
    {"elimination", {"camp éliminé", "side eliminated"}},
    {"blocked", {"les deux camps sont bloqués", "both sides blocked"}},
    {"repetition", {"troisième fois la même position", "same position for the third time"}},
    {"stalemate", {"trop de coups sans prise ni avance", "too many moves without progress"}},
};

static const struct bv_text pieces[] = {
    [CHEVALIERS_KNIGHT] = {"Chevalier", "Knight"},
    [CHEVALIERS_MAN] = {"Homme d'armes", "Man-at-arms"},
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
    .about = {"Une joute médiévale de sauts et de prises : occupez le château-fort adverse, ou ne "
              "laissez personne pour le défendre.",
              "A medieval joust of leaps and captures: hold the enemy castle, or leave nobody to "
              "defend it."},
    .players = 1 << 2 | 1 << 4,
    .forms = BV_COUNT(forms),
    .form = forms,
    .side = sides,
    .options = BV_COUNT(options),
    .option = options,
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
    .state_size = sizeof(struct chevaliers_state),
    .list_cap = CHEVALIERS_LIST_CAP,
    .load = chevaliers_load,
    .start = chevaliers_start,
    .to_act = chevaliers_to_act,
    .legal = chevaliers_legal,
    .apply = chevaliers_apply,
    .result = chevaliers_result,
    .events = chevaliers_events,
    .token = chevaliers_token,
    .point = chevaliers_point,
    .write = chevaliers_write,
    .read = chevaliers_read,
    .draw = chevaliers_draw,
    .facts = chevaliers_facts,
    .check = chevaliers_check,
};
