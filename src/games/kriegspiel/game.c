/* The facts of the game. */
#include "games/storage.h"

static const struct bv_side sides[] = {
    {"F", {"les Français", "the French"}},
    {"A", {"les Anglais", "the English"}},
};

static const struct bv_seat armies[] = {
    {"F", KRIEGSPIEL_FRENCH, {"l'armée française", "the French army"}, false},
    {"A", KRIEGSPIEL_ENGLISH, {"l'armée anglaise", "the English army"}, true},
};

static const struct bv_seat commands[] = {
    {"F.soldiers", KRIEGSPIEL_FRENCH, {"les soldats français", "the French soldiers"}, false},
    {"F.cavalry", KRIEGSPIEL_FRENCH, {"la cavalerie française", "the French cavalry"}, false},
    {"F.cannons", KRIEGSPIEL_FRENCH, {"les canons français", "the French cannons"}, false},
    {"A.soldiers", KRIEGSPIEL_ENGLISH, {"les soldats anglais", "the English soldiers"}, true},
    {"A.cavalry", KRIEGSPIEL_ENGLISH, {"la cavalerie anglaise", "the English cavalry"}, true},
    {"A.cannons", KRIEGSPIEL_ENGLISH, {"les canons anglais", "the English cannons"}, true},
};

static const struct bv_form forms[] = {
    {.players = 2, .seats = BV_COUNT(armies), .seat = armies},
    {.players = 6, .seats = BV_COUNT(commands), .seat = commands},
};

static const struct bv_value axis_values[] = {
    [KRIEGSPIEL_AXIS_FORWARD] = {"forward",
                                 {"On ne se déplace que droit devant soi ; pour revenir, il "
                                  "faut d'abord tourner.",
                                  "A plate only steps the way it faces; to go back it turns "
                                  "first."}},
    [KRIEGSPIEL_AXIS_BOTH] =
        {"both",
         {"Dans les deux sens : on avance ou recule dans son axe, sans changer d'orientation.",
          "Both ways: a plate steps forward or backward along its axis and keeps its facing."}},
};

static const struct bv_value field_values[] = {
    {"standard",
     {"Le champ de bataille de la boîte : onze rangées d'hexagones, quatre directions de tir.",
      "The field of the box: eleven rows of hexagons, four directions of fire."}},
    {"long",
     {"Le champ agrandi, pris dans l'autre sens : onze colonnes d'hexagones, trois directions de "
      "tir.",
      "The enlarged field used the other way round: eleven columns of hexagons, three directions "
      "of fire."}},
};

static const struct bv_value quiet_values[] = {
    [KRIEGSPIEL_QUIET_COUNT] = {"count",
                                {"L'armée qui garde le plus de figurines l'emporte.",
                                 "The army with more figures left wins."}},
    [KRIEGSPIEL_QUIET_DRAW] = {"draw",
                               {"La partie est toujours nulle.", "The game is always a draw."}},
};

static const struct bv_option options[] = {
    [KRIEGSPIEL_AXIS] = {"axis",
                         {"Dans quel sens un plateau se déplace sur son axe.",
                          "Which way along its axis a plate may step."},
                         BV_COUNT(axis_values),
                         axis_values},
    [KRIEGSPIEL_FIELD] = {"field",
                          {"Sur quel champ de bataille on joue.", "Which battlefield is used."},
                          BV_COUNT(field_values),
                          field_values},
    [KRIEGSPIEL_QUIET] = {"quiet",
                          {"Qui gagne quand trop de tours passent sans aucune perte.",
                           "Who wins when too many turns pass without a loss."},
                          BV_COUNT(quiet_values),
                          quiet_values},
};

static const struct bv_reason reasons[] = {
    [KRIEGSPIEL_BEATEN] = {"beaten",
                           {"une armée ne peut plus rien faire",
                            "an army can no longer do anything"}},
    [KRIEGSPIEL_STALLED] = {"quiet",
                            {"trop de tours sans aucune perte", "too many turns without a loss"}},
};

static const struct bv_text pieces[] = {
    [KRIEGSPIEL_SOLDIERS] = {"soldats", "soldiers"},
    [KRIEGSPIEL_CAVALRY] = {"cavaliers", "cavalry"},
    [KRIEGSPIEL_CANNONS] = {"canon", "cannon"},
    [KRIEGSPIEL_PIECE_WRECK] = {"canon détruit", "destroyed cannon"},
};

static const struct bv_special_rule special_rules[] = {
    {"K19", {"transferts", "transfers"}, "=", NULL, 0},
    {"K25", {"tirs", "shots"}, "*", NULL, 0},
    {"K31", {"canons détruits", "cannons destroyed"}, NULL, NULL, BV_EVENT_DESTROYED},
};

const struct bv_game kriegspiel_game = {
    .id = "kriegspiel",
    .name = {"Kriegspiel", "Kriegspiel"},
    .about = {"Deux armées de soldats, de cavaliers et de canons manœuvrent sur des hexagones et "
              "tirent au dé.",
              "Two armies of soldiers, cavalry and cannons manoeuvre on hexagons and fire by "
              "the die."},
    .players = 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6,
    .forms = BV_COUNT(forms),
    .form = forms,
    .side = sides,
    .options = BV_COUNT(options),
    .option = options,
    .minor_options = 1 << KRIEGSPIEL_QUIET,
    .board_option = KRIEGSPIEL_FIELD,
    .default_board = "standard",
    .reasons = BV_COUNT(reasons),
    .reason = reasons,
    .pieces = BV_COUNT(pieces),
    .piece = pieces,
    .kinds = KRIEGSPIEL_EVENT_WORDS,
    .kind = kriegspiel_event_words,
    .special_rules = BV_COUNT(special_rules),
    .special_rule = special_rules,
    .flags = BV_HAS_CHANCE | BV_HAS_PARTNERS,
    .points = KRIEGSPIEL_HEXAGONS,
    .state_size = sizeof(struct kriegspiel_state),
    .list_cap = KRIEGSPIEL_LIST_CAP,
    .numbers = KRIEGSPIEL_NUMBERS,
    .number = kriegspiel_number,
    .numbered = kriegspiel_numbered,
    BV_GAME_FUNCTIONS(kriegspiel),
    .chance = kriegspiel_chance,
    .things = KRIEGSPIEL_THINGS,
    .thing = kriegspiel_thing,
    .things_at = kriegspiel_things_at,
    .why_not = kriegspiel_why_not,
};
