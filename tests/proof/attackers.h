/*
 * An attack: a separate process that does to a server on this machine, at a steady rate, what
 * attackers do.
 *
 *     half-open     connections that begin a request and never end it
 *     resets        connections opened and reset at once
 *     requests      more than an address may make
 *     messages      more than an address may send, over WebSockets
 *     deaf          WebSockets that ask for much and read nothing
 *     broken        frames that no client sends
 *
 * Half-open connections and resets come from addresses of this machine (127.0.0.2 …), whose limits
 * are higher; all others claim, as a proxy on this machine would, to come from a few other
 * addresses.
 */
#pragma once

#include <sys/types.h>

#include "client/http.h"

enum { ATTACKERS_KINDS = 6 };

/* What was done so far. */
struct attackers_counts {
    uint64_t done[ATTACKERS_KINDS];
    uint64_t refused; /* responses with `too-many` */
};

struct attackers {
    pid_t process;
    struct attackers_counts *counts; /* shared with that process */
};

const char *attackers_name(int kind);

bool attackers_begin(struct attackers *attackers, const struct server_address *address,
                     struct bv_error *error);

/* Ends the attack and adds its counts to `sum`. */
void attackers_end(struct attackers *attackers, struct attackers_counts *sum);
