#include "load/told.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"

enum { TEXTS_MAX = 256 * 1024 * 1024 };

uint64_t bv_print_of(struct bv_span text)
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

void bv_told_keep(struct bv_told_list *list, struct bv_told told, struct bv_span text,
                  size_t *texts)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        struct bv_told *larger = realloc(list->told, list->room * sizeof *larger);
        if (!larger) abort(); /* a load client without memory has nothing to tell */
        list->told = larger;
    }
    told.print = bv_print_of(text);
    told.length = text.length;
    told.text = *texts + text.length <= TEXTS_MAX ? malloc(text.length + 1) : NULL;
    if (told.text) {
        memcpy(told.text, text.text, text.length);
        told.text[text.length] = '\0';
        *texts += text.length;
    }
    list->told[list->count++] = told;
}

bool bv_told_is(const struct bv_told *told, struct bv_span text)
{
    return told->length == text.length && told->print == bv_print_of(text);
}

void bv_told_free(struct bv_told_list *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->told[i].text);
    free(list->told);
    *list = (struct bv_told_list){0};
}
