#include "tui/picker.h"

#include <stdio.h>
#include <string.h>

#include "search/levels.h"
#include "tui/form.h"
#include "tui/list.h"

/* ---- A new game ------------------------------------------------------------------------------ */

enum { ROW_OPPONENT, ROW_SIDE, ROW_SEATS, ROW_OPTIONS, ROWS_MAX = ROW_OPTIONS + BV_OPTIONS_MAX };
enum { USUAL_LEVEL = 3 };

static const struct bv_text level_words[LEVELS] = {
    {"l'ordinateur, niveau 1 : un enfant gagne", "the computer, level 1: a child wins"},
    {"l'ordinateur, niveau 2", "the computer, level 2"},
    {"l'ordinateur, niveau 3", "the computer, level 3"},
    {"l'ordinateur, niveau 4 : un joueur de club", "the computer, level 4: a club player"},
    {"l'ordinateur, niveau 5", "the computer, level 5"},
    {"l'ordinateur, niveau 6", "the computer, level 6"},
    {"l'ordinateur, niveau 7", "the computer, level 7"},
    {"l'ordinateur, niveau 8 : le plus fort", "the computer, level 8: the strongest"},
};

static void fill_opponents(struct form_row *row)
{
    row->name = SAY("Adversaire", "Opponent");
    row->value[0] =
        SAY("une autre personne, sur le même appareil", "another person, on one device");
    row->about[0] = SAY("S'il y a des secrets, l'écran est caché entre les tours.",
                        "Where there are secrets, the screen is hidden between turns.");
    for (int i = 0; i < LEVELS; i++) row->value[i + 1] = say_in(level_words[i]);
    row->count = 1 + LEVELS;
    row->chosen = USUAL_LEVEL;
}

static void fill_sides(struct form_row *row, const struct bv_game *game)
{
    row->name = SAY("Votre camp", "Your side");
    row->count = BV_SIDES_MAX;
    for (int i = 0; i < BV_SIDES_MAX; i++) {
        row->value[i] = say_in(game->side[i].title);
        row->about[i] = SAY("Contre l'ordinateur.", "Against the computer.");
    }
}

static void fill_seats(struct form_row *row, const struct bv_game *game)
{
    static const char *const numbers[] = {"0", "1", "2", "3", "4", "5", "6"};
    row->name = SAY("Places", "Seats");
    row->count = game->forms;
    for (int i = 0; i < game->forms; i++) row->value[i] = numbers[game->form[i].players];
}

static void fill_option(struct form_row *row, const struct bv_option *option, int chosen)
{
    row->name = option->name;
    row->count = option->count < FORM_VALUES ? option->count : FORM_VALUES;
    row->chosen = chosen;
    for (int i = 0; i < row->count; i++) {
        row->value[i] = option->value[i].name;
        row->about[i] = say_in(option->value[i].what);
    }
}

static bool plan_new(struct plan *plan)
{
    const struct bv_game *game = plan->request.game;
    struct form_row row[ROWS_MAX] = {0};
    fill_opponents(&row[ROW_OPPONENT]);
    fill_sides(&row[ROW_SIDE], game);
    fill_seats(&row[ROW_SEATS], game);
    for (int i = 0; i < game->options; i++)
        fill_option(&row[ROW_OPTIONS + i], &game->option[i], plan->request.option[i]);
    if (!form_fill(say_in(game->name), say_in(game->about), row, ROW_OPTIONS + game->options))
        return false;
    int level = row[ROW_OPPONENT].chosen;
    if (level)
        snprintf(plan->against, sizeof plan->against, "level:%d", level);
    else
        snprintf(plan->against, sizeof plan->against, "person");
    snprintf(plan->side, sizeof plan->side, "%s", game->side[row[ROW_SIDE].chosen].name);
    plan->request.seats = game->form[row[ROW_SEATS].chosen].players;
    for (int i = 0; i < game->options; i++)
        plan->request.option[i] = (uint8_t)row[ROW_OPTIONS + i].chosen;
    return true;
}

