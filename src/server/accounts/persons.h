/*
 * Persons: what the other modules may ask about a person. There are three kinds:
 *
 *     guest     a name and a signed cookie                     guests.c
 *     account   a reserved name, a password, sessions          accounts.h
 *     bot       a program with a token, owned by an account    bots.h; has the rights of a guest
 *
 * All ids have the same form; the id of a bot begins with `bot_`. A guest who creates an account
 * keeps the id.
 */
#ifndef SERVER_ACCOUNTS_PERSONS_H
#define SERVER_ACCOUNTS_PERSONS_H

#include "core/ids.h"
#include "server/accounts/accounts.h"

/* Whether the person has an account; a bot has none of its own. */
bool person_has_account(struct accounts *accounts, const char *person);

/* Whether an account or a bot has that name, or one that looks like it. */
bool person_name_is_taken(struct accounts *accounts, const char *name);

/* The opposite; if the name is taken, sets the refusal. */
bool person_name_is_free(struct accounts *accounts, const char *name, struct refusal *refusal);

/* Writes `person`: the client's person, or null for none. */
void person_write(const struct client *client, struct bv_out *out);

void person_put_client(const char *field, const struct client *client, struct bv_out *out);

/* Writes a person as the API shows it: {"id","name","account","role"?,"bot"?}; null if there is no
 * such id. */
void person_put(struct accounts *accounts, const char *field, const char *person,
                struct bv_out *out);

/* Makes the client the person of that id, as stored; no person if there is none. If the store
 * cannot be read, the client keeps its person and is marked as unread. A guest whose name has been
 * taken by an account is shown with a question mark. */
void person_become(struct accounts *accounts, struct client *client, const char *person);

/* Reads the name again: it may have changed since the connection was opened. */
void person_refresh(struct accounts *accounts, struct client *client);

/* The client is nobody. */
void person_clear(struct client *client);

/* ---- Accounts: their documents are described in account.h ------------------------------------ */

/* Whether the client has an account; if not, sets the refusal, and the status is 403. */
bool account_needed(struct exchange *exchange);

/* Finds the person who has a name, whatever its spelling: *person, "" if the name is free. */
void account_find(struct accounts *accounts, const char *name, char person[ID_SIZE]);

/* Checks whether an account or a bot may take that name. If not, sets the refusal and returns its
 * status. */
int account_name(struct accounts *accounts, struct exchange *exchange, const char *name);

/* Writes both documents. */
void account_write(struct accounts *accounts, const char *person, const cJSON *account);

#endif
