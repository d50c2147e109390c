/*
 * Killing the server under load, again and again. After each restart everybody comes back by themselves, and what they
 * are told must go on without a gap from where they were (playing.c looks at that all the time). In each round a few
 * tables are read back and held against the ledger, at the end, from a server that was killed once more, all of them.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "load/child.h"
#include "load/load.h"

enum { STEP = 5000, SAMPLE = 8 };

#define PATIENCE ((int64_t)60 * 1000000)

struct fault {
    const struct bv_load_plan *plan;
    struct bv_fault_report *report;
    struct bv_child child;
    struct bv_crowd *crowd;
    uint32_t next; /* table of the sample */
    bool wrong;    /* no need to go on */
};

/* ---- Restarting ------------------------------------------------------------------------------------------------ */

/* Meanwhile the crowd finds the door closed, and tries again. */
static bool restart(struct fault *fault, struct bv_error *error)
{
    int64_t begun = bv_load_now();
    int ready = 0;
    if (!bv_child_start(&fault->child, error)) return false;
    while (!(ready = bv_child_ready(&fault->child, &fault->crowd->doors.door[0]))) {
        bv_crowd_run(fault->crowd, STEP / 5);
        if (bv_load_now() - begun > PATIENCE) break;
    }
    if (ready <= 0) return bv_error_set(error, "the server does not start again on its own data");
    bv_histogram_add(&fault->report->ready, (uint64_t)(bv_load_now() - begun));
    return true;
}

/* Runs until moves are acknowledged again, then for about as long as was asked for. */
static bool play_on(struct fault *fault, int64_t killed, struct bv_error *error)
{
    struct bv_crowd *crowd = fault->crowd;
    uint64_t moves = crowd->figures.moves;
    bool back = false;
    double jitter = 0.75 + bv_random_below(&crowd->board.random, 1000) / 2000.0;
    int64_t end = INT64_MAX;
    while (bv_load_now() < end && !bv_load_stopped()) {
        bv_crowd_run(crowd, STEP);
        int64_t now = bv_load_now();
        if (end == INT64_MAX && crowd->figures.moves > moves) {
            bv_histogram_add(&fault->report->playing, (uint64_t)(now - killed));
            end = now + (int64_t)(fault->plan->kill_every * jitter * 1e6);
        }
        if (!back &&
            bv_crowd_seated(crowd) >= 2 * crowd->wishes.tables - crowd->wishes.tables / 50) {
            back = true;
            bv_histogram_add(&fault->report->back, (uint64_t)(now - killed));
        }
        if (end == INT64_MAX && now - killed > PATIENCE)
            return bv_error_set(error, "nobody could play for a minute after the restart");
    }
    fault->report->late += !back;
    return true;
}

/* ---- Looking whether everything is there ---------------------------------------------------------------------------- */

static void audit(struct fault *fault, const struct bv_ledger *ledger, struct bv_audit *sum)
{
    struct bv_error error;
    if (bv_ledger_audit(ledger, &fault->crowd->doors.door[0], sum, &error)) return;
    fprintf(stderr, "table %s: %s\n", ledger->table, error.text);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        sum->acknowledged += ledger->side[side].acknowledged;
        sum->lost += ledger->side[side].acknowledged;
    }
}

static void audit_sample(struct fault *fault)
{
    struct bv_audit sum = {0};
    for (int i = 0; i < SAMPLE && fault->plan->tables; i++) {
        audit(fault, fault->crowd->table[fault->next].ledger, &sum);
        fault->next = (fault->next + 1) % fault->plan->tables;
    }
    fault->wrong = sum.lost || sum.doubled || fault->crowd->figures.astray;
}

static void audit_all(struct fault *fault)
{
    struct bv_crowd *crowd = fault->crowd;
    struct bv_audit *sum = &fault->report->audit;
    for (uint32_t i = 0; i < crowd->wishes.tables; i++) {
        crowd->table[i].ledger->over = crowd->table[i].player[0].over;
        audit(fault, crowd->table[i].ledger, sum);
    }
    for (const struct bv_ledger *ledger = crowd->past; ledger; ledger = ledger->next)
        audit(fault, ledger, sum);
}

/* ---- The rounds -------------------------------------------------------------------------------------------------------- */

static void tell_round(const struct fault *fault, uint32_t round)
{
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r%u/%u  %llu moves  %u games  ", round, fault->plan->rounds,
            (unsigned long long)fault->crowd->figures.moves, fault->crowd->finished);
}

static bool go_round(struct fault *fault, struct bv_error *error)
{
    int64_t killed = bv_load_now();
    bv_child_end(&fault->child, SIGKILL);
    return restart(fault, error) && play_on(fault, killed, error);
}

/* The last moves are waited for, then the server is killed once more: what it knows now it knows from its disk. */
static bool conclude(struct fault *fault, struct bv_error *error)
{
    struct bv_crowd *crowd = fault->crowd;
    int64_t end = bv_load_now() + PATIENCE / 6;
    crowd->quiet = true;
    while (bv_crowd_waiting(crowd) && bv_load_now() < end) bv_crowd_run(crowd, STEP);
    bv_child_end(&fault->child, SIGKILL);
    if (!bv_child_start(&fault->child, error) ||
        !bv_child_await(&fault->child, &crowd->doors.door[0], error))
        return false;
    audit_all(fault);
    return true;
}

static bool run_rounds(struct fault *fault, struct bv_error *error)
{
    struct bv_fault_report *report = fault->report;
    if (!bv_load_fill(fault->crowd, error)) return false;
    bv_crowd_run(fault->crowd, (int64_t)(fault->plan->kill_every * 1e6));
    while (report->rounds < fault->plan->rounds && !bv_load_stopped() && !fault->wrong) {
        if (!go_round(fault, error)) return false;
        report->rounds++;
        audit_sample(fault);
        tell_round(fault, report->rounds);
    }
    if (isatty(STDERR_FILENO)) fputs("\r\x1b[K", stderr);
    bool good = conclude(fault, error);
    report->astray = fault->crowd->figures.astray;
    report->refused = fault->crowd->figures.refused;
    struct bv_out out = bv_out_into(report->complaint, sizeof report->complaint);
    bv_put(&out, fault->crowd->refusal);
    return good;
}

bool bv_fault_run(const struct bv_load_plan *plan, struct bv_fault_report *report,
                  struct bv_error *error)
{
    struct fault fault = {.plan = plan, .report = report};
    struct bv_doors doors = {.count = 1};
    struct bv_crowd_wishes wishes = {
        .tables = plan->tables, .game = plan->game, .rate = plan->rate, .keeps_ledgers = true};
    memset(report, 0, sizeof *report);
    bool good = bv_child_prepare(&fault.child, error) &&
                bv_child_choose_port(&fault.child, error) && bv_child_start(&fault.child, error) &&
                bv_child_await(&fault.child, &doors.door[0], error);
    if (good) fault.crowd = bv_crowd_new(&doors, &wishes, error);
    good = fault.crowd && run_rounds(&fault, error);
    bv_crowd_free(fault.crowd);
    bv_child_end(&fault.child, SIGKILL);
    if (plan->keep)
        memcpy(report->folder, fault.child.folder, sizeof report->folder);
    else
        bv_child_clear(&fault.child);
    return good;
}
