/*
 * Kills the server under load, again and again. After each restart all players reconnect by
 * themselves, and the messages they get must continue without a gap (playing.c checks that all the
 * time). In each round a few tables are read back and compared with the ledger; at the end all of
 * them are, after one more kill.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "load/child.h"
#include "load/load.h"
#include "util/clock.h"

enum { STEP = 5000, SAMPLE = 8 };

#define PATIENCE ((int64_t)60 * 1000000)

struct fault {
    const struct load_plan *plan;
    struct fault_report *report;
    struct child child;
    struct load_clients *clients;
    uint32_t next; /* table to compare */
    bool wrong;    /* an error was found: stop */
};

/* ---- Restarting ------------------------------------------------------------------------------ */

/* Meanwhile the clients cannot connect, and retry. */
static bool restart(struct fault *fault, struct bv_error *error)
{
    int64_t begun = clock_microseconds();
    int ready = 0;
    if (!child_start(&fault->child, error)) return false;
    while (!(ready = child_ready(&fault->child, &fault->clients->addresses.address[0]))) {
        load_clients_run(fault->clients, STEP / 5);
        if (clock_microseconds() - begun > PATIENCE) break;
    }
    if (ready <= 0) return bv_error_set(error, "the server does not start again on its own data");
    histogram_add(&fault->report->ready, (uint64_t)(clock_microseconds() - begun));
    return true;
}

/* Runs until moves are acknowledged again, then for about the configured time. */
static bool play_on(struct fault *fault, int64_t killed, struct bv_error *error)
{
    struct load_clients *clients = fault->clients;
    uint64_t moves = clients->figures.moves;
    bool back = false;
    double jitter = 0.75 + bv_random_below(&clients->loop.random, 1000) / 2000.0;
    int64_t end = INT64_MAX;
    while (clock_microseconds() < end && !load_stopped()) {
        load_clients_run(clients, STEP);
        int64_t now = clock_microseconds();
        if (end == INT64_MAX && clients->figures.moves > moves) {
            histogram_add(&fault->report->playing, (uint64_t)(now - killed));
            end = now + (int64_t)(fault->plan->kill_every * jitter * 1e6);
        }
        if (!back && load_clients_seated(clients) >=
                         2 * clients->settings.tables - clients->settings.tables / 50) {
            back = true;
            histogram_add(&fault->report->back, (uint64_t)(now - killed));
        }
        if (end == INT64_MAX && now - killed > PATIENCE)
            return bv_error_set(error, "no player could play for a minute after the restart");
    }
    fault->report->late += !back;
    return true;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static void audit(struct fault *fault, const struct ledger *ledger, struct audit *sum)
{
    struct bv_error error;
    if (ledger_audit(ledger, &fault->clients->addresses.address[0], sum, &error)) return;
    fprintf(stderr, "table %s: %s\n", ledger->table, error.text);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        sum->acknowledged += ledger->side[side].acknowledged;
        sum->lost += ledger->side[side].acknowledged;
    }
}

static void audit_sample(struct fault *fault)
{
    struct audit sum = {0};
    for (int i = 0; i < SAMPLE && fault->plan->tables; i++) {
        audit(fault, fault->clients->table[fault->next].ledger, &sum);
        fault->next = (fault->next + 1) % fault->plan->tables;
    }
    fault->wrong = sum.lost || sum.doubled || fault->clients->figures.astray;
}

static void audit_all(struct fault *fault)
{
    struct load_clients *clients = fault->clients;
    struct audit *sum = &fault->report->audit;
    for (uint32_t i = 0; i < clients->settings.tables; i++) {
        clients->table[i].ledger->over = clients->table[i].player[0].over;
        audit(fault, clients->table[i].ledger, sum);
    }
    for (const struct ledger *ledger = clients->past; ledger; ledger = ledger->next)
        audit(fault, ledger, sum);
}

/* ---- The rounds ------------------------------------------------------------------------------ */

static void tell_round(const struct fault *fault, uint32_t round)
{
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r%u/%u  %llu moves  %u games  ", round, fault->plan->rounds,
            (unsigned long long)fault->clients->figures.moves, fault->clients->finished);
}

static bool go_round(struct fault *fault, struct bv_error *error)
{
    int64_t killed = clock_microseconds();
    child_end(&fault->child, SIGKILL);
    return restart(fault, error) && play_on(fault, killed, error);
}

/* Waits for the last moves, then kills the server once more: what it knows now comes from its disk.
 * */
static bool conclude(struct fault *fault, struct bv_error *error)
{
    struct load_clients *clients = fault->clients;
    int64_t end = clock_microseconds() + PATIENCE / 6;
    clients->quiet = true;
    while (load_clients_waiting(clients) && clock_microseconds() < end)
        load_clients_run(clients, STEP);
    child_end(&fault->child, SIGKILL);
    if (!child_start(&fault->child, error) ||
        !child_await(&fault->child, &clients->addresses.address[0], error))
        return false;
    audit_all(fault);
    return true;
}

static bool run_rounds(struct fault *fault, struct bv_error *error)
{
    struct fault_report *report = fault->report;
    if (!load_fill(fault->clients, error)) return false;
    load_clients_run(fault->clients, (int64_t)(fault->plan->kill_every * 1e6));
    while (report->rounds < fault->plan->rounds && !load_stopped() && !fault->wrong) {
        if (!go_round(fault, error)) return false;
        report->rounds++;
        audit_sample(fault);
        tell_round(fault, report->rounds);
    }
    if (isatty(STDERR_FILENO)) fputs("\r\x1b[K", stderr);
    bool good = conclude(fault, error);
    report->astray = fault->clients->figures.astray;
    report->refused = fault->clients->figures.refused;
    struct bv_out out = bv_out_into(report->complaint, sizeof report->complaint);
    bv_put(&out, fault->clients->refusal);
    return good;
}

bool fault_run(const struct load_plan *plan, struct fault_report *report, struct bv_error *error)
{
    struct fault fault = {.plan = plan, .report = report};
    struct server_addresses addresses = {.count = 1};
    struct load_settings settings = {
        .tables = plan->tables, .game = plan->game, .rate = plan->rate, .keeps_ledgers = true};
    memset(report, 0, sizeof *report);
    bool good = child_prepare(&fault.child, error) && child_choose_port(&fault.child, error) &&
                child_start(&fault.child, error) &&
                child_await(&fault.child, &addresses.address[0], error);
    if (good) fault.clients = load_clients_new(&addresses, &settings, error);
    good = fault.clients && run_rounds(&fault, error);
    load_clients_free(fault.clients);
    child_end(&fault.child, SIGKILL);
    if (plan->keep)
        memcpy(report->folder, fault.child.folder, sizeof report->folder);
    else
        child_clear(&fault.child);
    return good;
}
