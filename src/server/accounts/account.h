/*
 * One account. Documents:
 *
 *     account  PERSON   of a person: {"name","folded","hash","created","about","codes":[…],
 *                                     "devices"?,"role"?}
 *                       of a bot:    {"name","folded","created","about","owner"}
 *     name     FOLDED   {"person"}   who has the name
 *
 * registration.c creates accounts and logs in; account.c has the requests about one's own account.
 */
#pragma once

#include "server/accounts/pending_logins.h"
#include "server/accounts/persons.h"

/* Replaces all recovery codes with new ones: writes them into the account, and as `codes` into the
 * answer. */
void account_codes(struct accounts *accounts, const char *person, cJSON *account,
                   struct bv_out *out);

/* Starts a new session for the client's person and sends its cookie and the device mark with the
 * answer. */
void account_enter(struct exchange *exchange, const struct device *device);

/* The account of a person whose password was just verified; NULL and a refusal if it was deleted
 * meanwhile. */
cJSON *account_proved(struct exchange *exchange, const struct pending_login *pending);
