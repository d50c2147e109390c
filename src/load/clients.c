#include "load/clients.h"
#include "util/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    EVENTS = 256,
    /* microseconds between two checks of the rate and of connections that are away */
    TICK = 2000,
    CALLS_A_SECOND = 4000, /* new connections, so that the server's backlog does not fill up */
    SPARE_FILES = 64,
};

/* ---- Making ---------------------------------------------------------------------------------- */

/* Raises the limit of open files as far as needed and allowed. */
static bool raise_files(uint64_t wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
    if (limit.rlim_cur < wanted) {
        if (limit.rlim_max < wanted) limit.rlim_max = wanted; /* root may raise it */
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

/* A game in its form for two players. */
static bool add_session(struct load_clients *clients, const struct bv_game *game,
                        struct bv_error *error)
{
    struct session *session = calloc(1, sizeof *session);
    struct bv_request request = bv_request_for(game);
    if (!session) abort();
    request.seats = 2;
    clients->session[clients->sessions++] = session;
    return bv_terms_make(&request, &session->terms, &session->tables, error);
}

static bool add_sessions(struct load_clients *clients, struct bv_error *error)
{
    if (clients->settings.game) return add_session(clients, clients->settings.game, error);
    for (size_t i = 0; i < bv_game_count && i < BV_COUNT(clients->session); i++)
        if (!add_session(clients, bv_games[i], error)) return false;
    return true;
}

/* The first connections are spread over time. */
static void make_caller(struct load_clients *clients, struct client_connection *connection,
                        uint32_t number, int64_t from, uint32_t place)
{
    connection->node = bv_random_below(&clients->loop.random, clients->addresses.count);
    connection->stage = CLIENT_AWAY;
    connection->number = number;
    connection->due = from + (int64_t)place * 1000000 / CALLS_A_SECOND;
}

static void seat_players(struct load_clients *clients)
{
    for (uint32_t i = 0; i < clients->settings.tables; i++) {
        struct load_table *table = &clients->table[i];
        table->session = clients->session[i % clients->sessions];
        for (int side = 0; side < BV_SIDES_MAX; side++) {
            struct load_player *player = &table->player[side];
            player->table = table;
            player->side = side;
            make_caller(clients, &player->connection, 2 * i + (uint32_t)side + 1, INT64_MAX / 2, 0);
        }
    }
}

struct load_clients *load_clients_new(const struct server_addresses *addresses,
                                      const struct load_settings *settings, struct bv_error *error)
{
    struct load_clients *clients = calloc(1, sizeof *clients);
    if (!clients) abort();
    clients->addresses = *addresses;
    clients->settings = *settings;
    clients->loop = (struct client_loop){
        .address = clients->addresses.address,
        .further = clients->addresses.count - 1,
        .epoll = epoll_create1(EPOLL_CLOEXEC),
        .random = bv_random_seeded((uint64_t)clock_microseconds()),
        .context = clients,
        .message = load_player_receives,
        .lost = load_player_lost,
    };
    clients->table = calloc(settings->tables + 1, sizeof *clients->table);
    clients->queue_size = 2 * settings->tables + 1;
    clients->queue =
        (struct load_player **)calloc(clients->queue_size, sizeof(struct load_player *));
    if (!clients->table || !clients->queue) abort();
    bool good = raise_files((uint64_t)2 * settings->tables + SPARE_FILES) ||
                bv_error_set(error, "the system allows too few open files; see 'ulimit -n'");
    if (good && add_sessions(clients, error)) {
        seat_players(clients);
        load_clients_count_anew(clients);
        return clients;
    }
    clients->settings.tables = 0;
    load_clients_free(clients);
    return NULL;
}

void load_clients_invite(struct load_clients *clients)
{
    int64_t due = clock_microseconds();
    for (uint32_t i = 0; i < clients->settings.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++) {
            clients->table[i].player[side].connection.due = due;
            due += 1000000 / CALLS_A_SECOND;
        }
}

bool load_clients_add_idle(struct load_clients *clients, uint32_t count)
{
    int64_t now = clock_microseconds();
    BV_ASSERT(!clients->idle);
    if (!raise_files((uint64_t)2 * clients->settings.tables + count + SPARE_FILES)) return false;
    clients->idle = calloc(count + 1, sizeof *clients->idle);
    if (!clients->idle) return false;
    clients->idles = count;
    for (uint32_t i = 0; i < count; i++)
        make_caller(clients, &clients->idle[i], 2 * clients->settings.tables + i + 1, now, i);
    return true;
}

void load_clients_free(struct load_clients *clients)
{
    if (!clients) return;
    for (uint32_t i = 0; i < clients->settings.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++)
            client_close(&clients->loop, &clients->table[i].player[side].connection);
    for (uint32_t i = 0; i < clients->idles; i++) client_close(&clients->loop, &clients->idle[i]);
    for (size_t i = 0; i < clients->sessions; i++) free(clients->session[i]);
    close(clients->loop.epoll);
    free(clients->idle);
    free(clients->table);
    free((void *)clients->queue);
    free(clients);
}

/* ---- Running --------------------------------------------------------------------------------- */

static void call(struct load_clients *clients, struct client_connection *connection, int64_t now,
                 uint32_t *most)
{
    if (connection->stage != CLIENT_AWAY || connection->due > now || !*most) return;
    (*most)--;
    client_connect(&clients->loop, connection);
}

/* Connects those that are away and due. */
static void call_again(struct load_clients *clients, int64_t now)
{
    uint32_t most = CALLS_A_SECOND / (1000000 / TICK);
    if (clients->loop.connected == 2 * clients->settings.tables + clients->idles) return;
    for (uint32_t i = 0; i < clients->settings.tables && most; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++)
            call(clients, &clients->table[i].player[side].connection, now, &most);
    for (uint32_t i = 0; i < clients->idles && most; i++)
        call(clients, &clients->idle[i], now, &most);
}

/* Sends as many moves as the rate allows; a pause is not made up for. */
static void move_in_turn(struct load_clients *clients, int64_t now)
{
    double rate = clients->settings.rate;
    if (rate <= 0) return;
    double most = 1 + rate / 50;
    clients->allowance += rate * (double)(now - clients->paced) / 1000000;
    clients->paced = now;
    if (clients->allowance > most) clients->allowance = most;
    while (clients->allowance >= 1 && clients->queue_length) {
        struct load_player *player = clients->queue[clients->queue_first];
        clients->queue_first = (clients->queue_first + 1) % clients->queue_size;
        clients->queue_length--;
        player->queued = false;
        if (!player->chosen) continue;
        clients->allowance -= 1;
        load_player_move(clients, player);
    }
}

void load_clients_run(struct load_clients *clients, int64_t microseconds)
{
    struct epoll_event event[EVENTS];
    int64_t now = clock_microseconds();
    int64_t end = now + microseconds;
    int64_t tick = now;
    while (now < end) {
        int64_t rest = end - now < TICK ? end - now : TICK;
        int count = epoll_wait(clients->loop.epoll, event, EVENTS, (int)((rest + 999) / 1000));
        if (count < 0 && errno == EINTR) return; /* a signal asks to stop */
        for (int i = 0; i < count; i++)
            client_serve(&clients->loop, event[i].data.ptr, event[i].events);
        now = clock_microseconds();
        move_in_turn(clients, now);
        if (now < tick) continue;
        call_again(clients, now);
        tick = now + TICK;
    }
}

/* ---- Figures --------------------------------------------------------------------------------- */

void load_clients_count_anew(struct load_clients *clients)
{
    memset(&clients->figures, 0, sizeof clients->figures);
    clients->loop.bytes_in = 0;
    clients->loop.bytes_out = 0;
    clients->loop.losses = 0;
    clients->figures.since = clients->paced = clock_microseconds();
}

uint32_t load_clients_seated(const struct load_clients *clients)
{
    uint32_t seated = 0;
    for (uint32_t i = 0; i < clients->settings.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++)
            seated += clients->table[i].player[side].settled;
    return seated;
}

uint32_t load_clients_waiting(const struct load_clients *clients)
{
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < clients->settings.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++)
            waiting += load_player_waits(&clients->table[i].player[side]);
    return waiting;
}

uint32_t load_clients_undelivered(const struct load_clients *clients)
{
    uint32_t undelivered = 0;
    for (uint32_t i = 0; i < clients->settings.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++) {
            const struct load_player *player = &clients->table[i].player[side];
            undelivered += player->delivered[0] < player->acknowledged;
        }
    return undelivered;
}
