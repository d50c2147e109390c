/*
 * The schedule knows which tournaments are announced or running, and when each must be checked
 * next. All of it is derived: the list is rebuilt from the documents when the server starts. A
 * client that watches a tournament follows its id as a topic (connections.h).
 */
#pragma once

#include "server/tournaments/tournaments.h"

struct schedule;
struct page_cache;

/* False if the store cannot be read. */
bool schedule_open(struct tournaments *tournaments, struct bv_error *error);
void schedule_close(struct tournaments *tournaments);

/* Adds a tournament that is not over, of that owner and club ("": none); it is checked soon. Adding
 * twice is harmless. */
void schedule_add(struct tournaments *tournaments, const char *tournament, const char *owner,
                  const char *club);

/* Lists tournaments that are not over, of one club or ("") of all, with ids after `after`, in the
 * order of ids. Returns how many were put into `id`, which has room for `most`. */
size_t schedule_list(const struct tournaments *tournaments, const char *club, const char *after,
                     const char **id, size_t most);
bool schedule_has(const struct tournaments *tournaments, const char *tournament);
int schedule_held_by(const struct tournaments *tournaments, const char *owner);

/* Checks the tournaments whose time has come. */
void schedule_tick(struct tournaments *tournaments, int64_t now);
/* The wall clock has jumped: all times by the wall clock are computed again. */
void schedule_jumped(struct tournaments *tournaments);

/* A game has ended. If its table belongs to a tournament, records the result in the same
 * transaction. */
void tournament_note_result(struct tournaments *tournaments, const struct live_table *live);

/* A tournament has changed: notifies its watchers, at most once a second, and checks it. */
void schedule_wake(struct tournaments *tournaments, const char *tournament);

/* Another node has changed a tournament ("": perhaps any; NULL: go on reading them). False: the store
 * cannot be read now, or there is more to read. */
bool schedule_updated(struct tournaments *tournaments, const char *tournament);

/* The cache of tournament pages. */
struct page_cache *schedule_page_cache(const struct tournaments *tournaments);
