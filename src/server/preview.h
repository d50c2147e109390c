/*
 * What a link to a game looks like where somebody pastes it: a title, a line and a picture, written for programs that
 * fetch the page and run no scripts. A game that goes on is named and nothing else.
 */
#ifndef BV_PREVIEW_H
#define BV_PREVIEW_H

#include "server/house.h"

enum { BV_PICTURE_ROOM = 1024 * 1024, BV_PREVIEW_ROOM = 8 * 1024 };

/* The board of a table that is over, as SVG: with BV_PICTURE_ROOM it is whole. */
void bv_picture_write(const struct bv_table *table, struct bv_out *out);

/* The `<meta>` lines of the page at the request's path; nothing where it leads to no game. */
void bv_preview_write(struct bv_house *house, const struct bv_http_request *request,
                      struct bv_out *out);

#endif
