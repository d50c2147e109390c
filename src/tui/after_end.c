#include "tui/after_end.h"

#include "tui/list.h"

enum choice_after_end { LOOK_AGAIN, PLAY_AGAIN, EXCHANGE, REMATCH, OTHER_GAME, LEAVE, CHOICES_MAX };

static const struct bv_text names[CHOICES_MAX] = {
    [LOOK_AGAIN] = {"Revoir la partie, coup par coup", "Look at the game again, move by move"},
    [PLAY_AGAIN] = {"Rejouer", "Play again"},
    [EXCHANGE] = {"Rejouer, camps échangés", "Play again, sides exchanged"},
    [REMATCH] = {"Demander la revanche, camps échangés", "Ask for a rematch, sides exchanged"},
    [OTHER_GAME] = {"Un autre jeu", "Another game"},
    [LEAVE] = {"Sortir", "Leave"},
};

/* Whether all of the players at this screen hold one side. */
static bool holds_one_side(const struct tui_game *game)
{
    bv_seats first = bv_seats_of_side(game->terms, 0);
    return game->mine && (!(game->mine & first) || !(game->mine & ~first));
}

static bool applies(const struct tui_game *game, enum choice_after_end choice)
{
    switch (choice) {
    case LOOK_AGAIN: return game->calls->step;
    case PLAY_AGAIN:
    case OTHER_GAME: return !game->is_remote;
    case EXCHANGE: return !game->is_remote && holds_one_side(game);
    case REMATCH: return game->is_remote && game->mine;
    default: return true;
    }
}

static void leave_for(struct game_screen *screen, enum tui_next next)
{
    screen->game->next = next;
    screen->leaving = true;
}

static void look_again(struct game_screen *screen)
{
    enum { FAR = 1 << 20 };
    screen->game->calls->step(screen->game, -FAR);
    tui_game_say(screen->game, false,
                 SAY("← → : un coup ; Début, Fin ; Entrée : la suite.",
                     "← →: one move; Home, End; Enter: what next."));
}

void after_end_offer(struct game_screen *screen, void (*behind)(void *), void *context)
{
    struct tui_game *game = screen->game;
    struct list_item item[CHOICES_MAX];
    enum choice_after_end meant[CHOICES_MAX];
    struct list list = {.title = SAY("La partie est finie", "The game is over"),
                        .item = item,
                        .behind = behind,
                        .context = context};
    for (int choice = 0; choice < CHOICES_MAX; choice++) {
        if (!applies(game, (enum choice_after_end)choice)) continue;
        meant[list.count] = (enum choice_after_end)choice;
        item[list.count++] = (struct list_item){say(names[choice]), game->result};
    }
    int chosen = list_choose(&list);
    if (chosen < 0) return;
    switch (meant[chosen]) {
    case LOOK_AGAIN: look_again(screen); break;
    case PLAY_AGAIN: leave_for(screen, NEXT_AGAIN); break;
    case EXCHANGE: leave_for(screen, NEXT_EXCHANGED); break;
    case REMATCH: game->calls->command(game, COMMAND_REMATCH, ""); break;
    case OTHER_GAME: leave_for(screen, NEXT_OTHER); break;
    default: leave_for(screen, NEXT_LEAVE); break;
    }
}
