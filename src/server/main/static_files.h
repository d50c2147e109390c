/*
 * The web client's files (web/dist): read once at start-up and served from memory. Only loaded
 * files can be requested, so no path leads outside the folder.
 *
 *     app-7Q2KX1AB.js       the file
 *     app-7Q2KX1AB.js.br    the same, compressed, for browsers that accept it; .gz too
 *     index.html            the answer for every page of the client (`/box/GAME`, `/t/…`)
 *     docs/hosting.html     the answer for `/docs/hosting`; its links are relative, so it works
 *                           below any base path as it is
 */
#pragma once

#include "net/net.h"

struct static_files;

enum { STATIC_FILES_PATH = 4096 };

/* The folder that came with the program: ../share/bivouac/web beside an installed program; else
 * web/dist, where it is built. */
const char *static_files_find(char path[STATIC_FILES_PATH]);

/* NULL if the folder has no index.html: the server then answers with a short text only. `error` is
 * set for files that are too large; `unread` is the first file or folder that could not be read,
 * and why ("": none). `base` is the server's base path, "" or `/bivouac`: it is put before the
 * absolute addresses in index.html. */
struct static_files *static_files_open(const char *folder, const char *base,
                                       struct bv_error *unread, struct bv_error *error);
void static_files_close(struct static_files *pages);

/* Answers at once; false if there is no page at this address. `pages` may be NULL. `head` is HTML
 * that is added to the head of index.html for this request; usually empty. */
bool static_files_request(struct static_files *pages, struct connection *connection,
                          const struct http_request *request, struct bv_span head);
