/*
 * Pending logins: requests that wait for the password hasher. The route creates a pending request
 * and sends no answer yet. When the hasher has done the job, the function of the pending request
 * gives the answer, based on the state of the server at that time.
 */
#pragma once

#include "server/accounts/accounts.h"
#include "server/accounts/devices.h"
#include "server/accounts/password_hashing.h"
#include "server/accounts/sessions.h"
#include "server/delivery/rate_limiter.h"

struct pending_login;

/* Gives the answer and returns its status, like a route. The exchange has no request and no body
 * any more. */
typedef int pending_done(struct exchange *exchange, struct pending_login *pending);

struct pending_login {
    struct hasher_job job; /* must be first: a job is cast to its pending request */
    struct outbox_held held;
    struct client *client;
    pending_done *done;
    char person[ID_SIZE]; /* the account's person; "": none yet */
    char name[TABLE_NAME_MAX + 1];
    struct login_attempt attempt; /* when a password is verified */
    struct device device;
    char word[DEVICE_SIZE]; /* an invitation or a recovery code, where one is needed */
    char *about;            /* new text about the account; NULL: unchanged */
};

struct pending_login *pending_new(struct exchange *exchange, pending_done *done);

/* Reads the hash that the password is verified against; "" if the person has none (a bot). */
void pending_read_hash(struct exchange *exchange, struct pending_login *pending);

/* Queues the job. 0: the answer comes later; otherwise the hasher is too busy, and this is the
 * status of the refusal. */
int pending_start(struct exchange *exchange, struct pending_login *pending);

/* After the hasher has woken the loop: the next pending request that is done and needs its answer.
 * It is held until it is dropped. */
bool pending_collect(struct accounts *accounts, struct outbox_request *request);
void pending_drop(const struct outbox_request *request);

/* Gives the answer; repeated if another node has committed a conflicting change. */
void pending_answer(struct accounts *accounts, const struct outbox_request *request);

/* The server stops: stops the hasher and drops all pending requests. */
void pending_close(struct accounts *accounts);
