#include "tui/game_picker.h"

#include <stdio.h>
#include <string.h>

#include "play/language.h"
#include "play/saved_games.h"
#include "search/levels.h"
#include "tui/form.h"
#include "tui/list.h"

/* ---- A new game ------------------------------------------------------------------------------ */

enum { ROW_OPPONENT, ROW_SIDE, ROW_SEATS, ROW_OPTIONS, ROWS_MAX = ROW_OPTIONS + BV_OPTIONS_MAX };
enum { USUAL_LEVEL = 3 };

static const char *const opponents[1 + LEVELS] = {
    "person",  "level:1", "level:2", "level:3", "level:4",
    "level:5", "level:6", "level:7", "level:8",
};

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
    for (int i = 0; i < LEVELS; i++) row->value[i + 1] = say(level_words[i]);
    row->count = 1 + LEVELS;
    row->chosen = USUAL_LEVEL;
}

static void fill_sides(struct form_row *row, const struct bv_game *game)
{
    row->name = SAY("Votre camp", "Your side");
    row->count = BV_SIDES_MAX;
    for (int i = 0; i < BV_SIDES_MAX; i++) {
        row->value[i] = say(game->side[i].title);
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
        row->about[i] = say(option->value[i].what);
    }
}

static bool plan_new(struct tui_plan *plan)
{
    const struct bv_game *game = plan->request.game;
    struct form_row row[ROWS_MAX] = {0};
    fill_opponents(&row[ROW_OPPONENT]);
    fill_sides(&row[ROW_SIDE], game);
    fill_seats(&row[ROW_SEATS], game);
    for (int i = 0; i < game->options; i++)
        fill_option(&row[ROW_OPTIONS + i], &game->option[i], plan->request.option[i]);
    if (!form_fill(say(game->name), say(game->about), row, ROW_OPTIONS + game->options))
        return false;
    plan->against = opponents[row[ROW_OPPONENT].chosen];
    plan->side = game->side[row[ROW_SIDE].chosen].name;
    plan->request.seats = game->form[row[ROW_SEATS].chosen].players;
    for (int i = 0; i < game->options; i++)
        plan->request.option[i] = (uint8_t)row[ROW_OPTIONS + i].chosen;
    return true;
}

/* ---- The list of games ----------------------------------------------------------------------- */

enum { LINE = 128, SHOWN_MOST = 10, GAMES_MOST = 12 };

static void describe_saved(const struct saved_game_entry *entry, char line[LINE])
{
    const struct bv_game *game = bv_game_named(entry->game);
    char when[20];
    char opponent[64];
    snprintf(when, sizeof when, "%.10s %.5s", entry->begun,
             strlen(entry->begun) > 15 ? entry->begun + 11 : "");
    if (strncmp(entry->opponent, "level:", 6) == 0)
        snprintf(opponent, sizeof opponent, SAY("ordinateur, niveau %.2s", "computer, level %.2s"),
                 entry->opponent + 6);
    else if (entry->opponent[0])
        snprintf(opponent, sizeof opponent, "%.60s", entry->opponent);
    else
        snprintf(opponent, sizeof opponent, "%s", SAY("sur le même appareil", "on one device"));
    /* Where there are secrets, the number of tokens would tell how many the other side has played.
     * */
    if (game->flags & BV_HAS_SECRETS)
        snprintf(line, LINE, SAY("Reprendre %s, %s (%s)", "Resume %s, %s (%s)"), say(game->name),
                 opponent, when);
    else
        snprintf(line, LINE,
                 SAY("Reprendre %s, %s (%d coups, %s)", "Resume %s, %s (%d tokens, %s)"),
                 say(game->name), opponent, entry->tokens, when);
}

/* The list: saved games to resume, then games that can be started. */
struct game_menu {
    int saved_count, games;
    struct saved_game_entry saved[SAVED_MAX];
    char line[SHOWN_MOST][LINE];
    struct list_item item[SHOWN_MOST + GAMES_MOST];
};

static void fill_menu(struct game_menu *menu, const struct bv_game *only)
{
    menu->games = only ? 1 : (int)bv_game_count < GAMES_MOST ? (int)bv_game_count : GAMES_MOST;
    menu->saved_count = saved_games_list(only ? only->id : NULL, menu->saved);
    if (menu->saved_count > SHOWN_MOST) menu->saved_count = SHOWN_MOST;
    for (int i = 0; i < menu->saved_count; i++) {
        describe_saved(&menu->saved[i], menu->line[i]);
        menu->item[i] = (struct list_item){menu->line[i], NULL};
    }
    for (int i = 0; i < menu->games; i++) {
        const struct bv_game *game = only ? only : bv_games[i];
        menu->item[menu->saved_count + i] = (struct list_item){
            only ? SAY("Une nouvelle partie", "A new game") : say(game->name), say(game->about)};
    }
}

static int choose_from_menu(const struct game_menu *menu, const struct bv_game *only)
{
    struct list list = {
        .title =
            only ? say(only->name)
                 : SAY("Bivouac, cinq jeux de guerre français", "Bivouac, five French war games"),
        .foot = SAY("↑↓ choisir   ⏎ ouvrir   q sortir", "↑↓ choose   ⏎ open   q leave"),
        .item = menu->item,
        .count = menu->saved_count + menu->games,
    };
    /* One game alone, with no saved games: nothing to choose. */
    return list.count == 1 ? 0 : list_choose(&list);
}

bool pick_game(struct tui_plan *plan)
{
    static struct game_menu menu;
    const struct bv_game *only = plan->request.game;
    while (!screen_is_leaving()) {
        fill_menu(&menu, only);
        int chosen = choose_from_menu(&menu, only);
        if (chosen < 0) return false;
        if (chosen < menu.saved_count) {
            const struct saved_game_entry *entry = &menu.saved[chosen];
            plan->resume = entry->path;
            if (!plan->against && entry->opponent[0]) plan->against = entry->opponent;
            if (!plan->side && entry->side[0]) plan->side = entry->side;
            return true;
        }
        if (!only) plan->request = bv_request_for(bv_games[chosen - menu.saved_count]);
        if (plan_new(plan)) return true;
        if (only && !menu.saved_count) return false;
    }
    return false;
}
