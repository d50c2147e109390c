/*
 * What a link to a game looks like where somebody pastes it: a title, a line and a picture, written for programs that
 * fetch the page and run no scripts. A game that goes on is named and nothing else.
 */
#ifndef BV_PREVIEW_H
#define BV_PREVIEW_H

#include "core/canvas.h"
#include "server/house.h"

enum { BV_PREVIEW_ROOM = 8 * 1024 };

/* The board of a table that is over. */
void bv_preview_draw(const struct bv_table *table, struct bv_canvas *canvas);

/* The `<meta>` lines of the page at the request's path; nothing where it leads to no game. */
void bv_preview_write(struct bv_house *house, const struct bv_http_request *request,
                      struct bv_out *out);

#endif
