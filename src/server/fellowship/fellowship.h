/*
 * The fellowship: what crosses between the nodes of a house that share a store. Tables, papers and people are in the store;
 * this is how a node hears at once that another has changed them, and of what is not stored at all.
 *
 *     tables    entries were stored (hearsay.c)
 *     here, who who attends a table (elsewhere.c)
 *     missed    the connection was lost: everything is looked at anew
 */
#ifndef BV_FELLOWSHIP_H
#define BV_FELLOWSHIP_H

#include "server/house.h"

/* Joins the other nodes, where the store is one that is shared. False: it cannot be reached. */
bool bv_fellowship_open(struct bv_house *house, void (*wake)(void *context),
                        struct bv_error *error);

/* The loop was woken: hands on what was heard. */
void bv_fellowship_hear(struct bv_house *house);

#endif
