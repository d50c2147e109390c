#include "chevaliers_tests.h"

#include <stdio.h>

#define HALF_EMPTY ".......\n.......\n.......\n.......\n"

static struct session *half(const char *settings, const char *above, const char *below,
                            const char *fields)
{
    char rows[512];
    struct session *s = session("chevaliers", settings);
    snprintf(rows, sizeof rows, "%s%s", above, below);
    drawn(s, rows, fields);
    return s;
}

struct session *south(const char *settings, const char *ranks, const char *fields)
{
    return half(settings, HALF_EMPTY "..~.~..\n.......\n.......\n", ranks, fields);
}

struct session *north(const char *settings, const char *ranks, const char *fields)
{
    return half(settings, ranks, ".......\n.......\n..~.~..\n" HALF_EMPTY, fields);
}

int main(void)
{
    int failed = chevaliers_piece_tests();
    failed += chevaliers_capture_tests();
    failed += chevaliers_turn_tests();
    failed += chevaliers_end_tests();
    failed += chevaliers_text_tests();
    failed += chevaliers_random_tests();
    return failed ? 1 : 0;
}
