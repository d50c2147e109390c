#include "load/load.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "load/child.h"
#include "load/past.h"

enum {
    STEP = 20000,           /* microseconds between two looks at what the crowd does */
    SETTLING = 1000000,     /* before memory is looked at */
    SLEEPERS_AT_ONCE = 100, /* tables played at a time when tables are to fall asleep */
    SLEEPER_MOVES = 6,
};

/* How long nothing need get on before we give up. */
#define PATIENCE ((int64_t)20 * 1000000)

struct patience {
    uint64_t progress; /* the furthest so far */
    int64_t since;
};

/* Whether what is waited for has not got on for too long. */
static bool runs_out(struct patience *patience, uint64_t progress)
{
    int64_t now = bv_load_now();
    if (progress > patience->progress || !patience->since)
        *patience = (struct patience){progress, now};
    return now - patience->since > PATIENCE;
}

/* ---- Signals ----------------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
    (void)signal;
    stopped = 1;
}

void bv_load_heed_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool bv_load_stopped(void)
{
    return stopped;
}

/* ---- Filling ------------------------------------------------------------------------------------------------------ */

/* What the server said that we did not hope for. */
static const char *complaint_of(const struct bv_crowd *crowd)
{
    return crowd->refusal[0] ? crowd->refusal : crowd->board.complaint;
}

static bool stuck(const struct bv_crowd *crowd, const char *what, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, what);
    bv_put(&out, ": ");
    if (!crowd->board.inside && !complaint_of(crowd)[0]) bv_put(&out, "nobody answers there");
    bv_put(&out, complaint_of(crowd));
    return false;
}

bool bv_load_fill(struct bv_crowd *crowd, struct bv_error *error)
{
    struct patience patience = {0};
    uint32_t seated = 0;
    bv_crowd_invite(crowd);
    while ((seated = bv_crowd_seated(crowd)) < 2 * crowd->wishes.tables) {
        if (stopped) return bv_error_set(error, "stopped");
        if (runs_out(&patience, seated + crowd->board.inside))
            return stuck(crowd, "not everybody could sit down", error);
        bv_crowd_run(crowd, STEP);
    }
    return true;
}

static bool let_in(struct bv_crowd *crowd, uint32_t idle, struct bv_error *error)
{
    struct patience patience = {0};
    if (!bv_crowd_add_idle(crowd, idle))
        return bv_error_set(error, "the system allows too few open files; see 'ulimit -n'");
    while (crowd->board.inside < idle) {
        if (stopped) return bv_error_set(error, "stopped");
        if (runs_out(&patience, crowd->board.inside))
            return stuck(crowd, "not everybody could come in", error);
        bv_crowd_run(crowd, STEP);
    }
    bv_crowd_run(crowd, SETTLING);
    return true;
}

/* ---- A run under way ------------------------------------------------------------------------------------------------ */

struct run {
    const struct bv_load_plan *plan;
    struct bv_load_report *report;
    struct bv_child child;
    struct bv_doors doors;
    struct bv_crowd *crowd;
};

static bool open_door(struct run *run, struct bv_error *error)
{
    run->doors.count = 1;
    if (run->plan->url)
        return bv_doors_read(&run->doors, run->plan->url, run->plan->anywhere, error);
    if (!bv_child_prepare(&run->child, error)) return false;
    if (run->plan->finished && !bv_load_past(run->child.folder, run->plan->finished, error))
        return false;
    return bv_child_start(&run->child, error) &&
           bv_child_await(&run->child, &run->doors.door[0], error);
}

static uint64_t memory_after_a_while(struct run *run)
{
    if (run->plan->url) return 0;
    if (run->crowd) bv_crowd_run(run->crowd, SETTLING);
    return bv_child_memory(&run->child);
}

/* ---- Sleeping tables ------------------------------------------------------------------------------------------------- */

static bool play_and_leave(struct run *run, struct bv_error *error)
{
    uint32_t count = run->plan->sleeping;
    struct bv_crowd_wishes wishes = {
        .tables = count < SLEEPERS_AT_ONCE ? count : SLEEPERS_AT_ONCE,
        .game = run->plan->game,
        .games_most = count,
        .moves_a_game = SLEEPER_MOVES,
    };
    struct bv_crowd *crowd = bv_crowd_new(&run->doors, &wishes, error);
    if (!crowd) return false;
    struct patience patience = {0};
    bool good = true;
    bv_crowd_invite(crowd);
    while (good && crowd->finished < count) {
        bv_crowd_run(crowd, STEP);
        if (stopped) good = bv_error_set(error, "stopped");
        if (good && runs_out(&patience, crowd->finished))
            good = stuck(crowd, "the tables could not be played", error);
    }
    bv_crowd_free(crowd);
    return good;
}

