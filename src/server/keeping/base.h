/*
 * The address under which people find the house, when it is another than the one it listens on: a proxy stands in
 * front, and perhaps the house is only a part of a site.
 *
 *     https://example.org/bivouac      origin https://example.org, path /bivouac
 */
#ifndef BV_BASE_URL_H
#define BV_BASE_URL_H

#include "core/text.h"

struct bv_base {
    char origin[256]; /* "": any host that the request itself names */
    char path[64];    /* "" or `/bivouac`, never with a slash at its end */
    bool secure;      /* https: then cookies are for https alone */
};

/* False if it is no such address; an empty text is the root of whatever host is asked. */
bool bv_base_read(struct bv_base *base, const char *url);

/* Takes the path of the base off the front of a request's path. False if it stands elsewhere. */
bool bv_base_strip(const struct bv_base *base, struct bv_span *path);

#endif
