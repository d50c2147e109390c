/* Assaut in the list of games: its facts in both languages and its functions. */
#include "games/storage.h"

static const struct bv_side sides[] = {
    [ASSAUT_SOLDIERS] = {"S", {"Soldats", "Soldiers"}},
    [ASSAUT_OFFICERS] = {"O", {"Officiers", "Officers"}},
};
static const struct bv_seat seats[] = {
    {"S", ASSAUT_SOLDIERS, {"Soldats", "Soldiers"}, false},
    {"O", ASSAUT_OFFICERS, {"Officiers", "Officers"}, true},
};
static const struct bv_form forms[] = {{.players = 2, .seats = BV_COUNT(seats), .seat = seats}};
static const struct bv_value oversights[] = {
    {"huff", {"qui oublie de prendre est soufflé", "an Officer that fails to capture is huffed"}},
    {"enforced", {"seules les prises sont proposées", "only captures are offered"}},
};
static const struct bv_option options[] = {
    {"oversight",
     {"ce qui arrive quand on oublie de prendre", "what happens when a capture is overlooked"},
     BV_COUNT(oversights),
     oversights},
};
static const struct bv_reason reasons[] = {
    {"stormed", {"la forteresse est prise", "the fortress is stormed"}},
    {"disarmed", {"il n'y a plus d'officiers", "no Officer is left"}},
    {"trapped", {"les officiers sont enfermés", "the Officers are trapped"}},
    {"repelled", {"l'assaut est repoussé", "the assault is repelled"}},
    {"halted", {"les soldats sont arrêtés", "the Soldiers are halted"}},
};
static const struct bv_text pieces[] = {{"Soldat", "Soldier"}, {"Officier", "Officer"}};

static const struct bv_special_rule special_rules[] = {
    {"A8", {"prises", "captures"}, "x", NULL, 0},
};

const struct bv_game assaut_game = {
    .id = "assaut",
    .name = {"Assaut", "Assaut"},
    .about =
        {"Vingt-quatre soldats montent à l'assaut d'une forteresse ; deux officiers la gardent.",
         "Twenty-four Soldiers storm a fortress; two Officers hold it."},
    .players = 1 << 2,
    .forms = BV_COUNT(forms),
    .form = forms,
    .side = sides,
    .options = BV_COUNT(options),
    .option = options,
    .board_option = -1,
    .default_board = "classic",
    .reasons = BV_COUNT(reasons),
    .reason = reasons,
    .pieces = BV_COUNT(pieces),
    .piece = pieces,
    .special_rules = BV_COUNT(special_rules),
    .special_rule = special_rules,
    .points = ASSAUT_POINTS,
    .state_size = sizeof(struct assaut_state),
    .list_cap = ASSAUT_LIST_CAP,
    BV_GAME_FUNCTIONS(assaut),
};
