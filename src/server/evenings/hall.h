/*
 * The hall: which evenings are announced or running, when each must be looked at, and who watches one. Nothing here is
 * a truth: the list is made again from the papers when the house opens, and whoever watches asks again.
 */
#ifndef BV_HALL_H
#define BV_HALL_H

#include "server/house.h"

struct bv_hall;
struct bv_placards;

/* False if the store cannot be read. */
bool bv_hall_open(struct bv_house *house, struct bv_error *error);
void bv_hall_close(struct bv_house *house);

/* An evening that is not over, of that owner and club ("": none): it is looked at soon. Twice is once. */
void bv_hall_add(struct bv_house *house, const char *evening, const char *owner, const char *club);

/* Evenings that are not over, of a club or ("") of anybody, whose ids come after `after`, by their ids: how many were put
 * into `id`, which has room for `most`. */
size_t bv_hall_list(const struct bv_house *house, const char *club, const char *after,
                    const char **id, size_t most);
bool bv_hall_has(const struct bv_house *house, const char *evening);
int bv_hall_held_by(const struct bv_house *house, const char *owner);

/* Looks at those whose time has come. */
void bv_hall_look(struct bv_house *house, int64_t now);
/* The wall clock has jumped: what was to be done at a moment of it is looked at anew. */
void bv_hall_jumped(struct bv_house *house);

/* A game at a table of an evening is over: its result is noted, with the same flight. Other tables: nothing. */
void bv_evening_note(struct bv_house *house, const struct bv_room *room);

/* An evening has changed: whoever watches is told, once a second at most, and it is looked at. */
void bv_hall_stir(struct bv_house *house, const char *evening);

/* Another node has changed an evening, or may have changed any (false: the store cannot be read now). */
void bv_hall_heard(struct bv_house *house, const char *evening);
bool bv_hall_missed(struct bv_house *house);

/* A client watches one evening at a time ("": none). */
void bv_hall_watch(struct bv_house *house, struct bv_client *client, const char *evening);

/* The pages of evenings as they were last written. */
struct bv_placards *bv_hall_placards(const struct bv_house *house);

#endif
