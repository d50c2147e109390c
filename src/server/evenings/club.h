/*
 * A club: people who play together, with tables and evenings of their own.
 *
 *     kind `club`       key CLUB, rank: when it was founded
 *                       {name,about,open,owner,created,members:[{person,name,role,since}]}
 *     kind `club.name`  key the folded name: {club}, so that no two look alike
 *     kind `member`     key PERSON: {clubs:[CLUB,…]}, all that the person is in or has asked to be let into
 *
 * An open club is joined at once. At the door of a closed one people ask, and an officer lets them in.
 */
#ifndef BV_CLUB_H
#define BV_CLUB_H

#include "server/api.h"

enum {
    BV_CLUB_ID_SIZE = 17,
    BV_CLUB_MEMBERS = 500,
    BV_CLUB_NAME_MAX = 60,
    BV_CLUB_ABOUT_MAX = 500,
    BV_CLUBS_OWNED = 5,
    BV_CLUBS_JOINED = 50,
};

/* Each may do what those before it may. */
enum bv_club_role { BV_NO_MEMBER, BV_ASKING, BV_MEMBER, BV_OFFICER, BV_OWNER };

const char *bv_club_role_name(enum bv_club_role role);
enum bv_club_role bv_club_role_named(const char *name); /* BV_NO_MEMBER: there is no such role */

/* ---- The paper --------------------------------------------------------------------------------------------------- */

cJSON *bv_club_read(struct bv_house *house, const char *club, struct bv_error *trouble);
bool bv_club_write(struct bv_house *house, const char *club, const cJSON *paper,
                   struct bv_error *trouble);

/* The member's entry; NULL: the person has nothing to do with the club. */
cJSON *bv_club_member(const cJSON *paper, const char *person);
enum bv_club_role bv_club_role_in(const cJSON *paper, const char *person);

void bv_club_add(cJSON *paper, const char *person, const char *name, enum bv_club_role role);
void bv_club_set_role(cJSON *member, enum bv_club_role role);

/* The clubs of a person, an array; never NULL unless the store cannot be read. */
cJSON *bv_clubs_of(struct bv_house *house, const char *person, struct bv_error *trouble);

/* Notes that a person has to do with a club, or no more. False only if the store cannot be read. */
bool bv_clubs_note(struct bv_house *house, const char *person, const char *club, bool joined,
                   struct bv_error *trouble);

/* The club is gone; its games stay. */
bool bv_club_close(struct bv_house *house, const char *club, const cJSON *paper,
                   struct bv_error *trouble);

/* ---- For others -------------------------------------------------------------------------------------------------- */

enum bv_club_role bv_club_role(struct bv_house *house, const char *club, const char *person);

/* Whether somebody may sit down at a table of that club ("": of none); else the refusal says so. */
bool bv_club_lets_in(struct bv_house *house, const char *club, const char *person,
                     struct bv_refusal *refusal);

/* The person is forgotten: leaves all clubs, whose oldest officer or member becomes their owner. */
bool bv_clubs_forget(struct bv_house *house, const char *person, struct bv_error *trouble);

extern const struct bv_routes bv_club_routes; /* clubs.c */

#endif
