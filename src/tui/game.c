#include "tui/game.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/say.h"

void tui_game_say(struct tui_game *game, bool alarm, const char *text)
{
    tui_game_notice(game, alarm, "%s", text);
}

void tui_game_error(struct tui_game *game, const struct bv_error *error)
{
    struct bv_out out = bv_out_into(game->notice, sizeof game->notice);
    put_error(&out, error->text);
    game->alarm = true;
}

void tui_game_notice(struct tui_game *game, bool alarm, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(game->notice, sizeof game->notice, format, arguments);
    va_end(arguments);
    game->alarm = alarm;
}

static void add_trail(struct tui_game *game, int point)
{
    if (point < 0 || game->trail_count == TRAIL_MAX) return;
    for (int i = 0; i < game->trail_count; i++)
        if (game->trail[i] == point) return;
    game->trail[game->trail_count++] = (int16_t)point;
}

void tui_game_forget_trail(struct tui_game *game)
{
    game->trail_count = 0;
}

void tui_game_mark(struct tui_game *game, const struct bv_event *event, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!(event[i].audience & bv_seat_bit(game->viewer))) continue;
        add_trail(game, event[i].from);
        add_trail(game, event[i].to);
    }
}

void tui_game_report(struct tui_game *game, const struct bv_event *event, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char text[256] = "  ";
        /* The dice and the title show these already. */
        if (event[i].kind == BV_EVENT_TURN || event[i].kind == BV_EVENT_ROLLED) continue;
        struct bv_out out = {.text = text, .size = sizeof text, .length = 2};
        bv_say(game->terms, &event[i], language_is_french(), &out);
        game_log_add(&game->log, event[i].audience, LOOK_DIM, text);
    }
    tui_game_mark(game, event, count);
}
