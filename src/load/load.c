#include "load/load.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "load/child.h"
#include "util/clock.h"

enum {
    STEP = 20000,           /* microseconds between two checks of the clients */
    SETTLING = 1000000,     /* microseconds before memory is measured */
    SLEEPERS_AT_ONCE = 100, /* tables played at a time when sleeping tables are prepared */
    SLEEPER_MOVES = 6,
};

/* A timeout that restarts with every progress. */
#define TIMEOUT ((int64_t)20 * 1000000)

struct stall {
    uint64_t progress; /* the greatest so far */
    int64_t since;
};

/* Whether there was no progress for too long. */
static bool has_stalled(struct stall *stall, uint64_t progress)
{
    int64_t now = clock_microseconds();
    if (progress > stall->progress || !stall->since) *stall = (struct stall){progress, now};
    return now - stall->since > TIMEOUT;
}

/* ---- Signals --------------------------------------------------------------------------------- */

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
    (void)signal;
    stopped = 1;
}

void load_heed_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool load_stopped(void)
{
    return stopped;
}

/* ---- Filling --------------------------------------------------------------------------------- */

/* The first unexpected response of the server. */
static const char *complaint_of(const struct load_clients *clients)
{
    return clients->refusal[0] ? clients->refusal : clients->loop.complaint;
}

static bool stuck(const struct load_clients *clients, const char *what, struct bv_error *error)
{
    const char *why = complaint_of(clients);
    bool silent = !clients->loop.connected && !why[0];
    return bv_error_setf(error, "%s: %s", what, silent ? "no server answers at that address" : why);
}

bool load_fill(struct load_clients *clients, struct bv_error *error)
{
    struct stall stall = {0};
    uint32_t seated = 0;
    load_clients_invite(clients);
    while ((seated = load_clients_seated(clients)) < 2 * clients->settings.tables) {
        if (stopped) return bv_error_set(error, "stopped");
        if (has_stalled(&stall, seated + clients->loop.connected))
            return stuck(clients, "not all players could be seated", error);
        load_clients_run(clients, STEP);
    }
    return true;
}

static bool let_in(struct load_clients *clients, uint32_t idle, struct bv_error *error)
{
    struct stall stall = {0};
    if (!load_clients_add_idle(clients, idle))
        return bv_error_set(error, "the system allows too few open files; see 'ulimit -n'");
    while (clients->loop.connected < idle) {
        if (stopped) return bv_error_set(error, "stopped");
        if (has_stalled(&stall, clients->loop.connected))
            return stuck(clients, "not all clients could connect", error);
        load_clients_run(clients, STEP);
    }
    load_clients_run(clients, SETTLING);
    return true;
}

/* ---- A run under way ------------------------------------------------------------------------- */

struct run {
    const struct load_plan *plan;
    struct load_report *report;
    struct child child;
    struct server_addresses addresses;
    struct load_clients *clients;
};

static bool open_server(struct run *run, struct bv_error *error)
{
    run->addresses.count = 1;
    if (run->plan->url)
        return server_addresses_read(&run->addresses, run->plan->url, run->plan->anywhere, error);
    return child_prepare(&run->child, run->plan->program, run->plan->data, error) &&
           child_start(&run->child, error) &&
           child_await(&run->child, &run->addresses.address[0], error);
}

static uint64_t memory_after_a_while(struct run *run)
{
    if (run->plan->url) return 0;
    if (run->clients) load_clients_run(run->clients, SETTLING);
    return child_memory(&run->child);
}

/* ---- Sleeping tables ------------------------------------------------------------------------- */

static bool play_and_leave(struct run *run, struct bv_error *error)
{
    uint32_t count = run->plan->sleeping;
    struct load_settings settings = {
        .tables = count < SLEEPERS_AT_ONCE ? count : SLEEPERS_AT_ONCE,
        .game = run->plan->game,
        .games_most = count,
        .moves_a_game = SLEEPER_MOVES,
    };
    struct load_clients *clients = load_clients_new(&run->addresses, &settings, error);
    if (!clients) return false;
    struct stall stall = {0};
    bool good = true;
    load_clients_invite(clients);
    while (good && clients->finished < count) {
        load_clients_run(clients, STEP);
        if (stopped) good = bv_error_set(error, "stopped");
        if (good && has_stalled(&stall, clients->finished))
            good = stuck(clients, "the tables could not be played", error);
    }
    load_clients_free(clients);
    return good;
}

