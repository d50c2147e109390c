/* The best of each game: whose rating is no longer provisional, and who has played within a year. */
#ifndef BV_LEADERS_H
#define BV_LEADERS_H

#include "server/people/ratings.h"

bool bv_is_leader(const struct bv_rating_standing *standing, int64_t now);

/* The place of somebody among the leaders, from one; nought: not among the first thousand ratings. */
int bv_leader_place(struct bv_house *house, const char *game, const char *person, int64_t now);

/* `rating`, `deviation`, `games`, `provisional`, into an object that is open. */
void bv_standing_write(const struct bv_rating_standing *standing, struct bv_out *out);

#endif
