#include "proof/attack.h"

#include <signal.h>
#include <string.h>

#include "load/child.h"
#include "util/clock.h"

enum { TURNS = 3, STEP = 20000, SETTLING = 1000000, AFTER = 3000000 };

struct trial {
    const struct load_plan *plan;
    struct attack_report *report;
    struct child child;
    struct load_clients *clients;
};

/* Plays for a while and adds to the figures; the first moments are left out. */
static void play(struct trial *trial, struct attack_part *part)
{
    struct load_clients *clients = trial->clients;
    load_clients_run(clients, SETTLING);
    struct load_figures aside = clients->figures;
    clients->figures = part->figures;
    double server = child_seconds(&trial->child);
    int64_t begun = clock_microseconds();
    int64_t end = begun + (int64_t)(trial->plan->seconds * 1e6 / TURNS);
    for (int64_t left = 1; left > 0 && !load_stopped(); left = end - clock_microseconds()) {
        load_clients_run(clients, left < STEP ? left : STEP);
        uint64_t memory = child_memory(&trial->child);
        if (memory > part->most) part->most = memory;
    }
    part->seconds += (double)(clock_microseconds() - begun) / 1e6;
    part->server += child_seconds(&trial->child) - server;
    part->figures = clients->figures;
    clients->figures = aside;
}

static bool take_turns(struct trial *trial, struct bv_error *error)
{
    struct attack_report *report = trial->report;
    struct attackers attackers;
    for (int turn = 0; turn < TURNS && !load_stopped(); turn++) {
        play(trial, &report->calm);
        int64_t begun = clock_microseconds();
        if (!attackers_begin(&attackers, &trial->clients->addresses.address[0], error))
            return false;
        play(trial, &report->attackers);
        attackers_end(&attackers, &report->counts);
        report->seconds += (double)(clock_microseconds() - begun) / 1e6;
    }
    load_clients_run(trial->clients, AFTER);
    report->after = child_memory(&trial->child);
    report->losses = trial->clients->loop.losses;
    struct bv_out out = bv_out_into(report->complaint, sizeof report->complaint);
    bv_put(&out, trial->clients->refusal);
    return true;
}

bool attack_run(const struct load_plan *plan, struct attack_report *report, struct bv_error *error)
{
    struct trial trial = {.plan = plan, .report = report};
    struct server_addresses addresses = {.count = 1};
    struct load_settings settings = {
        .tables = plan->tables, .game = plan->game, .rate = plan->rate};
    memset(report, 0, sizeof *report);
    bool good = child_prepare(&trial.child, plan->program, plan->data, error) &&
                child_start(&trial.child, error) &&
                child_await(&trial.child, &addresses.address[0], error);
    if (good) trial.clients = load_clients_new(&addresses, &settings, error);
    good = trial.clients && load_fill(trial.clients, error) && take_turns(&trial, error);
    load_clients_free(trial.clients);
    child_end(&trial.child, SIGTERM);
    child_clear(&trial.child);
    return good;
}

double attack_ratio(const struct attack_report *report)
{
    uint64_t calm = histogram_share(&report->calm.figures.done, 0.99);
    uint64_t attackers = histogram_share(&report->attackers.figures.done, 0.99);
    return calm ? (double)attackers / (double)calm : 0;
}