/* How many tables the server has awake, by its figures; -1: it does not say, as a server that is not ours. */
static int64_t tables_awake(const struct run *run)
{
    static const char name[] = "\nbivouac_rooms_awake ";
    int status = 0;
    size_t length = 0;
    char *text = NULL;
    struct bv_error error;
    if (run->plan->url) return -1;
    if (!bv_door_ask(&run->child.metrics, "", "", &status, &text, &length, &error)) return -1;
    const char *found = strstr(text, name);
    int64_t awake = found ? strtoll(found + sizeof name - 1, NULL, 10) : -1;
    free(text);
    return awake;
}

static bool await_sleep(struct run *run, struct bv_error *error)
{
    struct patience patience = {0};
    int64_t awake = 0;
    while ((awake = tables_awake(run)) > 0) {
        if (stopped) return bv_error_set(error, "stopped");
        if (runs_out(&patience, UINT64_MAX - (uint64_t)awake))
            return bv_error_set(error, "the tables do not fall asleep");
        bv_crowd_run(run->crowd, SETTLING);
    }
    return true;
}

static bool measure_sleeping(struct run *run, struct bv_error *error)
{
    struct bv_load_memory *memory = &run->report->memory;
    if (!run->plan->sleeping) return true;
    if (!play_and_leave(run, error) || !await_sleep(run, error)) return false;
    memory->slept = memory_after_a_while(run);
    if (run->plan->url) return true;
    int64_t asked = bv_load_now();
    bv_child_end(&run->child, SIGTERM);
    if (!bv_child_start(&run->child, error) ||
        !bv_child_await(&run->child, &run->doors.door[0], error))
        return false;
    run->report->reopened = (double)(bv_load_now() - asked) / 1e6;
    run->crowd->doors = run->doors;
    memory->restarted = memory_after_a_while(run);
    return true;
}

/* ---- Play -------------------------------------------------------------------------------------------------------------- */

static double own_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void measure_play(struct run *run)
{
    struct bv_crowd *crowd = run->crowd;
    struct bv_load_report *report = run->report;
    bv_crowd_run(crowd, SETTLING);
    double own = own_seconds();
    double server = bv_child_seconds(&run->child);
    bv_crowd_count_anew(crowd);
    int64_t end = bv_load_now() + (int64_t)(run->plan->seconds * 1e6);
    for (int64_t left = 1; left > 0 && !stopped; left = end - bv_load_now())
        bv_crowd_run(crowd, left < STEP ? left : STEP);
    report->seconds = (double)(bv_load_now() - crowd->figures.since) / 1e6;
    report->client_cores = (own_seconds() - own) / report->seconds;
    report->server_cores = (bv_child_seconds(&run->child) - server) / report->seconds;
    report->bytes_in = crowd->board.bytes_in;
    report->bytes_out = crowd->board.bytes_out;
    report->losses = crowd->board.losses;
    report->figures = crowd->figures;
    report->memory.loaded = bv_child_memory(&run->child);
}

static bool measure(struct run *run, struct bv_error *error)
{
    struct bv_load_memory *memory = &run->report->memory;
    memory->fresh = memory_after_a_while(run);
    if (!measure_sleeping(run, error)) return false;
    memory->before = bv_child_memory(&run->child);
    if (run->plan->idle && !let_in(run->crowd, run->plan->idle, error)) return false;
    memory->idle = bv_child_memory(&run->child);
    if (run->plan->tables) {
        if (!bv_load_fill(run->crowd, error)) return false;
        measure_play(run);
    }
    run->report->connections = run->crowd->board.inside;
    struct bv_out out = bv_out_into(run->report->complaint, sizeof run->report->complaint);
    bv_put(&out, complaint_of(run->crowd));
    return true;
}

bool bv_load_run(const struct bv_load_plan *plan, struct bv_load_report *report,
                 struct bv_error *error)
{
    struct run run = {.plan = plan, .report = report};
    struct bv_crowd_wishes wishes = {
        .tables = plan->tables, .game = plan->game, .rate = plan->rate};
    memset(report, 0, sizeof *report);
    bool good = open_door(&run, error);
    if (good) run.crowd = bv_crowd_new(&run.doors, &wishes, error);
    good = run.crowd && measure(&run, error);
    bv_crowd_free(run.crowd);
    bv_child_end(&run.child, SIGTERM);
    if (plan->keep)
        memcpy(report->folder, run.child.folder, sizeof report->folder);
    else
        bv_child_clear(&run.child);
    return good;
}
