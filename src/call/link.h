/* The link to a table that friends send each other, taken apart: https://example.org/bivouac/t/ID?seat=S&key=KEY */
#ifndef BV_CALL_LINK_H
#define BV_CALL_LINK_H

#include "core/text.h"

struct bv_link {
    char house[256]; /* what a door is read from */
    char table[64];
    char key[64]; /* of a seat that is kept; "": none */
};

/* False if this is no link to a table. */
bool bv_link_read(struct bv_link *link, const char *url);

#endif
