/* What the files of the keepers' interface share. */
#ifndef BV_ADMIN_H
#define BV_ADMIN_H

#include "server/keeping/bans.h"
#include "server/keeping/keeper.h"
#include "server/keeping/pager.h"

/* Reads `until` and `reason` of a ban; false after refusing, 400. */
bool bv_ban_read(struct bv_visit *visit, const cJSON *fields, struct bv_ban *ban);

/* Writes a ban, or lifts the one of that key; both write it down. The status: 200, or that of a refusal. */
int bv_ban_put(struct bv_visit *visit, const struct bv_ban *ban);
int bv_ban_remove(struct bv_visit *visit, const char *key);

#endif
