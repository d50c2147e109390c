/* Records: read line by line until the first error or the end. */
#include "core/record.h"
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct session session;
    static struct bv_record_reader reader;
    struct bv_error error = {""};
    struct bv_span rest = {(const char *)data, size};
    struct bv_span line;
    bv_record_begin(&reader, &session.terms, &session.tables, &session.state);
    while (bv_take_part(&rest, '\n', &line)) {
        if (bv_record_line(&reader, line, &error) != BV_RECORD_BAD) continue;
        must(error.text[0], "a refusal says why");
        return 0;
    }
    bv_record_complete(&reader, &error);
    return 0;
}
