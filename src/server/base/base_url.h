/*
 * The public address of the server, if it differs from the address it listens on: behind a reverse
 * proxy, perhaps as a part of a site.
 *
 *     https://example.org/bivouac      origin https://example.org, path /bivouac
 */
#pragma once

#include "core/text.h"

struct base_url {
    char origin[256]; /* "": the host that the request names */
    char path[64];    /* "" or `/bivouac`, never with a slash at the end */
    bool secure;      /* https: cookies are then sent by https only */
};

/* Parses an address; false if it is not valid. An empty text is the root of any host. */
bool base_url_read(struct base_url *base, const char *url);

/* Removes the base path from the front of a request's path. False if the request is outside of
 * it. */
bool base_url_strip(const struct base_url *base, struct bv_span *path);
