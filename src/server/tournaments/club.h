/*
 * Clubs: groups of players with their own tables and tournaments. Documents:
 *
 *     kind `club`       key CLUB, rank: when it was founded
 *                       {name,about,open,owner,created,members:[{person,name,role,since}]}
 *     kind `club.name`  key the folded name: {club}, so that no two names look alike
 *     kind `member`     key PERSON: {clubs:[CLUB,…]}, which the person is in or has asked to join
 *
 * Anyone can join an open club at once. To join a closed club a person asks, and an officer
 * accepts.
 */
#ifndef SERVER_TOURNAMENTS_CLUB_H
#define SERVER_TOURNAMENTS_CLUB_H

#include "server/tournaments/tournaments.h"

enum {
    CLUB_ID_SIZE = 17,
    CLUB_MEMBERS = 500,
    CLUB_NAME_MAX = 60,
    CLUB_ABOUT_MAX = 500,
    CLUBS_OWNED = 5,
    CLUBS_JOINED = 50,
};

/* In rising order: each role has all rights of those before it. */
enum club_role { CLUB_NO_MEMBER, CLUB_ASKING, CLUB_MEMBER, CLUB_OFFICER, CLUB_OWNER };

const char *club_role_name(enum club_role role);
enum club_role club_role_named(const char *name); /* CLUB_NO_MEMBER: there is no such role */

/* ---- The document ---------------------------------------------------------------------------- */

cJSON *club_read(struct tournaments *tournaments, const char *club, struct bv_error *trouble);
bool club_write(struct tournaments *tournaments, const char *club, const cJSON *document,
                struct bv_error *trouble);

/* The member's entry; NULL: the person is neither a member nor asking. */
cJSON *club_member(const cJSON *document, const char *person);
enum club_role club_role_in(const cJSON *document, const char *person);

void club_add(cJSON *document, const char *person, const char *name, enum club_role role);
void club_set_role(cJSON *member, enum club_role role);

/* The clubs of a person, an array; NULL only if the store cannot be read. */
cJSON *clubs_of(struct tournaments *tournaments, const char *person, struct bv_error *trouble);

/* Adds a club to the list of a person's clubs, or removes it. False only if the store cannot be
 * read. */
bool clubs_note(struct tournaments *tournaments, const char *person, const char *club, bool joined,
                struct bv_error *trouble);

/* Deletes the club; its games stay. */
bool club_close(struct tournaments *tournaments, const char *club, const cJSON *document,
                struct bv_error *trouble);

/* ---- For other modules ----------------------------------------------------------------------- */

enum club_role club_role(struct tournaments *tournaments, const char *club, const char *person);

/* Whether a person may join a table of that club ("": of no club); if not, sets the refusal. */
bool club_lets_in(struct tournaments *tournaments, const char *club, const char *person,
                  struct refusal *refusal);

/* The person is forgotten: removes the person from all clubs. The oldest officer, or else the
 * oldest member, becomes the new owner. */
bool clubs_forget(struct tournaments *tournaments, const char *person, struct bv_error *trouble);

#endif
