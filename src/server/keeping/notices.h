/*
 * What the house says of itself: its name, whether one may register, an announcement, and pages whose text the host sets.
 * A page is plain text: paragraphs with blank lines between them, and headings that begin with `# `.
 */
#ifndef BV_NOTICES_H
#define BV_NOTICES_H

#include "server/keeping/config.h"

struct bv_notices;

/* Reads the files that the configuration names; NULL if one cannot be read or is no text. */
struct bv_notices *bv_notices_open(const struct bv_config *config, struct bv_error *error);
void bv_notices_close(struct bv_notices *notices);

#endif
