#include "server/tournaments/csv.h"

#include <string.h>

void csv_cell(const char *text, struct bv_out *out)
{
    bool formula = *text && strchr("=+-@\t\r", *text);
    bool quoted = formula || strpbrk(text, ",\"\r\n");
    if (quoted) bv_put_char(out, '"');
    if (formula) bv_put_char(out, '\'');
    for (; *text; text++) {
        if (*text == '"') bv_put_char(out, '"');
        bv_put_char(out, *text);
    }
    if (quoted) bv_put_char(out, '"');
}
