/*
 * The announcement: what the keepers would have everybody read, in both languages, until they take it back or its time is
 * over. The paper `house`/`announcement`; GET /api/v1/house shows it, and whoever is connected is told at once.
 */
#ifndef BV_ANNOUNCEMENT_H
#define BV_ANNOUNCEMENT_H

#include "server/house.h"

enum { BV_ANNOUNCEMENT_MAX = 1000 }; /* bytes, in each language */

/* The field `announcement`: {"fr":…,"en":…}, or null where there is none or its time is over. */
void bv_announcement_write(struct bv_house *house, int64_t now, struct bv_out *out);

/* A new one, with the flight that stands ready; `until` 0: until it is taken back. */
bool bv_announce(struct bv_house *house, struct bv_text text, int64_t until,
                 struct bv_error *trouble);
bool bv_announce_nothing(struct bv_house *house, struct bv_error *trouble);

/* Another node may have changed it: whoever is connected to this one is told, if they have not been. False: the store cannot
 * be read now. */
bool bv_announcement_heard(struct bv_house *house);

#endif
