/*
 * Reminders by e-mail, through the SMTP server that the host has configured (`smtp`). A player with
 * an account gives one address and confirms it by the link in the first message; until then nothing
 * else goes there. The address is stored beside the player's devices:
 *
 *     push  PERSON/mail  {"mail":"ada@example.org","confirmed":true,"kinds":…,"quiet":…,…}
 *     mail  PERSON       {"asked":…}     when the last message to confirm an address was asked for
 *
 * Every message has a link that ends them, in its text and in its head (RFC 8058), for which nobody
 * must log in. The links are signed by the server.
 */
#pragma once

#include "server/reminders/reminders.h"

enum { MAIL_ADDRESS_MAX = 254 };

/* The id of the address among the devices of a player. */
extern const char mail_id[];

/* One address of e-mail in ASCII, without a name. */
bool mail_address_is_good(const char *address);

/* Whether the server can send e-mail. */
bool mail_is_on(const struct reminders *reminders);

/* A message with its head, for SMTP. `path`: the page that it leads to. The caller frees it. */
struct mail {
    const char *person;
    const char *to;
    const char *key; /* of the message: the same when it is sent again */
    const char *title;
    const char *text;
    const char *path;
    bool french;
};
char *mail_write(const struct reminders *reminders, const struct mail *mail);

/* The page that confirms an address. */
void mail_put_confirmation(const struct reminders *reminders, const char *person,
                           const char *address, struct bv_out *out);

/* The links are PERSON.SIGNATURE; the signature is for what the link does, and for the address. */
enum { MAIL_TOKEN_SIZE = ID_SIZE + SIGNATURE_SIZE };
extern const char mail_confirming[], mail_ending[];
void mail_sign(const struct reminders *reminders, const char *what, const char *person,
               const char *address, char signature[SIGNATURE_SIZE]);
