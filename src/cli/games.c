/* bivouac games: lists the games. */
#include "cli/cli.h"

static void print_rule_options(const struct bv_game *game, const struct options *options)
{
    for (int r = 0; r < game->options; r++) {
        const struct bv_option *option = &game->option[r];
        printf("    %s: %s\n", option->name, say(options, option->what));
        for (int v = 0; v < option->count; v++)
            printf("      %-12s %s%s\n", option->value[v].name, say(options, option->value[v].what),
                   v ? "" : say(options, (struct bv_text){" (par défaut)", " (default)"}));
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

static void print_game(const struct bv_game *game, const struct options *options)
{
    printf("%s: %s\n    %s\n    ", game->id, say(options, game->name), say(options, game->about));
    print_players(game, say(options, (struct bv_text){" ou ", " or "}));
    printf("%s", say(options, (struct bv_text){" joueurs", " players"}));
    printf("; seats=");
    for (int f = 0; f < game->forms; f++) printf("%s%d", f ? "|" : "", game->form[f].players);
    putchar('\n');
    print_rule_options(game, options);
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

static int run(const struct options *options)
{
    if (options->json) putchar('[');
    for (size_t i = 0; i < bv_game_count; i++) {
        if (options->json) {
            if (i) putchar(',');
            print_json(bv_games[i]);
        } else {
            print_game(bv_games[i], options);
        }
    }
    if (options->json) puts("]");
    return EXIT_DONE;
}

const struct command command_games = {
    .name = "games",
    .usage = "[--json] [--lang fr|en]",
    .summary = {"La liste des jeux, avec leurs options de règles et leurs nombres de joueurs.",
                "Lists the games, with their rule options and numbers of players."},
    .help =
        {"Les options de règles se choisissent avec --set option=valeur, le nombre de places avec\n"
         "--seats, partout où une commande prend un JEU.",
         "Rule options are chosen with --set option=value, the number of seats with --seats,\n"
         "wherever a command takes a GAME."},
    .takes = TAKES_JSON | TAKES_LANGUAGE,
    .run = run,
};
