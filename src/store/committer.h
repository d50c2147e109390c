/*
 * The committer: the thread that commits, so that the event loop never waits for the disk.
 *
 *     loop ──submit──▶ waiting ──▶ one transaction and fsync for all ──▶ ready ──collect──▶ loop
 *                                          │
 *                                          └─▶ done(context), from the committer's thread
 *
 * Batches come back in the order of submission, each with whether it is on disk. When a commit
 * fails, all batches fail that were submitted before the loop has collected the failure (after a
 * conflict: from the conflicting batch on), because later batches may build on earlier ones, and
 * none may reach the disk without those before it. Once all of these are collected, the next batch
 * is tried again.
 *
 * submit, collect, waiting and stop are called from one thread, the loop's. From start to stop only
 * the committer uses the store handle; reading needs another handle.
 */
#pragma once

#include "store/store.h"

enum {
    COMMITTER_GROUP = 256,     /* most batches in one transaction */
    COMMITTER_WAITING = 65536, /* most batches submitted and not yet collected; asserted */
};

struct committer;

/* `done` is called after each group, from the committer's thread; it should only wake the loop.
 * NULL: no thread. */
struct committer *committer_start(struct store *store, void (*done)(void *context), void *context);

/* The committer owns the batch until it is collected. */
void committer_submit(struct committer *committer, struct batch *batch);

/* Takes the next finished batch, which the caller then owns; false if there is none. *ok: it is on
 * disk; otherwise the error says why not. After `done`, collect until it returns false. */
bool committer_collect(struct committer *committer, struct batch **batch, bool *ok,
                       struct bv_error *error);

/* Whether the failure that was collected last was a conflict (store_had_conflict). */
bool committer_had_conflict(struct committer *committer);

/* How many batches are submitted and not yet collected; a loop with many should read less from its
 * clients. */
size_t committer_waiting(struct committer *committer);

/* Commits what waits and ends the thread; the caller owns the store again, and finished batches can
 * still be collected. */
void committer_stop(struct committer *committer);

/* Stops it if necessary; frees batches that were not collected. */
void committer_free(struct committer *committer);
