/* Tokens: lines of `SEAT TOKEN` for a game that the first two bytes pick. A refused one changes nothing. */
#include <string.h>

#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    struct session *session = open_session(data[0] | (unsigned)data[1] << 8);
    struct bv_span rest = {(const char *)data + 2, size - 2};
    struct bv_span line, name;
    while (bv_take_part(&rest, '\n', &line)) {
        struct bv_error error = {""};
        union bv_state before = session->state;
        if (!bv_take_part(&line, ' ', &name)) continue;
        int seat = bv_seat_named(&session->terms, name);
        bool played = bv_try_token(&session->terms, &session->state, seat, line, &session->past,
                                   &session->menu, &error);
        must(played || error.text[0], "a refusal says why");
        must(played || memcmp(&before, &session->state, sizeof before) == 0,
             "a refusal changes nothing");
        must(!session->terms.game->check(&session->terms, &session->state),
             "play keeps a state sound");
    }
    return 0;
}
