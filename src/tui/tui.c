#include "tui/tui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/game_screen.h"
#include "tui/list.h"
#include "tui/local.h"
#include "tui/picker.h"
#include "tui/remote.h"
#include "tui/wrap.h"

/* ---- At this terminal ------------------------------------------------------------------------ */

static struct session *open_session(const struct bv_request *request, struct bv_error *error)
{
    struct session *session = calloc(1, sizeof *session);
    if (!session) {
        bv_error_set(error, "out of memory");
        return NULL;
    }
    if (bv_terms_make(request, &session->terms, &session->tables, error)) {
        session->terms.game->start(&session->terms, &session->state);
        return session;
    }
    free(session);
    return NULL;
}

/* Starts the game of a plan, or resumes it. */
static bool sit_down(const struct plan *plan, const struct tui_commands *commands,
                     struct local_game *local_game, struct bv_error *error)
{
    const struct kept_game *kept = &plan->resume;
    const char *against = plan->against[0] ? plan->against : NULL;
    const char *side = plan->side[0] ? plan->side : NULL;
    if (kept->path[0]) {
        struct saved_game *saved = read_saved_game(kept->path, error);
        if (!saved) return false;
        local_game_resume(local_game, saved, commands->seed);
        if (!against && kept->opponent[0]) against = kept->opponent;
        if (!side && kept->side[0]) side = kept->side;
    } else {
        struct session *session = open_session(&plan->request, error);
        if (!session) return false;
        local_game_begin(local_game, session, commands->seed);
    }
    if (local_game_seat(local_game, against, side, error)) return true;
    local_game_end(local_game);
    return false;
}

static void put_text(char *to, size_t size, const char *text)
{
    if (text) snprintf(to, size, "%s", text);
}

