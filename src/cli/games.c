/* bivouac games: lists the games. */
#include "cli/cli.h"

static void print_rule_options(const struct bv_game *game)
{
    for (int r = 0; r < game->options; r++) {
        const struct bv_option *option = &game->option[r];
        printf(SAY("    %s : %s\n", "    %s: %s\n"), option->name, say(option->what));
        for (int v = 0; v < option->count; v++)
            printf("      %-12s %s%s\n", option->value[v].name, say(option->value[v].what),
                   v ? "" : SAY(" (par défaut)", " (default)"));
    }
}

/* `2, 3 or 4`: the possible numbers of players, the last one after `or`. */
static void print_players(const struct bv_game *game, const char * or)
{
    for (unsigned left = game->players; left; left &= left - 1) {
        bool first = left == game->players;
        bool last = !(left & (left - 1));
        printf("%s%d", first ? "" : last ? or : ", ", __builtin_ctz(left));
    }
}

static void print_game(const struct bv_game *game)
{
    printf(SAY("%s : %s\n    %s\n    ", "%s: %s\n    %s\n    "), game->id, say(game->name),
           say(game->about));
    print_players(game, SAY(" ou ", " or "));
    printf("%s", SAY(" joueurs ", " players"));
    printf("; seats=");
    for (int f = 0; f < game->forms; f++) printf("%s%d", f ? "|" : "", game->form[f].players);
    putchar('\n');
    print_rule_options(game);
    putchar('\n');
}

static void print_json_text(struct bv_text text)
{
    printf("{\"fr\":\"%s\",\"en\":\"%s\"}", text.fr, text.en);
}

static void print_json(const struct bv_game *game)
{
    printf("{\"id\":\"%s\",\"name\":", game->id);
    print_json_text(game->name);
    printf(",\"players\":[");
    for (unsigned left = game->players; left; left &= left - 1)
        printf("%s%d", left == game->players ? "" : ",", __builtin_ctz(left));
    printf("],\"seats\":[");
    for (int f = 0; f < game->forms; f++) printf("%s%d", f ? "," : "", game->form[f].players);
    printf("],\"options\":{");
    for (int r = 0; r < game->options; r++) {
        printf("%s\"%s\":[", r ? "," : "", game->option[r].name);
        for (int v = 0; v < game->option[r].count; v++)
            printf("%s\"%s\"", v ? "," : "", game->option[r].value[v].name);
        putchar(']');
    }
    printf("}}");
}

static int run(void)
{
    if (common.json) putchar('[');
    for (size_t i = 0; i < bv_game_count; i++) {
        if (common.json) {
            if (i) putchar(',');
            print_json(bv_games[i]);
        } else {
            print_game(bv_games[i]);
        }
    }
    if (common.json) puts("]");
    return EXIT_DONE;
}

const struct command command_games = {
    .name = "games",
    .operands = {"", ""},
    .summary = {"La liste des jeux, avec leurs options de règle et leurs nombres de joueurs.",
                "Lists the games, with their rule options and numbers of players."},
    .help =
        {"Les options de règle se choisissent avec --set option=valeur, le nombre de places avec\n"
         "--seats, partout où une commande prend un JEU.",
         "Rule options are chosen with --set option=value, the number of seats with --seats,\n"
         "wherever a command takes a GAME."},
    .options = {json_options},
    .run = run,
};
