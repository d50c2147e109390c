#include "tui/tui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/list.h"
#include "tui/local.h"
#include "tui/picker.h"
#include "tui/remote.h"
#include "tui/stage.h"
#include "tui/wrap.h"

/* ---- At this terminal ----------------------------------------------------------------------------------- */

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

/* Begins the game of a plan, or takes it up again. */
static bool sit_down(const struct plan *plan, const struct tui_wishes *wishes,
                     struct sitting *sitting, struct bv_error *error)
{
    const struct kept_game *kept = &plan->resume;
    const char *against = plan->against[0] ? plan->against : NULL;
    const char *side = plan->side[0] ? plan->side : NULL;
    if (kept->path[0]) {
        struct saved_game *saved = read_saved_game(kept->path, error);
        if (!saved) return false;
        sitting_resume(sitting, saved, wishes->seed);
        if (!against && kept->opponent[0]) against = kept->opponent;
        if (!side && kept->side[0]) side = kept->side;
    } else {
        struct session *session = open_session(&plan->request, error);
        if (!session) return false;
        sitting_begin(sitting, session, wishes->seed);
    }
    if (sitting_seat(sitting, against, side, error)) return true;
    sitting_end(sitting);
    return false;
}

static void put_text(char *to, size_t size, const char *text)
{
    if (text) snprintf(to, size, "%s", text);
}

/* What the person wants to play: said already, or chosen now. False: nothing. */
static bool make_plan(const struct tui_wishes *wishes, struct plan *plan)
{
    *plan = (struct plan){.request = wishes->request};
    put_text(plan->against, sizeof plan->against, wishes->against);
    put_text(plan->side, sizeof plan->side, wishes->side);
    if (wishes->resume) {
        put_text(plan->resume.path, sizeof plan->resume.path, wishes->resume);
        return true;
    }
    return (wishes->request.game && wishes->against) || plan_make(plan);
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
    list_read(SAY("Cette partie ne se lit pas", "This game cannot be read"), text, NULL, NULL);
}

/* Sits down at what the person plans. A kept game that cannot be read is shown as such, and another may be chosen. */
static enum tui_end plan_and_sit(const struct tui_wishes *wishes, struct plan *plan,
                                 struct sitting *sitting, bool *seated, struct bv_error *error)
{
    *seated = false;
    while (make_plan(wishes, plan)) {
        *seated = sit_down(plan, wishes, sitting, error);
        if (*seated) return TUI_LEFT;
        if (wishes->resume || !plan->resume.path[0]) return TUI_MISUSED;
        show_error(error);
    }
    return TUI_LEFT;
}

static enum tui_end play_here(const struct tui_wishes *wishes, char farewell[512],
                              struct bv_error *error)
{
    static struct local local;
    struct plan plan;
    struct sitting sitting;
    bool seated = false;
    enum tui_end end = plan_and_sit(wishes, &plan, &sitting, &seated, error);
    if (!seated) return end;
    bool kept = plan.resume.path[0] && !wishes->resume;
    if (!local_open(&local, &sitting, kept ? plan.resume.path : NULL)) {
        sitting_end(&sitting);
        bv_error_set(error, "the computer cannot think here");
        return TUI_FAILED;
    }
    stage_run(&local.table);
    if (wishes->save &&
        !sitting_save(&local.sitting, wishes->save, local.outside[0] ? local.outside : NULL, error))
        end = TUI_FAILED;
    if (local.path[0])
        snprintf(farewell, 512,
                 local.table.over ? SAY("La partie est dans %.400s", "The game is in %.400s")
                                  : SAY("La partie est gardée ; « bivouac play » la reprend.",
                                        "The game is kept; 'bivouac play' takes it up again."),
                 local.path);
    local.table.ways->leave(&local.table);
    return end;
}

/* ---- The evening ---------------------------------------------------------------------------------------- */

enum tui_end tui_play(const struct tui_wishes *wishes, char farewell[512], struct bv_error *error)
{
    farewell[0] = '\0';
    if (!screen_open(&wishes->looks, error)) return TUI_NO_TERMINAL;
    enum tui_end end =
        wishes->server ? remote_play(wishes, farewell, error) : play_here(wishes, farewell, error);
    screen_close();
    return end;
}

/* ---- Measuring ------------------------------------------------------------------------------------------ */

enum { FRAMES = 200, MIDDLE = FRAMES / 2, PLIES = 150 };

/* Somewhere in the middle of a game, where lists are long. */
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
        uint64_t begun = bv_clock();
        stage->table->version++; /* the position has changed: everything is looked at anew */
        stage_press(stage, &step);
        stage_show(stage, true);
        taken[i] = bv_clock() - begun;
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
    struct screen_wishes looks = {.colour = true, .type = "xterm-256color", .output = "/dev/null"};
    struct bv_request request = bv_request_for(game);
    struct sitting sitting;
    struct session *session = open_session(&request, error);
    if (!session) return false;
    snprintf(number, sizeof number, "%d", rows);
    setenv("LINES", number, 1);
    snprintf(number, sizeof number, "%d", columns);
    setenv("COLUMNS", number, 1);
    play_at_random(session);
    sitting_begin(&sitting, session, 1);
    if (!sitting_seat(&sitting, NULL, NULL, error) || !screen_open(&looks, error)) return false;
    if (local_open(&local, &sitting, "")) {
        stage_open(&stage, &local.table);
        stage_show(&stage, true);
        measure_frames(&stage, speed);
        stage_close(&stage);
        local.table.ways->leave(&local.table);
    }
    screen_close();
    return true;
}
