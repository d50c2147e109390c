/*
 * The announcement: a text by the admins for all users, in both languages, shown until they remove
 * it or it expires. It is the document `server`/`announcement`. GET /api/v1/server includes it, and
 * connected clients are notified at once.
 */
#pragma once

#include "server/admin/admin.h"

enum { ANNOUNCEMENT_MAX = 1000 }; /* bytes, in each language */

/* Writes the field `announcement`: {"fr":…,"en":…}, or null if there is none or it has expired. */
void announcement_write(struct admin *admin, int64_t now, struct bv_out *out);

/* Sets a new announcement in the current transaction; `until` 0: no expiry. */
void announcement_set(struct admin *admin, struct bv_text text, int64_t until);
void announcement_clear(struct admin *admin);

/* Another node may have changed it: notifies the clients of this node if they have not been
 * notified. False: the store cannot be read now. */
bool announcement_updated(struct admin *admin);
