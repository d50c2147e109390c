/*
 * Link previews: a title, a line and a picture for a link to a game, written as <meta> tags for
 * programs that fetch the page and run no scripts. The preview of an unfinished game shows only its
 * name.
 */
#pragma once

#include "core/canvas.h"
#include "server/records/records.h"

enum { LINK_PREVIEW_SIZE = 8 * 1024 };

/* Draws the board of a finished table. */
void link_preview_draw(const struct table *table, struct bv_canvas *canvas);

/* Writes the `<meta>` lines of the page at the request's path; nothing if the path is not that of a
 * game. */
void link_preview_write(struct records *records, const struct http_request *request,
                        struct bv_out *out);
