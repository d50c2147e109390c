/*
 * The names under which the server answers (`Host`). A page of another site can let its own name
 * resolve to this server ("DNS rebinding"); browsers then treat it as the same site, and links made
 * with that name would lead there. So the server answers a request only if its host is
 *
 *     192.168.1.7, [::1]            an address: no name is resolved
 *     localhost, mybox, mybox.local a name that cannot be registered: without a dot, or below a
 *                                   domain reserved for local use
 *     example.org                   the host of base-url
 *     games.example.org             one of allowed-hosts
 *
 * with or without a port, in upper or lower case. A request without a host does not come from a
 * browser and is answered.
 */
#pragma once

#include "server/base/base_url.h"

/* Whether a text is a list of names separated by commas, as in allowed-hosts. */
bool hosts_are_good(const char *names);

bool host_is_ours(const struct base_url *base, const char *names, struct bv_span host);
