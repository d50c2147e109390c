/* Keeping a game of the terminal: records written and read. */
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"

bool save_record(const struct evening *evening, const char *path)
{
    static struct bv_record head;
    head = (struct bv_record){0};
    memcpy(head.begun, evening->begun, sizeof head.begun);
    memcpy(head.player, evening->player, sizeof head.player);
    put_now(head.ended);
    return save_history(&evening->history, &evening->session->terms, &evening->session->state,
                        &head, NULL, path);
}

bool resume_record(struct evening *evening, const char *path)
{
    struct saved_game *saved = open_saved_game(path);
    if (!saved) return false;
    evening->resumed = saved;
    evening->session = saved->session;
    evening->history = saved->history;
    memcpy(evening->begun, saved->head.begun, sizeof evening->begun);
    memcpy(evening->player, saved->head.player, sizeof evening->player);
    return true;
}
