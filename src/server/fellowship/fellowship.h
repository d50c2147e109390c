/*
 * The fellowship: what crosses between the nodes of a house that share a store. Tables, papers and people are in the store;
 * this is how a node hears at once that another has changed them, and of what is not stored at all.
 *
 *     tables           entries were stored (hearsay.c)
 *     here, who        who attends a table (elsewhere.c)
 *     papers           papers were stored (papers.c)
 *     person           a message to somebody who may be connected elsewhere
 *     in, slice, roll  who is in (roster.h)
 *     limits           who asks for much (gossip.c)
 *     missed           the connection was lost: everything is looked at anew
 *
 * A house alone has none of it: house->fellows is NULL.
 */
#ifndef BV_FELLOWSHIP_H
#define BV_FELLOWSHIP_H

#include "server/house.h"

/* Joins the other nodes, where the store is one that is shared. False: it cannot be reached. */
bool bv_fellowship_open(struct bv_house *house, void (*wake)(void *context),
                        struct bv_error *error);
void bv_fellowship_close(struct bv_house *house);

/* The gate is open: limits are kept together with the other nodes. */
void bv_fellowship_share_limits(struct bv_house *house);

/* The loop was woken: hands on what was heard. */
void bv_fellowship_hear(struct bv_house *house);

/* The loop comes to rest: says what is to be said, and looks again at what may have changed. */
void bv_fellowship_look(struct bv_house *house);

/* A message for somebody, to all other nodes, when the flight that stands ready has landed. */
void bv_fellowship_tell(struct bv_house *house, const char *person, struct bv_span message);

/* Whether this node does what must be done once in the whole house. */
bool bv_leads(const struct bv_house *house);

/* Whether somebody is connected to any node. */
bool bv_is_in(const struct bv_house *house, const char *person);

/* ---- papers.c, gossip.c ------------------------------------------------------------------------------------------- */

void bv_papers_hear(struct bv_house *house, struct bv_span text);
void bv_papers_missed(struct bv_house *house);
/* What could not be read then is read now, if it can be. */
void bv_papers_look(struct bv_house *house);

/* What was taken from buckets since it was last told: from all, or only what cannot wait. */
void bv_gossip_say(struct bv_house *house, bool all);
void bv_gossip_hear(struct bv_house *house, struct bv_span text);
uint64_t bv_gossip_seed(const struct bv_house *house);

#endif
