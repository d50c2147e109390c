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
#pragma once

#include "server/tournaments/tournaments.h"

enum { CLUB_ID_SIZE = 17 };

/* In rising order: each role has all rights of those before it. */
enum club_role { CLUB_NO_MEMBER, CLUB_ASKING, CLUB_MEMBER, CLUB_OFFICER, CLUB_OWNER };

enum club_role club_role(struct tournaments *tournaments, const char *club, const char *person);

/* Whether a person may join a table of that club ("": of no club); if not, sets the refusal. */
bool club_lets_in(struct tournaments *tournaments, const char *club, const char *person,
                  struct refusal *refusal);

/* The person is forgotten: removes the person from all clubs. The oldest officer, or else the
 * oldest member, becomes the new owner. */
void clubs_forget(struct tournaments *tournaments, const char *person);
