/* The log of a table as a damaged store might give it: a byte picks the game, then lines. Each is read or refused with a
 * reason, and folded or refused; after that the table is left alone, as the house does. */
#include "harness.h"
#include "room.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    struct bv_table *table = open_room(data[0]);
    struct bv_span rest = {(const char *)data + 1, size - 1};
    struct bv_span line = {0};
    int64_t now = 2000;
    bool good = true;
    while (good && bv_take_part(&rest, '\n', &line)) {
        struct bv_deed deed;
        struct bv_effect effect;
        struct bv_error error = {""};
        good = bv_deed_read(bv_table_terms(table), line, &deed, &error);
        deed.at = now += 1000;
        if (good) good = bv_table_take(table, &deed, &effect, &error);
        must(good || error.text[0], "a refusal says why");
    }
    close_room(table);
    return 0;
}
