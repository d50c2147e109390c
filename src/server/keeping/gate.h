/*
 * The gate: whether a client may have what it asks for. Limits (limits.h) are kept for the address a client comes from
 * (whence.h) and for the person it is; an address may hold a household, and has four times what a person has. Clients of
 * this machine itself have `local-limit-factor` times as much, because load clients and tests all come from there.
 *
 * Whoever is refused is told `too-many` and when to try again, and a client that goes on and on is closed (1008).
 */
#ifndef BV_GATE_H
#define BV_GATE_H

#include "server/client.h"
#include "server/decide.h"
#include "server/keeping/config.h"
#include "server/keeping/limits.h"
#include "server/people/names.h"

struct bv_gate;
struct bv_porter;

struct bv_gate *bv_gate_open(const struct bv_config *config, struct bv_error *error);
void bv_gate_close(struct bv_gate *gate);

/* The limits are kept together with other nodes: who is in through these, and a seed that all of them hash with. */
struct bv_roster;
void bv_gate_share(struct bv_gate *gate, struct bv_roster *roster, uint64_t seed);
struct bv_limits *bv_gate_limits(struct bv_gate *gate);

/* Milliseconds of a clock that is never set, by which limits are counted. */
int64_t bv_gate_now(void);

/* How many connections an address may have at once. */
uint32_t bv_gate_room(const struct bv_gate *gate, const struct bv_address *address);

/* Notes where a client's request comes from; through a proxy each may come from elsewhere. */
void bv_gate_note(const struct bv_gate *gate, struct bv_client *client,
                  const struct bv_http_request *request);

/* What is asked from now on was asked before and counted then: nothing is taken for it. */
void bv_gate_counted(struct bv_gate *gate, bool counted);

/* Takes one of a kind from the client's address, from its person (if it is somebody), or from both. */
bool bv_gate_address_may(struct bv_gate *gate, const struct bv_client *client, enum bv_limit kind,
                         struct bv_refusal *refusal);
bool bv_gate_person_may(struct bv_gate *gate, const struct bv_client *client, enum bv_limit kind,
                        struct bv_refusal *refusal);
bool bv_gate_may(struct bv_gate *gate, const struct bv_client *client, enum bv_limit kind,
                 struct bv_refusal *refusal);

/* What a client asks for is charged by the time that the server works for it: whether there is some left for the client's
 * address or person, and so much was needed. */
bool bv_gate_address_may_ask(struct bv_gate *gate, const struct bv_client *client,
                             struct bv_refusal *refusal);
bool bv_gate_person_may_ask(struct bv_gate *gate, const struct bv_client *client,
                            struct bv_refusal *refusal);
void bv_gate_worked(struct bv_gate *gate, const struct bv_client *client, uint64_t microseconds);

/* Whether it may say something more over its WebSocket. One that has not listened to a hundred refusals, without a pause
 * of some seconds between them, is closed: that a few of its messages are granted meanwhile does not help it. */
bool bv_gate_message(struct bv_gate *gate, struct bv_client *client, struct bv_refusal *refusal);

/* ---- Passwords ---- */

/* By what wrong passwords are counted. Strangers are counted for the account and the address that they come from, and
 * together, for the account, so that many addresses do not guess much faster than one. Nobody can use up what a device has
 * that has logged in before, nor what the owner has who is in already. */
struct bv_attempt {
    char own[2 * BV_FOLDED_SIZE]; /* the account and the address, the device, or the owner */
    char account[BV_FOLDED_SIZE]; /* the account alone; "": not by strangers */
    bool known;                   /* it is a device that has logged in before */
};

struct bv_attempt bv_attempt_of_stranger(const struct bv_client *client, const char *folded);
struct bv_attempt bv_attempt_of_device(const char *person, const char *device);
struct bv_attempt bv_attempt_of_owner(const char *person);

/* Whether a password may be tried. It is counted as a wrong one until it proves to be right. */
bool bv_gate_attempt(struct bv_gate *gate, const struct bv_client *client,
                     const struct bv_attempt *attempt, struct bv_refusal *refusal);
void bv_gate_attempt_was_right(struct bv_gate *gate, const struct bv_attempt *attempt);

/* Whether a person may have one more WebSocket. */
bool bv_gate_person_fits(const struct bv_gate *gate, const struct bv_client *client,
                         const struct bv_porter *porter, struct bv_refusal *refusal);

/* Whether a client may have one more WebSocket, which is then counted until it leaves. */
bool bv_gate_enter(struct bv_gate *gate, struct bv_client *client, const struct bv_porter *porter,
                   struct bv_refusal *refusal);
void bv_gate_leave(struct bv_gate *gate, struct bv_client *client);

#endif
