/* Records of games as files: what cannot be written or read is complained about. */
#ifndef BIVOUAC_ARCHIVE_H
#define BIVOUAC_ARCHIVE_H

#include "cli/cli.h"
#include "play/history.h"

/* As write_history; false after complaining. */
bool save_history(const struct history *history, const struct bv_terms *terms,
                  const union bv_state *state, struct bv_record *head, const char *outside,
                  const char *path);

/* As read_saved_game; NULL after complaining. */
struct saved_game *open_saved_game(const char *path);

#endif
