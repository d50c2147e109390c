/* Transcripts: read line by line until the first difference or the end. */
#include "core/transcript.h"
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct session session;
    static struct bv_replay replay;
    struct bv_request request = {0};
    struct bv_error error = {""};
    struct bv_span rest = {(const char *)data, size};
    struct bv_span line;
    if (!bv_take_part(&rest, '\n', &line)) return 0;
    if (!bv_replay_header(line, &request, &error) ||
        !bv_terms_make(&request, &session.terms, &session.tables, &error)) {
        must(error.text[0], "a refusal says why");
        return 0;
    }
    bv_replay_begin(&replay, &session.terms, &session.state);
    while (bv_take_part(&rest, '\n', &line)) {
        if (bv_replay_line(&replay, line, &error)) continue;
        must(error.text[0], "a refusal says why");
        return 0;
    }
    bv_replay_end(&replay, &error);
    return 0;
}
