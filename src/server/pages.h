/*
 * Pages for people who come with a browser: the files of the client (web/dist), read once when the house opens and
 * served from memory. Only what was loaded can be asked for, so no address leads anywhere else.
 *
 *     app-7Q2KX1AB.js       the file
 *     app-7Q2KX1AB.js.br    the same, compressed, for browsers that accept it; .gz too
 *     index.html            answers for every address of the client's own (`/box/chars`, `/t/…`)
 *     docs/hosting.html     answers for `/docs/hosting`; its links are relative, so it stands below any path as it is
 */
#ifndef BV_PAGES_H
#define BV_PAGES_H

#include "net/net.h"

struct bv_pages;

enum { BV_PAGES_PATH = 4096 };

/* The folder that came with the program: ../share/bivouac/web beside an installed one; else web/dist, where they are built. */
const char *bv_pages_find(char path[BV_PAGES_PATH]);

/* NULL if the folder has no index.html: then only a line of welcome is there. An error is for files too large; `unread` is the
 * first file or folder that could not be read, and why ("": all could be). `base` is
 * where the house stands, "" or `/bivouac`: addresses in index.html, which are written from the root, get it in front. */
struct bv_pages *bv_pages_open(const char *folder, const char *base, struct bv_error *unread,
                               struct bv_error *error);
void bv_pages_close(struct bv_pages *pages);

/* Answers at once; false if there is no page at this address. `pages` may be NULL. `head` are lines of HTML that this
 * request alone gets in the head of index.html; mostly there are none. */
bool bv_pages_request(struct bv_pages *pages, struct bv_connection *connection,
                      const struct bv_http_request *request, struct bv_span head);

#endif
