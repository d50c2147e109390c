#include "load/witness.h"
#include "util/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    STEP = 5000,               /* microseconds between two reads of the input */
    BACK_WITHIN = 5 * 1000000, /* microseconds from the end of a fault */
    LAST_ANSWERS = 10 * 1000000,
    MISSED_AFTER = 15 * 1000000, /* a player not back by then will not return */
    MISSED_SHOWN = 5,
    LINE_SIZE = 64,
};

struct witness {
    const struct load_plan *plan;
    struct witness_report *report;
    struct load_clients *clients;
    char line[LINE_SIZE];
    size_t length;
    bool awaits; /* some players have not returned */
    bool enough;
};

static void announce(const char *what)
{
    puts(what);
    fflush(stdout);
}

/* ---- Returning players ----------------------------------------------------------------------- */

static uint32_t still_away(const struct witness *witness)
{
    return 2 * witness->plan->tables - witness->clients->came_back;
}

/* Prints the state of a player that has not returned. */
static void show_missing(const struct load_player *player)
{
    static const char *const stages[] = {"away", "connecting", "registering", "upgrading",
                                         "connected"};
    const struct ledger *ledger = player->table->ledger;
    const struct ledger_sent *sent = &ledger->side[player->side];
    fprintf(stderr,
            "not back: table %s (%s), side %d, node %u: %s%s%s, %u messages not answered, told %u, "
            "sent %u, acknowledged %u\n",
            ledger->table[0] ? ledger->table : "not open", ledger->terms->game->id, player->side,
            player->connection.node, stages[player->connection.stage],
            player->shown ? "" : ", not shown the table",
            player->said ? ", has sent its message" : "", player->unanswered, player->heard,
            sent->count, sent->acknowledged);
}

static void give_up_on_missing(struct witness *witness)
{
    const struct load_clients *clients = witness->clients;
    uint32_t shown = 0;
    witness->awaits = false;
    witness->report->missing += still_away(witness);
    for (uint32_t i = 0; i < clients->settings.tables; i++)
        for (int side = 0; side < BV_SIDES_MAX; side++)
            if (!clients->table[i].player[side].back && shown++ < MISSED_SHOWN)
                show_missing(&clients->table[i].player[side]);
}

static void look_who_is_back(struct witness *witness)
{
    char text[LINE_SIZE];
    int64_t passed = clock_microseconds() - witness->clients->fault_over;
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

/* ---- Input ----------------------------------------------------------------------------------- */

static void obey(struct witness *witness)
{
    if (strcmp(witness->line, "end") == 0) witness->enough = true;
    if (strcmp(witness->line, "over") != 0) return;
    if (witness->awaits) give_up_on_missing(witness);
    witness->report->rounds++;
    witness->awaits = true;
    load_clients_fault_over(witness->clients);
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

/* ---- Rounds ---------------------------------------------------------------------------------- */

static void play(struct witness *witness)
{
    struct load_clients *clients = witness->clients;
    int flags = fcntl(STDIN_FILENO, F_GETFL);
    fcntl(STDIN_FILENO, F_SETFL, flags | O_NONBLOCK);
    while (!witness->enough && !load_stopped()) {
        load_clients_run(clients, STEP);
        read_orders(witness);
        look_who_is_back(witness);
    }
    fcntl(STDIN_FILENO, F_SETFL, flags);
    witness->report->seconds = (double)(clock_microseconds() - clients->figures.since) / 1e6;
}

/* Waits for unanswered moves, and for players that have not returned after the last fault. */
static void finish(struct witness *witness)
{
    struct load_clients *clients = witness->clients;
    int64_t end = clock_microseconds() + LAST_ANSWERS;
    clients->quiet = true;
    while ((load_clients_waiting(clients) || witness->awaits) && clock_microseconds() < end) {
        load_clients_run(clients, STEP);
        look_who_is_back(witness);
    }
    if (witness->awaits) give_up_on_missing(witness);
}

static bool prove(struct witness *witness, struct bv_error *error)
{
    struct load_clients *clients = witness->clients;
    struct proof *proof = &witness->report->proof;
    struct store *store = store_open(witness->plan->store, STORE_READ, error);
    if (!store) return false;
    struct terms_cache *cache = terms_cache_new();
    bool good = true;
    for (uint32_t i = 0; good && i < clients->settings.tables; i++)
        good = ledger_prove(clients->table[i].ledger, store, cache, proof, error);
    for (const struct ledger *past = clients->past; good && past; past = past->next)
        good = ledger_prove(past, store, cache, proof, error);
    terms_cache_free(cache);
    store_close(store);
    return good;
}

static bool check(struct witness *witness, struct bv_error *error)
{
    struct load_clients *clients = witness->clients;
    struct witness_report *report = witness->report;
    if (!load_fill(clients, error)) return false;
    load_clients_count_anew(clients);
    announce("seated");
    play(witness);
    finish(witness);
    report->figures = clients->figures;
    report->back = clients->back;
    struct bv_out out = bv_out_into(report->complaint, sizeof report->complaint);
    bv_put(&out, clients->refusal);
    return prove(witness, error);
}

bool witness_run(const struct load_plan *plan, struct witness_report *report,
                 struct bv_error *error)
{
    struct witness witness = {.plan = plan, .report = report};
    struct server_addresses addresses;
    struct load_settings settings = {.tables = plan->tables,
                                     .game = plan->game,
                                     .rate = plan->rate,
                                     .keeps_ledgers = true,
                                     .witnesses = true};
    memset(report, 0, sizeof *report);
    if (!server_addresses_read(&addresses, plan->url, plan->anywhere, error)) return false;
    witness.clients = load_clients_new(&addresses, &settings, error);
    bool good = witness.clients && check(&witness, error);
    load_clients_free(witness.clients);
    return good;
}

bool witness_is_content(const struct witness_report *report)
{
    const struct proof *proof = &report->proof;
    const struct load_figures *figures = &report->figures;
    return !proof->moves.lost && !proof->moves.doubled && !proof->wrong && !proof->broken &&
           !proof->flags && !figures->astray && !figures->misdirected && !figures->mistimed &&
           !figures->refused && !report->missing && report->back.most <= BACK_WITHIN;
}
