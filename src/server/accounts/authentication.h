/*
 * Authentication: finds out which person sends a request. Credentials:
 *
 *     Cookie: bivouac=PERSON.SIGNATURE               a guest (guests.c)
 *     Cookie: bivouac=s.PERSON.TOKEN                 an account, in a session (sessions.h)
 *     Authorization: Bearer BOT.TOKEN                a bot, in its only session
 *     ticket PERSON.UNTIL.ID.SIGNATURE               a guest, on another device
 *     ticket PERSON.UNTIL.ID.SESSION.SIGNATURE       an account, on another device
 *
 * A ticket is valid once, within ten minutes.
 *
 * The ticket of an account is valid only while the session exists in which it was made. A used
 * ticket leaves a document, so that no node accepts it again: ticket  ID  {"until":…}
 */
#pragma once

#include "net/net.h"

struct accounts;
struct client;

enum { GUEST_COOKIE_MAX = 96, TICKET_SIZE = 128 };

/* The value of the cookie with that name; empty if the request has none. */
struct bv_span auth_cookie(const struct http_request *request, const char *wanted);

/* Sets the client's person from the request. The client has no person if the request has no
 * credentials, if they are wrong, or (`unread`) if the store cannot be read now. */
void authenticate(struct accounts *accounts, const struct http_request *request,
                  struct client *client);

/* Writes a ticket for the client. */
void ticket_write(const struct accounts *accounts, const struct client *client, int64_t now,
                  char ticket[TICKET_SIZE]);

/* Makes the client the person of a valid, unused ticket; false if the store cannot be read. The
 * ticket counts as used only after auth_ticket_spend. */
bool ticket_redeem(struct accounts *accounts, struct client *client, struct bv_span ticket,
                   int64_t now);
void auth_ticket_spend(struct accounts *accounts, struct bv_span ticket);
