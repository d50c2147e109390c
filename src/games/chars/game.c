/* The facts of Bataille de Chars. */
#include "core/action_range.h"
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

/* Where the numbers of each kind of action begin. */
enum {
    NUMBERS_SET,
    NUMBERS_RED = NUMBERS_SET + CHARS_SQUARES * (CHARS_THING_MINE + 1),
    NUMBERS_WHITE = NUMBERS_RED + CHARS_SQUARES,
    NUMBERS_STOP = NUMBERS_WHITE + CHARS_SQUARES,
    NUMBERS_STEP,
    NUMBERS_ATTACK = NUMBERS_STEP + CHARS_SQUARES * CHARS_SQUARES,
    NUMBERS = NUMBERS_ATTACK + CHARS_SQUARES * CHARS_SQUARES,
};

static const struct bv_action_range ranges[] = {
    [CHARS_SET] = {NUMBERS_SET, CHARS_SQUARES},
    [CHARS_RED] = {NUMBERS_RED, CHARS_SQUARES},
    [CHARS_WHITE] = {NUMBERS_WHITE, CHARS_SQUARES},
    [CHARS_STOP] = {NUMBERS_STOP, 1},
    [CHARS_STEP] = {NUMBERS_STEP, CHARS_SQUARES},
    [CHARS_ATTACK] = {NUMBERS_ATTACK, CHARS_SQUARES},
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
    .numbers = NUMBERS,
    .number = number,
    .numbered = numbered,
    BV_GAME_FUNCTIONS(chars),
    .chance = chars_chance,
    .view = chars_view,
    .determinise = chars_determinise,
    .things = CHARS_THINGS,
    .thing = chars_thing,
    .things_at = chars_things_at,
    .why_not = chars_why_not,
};
