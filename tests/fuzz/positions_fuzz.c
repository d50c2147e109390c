/* Positions: one line of text for a game that the first two bytes pick. What is accepted is sound, is written
 * as it was read, and can be played on. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    struct session *session = open_session(data[0] | (unsigned)data[1] << 8);
    const struct bv_game *game = session->terms.game;
    struct bv_error error = {""};
    struct bv_span text = {(const char *)data + 2, size - 2};
    if (!bv_position_read(&session->terms, text, &session->state, &error)) {
        must(error.text[0], "a refusal says why");
        return 0;
    }
    must(!game->check(&session->terms, &session->state), "an accepted position is sound");
    char written[BV_POSITION_MAX];
    union bv_state again;
    struct bv_out out = bv_out_into(written, sizeof written);
    game->write(&session->terms, &session->state, &out);
    must(!out.cut, "a position fits its line");
    must(bv_position_read(&session->terms, bv_span_of(written), &again, &error), error.text);
    must(bv_state_same(game, &session->state, &again), "a position is the same read again");
    play_on(session, 40);
    return 0;
}
