/*
 * Books on a run of the load client: a ledger for each table that is open and for each that was
 * left. Their functions are those of an observer (clients.h).
 */
#pragma once

#include "load/clients.h"
#include "proof/ledger.h"

struct books {
    struct ledger **open; /* by table; NULL: no message about it has come yet */
    uint32_t tables;
    struct ledger *past; /* the tables that were left */
    bool keeps_messages; /* keep all messages for a proof */
    size_t texts;        /* bytes of the messages kept */
    uint64_t astray;     /* moves in messages that were not the next that was sent */
};

struct books books_new(uint32_t tables, bool keeps_messages);
void books_free(struct books *books);

/* The ledger of a table that is open. */
struct ledger *books_ledger(struct books *books, const struct load_table *table);

void books_moved(struct books *books, const struct load_player *player);
void books_answered(struct books *books, const struct load_player *player, uint32_t request,
                    struct bv_span code);
/* Returns whether the message is about the last move that the player has sent. */
bool books_receive(struct books *books, const struct load_player *player, int seat,
                   const cJSON *message, struct bv_span text);
void books_leave(struct books *books, const struct load_table *table);

/* Calls `check` with every ledger until it returns false; returns whether it never did. */
bool books_check(const struct books *books,
                 bool (*check)(void *context, const struct ledger *ledger), void *context);
