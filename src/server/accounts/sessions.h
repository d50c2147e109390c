/*
 * Sessions: where a person is logged in. Only the browser has the token of a session; the server
 * stores its signature.
 *
 *     cookie      s.PERSON.TOKEN
 *     document    session  PERSON/SIGNATURE
 *                 {"device":"Firefox, Linux","created":…,"seen":…,"kind":"browser"}
 *
 * The signature is also the id under which a session is listed and ended. The token of a bot is a
 * session too, of the kind "bot".
 */
#pragma once

#include "server/accounts/accounts.h"

enum { SESSIONS_MAX = 20 };

/* Starts a new session for the client's person and puts the client into it. With too many sessions,
 * the oldest ends. `token` gets the secret TOKEN. */
enum { SESSION_TOKEN_SIZE = 33 };
void session_begin(struct accounts *accounts, struct client *client, const char *kind,
                   const char *device, char token[SESSION_TOKEN_SIZE]);

/* Whether the token belongs to a session of the person; if so, the client is in it. */
bool session_enter(struct accounts *accounts, struct client *client, const char *person,
                   struct bv_span token);

/* Whether the person has a session of that id. */
bool session_stands(struct accounts *accounts, const char *person, const char *session);

/* Ends a session and disconnects its clients. False if there is none. */
bool session_end(struct accounts *accounts, const char *person, const char *session);

/* Ends all sessions of a person except one ("": all), and invalidates all device marks
 * (devices.h). */
void sessions_end(struct accounts *accounts, const char *person, const char *but);

/* Writes all sessions of a person, newest first, into an open array; marks the `current` one. */
void sessions_write(struct accounts *accounts, const char *person, const char *current,
                    struct bv_out *out);

/* Another node has begun or ended that session: disconnects its clients here if it has ended. */
void session_updated(struct accounts *accounts, const char *person, const char *session);

/* Another node may have changed the data of a person ("": of any person): session_doubts_tick soon
 * checks the connected clients again and disconnects them if necessary. */
void session_doubt_person(struct accounts *accounts, const char *person);
void session_doubts_tick(struct accounts *accounts);

/* Disconnects a client whose credentials are no longer valid. */
void session_close_sockets(struct accounts *accounts, struct client *client);
