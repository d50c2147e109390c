/*
 * Account merge: one person replaces another in everything that is stored. It happens when a guest
 * logs in (the guest's games become the account's) and when an account is deleted (its games then
 * name no person). The log of each table of the person is rewritten, one table per transaction, so
 * that the server keeps answering meanwhile:
 *
 *     document merge   PERSON  {"to": ACCOUNT or ""}     exists from the first step to the last
 *
 * The remaining work is always what the store still lists under the old person. So a failed
 * transaction or a restart of the server loses nothing: the merge continues. A person who is being
 * merged cannot log in.
 */
#pragma once

#include "server/accounts/accounts.h"

enum { MERGE_KEPT_MAX = 32 };

/* The result of a merge: how many tables move, and which stay unchanged because both persons have
 * joined them. */
struct merge_result {
    uint32_t tables;
    uint32_t kept;
    char table[MERGE_KEPT_MAX][ID_SIZE];
};

/* A merge that is not done; accounts have a list of them. */
struct account_merges {
    char from[ID_SIZE];
    char to[ID_SIZE];     /* "": is forgotten */
    uint64_t transaction; /* of the last step */
    struct account_merges *next;
};

/* Continues the merges that were running when the server stopped. */
bool merges_restore(struct accounts *accounts, struct bv_error *error);
void merges_clear(struct accounts *accounts);

/* Another node has written the merge document of this person ("": of any; NULL: go on reading
 * them), or has done the last step. False: the store cannot be read now, or there is more to read. */
bool merges_updated(struct accounts *accounts, const char *person);

/* A guest becomes an account. */
void merge_guest(struct accounts *accounts, const char *guest, const char *account,
                 struct merge_result *moved);

/* Deletes an account or a bot: its name and sessions at once, the rest step by step. */
void merge_forget_person(struct accounts *accounts, const char *person);

/* Deletes documents that belong to a person (document_kinds.h), as many as fit in one transaction.
 * True if none was left on disk. */
bool merge_delete_documents(struct accounts *accounts, const char *person);

static inline bool merge_is_running(const struct accounts *accounts, const char *person)
{
    const struct account_merges *merges = accounts->merges;
    while (merges && !bv_equal(merges->from, person)) merges = merges->next;
    return merges != NULL;
}

/* Does one step of one merge. */
void merges_step(struct accounts *accounts);
