#include "proof/received.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"

enum { TEXTS_MAX = 256 * 1024 * 1024 };

uint64_t received_hash(struct bv_span text)
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

void received_keep(struct received_list *list, struct received received, struct bv_span text,
                   size_t *texts)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        struct received *larger = realloc(list->message, list->capacity * sizeof *larger);
        if (!larger) abort(); /* a load client cannot go on without memory */
        list->message = larger;
    }
    received.print = received_hash(text);
    received.length = text.length;
    received.text = *texts + text.length <= TEXTS_MAX ? malloc(text.length + 1) : NULL;
    if (received.text) {
        memcpy(received.text, text.text, text.length);
        received.text[text.length] = '\0';
        *texts += text.length;
    }
    list->message[list->count++] = received;
}

bool received_is(const struct received *received, struct bv_span text)
{
    return received->length == text.length && received->print == received_hash(text);
}

void received_free(struct received_list *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->message[i].text);
    free(list->message);
    *list = (struct received_list){0};
}
