#include "tui/entry.h"

#include <string.h>

void entry_add(struct entry *entry, const char *letter)
{
    size_t more = strlen(letter);
    if (entry->length + more >= sizeof entry->text) return;
    memcpy(entry->text + entry->length, letter, more + 1);
    entry->length += more;
}

void entry_erase(struct entry *entry)
{
    while (entry->length) {
        char gone = entry->text[--entry->length];
        entry->text[entry->length] = '\0';
        if ((gone & 0xc0) != 0x80) return;
    }
}

void entry_clear(struct entry *entry)
{
    entry->length = 0;
    entry->text[0] = '\0';
}

static bool begins(const struct entry *entry, const char *token)
{
    return strncmp(token, entry->text, entry->length) == 0;
}

bool entry_complete(struct entry *entry, const struct choices *choices)
{
    const char *first = NULL;
    size_t common = 0;
    for (uint32_t i = 0; i < choices->count; i++) {
        const char *token = choice_token(choices, i);
        if (!begins(entry, token)) continue;
        if (!first) {
            first = token;
            common = strlen(token);
        }
        size_t same = entry->length;
        while (same < common && first[same] == token[same]) same++;
        common = same;
    }
    if (!first || common <= entry->length || common >= sizeof entry->text) return false;
    memcpy(entry->text, first, common);
    entry->text[common] = '\0';
    entry->length = common;
    return true;
}

uint32_t entry_offers(const struct entry *entry, const struct choices *choices, struct bv_out *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < choices->count; i++) {
        const char *token = choice_token(choices, i);
        if (!begins(entry, token)) continue;
        count++;
        if (out->length + strlen(token) + 3 >= out->size) continue;
        bv_putf(out, "  %s", token);
    }
    return count;
}
