#include "tui/terminals.h"

#include <stdlib.h>
#include <string.h>

bool terminals_lend(const char *type)
{
#ifdef BIVOUAC_STATIC
    for (int i = 0; terminal_descriptions[i].name; i++)
        if (strcmp(terminal_descriptions[i].name, type) == 0)
            return setenv("TERMINFO", terminal_descriptions[i].text, 1) == 0;
#else
    (void)type;
#endif
    return false;
}
