#include "util/utf8.h"

/* The length in bytes of the character at `at`, of `left` bytes; 0 if it is not valid. */
static size_t character(const uint8_t *at, size_t left)
{
    uint8_t first = at[0];
    size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (size == 1) return 1;
    if (first < 0xc2 || first > 0xf4 || left < size) return 0;
    /* Overlong forms, surrogates and too large codes show in the second byte. */
    uint8_t least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    uint8_t most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (at[1] < least || at[1] > most) return 0;
    for (size_t i = 2; i < size; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    return size;
}

bool utf8_good(struct bv_span bytes)
{
    const uint8_t *at = (const uint8_t *)bytes.text;
    size_t left = bytes.length;
    while (left) {
        uint64_t eight;
        if (left >= sizeof eight) {
            bv_copy(&eight, at, sizeof eight);
            if (!(eight & 0x8080808080808080U)) { /* plain ASCII, the common case */
                at += sizeof eight;
                left -= sizeof eight;
                continue;
            }
        }
        size_t size = character(at, left);
        if (!size) return false;
        at += size;
        left -= size;
    }
    return true;
}

size_t utf8_character(struct bv_span bytes, uint32_t *code)
{
    const uint8_t *at = (const uint8_t *)bytes.text;
    size_t size = bytes.length ? character(at, bytes.length) : 0;
    if (!size) return 0;
    *code = size == 1 ? at[0] : at[0] & (0x7fU >> size);
    for (size_t i = 1; i < size; i++) *code = *code << 6 | (at[i] & 0x3fU);
    return size;
}

struct bv_span utf8_front(struct bv_span bytes)
{
    struct bv_span front = {bytes.text, 0};
    uint32_t code = 0;
    size_t length = 0;
    while (front.length < bytes.length &&
           (length = utf8_character(
                (struct bv_span){bytes.text + front.length, bytes.length - front.length}, &code)))
        front.length += length;
    return front;
}
