/* The log of a table as a damaged store might give it: a byte picks the game, then lines. Each is read or refused with a
 * reason, and folded or refused; after that the table is left alone, as the server does. */
#include "harness.h"
#include "table_fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    struct table *table = open_fuzz_table(data[0]);
    struct bv_span rest = {(const char *)data + 1, size - 1};
    struct bv_span line = {0};
    int64_t now = 2000;
    bool good = true;
    while (good && bv_take_part(&rest, '\n', &line)) {
        struct table_event event;
        struct table_effect effect;
        struct bv_error error = {""};
        good = table_event_read(table_terms(table), line, &event, &error);
        event.at = now += 1000;
        if (good) good = table_apply(table, &event, &effect, &error);
        must(good || error.text[0], "a refusal says why");
    }
    close_fuzz_table(table);
    return 0;
}
