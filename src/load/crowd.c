#include "load/crowd.h"

#include "load/patience.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    EVENTS = 256,
    TICK = 2000,           /* microseconds between two looks at pace and absent callers */
    CALLS_A_SECOND = 4000, /* connections made anew, so that a server's door is not blocked */
    SPARE_FILES = 64,
    LOOK = 50000, /* microseconds between two looks at the players' patience */
    PATIENCE = 2000000,
};

/* ---- Making ------------------------------------------------------------------------------------------------- */

/* As many open files as callers need and the system allows. */
static bool raise_files(uint64_t wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
    if (limit.rlim_cur < wanted) {
        if (limit.rlim_max < wanted) limit.rlim_max = wanted; /* root may */
        limit.rlim_cur = wanted;
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0) {
            getrlimit(RLIMIT_NOFILE, &limit);
            limit.rlim_cur = limit.rlim_max;
            setrlimit(RLIMIT_NOFILE, &limit);
        }
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur >= wanted;
}

static bool add_gambler(struct bv_crowd *crowd, const struct bv_game *game, struct bv_error *error)
{
    crowd->gambler[crowd->gamblers] = bv_gambler_new(game, error);
    return crowd->gambler[crowd->gamblers++] != NULL;
}

static bool add_gamblers(struct bv_crowd *crowd, struct bv_error *error)
{
    if (crowd->wishes.game) return add_gambler(crowd, crowd->wishes.game, error);
    for (size_t i = 0; i < bv_game_count && i < BV_COUNT(crowd->gambler); i++)
        if (!add_gambler(crowd, bv_games[i], error)) return false;
    return true;
}

/* The first calls come one after the other. */
static void make_caller(struct bv_crowd *crowd, struct bv_caller *caller, uint32_t number,
                        int64_t from, uint32_t place)
{
    caller->door = bv_random_below(&crowd->board.random, crowd->doors.count);
    caller->stage = BV_CALLER_AWAY;
    caller->number = number;
    caller->due = from + (int64_t)place * 1000000 / CALLS_A_SECOND;
}

static void seat_players(struct bv_crowd *crowd)
{
    for (uint32_t i = 0; i < crowd->wishes.tables; i++) {
        struct bv_crowd_table *table = &crowd->table[i];
        table->gambler = crowd->gambler[i % crowd->gamblers];
        table->ledger = bv_ledger_new(&table->gambler->terms);
        for (int side = 0; side < BV_SIDES_MAX; side++) {
            struct bv_player *player = &table->player[side];
            player->table = table;
            player->side = side;
            table->ledger->cookie[side] = player->caller.cookie;
            make_caller(crowd, &player->caller, 2 * i + (uint32_t)side + 1, INT64_MAX / 2, 0);
        }
    }
}

struct bv_crowd *bv_crowd_new(const struct bv_doors *doors, const struct bv_crowd_wishes *wishes,
                              struct bv_error *error)
{
    struct bv_crowd *crowd = calloc(1, sizeof *crowd);
    if (!crowd) abort();
    crowd->doors = *doors;
    crowd->wishes = *wishes;
    crowd->board = (struct bv_switchboard){
        .door = crowd->doors.door,
        .further = crowd->doors.count - 1,
        .epoll = epoll_create1(EPOLL_CLOEXEC),
        .patience = wishes->witnesses ? PATIENCE : 0,
        .random = bv_random_seeded((uint64_t)bv_load_now()),
        .context = crowd,
        .message = bv_player_hears,
        .lost = bv_player_lost,
    };
    crowd->table = calloc(wishes->tables + 1, sizeof *crowd->table);
    crowd->queue_size = 2 * wishes->tables + 1;
    crowd->queue = (struct bv_player **)calloc(crowd->queue_size, sizeof(struct bv_player *));
    if (!crowd->table || !crowd->queue) abort();
    bool good = raise_files((uint64_t)2 * wishes->tables + SPARE_FILES) ||
                bv_error_set(error, "the system allows too few open files; see 'ulimit -n'");
    if (good && add_gamblers(crowd, error)) {
        seat_players(crowd);
        bv_crowd_count_anew(crowd);
        return crowd;
    }
    crowd->wishes.tables = 0;
    bv_crowd_free(crowd);
    return NULL;
}

void bv_crowd_invite(struct bv_crowd *crowd)
{
    int64_t due = bv_load_now();
    for (uint32_t i = 0; i < crowd->wishes.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++) {
            crowd->table[i].player[side].caller.due = due;
            due += 1000000 / CALLS_A_SECOND;
        }
}

bool bv_crowd_add_idle(struct bv_crowd *crowd, uint32_t count)
{
    int64_t now = bv_load_now();
    BV_ASSERT(!crowd->idle);
    if (!raise_files((uint64_t)2 * crowd->wishes.tables + count + SPARE_FILES)) return false;
    crowd->idle = calloc(count + 1, sizeof *crowd->idle);
    if (!crowd->idle) return false;
    crowd->idles = count;
    for (uint32_t i = 0; i < count; i++)
        make_caller(crowd, &crowd->idle[i], 2 * crowd->wishes.tables + i + 1, now, i);
    return true;
}

