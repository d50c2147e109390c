#include "store/game_time.h"

static int64_t confirmed_after = (int64_t)10 * 60 * 1000;

void game_time_confirm_after(int64_t milliseconds)
{
    confirmed_after = milliseconds;
}

void game_time_begin(struct game_time *time, int64_t wall)
{
    *time = (struct game_time){.game = wall, .wall = wall, .calm = wall, .opened = wall};
}

/* A jump back reduces what is held: a clock that was set forward and back again has not jumped. */
static void hold(struct game_time *time, int64_t jump)
{
    int64_t held = time->held + jump;
    time->held = held > 0 ? held : 0;
    time->calm = time->game;
}

int64_t game_time_advance(struct game_time *time, int64_t elapsed, int64_t longest, int64_t wall)
{
    bool stood = elapsed > longest;
    int64_t counted = stood || elapsed < 0 ? 0 : elapsed;
    int64_t jump = wall - time->wall - counted;
    time->wall = wall;
    time->game += counted;
    if (stood) time->opened = ++time->game;
    bool noticed = jump >= GAME_TIME_JUMP_LEAST || jump <= -GAME_TIME_JUMP_LEAST;
    if (noticed) hold(time, jump);
    if (time->held <= GAME_TIME_JUMP_TRUSTED || time->game - time->calm >= confirmed_after)
        time->held = 0;
    return noticed ? jump : 0;
}

void game_time_write(const struct game_time *time, char text[GAME_TIME_TEXT])
{
    const int64_t number[] = {time->game, time->wall, time->held, time->calm, time->opened};
    struct bv_out out = bv_out_into(text, GAME_TIME_TEXT);
    for (size_t i = 0; i < BV_COUNT(number); i++) {
        if (i) bv_put_char(&out, ' ');
        bv_put_number(&out, number[i]);
    }
    BV_ASSERT(!out.cut);
}

bool game_time_read(struct game_time *time, const char *text)
{
    int64_t *const number[] = {&time->game, &time->wall, &time->held, &time->calm, &time->opened};
    struct bv_span rest = bv_span_of(text);
    struct bv_span word = {0};
    for (size_t i = 0; i < BV_COUNT(number); i++)
        if (!bv_take_word(&rest, &word) || !bv_long_of(word, number[i])) return false;
    return !rest.length;
}
