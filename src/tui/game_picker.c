#include "tui/tui.h"

#include <stdio.h>
#include <string.h>

#include "play/language.h"
#include "play/saved_games.h"
#include "search/levels.h"
#include "tui/book.h"
#include "tui/form.h"
#include "tui/list.h"

/* ---- A new game ------------------------------------------------------------------------------ */

enum { ROW_OPPONENT, ROW_SIDE, ROW_SEATS, ROW_OPTIONS, ROWS_MAX = ROW_OPTIONS + BV_OPTIONS_MAX };
enum { USUAL_LEVEL = 3, ABOUT = 320, NARROW = 50 };

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

/* The row has the words of --set; what they mean stands below it, in the player's language. */
static void fill_option(struct form_row *row, const struct bv_option *option, int chosen,
                        char about[FORM_VALUES][ABOUT])
{
    row->name = option->name;
    row->count = option->count < FORM_VALUES ? option->count : FORM_VALUES;
    row->chosen = chosen;
    for (int i = 0; i < row->count; i++) {
        row->value[i] = option->value[i].name;
        snprintf(about[i], ABOUT, SAY("%s : %s", "%s: %s"), say(option->what),
                 say(option->value[i].what));
        row->about[i] = about[i];
    }
}

static void open_book(void *context)
{
    book_open(context);
}

static bool plan_new(struct tui_plan *plan)
{
    const struct bv_game *game = plan->request.game;
    static char about[BV_OPTIONS_MAX][FORM_VALUES][ABOUT];
    struct form_row row[ROWS_MAX] = {0};
    fill_opponents(&row[ROW_OPPONENT]);
    fill_sides(&row[ROW_SIDE], game);
    fill_seats(&row[ROW_SEATS], game);
    for (int i = 0; i < game->options; i++)
        fill_option(&row[ROW_OPTIONS + i], &game->option[i], plan->request.option[i], about[i]);
    if (!form_fill(say(game->name), say(game->about), row, ROW_OPTIONS + game->options, open_book,
                   (void *)game))
        return false;
    plan->against = opponents[row[ROW_OPPONENT].chosen];
    plan->side = game->side[row[ROW_SIDE].chosen].name;
    plan->request.seats = game->form[row[ROW_SEATS].chosen].players;
    for (int i = 0; i < game->options; i++)
        plan->request.option[i] = (uint8_t)row[ROW_OPTIONS + i].chosen;
    return true;
}

/* ---- The list of games ----------------------------------------------------------------------- */

enum { LINE = 256, SHOWN_MOST = 10, GAMES_MOST = 12 };

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
    char what[LINE];
    snprintf(what, sizeof what, "%s%s%s", entry->name, *entry->name ? ", " : "", say(game->name));
    /* Where there are secrets, the number of moves would tell how many the other side has played. */
    if (game->flags & BV_HAS_SECRETS)
        snprintf(line, LINE, SAY("Reprendre %.80s, %s (%s)", "Resume %.80s, %s (%s)"), what,
                 opponent, when);
    else
        snprintf(line, LINE,
                 entry->tokens == 1
                     ? SAY("Reprendre %.80s, %s (%d coup, %s)", "Resume %.80s, %s (%d move, %s)")
                     : SAY("Reprendre %.80s, %s (%d coups, %s)", "Resume %.80s, %s (%d moves, %s)"),
                 what, opponent, entry->tokens, when);
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

static int choose_from_menu(const struct game_menu *menu, const struct bv_game *only, int at,
                            char *letter)
{
    struct list list = {
        .title = only                        ? say(only->name)
                 : screen_columns() < NARROW ? "Bivouac"
                                             : SAY("Bivouac, cinq jeux de guerre français",
                                                   "Bivouac, five French war games"),
        .foot = menu->saved_count
                    ? SAY("↑↓ choisir   ⏎ ouvrir   F1 règles   e effacer   r renommer   q sortir",
                          "↑↓ choose   ⏎ open   F1 rules   d delete   r rename   q leave")
                    : SAY("↑↓ choisir   ⏎ ouvrir   F1 règles   q sortir",
                          "↑↓ choose   ⏎ open   F1 rules   q leave"),
        .item = menu->item,
        .count = menu->saved_count + menu->games,
        .chosen = at < menu->saved_count + menu->games ? at : 0,
        .letters = menu->saved_count ? "?der" : "?",
    };
    *letter = 0;
    /* One game alone, with no saved games: nothing to choose. */
    return list.count == 1 ? 0 : list_choose_by(&list, letter);
}

static void rename_saved(const struct saved_game_entry *entry)
{
    struct bv_error error;
    char name[sizeof entry->name];
    char title[2 * sizeof error.text];
    memcpy(name, entry->name, sizeof name);
    snprintf(title, sizeof title, "%s", SAY("Le nom de la partie", "The name of the game"));
    while (list_ask(title, name, sizeof name)) {
        if (saved_games_rename(entry, name, &error)) return;
        struct bv_out out = bv_out_into(title, sizeof title);
        bv_put(&out, SAY("Un autre nom : ", "Another name: "));
        put_error(&out, error.text);
    }
}

/* Does what a letter asks for: the rules of a game; deleting or renaming a saved one. */
static void manage(const struct game_menu *menu, int chosen, char letter,
                   const struct bv_game *only)
{
    bool saved = chosen < menu->saved_count;
    const struct saved_game_entry *entry = &menu->saved[saved ? chosen : 0];
    if (letter == '?') {
        const struct bv_game *game = only ? only : bv_games[saved ? 0 : chosen - menu->saved_count];
        book_open(saved ? bv_game_named(entry->game) : game);
    } else if (saved && letter == 'r') {
        rename_saved(entry);
    } else if (saved && list_confirm(SAY("Effacer cette partie ?", "Delete this game?"),
                                     menu->line[chosen], NULL)) {
        saved_games_delete(entry);
    }
}

bool pick_game(struct tui_plan *plan)
{
    static struct game_menu menu;
    const struct bv_game *only = plan->request.game;
    int chosen = 0;
    while (!screen_is_leaving()) {
        char letter = 0;
        fill_menu(&menu, only);
        chosen = choose_from_menu(&menu, only, chosen, &letter);
        if (chosen < 0) return false;
        if (letter) {
            manage(&menu, chosen, letter, only);
            continue;
        }
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