void bv_crowd_free(struct bv_crowd *crowd)
{
    if (!crowd) return;
    for (uint32_t i = 0; i < crowd->wishes.tables; i++) {
        for (int side = 0; side < BV_SIDES_MAX; side++)
            bv_caller_close(&crowd->board, &crowd->table[i].player[side].caller);
        bv_ledger_free(crowd->table[i].ledger);
    }
    for (uint32_t i = 0; i < crowd->idles; i++) bv_caller_close(&crowd->board, &crowd->idle[i]);
    for (size_t i = 0; i < crowd->gamblers; i++) free(crowd->gambler[i]);
    while (crowd->past) {
        struct bv_ledger *ledger = crowd->past;
        crowd->past = ledger->next;
        bv_ledger_free(ledger);
    }
    close(crowd->board.epoll);
    free(crowd->idle);
    free(crowd->table);
    free((void *)crowd->queue);
    free(crowd);
}

/* ---- Running -------------------------------------------------------------------------------------------------- */

static void call(struct bv_crowd *crowd, struct bv_caller *caller, int64_t now, uint32_t *most)
{
    if (caller->stage != BV_CALLER_AWAY || caller->due > now || !*most) return;
    (*most)--;
    bv_caller_connect(&crowd->board, caller);
}

/* Those who are away and whose time has come call again. */
static void call_again(struct bv_crowd *crowd, int64_t now)
{
    uint32_t most = CALLS_A_SECOND / (1000000 / TICK);
    if (crowd->board.inside == 2 * crowd->wishes.tables + crowd->idles) return;
    for (uint32_t i = 0; i < crowd->wishes.tables && most; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++)
            call(crowd, &crowd->table[i].player[side].caller, now, &most);
    for (uint32_t i = 0; i < crowd->idles && most; i++) call(crowd, &crowd->idle[i], now, &most);
}

/* Patience runs out. */
static void look_at_players(struct bv_crowd *crowd, int64_t now)
{
    if (!crowd->board.patience || now - crowd->looked < LOOK) return;
    crowd->looked = now;
    for (uint32_t i = 0; i < crowd->wishes.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++)
            bv_player_look(crowd, &crowd->table[i].player[side], now);
}

/* As many moves as the pace allows; a pause is not made up for. */
static void move_in_turn(struct bv_crowd *crowd, int64_t now)
{
    double rate = crowd->wishes.rate;
    if (rate <= 0) return;
    double most = 1 + rate / 50;
    crowd->allowance += rate * (double)(now - crowd->paced) / 1000000;
    crowd->paced = now;
    if (crowd->allowance > most) crowd->allowance = most;
    while (crowd->allowance >= 1 && crowd->queue_length) {
        struct bv_player *player = crowd->queue[crowd->queue_first];
        crowd->queue_first = (crowd->queue_first + 1) % crowd->queue_size;
        crowd->queue_length--;
        player->queued = false;
        if (!player->chosen) continue;
        crowd->allowance -= 1;
        bv_player_move(crowd, player);
    }
}

void bv_crowd_run(struct bv_crowd *crowd, int64_t microseconds)
{
    struct epoll_event event[EVENTS];
    int64_t now = bv_load_now();
    int64_t end = now + microseconds;
    int64_t tick = now;
    while (now < end) {
        int64_t rest = end - now < TICK ? end - now : TICK;
        int count = epoll_wait(crowd->board.epoll, event, EVENTS, (int)((rest + 999) / 1000));
        if (count < 0 && errno == EINTR) return; /* somebody wants to stop */
        for (int i = 0; i < count; i++)
            bv_caller_stir(&crowd->board, event[i].data.ptr, event[i].events);
        now = bv_load_now();
        move_in_turn(crowd, now);
        if (now < tick) continue;
        call_again(crowd, now);
        look_at_players(crowd, now);
        tick = now + TICK;
    }
}

/* ---- Figures --------------------------------------------------------------------------------------------------- */

void bv_crowd_count_anew(struct bv_crowd *crowd)
{
    memset(&crowd->figures, 0, sizeof crowd->figures);
    crowd->board.bytes_in = 0;
    crowd->board.bytes_out = 0;
    crowd->board.losses = 0;
    crowd->figures.since = crowd->paced = bv_load_now();
}

void bv_crowd_fault_over(struct bv_crowd *crowd)
{
    crowd->fault_over = bv_load_now();
    crowd->came_back = 0;
    for (uint32_t i = 0; i < crowd->wishes.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++) {
            struct bv_player *player = &crowd->table[i].player[side];
            player->said = player->back = false;
            player->proving = 0; /* a word from before shows nothing */
            bv_player_prove(crowd, player);
        }
}

uint32_t bv_crowd_seated(const struct bv_crowd *crowd)
{
    uint32_t seated = 0;
    for (uint32_t i = 0; i < crowd->wishes.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++)
            seated += crowd->table[i].player[side].settled;
    return seated;
}

uint32_t bv_crowd_waiting(const struct bv_crowd *crowd)
{
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < crowd->wishes.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++)
            waiting += bv_ledger_open_move(crowd->table[i].ledger, side).length != 0;
    return waiting;
}
