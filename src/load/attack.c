/*
 * What an attack costs the honest: the same load in turns without and with a siege, so that whatever else happens on the
 * machine falls on both alike.
 *
 *     calm ──▶ siege ──▶ calm ──▶ siege ──▶ … ──▶ and a while after, for the memory
 */
#include <signal.h>
#include <string.h>

#include "load/child.h"
#include "load/load.h"

enum { TURNS = 3, STEP = 20000, SETTLING = 1000000, AFTER = 3000000 };

struct trial {
    const struct bv_load_plan *plan;
    struct bv_attack_report *report;
    struct bv_child child;
    struct bv_crowd *crowd;
};

/* Plays for a while and adds to the figures; the first moments are left out. */
static void play(struct trial *trial, struct bv_attack_part *part)
{
    struct bv_crowd *crowd = trial->crowd;
    bv_crowd_run(crowd, SETTLING);
    struct bv_crowd_figures aside = crowd->figures;
    crowd->figures = part->figures;
    double server = bv_child_seconds(&trial->child);
    int64_t begun = bv_load_now();
    int64_t end = begun + (int64_t)(trial->plan->seconds * 1e6 / TURNS);
    for (int64_t left = 1; left > 0 && !bv_load_stopped(); left = end - bv_load_now()) {
        bv_crowd_run(crowd, left < STEP ? left : STEP);
        uint64_t memory = bv_child_memory(&trial->child);
        if (memory > part->most) part->most = memory;
    }
    part->seconds += (double)(bv_load_now() - begun) / 1e6;
    part->server += bv_child_seconds(&trial->child) - server;
    part->figures = crowd->figures;
    crowd->figures = aside;
}

static bool take_turns(struct trial *trial, struct bv_error *error)
{
    struct bv_attack_report *report = trial->report;
    struct bv_siege siege;
    for (int turn = 0; turn < TURNS && !bv_load_stopped(); turn++) {
        play(trial, &report->calm);
        int64_t begun = bv_load_now();
        if (!bv_siege_begin(&siege, &trial->crowd->doors.door[0], error)) return false;
        play(trial, &report->siege);
        bv_siege_end(&siege, &report->counts);
        report->seconds += (double)(bv_load_now() - begun) / 1e6;
    }
    bv_crowd_run(trial->crowd, AFTER);
    report->after = bv_child_memory(&trial->child);
    report->losses = trial->crowd->board.losses;
    struct bv_out out = bv_out_into(report->complaint, sizeof report->complaint);
    bv_put(&out, trial->crowd->refusal);
    return true;
}

bool bv_attack_run(const struct bv_load_plan *plan, struct bv_attack_report *report,
                   struct bv_error *error)
{
    struct trial trial = {.plan = plan, .report = report};
    struct bv_doors doors = {.count = 1};
    struct bv_crowd_wishes wishes = {
        .tables = plan->tables, .game = plan->game, .rate = plan->rate};
    memset(report, 0, sizeof *report);
    bool good = bv_child_prepare(&trial.child, error) && bv_child_start(&trial.child, error) &&
                bv_child_await(&trial.child, &doors.door[0], error);
    if (good) trial.crowd = bv_crowd_new(&doors, &wishes, error);
    good = trial.crowd && bv_load_fill(trial.crowd, error) && take_turns(&trial, error);
    bv_crowd_free(trial.crowd);
    bv_child_end(&trial.child, SIGTERM);
    bv_child_clear(&trial.child);
    return good;
}

double bv_attack_ratio(const struct bv_attack_report *report)
{
    uint64_t calm = bv_histogram_share(&report->calm.figures.done, 0.99);
    uint64_t siege = bv_histogram_share(&report->siege.figures.done, 0.99);
    return calm ? (double)siege / (double)calm : 0;
}
