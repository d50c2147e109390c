#include "tui/tui.h"

#include <stdio.h>
#include <string.h>

#include "play/language.h"
#include "tui/game_screen.h"
#include "tui/list.h"
#include "tui/local.h"

/* ---- At this terminal ------------------------------------------------------------------------ */

static bool sit_down(const struct tui_plan *plan, struct local_game *local_game,
                     struct bv_error *error)
{
    if (!local_game_open(local_game, &plan->request, plan->resume, plan->seed, error)) return false;
    if (local_game_seat(local_game, plan->against, plan->side, error)) return true;
    local_game_end(local_game);
    return false;
}

static void show_error(const struct bv_error *error)
{
    char text[2 * sizeof error->text];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put(&out, "   ");
    put_error(&out, error->text);
    bv_put(&out, "\n");
    list_read(SAY("Cette partie est illisible", "This game cannot be read"), text, false, NULL,
              NULL);
}

/* Opens the game of the options, or the one that the player picks: then `chosen` says which. A
 * saved game that cannot be read is reported, and another may be picked. */
static enum tui_end choose_and_sit(const struct tui_plan *plan, struct tui_plan *chosen,
                                   struct local_game *local_game, bool *seated,
                                   struct bv_error *error)
{
    bool is_complete = plan->resume || (plan->request.game && plan->against);
    *seated = false;
    for (*chosen = *plan; is_complete || pick_game(chosen); *chosen = *plan) {
        *seated = sit_down(chosen, local_game, error);
        if (*seated) return TUI_LEFT;
        if (is_complete || !chosen->resume) return TUI_MISUSED;
        show_error(error);
    }
    return TUI_LEFT;
}

/* The plan of the game after this one. What it points to stays in `kept`. */
struct kept_plan {
    char against[PLAYER_SPEC_MAX];
    char side[BV_SEATS_MAX * BV_NAME_MAX];
    char board_name[BV_NAME_MAX];
    char board_text[BV_BOARD_TEXT_MAX + 1];
};

static void plan_next(const struct local *local, struct tui_plan *plan, struct kept_plan *kept)
{
    const struct local_game *game = &local->local_game;
    const struct bv_terms *terms = &game->session->terms;
    bool exchanged = local->game.next == NEXT_EXCHANGED;
    plan->resume = NULL;
    plan->seed = plan->seed * 6364136223846793005u + 1;
    if (local->game.next == NEXT_OTHER) {
        plan->request = (struct bv_request){0};
        plan->against = plan->side = NULL;
        return;
    }
    plan->request = (struct bv_request){.game = terms->game, .seats = terms->form->players};
    memcpy(plan->request.option, terms->option, sizeof plan->request.option);
    if (terms->board_text) {
        bv_copy_text(kept->board_name, sizeof kept->board_name, terms->board);
        bv_copy_text(kept->board_text, sizeof kept->board_text, terms->board_text);
        plan->request.board_file = kept->board_name;
        plan->request.board_text = kept->board_text;
    }
    bv_copy_text(kept->against, sizeof kept->against, game->computer ? game->spec.name : "person");
    plan->against = kept->against;
    struct bv_out out = bv_out_into(kept->side, sizeof kept->side);
    put_seats(terms, exchanged && game->computer ? game->computer->seats : game->people, &out);
    plan->side = game->computer ? kept->side : NULL;
}

static void put_farewell(const struct local *local, char farewell[512])
{
    farewell[0] = '\0';
    if (!local_is_kept(local)) return;
    snprintf(farewell, 512,
             local->game.over
                 ? SAY("La partie est enregistrée dans %.400s", "The game is saved in %.400s")
                 : SAY("La partie est enregistrée ; « bivouac play » la reprend.",
                       "The game is saved; 'bivouac play' resumes it."),
             local->path);
}

/* Plays one game; `plan` becomes that of the next, if *more. */
static enum tui_end play_once(struct tui_plan *plan, bool *more, char farewell[512],
                              struct bv_error *error)
{
    static struct local local;
    static struct kept_plan kept;
    struct tui_plan chosen;
    struct local_game local_game;
    bool seated = false;
    enum tui_end end = choose_and_sit(plan, &chosen, &local_game, &seated, error);
    if (!seated) return end;
    /* A game picked from the saved ones stays in its file. */
    if (!local_open(&local, &local_game, plan->resume ? NULL : chosen.resume)) {
        local_game_end(&local_game);
        bv_error_set(error, "the computer cannot play here");
        return TUI_FAILED;
    }
    game_screen_run(&local.game);
    if (plan->save && !local_game_save(&local.local_game, plan->save, error)) end = TUI_FAILED;
    put_farewell(&local, farewell);
    *more = local.game.next != NEXT_LEAVE && !screen_is_leaving();
    if (*more) plan_next(&local, plan, &kept);
    local.game.calls->leave(&local.game);
    return end;
}

static enum tui_end play_here(const struct tui_plan *plan, char farewell[512],
                              struct bv_error *error)
{
    struct tui_plan next = *plan;
    enum tui_end end = TUI_LEFT;
    for (bool more = true; more && end == TUI_LEFT;) {
        more = false;
        end = play_once(&next, &more, farewell, error);
    }
    return end;
}

/* ---- The whole program ----------------------------------------------------------------------- */

#ifndef BIVOUAC_SERVER

enum tui_end remote_play(const struct tui_plan *plan, char farewell[512], struct bv_error *error)
{
    (void)plan;
    (void)farewell;
    bv_error_set(error, SAY("ce programme d'un seul fichier joue sur cet appareil seulement ; le "
                            "paquet « bivouac » joue aussi aux tables d'un serveur",
                            "this single-file program plays on this device only; the package "
                            "'bivouac' also plays at the tables of a server"));
    return TUI_FAILED;
}

#endif

enum tui_end tui_play(const struct tui_plan *plan, const struct screen_looks *looks,
                      char farewell[512], struct bv_error *error)
{
    farewell[0] = '\0';
    if (!screen_open(looks, error)) return TUI_NO_TERMINAL;
    enum tui_end end =
        plan->server ? remote_play(plan, farewell, error) : play_here(plan, farewell, error);
    screen_close();
    return end;
}
