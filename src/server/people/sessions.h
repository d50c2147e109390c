/*
 * Sessions: where somebody is logged in. A session is a token that only the browser has; the house keeps its seal.
 *
 *     cookie   s.PERSON.TOKEN
 *     paper    session  PERSON/SEAL  {"device":"Firefox, Linux","created":…,"seen":…,"kind":"browser"}
 *
 * The seal is also the id by which a session is listed and closed. A bot's token is a session too, of the kind "bot".
 */
#ifndef BV_SESSIONS_H
#define BV_SESSIONS_H

#include "server/house.h"

enum { BV_SESSIONS_MAX = 20 };

/* A new session of the client's person, which the client is in from now on; the oldest gives way where there are too many.
 * `token` gets what proves it: TOKEN. False if the store cannot be read. */
enum { BV_TOKEN_SIZE = 33 };
bool bv_session_begin(struct bv_house *house, struct bv_client *client, const char *kind,
                      const char *device, char token[BV_TOKEN_SIZE]);

/* Whether that token is of a session of the person; the client is then in it. */
bool bv_session_enter(struct bv_house *house, struct bv_client *client, const char *person,
                      struct bv_span token);

/* Whether the person has a session of that id. */
bool bv_session_stands(struct bv_house *house, const char *person, const char *session);

/* Ends a session, and hangs up on whoever is in it. False if there is none. */
bool bv_session_end(struct bv_house *house, const char *person, const char *session);

/* Ends all sessions of a person but one ("": all), and no device is known any more (devices.h). */
void bv_sessions_end(struct bv_house *house, const char *person, const char *but);

/* All sessions of a person, newest first, into an array that is open; `current` is marked. */
void bv_sessions_write(struct bv_house *house, const char *person, const char *current,
                       struct bv_out *out);

/* Another node has begun or ended that session: whoever is in it here is hung up on if it is over. */
void bv_session_heard(struct bv_house *house, const char *person, const char *session);

/* Another node may have changed what is known of a person ("": of anybody): whoever is connected here is looked at again
 * soon, and hung up on if need be. */
void bv_person_doubt(struct bv_house *house, const char *person);
void bv_doubts_look(struct bv_house *house);

/* Hangs up on a client who is no longer who they said. */
void bv_hang_up(struct bv_house *house, struct bv_client *client);

#endif
