/* What the compiler calls and no library has on a GPU. Compiled without builtins, or it would call itself. */
#include "core/base.h"

int memcmp(const void *a, const void *b, size_t size);

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a;
    const unsigned char *y = b;
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}
