/* What the files of the admin API share. */
#ifndef SERVER_ADMIN_ADMIN_H
#define SERVER_ADMIN_ADMIN_H

#include "server/accounts/bans.h"
#include "server/admin/admin_access.h"
#include "server/admin/paging.h"

/* Reads `until` and `reason` of a ban; false after a refusal with 400. */
bool admin_ban_read(struct exchange *exchange, const cJSON *fields, struct ban *ban);

/* Writes a ban, or lifts the ban of that key, and adds an audit entry. Returns the status: 200, or
 * that of a refusal. */
int admin_ban_put(struct exchange *exchange, const struct ban *ban);
int admin_ban_remove(struct exchange *exchange, const char *key);

#endif
