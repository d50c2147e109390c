/*
 * Accounts. An account is optional: guests can play without one. Documents:
 *
 *     account  PERSON   of a person: {"name","folded","hash","created","about","codes":[…],
 *                                     "devices"?,"role"?}
 *                       of a bot:    {"name","folded","created","about","owner"}
 *     name     FOLDED   {"person"}   who has the name
 *
 * registration.c creates accounts and logs in; account.c has the requests about one's own account.
 */
#ifndef SERVER_ACCOUNTS_ACCOUNTS_H
#define SERVER_ACCOUNTS_ACCOUNTS_H

#include "server/accounts/pending_logins.h"

/* Whether the client has an account; if not, sets the refusal, and the status is 403. */
bool account_needed(struct exchange *exchange);

/* Finds the person who has a name, whatever its spelling: *person, "" if the name is free. */
void account_find(struct server *server, const char *name, char person[ID_SIZE]);

/* Checks whether an account or a bot may take that name. If not, sets the refusal and returns its
 * status. */
int account_name(struct exchange *exchange, const char *name);

/* Writes both documents. */
void account_write(struct server *server, const char *person, const cJSON *account);

/* Replaces all recovery codes with new ones: writes them into the account, and as `codes` into the
 * answer. */
void account_codes(struct server *server, const char *person, cJSON *account, struct bv_out *out);

/* Starts a new session for the client's person and sends its cookie and the device mark with the
 * answer. */
bool account_enter(struct exchange *exchange, const struct device *device);

/* A pending request that begins by verifying the client's own password; NULL and a refusal if the
 * account has no password. */
struct pending_login *pending_of_owner(struct exchange *exchange, pending_done *done);

/* Refuses because the password was wrong; returns the status. */
int account_wrong_password(struct exchange *exchange);

/* The account of a person whose password was just verified; NULL and a refusal if it was deleted
 * meanwhile. */
cJSON *account_proved(struct exchange *exchange, const struct pending_login *pending);

/* ---- Routes ---------------------------------------------------------------------------------- */

extern const struct api_routes guest_routes;        /* guests.c: and who one is */
extern const struct api_routes registration_routes; /* registration.c: and login */
extern const struct api_routes account_routes;      /* account.c: one's own account */
extern const struct api_routes bot_routes;          /* bots.c */
extern const struct api_routes profile_routes;      /* profiles.c */
extern const struct api_routes leaderboard_routes;  /* leaderboard.c */
extern const struct api_routes friend_routes;       /* friends.c: and blocked players */
extern const struct api_routes report_routes;       /* reports.c */
extern const struct api_routes challenge_routes;    /* challenges.c */
extern const struct api_routes own_game_routes;     /* own_games.c: games of one's devices */

#endif
