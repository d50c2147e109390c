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

/* Adds the points of events that the viewer may know of, each once. */
static void add_points(const struct tui_game *game, const struct bv_event *event, uint32_t count,
                       int16_t point[TRAIL_MAX], int *points)
{
    for (uint32_t i = 0; i < 2 * count; i++) {
        const struct bv_event *one = &event[i / 2];
        int16_t at = i % 2 ? one->to : one->from;
        int known = 0;
        if (at < 0 || !(one->audience & bv_seat_bit(game->viewer))) continue;
        while (known < *points && point[known] != at) known++;
        if (known == *points && *points < TRAIL_MAX) point[(*points)++] = at;
    }
}

void tui_game_forget_trail(struct tui_game *game)
{
    game->trail_count = 0;
    game->reply_count = 0;
}

void tui_game_mark(struct tui_game *game, const struct bv_event *event, uint32_t count)
{
    add_points(game, event, count, game->trail, &game->trail_count);
}

void tui_game_mark_reply(struct tui_game *game, const struct bv_event *event, uint32_t count)
{
    game->reply_count = 0;
    add_points(game, event, count, game->reply, &game->reply_count);
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
