/*
 * Who it is that asks:
 *
 *     Cookie: bivouac=PERSON.SEAL                    a guest (guests.c)
 *     Cookie: bivouac=s.PERSON.TOKEN                 an account, in a session (sessions.h)
 *     Authorization: Bearer BOT.TOKEN                a bot, in its one session
 *     ticket PERSON.UNTIL.ID.SEAL, PERSON.UNTIL.ID.SESSION.SEAL    once within ten minutes, to be carried to another device
 *
 * An account's ticket is good only while the session stands in which it was made. One that was used leaves a paper, so that
 * no node takes it again: ticket  ID  {"until":…}
 */
#ifndef BV_RECOGNISE_H
#define BV_RECOGNISE_H

#include "net/net.h"

struct bv_house;
struct bv_client;

enum { BV_COOKIE_MAX = 96, BV_TICKET_SIZE = 128 };

/* The value of a cookie of that name; empty if the request has none. */
struct bv_span bv_cookie(const struct bv_http_request *request, const char *wanted);

/* Who the request says this is; nobody if it does not, or it is not true, or (`unread`) that cannot be known now. */
void bv_recognise(struct bv_house *house, const struct bv_http_request *request,
                  struct bv_client *client);

/* Makes the client the person of that id, as the store knows them; nobody if there is none; where the store cannot be
 * read the client stays who it was, and is marked as unread. A guest whose name has become an account's is shown with a
 * question mark. */
void bv_become(struct bv_house *house, struct bv_client *client, const char *person);

/* Reads the name again: it may have been changed since the connection was opened. */
void bv_refresh_person(struct bv_house *house, struct bv_client *client);

/* A ticket of the client. */
void bv_ticket_write(const struct bv_house *house, const struct bv_client *client, int64_t now,
                     char ticket[BV_TICKET_SIZE]);

/* Makes the client the person of a ticket that is good and was not used. It is used only when it is spent: false if the
 * store cannot be read. */
bool bv_ticket_redeem(struct bv_house *house, struct bv_client *client, struct bv_span ticket,
                      int64_t now);
bool bv_ticket_spend(struct bv_house *house, struct bv_span ticket, struct bv_error *error);

#endif
