/* What the files about rooms share: rooms.c, waking.c, hearsay.c, jobs.c, elsewhere.c, opening.c. */
#ifndef BV_ROOMS_H
#define BV_ROOMS_H

#include "server/house.h"

/* ---- The list (rooms.c) -------------------------------------------------------------------------------------- */

struct bv_room *bv_room_find(struct bv_house *house, const char *id);
struct bv_room *bv_room_of_key(struct bv_house *house, int64_t key);
/* A room on the list, asleep; key 0: it is not known yet. */
struct bv_room *bv_room_list(struct bv_house *house, int64_t key, const char *id);
void bv_room_set_key(struct bv_house *house, struct bv_room *room, int64_t key);
void bv_room_remove(struct bv_house *house, struct bv_room *room);

/* A room with a new table in it, on its way to the disk. */
struct bv_room *bv_room_add(struct bv_house *house, const struct bv_setup *setup, int64_t now);

/* Everything that happens at a table passes here: folded, on its way to the disk, and told when it is there. */
void bv_room_take(struct bv_house *house, struct bv_room *room, const struct bv_deed *deed);

/* What follows by itself: dice, answers of the computer, the next table when both sides would play again. */
void bv_room_follow(struct bv_house *house, struct bv_room *room);

/* Tells those who attend of a deed that was taken; and whether it changes the table's line in the lobby. */
void bv_room_announce(struct bv_house *house, struct bv_room *room, const struct bv_deed *deed,
                      const struct bv_effect *effect);
bool bv_changes_line(const struct bv_deed *deed, enum bv_table_stage before,
                     enum bv_table_stage after);

/* What time brings at a table that is awake. */
bool bv_time_passes(struct bv_house *house, struct bv_room *room);

/* Opens the next table when both sides would play again. */
void bv_play_again(struct bv_house *house, struct bv_room *room);

/* ---- waking.c -------------------------------------------------------------------------------------------------- */

bool bv_room_wake(struct bv_house *house, struct bv_room *room, struct bv_error *error);
void bv_room_sleep(struct bv_house *house, struct bv_room *room);
void bv_room_keep_line(struct bv_room *room, struct bv_span line, int64_t at);
/* Nobody goes on reading the log from where they stopped. */
void bv_room_forget_retold(struct bv_room *room);
/* Writes down what a live clock shall not count. */
void bv_set_clock_right(struct bv_house *house, struct bv_room *room);

/* Takes what other nodes have stored, and tells it here; how many deeds that were. Nothing while a deed of this node is
 * under way, since the table is then ahead of the store. */
uint32_t bv_room_catch_up(struct bv_house *house, struct bv_room *room);

/* The table is to be caught up as soon as that is possible; those that are to be, and can. */
void bv_room_behind(struct bv_house *house, struct bv_room *room);
void bv_rooms_catch_up(struct bv_house *house);

/* ---- hearsay.c -------------------------------------------------------------------------------------------------- */

/* Puts a table that sleeps here, or is not known yet, on the list as the store has it; off the list when it is over. False:
 * the store cannot be read. */
bool bv_room_look_up(struct bv_house *house, int64_t key);

/* ---- jobs.c ------------------------------------------------------------------------------------------------------ */

/* Has the computer think, if it is to act. */
void bv_ask_computer(struct bv_house *house, struct bv_room *room);

/* ---- elsewhere.c ------------------------------------------------------------------------------------------------- */

void bv_elsewhere_forget(struct bv_room *room);
/* Asks other nodes who attends there; says who attends here. */
void bv_elsewhere_ask(struct bv_house *house, struct bv_room *room);
void bv_elsewhere_say(struct bv_house *house, struct bv_room *room);
/* Forgets what dead nodes have said, and says again what this one has. */
void bv_elsewhere_look(struct bv_house *house, struct bv_room *room, int64_t now);

/* The people with seats who attend through other nodes, one after the other; some may come twice. */
void bv_elsewhere_visit(const struct bv_room *room, bv_person_visitor *visit, void *context);
int64_t bv_elsewhere_watchers(const struct bv_room *room);
uint8_t bv_elsewhere_sides(const struct bv_room *room);

/* ---- attend.c, about presence -------------------------------------------------------------------------------------- */

/* Other sides are there than before: notes since when those that are not are away, and tells everybody. */
void bv_presence_changed(struct bv_house *house, struct bv_room *room, uint8_t before);
int64_t bv_watchers_here(const struct bv_room *room);
uint8_t bv_sides_here(const struct bv_room *room);

#endif
