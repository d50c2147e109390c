/* Helpers for requests about persons: who sends the request, and which person the path names. */
#ifndef SERVER_ACCOUNTS_NAMED_PERSON_H
#define SERVER_ACCOUNTS_NAMED_PERSON_H

#include "server/accounts/accounts.h"

/* Whether the client is an account or a bot; if not, sets the refusal. */
bool named_person_visitor_is_known(struct exchange *exchange);

/* Reads the person id in the path; false and a refusal if there is no such person. */
bool named_person_of(struct exchange *exchange, char person[ID_SIZE]);

/* The same; the person must not be the client's own. */
bool named_person_of_other(struct exchange *exchange, char person[ID_SIZE]);

/* Writes `relation` of one person to another: {"friend","asked","asking","blocked"}. */
void relation_write(struct accounts *accounts, const char *one, const char *other,
                    struct bv_out *out);

#endif
