/*
 * Wishes and what comes of them: a person asks for something at a table, and the table, as it stands, answers with the
 * deeds that follow or with a refusal in words. Nothing is changed here; taking the deeds is the house's business.
 */
#ifndef BV_DECIDE_H
#define BV_DECIDE_H

#include "server/refusal.h"
#include "server/table.h"

struct bv_wish {
    const char *verb;   /* as the client wrote it: `play` */
    const char *person; /* who asks */
    const char *name;
    const cJSON *fields;
    int64_t now;
    int64_t absent[BV_SIDES_MAX]; /* how long nobody of a side has been connected, ms */
    const char *new_key;          /* a fresh random key, for invitations */
    bool has_account;             /* who would sit down has one, or is a bot */
    bool unwelcome;               /* one of those who sit there has blocked the person */
};

enum { BV_DEEDS_OF_A_WISH = 2 };

/* How many deeds follow, 1 or 2; 0: refused; 0 without a code: granted, but nothing is to be done (said twice). */
int bv_decide(const struct bv_table *table, const struct bv_wish *wish,
              struct bv_deed deed[BV_DEEDS_OF_A_WISH], struct bv_refusal *refusal);

/* What follows by itself: dice are thrown, a computer answers an offer. `token` is room for a deed's text. */
bool bv_follows(const struct bv_table *table, struct bv_deed *deed, char token[BV_TOKEN_MAX]);

/* What time brings at the moment `now`: a flag, a game or a table that is given up. `present`: a bit for each side of
 * which somebody is connected; `came`: of which somebody has been. */
bool bv_time_brings(const struct bv_table *table, int64_t now, uint8_t present, uint8_t came,
                    const int64_t absent[BV_SIDES_MAX], struct bv_deed *deed);

/* When to look again whether time has brought something; INT64_MAX: never. */
int64_t bv_look_again(const struct bv_table *table);

/* What a lost connection has cost a side, and is given back when somebody of it returns: as far as its grace goes. */
int64_t bv_lost_time(const struct bv_table *table, int side, int64_t absent_since, int64_t now);

/* Whether the seat may be asked with the table as it is: the computer is to act there. */
bv_seats bv_computer_to_act(const struct bv_table *table);

/* Whether there is such a wish; and whether who asks it would have a seat: then it matters who they are. */
bool bv_is_wish(const char *verb);
bool bv_is_for_a_seat(const char *verb);

/* The wish of that number; NULL after the last. */
const char *bv_wish_name(size_t number);

#endif
