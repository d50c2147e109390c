/*
 * Accounts, which nobody needs to have. Papers:
 *
 *     account  PERSON   {"name","folded","hash","created","about","codes":[…],"devices"?,"role"?}  a person's
 *                       {"name","folded","created","about","owner"}                           a bot's
 *     name     FOLDED   {"person"}                                                            whose name it is
 *
 * register.c makes them and logs in; account.c is what one does with one's own.
 */
#ifndef BV_ACCOUNTS_H
#define BV_ACCOUNTS_H

#include "server/people/errands.h"

/* Whether the visitor has an account; else the refusal says so, and the status is 403. */
bool bv_needs_account(struct bv_visit *visit);

/* Who has the name, whatever its spelling: *person, "" if nobody has. */
void bv_account_find(struct bv_house *house, const char *name, char person[BV_ID_SIZE]);

/* Whether an account or a bot may take that name; else the refusal says why not, and the return is its status. */
int bv_account_name(struct bv_visit *visit, const char *name);

/* Writes both papers. */
void bv_account_write(struct bv_house *house, const char *person, const cJSON *account);

/* New recovery codes in place of all others: into the account, and as `codes` into the answer. */
void bv_account_codes(struct bv_house *house, const char *person, cJSON *account,
                      struct bv_out *out);

/* The client is in a new session of its person, and its cookie and the mark of its device go along with the answer. */
bool bv_account_enter(struct bv_visit *visit, const struct bv_device *device);

/* An errand that begins with the visitor's own password; NULL if there is none to verify, and the refusal says so. */
struct bv_errand *bv_errand_of_owner(struct bv_visit *visit, bv_errand_done *done);

/* The refusal when the password was wrong: its status. */
int bv_wrong_password(struct bv_visit *visit);

/* The account of a person who has just proved to be the one; NULL if it has gone meanwhile, and the refusal says so. */
cJSON *bv_account_proved(struct bv_visit *visit, const struct bv_errand *errand);

#endif
