/* The facts of Bataille de Chars. */
#include "games/storage.h"

static const struct bv_side sides[] = {
    {"V", {"Verts", "Green"}},
    {"G", {"Gris", "Grey"}},
};

static const struct bv_seat seats[] = {
    {"V", CHARS_GREEN, {"Verts", "Green"}, false},
    {"G", CHARS_GREY, {"Gris", "Grey"}, true},
};

static const struct bv_form forms[] = {
    {.players = 2, .seats = 2, .seat = seats},
};

static const struct bv_value own_fire_values[] = {
    {"off", {"On ne tire que sur des cases libres.", "Shots are plotted on free squares only."}},
    {"on",
     {"On peut aussi tirer sur ses propres installations, qui sont alors détruites.",
      "Shots may also be plotted on one's own installations, which are then destroyed."}},
};

static const struct bv_option options[] = {
    [CHARS_OWN_FIRE] =
        {
            .name = "own-fire",
            .what = {"Peut-on tirer sur ses propres installations ?",
                     "May one fire at one's own installations?"},
            .count = BV_COUNT(own_fire_values),
            .value = own_fire_values,
        },
};

static const struct bv_reason reasons[] = {
    [CHARS_ELIMINATION] = {"elimination", {"tous les chars détruits", "all tanks destroyed"}},
    [CHARS_STALEMATE] = {"stalemate",
                         {"trop de tours sans perte", "too many turns without a loss"}},
};

static const struct bv_text pieces[CHARS_PIECES] = {
    [CHARS_PIECE_TANK] = {"char", "tank"},
    [CHARS_PIECE_COMMAND] = {"Char de Commandement", "command tank"},
    [CHARS_PIECE_DEPOT] = {"Quartier Général", "headquarters"},
    [CHARS_PIECE_DEPOT + 1] = {"Réserve de Munitions", "ammunition depot"},
    [CHARS_PIECE_DEPOT + 2] = {"Réserve de Carburant", "fuel depot"},
    [CHARS_PIECE_GUN] = {"canon anti-char", "anti-tank gun"},
    [CHARS_PIECE_MINE] = {"mine", "mine"},
    [CHARS_PIECE_RED] = {"tir rouge", "red shot"},
    [CHARS_PIECE_WHITE] = {"tir blanc", "white shot"},
};

static const struct bv_special_rule special_rules[] = {
    {"C12", {"tirs blancs", "white shots"}, "?", NULL, 0},
    {"C24", {"Chars de Commandement", "command tanks"}, NULL, NULL, BV_EVENT_CHANGED},
    {"C27", {"pièces détruites", "pieces destroyed"}, NULL, NULL, BV_EVENT_DESTROYED},
    {"C31", {"combats", "fights"}, "x", NULL, 0},
    {"C33", {"lancers contre un canon", "gun rolls"}, "#", NULL, 0},
};

static const struct bv_action_range action_ranges[] = {
    [CHARS_SET] = {CHARS_SQUARES, 11},
    [CHARS_RED] = {CHARS_SQUARES, 1},
    [CHARS_WHITE] = {CHARS_SQUARES, 1},
    [CHARS_STOP] = {1, 1},
    [CHARS_STEP] = {CHARS_SQUARES, CHARS_SQUARES},
    [CHARS_ATTACK] = {CHARS_SQUARES, CHARS_SQUARES},
};

const struct bv_game chars_game = {
    .id = "chars",
    .name = {"Bataille de Chars", "Tank Battle"},
    .about = {"Devinez où l'ennemi mènera ses chars : rangs cachés, mines et tirs secrets.",
              "Guess where the enemy will drive his tanks: hidden ranks, mines and secret shots."},
    .players = 1 << 2,
    .forms = BV_COUNT(forms),
    .form = forms,
    .side = sides,
    .options = BV_COUNT(options),
    .option = options,
    .board_option = -1,
    .default_board = "1975",
    .reasons = BV_COUNT(reasons),
    .reason = reasons,
    .pieces = CHARS_PIECES,
    .piece = pieces,
    .kinds = CHARS_EVENT_WORDS,
    .kind = chars_event_words,
    .special_rules = BV_COUNT(special_rules),
    .special_rule = special_rules,
    .flags = BV_HAS_CHANCE | BV_HAS_SECRETS | BV_HAS_SIMULTANEOUS,
    .points = CHARS_SQUARES,
    .state_size = sizeof(struct chars_state),
    .list_cap = CHARS_LIST_CAP,
    .action_kinds = BV_COUNT(action_ranges),
    .action_range = action_ranges,
    BV_GAME_FUNCTIONS(chars),
    .chance = chars_chance,
    .view = chars_view,
    .determinise = chars_determinise,
    .things = CHARS_THINGS,
    .thing = chars_thing,
    .things_at = chars_things_at,
    .why_not = chars_why_not,
};
