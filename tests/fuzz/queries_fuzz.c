/* Queries and names: fields found and unescaped within their room, names folded to the same whatever they were folded
 * from. */
#include <string.h>

#include "harness.h"
#include "server/delivery/http_api.h"
#include "table/names.h"

static void check_query(struct bv_span query)
{
    static const char *const names[] = {"game", "since", "a", ""};
    char value[32];
    for (size_t i = 0; i < BV_COUNT(names); i++) {
        value[0] = '?';
        if (!api_query_get(query, names[i], value, sizeof value)) continue;
        must(memchr(value, '\0', sizeof value) != NULL, "a value ends in its room");
        for (const char *c = value; *c; c++)
            must((unsigned char)*c >= ' ', "a value has no control characters");
    }
}

static void check_name(struct bv_span text)
{
    char name[256];
    char folded[NAME_FOLDED_SIZE];
    char again[NAME_FOLDED_SIZE];
    struct bv_out out = bv_out_into(name, sizeof name);
    bv_put_span(&out, text);
    name_fold(name, folded);
    must(memchr(folded, '\0', sizeof folded) != NULL, "a folded name ends in its room");
    name_fold(folded, again);
    must(bv_equal(folded, again), "what is folded is folded");
    if (!name_is_proper(name)) return;
    must(folded[0], "of a proper name something is left");
    must(text_is_presentable(name, sizeof name), "a proper name can be seen");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bv_span text = {(const char *)data, size};
    check_query(text);
    check_name(text);
    return 0;
}
