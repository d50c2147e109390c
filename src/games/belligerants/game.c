#include "games/storage.h"

static const struct bv_side sides[BV_SIDES_MAX] = {
    {.name = "J", .title = {"Jaunes", "Yellow"}},
    {.name = "R", .title = {"Roses", "Pink"}},
};

static const struct bv_seat seats[] = {
    {.name = "J", .side = BELL_J, .title = {"Jaunes", "Yellow"}},
    {.name = "R", .side = BELL_R, .title = {"Roses", "Pink"}, .across = true},
};

static const struct bv_form forms[] = {{.players = 2, .seats = 2, .seat = seats}};

static const struct bv_value armistice_values[] = {
    {"on",
     {"On peut demander l'armistice avant de lancer le dé.",
      "A side may ask for an armistice before rolling."}},
    {"off", {"On se bat jusqu'au bout.", "The war is fought to its end."}},
};

static const struct bv_value board_values[] = {
    {"riviere",
     {"La rivière et ses quatre ponts coupent le champ de bataille en deux.",
      "The river and its four bridges cut the battlefield in two."}},
    {"plaine", {"La plaine, ouverte, parsemée d'étangs.", "The plain, open, dotted with ponds."}},
};

static const struct bv_value camp_values[] = {
    {"closed",
     {"Un pion sorti de son camp n'y rentre plus, sauf ramené par l'Ambulance.",
      "A pawn outside its own camp may not enter it again, except by Ambulance."}},
    {"open",
     {"Camp ouvert : un pion peut rentrer dans son camp, le traverser et en ressortir.",
      "Open camp: a pawn may enter its own camp, cross it and leave it."}},
};

static const struct bv_value compulsion_values[] = {
    {"forfeit",
     {"Un camp qui peut prendre et ne le fait pas perd l'un des pions qui le pouvaient.",
      "A side that could take and does not loses one of the pawns that could have."}},
    {"forced",
     {"Prise forcée : quand une prise est possible, seules les prises sont permises.",
      "Forced: when a take is possible, only takes are allowed."}},
};

static const struct bv_option options[BELL_OPTIONS] = {
    [BELL_READ_ARMISTICE] =
        {
            .name = "armistice",
            .what = {"Peut-on demander l'armistice contre une indemnité ?",
                     "May an armistice be asked for, against an indemnity?"},
            .count = BV_COUNT(armistice_values),
            .value = armistice_values,
        },
    [BELL_READ_BOARD] =
        {
            .name = "board",
            .what = {"Le champ de bataille.", "The battlefield."},
            .count = BV_COUNT(board_values),
            .value = board_values,
        },
    [BELL_READ_CAMP] =
        {
            .name = "camp",
            .what = {"Le retour d'un pion dans son propre camp.",
                     "A pawn's way back into its own camp."},
            .count = BV_COUNT(camp_values),
            .value = camp_values,
        },
    [BELL_READ_COMPULSION] =
        {
            .name = "compulsion",
            .what = {"L'obligation de prendre.", "What compels a side to take."},
            .count = BV_COUNT(compulsion_values),
            .value = compulsion_values,
        },
};

static const struct bv_reason reasons[BELL_REASONS] = {
    [BELL_ENTERED] = {"entered",
                      {"Tous les pions d'un camp sont dans le camp ennemi ou pris",
                       "All pawns of one side are in the enemy camp or taken"}},
    [BELL_ARMISTICE] = {"armistice", {"Armistice", "Armistice"}},
    [BELL_STALEMATE] = {"stalemate",
                        {"Trop de coups sans événement", "Too many moves without an event"}},
};

static const struct bv_text pieces[BELL_KINDS] = {
    [BELL_EM] = {"État-major", "Staff"},
    [BELL_BO] = {"Bombardier", "Bomber"},
    [BELL_AC] = {"Avion de chasse", "Fighter"},
    [BELL_DC] = {"D.C.A.", "Anti-aircraft gun"},
    [BELL_MI] = {"Mitrailleuse", "Machine-gun"},
    [BELL_CN] = {"Canon", "Cannon"},
    [BELL_TK] = {"Tank", "Tank"},
    [BELL_OF] = {"Officier", "Officer"},
    [BELL_AM] = {"Ambulance", "Ambulance"},
    [BELL_ES] = {"Espion", "Spy"},
    [BELL_PA] = {"Patrouille", "Patrol"},
    [BELL_SE] = {"Sentinelle", "Sentinel"},
    [BELL_SO] = {"Soldat", "Soldier"},
};

static const struct bv_special_rule special_rules[] = {
    {"B7", {"Diables", "Devils"}, "#D", NULL, 0},
    {"B11", {"tours perdus", "lost turns"}, ".", NULL, 0},
    {"B12", {"prises", "takes"}, "x", NULL, 0},
    {"B15", {"pions perdus faute d'avoir pris", "forfeits"}, "!", NULL, 0},
    {"B16", {"prises en bon état", "takes intact"}, "+", "A", 0},
    {"B20", {"blessés ramenés par l'Ambulance", "wounded brought back"}, "@", NULL, 0},
    {"B22", {"destructions", "destructions"}, NULL, NULL, BV_EVENT_DESTROYED},
    {"B28", {"armistices demandés", "armistices asked"}, NULL, NULL, BELL_EVENT_ASKED},
};

const struct bv_game belligerants_game = {
    .id = "belligerants",
    .name = {"Les Belligérants", "Les Belligérants"},
    .about =
        {"Deux armées modernes, un dé et le Diable : traversez un terrain plein de pièges pour "
         "envahir le camp ennemi, ou demandez l'armistice.",
         "Two modern armies, a die and the Devil: cross treacherous ground to overrun the enemy "
         "camp, or ask for an armistice."},
    .players = 1 << 2,
    .forms = BV_COUNT(forms),
    .form = forms,
    .side = sides,
    .options = BELL_OPTIONS,
    .option = options,
    .minor_options = 1 << BELL_READ_CAMP,
    .board_option = BELL_READ_BOARD,
    .default_board = "riviere",
    .reasons = BELL_REASONS,
    .reason = reasons,
    .pieces = BELL_KINDS,
    .piece = pieces,
    .kinds = BELL_EVENT_WORDS,
    .kind = belligerants_event_words,
    .special_rules = BV_COUNT(special_rules),
    .special_rule = special_rules,
    .flags = BV_HAS_CHANCE | BV_HAS_SECRETS | BV_HAS_SIMULTANEOUS,
    .points = BELL_SQUARES_MAX,
    .state_size = sizeof(struct belligerants_state),
    .list_cap = BELL_LIST_CAP,
    BV_GAME_FUNCTIONS(belligerants),
    .order = belligerants_order,
    .chance = belligerants_chance,
    .view = belligerants_view,
    .determinise = belligerants_determinise,
    .things = BELL_THINGS,
    .thing = belligerants_thing,
    .things_at = belligerants_things_at,
    .why_not = belligerants_why_not,
    .warning = belligerants_warning,
};
