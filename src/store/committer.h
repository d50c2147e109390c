/*
 * The thread that commits, so that the event loop never waits for the disk.
 *
 *     loop ──submit──▶ waiting ──▶ one transaction, one fsync for all that waits ──▶ ready ──collect──▶ loop
 *                                          │
 *                                          └─▶ done(context), from the committer's thread
 *
 * Batches come back in the order in which they were handed over, each with whether it is on disk. When a commit fails, or
 * from the batch on that somebody else was faster with,
 * every batch fails that was handed over before the loop has collected the failure: later ones may build on earlier
 * ones, and none may reach the disk without those before it. Once all of these are collected, the next is tried again.
 *
 * submit, collect, waiting and stop are called from one thread, the loop's. From start to stop the store is the
 * committer's alone; reading goes on through another handle.
 */
#ifndef BV_COMMITTER_H
#define BV_COMMITTER_H

#include "store/store.h"

enum {
    BV_COMMITTER_GROUP = 256,     /* most batches in one transaction */
    BV_COMMITTER_WAITING = 65536, /* most batches handed over and not yet collected; asserted */
};

struct bv_committer;

/* `done` is called after each group, from the committer's thread; it should only wake the loop. NULL: no thread. */
struct bv_committer *bv_committer_start(struct bv_store *store, void (*done)(void *context),
                                        void *context);

/* The batch is the committer's until it is collected. */
void bv_committer_submit(struct bv_committer *committer, struct bv_batch *batch);

/* The next batch that is done with, which is the caller's again; false where none is. *ok: it is on disk; otherwise the
 * error says why not. After `done`, collect until it returns false. */
bool bv_committer_collect(struct bv_committer *committer, struct bv_batch **batch, bool *ok,
                          struct bv_error *error);

/* Of the failure that was collected last: whether somebody else was faster (bv_store_was_overtaken). */
bool bv_committer_overtaken(struct bv_committer *committer);

/* How many batches were handed over and not yet collected; a loop that finds many should read less from its clients. */
size_t bv_committer_waiting(struct bv_committer *committer);

/* Commits what waits and ends the thread; the store is the caller's again, and what is ready can still be collected. */
void bv_committer_stop(struct bv_committer *committer);

/* Stops it if need be; batches that were not collected are freed. */
void bv_committer_free(struct bv_committer *committer);

#endif
