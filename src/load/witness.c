#include "load/witness.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    STEP = 5000,               /* microseconds between two looks at the input */
    BACK_WITHIN = 5 * 1000000, /* microseconds from the end of a fault */
    LAST_ANSWERS = 10 * 1000000,
    MISSED_AFTER = 15 * 1000000, /* whoever is not back then will not come */
    MISSED_SHOWN = 5,
    LINE_SIZE = 64,
};

struct witness {
    const struct bv_load_plan *plan;
    struct bv_witness_report *report;
    struct bv_crowd *crowd;
    char line[LINE_SIZE];
    size_t length;
    bool awaits; /* not everybody is back */
    bool enough;
};

static void announce(const char *what)
{
    puts(what);
    fflush(stdout);
}

/* ---- Who is back ------------------------------------------------------------------------------------------------------ */

static uint32_t still_away(const struct witness *witness)
{
    return 2 * witness->plan->tables - witness->crowd->came_back;
}

/* What keeps somebody, for whoever has to find out. */
static void show_missing(const struct bv_player *player)
{
    static const char *const stages[] = {"away", "connecting", "naming itself", "upgrading",
                                         "inside"};
    const struct bv_ledger *ledger = player->table->ledger;
    const struct bv_sent *sent = &ledger->side[player->side];
    fprintf(stderr,
            "not back: table %s (%s), side %d, node %u: %s%s%s, %u messages not answered, told %u, "
            "sent %u, acknowledged %u\n",
            ledger->table[0] ? ledger->table : "not open", ledger->terms->game->id, player->side,
            player->caller.door, stages[player->caller.stage],
            player->shown ? "" : ", not shown the table", player->said ? ", has said its word" : "",
            player->unanswered, player->heard, sent->count, sent->acknowledged);
}

static void give_up_on_missing(struct witness *witness)
{
    const struct bv_crowd *crowd = witness->crowd;
    uint32_t shown = 0;
    witness->awaits = false;
    witness->report->missing += still_away(witness);
    for (uint32_t i = 0; i < crowd->wishes.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++)
            if (!crowd->table[i].player[side].back && shown++ < MISSED_SHOWN)
                show_missing(&crowd->table[i].player[side]);
}

static void look_who_is_back(struct witness *witness)
{
    char text[LINE_SIZE];
    int64_t passed = bv_load_now() - witness->crowd->fault_over;
    if (!witness->awaits) return;
    if (!still_away(witness)) {
        witness->awaits = false;
        snprintf(text, sizeof text, "back %lld", (long long)passed / 1000);
        announce(text);
    } else if (passed > MISSED_AFTER) {
        snprintf(text, sizeof text, "missing %u", still_away(witness));
        give_up_on_missing(witness);
        announce(text);
    }
}

/* ---- What we are told ----------------------------------------------------------------------------------------------- */

static void obey(struct witness *witness)
{
    if (strcmp(witness->line, "end") == 0) witness->enough = true;
    if (strcmp(witness->line, "over") != 0) return;
    if (witness->awaits) give_up_on_missing(witness);
    witness->report->rounds++;
    witness->awaits = true;
    bv_crowd_fault_over(witness->crowd);
}

static void read_orders(struct witness *witness)
{
    char c = 0;
    for (;;) {
        ssize_t got = read(STDIN_FILENO, &c, 1);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (got <= 0) {
            witness->enough = true;
            return;
        }
        if (c != '\n') {
            if (witness->length < LINE_SIZE - 1) witness->line[witness->length++] = c;
            continue;
        }
        witness->line[witness->length] = '\0';
        witness->length = 0;
        obey(witness);
    }
}

/* ---- Rounds ---------------------------------------------------------------------------------------------------------- */

static void play(struct witness *witness)
{
    struct bv_crowd *crowd = witness->crowd;
    int flags = fcntl(STDIN_FILENO, F_GETFL);
    fcntl(STDIN_FILENO, F_SETFL, flags | O_NONBLOCK);
    while (!witness->enough && !bv_load_stopped()) {
        bv_crowd_run(crowd, STEP);
        read_orders(witness);
        look_who_is_back(witness);
    }
    fcntl(STDIN_FILENO, F_SETFL, flags);
    witness->report->seconds = (double)(bv_load_now() - crowd->figures.since) / 1e6;
}

/* What is under way is waited for, and whoever is not back after the last fault. */
static void finish(struct witness *witness)
{
    struct bv_crowd *crowd = witness->crowd;
    int64_t end = bv_load_now() + LAST_ANSWERS;
    crowd->quiet = true;
    while ((bv_crowd_waiting(crowd) || witness->awaits) && bv_load_now() < end) {
        bv_crowd_run(crowd, STEP);
        look_who_is_back(witness);
    }
    if (witness->awaits) give_up_on_missing(witness);
}

static bool prove(struct witness *witness, struct bv_error *error)
{
    struct bv_crowd *crowd = witness->crowd;
    struct bv_proof *proof = &witness->report->proof;
    struct bv_store *store = bv_store_open(witness->plan->store, BV_STORE_READ, error);
    if (!store) return false;
    struct bv_shelf *shelf = bv_shelf_new();
    bool good = true;
    for (uint32_t i = 0; good && i < crowd->wishes.tables; i++)
        good = bv_ledger_prove(crowd->table[i].ledger, store, shelf, proof, error);
    for (const struct bv_ledger *past = crowd->past; good && past; past = past->next)
        good = bv_ledger_prove(past, store, shelf, proof, error);
    bv_shelf_free(shelf);
    bv_store_close(store);
    return good;
}

static bool bear_witness(struct witness *witness, struct bv_error *error)
{
    struct bv_crowd *crowd = witness->crowd;
    struct bv_witness_report *report = witness->report;
    if (!bv_load_fill(crowd, error)) return false;
    bv_crowd_count_anew(crowd);
    announce("seated");
    play(witness);
    finish(witness);
    report->figures = crowd->figures;
    report->back = crowd->back;
    struct bv_out out = bv_out_into(report->complaint, sizeof report->complaint);
    bv_put(&out, crowd->refusal);
    return prove(witness, error);
}

bool bv_witness_run(const struct bv_load_plan *plan, struct bv_witness_report *report,
                    struct bv_error *error)
{
    struct witness witness = {.plan = plan, .report = report};
    struct bv_doors doors;
    struct bv_crowd_wishes wishes = {.tables = plan->tables,
                                     .game = plan->game,
                                     .rate = plan->rate,
                                     .keeps_ledgers = true,
                                     .witnesses = true};
    memset(report, 0, sizeof *report);
    if (!bv_doors_read(&doors, plan->url, plan->anywhere, error)) return false;
    witness.crowd = bv_crowd_new(&doors, &wishes, error);
    bool good = witness.crowd && bear_witness(&witness, error);
    bv_crowd_free(witness.crowd);
    return good;
}

bool bv_witness_is_content(const struct bv_witness_report *report)
{
    const struct bv_proof *proof = &report->proof;
    const struct bv_crowd_figures *figures = &report->figures;
    return !proof->moves.lost && !proof->moves.doubled && !proof->wrong && !proof->broken &&
           !proof->flags && !figures->astray && !figures->misdirected && !figures->mistimed &&
           !figures->refused && !report->missing && report->back.most <= BACK_WITHIN;
}
