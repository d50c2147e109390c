/* Records of games as files; errors are printed. */
#ifndef CLI_ARCHIVE_H
#define CLI_ARCHIVE_H

#include "cli/cli.h"
#include "play/history.h"

/* As write_history; false after printing an error. */
bool save_history(const struct history *history, const struct bv_terms *terms,
                  const union bv_state *state, struct bv_record *head, const char *outside,
                  const char *path);

/* As read_saved_game; NULL after printing an error. */
struct saved_game *open_saved_game(const char *path);

#endif
