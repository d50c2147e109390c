#include "cli/archive.h"

bool save_history(const struct history *history, const struct bv_terms *terms,
                  const union bv_state *state, struct bv_record *head, const char *outside,
                  const char *path)
{
    struct bv_error error;
    bool good = write_history(history, terms, state, head, outside, path, &error);
    if (!good) complain(EXIT_FAILED, "%s", error.text);
    return good;
}

struct saved_game *open_saved_game(const char *path)
{
    struct bv_error error;
    struct saved_game *saved = read_saved_game(path, &error);
    if (!saved) complain(EXIT_FAILED, "%s", error.text);
    return saved;
}
