/*
 * Kills the server under load, again and again. After each restart all players reconnect by
 * themselves, and the messages they get must continue without a gap (playing.c checks that all the
 * time). At the end, after one more kill, every acknowledged move must have been delivered.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "load/child.h"
#include "load/load.h"
#include "util/clock.h"

enum { STEP = 5000 };

#define TIMEOUT ((int64_t)60 * 1000000)

struct run {
    const struct load_plan *plan;
    struct kill_report *report;
    struct child child;
    struct load_clients *clients;
};

/* ---- Restarting ------------------------------------------------------------------------------ */

/* Meanwhile the clients cannot connect, and retry. */
static bool restart(struct run *run, struct bv_error *error)
{
    int64_t begun = clock_microseconds();
    int ready = 0;
    if (!child_start(&run->child, error)) return false;
    while (!(ready = child_ready(&run->child, &run->clients->addresses.address[0]))) {
        load_clients_run(run->clients, STEP / 5);
        if (clock_microseconds() - begun > TIMEOUT) break;
    }
    if (ready <= 0) return bv_error_set(error, "the server does not start again on its own data");
    histogram_add(&run->report->ready, (uint64_t)(clock_microseconds() - begun));
    return true;
}

/* Runs until moves are acknowledged again, then for about the configured time. */
static bool play_on(struct run *run, int64_t killed, struct bv_error *error)
{
    struct load_clients *clients = run->clients;
    uint64_t moves = clients->figures.moves;
    bool back = false;
    double jitter = 0.75 + bv_random_below(&clients->loop.random, 1000) / 2000.0;
    int64_t end = INT64_MAX;
    while (clock_microseconds() < end && !load_stopped()) {
        load_clients_run(clients, STEP);
        int64_t now = clock_microseconds();
        if (end == INT64_MAX && clients->figures.moves > moves) {
            histogram_add(&run->report->playing, (uint64_t)(now - killed));
            end = now + (int64_t)(run->plan->kill_every * jitter * 1e6);
        }
        if (!back && load_clients_seated(clients) >=
                         2 * clients->settings.tables - clients->settings.tables / 50) {
            back = true;
            histogram_add(&run->report->back, (uint64_t)(now - killed));
        }
        if (end == INT64_MAX && now - killed > TIMEOUT)
            return bv_error_set(error, "no player could play for a minute after the restart");
    }
    run->report->late += !back;
    return true;
}

/* ---- The rounds ------------------------------------------------------------------------------ */

static bool goes_on(const struct run *run, bool last)
{
    const struct load_observer *observer = run->plan->observer;
    bool agreed = !observer || observer->restarted(observer->context, run->clients, last);
    return agreed && !run->clients->figures.astray;
}

static void print_round(const struct run *run)
{
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r%u/%u  %llu moves  %u games  ", run->report->rounds, run->plan->rounds,
            (unsigned long long)run->clients->figures.moves, run->clients->finished);
}

static bool go_round(struct run *run, struct bv_error *error)
{
    int64_t killed = clock_microseconds();
    child_end(&run->child, SIGKILL);
    return restart(run, error) && play_on(run, killed, error);
}

/* Waits for the last moves, then kills the server once more: what it knows now comes from its disk.
 * */
static bool conclude(struct run *run, struct bv_error *error)
{
    struct load_clients *clients = run->clients;
    int64_t end = clock_microseconds() + TIMEOUT / 6;
    clients->quiet = true;
    while (load_clients_waiting(clients) && clock_microseconds() < end)
        load_clients_run(clients, STEP);
    child_end(&run->child, SIGKILL);
    do load_clients_run(clients, STEP); /* until all clients know */
    while (load_clients_seated(clients) && clock_microseconds() < end);
    if (!restart(run, error)) return false;
    bool back = load_fill(clients, error);
    end = clock_microseconds() + TIMEOUT / 6;
    while (load_clients_undelivered(clients) && clock_microseconds() < end)
        load_clients_run(clients, STEP);
    run->report->lost = load_clients_undelivered(clients);
    goes_on(run, true);
    return back;
}

static bool run_rounds(struct run *run, struct bv_error *error)
{
    struct kill_report *report = run->report;
    bool on = true;
    if (!load_fill(run->clients, error)) return false;
    load_clients_run(run->clients, (int64_t)(run->plan->kill_every * 1e6));
    while (report->rounds < run->plan->rounds && !load_stopped() && on) {
        if (!go_round(run, error)) return false;
        report->rounds++;
        on = goes_on(run, false);
        print_round(run);
    }
    if (isatty(STDERR_FILENO)) fputs("\r\x1b[K", stderr);
    return conclude(run, error);
}

bool kill_run(const struct load_plan *plan, struct kill_report *report, struct bv_error *error)
{
    struct run run = {.plan = plan, .report = report};
    struct server_addresses addresses = {.count = 1};
    struct load_settings settings = {
        .tables = plan->tables, .game = plan->game, .rate = plan->rate, .observer = plan->observer};
    memset(report, 0, sizeof *report);
    bool good = child_prepare(&run.child, plan->program, plan->data, error) &&
                child_choose_port(&run.child, error) && child_start(&run.child, error) &&
                child_await(&run.child, &addresses.address[0], error);
    if (good) run.clients = load_clients_new(&addresses, &settings, error);
    good = run.clients && run_rounds(&run, error);
    if (run.clients) {
        const struct load_figures *figures = &run.clients->figures;
        report->moves = figures->moves;
        report->astray = figures->astray;
        report->refused = figures->refused;
        bv_copy(report->complaint, run.clients->refusal, sizeof report->complaint);
    }
    load_clients_free(run.clients);
    child_end(&run.child, SIGKILL);
    child_clear(&run.child);
    return good;
}
