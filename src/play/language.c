#include "play/language.h"

#include <stdlib.h>
#include <string.h>

static bool is_french;

void language_of_environment(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    is_french = false;
    for (size_t i = 0; i < BV_COUNT(names); i++) {
        const char *value = getenv(names[i]);
        if (!value || !*value) continue;
        is_french = strncmp(value, "fr", 2) == 0;
        return;
    }
}

void language_choose(bool french)
{
    is_french = french;
}

bool language_is_french(void)
{
    return is_french;
}

const char *say(struct bv_text text)
{
    return is_french ? text.fr : text.en;
}