/* How many tables the server has loaded, by its metrics; -1: not known, for a server that is not
 * ours. */
static int64_t tables_loaded(const struct run *run)
{
    static const char name[] = "\nbivouac_live_tables_loaded ";
    int status = 0;
    size_t length = 0;
    char *text = NULL;
    struct bv_error error;
    if (run->plan->url) return -1;
    if (!http_client_ask(&run->child.metrics, "", "", &status, &text, &length, &error)) return -1;
    const char *found = strstr(text, name);
    int64_t loaded = found ? strtoll(found + sizeof name - 1, NULL, 10) : -1;
    free(text);
    return loaded;
}

static bool await_sleep(struct run *run, struct bv_error *error)
{
    struct stall stall = {0};
    int64_t loaded = 0;
    while ((loaded = tables_loaded(run)) > 0) {
        if (stopped) return bv_error_set(error, "stopped");
        if (has_stalled(&stall, UINT64_MAX - (uint64_t)loaded))
            return bv_error_set(error, "the tables are not unloaded");
        load_clients_run(run->clients, SETTLING);
    }
    return true;
}

static bool measure_sleeping(struct run *run, struct bv_error *error)
{
    struct load_memory *memory = &run->report->memory;
    if (!run->plan->sleeping) return true;
    if (!play_and_leave(run, error) || !await_sleep(run, error)) return false;
    memory->slept = memory_after_a_while(run);
    if (run->plan->url) return true;
    int64_t asked = clock_microseconds();
    child_end(&run->child, SIGTERM);
    if (!child_start(&run->child, error) ||
        !child_await(&run->child, &run->addresses.address[0], error))
        return false;
    run->report->reopened = (double)(clock_microseconds() - asked) / 1e6;
    run->clients->addresses = run->addresses;
    memory->restarted = memory_after_a_while(run);
    return true;
}

/* ---- Play ------------------------------------------------------------------------------------ */

static double own_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void measure_play(struct run *run)
{
    struct load_clients *clients = run->clients;
    struct load_report *report = run->report;
    load_clients_run(clients, SETTLING);
    double own = own_seconds();
    double server = child_seconds(&run->child);
    load_clients_count_anew(clients);
    int64_t end = clock_microseconds() + (int64_t)(run->plan->seconds * 1e6);
    for (int64_t left = 1; left > 0 && !stopped; left = end - clock_microseconds())
        load_clients_run(clients, left < STEP ? left : STEP);
    report->seconds = (double)(clock_microseconds() - clients->figures.since) / 1e6;
    report->client_cores = (own_seconds() - own) / report->seconds;
    report->server_cores = (child_seconds(&run->child) - server) / report->seconds;
    report->bytes_in = clients->loop.bytes_in;
    report->bytes_out = clients->loop.bytes_out;
    report->losses = clients->loop.losses;
    report->figures = clients->figures;
    report->memory.loaded = child_memory(&run->child);
}

static bool measure(struct run *run, struct bv_error *error)
{
    struct load_memory *memory = &run->report->memory;
    memory->fresh = memory_after_a_while(run);
    if (!measure_sleeping(run, error)) return false;
    memory->before = child_memory(&run->child);
    if (run->plan->idle && !let_in(run->clients, run->plan->idle, error)) return false;
    memory->idle = child_memory(&run->child);
    if (run->plan->tables) {
        if (!load_fill(run->clients, error)) return false;
        measure_play(run);
    }
    run->report->connections = run->clients->loop.connected;
    bv_copy(run->report->complaint, complaint_of(run->clients), sizeof run->report->complaint);
    return true;
}

bool load_run(const struct load_plan *plan, struct load_report *report, struct bv_error *error)
{
    struct run run = {.plan = plan, .report = report};
    struct load_settings settings = {
        .tables = plan->tables, .game = plan->game, .rate = plan->rate};
    memset(report, 0, sizeof *report);
    bool good = open_server(&run, error);
    if (good) run.clients = load_clients_new(&run.addresses, &settings, error);
    good = run.clients && measure(&run, error);
    load_clients_free(run.clients);
    child_end(&run.child, SIGTERM);
    child_clear(&run.child);
    return good;
}