/* Gets the plan: from the options, or from the player. False: none. */
static bool make_plan(const struct tui_commands *commands, struct plan *plan)
{
    *plan = (struct plan){.request = commands->request};
    put_text(plan->against, sizeof plan->against, commands->against);
    put_text(plan->side, sizeof plan->side, commands->side);
    if (commands->resume) {
        put_text(plan->resume.path, sizeof plan->resume.path, commands->resume);
        return true;
    }
    return (commands->request.game && commands->against) || plan_make(plan);
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

/* Opens the planned game. A saved game that cannot be read is reported, and another may be chosen.
 * */
static enum tui_end plan_and_sit(const struct tui_commands *commands, struct plan *plan,
                                 struct local_game *local_game, bool *seated,
                                 struct bv_error *error)
{
    *seated = false;
    while (make_plan(commands, plan)) {
        *seated = sit_down(plan, commands, local_game, error);
        if (*seated) return TUI_LEFT;
        if (commands->resume || !plan->resume.path[0]) return TUI_MISUSED;
        show_error(error);
    }
    return TUI_LEFT;
}

static enum tui_end play_here(const struct tui_commands *commands, char farewell[512],
                              struct bv_error *error)
{
    static struct local local;
    struct plan plan;
    struct local_game local_game;
    bool seated = false;
    enum tui_end end = plan_and_sit(commands, &plan, &local_game, &seated, error);
    if (!seated) return end;
    bool kept = plan.resume.path[0] && !commands->resume;
    if (!local_open(&local, &local_game, kept ? plan.resume.path : NULL)) {
        local_game_end(&local_game);
        bv_error_set(error, "the computer cannot play here");
        return TUI_FAILED;
    }
    stage_run(&local.table);
    if (commands->save && !local_game_save(&local.local_game, commands->save,
                                           local.outside[0] ? local.outside : NULL, error))
        end = TUI_FAILED;
    if (local.path[0])
        snprintf(farewell, 512,
                 local.table.over
                     ? SAY("La partie est enregistrée dans %.400s", "The game is saved in %.400s")
                     : SAY("La partie est enregistrée ; « bivouac play » la reprend.",
                           "The game is saved; 'bivouac play' resumes it."),
                 local.path);
    local.table.ways->leave(&local.table);
    return end;
}

/* ---- The whole program ----------------------------------------------------------------------- */

#ifndef BIVOUAC_SERVER

enum tui_end remote_play(const struct tui_commands *commands, char farewell[512],
                         struct bv_error *error)
{
    (void)commands;
    (void)farewell;
    bv_error_set(error, SAY("ce programme d'un seul fichier joue sur cet appareil seulement ; le "
                            "paquet « bivouac » joue aussi aux tables d'un serveur",
                            "this single-file program plays on this device only; the package "
                            "'bivouac' also plays at the tables of a server"));
    return TUI_FAILED;
}

#endif

enum tui_end tui_play(const struct tui_commands *commands, char farewell[512],
                      struct bv_error *error)
{
    farewell[0] = '\0';
    if (!screen_open(&commands->looks, error)) return TUI_NO_TERMINAL;
    enum tui_end end = commands->server ? remote_play(commands, farewell, error)
                                        : play_here(commands, farewell, error);
    screen_close();
    return end;
}

/* ---- Benchmark ------------------------------------------------------------------------------- */

enum { FRAMES = 200, MIDDLE = FRAMES / 2, PLIES = 150 };

/* A position in the middle of a game, where lists are long. */
static void play_at_random(struct session *session)
{
    struct bv_random random = bv_random_seeded(1);
    const struct bv_terms *terms = &session->terms;
    for (int i = 0; i < PLIES; i++) {
        union bv_state before = session->state;
        bv_seats acting = terms->game->to_act(terms, &session->state);
        int seat = __builtin_ctz(acting);
        bv_menu_make(terms, &session->state, seat, &session->menu);
        uint32_t drawn = bv_menu_draw(&session->menu, &random);
        bv_apply(terms, &session->state, seat, session->menu.item[drawn].action, &session->past);
        if (bv_is_over(terms, &session->state)) {
            session->state = before;
            return;
        }
    }
}

static int compare_times(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a;
    uint64_t two = *(const uint64_t *)b;
    return one < two ? -1 : one > two;
}

static void measure_frames(struct stage *stage, struct tui_speed *speed)
{
    uint64_t taken[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
        const struct press step = {.key = i % 2 ? PRESS_AFTER : PRESS_NEXT};
        uint64_t begun = player_spec_clock();
        stage->table->version++; /* the position has changed: everything is drawn again */
        stage_press(stage, &step);
        stage_show(stage, true);
        taken[i] = player_spec_clock() - begun;
    }
    qsort(taken, FRAMES, sizeof taken[0], compare_times);
    speed->middle = (double)taken[MIDDLE] / 1000;
    speed->worst = (double)taken[FRAMES - 1] / 1000;
}

bool tui_measure(const struct bv_game *game, int rows, int columns, struct tui_speed *speed,
                 struct bv_error *error)
{
    static struct local local;
    static struct stage stage;
    char number[16];
    struct screen_commands looks = {
        .colour = true, .type = "xterm-256color", .output = "/dev/null"};
    struct bv_request request = bv_request_for(game);
    struct local_game local_game;
    struct session *session = open_session(&request, error);
    if (!session) return false;
    snprintf(number, sizeof number, "%d", rows);
    setenv("LINES", number, 1);
    snprintf(number, sizeof number, "%d", columns);
    setenv("COLUMNS", number, 1);
    play_at_random(session);
    local_game_begin(&local_game, session, 1);
    if (!local_game_seat(&local_game, NULL, NULL, error) || !screen_open(&looks, error))
        return false;
    if (local_open(&local, &local_game, "")) {
        stage_open(&stage, &local.table);
        stage_show(&stage, true);
        measure_frames(&stage, speed);
        stage_close(&stage);
        local.table.ways->leave(&local.table);
    }
    screen_close();
    return true;
}
