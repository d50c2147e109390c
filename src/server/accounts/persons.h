/*
 * Persons: what the other modules may ask about a person. There are three kinds:
 *
 *     guest     a name and a signed cookie                     guests.c
 *     account   a reserved name, a password, sessions          account.h
 *     bot       a program with a token, owned by an account    bots.h; has the rights of a guest
 *
 * All ids have the same form; the id of a bot begins with `bot_`. A guest who creates an account
 * keeps the id.
 */
#pragma once

#include "core/ids.h"
#include "server/accounts/accounts.h"

/* Whether there is a person with that id; whether it is an account; an account or a bot. */
bool person_exists(struct accounts *accounts, const char *person);
bool person_has_account(struct accounts *accounts, const char *person);
bool person_is_known(struct accounts *accounts, const char *person);

/* Whether no account and no bot has that name, or one that looks like it; if not, sets the
 * refusal. */
bool person_name_is_free(struct accounts *accounts, const char *name, struct refusal *refusal);

/* Writes a person as the API shows it: {"id","name","account","role"?,"bot"?}; null if there is no
 * such id. */
void person_put(struct accounts *accounts, const char *field, const char *person,
                struct bv_out *out);
void person_put_client(const char *field, const struct client *client, struct bv_out *out);

/* Writes `person`: the client's person, or null for none. */
void person_write(const struct client *client, struct bv_out *out);

/* Makes the client the person of that id, as stored; no person if there is none. If the store
 * cannot be read, the client keeps its person and is marked as unread. A guest whose name has been
 * taken by an account is shown with a question mark. */
void person_become(struct accounts *accounts, struct client *client, const char *person);

/* Reads the name again: it may have changed since the connection was opened. */
void person_refresh(struct accounts *accounts, struct client *client);

/* The client is not authenticated any more. */
void person_clear(struct client *client);

/* Reads the person id in the path; false and a refusal if there is no such person, or if it is the
 * client's own. */
bool person_of_path(struct exchange *exchange, char person[ID_SIZE]);
bool person_other_of_path(struct exchange *exchange, char person[ID_SIZE]);

/* ---- Accounts: their documents are described in account.h ------------------------------------ */

/* Finds the person who has a name, whatever its spelling: *person, "" if the name is free. */
void account_find(struct accounts *accounts, const char *name, char person[ID_SIZE]);

/* Whether an account or a bot may take that name; if not, sets the refusal. */
bool account_may_take_name(struct accounts *accounts, const char *name, struct refusal *refusal);

/* Writes both documents, and frees this one. */
void account_write(struct accounts *accounts, const char *person, cJSON *account);
