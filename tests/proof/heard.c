#include "proof/heard.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"

enum { TEXTS_MAX = 256 * 1024 * 1024 };

uint64_t heard_hash(struct bv_span text)
{
    uint64_t print = text.length;
    size_t at = 0;
    for (; at < text.length; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        size_t rest = text.length - at;
        memcpy(&word, text.text + at, rest < sizeof word ? rest : sizeof word);
        print = bv_mix(print, word);
    }
    return bv_mix(print, 0);
}

void heard_keep(struct heard_list *list, struct heard told, struct bv_span text, size_t *texts)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        struct heard *larger = realloc(list->told, list->capacity * sizeof *larger);
        if (!larger) abort(); /* a load client cannot go on without memory */
        list->told = larger;
    }
    told.print = heard_hash(text);
    told.length = text.length;
    told.text = *texts + text.length <= TEXTS_MAX ? malloc(text.length + 1) : NULL;
    if (told.text) {
        memcpy(told.text, text.text, text.length);
        told.text[text.length] = '\0';
        *texts += text.length;
    }
    list->told[list->count++] = told;
}

bool heard_is(const struct heard *told, struct bv_span text)
{
    return told->length == text.length && told->print == heard_hash(text);
}

void heard_free(struct heard_list *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->told[i].text);
    free(list->told);
    *list = (struct heard_list){0};
}
