/*
 * Functions that a compiler expects and WebAssembly does not have: copying and comparing bytes, and
 * arithmetic on 128 bits. Written without the operations they implement.
 */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *at, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    while (size--) *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t <= f) return memcpy(to, from, size);
    while (size--) t[size] = f[size];
    return to;
}

void *memset(void *at, int byte, size_t size)
{
    unsigned char *t = at;
    while (size--) *t++ = (unsigned char)byte;
    return at;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a;
    const unsigned char *y = b;
    for (; size; size--, x++, y++)
        if (*x != *y) return *x - *y;
    return 0;
}

__extension__ typedef __int128 wide;

union halves {
    wide whole;
    uint64_t half[2]; /* low, high */
};

wide __multi3(wide a, wide b);
wide __ashlti3(wide a, int by);
wide __lshrti3(wide a, int by);

wide __multi3(wide a, wide b)
{
    union halves x = {.whole = a};
    union halves y = {.whole = b};
    uint64_t x_low = (uint32_t)x.half[0];
    uint64_t x_high = x.half[0] >> 32;
    uint64_t y_low = (uint32_t)y.half[0];
    uint64_t y_high = y.half[0] >> 32;
    uint64_t low = x_low * y_low;
    uint64_t middle = x_high * y_low + (low >> 32);
    uint64_t cross = x_low * y_high + (uint32_t)middle;
    union halves product;
    product.half[0] = cross << 32 | (uint32_t)low;
    product.half[1] = x_high * y_high + (middle >> 32) + (cross >> 32) + x.half[0] * y.half[1] +
                      x.half[1] * y.half[0];
    return product.whole;
}

wide __ashlti3(wide a, int by)
{
    union halves x = {.whole = a};
    union halves shifted = x;
    if (by >= 64) {
        shifted.half[1] = x.half[0] << (by - 64);
        shifted.half[0] = 0;
    } else if (by > 0) {
        shifted.half[1] = x.half[1] << by | x.half[0] >> (64 - by);
        shifted.half[0] = x.half[0] << by;
    }
    return shifted.whole;
}

wide __lshrti3(wide a, int by)
{
    union halves x = {.whole = a};
    union halves shifted = x;
    if (by >= 64) {
        shifted.half[0] = x.half[1] >> (by - 64);
        shifted.half[1] = 0;
    } else if (by > 0) {
        shifted.half[0] = x.half[0] >> by | x.half[1] << (64 - by);
        shifted.half[1] = x.half[1] >> by;
    }
    return shifted.whole;
}
