/*
 * People, as everybody in the house may ask about them. There are three kinds:
 *
 *     guest     a name and a signed cookie                   guests.c
 *     account   a name of one's own, a password, sessions    accounts.h
 *     bot       a program, owned by an account, with a token programs.h; it may do what guests do
 *
 * Their ids are alike, but that of a bot begins with `bot_`. A guest who makes an account keeps the id.
 */
#ifndef BV_PEOPLE_H
#define BV_PEOPLE_H

#include "core/text.h"

struct bv_house;
struct bv_client;
struct bv_refusal;

/* Whether the person is a program. */
bool bv_is_bot(const char *person);

/* Whether the person has an account; a bot has none of its own. */
bool bv_has_account(struct bv_house *house, const char *person);

/* Whether an account or a bot has that name, or one that looks like it. */
bool bv_is_name_of_account(struct bv_house *house, const char *name);

/* The other way round; where it is not free the refusal says so. */
bool bv_name_is_free(struct bv_house *house, const char *name, struct bv_refusal *refusal);

/* `person`: who a client is, or null for nobody. */
void bv_person_write(const struct bv_client *client, struct bv_out *out);

void bv_person_put_client(const char *field, const struct bv_client *client, struct bv_out *out);

/* Somebody as the interface writes them: {"id","name","account","role"?,"bot"?}; null where nobody has that id. */
void bv_person_put(struct bv_house *house, const char *field, const char *person,
                   struct bv_out *out);

#endif
