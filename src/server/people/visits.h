/* What the answers about people have in common: who asks, and about whom. */
#ifndef BV_VISITS_H
#define BV_VISITS_H

#include "server/api.h"

/* Whether who asks can be found again; else the refusal says so. */
bool bv_visit_is_known(struct bv_visit *visit);

/* The person whose id stands in the path; false and a refusal if there is none. */
bool bv_visit_names(struct bv_visit *visit, char person[BV_ID_SIZE]);

/* The same, who must be somebody else. */
bool bv_visit_names_other(struct bv_visit *visit, char person[BV_ID_SIZE]);

bool bv_refuse_nobody(struct bv_refusal *refusal);  /* there is no such person */
bool bv_refuse_oneself(struct bv_refusal *refusal); /* it takes somebody else */
bool bv_refuse_guest(struct bv_refusal *refusal);   /* it takes an account */
bool bv_refuse_blocked(struct bv_refusal *refusal); /* the other would rather not */

/* `relation` of one to another: {"friend","asked","asking","blocked"}. */
void bv_relation_write(struct bv_house *house, const char *one, const char *other,
                       struct bv_out *out);

#endif
