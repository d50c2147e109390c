/*
 * Rewrites the log of a table because a person named in it becomes another person (a guest who logs
 * in) or is forgotten (a deleted account). The game stays the same; only the person changes.
 */
#ifndef SERVER_ACCOUNTS_REWRITE_H
#define SERVER_ACCOUNTS_REWRITE_H

#include "server/accounts/accounts.h"

struct rewrite {
    const char *from; /* the old person */
    const char *to;   /* the new person */
    const char *name; /* the name of the new person */
    bool forgotten; /* blanks what the person said; the new person is not a person of this server */
};

/* Rewrites the log in the current transaction, updates the search index if the game is over, and
 * sends the table again to all its subscribers. */
void rewrite_table(struct accounts *accounts, struct live_table *live, const struct rewrite *how);

#endif
