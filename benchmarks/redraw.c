/* How long a frame of the full screen takes, for each game, in the middle of it: build/redraw */
#include <stdio.h>
#include <stdlib.h>

#include "tui/game_screen.h"
#include "tui/local.h"

enum { FRAMES = 200, PLIES = 150 };

/* A position in the middle of a game, where lists are long. */
static void play_at_random(struct session *session)
{
    struct bv_random random = bv_random_seeded(1);
    const struct bv_terms *terms = &session->terms;
    for (int i = 0; i < PLIES; i++) {
        union bv_state before = session->state;
        int seat = __builtin_ctz(terms->game->to_act(terms, &session->state));
        bv_menu_make(terms, &session->state, seat, &session->menu);
        uint32_t drawn = bv_menu_draw(&session->menu, &random);
        bv_apply(terms, &session->state, seat, session->menu.item[drawn].action, &session->past);
        if (!bv_is_over(terms, &session->state)) continue;
        session->state = before;
        return;
    }
}

static int compare_times(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a;
    uint64_t two = *(const uint64_t *)b;
    return one < two ? -1 : one > two;
}

/* Prints the median and the slowest frame, in milliseconds. */
static void measure_frames(struct game_screen *screen)
{
    uint64_t taken[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
        const struct press step = {.key = i % 2 ? PRESS_AFTER : PRESS_NEXT};
        uint64_t begun = player_spec_clock();
        screen->game->version++; /* the position has changed: everything is drawn again */
        game_screen_press(screen, &step);
        game_screen_show(screen, true);
        taken[i] = player_spec_clock() - begun;
    }
    qsort(taken, FRAMES, sizeof taken[0], compare_times);
    printf("  %10.2f %8.2f", (double)taken[FRAMES / 2] / 1000, (double)taken[FRAMES - 1] / 1000);
}

static bool measure(const struct bv_game *game, const char *rows, const char *columns,
                    struct bv_error *error)
{
    static struct local local;
    static struct game_screen screen;
    struct screen_looks looks = {.colour = true, .type = "xterm-256color", .output = "/dev/null"};
    struct bv_request request = bv_request_for(game);
    struct local_game local_game;
    setenv("LINES", rows, 1);
    setenv("COLUMNS", columns, 1);
    if (!local_game_open(&local_game, &request, NULL, 1, error)) return false;
    play_at_random(local_game.session);
    if (!local_game_seat(&local_game, NULL, NULL, error) || !screen_open(&looks, error) ||
        !local_open(&local, &local_game, ""))
        return false;
    game_screen_open(&screen, &local.game);
    game_screen_show(&screen, true);
    measure_frames(&screen);
    game_screen_close(&screen);
    local.game.calls->leave(&local.game);
    screen_close();
    return true;
}

int main(void)
{
    puts("game            80x24 middle, worst  160x50 middle, worst (milliseconds a whole redraw)");
    for (size_t i = 0; i < bv_game_count; i++) {
        struct bv_error error = {"the screen could not be opened"};
        printf("%-14s", bv_games[i]->id);
        if (!measure(bv_games[i], "24", "80", &error) ||
            !measure(bv_games[i], "50", "160", &error)) {
            fprintf(stderr, "redraw: %s\n", error.text);
            return 1;
        }
        putchar('\n');
    }
    return 0;
}
