/* Tokens: lines of `SEAT TOKEN` for a game that the first two bytes pick. A refused one changes nothing. */
#include <string.h>

#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    struct stage *stage = open_stage(data[0] | (unsigned)data[1] << 8);
    struct bv_span rest = {(const char *)data + 2, size - 2};
    struct bv_span line, name;
    while (bv_take_part(&rest, '\n', &line)) {
        struct bv_error error = {""};
        union bv_state before = stage->state;
        if (!bv_take_part(&line, ' ', &name)) continue;
        int seat = bv_seat_named(&stage->terms, name);
        bool played = bv_try_token(&stage->terms, &stage->state, seat, line, &stage->past,
                                   &stage->menu, &error);
        must(played || error.text[0], "a refusal says why");
        must(played || memcmp(&before, &stage->state, sizeof before) == 0,
             "a refusal changes nothing");
        must(!stage->terms.game->check(&stage->terms, &stage->state), "play keeps a state sound");
    }
    return 0;
}
