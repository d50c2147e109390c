/*
 * The names by which a server may be asked for (`Host`). A page of another site can have its own name lead to this server
 * ("DNS rebinding"), and browsers then take it for ours; links made of such a name would lead there. So a request is
 * answered only where it names
 *
 *     192.168.1.7, [::1]            an address: no name is looked up
 *     localhost, mybox, mybox.local a name that nobody can register: without a dot, or below a domain kept for local use
 *     example.org                   the host of base-url
 *     games.example.org             one of allowed-hosts
 *
 * each with or without a port, in any case. Who names no host at all is no browser, and is answered.
 */
#ifndef BV_HOSTS_H
#define BV_HOSTS_H

#include "server/keeping/base.h"

/* Whether a text is a list of names with commas between them, as in allowed-hosts. */
bool bv_hosts_good(const char *names);

bool bv_host_is_ours(const struct bv_base *base, const char *names, struct bv_span host);

#endif
