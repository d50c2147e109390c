#include "proof/kill.h"

#include <stdio.h>
#include <string.h>

#include "proof/books.h"

enum { SAMPLE = 8 };

struct auditor {
    struct books books;
    const struct server_address *address;
    struct audit sum;
    uint32_t next; /* table of the next sample */
};

/* ---- Auditing -------------------------------------------------------------------------------- */

/* What cannot be read is lost. */
static bool audit(void *context, const struct ledger *ledger)
{
    struct auditor *auditor = context;
    struct bv_error error;
    if (ledger_audit(ledger, auditor->address, &auditor->sum, &error)) return true;
    fprintf(stderr, "table %s: %s\n", ledger->table, error.text);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        auditor->sum.acknowledged += ledger->side[side].acknowledged;
        auditor->sum.lost += ledger->side[side].acknowledged;
    }
    return true;
}

static void audit_sample(struct auditor *auditor)
{
    for (int i = 0; i < SAMPLE; i++) {
        const struct ledger *ledger = auditor->books.open[auditor->next];
        if (ledger) audit(auditor, ledger);
        auditor->next = (auditor->next + 1) % auditor->books.tables;
    }
}

static bool on_restarted(void *context, struct load_clients *clients, bool last)
{
    struct auditor *auditor = context;
    auditor->sum = (struct audit){0};
    auditor->address = &clients->addresses.address[0];
    if (last) {
        for (uint32_t i = 0; i < clients->settings.tables; i++)
            if (auditor->books.open[i])
                auditor->books.open[i]->over = clients->table[i].player[0].over;
        books_check(&auditor->books, audit, auditor);
    } else {
        audit_sample(auditor);
    }
    return !auditor->sum.lost && !auditor->sum.doubled && !auditor->books.astray;
}

/* ---- Observing ------------------------------------------------------------------------------- */

static void on_moved(void *context, struct load_player *player)
{
    struct auditor *auditor = context;
    books_moved(&auditor->books, player);
}

static bool on_answered(void *context, struct load_player *player, uint32_t request,
                        struct bv_span code)
{
    struct auditor *auditor = context;
    books_answered(&auditor->books, player, request, code);
    return false;
}

static void on_received(void *context, struct load_player *player, int seat, const cJSON *message,
                        struct bv_span text)
{
    struct auditor *auditor = context;
    books_receive(&auditor->books, player, seat, message, text);
}

static void on_lost(void *context, struct load_player *player)
{
    (void)context;
    (void)player;
}

static void on_leaves(void *context, struct load_table *table)
{
    struct auditor *auditor = context;
    books_leave(&auditor->books, table);
}

bool audited_kills_run(struct load_plan plan, struct audited_kills *report, struct bv_error *error)
{
    struct auditor auditor = {.books = books_new(plan.tables, false)};
    struct load_observer observer = {.context = &auditor,
                                     .moved = on_moved,
                                     .answered = on_answered,
                                     .received = on_received,
                                     .lost = on_lost,
                                     .leaves = on_leaves,
                                     .restarted = on_restarted};
    plan.observer = &observer;
    bool good = kill_run(&plan, &report->kills, error);
    report->audit = auditor.sum;
    report->astray = auditor.books.astray;
    books_free(&auditor.books);
    return good;
}