/* ---- The list of games ----------------------------------------------------------------------- */

enum { LINE = 128, SHOWN_MOST = 10, GAMES_MOST = 12 };

static void describe_kept(const struct kept_game *kept, char line[LINE])
{
    const struct bv_game *game = bv_game_named(kept->game);
    char when[20];
    char opponent[64];
    snprintf(when, sizeof when, "%.10s %.5s", kept->begun,
             strlen(kept->begun) > 15 ? kept->begun + 11 : "");
    if (strncmp(kept->opponent, "level:", 6) == 0)
        snprintf(opponent, sizeof opponent, SAY("ordinateur, niveau %.2s", "computer, level %.2s"),
                 kept->opponent + 6);
    else if (kept->opponent[0])
        snprintf(opponent, sizeof opponent, "%.60s", kept->opponent);
    else
        snprintf(opponent, sizeof opponent, "%s", SAY("sur le même appareil", "on one device"));
    /* Where there are secrets, the number of tokens would tell how many the other side has played.
     * */
    if (game->flags & BV_HAS_SECRETS)
        snprintf(line, LINE, SAY("Reprendre %s, %s (%s)", "Resume %s, %s (%s)"), say_in(game->name),
                 opponent, when);
    else
        snprintf(line, LINE,
                 SAY("Reprendre %s, %s (%d coups, %s)", "Resume %s, %s (%d tokens, %s)"),
                 say_in(game->name), opponent, kept->tokens, when);
}

/* The list: saved games to resume, then games that can be started. */
struct shelf {
    int kept_count, games;
    struct kept_game kept[KEPT_MAX];
    char line[SHOWN_MOST][LINE];
    struct list_item item[SHOWN_MOST + GAMES_MOST];
};

static void fill_shelf(struct shelf *shelf, const struct bv_game *only)
{
    shelf->games = only ? 1 : (int)bv_game_count < GAMES_MOST ? (int)bv_game_count : GAMES_MOST;
    shelf->kept_count = keep_list_games(only ? only->id : NULL, shelf->kept);
    if (shelf->kept_count > SHOWN_MOST) shelf->kept_count = SHOWN_MOST;
    for (int i = 0; i < shelf->kept_count; i++) {
        describe_kept(&shelf->kept[i], shelf->line[i]);
        shelf->item[i] = (struct list_item){shelf->line[i], NULL};
    }
    for (int i = 0; i < shelf->games; i++) {
        const struct bv_game *game = only ? only : bv_games[i];
        shelf->item[shelf->kept_count + i] =
            (struct list_item){only ? SAY("Une nouvelle partie", "A new game") : say_in(game->name),
                               say_in(game->about)};
    }
}

static int choose_from_shelf(const struct shelf *shelf, const struct bv_game *only)
{
    struct list list = {
        .title =
            only ? say_in(only->name)
                 : SAY("Bivouac, cinq jeux de guerre français", "Bivouac, five French war games"),
        .foot = SAY("↑↓ choisir   ⏎ ouvrir   q sortir", "↑↓ choose   ⏎ open   q leave"),
        .item = shelf->item,
        .count = shelf->kept_count + shelf->games,
    };
    /* One game alone, with no saved games: nothing to choose. */
    return list.count == 1 ? 0 : list_choose(&list);
}

bool plan_make(struct plan *plan)
{
    static struct shelf shelf;
    const struct bv_game *only = plan->request.game;
    while (!screen_is_leaving()) {
        fill_shelf(&shelf, only);
        int chosen = choose_from_shelf(&shelf, only);
        if (chosen < 0) return false;
        if (chosen < shelf.kept_count) {
            plan->resume = shelf.kept[chosen];
            return true;
        }
        if (!only) plan->request = bv_request_for(bv_games[chosen - shelf.kept_count]);
        if (plan_new(plan)) return true;
        if (only && !shelf.kept_count) return false;
    }
    return false;
}
