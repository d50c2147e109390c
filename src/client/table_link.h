/* Parses the link to a table that players send each other:
 * https://example.org/bivouac/t/ID?seat=S&key=KEY */
#pragma once

#include "core/text.h"

struct table_link {
    char server[256]; /* the address of the server */
    char table[64];
    char key[64]; /* of a reserved seat; "": none */
};

/* False if this is no link to a table. */
bool table_link_read(struct table_link *link, const char *url);
