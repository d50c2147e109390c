#include "tui/tui.h"

#include <stdio.h>

#include "play/language.h"
#include "tui/game_picker.h"
#include "tui/game_screen.h"
#include "tui/list.h"
#include "tui/local.h"
#include "tui/remote.h"
#include "tui/wrap.h"

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
    for (const char *rest = error->text; *rest;) {
        size_t length = wrap_at(rest, 70);
        bv_put(&out, "   ");
        bv_put_span(&out, (struct bv_span){rest, length});
        bv_put(&out, "\n");
        rest += length;
        while (*rest == ' ') rest++;
    }
    list_read(SAY("Cette partie est illisible", "This game cannot be read"), text, NULL, NULL);
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

static enum tui_end play_here(const struct tui_plan *plan, char farewell[512],
                              struct bv_error *error)
{
    static struct local local;
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
    if (local.path[0])
        snprintf(farewell, 512,
                 local.game.over
                     ? SAY("La partie est enregistrée dans %.400s", "The game is saved in %.400s")
                     : SAY("La partie est enregistrée ; « bivouac play » la reprend.",
                           "The game is saved; 'bivouac play' resumes it."),
                 local.path);
    local.game.calls->leave(&local.game);
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
