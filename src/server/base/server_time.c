#include "server/base/server_time.h"
#include "util/clock.h"

#include <stdatomic.h>
#include <time.h>

static atomic_int_fast64_t wall, game, confirmed, opened; /* 0: not set */

static int64_t time_on(atomic_int_fast64_t *scale)
{
    int64_t moment = atomic_load(scale);
    return moment ? moment : clock_wall_milliseconds();
}

int64_t server_now(void)
{
    return time_on(&wall);
}

int64_t server_game_now(void)
{
    return time_on(&game);
}

int64_t server_confirmed_now(void)
{
    return time_on(&confirmed);
}

int64_t server_opened(void)
{
    return atomic_load(&opened);
}

void server_time_set(const struct game_time *time)
{
    atomic_store(&wall, time->wall);
    atomic_store(&game, time->game);
    atomic_store(&confirmed, time->wall - time->held);
    atomic_store(&opened, time->opened);
}
