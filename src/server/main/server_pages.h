/*
 * What the server says about itself: its name, whether registration is open, an announcement, and
 * pages whose text the host sets (privacy, legal notice). A page is plain text: paragraphs with
 * blank lines between them, and headings that begin with `# `.
 */
#pragma once

#include "server/base/config.h"

struct server_pages;

/* Reads the files that the configuration names; NULL if one cannot be read or is not text. */
struct server_pages *server_pages_open(const struct config *config, struct bv_error *error);
void server_pages_close(struct server_pages *pages);
