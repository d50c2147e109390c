/*
 * The porter knows who is in: which WebSockets each person has open right now, and which are nobody's ("") yet. To tell
 * somebody, or everybody, something wherever they are, to count, and to close what is theirs.
 */
#ifndef BV_PORTER_H
#define BV_PORTER_H

#include "server/client.h"

struct bv_porter;

struct bv_porter *bv_porter_new(void);
void bv_porter_free(struct bv_porter *porter);

/* The other nodes are to know who is in. */
struct bv_roster;
void bv_porter_report(struct bv_porter *porter, struct bv_roster *roster);

/* A client that has come in; and one that has gone or becomes somebody else. Twice is once. */
void bv_porter_enter(struct bv_porter *porter, struct bv_client *client);
void bv_porter_leave(struct bv_porter *porter, struct bv_client *client);

/* The clients of a person, one after the other; NULL: there is none, or no more. */
struct bv_client *bv_porter_first(const struct bv_porter *porter, const char *person);
struct bv_client *bv_porter_next(const struct bv_client *client);
uint32_t bv_porter_count(const struct bv_porter *porter, const char *person);

/* Everybody who is in. */
typedef void bv_client_visitor(void *context, struct bv_client *client);
void bv_porter_all(const struct bv_porter *porter, bv_client_visitor *visit, void *context);

#endif
