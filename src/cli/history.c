#include "cli/history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"

bool remember(struct history *history, int seat, bv_action action)
{
    if (history->count == history->room) {
        size_t room = history->room ? 2 * history->room : 256;
        struct played *more = realloc(history->played, room * sizeof *more);
        if (!more) return false;
        history->played = more;
        history->room = room;
    }
    history->played[history->count++] = (struct played){seat, action};
    return true;
}

void put_now(char date[BV_DATE_SIZE])
{
    time_t now = time(NULL);
    struct tm utc;
    if (!gmtime_r(&now, &utc) || !strftime(date, BV_DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", &utc))
        date[0] = '\0';
}

bool save_history(const struct history *history, const struct bv_terms *terms,
                  const union bv_state *state, struct bv_record *head, const char *outside,
                  const char *path)
{
    char text[2 * BV_BOARD_TEXT_MAX];
    FILE *file = fopen(path, "wb");
    if (!file) {
        complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
        return false;
    }
    head->tokens = (int)history->count;
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_record_head(terms, head, &out);
    fputs(text, file);
    for (size_t i = 0; i < history->count; i++) {
        out = bv_out_into(text, sizeof text);
        bv_record_token(terms, history->played[i].seat, history->played[i].action, &out);
        fputs(text, file);
    }
    out = bv_out_into(text, sizeof text);
    bv_record_result(terms, state, outside, &out);
    fputs(text, file);
    bool failed = ferror(file);
    if (fclose(file) != 0 || failed) {
        complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
        return false;
    }
    return true;
}
